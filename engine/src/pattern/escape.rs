//! What follows a backslash.

use super::PatternError;
use super::class::{Category, Member};
use super::reader::{Reader, Token};
use super::syntax::Place;
use crate::unicode;

/// The meaning of an escape.
pub(super) enum Escape {
    Point(u32),
    Category(Member),
    Place(Place),
    /// A group number, and the length of the escape in code points.
    Group(u64, usize),
}

const LETTERS: [(char, u32); 8] = [
    ('a', 0x07),
    ('b', 0x08),
    ('f', 0x0c),
    ('n', 0x0a),
    ('r', 0x0d),
    ('t', 0x09),
    ('v', 0x0b),
    ('\\', 0x5c),
];

const CATEGORIES: [(char, Category, bool); 6] = [
    ('d', Category::Digit, false),
    ('D', Category::Digit, true),
    ('s', Category::Space, false),
    ('S', Category::Space, true),
    ('w', Category::Word, false),
    ('W', Category::Word, true),
];

const PLACES: [(char, Place); 4] = [
    ('A', Place::TextStart),
    ('b', Place::Boundary),
    ('B', Place::NoBoundary),
    ('Z', Place::TextEnd),
];

/// Reads the rest of an escape whose first two code points are taken already.
pub(super) fn read(
    reader: &mut Reader<'_>,
    token: Token,
    in_set: bool,
) -> Result<Escape, PatternError> {
    let point = token.escaped.unwrap_or(token.first);
    let Some(letter) = char::from_u32(point) else {
        return Ok(Escape::Point(point));
    };
    if let Some((_, category, negated)) = CATEGORIES.iter().find(|(other, ..)| *other == letter) {
        return Ok(Escape::Category(Member::Category {
            category: *category,
            negated: *negated,
        }));
    }
    if !in_set && let Some((_, place)) = PLACES.iter().find(|(other, _)| *other == letter) {
        return Ok(Escape::Place(*place));
    }
    if let Some((_, point)) = LETTERS.iter().find(|(other, _)| *other == letter) {
        return Ok(Escape::Point(*point));
    }
    match letter {
        'x' => hexadecimal(reader, letter, 2),
        'u' => hexadecimal(reader, letter, 4),
        'U' => hexadecimal(reader, letter, 8),
        'N' => named(reader),
        '0'..='7' if in_set => {
            let (rest, length) = reader.digits(8, 2)?;
            octal(
                reader,
                (point - 0x30) * 8u32.pow(length as u32) + rest,
                length + 2,
            )
        }
        '0' => reader.digits(8, 2).map(|(number, _)| Escape::Point(number)),
        '1'..='9' if !in_set => reference(reader, point - 0x30),
        '8' | '9' => Err(reader.error(
            format!("\\{letter} means nothing in a set; write the digit without the backslash"),
            2,
        )),
        letter if letter.is_ascii_alphabetic() => Err(reader.error(unknown(letter), 2)),
        _ => Ok(Escape::Point(point)),
    }
}

fn unknown(letter: char) -> String {
    match letter {
        'z' => "\\z is not known here; write \\Z for the end of the text".to_owned(),
        'p' | 'P' => {
            format!(
                "\\{letter}{{…}} is not known here; write a set such as [A-Za-z], or \\w, \\d or \\s"
            )
        }
        'h' => "\\h is not known here; write [ \\t]".to_owned(),
        'R' => "\\R is not known here; write (?:\\r\\n|\\n|\\r)".to_owned(),
        'Q' | 'E' => format!(
            "\\{letter} is not known here; put a backslash before each special character instead"
        ),
        'k' => "\\k is not known here; write (?P=name) or \\1 to refer to a group".to_owned(),
        _ => format!("\\{letter} means nothing here; write {letter} for the letter itself"),
    }
}

fn hexadecimal(
    reader: &mut Reader<'_>,
    letter: char,
    wanted: usize,
) -> Result<Escape, PatternError> {
    let (number, length) = reader.digits(16, wanted)?;
    if length < wanted {
        return Err(reader.error(
            format!("\\{letter} needs {wanted} hexadecimal digits after it"),
            length + 2,
        ));
    }
    if number > 0x10_ffff {
        return Err(reader.error(
            "there is no character with this number; the last is \\U0010ffff",
            10,
        ));
    }
    Ok(Escape::Point(number))
}

fn octal(reader: &Reader<'_>, number: u32, length: usize) -> Result<Escape, PatternError> {
    if number > 0o377 {
        return Err(reader.error(
            "an octal escape ends at \\377; write \\xXX or \\uXXXX",
            length,
        ));
    }
    Ok(Escape::Point(number))
}

fn reference(reader: &mut Reader<'_>, first: u32) -> Result<Escape, PatternError> {
    let Some(second) = reader.next_digit(10) else {
        return Ok(Escape::Group(u64::from(first), 2));
    };
    reader.get()?;
    if first < 8
        && second < 8
        && let Some(third) = reader.next_digit(8)
    {
        reader.get()?;
        return octal(reader, first * 64 + second * 8 + third, 4);
    }
    Ok(Escape::Group(u64::from(first * 10 + second), 3))
}

fn named(reader: &mut Reader<'_>) -> Result<Escape, PatternError> {
    if !reader.take('{')? {
        return Err(reader.error(
            "\\N needs a character's name in braces, as in \\N{EM DASH}",
            0,
        ));
    }
    let name = reader.until('}', "character name")?;
    let spelled: Option<String> = name.iter().map(|point| char::from_u32(*point)).collect();
    let found = spelled.as_deref().and_then(|name| reader.names.named(name));
    found.map(Escape::Point).ok_or_else(|| {
        reader.error(
            format!(
                "no character up to U+{:04X} has this name; write it as \\uXXXX or \\UXXXXXXXX",
                unicode::LAST_NAMED
            ),
            name.len() + 4,
        )
    })
}

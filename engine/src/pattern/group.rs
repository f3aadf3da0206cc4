//! What follows an opening parenthesis.

use super::PatternError;
use super::parse::{Frame, Parser};
use super::syntax::{Flags, Item, SequenceId};
use crate::unicode;

/// Group numbers end here in the reference.
const MAX_GROUPS: u64 = 0x3fff_ffff;

/// What a group that is being read will become.
pub(super) enum Opener {
    /// No group: the whole pattern.
    Pattern,
    Group {
        number: Option<u32>,
        added: Flags,
        removed: Flags,
    },
    Atomic,
    Look {
        behind: bool,
        negated: bool,
        /// Whether it is a look-behind in no other one.
        outermost: bool,
    },
    /// A condition, in its first branch.
    Yes {
        group: u32,
    },
    /// A condition, in its second branch.
    No {
        group: u32,
        yes: SequenceId,
    },
}

/// What a parenthesis opened.
pub(super) enum Opened {
    /// A remark or flags: nothing to match.
    Nothing,
    Item(Item),
    Frame(Frame),
}

/// Reads the head of a group whose parenthesis is taken already. `first`: nothing but flags and remarks came before.
pub(super) fn open(
    parser: &mut Parser<'_>,
    outer: &Frame,
    first: bool,
) -> Result<Opened, PatternError> {
    let start = parser.reader.tell() - 1;
    let frame = |opener| Ok(Opened::Frame(Frame::new(opener, start, outer.verbose)));
    let plain = |number| Opener::Group {
        number,
        added: Flags::NONE,
        removed: Flags::NONE,
    };
    if !parser.reader.take('?')? {
        let number = parser.open_group(None)?;
        return frame(plain(Some(number)));
    }
    let Some(token) = parser.reader.get()? else {
        return Err(parser.reader.error("the pattern ends inside (?", 0));
    };
    match token.plain() {
        Some('P') => named(parser, start, outer.verbose),
        Some(':') => frame(plain(None)),
        Some('>') => frame(Opener::Atomic),
        Some('#') => loop {
            match parser.reader.get()? {
                None => {
                    return Err(PatternError {
                        message: "this remark is not closed with a parenthesis".to_owned(),
                        offset: start,
                    });
                }
                Some(token) if token.is(')') => return Ok(Opened::Nothing),
                Some(_) => {}
            }
        },
        Some(sign @ ('=' | '!')) => frame(Opener::Look {
            behind: false,
            negated: sign == '!',
            outermost: false,
        }),
        Some('<') => {
            let Some(token) = parser.reader.get()? else {
                return Err(parser.reader.error("the pattern ends inside (?<", 0));
            };
            let negated = match token.plain() {
                Some('=') => false,
                Some('!') => true,
                _ => {
                    return Err(parser.reader.error(
                        "(?< begins only look-behinds, (?<= and (?<!; a named group is written (?P<name>…)",
                        token.len() + 2,
                    ));
                }
            };
            let outermost = parser.behind_from.is_none();
            if outermost {
                parser.behind_from = Some(parser.next_group());
            }
            frame(Opener::Look {
                behind: true,
                negated,
                outermost,
            })
        }
        Some('(') => condition(parser, start, outer.verbose),
        Some(letter) if letter == '-' || Flags::of_letter(token.first).is_some() => {
            let Some((added, removed)) = flags(parser, letter)? else {
                if !first {
                    return Err(PatternError {
                        message: "flags for the whole pattern belong at its very start; write (?i:…) for a part of it"
                            .to_owned(),
                        offset: start,
                    });
                }
                return Ok(Opened::Nothing);
            };
            let verbose = (outer.verbose || added.has_any(Flags::VERBOSE))
                && !removed.has_any(Flags::VERBOSE);
            let opener = Opener::Group {
                number: None,
                added,
                removed,
            };
            Ok(Opened::Frame(Frame::new(opener, start, verbose)))
        }
        _ => Err(parser.reader.error(
            "this kind of group is not known; write \\( for the parenthesis itself",
            token.len() + 1,
        )),
    }
}

/// `(?P<name>`, `(?P=name)`.
fn named(parser: &mut Parser<'_>, start: usize, verbose: bool) -> Result<Opened, PatternError> {
    if parser.reader.take('<')? {
        let name = parser.reader.until('>', "group name")?;
        check_name(parser, &name)?;
        let number = parser.open_group(Some(name))?;
        let opener = Opener::Group {
            number: Some(number),
            added: Flags::NONE,
            removed: Flags::NONE,
        };
        return Ok(Opened::Frame(Frame::new(opener, start, verbose)));
    }
    if parser.reader.take('=')? {
        let name = parser.reader.until(')', "group name")?;
        check_name(parser, &name)?;
        let number = group_named(parser, &name)?;
        if !parser.is_closed(number) {
            return Err(parser.reader.error(
                "a group cannot refer to itself while it is open",
                name.len() + 1,
            ));
        }
        parser.check_behind(number)?;
        return Ok(Opened::Item(Item::Reference(number)));
    }
    match parser.reader.get()? {
        None => Err(parser.reader.error("the pattern ends inside (?P", 0)),
        Some(token) => Err(parser
            .reader
            .error("(?P begins only (?P<name>…) and (?P=name)", token.len() + 2)),
    }
}

fn check_name(parser: &Parser<'_>, name: &[u32]) -> Result<(), PatternError> {
    if unicode::is_identifier(name) {
        return Ok(());
    }
    Err(parser.reader.error(
        "a group name is a letter or underscore, then letters, digits and underscores",
        name.len() + 1,
    ))
}

fn group_named(parser: &Parser<'_>, name: &[u32]) -> Result<u32, PatternError> {
    let found = parser.names.iter().find(|(other, _)| other == name);
    found.map(|(_, number)| *number).ok_or_else(|| {
        parser
            .reader
            .error("no group before this place has this name", name.len() + 1)
    })
}

/// `(?(1)…)`, `(?(name)…)`.
fn condition(parser: &mut Parser<'_>, start: usize, verbose: bool) -> Result<Opened, PatternError> {
    let name = parser.reader.until(')', "group name")?;
    let back = name.len() + 1;
    let group = if unicode::is_identifier(&name) {
        u64::from(group_named(parser, &name)?)
    } else {
        let number = integer(&name).ok_or_else(|| {
            parser
                .reader
                .error("a condition is the number or the name of a group", back)
        })?;
        match number {
            0 => return Err(parser.reader.error("groups are counted from 1", back)),
            MAX_GROUPS.. => {
                return Err(parser
                    .reader
                    .error(format!("there is no group {number}"), back));
            }
            _ => {}
        }
        if parser.conditions.iter().all(|(other, _)| *other != number) {
            parser
                .conditions
                .push((number, parser.reader.tell() - back));
        }
        number
    };
    let group = group as u32;
    parser.check_behind(group)?;
    Ok(Opened::Frame(Frame::new(
        Opener::Yes { group },
        start,
        verbose,
    )))
}

/// A whole number from zero as Python's `int()` reads text: spaces around, a sign, digits of any script, single
/// underscores between digits. Capped at `u64::MAX`.
fn integer(text: &[u32]) -> Option<u64> {
    let from = text.iter().position(|point| !unicode::is_space(*point))?;
    let to = text.iter().rposition(|point| !unicode::is_space(*point))?;
    let text = text.get(from..=to)?;
    let (negative, digits) = match text {
        [0x2b, digits @ ..] => (false, digits),
        [0x2d, digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if digits.len() > 4300 {
        return None;
    }
    let mut number = 0u64;
    let mut after_digit = false;
    for point in digits {
        match unicode::decimal_digit(*point) {
            Some(digit) => {
                number = number.saturating_mul(10).saturating_add(u64::from(digit));
                after_digit = true;
            }
            None if *point == u32::from('_') && after_digit => after_digit = false,
            None => return None,
        }
    }
    (after_digit && !(negative && number > 0)).then_some(number)
}

/// The flags after `(?`, of which the first letter or `-` is taken already: what a group adds and removes, or `None`
/// when they hold for the whole pattern.
fn flags(parser: &mut Parser<'_>, first: char) -> Result<Option<(Flags, Flags)>, PatternError> {
    let mut added = Flags::NONE;
    let mut removed = Flags::NONE;
    let mut letter = first;
    if letter != '-' {
        loop {
            let flag = Flags::of_letter(u32::from(letter)).unwrap_or(Flags::NONE);
            if flag == Flags::LOCALE {
                return Err(parser
                    .reader
                    .error("the flag L is not for text; leave it out", 0));
            }
            added = added.with(flag);
            if flag.has_any(Flags::TYPES) && added.without(flag).has_any(Flags::TYPES) {
                return Err(parser
                    .reader
                    .error("the flags a and u exclude one another; keep one", 0));
            }
            letter = next_letter(
                parser,
                &[')', '-', ':'],
                "flags end with :, - or a closing parenthesis",
            )?;
            if matches!(letter, ')' | '-' | ':') {
                break;
            }
        }
    }
    if letter == ')' {
        parser.flags = parser.flags.with(added);
        return Ok(None);
    }
    if added.has_any(Flags::TEMPLATE) {
        return Err(parser
            .reader
            .error("the flag t is not for a part of a pattern; leave it out", 1));
    }
    if letter == '-' {
        letter = next_letter(parser, &[], "after - comes a flag to remove")?;
        loop {
            let flag = Flags::of_letter(u32::from(letter)).unwrap_or(Flags::NONE);
            if flag.has_any(Flags::TYPES) {
                return Err(parser
                    .reader
                    .error("the flags a, u and L cannot be removed", 0));
            }
            removed = removed.with(flag);
            letter = next_letter(
                parser,
                &[':'],
                "flags for a part of a pattern end with a colon",
            )?;
            if letter == ':' {
                break;
            }
        }
    }
    if removed.has_any(Flags::TEMPLATE) {
        return Err(parser
            .reader
            .error("the flag t is not for a part of a pattern; leave it out", 1));
    }
    if removed.has_any(added) {
        return Err(parser
            .reader
            .error("the same flag is added and removed here; keep one", 1));
    }
    Ok(Some((added, removed)))
}

/// The next flag letter, or one of `ends`.
fn next_letter(
    parser: &mut Parser<'_>,
    ends: &[char],
    expected: &str,
) -> Result<char, PatternError> {
    match parser.reader.get()? {
        None => Err(parser.reader.error(expected, 0)),
        Some(token) => match token.plain() {
            Some(letter) if ends.contains(&letter) || Flags::of_letter(token.first).is_some() => {
                Ok(letter)
            }
            Some(letter) if letter.is_alphabetic() => Err(parser
                .reader
                .error(format!("there is no flag {letter}"), token.len())),
            _ => Err(parser.reader.error(expected, token.len())),
        },
    }
}

//! Long random strings.
//!
//! Traces are full of long words that are no secrets. These count as none: digests and UUIDs (nothing but hexadecimal
//! digits), ids with a short prefix as services give them (`call_…`, `msg_…`), words within addresses and paths, joined
//! words (`gpt-4o-mini-2024-07-18`), and what is so long that it is a file's content.

use super::placeholder::has_placeholder;
use std::ops::Range;

const LENGTHS: std::ops::RangeInclusive<usize> = 24..=256;
/// The longest id with a prefix; what is longer is looked at without it.
const MAX_ID: usize = 48;
/// Bits for each character. English words in camel case have less than four.
const MIN_ENTROPY: f64 = 4.0;

/// Calls `found` with each long random string in a text.
pub(super) fn for_each_random(text: &[u8], found: &mut impl FnMut(Range<usize>)) {
    let mut from = 0;
    while let Some(start) = text
        .get(from..)
        .and_then(|rest| rest.iter().position(|byte| is_part(*byte)))
        .map(|word| from + word)
    {
        let length = text
            .get(start..)
            .unwrap_or_default()
            .iter()
            .take_while(|byte| is_part(**byte))
            .count();
        from = start + length;
        if LENGTHS.contains(&length)
            && let Some(word) = text.get(start..from)
            && is_random(word)
            && !is_within_path(text, start, from)
            && !has_placeholder(word)
        {
            found(start..from);
        }
    }
}

/// The characters of base64, in both alphabets.
fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/=_-".contains(&byte)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Upper,
    Lower,
    Digit,
    Other,
}

fn class(byte: u8) -> Class {
    match byte {
        b'A'..=b'Z' => Class::Upper,
        b'a'..=b'z' => Class::Lower,
        b'0'..=b'9' => Class::Digit,
        _ => Class::Other,
    }
}

fn is_random(word: &[u8]) -> bool {
    let count = |wanted| word.iter().filter(|byte| class(**byte) == wanted).count();
    let (upper, lower, digits, other) = (
        count(Class::Upper),
        count(Class::Lower),
        count(Class::Digit),
        count(Class::Other),
    );
    if digits < 2 || lower < 2 || has_prefix_of_id(word) || is_integrity(word) {
        return false;
    }
    let hexadecimal = word
        .iter()
        .filter(|byte| byte.is_ascii_hexdigit() || **byte == b'-')
        .count();
    if hexadecimal == word.len() {
        return false;
    }
    // Pieces of joined words are short.
    if other > 0 && word.len() / (other + 1) < 7 {
        return false;
    }
    // How often the class of the characters changes: seldom in words, all the time in random text.
    let changes = word
        .windows(2)
        .filter(|pair| matches!(pair, [a, b] if class(*a) != class(*b)))
        .count();
    let changes_often = match upper {
        0 => changes * 3 > word.len(),
        _ => changes * 2 > word.len(),
    };
    changes_often && (upper > 0 || word.len() >= 30) && entropy(word) >= MIN_ENTROPY
}

/// `call_…`, `toolu_…`, `req-…`: a few small letters, a separator, and one more word.
fn has_prefix_of_id(word: &[u8]) -> bool {
    let prefix = word
        .iter()
        .take_while(|byte| byte.is_ascii_lowercase())
        .count();
    (2..=10).contains(&prefix)
        && matches!(word.get(prefix), Some(b'_' | b'-'))
        && word.len() <= MAX_ID
}

/// `sha512-…`, the digest of a package or script.
fn is_integrity(word: &[u8]) -> bool {
    matches!(word, [b's', b'h', b'a', _, _, _, b'-', ..])
}

/// Shannon's, in bits for each character.
fn entropy(word: &[u8]) -> f64 {
    let mut counts = [0u32; 128];
    for byte in word {
        if let Some(count) = counts.get_mut(usize::from(*byte)) {
            *count += 1;
        }
    }
    let length = word.len() as f64;
    counts
        .iter()
        .filter(|count| **count > 0)
        .map(|count| f64::from(*count) / length)
        .map(|share| -share * share.log2())
        .sum()
}

/// Whether the word is a part of an address or a file's path, or of a longer name with dots.
fn is_within_path(text: &[u8], start: usize, end: usize) -> bool {
    let word = text.get(start..end).unwrap_or_default();
    let before = text
        .get(start.saturating_sub(512)..start)
        .unwrap_or_default();
    let run = before
        .iter()
        .rev()
        .take_while(|byte| !b" \t\r\n\"'<>".contains(byte))
        .count();
    let run = before.get(before.len() - run..).unwrap_or_default();
    let in_address = run.windows(3).any(|window| window == b"://")
        || (word.starts_with(b"//") && run.ends_with(b":"))
        || run.ends_with(b";base64,")
        || run.ends_with(b"sha256:");
    let in_path =
        word.first() == Some(&b'/') || run.last().is_some_and(|byte| b".~\\".contains(byte));
    let in_name = matches!(text.get(end..), Some([b'.', next, ..]) if next.is_ascii_alphanumeric());
    in_address || in_path || in_name
}

//! Character names for `\N{…}`, up to [`LAST_NAMED`].
//!
//! The table has four parts, each after its length: the common words, separated by spaces; the code points of the
//! entries as differences modulo 65536; a byte an entry with the number of leading words shared with the entry
//! before (low half) and whether the entry also names its small letter by rule (16); and the remaining words of
//! each entry, ended by zero, where a byte stands for a common word or is a letter of a spelled one.

use super::case;
use super::tables::varint;

/// The last code point whose name is known.
pub const LAST_NAMED: u32 = 0x24ff;

static PACKED: &[u8] = include_bytes!("names.bin");

fn spells(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"- ()".contains(&byte)
}

fn part<'a>(bytes: &mut &'a [u8]) -> &'a [u8] {
    let length = varint(bytes) as usize;
    let (part, rest) = bytes.split_at_checked(length).unwrap_or((bytes, &[]));
    *bytes = rest;
    part
}

/// The characters' names that a pattern's `\\N{…}` may use: a program that seldom needs them can leave their table out.
pub trait CharacterNames {
    /// The code point up to U+24FF with this name or alias; letter case is ignored, as in Python.
    fn named(&self, name: &str) -> Option<u32>;
}

/// All the names.
pub struct AllNames;

impl CharacterNames for AllNames {
    fn named(&self, name: &str) -> Option<u32> {
        named(name)
    }
}

/// No names: for patterns that are known to use none.
pub struct NoNames;

impl CharacterNames for NoNames {
    fn named(&self, _: &str) -> Option<u32> {
        None
    }
}

fn named(name: &str) -> Option<u32> {
    let wanted = name.to_ascii_uppercase();
    let mut packed = PACKED;
    let dictionary = str::from_utf8(part(&mut packed)).unwrap_or_default();
    let mut points = part(&mut packed);
    let heads = part(&mut packed);
    let body = part(&mut packed);
    let mut codes = [""; 256];
    let free = (16..=255u8).filter(|byte| !spells(*byte));
    for (byte, word) in free.zip(dictionary.split(' ')) {
        if let Some(code) = codes.get_mut(usize::from(byte)) {
            *code = word;
        }
    }
    let mut point = 0u32;
    let mut words: Vec<&str> = Vec::new();
    for (head, rest) in heads.iter().zip(body.split(|byte| *byte == 0)) {
        point = (point + varint(&mut points)) & 0xffff;
        words.truncate(usize::from(head & 15));
        let mut rest = rest;
        while let Some(byte) = rest.first() {
            if spells(*byte) {
                let length = rest
                    .iter()
                    .position(|byte| *byte == b' ' || !spells(*byte))
                    .unwrap_or(rest.len());
                let (word, after) = rest.split_at(length);
                words.push(str::from_utf8(word).unwrap_or_default());
                rest = after.strip_prefix(b" ").unwrap_or(after);
            } else {
                words.push(codes.get(usize::from(*byte)).copied().unwrap_or_default());
                rest = rest.get(1..).unwrap_or_default();
            }
        }
        if spelled(&words, &wanted) {
            return Some(point);
        }
        if head & 16 != 0 {
            let small: Vec<&str> = words
                .iter()
                .filter(|word| **word != "MTAVRULI")
                .filter_map(|word| match *word {
                    "CAPITAL" if words.contains(&"MTAVRULI") => None,
                    "CAPITAL" => Some("SMALL"),
                    "PROSGEGRAMMENI" => Some("YPOGEGRAMMENI"),
                    other => Some(other),
                })
                .collect();
            if spelled(&small, &wanted) {
                return Some(case::lower(point));
            }
        }
    }
    None
}

/// Whether the words, joined by spaces, are `wanted`.
fn spelled(words: &[&str], wanted: &str) -> bool {
    words.len() == wanted.split(' ').count()
        && words
            .iter()
            .zip(wanted.split(' '))
            .all(|(word, other)| *word == other)
}

//! From bytes to what people and editors count: lines, columns and UTF-16 code units. The one place where this is
//! converted.

use super::lines::Lines;
use crate::problem::Place;

/// Bytes between two noted positions of a text that is not ASCII.
const STRIDE: usize = 1024;

/// What is needed to turn byte offsets of one text into places.
#[derive(Debug)]
pub(crate) struct PlaceIndex {
    /// The byte at which each line starts.
    lines: Vec<u32>,
    /// UTF-16 code units before each multiple of [`STRIDE`] bytes; empty for an ASCII text.
    units: Vec<u32>,
}

impl PlaceIndex {
    /// Reads the whole text once.
    pub(crate) fn new(text: &str) -> PlaceIndex {
        let bytes = text.as_bytes();
        let lines = Lines::new(text)
            .map(|(_, line)| line.start as u32)
            .collect();
        let mut units = Vec::new();
        if !text.is_ascii() {
            let mut sum = 0;
            for chunk in bytes.chunks(STRIDE) {
                units.push(sum);
                sum += utf16_units(chunk);
            }
            units.push(sum);
        }
        PlaceIndex { lines, units }
    }

    /// The place of the bytes `start..end`.
    pub(crate) fn place(&self, text: &str, pointer: String, start: usize, end: usize) -> Place {
        let line = self
            .lines
            .partition_point(|line| *line as usize <= start)
            .max(1);
        let line_start = self.lines.get(line - 1).map_or(0, |line| *line as usize);
        let from = self.utf16(text, start);
        Place {
            pointer,
            range: (from, self.utf16(text, end)),
            line: line as u32,
            column: from - self.utf16(text, line_start) + 1,
        }
    }

    /// The UTF-16 code units before a byte offset.
    fn utf16(&self, text: &str, offset: usize) -> u32 {
        match self.units.get(offset / STRIDE) {
            None => offset as u32,
            Some(before) => {
                let from = offset / STRIDE * STRIDE;
                before + utf16_units(text.as_bytes().get(from..offset).unwrap_or_default())
            }
        }
    }
}

/// The UTF-16 code units of the characters that start in these UTF-8 bytes.
fn utf16_units(bytes: &[u8]) -> u32 {
    // A continuation byte starts nothing; a lead byte of four starts a surrogate pair.
    bytes
        .iter()
        .map(|byte| u32::from(byte & 0xc0 != 0x80) + u32::from(*byte >= 0xf0))
        .sum()
}

/// The place of some bytes of a text that is no document, such as one that could not be read.
pub(crate) fn place_in_text(text: &str, start: usize, end: usize) -> Place {
    PlaceIndex::new(text).place(text, String::new(), start, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crlf_lf_and_cr_end_a_line() {
        let text = "a\rb\r\nc\nä\r\rd";
        let index = PlaceIndex::new(text);
        for (of, line, column) in [
            ("a", 1, 1),
            ("\r", 1, 2),
            ("b", 2, 1),
            ("\r\n", 2, 2),
            ("\nc", 2, 3),
            ("c", 3, 1),
            ("ä", 4, 1),
            ("\rd", 5, 1),
            ("d", 6, 1),
        ] {
            let start = text.find(of).unwrap();
            let place = index.place(text, String::new(), start, start + of.len());
            assert_eq!((place.line, place.column), (line, column), "{of:?}");
        }
    }
}

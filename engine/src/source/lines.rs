//! What ends a line: CRLF, LF or CR, as in the editors and in the gate's own reading of a block.

use std::ops::Range;

/// The lines of a text, without what ends them, and their bytes, with what ends them: CRLF, LF or CR.
pub(crate) struct Lines<'a> {
    text: &'a str,
    at: usize,
    done: bool,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Lines<'a> {
        Lines {
            text,
            at: 0,
            done: false,
        }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (&'a str, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let rest = self.text.get(self.at..)?;
        let start = self.at;
        let length = memchr::memchr2(b'\n', b'\r', rest.as_bytes());
        self.done = length.is_none();
        let length = length.unwrap_or(rest.len());
        let end = match rest.as_bytes().get(length..) {
            Some([b'\r', b'\n', ..]) => 2,
            Some([_, ..]) => 1,
            _ => 0,
        };
        self.at = start + length + end;
        Some((rest.get(..length)?, start..self.at))
    }
}

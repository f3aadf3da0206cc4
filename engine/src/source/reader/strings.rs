//! Reading strings: scanning for what ends or interrupts them, and decoding escapes.

use super::{Read, Reader};
use crate::source::text::push_code_point;
use crate::source::tree::{Decoded, Flags, Kind};

impl Reader<'_> {
    /// Reads the string at the position, its opening quote included.
    pub(super) fn string(&mut self, flags: Flags) -> Read<()> {
        let start = self.position;
        self.position += 1;
        self.skip_plain();
        if self.peek() == Some(b'"') {
            self.position += 1;
            self.push(Kind::String, start, self.position, flags);
            return Ok(());
        }
        let decoded = self.decode_rest(start)?;
        let link = self.tree.decoded.len() as u32;
        self.tree.decoded.push(decoded);
        self.push(
            Kind::String,
            start,
            self.position,
            flags.with(Flags::ESCAPED),
        );
        if let Some(node) = self.tree.nodes.last_mut() {
            node.link = link;
        }
        Ok(())
    }

    /// Reads on in a string from its first escape, decoding all of it.
    fn decode_rest(&mut self, start: usize) -> Read<Decoded> {
        let mut bytes = Vec::with_capacity(2 * (self.position - start) + 16);
        let mut copied = start + 1;
        loop {
            bytes.extend_from_slice(self.bytes.get(copied..self.position).unwrap_or_default());
            match self.peek() {
                Some(b'"') => {
                    self.position += 1;
                    break;
                }
                Some(b'\\') => {
                    push_code_point(&mut bytes, self.escape()?);
                }
                Some(_) => {
                    return Err(self.error_here("a control character stands in a string; write it as an escape such as `\\n` or `\\t`"));
                }
                None => return Err(self.error("this string is not closed", start, self.position)),
            }
            copied = self.position;
            self.skip_plain();
        }
        // Only a lone surrogate is no UTF-8.
        Ok(match String::from_utf8(bytes) {
            Ok(text) => Decoded::Utf8(text.into_boxed_str()),
            Err(error) => Decoded::Wtf8(error.into_bytes().into_boxed_slice()),
        })
    }

    /// Reads an escape and gives its code point. A surrogate pair written as two escapes is one code point.
    fn escape(&mut self) -> Read<u32> {
        let start = self.position;
        let letter = self.bytes.get(start + 1).copied();
        self.position += 2;
        Ok(match letter {
            Some(b'"') => 0x22,
            Some(b'\\') => 0x5c,
            Some(b'/') => 0x2f,
            Some(b'b') => 0x08,
            Some(b'f') => 0x0c,
            Some(b'n') => 0x0a,
            Some(b'r') => 0x0d,
            Some(b't') => 0x09,
            Some(b'u') => {
                let Some(point) = self.hex4(self.position) else {
                    let end = self.text.floor_char_boundary(self.position + 4);
                    return Err(self.error(
                        "an escape with `\\u` needs four hexadecimal digits",
                        start,
                        end,
                    ));
                };
                self.position += 4;
                if (0xd800..0xdc00).contains(&point)
                    && self.bytes.get(self.position..self.position + 2) == Some(b"\\u")
                    && let Some(low @ 0xdc00..=0xdfff) = self.hex4(self.position + 2)
                {
                    self.position += 6;
                    return Ok(0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00));
                }
                point
            }
            None => {
                self.position -= 1;
                return Err(self.error_here("the text ends inside an escape"));
            }
            Some(_) => {
                let end = self.text.ceil_char_boundary(self.position);
                return Err(self.error(
                    "this is no JSON escape; a backslash itself is written `\\\\`",
                    start,
                    end,
                ));
            }
        })
    }

    fn hex4(&self, at: usize) -> Option<u32> {
        self.bytes
            .get(at..at + 4)?
            .iter()
            .try_fold(0, |value, byte| {
                Some(value << 4 | char::from(*byte).to_digit(16)?)
            })
    }

    /// Moves on to the next quote, backslash, control character or the end, eight bytes at a time.
    fn skip_plain(&mut self) {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const HIGH: u64 = 0x8080_8080_8080_8080;
        // Sets the high bit of (at least the first) byte that is zero.
        let zero = |word: u64| word.wrapping_sub(ONES) & !word & HIGH;
        while let Some(chunk) = self
            .bytes
            .get(self.position..)
            .and_then(|rest| rest.first_chunk::<8>())
        {
            let word = u64::from_le_bytes(*chunk);
            let control = word.wrapping_sub(ONES * 0x20) & !word & HIGH;
            let stop = control | zero(word ^ (ONES * 0x22)) | zero(word ^ (ONES * 0x5c));
            if stop != 0 {
                self.position += (stop.trailing_zeros() / 8) as usize;
                return;
            }
            self.position += 8;
        }
        while let Some(0x20..=0x21 | 0x23..=0x5b | 0x5d..) = self.peek() {
            self.position += 1;
        }
    }
}

//! Escapes of JSON strings: from decoded text back to where it is written.

use super::text::decode;

/// Goes through the raw text of a string, between its quotes, beside its decoded text.
#[derive(Clone, Copy, Debug)]
pub(super) struct RawCursor<'a> {
    raw: &'a [u8],
    at: usize,
    decoded: usize,
}

impl<'a> RawCursor<'a> {
    pub(super) fn new(raw: &'a [u8]) -> RawCursor<'a> {
        RawCursor {
            raw,
            at: 0,
            decoded: 0,
        }
    }

    /// Where the byte at `offset` of the decoded text is written. Offsets must not fall from call to call.
    pub(super) fn advance(&mut self, offset: usize) -> usize {
        let RawCursor {
            raw,
            mut at,
            mut decoded,
        } = *self;
        while decoded < offset && at < raw.len() {
            let (length, size) = match raw.get(at..) {
                Some([b'\\', b'u', digits @ ..]) => match surrogate_pair(digits) {
                    true => (12, 4),
                    false => (6, unicode_escape_size(digits)),
                },
                Some([b'\\', ..]) => (2, 1),
                Some(rest) => match decode(rest) {
                    Some((_, length)) => (length, length),
                    None => break,
                },
                None => break,
            };
            at += length;
            decoded += size;
        }
        (self.at, self.decoded) = (at, decoded);
        at.min(raw.len())
    }
}

/// Whether what follows `\u` is a high surrogate with the escape of a low one behind it.
fn surrogate_pair(digits: &[u8]) -> bool {
    matches!(
        digits,
        [
            b'd' | b'D',
            b'8' | b'9' | b'a' | b'b' | b'A' | b'B',
            _,
            _,
            b'\\',
            b'u',
            b'd' | b'D',
            b'c'..=b'f' | b'C'..=b'F',
            ..,
        ]
    )
}

/// The bytes that the character of a `\u` escape takes in WTF-8.
fn unicode_escape_size(digits: &[u8]) -> usize {
    let value = digits.iter().take(4).fold(0u32, |value, digit| {
        value << 4 | char::from(*digit).to_digit(16).unwrap_or(0)
    });
    match value {
        0..=0x7f => 1,
        0x80..=0x7ff => 2,
        _ => 3,
    }
}

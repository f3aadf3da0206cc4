//! Unicode text as the documents' reader hands it out.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A borrowed string value.
///
/// JSON escapes can spell a lone surrogate, which Rust's `str` cannot hold but the reference reads and keeps.
/// Such text is held as WTF-8: UTF-8 in which a lone surrogate takes its three generalised bytes. Byte order of
/// WTF-8 is code point order, so comparison and sorting agree with the reference.
#[derive(Clone, Copy)]
pub enum Text<'a> {
    /// Ordinary text.
    Utf8(&'a str),
    /// Text with at least one lone surrogate, in WTF-8.
    Wtf8(&'a [u8]),
}

impl<'a> Text<'a> {
    /// The WTF-8 bytes; for ordinary text, its UTF-8.
    pub fn as_bytes(self) -> &'a [u8] {
        match self {
            Text::Utf8(text) => text.as_bytes(),
            Text::Wtf8(bytes) => bytes,
        }
    }

    /// The text as `str`, or `None` when it holds a lone surrogate.
    pub fn as_str(self) -> Option<&'a str> {
        match self {
            Text::Utf8(text) => Some(text),
            Text::Wtf8(_) => None,
        }
    }

    /// Whether there is no character at all.
    pub fn is_empty(self) -> bool {
        self.as_bytes().is_empty()
    }

    /// The code points in order, lone surrogates included.
    pub fn code_points(self) -> CodePoints<'a> {
        CodePoints {
            rest: self.as_bytes(),
        }
    }

    /// An owned copy.
    pub fn to_buf(self) -> TextBuf {
        match self {
            Text::Utf8(text) => TextBuf::Utf8(text.to_owned()),
            Text::Wtf8(bytes) => TextBuf::Wtf8(bytes.to_vec()),
        }
    }

    /// The text with U+FFFD, which takes as many UTF-16 code units, in place of each lone surrogate.
    pub fn to_well_formed(self) -> Cow<'a, str> {
        match self {
            Text::Utf8(text) => Cow::Borrowed(text),
            Text::Wtf8(_) => self
                .code_points()
                .map(|point| char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect(),
        }
    }

    /// The text for people and for strict JSON: a lone surrogate is written as the six characters `\udXXX`.
    pub fn display(self) -> Cow<'a, str> {
        match self {
            Text::Utf8(text) => Cow::Borrowed(text),
            Text::Wtf8(_) => Cow::Owned(self.to_string()),
        }
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        Text::Utf8(text)
    }
}

impl PartialEq for Text<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Text<'_> {}

impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl PartialEq<&str> for Text<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl PartialOrd for Text<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text<'_> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl Hash for Text<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Text::Utf8(text) => f.write_str(text),
            Text::Wtf8(_) => self
                .code_points()
                .try_for_each(|point| match char::from_u32(point) {
                    Some(character) => fmt::Write::write_char(f, character),
                    None => write!(f, "\\u{point:04x}"),
                }),
        }
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.display(), f)
    }
}

/// An owned [`Text`].
#[derive(Clone)]
pub enum TextBuf {
    /// Ordinary text.
    Utf8(String),
    /// Text with at least one lone surrogate, in WTF-8.
    Wtf8(Vec<u8>),
}

impl TextBuf {
    /// The same text, borrowed.
    pub fn as_text(&self) -> Text<'_> {
        match self {
            TextBuf::Utf8(text) => Text::Utf8(text),
            TextBuf::Wtf8(bytes) => Text::Wtf8(bytes),
        }
    }
}

impl From<String> for TextBuf {
    fn from(text: String) -> Self {
        TextBuf::Utf8(text)
    }
}

impl fmt::Debug for TextBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_text().fmt(f)
    }
}

/// The code points of a [`Text`], as numbers because a lone surrogate is no `char`.
#[derive(Clone)]
pub struct CodePoints<'a> {
    rest: &'a [u8],
}

impl Iterator for CodePoints<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let (point, length) = decode(self.rest)?;
        self.rest = self.rest.get(length..).unwrap_or_default();
        Some(point)
    }
}

/// The first code point of well-formed WTF-8 and the number of bytes it takes; `None` at the end.
pub fn decode(bytes: &[u8]) -> Option<(u32, usize)> {
    let continuation = |index: usize| u32::from(bytes.get(index).copied().unwrap_or(0) & 0x3f);
    let first = u32::from(*bytes.first()?);
    Some(match first {
        0..=0x7f => (first, 1),
        0x80..=0xdf => ((first & 0x1f) << 6 | continuation(1), 2),
        0xe0..=0xef => (
            (first & 0x0f) << 12 | continuation(1) << 6 | continuation(2),
            3,
        ),
        _ => (
            (first & 0x07) << 18 | continuation(1) << 12 | continuation(2) << 6 | continuation(3),
            4,
        ),
    })
}

/// Appends a code point as WTF-8. A high surrogate already at the end and a low one coming together become the
/// character they spell, as WTF-8 demands.
pub fn push_code_point(into: &mut Vec<u8>, point: u32) {
    let mut point = point;
    if (0xdc00..=0xdfff).contains(&point)
        && let [.., 0xed, second @ 0xa0..=0xaf, third] = **into
    {
        let high = 0xd000 | u32::from(second & 0x3f) << 6 | u32::from(third & 0x3f);
        into.truncate(into.len() - 3);
        point = 0x10000 + ((high - 0xd800) << 10) + (point - 0xdc00);
    }
    match char::from_u32(point) {
        Some(character) => {
            let mut buffer = [0; 4];
            into.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
        }
        None => into.extend([
            0xe0 | (point >> 12) as u8,
            0x80 | (point >> 6 & 0x3f) as u8,
            0x80 | (point & 0x3f) as u8,
        ]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lone_surrogates_survive_and_pairs_join() {
        let mut bytes = Vec::new();
        for point in [0x61, 0xd83d, 0xde00, 0xd800, 0xe9] {
            push_code_point(&mut bytes, point);
        }
        let text = Text::Wtf8(&bytes);
        assert_eq!(
            text.code_points().collect::<Vec<_>>(),
            [0x61, 0x1f600, 0xd800, 0xe9]
        );
        assert_eq!(text.to_string(), "a\u{1f600}\\ud800é");
    }
}

//! Names and values as they stand in messages.

use crate::source::{Document, NodeId, Text, decode};
use crate::unicode;
use std::fmt::{self, Write as _};

/// Names and values in messages are cut after this many characters.
const SHOWN: usize = 60;

/// A name without spaces at its ends and invisible characters, if it has any.
#[inline(never)]
pub(super) fn unpadded(name: Text<'_>) -> Option<String> {
    let text = name.as_str()?;
    let mut bare = String::with_capacity(text.len());
    let mut end = 0;
    for letter in text.chars() {
        let space = unicode::is_space(letter.into());
        if is_invisible(letter) || (space && bare.is_empty()) {
            continue;
        }
        bare.push(letter);
        if !space {
            end = bare.len();
        }
    }
    bare.truncate(end);
    (bare.len() != text.len() && !bare.is_empty()).then_some(bare)
}

/// Characters that show nothing and join nothing. Emoji joiners and variation selectors do join.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// A name or a value's own text as it stands in a message: in backticks, on one line, cut when long.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a>(pub(super) Text<'a>);

impl<'a> Shown<'a> {
    /// A value's own text.
    pub(super) fn raw(document: &'a Document, node: NodeId) -> Shown<'a> {
        Shown(Text::Utf8(document.raw(node)))
    }
}

impl fmt::Display for Shown<'_> {
    #[inline(never)]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0.as_bytes();
        f.write_char('`')?;
        if rest.is_empty() {
            f.write_str("\"\"")?;
        }
        let mut after_space = false;
        let mut shown = 0;
        while let Some((point, length)) = decode(rest) {
            if shown == SHOWN {
                f.write_char('…')?;
                break;
            }
            rest = rest.get(length..).unwrap_or_default();
            let space = unicode::is_space(point);
            match char::from_u32(point) {
                _ if space && after_space => continue,
                _ if space => f.write_char(' ')?,
                Some(letter) => f.write_char(letter)?,
                None => write!(f, "\\u{point:04x}")?,
            }
            after_space = space;
            shown += 1;
        }
        f.write_char('`')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_names_on_one_line() {
        let shown = |text| Shown(Text::Utf8(text)).to_string();
        assert_eq!(shown("a\n  b"), "`a b`");
        assert_eq!(shown(""), "`\"\"`");
        assert_eq!(shown(&"x".repeat(61)), format!("`{}…`", "x".repeat(60)));
        assert_eq!(Shown(Text::Wtf8(b"\xed\xa0\x80")).to_string(), "`\\ud800`");
    }
}

//! "Did you mean": the known name that a written one is close to. And names and values as they stand in messages.

use crate::source::{Document, NodeId, Text, decode};
use crate::unicode;
use std::fmt::{self, Write as _};
use strsim::osa_distance;

/// Longer names are not compared: no known one is half as long.
const LONGEST: usize = 48;
/// Names and values in messages are cut after this many characters.
const SHOWN: usize = 60;

/// How far apart two names may be, in edited, missing, added or swapped letters.
fn allowed_distance(length: usize) -> usize {
    match length {
        0..=2 => 0,
        3..=5 => 1,
        6..=8 => 2,
        _ => (length / 4).min(4),
    }
}

/// The known name that a written key most probably stands for.
///
/// Compared in snake case, so `maxSteps` is `max_steps`; then by edits; then a name is taken whose words include all
/// those written, if only one does: `cost` is `cost_usd`.
#[inline(never)]
pub(super) fn closest_key(written: Text<'_>, known: &[&'static str]) -> Option<&'static str> {
    let written = snake_case(written.as_str().filter(|text| text.len() <= LONGEST)?);
    let mut best = allowed_distance(written.len()) + 1;
    let mut found = None;
    let mut containing = None;
    let mut containing_count = 0;
    for name in known {
        let distance = osa_distance(&written, name);
        if distance < best {
            best = distance;
            found = Some(*name);
        }
        if includes_words(name, &written) {
            containing_count += 1;
            containing = Some(*name);
        }
    }
    found.or(containing.filter(|_| containing_count == 1))
}

/// Whether a name has all the longer words of another one.
fn includes_words(name: &str, written: &str) -> bool {
    let mut words = written.split('_').filter(|word| word.len() > 2).peekable();
    words.peek().is_some() && words.all(|word| name.split('_').any(|own| own == word))
}

/// The listed name that another one is nearly, but not quite: a name of the user's own choice, so one or two edits.
pub(crate) fn closest_name<'a>(
    written: Text<'_>,
    listed: impl Iterator<Item = Text<'a>>,
) -> Option<&'a str> {
    let written = written.as_str().filter(|text| text.len() <= LONGEST)?;
    let mut best = allowed_distance(written.len()).min(2) + 1;
    let mut found = None;
    for name in listed
        .filter_map(Text::as_str)
        .filter(|name| name.len() <= LONGEST)
    {
        let distance = osa_distance(written, name);
        if 0 < distance && distance < best {
            best = distance;
            found = Some(name);
        }
    }
    found
}

fn snake_case(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut after_small = false;
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && after_small {
            out.push('_');
        }
        after_small = letter.is_ascii_lowercase() || letter.is_ascii_digit();
        out.push(match letter {
            '-' | ' ' | '.' => '_',
            _ => letter.to_ascii_lowercase(),
        });
    }
    out
}

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
    fn finds_the_key_that_was_meant() {
        const KNOWN: [&str; 6] = [
            "max_step_latency_ms",
            "max_total_latency_ms",
            "max_total_cost_usd",
            "max_total_tokens",
            "type",
            "min",
        ];
        for (written, meant) in [
            ("max_total_latency", Some("max_total_latency_ms")),
            ("maxTotalTokens", Some("max_total_tokens")),
            ("max-cost", Some("max_total_cost_usd")),
            ("max_latency_ms", None),
            ("tpye", Some("type")),
            ("mix", Some("min")),
            ("steps", None),
            ("", None),
        ] {
            assert_eq!(closest_key(Text::Utf8(written), &KNOWN), meant, "{written}");
        }
    }

    #[test]
    fn shows_names_on_one_line() {
        let shown = |text| Shown(Text::Utf8(text)).to_string();
        assert_eq!(shown("a\n  b"), "`a b`");
        assert_eq!(shown(""), "`\"\"`");
        assert_eq!(shown(&"x".repeat(61)), format!("`{}…`", "x".repeat(60)));
        assert_eq!(Shown(Text::Wtf8(b"\xed\xa0\x80")).to_string(), "`\\ud800`");
    }
}

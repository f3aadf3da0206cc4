//! "Did you mean": the known name that a written one is close to.

use crate::source::Text;
use strsim::osa_distance;

/// Longer names are not compared: no known one is half as long.
const LONGEST: usize = 48;
/// Names in messages are cut after this many characters.
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
pub(super) fn closest_key(written: Text<'_>, known: &[&'static str]) -> Option<&'static str> {
    let written = snake_case(written.as_str().filter(|text| text.len() <= LONGEST)?);
    if let Some(name) = closest(
        &written,
        known.iter().copied(),
        allowed_distance(written.len()),
    ) {
        return Some(name);
    }
    let words: Vec<&str> = written.split('_').filter(|word| word.len() > 2).collect();
    let mut containing = known.iter().filter(|name| {
        !words.is_empty()
            && words
                .iter()
                .all(|word| name.split('_').any(|known| known == *word))
    });
    match (containing.next(), containing.next()) {
        (Some(name), None) => Some(name),
        _ => None,
    }
}

/// The listed name that another one is nearly, but not quite: a name of the user's own choice, so one or two edits.
pub(super) fn closest_name<'a>(
    written: Text<'_>,
    listed: impl Iterator<Item = Text<'a>>,
) -> Option<&'a str> {
    let written = written.as_str().filter(|text| text.len() <= LONGEST)?;
    let most = allowed_distance(written.chars().count()).min(2);
    let listed = listed
        .filter_map(Text::as_str)
        .filter(|name| name.len() <= LONGEST && *name != written);
    closest(written, listed, most)
}

fn closest<'a>(
    written: &str,
    known: impl Iterator<Item = &'a str>,
    most: usize,
) -> Option<&'a str> {
    known
        .filter(|name| name.len().abs_diff(written.len()) <= 4 * most)
        .map(|name| (osa_distance(written, name), name))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

fn snake_case(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut after_small = false;
    for letter in name.trim().chars() {
        if letter.is_uppercase() && after_small {
            out.push('_');
        }
        after_small = letter.is_lowercase() || letter.is_ascii_digit();
        match letter {
            '-' | ' ' | '.' => out.push('_'),
            _ => out.extend(letter.to_lowercase()),
        }
    }
    out
}

/// A name without spaces at its ends and invisible characters, if it has any.
pub(super) fn unpadded(name: Text<'_>) -> Option<String> {
    let text = name.as_str()?;
    let bare: String = text
        .trim()
        .chars()
        .filter(|letter| !is_invisible(*letter))
        .collect();
    (bare.len() != text.len() && !bare.is_empty()).then_some(bare)
}

/// Characters that show nothing and join nothing. Emoji joiners and variation selectors do join.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// A name of the document as it stands in a message: between backticks, cut when long, quoted when there is nothing
/// to see.
pub(super) fn shown(name: Text<'_>) -> String {
    let name = name.display();
    if name.trim().is_empty() {
        return cut(&format!("{name:?}"));
    }
    cut(&name)
}

/// A value's own text as it stands in a message: on one line, cut when long.
pub(super) fn cut(text: &str) -> String {
    let mut out = String::from("`");
    let mut letters = text.chars().peekable();
    for _ in 0..SHOWN {
        match letters.next() {
            None => break,
            Some(space) if space.is_whitespace() || space.is_control() => {
                while letters.next_if(|next| next.is_whitespace()).is_some() {}
                out.push(' ');
            }
            Some(letter) => out.push(letter),
        }
    }
    out.push_str(if letters.peek().is_some() {
        "…`"
    } else {
        "`"
    });
    out
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
}

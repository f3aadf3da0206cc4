//! "Did you mean": the known name that a written one is close to.

use crate::source::Text;
use strsim::osa_distance;

/// Longer names are not compared: no known one is half as long.
const LONGEST: usize = 48;

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
pub(crate) fn closest_key(written: Text<'_>, known: &[&'static str]) -> Option<&'static str> {
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

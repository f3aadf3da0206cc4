//! The lines before a document.

use std::ops::Range;

/// Refuses what the reference does not know or warns of. Offsets are bytes of the text itself.
pub(super) fn check(text: &str) -> Option<(String, Range<usize>)> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_start_matches('\u{feff}').trim_end();
        let start = at + line.find(content).unwrap_or_default();
        at += line.len();
        if let Some(directive) = content.strip_prefix('%') {
            let mut words = directive.split_ascii_whitespace();
            let message = match (words.next(), words.next()) {
                (Some("YAML"), Some("1.1" | "1.2")) | (Some("TAG"), _) => continue,
                (Some("YAML"), _) => {
                    "This version of YAML is not read here: write `%YAML 1.2`, or remove the line"
                }
                _ => "This directive is not read here: remove the line",
            };
            return Some((message.to_owned(), start..start + content.len()));
        }
        if content == "..." {
            let message = "The gate takes this line for the end of an empty document and drops what follows: remove it";
            return Some((message.to_owned(), start..start + content.len()));
        }
        let comment = content.trim_start();
        if !(comment.is_empty() || comment.starts_with('#')) {
            return None;
        }
    }
    None
}

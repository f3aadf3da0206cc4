//! The engine's sentences: what stands between backquotes is code.

use std::ops::RangeInclusive;

use yew::prelude::*;

/// A sentence with its code set as code: what stands between two runs of as many backquotes. Unpaired ones are part of
/// the text.
pub fn prose(text: &str) -> Html {
    parts(text)
        .into_iter()
        .map(|(part, is_code)| {
            if is_code {
                html! { <code>{ part }</code> }
            } else {
                html! { { part } }
            }
        })
        .collect()
}

/// Lengths of names, in bytes, that may need more than a line and are no wall of text.
const LONG: RangeInclusive<usize> = 17..=256;

/// A name that lines may break after its separators.
pub fn name(name: &str) -> Html {
    if !LONG.contains(&name.len()) {
        return html! { { name } };
    }
    let is_separator = |letter: char| "_.-/:".contains(letter);
    let mut parts = Vec::new();
    let mut rest = name;
    while let Some(at) = rest.find(is_separator) {
        let after = rest[at..].trim_start_matches(is_separator);
        let (part, next) = rest.split_at(rest.len() - after.len());
        parts.push(html! { <>{ part }<wbr /></> });
        rest = next;
    }
    html! { <>{ for parts }{ rest }</> }
}

/// The parts of a text, and whether each is code.
fn parts(text: &str) -> Vec<(&str, bool)> {
    let mut parts = Vec::new();
    let (mut rest, mut plain) = (text, text);
    while let Some(at) = rest.find('`') {
        let opened = &rest[at..];
        let run = opened.len() - opened.trim_start_matches('`').len();
        let inside = &opened[run..];
        let Some(end) = closing(inside, run) else {
            rest = inside;
            continue;
        };
        let before = plain.len() - opened.len();
        parts.push((&plain[..before], false));
        let code = &inside[..end];
        // A space keeps backquotes apart from those that stand around the code.
        let padded = code
            .strip_prefix(' ')
            .and_then(|code| code.strip_suffix(' '));
        parts.push((padded.filter(|_| run > 1).unwrap_or(code), true));
        rest = &inside[end + run..];
        plain = rest;
    }
    parts.push((plain, false));
    parts
}

/// Where a run of exactly as many backquotes stands.
fn closing(text: &str, run: usize) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + text[from..].find('`')?;
        let length = text.len() - at - text[at..].trim_start_matches('`').len();
        if length == run {
            return Some(at);
        }
        from = at + length;
    }
}

/// A sentence with its final period, which the engine leaves out.
pub fn sentence(text: &str) -> Html {
    let end = if text.ends_with(['.', '?', '!']) {
        ""
    } else {
        "."
    };
    html! { <>{ prose(text) }{ end }</> }
}

#[cfg(test)]
mod tests {
    use super::parts;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn code_stands_between_runs_of_as_many_backquotes() {
        for (text, code) in [
            ("plain", vec![]),
            ("`a` and `b c`", vec!["a", "b c"]),
            (
                "between `` ```yaml `` and `` ``` ``",
                vec!["```yaml", "```"],
            ),
            ("` a `", vec![" a "]),
            ("an unpaired ` stays", vec![]),
            ("``a` and `b`", vec![" and "]),
            ("\u{1f600} `\u{e9}` \u{1f600}", vec!["\u{e9}"]),
        ] {
            let found = parts(text);
            let whole: Vec<&str> = found.iter().filter(|it| it.1).map(|it| it.0).collect();
            assert_eq!(whole, code, "{text}");
        }
    }
}

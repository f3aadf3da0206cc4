//! The engine's sentences: what stands between backquotes is code.

use yew::prelude::*;

/// A sentence with its code set as code. Unpaired backquotes are part of the text.
pub fn prose(text: &str) -> Html {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return html! { { text } };
    }
    parts
        .into_iter()
        .enumerate()
        .map(|(at, part)| {
            if at.is_multiple_of(2) {
                html! { { part } }
            } else {
                html! { <code>{ part }</code> }
            }
        })
        .collect()
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

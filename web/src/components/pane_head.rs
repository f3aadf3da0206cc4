//! The header of a document: where it came from and what it was read as.

use yew::prelude::*;

use super::numbers::{count, duration};
use crate::content::LineEnding;
use crate::protocol::Document;
use crate::state::DocumentState;

/// Properties of [`PaneHead`].
#[derive(Properties, PartialEq)]
pub struct PaneHeadProps {
    /// Which document.
    pub document: Document,
    /// What is known of it.
    pub known: DocumentState,
    /// Whether it has a problem.
    pub invalid: bool,
    /// The total latency of a judged trace, in milliseconds; none where the trace tells none.
    pub latency: Option<f64>,
}

/// The header.
#[component]
pub fn PaneHead(props: &PaneHeadProps) -> Html {
    let known = &props.known;
    html! {
        <>
            if !known.origin.name.is_empty() {
                <span class="file" title={known.origin.name.clone()}>{ &known.origin.name }</span>
            }
            if known.origin.line_ending == LineEnding::CrLf {
                <span class="tag" title="The file ends its lines with CR LF; it will be written back so">
                    { "CRLF" }
                </span>
            }
            if known.heavy {
                <span
                    class="tag"
                    title="Above 1 MB, or with a line of more than 50,000 characters, colours, folding and bracket \
                           matching are switched off to keep typing fast"
                >
                    { "large: no colours or folding" }
                </span>
            }
            <span class="reading">{ reading(props) }</span>
        </>
    }
}

fn reading(props: &PaneHeadProps) -> String {
    if props.invalid {
        return "invalid".to_owned();
    }
    let Some(summary) = props.known.summary.as_ref().filter(|summary| summary.valid) else {
        return String::new();
    };
    let mut parts = vec![match props.document {
        Document::Policy => "ARH 1 \u{b7} valid".to_owned(),
        // Its tab says what it is.
        Document::Approval => "valid".to_owned(),
        Document::Trace => "ARH trace".to_owned(),
    }];
    if let Some(steps) = summary.steps {
        parts.push(count(u64::from(steps), "step"));
    }
    if let (Document::Trace, Some(latency)) = (props.document, props.latency) {
        parts.push(duration(latency));
    }
    if summary.hints > 0 {
        parts.push(count(u64::from(summary.hints), "hint"));
    }
    parts.join(" \u{b7} ")
}

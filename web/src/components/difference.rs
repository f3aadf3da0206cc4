//! How two verdicts differ.

use yew::prelude::*;

use super::numbers::grouped;
use crate::protocol::DifferenceView;

/// The most findings of each kind that are listed.
const MOST: usize = 10;

/// Properties of [`Difference`].
#[derive(Properties, PartialEq)]
pub struct DifferenceProps {
    /// The difference.
    pub difference: DifferenceView,
}

/// The difference.
#[component]
pub fn Difference(props: &DifferenceProps) -> Html {
    let DifferenceView {
        before,
        after,
        gone,
        new,
    } = &props.difference;
    html! {
        <>
            <p>
                <b>{ before }</b>{ " became " }<b>{ after }</b>{ "." }
            </p>
            { list("No longer found", gone) }
            { list("Newly found", new) }
        </>
    }
}

fn list(title: &'static str, findings: &[[String; 2]]) -> Html {
    if findings.is_empty() {
        return Html::default();
    }
    let more = findings.len().saturating_sub(MOST);
    html! {
        <>
            <p>{ title }{ ":" }</p>
            <ul aria-label={title}>
                { for findings.iter().take(MOST).enumerate().map(|(index, [rule, subject])| html! {
                    <li key={index}>{ rule }{ " at " }<code>{ subject }</code></li>
                }) }
                if more > 0 {
                    <li>{ format!("and {} more", grouped(more as u64)) }</li>
                }
            </ul>
        </>
    }
}

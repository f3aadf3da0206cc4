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
        changes,
        gone,
        new,
        tools,
    } = &props.difference;
    let at =
        |[rule, subject]: &[String; 2]| html! { <>{ rule }{ " at " }<code>{ subject }</code></> };
    let decided = |[tool, before, after]: &[String; 3]| {
        html! { <><code>{ tool }</code>{ format!(": {before} became {after}") }</> }
    };
    html! {
        <>
            { for changes.iter().enumerate().map(|(index, [before, after])| html! {
                <p key={index}>
                    <b>{ before }</b>{ " became " }<b>{ after }</b>{ "." }
                </p>
            }) }
            { list("No longer found", gone, at) }
            { list("Newly found", new, at) }
            { list("Decided otherwise", tools, decided) }
        </>
    }
}

fn list<T>(title: &'static str, items: &[T], item: impl Fn(&T) -> Html) -> Html {
    if items.is_empty() {
        return Html::default();
    }
    let more = items.len().saturating_sub(MOST);
    html! {
        <>
            <p>{ title }{ ":" }</p>
            <ul aria-label={title}>
                { for items.iter().take(MOST).enumerate().map(|(index, each)| html! {
                    <li key={index}>{ item(each) }</li>
                }) }
                if more > 0 {
                    <li>{ format!("and {} more", grouped(more as u64)) }</li>
                }
            </ul>
        </>
    }
}

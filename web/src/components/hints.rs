//! The hints: places where what is written is not what is read, or may not do what it seems to.

use yew::prelude::*;

use super::numbers::grouped;
use super::prose::sentence;
use crate::controller::Controller;
use crate::editors::Place;
use crate::protocol::HintRow;

/// Properties of [`Hints`].
#[derive(Properties, PartialEq)]
pub struct HintsProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// The hints that are listed.
    pub rows: Vec<HintRow>,
    /// How many there are.
    pub total: u32,
    /// What the part of the page is called that holds them.
    #[prop_or("Hints by place")]
    pub label: &'static str,
    /// What they have in common.
    pub about: &'static str,
    /// Whether their places are those of the shown report, which may be about an earlier text.
    pub are_reported: bool,
}

/// The hints.
#[component]
pub fn Hints(props: &HintsProps) -> Html {
    let (total, are_reported) = (props.total, props.are_reported);
    if total == 0 {
        return Html::default();
    }
    let more = total as usize - props.rows.len();
    html! {
        <section class="hints" aria-label={props.label}>
            <div class="side-head">
                <h2>{ "Hints " }<span class="num soft">{ format!("({})", grouped(u64::from(total))) }</span></h2>
            </div>
            <p class="soft">{ props.about }</p>
            <ul aria-label="Hints">
                { for props.rows.iter().enumerate().map(|(index, hint)| {
                    let controller = props.controller.clone();
                    let document = hint.document;
                    let place = if are_reported {
                        Place::Reported(hint.range)
                    } else {
                        Place::Answered(hint.range)
                    };
                    html! {
                        <li key={index}>
                            <p>
                                <span class="sev hint" aria-hidden="true" />
                                <b>{ &hint.title }</b>{ ": " }
                                { sentence(&hint.message) }
                                if let Some(suggestion) = &hint.suggestion {
                                    { " Did you mean " }<code>{ suggestion }</code>{ "?" }
                                }
                            </p>
                            <button
                                type="button"
                                class="link"
                                onclick={move |_| controller.go(document, place)}
                            >
                                { format!("{} line {}", document.title(), grouped(u64::from(hint.line))) }
                            </button>
                        </li>
                    }
                }) }
            </ul>
            if more > 0 {
                <p class="soft">{ format!("and {} more", grouped(more as u64)) }</p>
            }
        </section>
    }
}

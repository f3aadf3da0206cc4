//! The hints: places where what is written is not what is read.

use yew::prelude::*;

use super::numbers::grouped;
use super::prose::sentence;
use crate::controller::Controller;
use crate::editors::Place;
use crate::shared::Shared;
use crate::state::Judgement;

/// Properties of [`Hints`].
#[derive(Properties, PartialEq)]
pub struct HintsProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// The verdict that the hints came with.
    pub judgement: Shared<Judgement>,
}

/// The hints.
#[component]
pub fn Hints(props: &HintsProps) -> Html {
    let report = &props.judgement.report;
    let total: u32 = report.hint_counts.iter().sum();
    if total == 0 {
        return Html::default();
    }
    let more = total as usize - report.hints.len();
    html! {
        <section class="hints" aria-label="Hints by place">
            <div class="side-head">
                <h2>{ "Hints " }<span class="num soft">{ format!("({})", grouped(u64::from(total))) }</span></h2>
            </div>
            <p class="soft">{ "What you wrote is not what is read. Hints never change the score." }</p>
            <ul aria-label="Hints">
                { for report.hints.iter().enumerate().map(|(index, hint)| {
                    let controller = props.controller.clone();
                    let (document, range) = (hint.document, hint.range);
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
                                onclick={move |_| controller.go(document, Place::Reported(range))}
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

//! Whether a reader of the schema's version 0.4.1 would load the policy.

use yew::prelude::*;

use crate::components::numbers::grouped;
use crate::components::prose::sentence;
use crate::controller::Controller;
use crate::editors::Place;
use crate::protocol::{Document, OlderReader};

/// Properties of [`Reader`].
#[derive(Properties, PartialEq)]
pub struct ReaderProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// What such a reader would say.
    pub older: OlderReader,
    /// Whether the policy loads here.
    pub loads: bool,
}

/// The answer.
#[component]
pub fn Reader(props: &ReaderProps) -> Html {
    let older = &props.older;
    let told = match (older.loads, props.loads, older.unknown_count) {
        (true, ..) => "Yes: nothing in it is newer.",
        (false, true, _) => "No: it would fail closed there.",
        (false, false, 0) => "No, and neither does today's reader.",
        (false, false, _) => "No, and neither does today's reader; it also holds newer keys.",
    };
    let more = older.unknown_count as usize - older.unknown.len();
    html! {
        <section class="reader" aria-label="Older readers">
            <p>
                { "Would a 0.4.1 reader still load this? " }<b>{ told }</b>
            </p>
            if !older.unknown.is_empty() {
                <ul aria-label="Newer keys">
                    { for older.unknown.iter().enumerate().map(|(index, row)| {
                        let (controller, place) = (props.controller.clone(), Place::Answered(row.range));
                        html! {
                            <li key={index}>
                                { sentence(&row.message) }{ " " }
                                <button
                                    type="button"
                                    class="link"
                                    onclick={move |_| controller.go(Document::Approval, place)}
                                >
                                    { format!("Line {}", grouped(u64::from(row.line))) }
                                </button>
                            </li>
                        }
                    }) }
                    if more > 0 {
                        <li class="soft">{ format!("and {} more", grouped(more as u64)) }</li>
                    }
                </ul>
            }
        </section>
    }
}

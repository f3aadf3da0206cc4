//! A policy that fails closed: why, and what everything comes to then.

use stepgate_engine::approval::words::{FAIL_CLOSED_CALLS, FAIL_CLOSED_CLASSES};
use yew::prelude::*;

use crate::components::numbers::grouped;
use crate::components::prose::sentence;
use crate::controller::Controller;
use crate::dom;
use crate::editors::Place;
use crate::mode;
use crate::protocol::{Document, FailureView};
use crate::wording::capital;

/// How many errors are listed before a person asks for more.
const FIRST: usize = 5;

/// The id of the list of errors.
const LIST: &str = "load-errors";

/// Properties of [`Failure`].
#[derive(Properties, PartialEq)]
pub struct FailureProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// Why the policy did not load.
    pub failure: FailureView,
}

/// The failure.
#[component]
pub fn Failure(props: &FailureProps) -> Html {
    let failure = &props.failure;
    let all = use_state(|| false);
    let listed = if *all { failure.errors.len() } else { FIRST };
    let more = failure.error_count as usize - failure.errors.len().min(listed);
    let show_all = {
        let all = all.clone();
        Callback::from(move |_| {
            all.set(true);
            dom::hand_on_focus(&format!("#{LIST} li:nth-child({}) button", FIRST + 1));
        })
    };
    html! {
        <section
            class="fails-closed"
            aria-label="Why the policy fails closed"
            role={mode::is_frame().then_some("group")}
        >
            <h2>
                <span class="out deny" aria-hidden="true" />
                { "Fails closed " }<code>{ &failure.code }</code>
            </h2>
            <p>
                { format!("No part of the policy holds. {}, and {FAIL_CLOSED_CALLS}.", capital(FAIL_CLOSED_CLASSES)) }
            </p>
            <ul id={LIST} aria-label="Errors">
                if failure.errors.is_empty() {
                    { error(&props.controller, 0, &failure.problem.message, None, failure.problem.range, failure.problem.at[0]) }
                }
                { for failure.errors.iter().take(listed).enumerate().map(|(index, row)| {
                    let about = Some((row.keyword.as_str(), row.path.as_str()));
                    error(&props.controller, index, &row.message, about, row.range, row.line)
                }) }
                if more > 0 {
                    <li class="soft">
                        { format!("and {} more ", grouped(more as u64)) }
                        if !*all && failure.errors.len() > FIRST {
                            <button type="button" class="link" onclick={show_all}>{ "Show more" }</button>
                        }
                    </li>
                }
            </ul>
        </section>
    }
}

fn error(
    controller: &Controller,
    index: usize,
    message: &str,
    about: Option<(&str, &str)>,
    range: [u32; 2],
    line: u32,
) -> Html {
    let (controller, place) = (controller.clone(), Place::Answered(range));
    html! {
        <li key={index}>
            <button
                type="button"
                class="go"
                aria-label={format!("Go to problem in line {line}")}
                onclick={move |_| controller.go(Document::Approval, place)}
            >
                { format!("Line {}", grouped(u64::from(line))) }
            </button>
            <p>
                { sentence(message) }
                if let Some((keyword, path)) = about {
                    { " " }<span class="soft code">{ keyword }{ " " }{ path }</span>
                }
            </p>
        </li>
    }
}

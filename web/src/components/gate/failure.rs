//! Why a policy did not load, and what every call comes to then.

use yew::prelude::*;

use crate::components::numbers::grouped;
use crate::components::prose::sentence;
use crate::controller::Controller;
use crate::editors::Place;
use crate::protocol::{Document, FailureView};

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
    let more = failure.error_count as usize - failure.errors.len();
    html! {
        <section class="gate-failure" aria-label="Why the policy did not load">
            <div class="side-head"><h2>{ "The policy does not load" }</h2></div>
            <p>
                { "No part of it holds. The gate denies every call that the harness's adapter does not claim, and every \
                   class is manual: whoever asks for one waits for a person." }
            </p>
            if failure.errors.is_empty() {
                <p>{ sentence(&failure.problem.message) }</p>
            } else {
                <ul aria-label="Errors">
                    { for failure.errors.iter().enumerate().map(|(index, error)| {
                        let controller = props.controller.clone();
                        let place = Place::Answered(error.range);
                        html! {
                            <li key={index}>
                                <p>
                                    <span class="sev error" aria-hidden="true" />
                                    { sentence(&error.message) }{ " " }
                                    <span class="soft">{ "(" }<code>{ &error.keyword }</code>
                                        if !error.path.is_empty() {
                                            { " at " }<code>{ &error.path }</code>
                                        }
                                    { ")" }</span>
                                </p>
                                <button
                                    type="button"
                                    class="link"
                                    onclick={move |_| controller.go(Document::Approval, place)}
                                >
                                    { format!("APPROVAL.md line {}", grouped(u64::from(error.line))) }
                                </button>
                            </li>
                        }
                    }) }
                    if more > 0 {
                        <li>{ format!("and {} more", grouped(more as u64)) }</li>
                    }
                </ul>
            }
        </section>
    }
}

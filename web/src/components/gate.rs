//! What the gate of an APPROVAL.md would have done: everything that stands below its verdict.

mod failure;
mod notes;

use yew::prelude::*;

use super::hints::Hints;
use super::numbers::{count, grouped};
use crate::controller::Controller;
use crate::protocol::{Document, FailureView, GateView};
use crate::shared::Shared;
use crate::state::{Gating, Outcome as Verdict};
use failure::Failure;
use notes::Notes;
use stepgate_engine::approval::Outcome;

/// Properties of [`GateResults`].
#[derive(Properties, PartialEq)]
pub struct GateResultsProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// What the gate says.
    pub gating: Shared<Gating>,
}

/// Everything below the verdict.
#[component]
pub fn GateResults(props: &GateResultsProps) -> Html {
    let view = props.gating.view();
    html! {
        <div class="outcome gate-results">
            <div class="columns">
                <div>
                    if let Some(failure) = &view.failure {
                        <Failure controller={props.controller.clone()} failure={failure.clone()} />
                    }
                </div>
                <div class="side">
                    <Hints
                        controller={props.controller.clone()}
                        rows={view.hints.clone()}
                        total={view.hint_count}
                        about="Places that may not do what they seem to. Hints never change a decision."
                        are_reported=false
                    />
                    <Notes controller={props.controller.clone()} notes={view.notes.clone()} />
                </div>
            </div>
        </div>
    }
}

/// How many calls came to each outcome, and why there is none to count.
pub fn counted(verdict: &Verdict, view: &GateView) -> String {
    let counts = view.counts.unwrap_or_default();
    let counts = Outcome::ALL.into_iter().zip(counts);
    let counts: Vec<String> = counts
        .map(|(outcome, count)| format!("{} {}", grouped(u64::from(count)), outcome.told()))
        .collect();
    let mut parts = vec![counts.join(", ")];
    if view.hint_count > 0 {
        parts.push(count(u64::from(view.hint_count), "hint"));
    }
    if view.counts.is_none() {
        parts.push(match verdict {
            Verdict::NotJudged { problems, .. }
                if problems.iter().any(|it| it.document == Document::Trace) =>
            {
                "the trace is invalid".to_owned()
            }
            _ => "there is no trace".to_owned(),
        });
    }
    parts.join(" \u{b7} ")
}

/// What a policy that does not load means.
pub fn failed(failure: &FailureView) -> String {
    let means = "every class is manual";
    match failure.error_count {
        0 => means.to_owned(),
        errors => format!("{} \u{b7} {means}", count(u64::from(errors), "error")),
    }
}

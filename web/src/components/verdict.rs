//! The verdict: the seam between what is written and what it means. Green exists only where the trace passes.

mod other;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::gate;
use super::numbers::{count, duration};
use super::prose::sentence;
use super::safe_start::SafeStart;
use crate::controller::Controller;
use crate::dom;
use crate::protocol::{Document, System};
use crate::shared::Shared;
use crate::state::{Gating, Judgement, Outcome};
use crate::wording::capital;
use other::OtherVerdict;

/// Properties of [`Verdict`].
#[derive(Properties, PartialEq)]
pub struct VerdictProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// The answer about the present texts.
    pub outcome: Outcome,
    /// The policy system whose verdict is shown.
    pub system: System,
    /// What the gate says of the present texts.
    pub gating: Option<Shared<Gating>>,
    /// Whether there is an APPROVAL.md.
    pub has_approval: bool,
    /// Whether there is a policy of the other system as well.
    pub has_both: bool,
    /// Whether the texts have changed since.
    pub updating: bool,
    /// The score from which a trace passes.
    pub fail_under: f64,
    /// The engine's version.
    pub engine: Option<String>,
    /// Whether the whole engine is on its way.
    pub fetching: bool,
    /// Whether nothing is judged until a person asks for it.
    #[prop_or_default]
    pub judging_off: bool,
}

/// The verdict line.
#[component]
pub fn Verdict(props: &VerdictProps) -> Html {
    let gating = props.gating.as_ref();
    let (word, class, rest) = match props.outcome {
        Outcome::Checking if props.fetching => (
            "CHECKING",
            "quiet",
            plain("the part of the engine that these documents need is on its way".into()),
        ),
        _ => said_of(props.system, &props.outcome, gating, props.has_approval),
    };
    let retry = {
        let controller = props.controller.clone();
        Callback::from(move |_| {
            controller.retry();
            dom::hand_on_focus(".cm-content");
        })
    };
    let time = match (&props.outcome, props.system, gating) {
        (Outcome::Judged(judgement), System::Arh, _) => Some(duration(judgement.milliseconds)),
        (_, System::Approval, Some(gating)) => Some(duration(gating.milliseconds)),
        _ => None,
    };
    html! {
        <>
            <div
                class={classes!("status", class, props.updating.then_some("updating"))}
                role="status"
                aria-label="Verdict"
                aria-atomic="true"
            >
                <b class="word">{ word }</b>
                { " " }
                { rest }
            </div>
            if props.judging_off {
                <SafeStart controller={props.controller.clone()} />
            } else if matches!(props.outcome, Outcome::CouldNotVerify { .. }) {
                <button type="button" class="retry" onclick={retry}>{ "Try again" }</button>
            }
            if props.has_both {
                <OtherVerdict
                    controller={props.controller.clone()}
                    system={props.system.other()}
                    outcome={props.outcome.clone()}
                    gating={props.gating.clone()}
                    updating={props.updating}
                />
            }
            <span class="grow" />
            if props.system == System::Arh {
                <FailUnder controller={props.controller.clone()} bound={props.fail_under} />
            }
            <span class="engine num">
                if let Some(time) = time {
                    <span title="Time in the engine for the last change">{ time }</span>
                }
                if let Some(engine) = &props.engine {
                    <span class="version">{ format!("engine {engine}") }</span>
                }
            </span>
        </>
    }
}

/// The word, its colour, and the rest of the sentence.
type Said = (&'static str, &'static str, Html);

/// The verdict of a policy system.
fn said_of(
    system: System,
    outcome: &Outcome,
    gating: Option<&Shared<Gating>>,
    has_approval: bool,
) -> Said {
    match system {
        System::Arh => said(outcome, gating.is_some()),
        System::Approval => said_by_gate(outcome, gating, has_approval),
    }
}

/// The gate's verdict.
fn said_by_gate(outcome: &Outcome, gating: Option<&Shared<Gating>>, has_approval: bool) -> Said {
    match (outcome, gating) {
        (Outcome::Checking, _) | (Outcome::Empty, None) => said(outcome, false),
        (_, Some(gating)) => match &gating.view().failure {
            Some(failure) => (
                "FAILS CLOSED",
                "fail",
                html! {
                    <>
                        <span class="score"><b>{ &failure.code }</b></span>
                        { " " }
                        <span class="counts">{ gate::failed(failure) }</span>
                    </>
                },
            ),
            None => (
                "GATE",
                "gate",
                html! { <span class="counts num">{ gate::counted(outcome, gating.view()) }</span> },
            ),
        },
        (Outcome::CouldNotVerify { problem: None, .. }, None) => said(outcome, false),
        // What was said last is about documents without it.
        (_, None) if has_approval => said(&Outcome::Checking, false),
        (_, None) => (
            "NOT JUDGED",
            "trouble",
            plain("The APPROVAL.md is empty.".into()),
        ),
    }
}

/// The verdict of ARH. `beside` says that there is an APPROVAL.md as well.
fn said(outcome: &Outcome, beside: bool) -> Said {
    match outcome {
        Outcome::Empty if beside => (
            "NOT JUDGED",
            "trouble",
            plain("The ARH policy and the trace are empty.".into()),
        ),
        Outcome::Empty => (
            "NOTHING TO CHECK",
            "quiet",
            plain("Both editors are empty.".into()),
        ),
        Outcome::Checking => ("CHECKING", "quiet", plain("\u{2026}".into())),
        Outcome::NotJudged { problems, blank } => {
            let mut which = Document::ARH
                .into_iter()
                .filter(|document| problems.iter().any(|problem| problem.document == *document));
            let why = match (which.next(), which.next(), blank) {
                (Some(_), Some(_), _) => "The policy and the trace are invalid.".to_owned(),
                (Some(document), ..) => format!("The {} is invalid.", document.word()),
                (None, _, Some(document)) => format!("The {} is empty.", document.word()),
                (None, _, None) => String::new(),
            };
            ("NOT JUDGED", "trouble", plain(why.into()))
        }
        Outcome::CouldNotVerify { reason, .. } => (
            "COULD NOT VERIFY",
            "trouble",
            plain(sentence(&capital(reason))),
        ),
        Outcome::Judged(judgement) => {
            let report = &judgement.report;
            let (word, class) = if report.passed {
                ("PASS", "pass")
            } else {
                ("FAIL", "fail")
            };
            let score = html! {
                <>
                    <span class="score num"><b>{ &report.score }</b>{ " / 100" }</span>
                    { " " }
                    <span class="counts">{ counts(judgement) }</span>
                </>
            };
            (word, class, score)
        }
    }
}

fn plain(text: Html) -> Html {
    html! { <span class="why">{ text }</span> }
}

/// A verdict in one line of plain text.
pub fn summary(judgement: &Judgement) -> String {
    let report = &judgement.report;
    let word = if report.passed { "PASS" } else { "FAIL" };
    format!("{word} {} / 100 {}", report.score, counts(judgement))
}

/// How many findings there were, and why a trace without errors failed.
fn counts(judgement: &Judgement) -> String {
    let report = &judgement.report;
    let [errors, warnings, infos] = report.counts.map(u64::from);
    let mut parts = vec![count(errors, "error"), count(warnings, "warning")];
    if infos > 0 {
        parts.push(count(infos, "info"));
    }
    let hints: u32 = report.hint_counts.iter().sum();
    if hints > 0 {
        parts.push(count(u64::from(hints), "hint"));
    }
    if !report.passed && errors == 0 {
        let bound = report.fail_under;
        parts.push(if report.just_short {
            format!("rounded: the score is a hair below {bound}")
        } else {
            format!("below {bound}")
        });
    }
    if report.hair_below_100 && !report.just_short {
        parts.push("rounded: the score is a hair below 100".to_owned());
    }
    parts.join(" \u{b7} ")
}

/// Properties of [`FailUnder`].
#[derive(Properties, PartialEq)]
struct FailUnderProps {
    controller: Controller,
    bound: f64,
}

/// The score from which a trace passes.
#[component]
fn FailUnder(props: &FailUnderProps) -> Html {
    let change = {
        let controller = props.controller.clone();
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            let bound = input.value_as_number();
            // A half-typed or impossible number is marked by the field itself and changes nothing.
            if (0.0..=100.0).contains(&bound) {
                controller.choose_fail_under(bound);
            }
        })
    };
    let settle = {
        let bound = props.bound;
        // What was typed and is no bound gives way to the bound that is in force.
        Callback::from(move |event: FocusEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            if input.value_as_number() != bound {
                input.set_value(&bound.to_string());
            }
        })
    };
    html! {
        <label class="fail-under">
            { "fail under " }
            <input
                type="number"
                class="num"
                min="0"
                max="100"
                step="any"
                inputmode="decimal"
                aria-label="Fail under"
                value={props.bound.to_string()}
                oninput={change}
                onblur={settle}
            />
        </label>
    }
}

//! What the gate of an APPROVAL.md would have done: everything that stands below its verdict.

mod answer;
mod beside;
mod classes;
mod compared;
mod comparison;
mod decision;
mod decisions;
mod failure;
mod filters;
mod notes;
mod outcome;
mod outcomes;
mod path;
mod reader;
mod tool_box;

use stepgate_engine::approval::words;
use yew::prelude::*;

use super::hints::Hints;
use super::numbers::{count, grouped, step_name};
use super::steps::StepsView;
use crate::controller::Controller;
use crate::editors::Place;
use crate::protocol::{
    DecisionRow, Document, FailureView, GateAnswer, GateQuestion, GateView, System,
};
use crate::shared::Shared;
use crate::state::{Cursor, Gating, Outcome as Verdict};
use crate::strip::Steps;
use answer::use_answer;
use beside::Differing;
use classes::Classes;
use comparison::Comparison;
use decisions::Decisions;
use failure::Failure;
use notes::Notes;
use outcomes::Outcomes;
use reader::Reader;
use tool_box::ToolBox;

/// What an ARH policy says about the same trace.
#[derive(Clone, PartialEq)]
pub struct Beside {
    /// Its findings.
    pub findings: Html,
    /// Its scores and hints.
    pub side: Html,
    /// Whether they are about texts that are no longer there.
    pub stale: bool,
    /// Whether it comes first.
    pub first: bool,
}

/// Properties of [`GateResults`].
#[derive(Properties, PartialEq)]
pub struct GateResultsProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// What the gate says.
    pub gating: Shared<Gating>,
    /// The last that it said about a trace.
    pub replayed: Option<Shared<Gating>>,
    /// Whether that is about texts that are no longer there.
    pub stale: bool,
    /// The decision that was followed.
    pub chosen: Option<DecisionRow>,
    /// Where the cursors are.
    pub cursor: Cursor,
    /// What an ARH policy says, where there is one as well.
    #[prop_or_default]
    pub beside: Option<Beside>,
    /// Whether only the decisions are shown.
    #[prop_or_default]
    pub brief: bool,
}

/// Everything below the verdict.
#[component]
pub fn GateResults(props: &GateResultsProps) -> Html {
    let (controller, gating) = (&props.controller, &props.gating);
    let view = gating.view();
    let about = gating.identity();
    // While what was said last is stale, nothing new is asked about it: what is here of it stays.
    let replayed = props.replayed.as_ref();
    let about_replay = replayed.map_or(about, Shared::identity);
    let stale = props.stale.then_some("stale");
    let chosen = props.chosen.as_ref().filter(|_| replayed.is_some());
    let steps = use_steps(controller, about_replay, replayed.is_some() && !props.brief);
    let at_step = steps
        .as_ref()
        .zip(props.cursor.trace)
        .and_then(|(steps, offset)| steps.at(offset));
    let decisions = html! {
        <Decisions
            controller={controller.clone()}
            gating={replayed.unwrap_or(gating).clone()}
            stale={replayed.is_some_and(|replayed| replayed != gating)}
            chosen={chosen.map(|row| row.step)}
            {at_step}
            at_clause={props.cursor.approval}
        />
    };
    if props.brief {
        return html! {
            <div class="outcome">
                if let Some(failure) = &view.failure {
                    <Failure controller={controller.clone()} failure={failure.clone()} />
                }
                <div class={classes!("half", stale)}>{ decisions }</div>
            </div>
        };
    }
    let counts = replayed.and_then(|replayed| replayed.view().counts);
    let side = html! {
        <>
            if let Some(counts) = counts {
                <div class={classes!(stale)}>
                    <Outcomes {counts} />
                    <ChosenPath controller={controller.clone()} about={about_replay} row={chosen.cloned()} />
                </div>
            }
            <ToolBox controller={controller.clone()} {about} />
            <Reader controller={controller.clone()} older={view.older.clone()} loads={view.failure.is_none()} />
            <Hints
                controller={controller.clone()}
                rows={view.hints.clone()}
                total={view.hint_count}
                label="Hints on the APPROVAL.md"
                about="Places that may not do what they seem to. Hints never change a decision."
                are_reported=false
            />
            <Notes controller={controller.clone()} notes={view.notes.clone()} />
        </>
    };
    html! {
        <div class="outcome gate-results">
            <div class="front">
                if let Some(failure) = &view.failure {
                    <Failure controller={controller.clone()} failure={failure.clone()} />
                }
                if let Some(steps) = steps {
                    <div class={classes!(stale)}>
                        <StepsView controller={controller.clone()} {steps} by={System::Approval} at={at_step} />
                    </div>
                }
                if let Some(beside) = &props.beside {
                    <div class={classes!(stale)}>
                        <Differing controller={controller.clone()} about={about_replay} />
                    </div>
                    <div class="columns both">{ for halves(decisions, stale, beside) }</div>
                } else {
                    <div class="columns">
                        <div class={classes!("half", stale)}>{ decisions }</div>
                        <div class="side">{ side.clone() }</div>
                    </div>
                }
            </div>
            if let Some(beside) = &props.beside {
                <div class="sides">
                    <div class="side">{ side }</div>
                    <div class={classes!("side", beside.stale.then_some("stale"))}>{ beside.side.clone() }</div>
                </div>
            }
            <Classes controller={controller.clone()} gating={gating.clone()} />
            <Comparison controller={controller.clone()} {about} />
        </div>
    }
}

/// What the two systems say, the shown one first.
fn halves(decisions: Html, stale: Option<&'static str>, beside: &Beside) -> [Html; 2] {
    let findings = beside.findings.clone();
    let gate = html! { <div key="gate" class={classes!("half", stale)}>{ decisions }</div> };
    let stale = beside.stale.then_some("stale");
    let arh = html! { <div key="arh" class={classes!("half", stale)}>{ findings }</div> };
    if beside.first {
        [arh, gate]
    } else {
        [gate, arh]
    }
}

/// The steps of the trace with what the gate says to each, as soon as they are there.
#[hook]
fn use_steps(controller: &Controller, about: usize, has_trace: bool) -> Option<Shared<Steps>> {
    let question = has_trace.then_some(GateQuestion::Steps);
    let answer = use_answer(controller, about, question);
    let identity = answer.as_ref().map(Shared::identity);
    let steps = use_memo(identity, |_| match answer.as_deref() {
        Some(GateAnswer::Steps(strip)) => Some(Shared::new(Steps::of(strip))),
        _ => None,
    });
    (*steps).clone()
}

/// Properties of [`ChosenPath`].
#[derive(Properties, PartialEq)]
struct ChosenPathProps {
    controller: Controller,
    about: usize,
    row: Option<DecisionRow>,
}

/// How the chosen call came to its decision.
#[component]
fn ChosenPath(props: &ChosenPathProps) -> Html {
    let question = props.row.as_ref().map(|row| GateQuestion::Call {
        tool: row.decision.tool.clone(),
    });
    let answer = use_answer(&props.controller, props.about, question);
    let path = match (&props.row, answer.as_deref()) {
        (Some(row), Some(GateAnswer::Paths(paths))) => Some(row).zip(paths.first()),
        _ => None,
    };
    html! {
        <section class="chosen-path" aria-label="How the decision came about">
            <div class="side-head"><h2>{ "Decision path" }</h2></div>
            if let Some((row, path)) = path {
                <p class="soft">{ format!("Step {}", step_name(row.step, &row.step_id)) }</p>
                { path::path_list(&props.controller, path, "Decision path", Place::Replayed) }
            } else {
                <p class="soft">{ "Choose a decision to see how it came about." }</p>
            }
        </section>
    }
}

/// What the gate says in one line of plain text.
pub fn summary(view: &GateView) -> String {
    let failure = view.failure.as_ref();
    words::verdict(failure.map(|failure| failure.code.as_str()), view.counts)
}

/// How many calls came to each outcome, and why there is none to count.
pub fn counted(verdict: &Verdict, view: &GateView) -> String {
    let mut parts = vec![words::counted(view.counts.unwrap_or_default(), grouped)];
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
    let means = words::FAIL_CLOSED_CLASSES;
    match failure.error_count {
        0 => means.to_owned(),
        errors => format!("{} \u{b7} {means}", count(u64::from(errors), "error")),
    }
}

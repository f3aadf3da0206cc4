//! One row of the decisions table.

use std::rc::Rc;

use stepgate_engine::approval::words::with_rates;
use yew::prelude::*;

use super::outcome::outcome_mark;
use crate::components::numbers::step_name;
use crate::components::prose::{name, prose};
use crate::components::table::element_id;
use crate::controller::Controller;
use crate::editors::Place;
use crate::protocol::{DecisionRow, DecisionView, Document};
use crate::state::View;

/// What the ids of the rows begin with.
pub const DECISION_ID: &str = "decision";

/// Properties of [`DecisionCells`].
#[derive(Properties, PartialEq)]
pub struct DecisionCellsProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// The decision.
    pub row: Rc<DecisionRow>,
    /// Its place among those that match.
    pub place: u32,
    /// Whether it was chosen last.
    pub chosen: bool,
    /// Whether it is about the step or clause at the cursor.
    pub marked: bool,
    /// Whether the Tab key stops here.
    pub active: bool,
}

/// A row.
#[component]
pub fn DecisionCells(props: &DecisionCellsProps) -> Html {
    let (row, place) = (&props.row, props.place);
    let decision = &row.decision;
    let follow = |view: Option<View>| {
        let (controller, row) = (props.controller.clone(), row.clone());
        Callback::from(move |event: MouseEvent| {
            event.stop_propagation();
            controller.follow_decision(&row, view);
        })
    };
    // Only the active row's buttons are stops: those of all rows would be hundreds.
    let stop = if props.active { "0" } else { "-1" };
    let step = step_name(row.step, &row.step_id);
    html! {
        <tr
            role="row"
            id={element_id(DECISION_ID, place)}
            class={classes!(
                "finding",
                "decision",
                props.chosen.then_some("chosen"),
                props.marked.then_some("marked"),
            )}
            aria-rowindex={(place + 2).to_string()}
            aria-current={props.chosen.then_some("true")}
            tabindex={stop}
            onclick={follow(None)}
        >
            <td role="cell" class="outcome-of">{ outcome_mark(decision.outcome) }</td>
            <td role="cell" class="step">
                <button
                    type="button"
                    class="go code"
                    tabindex={stop}
                    title={step.clone()}
                    aria-label={format!("Go to step {step}")}
                    onclick={follow(Some(View::Trace))}
                >
                    { &step }
                </button>
            </td>
            <td role="cell" class="tool">
                if decision.tool.is_empty() {
                    <span class="soft">{ "(no name)" }</span>
                } else {
                    <code title={decision.tool.clone()}>{ name(&decision.tool) }</code>
                }
            </td>
            <td role="cell" class="entry">{ entry(props, decision, stop) }</td>
            <td role="cell" class="class">
                if let Some(class) = &decision.class {
                    <code>{ name(class) }</code>
                }
            </td>
            <td role="cell" class="level">
                if decision.clause.is_some() {
                    <button
                        type="button"
                        class="link"
                        tabindex={stop}
                        title="Go to the clause that decided"
                        onclick={follow(Some(View::Policy))}
                    >
                        { level(decision) }
                    </button>
                } else {
                    { level(decision) }
                }
                if let Some(refusal) = &decision.refusal {
                    { " " }<span class="soft code">{ refusal }</span>
                }
                if props.marked {
                    <span class="sr-only">{ "At the cursor" }</span>
                }
            </td>
        </tr>
    }
}

/// What gave the call its class, or why it has none.
fn entry(props: &DecisionCellsProps, decision: &DecisionView, stop: &'static str) -> Html {
    let told = match (&decision.claim, &decision.entry, &decision.unmapped) {
        (Some(claim), ..) => return html! { <span class="claim">{ prose(claim) }</span> },
        (None, Some(glob), _) => glob.clone(),
        (None, None, Some(mode)) => format!("unmapped_tool: {mode}"),
        (None, None, None) if decision.provenance.is_some() => return Html::default(),
        (None, None, None) => return html! { <span class="soft">{ "no entry" }</span> },
    };
    let Some(range) = decision.mapping else {
        return html! { <code>{ name(&told) }</code> };
    };
    let label = format!("Go to entry {told}");
    let (controller, row) = (props.controller.clone(), props.row.clone());
    html! {
        <button
            type="button"
            class="link code"
            tabindex={stop}
            aria-label={label}
            onclick={move |event: MouseEvent| {
                event.stop_propagation();
                controller.decide(&row);
                controller.go(Document::Approval, Place::Replayed(range));
            }}
        >
            { name(&told) }
        </button>
    }
}

/// The level with its rates, and where it comes from unless a rule says it.
fn level(decision: &DecisionView) -> String {
    let level = decision.level.as_deref().unwrap_or_default();
    let mut told = with_rates(level, decision.rates);
    match decision.provenance.as_deref() {
        None | Some("rule") => {}
        Some(provenance) => told.push_str(&format!(" ({provenance})")),
    }
    told
}

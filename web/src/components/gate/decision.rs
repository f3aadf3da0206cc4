//! One row of the decisions table.

use std::rc::Rc;

use stepgate_engine::approval::words::with_rates;
use yew::prelude::*;

use super::outcome::outcome_mark;
use crate::components::numbers::step_name;
use crate::components::prose::{name, prose};
use crate::components::table::{self, Cell, Standing, step_button};
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
    /// Where it stands.
    pub cell: Cell,
    /// Whether it was chosen last.
    pub chosen: bool,
    /// Whether it is about the step or clause at the cursor.
    pub marked: bool,
}

/// A row.
#[component]
pub fn DecisionCells(props: &DecisionCellsProps) -> Html {
    let row = &props.row;
    let decision = &row.decision;
    let follow = |view: Option<View>| {
        let (controller, row) = (props.controller.clone(), row.clone());
        Callback::from(move |event: MouseEvent| {
            event.stop_propagation();
            controller.follow_decision(&row, view);
        })
    };
    let stop = props.cell.stop();
    let step = step_name(row.step, &row.step_id);
    let cells = html! {
        <>
            <td role="cell" class="outcome-of">{ outcome_mark(decision.outcome) }</td>
            <td role="cell" class="step">
                { step_button(step, Some(stop), follow(Some(View::Trace))) }
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
        </>
    };
    table::row(
        DECISION_ID,
        "finding decision",
        props.cell,
        Standing {
            chosen: props.chosen,
            marked: props.marked,
        },
        Some(follow(None)),
        cells,
    )
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

//! One row of the findings table.

use std::rc::Rc;

use yew::prelude::*;

use super::numbers::step_name;
use super::prose::prose;
use super::table::{self, Cell, Standing, step_button};
use crate::controller::Controller;
use crate::protocol::Row;
use crate::state::{Action, Dialog, View};

/// What the ids of the rows begin with.
pub const ROW_ID: &str = "finding";

/// Properties of [`FindingRow`].
#[derive(Properties, PartialEq)]
pub struct FindingRowProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// The finding.
    pub row: Rc<Row>,
    /// Where it stands.
    pub cell: Cell,
    /// Whether it was followed last.
    pub chosen: bool,
    /// Whether it is about the step or clause at the cursor.
    pub marked: bool,
}

/// A row.
#[component]
pub fn FindingRow(props: &FindingRowProps) -> Html {
    let row = &props.row;
    let follow = |view: Option<View>| {
        let (controller, row) = (props.controller.clone(), row.clone());
        Callback::from(move |event: MouseEvent| {
            event.stop_propagation();
            controller.follow(&row, view);
        })
    };
    let about = {
        let (controller, rule) = (props.controller.clone(), row.rule.clone());
        Callback::from(move |event: MouseEvent| {
            event.stop_propagation();
            controller.dispatch(Action::Open(Some(Dialog::Rule(rule.clone()))));
        })
    };
    let stop = props.cell.stop();
    let severity = row.severity.name();
    let step = row.step.as_ref();
    let step = step.map(|(index, id)| step_name(*index, id));
    let cells = html! {
        <>
            <td role="cell" class="severity">
                <span class={classes!("sev", severity)} aria-hidden="true" />
                <span class="word">{ severity }</span>
            </td>
            <td role="cell" class="rule">
                <button
                    type="button"
                    class="link code"
                    tabindex={stop}
                    aria-label={format!("About {}", row.rule)}
                    onclick={about}
                >
                    { &row.rule }
                </button>
            </td>
            <td role="cell" class="category">{ &row.category }</td>
            <td role="cell" class="step">
                if let Some(step) = &step {
                    { step_button(step.clone(), Some(stop), follow(Some(View::Trace))) }
                } else {
                    <span class="soft">{ "whole run" }</span>
                }
            </td>
            <td role="cell" class="what">
                <div class="story">
                    <span class="message">{ prose(&row.message) }</span>
                    <span class="detail">
                        <span>{ "expected: " }{ prose(&row.expected) }</span>
                        { " " }
                        <span>{ "observed: " }{ prose(&row.observed) }</span>
                    </span>
                    { " " }
                    if let Some((pointer, _)) = &row.clause {
                        <button
                            type="button"
                            class="link code clause"
                            tabindex={stop}
                            aria-label={format!("Go to clause {pointer}")}
                            onclick={follow(Some(View::Policy))}
                        >
                            <bdi>{ if pointer.is_empty() { "(whole policy)" } else { pointer.as_str() } }</bdi>
                        </button>
                    }
                    if props.marked {
                        <span class="sr-only">{ "At the cursor" }</span>
                    }
                </div>
            </td>
        </>
    };
    table::row(
        ROW_ID,
        "finding",
        props.cell,
        Standing {
            chosen: props.chosen,
            marked: props.marked,
        },
        Some(follow(None)),
        cells,
    )
}

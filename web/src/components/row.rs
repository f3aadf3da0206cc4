//! One row of the findings table.

use std::rc::Rc;

use yew::prelude::*;

use super::numbers::step_name;
use super::prose::prose;
use super::table::element_id;
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
    /// Its place among those that match.
    pub place: u32,
    /// Whether it was followed last.
    pub chosen: bool,
    /// Whether it is about the step or clause at the cursor.
    pub marked: bool,
    /// Whether the Tab key stops here.
    pub active: bool,
}

/// A row.
#[component]
pub fn FindingRow(props: &FindingRowProps) -> Html {
    let (row, place) = (&props.row, props.place);
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
    // Two or three buttons in each of many rows would be hundreds of stops: only the active row's are any.
    let stop = if props.active { "0" } else { "-1" };
    let severity = row.severity.name();
    let step = row.step.as_ref();
    let step = step.map(|(index, id)| step_name(*index, id));
    html! {
        <tr
            role="row"
            id={element_id(ROW_ID, place)}
            class={classes!(
                "finding",
                props.chosen.then_some("chosen"),
                props.marked.then_some("marked"),
            )}
            aria-rowindex={(place + 2).to_string()}
            aria-current={props.chosen.then_some("true")}
            tabindex={stop}
            onclick={follow(None)}
        >
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
                    <button
                        type="button"
                        class="go code"
                        tabindex={stop}
                        title={step.clone()}
                        aria-label={format!("Go to step {step}")}
                        onclick={follow(Some(View::Trace))}
                    >
                        { step }
                    </button>
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
        </tr>
    }
}

//! The steps about which the two policy systems differ.

use yew::prelude::*;

use super::answer::use_answer;
use super::outcome::outcome_mark;
use crate::components::numbers::{grouped, step_name};
use crate::components::table::step_button;
use crate::controller::Controller;
use crate::editors::Place;
use crate::protocol::{BesideRow, Document, GateAnswer, GateQuestion};

/// Properties of [`Differing`].
#[derive(Properties, PartialEq)]
pub struct DifferingProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// Stands for the documents.
    pub about: usize,
}

/// The steps.
#[component]
pub fn Differing(props: &DifferingProps) -> Html {
    let answer = use_answer(&props.controller, props.about, Some(GateQuestion::Beside));
    let Some(GateAnswer::Beside(view)) = answer.as_deref() else {
        return Html::default();
    };
    let total = view.rows.len() as u64 + u64::from(view.more);
    html! {
        <section class="differing" aria-label="Where the two systems differ">
            <h2>{ "Where the two differ " }<span class="num soft">{ format!("({})", grouped(total)) }</span></h2>
            if total == 0 {
                <p class="soft">
                    { "Nowhere: no step that the gate denies is free of errors, and none with an error is let through." }
                </p>
            } else {
                <ul aria-label="Where the two differ">
                    { for view.rows.iter().map(|row| item(&props.controller, row)) }
                    if view.more > 0 {
                        <li class="soft">{ format!("and {} more", grouped(u64::from(view.more))) }</li>
                    }
                </ul>
            }
        </section>
    }
}

fn item(controller: &Controller, row: &BesideRow) -> Html {
    let (index, id) = &row.step;
    let (name, range) = (step_name(*index, id), row.range);
    let controller = controller.clone();
    let outcome = row.outcome.told();
    let told = match &row.rule {
        Some(rule) if !row.only_gate => {
            format!(
                "the ARH policy has an error about it ({rule}), the gate lets it through ({outcome})"
            )
        }
        _ => "the gate denies it, the ARH policy has no error about it".to_owned(),
    };
    html! {
        <li key={*index}>
            <span class="out-of" aria-hidden="true">{ outcome_mark(row.outcome) }</span>
            { step_button(name, None, Callback::from(move |_| controller.go(Document::Trace, Place::Replayed(range)))) }
            <code>{ &row.tool }</code>
            <span>{ told }</span>
        </li>
    }
}

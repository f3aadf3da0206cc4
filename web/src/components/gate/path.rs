//! A decision path: how a call, a tool or a class comes to its answer, line by line.

use yew::prelude::*;

use super::outcome::outcome_mark;
use crate::components::prose::prose;
use crate::controller::Controller;
use crate::editors::Place;
use crate::protocol::{Document, LineRow, PathView};

/// The path as a list that has a name; `about` tells it from others, and `place` the text of its ranges.
pub fn path_list(
    controller: &Controller,
    path: &PathView,
    about: &str,
    place: fn([u32; 2]) -> Place,
) -> Html {
    html! {
        <div class="path">
            <p class="asked">
                <span class="soft">{ if path.is_class { "class " } else { "tool " } }</span>
                <code>{ if path.name.is_empty() { "(no name)" } else { path.name.as_str() } }</code>
                <span class="verdict-of">{ outcome_mark(path.outcome) }</span>
            </p>
            <ol aria-label={about.to_owned()}>
                { for path.lines.iter().enumerate().map(|(index, row)| line(controller, index, row, place)) }
            </ol>
        </div>
    }
}

fn line(
    controller: &Controller,
    index: usize,
    row: &LineRow,
    place: fn([u32; 2]) -> Place,
) -> Html {
    let class = row.is_candidate.then_some("candidate");
    let Some((pointer, range)) = &row.clause else {
        return html! { <li key={index} {class}>{ prose(&row.text) }</li> };
    };
    let (controller, place) = (controller.clone(), place(*range));
    html! {
        <li key={index} {class}>
            <button
                type="button"
                class="link"
                title={format!("Go to clause {pointer}")}
                onclick={move |_| controller.go(Document::Approval, place)}
            >
                { prose(&row.text) }
            </button>
        </li>
    }
}

//! Why a document was not judged, above its text.

use yew::prelude::*;

use super::prose::sentence;
use crate::controller::Controller;
use crate::editors::Place;
use crate::protocol::{Document, ProblemView};

/// Properties of [`ProblemAlert`].
#[derive(Properties, PartialEq)]
pub struct ProblemAlertProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// Which document.
    pub document: Document,
    /// What is wrong with it; nothing is shown when nothing is.
    pub problems: Vec<ProblemView>,
}

/// The problem of one document.
#[component]
pub fn ProblemAlert(props: &ProblemAlertProps) -> Html {
    let document = props.document;
    let Some(problem) = props.problems.first() else {
        return Html::default();
    };
    let go = {
        let controller = props.controller.clone();
        let range = problem.range;
        Callback::from(move |_| controller.go(document, Place::Answered(range)))
    };
    let [line, column] = problem.at;
    // Polite: someone is typing, and every key may change the sentence.
    html! {
        <div
            class="problem"
            role="alert"
            aria-live="polite"
            aria-label={format!("{} problem", document.editor())}
        >
            <p>
                <span class="sev error" aria-hidden="true" />
                { sentence(&problem.message) }
                { " " }
                <span class="place">{ format!("Line {line}, column {column}") }</span>
            </p>
            <button type="button" onclick={go}>{ "Go to problem" }</button>
        </div>
    }
}

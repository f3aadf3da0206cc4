//! How today's verdict differs from the one that a link was shared with.

use yew::prelude::*;

use crate::controller::Controller;
use crate::state::{Action, SharedVerdict};

/// Properties of [`SharedVerdictNote`].
#[derive(Properties, PartialEq)]
pub struct SharedVerdictNoteProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// The difference, if there is one.
    pub shared: Option<SharedVerdict>,
}

/// The note; nothing where the verdicts agree.
#[component]
pub fn SharedVerdictNote(props: &SharedVerdictNoteProps) -> Html {
    let Some(SharedVerdict { engine, difference }) = &props.shared else {
        return Html::default();
    };
    let dismiss = {
        let controller = props.controller.clone();
        Callback::from(move |_| controller.dispatch(Action::Remembered(None)))
    };
    let engine = match engine.as_str() {
        "" => String::new(),
        engine => format!(" by engine {engine}"),
    };
    let list = |title: &str, findings: &[[String; 2]]| {
        let title = title.to_owned();
        html! {
            if !findings.is_empty() {
                <li>
                    { title }
                    { for findings.iter().map(|[rule, subject]| html! {
                        <span class="tag">{ format!("{rule} {subject}") }</span>
                    }) }
                </li>
            }
        }
    };
    html! {
        <section class="shared-verdict" aria-label="Shared verdict">
            <p>
                { format!("When this link was made{engine} the verdict was ") }
                <b>{ &difference.before }</b>
                { ". Today it is " }
                <b>{ &difference.after }</b>
                { "." }
            </p>
            <ul>
                { list("No longer found: ", &difference.gone) }
                { list("Newly found: ", &difference.new) }
            </ul>
            <button type="button" class="quiet" onclick={dismiss}>{ "Close" }</button>
        </section>
    }
}

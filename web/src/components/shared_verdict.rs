//! How today's verdict differs from the one that a link was shared with.

use yew::prelude::*;

use super::difference::Difference;
use crate::controller::Controller;
use crate::dom;
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
        Callback::from(move |_| {
            controller.dispatch(Action::Remembered(None));
            dom::hand_on_focus("#results button");
        })
    };
    let engine = match engine.as_str() {
        "" => String::new(),
        engine => format!(" by engine {engine}"),
    };
    html! {
        <section class="shared-verdict" aria-label="Shared verdict">
            <div>
                <p>{ format!("The verdict is not what it was when this link was made{engine}:") }</p>
                <Difference difference={difference.clone()} />
            </div>
            <button type="button" class="quiet" onclick={dismiss}>{ "Close" }</button>
        </section>
    }
}

//! What the gate says, by shape as well as by colour.

use stepgate_engine::approval::Outcome;
use yew::prelude::*;

/// The shape and the word of an outcome.
pub fn outcome_mark(outcome: Outcome) -> Html {
    html! {
        <>
            <span class={classes!("out", outcome.name())} aria-hidden="true" />
            <span class="word">{ outcome.told() }</span>
        </>
    }
}

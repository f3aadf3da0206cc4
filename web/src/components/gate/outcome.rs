//! What the gate says, by shape as well as by colour.

use stepgate_engine::approval::Outcome;
use yew::prelude::*;

/// The outcome at a place among all.
pub fn outcome_at(place: u32) -> Option<Outcome> {
    Outcome::ALL.get(place as usize).copied()
}

/// The shape and the word of an outcome.
pub fn outcome_mark(place: u32) -> Html {
    outcome_at(place).map_or_else(Html::default, |outcome| {
        html! {
            <>
                <span class={classes!("out", outcome.name())} aria-hidden="true" />
                <span class="word">{ outcome.told() }</span>
            </>
        }
    })
}

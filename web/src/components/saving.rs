//! How it stands with what is kept on this device, in a few quiet words.

use yew::prelude::*;

use crate::state::Saving;

/// Properties of [`SavingMark`].
#[derive(Properties, PartialEq)]
pub struct SavingMarkProps {
    /// How it stands.
    pub saving: Saving,
}

/// The words.
#[component]
pub fn SavingMark(props: &SavingMarkProps) -> Html {
    let (words, class) = match props.saving {
        Saving::Nothing => (String::new(), "quiet"),
        Saving::Underway => ("Saving\u{2026}".to_owned(), "quiet"),
        Saving::Saved => ("Saved on this device".to_owned(), "quiet"),
        Saving::NotSaved(reason) => (format!("Not saved on this device: {reason}"), "trouble"),
        Saving::Off => ("Fresh: nothing is saved".to_owned(), "off"),
    };
    // Each word of someone who types would be followed by an announcement; only trouble is worth one.
    let live = matches!(props.saving, Saving::NotSaved(_));
    html! {
        <p
            class={classes!("saving", class)}
            role="status"
            aria-label="Storage"
            aria-live={if live { "polite" } else { "off" }}
        >
            { words }
        </p>
    }
}

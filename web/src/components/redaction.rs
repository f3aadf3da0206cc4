//! What looks secret or personal, and which of it is replaced in the copy that leaves.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::numbers::{count, grouped};
use crate::controller::Controller;
use crate::editors::Place;
use crate::protocol::{Document, Redaction, SecretPlace, SecretRow, SharedCopy};
use crate::shared::Shared;
use crate::state::Action;

/// Properties of [`RedactionList`].
#[derive(Properties, PartialEq)]
pub struct RedactionListProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// The copy as it was last made.
    pub copy: Shared<SharedCopy>,
    /// Which secrets are replaced.
    pub redaction: Redaction,
    /// Replaces others.
    pub redact: Callback<Redaction>,
}

/// The list.
#[component]
pub fn RedactionList(props: &RedactionListProps) -> Html {
    let copy = &props.copy;
    let total = copy.secrets.len() as u64 + u64::from(copy.more);
    let nameless = Document::ALL.into_iter().zip(copy.nameless);
    let nameless = nameless.filter_map(|(document, is_nameless)| is_nameless.then_some(document));
    let set = |redaction: Redaction| {
        let redact = props.redact.clone();
        Callback::from(move |_: MouseEvent| redact.emit(redaction.clone()))
    };
    html! {
        <>
            if total == 0 {
                <p class="soft">
                    { "Nothing in the documents has the form of a key, a password, an address or a number of a \
                       person. Only such forms were looked for: read what you share." }
                </p>
            } else {
                <div class="redaction-head">
                    <p>
                        <b>{ count(total, "thing") }</b>
                        { if total == 1 { " looks" } else { " look" } }
                        { " secret or personal. What is checked is replaced in the copy; your documents stay as they \
                           are." }
                    </p>
                    <div>
                        <button type="button" onclick={set(Redaction::default())}>{ "All" }</button>
                        <button type="button" onclick={set(Redaction::none())}>{ "None" }</button>
                    </div>
                </div>
                <ul class="redaction" aria-label="Redaction">
                    { for copy.secrets.iter().enumerate().map(|(index, secret)| row(props, index as u32, secret)) }
                    if copy.more > 0 {
                        <li>
                            <label class="choice">
                                <input
                                    type="checkbox"
                                    checked={props.redaction.rest}
                                    onchange={choose_rest(props)}
                                />
                                { format!("{} more that are not listed", grouped(u64::from(copy.more))) }
                            </label>
                        </li>
                    }
                </ul>
            }
            { for nameless.map(|document| html! {
                <p>
                    { format!("The name of the {}\u{2019}s file looks secret or personal: the copy goes without it.",
                        document.word()) }
                </p>
            }) }
            if !copy.undecided.is_empty() {
                <p class="differs">
                    { "Not everything was looked at to its end, because a pattern took too many steps: " }
                    { for copy.undecided.iter().map(|place| go_to(&props.controller, place)) }
                </p>
            }
        </>
    }
}

fn row(props: &RedactionListProps, index: u32, secret: &SecretRow) -> Html {
    let checked = props.redaction.kept.binary_search(&index).is_err();
    let choose = {
        let (redaction, redact) = (props.redaction.clone(), props.redact.clone());
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            let mut next = redaction.clone();
            match (next.kept.binary_search(&index), input.checked()) {
                (Ok(at), true) => drop(next.kept.remove(at)),
                (Err(at), false) => next.kept.insert(at, index),
                _ => {}
            }
            redact.emit(next);
        })
    };
    html! {
        <li key={index}>
            <label class="choice">
                <input type="checkbox" {checked} onchange={choose} />
                <span>
                    <b>{ &secret.title }</b>{ " " }<code>{ &secret.excerpt }</code>
                    { " becomes " }<code>{ &secret.placeholder }</code>
                </span>
            </label>
            <span class="places">
                { for secret.places.iter().map(|place| go_to(&props.controller, place)) }
                if secret.more > 0 {
                    <span class="soft">{ format!("and {} more", grouped(u64::from(secret.more))) }</span>
                }
            </span>
        </li>
    }
}

fn choose_rest(props: &RedactionListProps) -> Callback<Event> {
    let (redaction, redact) = (props.redaction.clone(), props.redact.clone());
    Callback::from(move |event: Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        redact.emit(Redaction {
            rest: input.checked(),
            ..redaction.clone()
        });
    })
}

/// A button that closes the dialog and goes to a place.
fn go_to(controller: &Controller, place: &SecretPlace) -> Html {
    let (document, to) = (place.document, Place::Answered(place.range));
    let controller = controller.clone();
    let go = move |_: MouseEvent| {
        controller.dispatch(Action::Open(None));
        controller.go(document, to);
    };
    html! {
        <button type="button" class="link" onclick={go}>
            { format!("{} line {}", document.title(), grouped(u64::from(place.line))) }
        </button>
    }
}

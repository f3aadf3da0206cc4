//! The history: what was replaced, deleted or left behind, and the way back to each of it.

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::numbers::{ago, grouped};
use crate::controller::Controller;
use crate::drafts::entry::{Entry, Kept};
use crate::protocol::Document;
use crate::shared::Shared;
use crate::state::Action;

/// Properties of [`HistoryList`].
#[derive(Properties, PartialEq)]
pub struct HistoryListProps {
    /// Does what is asked for.
    pub controller: Controller,
}

/// The list, once it has been read.
#[component]
pub fn HistoryList(props: &HistoryListProps) -> Html {
    let read = use_state(|| None);
    {
        let (controller, read) = (props.controller.clone(), read.clone());
        use_effect_with((), move |()| {
            spawn_local(async move {
                let history = controller.history().await;
                read.set(Some(history.map(Shared::new)));
            });
        });
    }
    let clear = {
        let controller = props.controller.clone();
        Callback::from(move |_| controller.ask_to_clear())
    };
    let list = match &*read {
        None => Html::default(),
        Some(Err(sentence)) => html! { <p>{ sentence }</p> },
        Some(Ok(history)) if history.is_empty() => html! {
            <p>{ "Nothing yet. What you replace by a link, a sample or a file, and what a closed tab held, comes here." }</p>
        },
        Some(Ok(history)) => html! {
            <ul class="history" aria-label="History">
                { for history.iter().map(|entry| html! {
                    <Line key={entry.id.clone()} controller={props.controller.clone()} entry={entry.clone()} />
                }) }
            </ul>
        },
    };
    html! {
        <>
            { list }
            <div class="actions foot">
                <p class="soft">
                    { "Drafts and this history stay in this browser. Restoring one keeps what is there now." }
                </p>
                <button type="button" onclick={clear}>{ "Clear everything on this device" }</button>
            </div>
        </>
    }
}

#[derive(Properties, PartialEq)]
struct LineProps {
    controller: Controller,
    entry: Entry,
}

#[component]
fn Line(props: &LineProps) -> Html {
    let entry = &props.entry;
    let restore = {
        let (controller, entry) = (props.controller.clone(), entry.clone());
        Callback::from(move |_| {
            controller.dispatch(Action::Open(None));
            controller.restore_entry(entry.clone());
        })
    };
    let date = js_sys::Date::new(&entry.saved_at.into());
    let exactly = date.to_locale_string("en-GB", &wasm_bindgen::JsValue::UNDEFINED);
    let kept = Document::ALL.into_iter().zip(entry.documents.each());
    // The second policy system is named where there is one.
    let kept = kept.filter(|(document, kept)| *document != Document::Approval || kept.length > 0);
    let named: Vec<_> = kept.map(|(document, kept)| named(document, kept)).collect();
    html! {
        <li>
            <div>
                <p>
                    <b title={exactly.as_string()}>{ ago(js_sys::Date::now() - entry.saved_at) }</b>
                    { entry.reason.map(|reason| format!(", {}", reason.words())) }
                </p>
                <p class="soft num">
                    { named.join(" \u{b7} ") }
                </p>
            </div>
            <button type="button" onclick={restore}>{ "Restore" }</button>
        </li>
    }
}

/// A document in a few words: `refund.policy.json, 1,204 characters`.
fn named(document: Document, kept: &Kept) -> String {
    let name = match kept.name.as_str() {
        "" => document.word(),
        name => name,
    };
    match kept.length {
        0 => format!("no {}", document.word()),
        1 => format!("{name}, 1 character"),
        length => format!("{name}, {} characters", grouped(u64::from(length))),
    }
}

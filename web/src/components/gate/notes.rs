//! What there is to know of a policy that loaded.

use yew::prelude::*;

use crate::components::numbers::grouped;
use crate::components::prose::sentence;
use crate::controller::Controller;
use crate::editors::Place;
use crate::protocol::{Document, NoteRow};

/// Properties of [`Notes`].
#[derive(Properties, PartialEq)]
pub struct NotesProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// The notes.
    pub notes: Vec<NoteRow>,
}

/// The notes.
#[component]
pub fn Notes(props: &NotesProps) -> Html {
    if props.notes.is_empty() {
        return Html::default();
    }
    html! {
        <section class="hints" aria-label="Notes by place">
            <div class="side-head"><h2>{ "Notes" }</h2></div>
            <ul aria-label="Notes">
                { for props.notes.iter().enumerate().map(|(index, note)| {
                    let controller = props.controller.clone();
                    let place = Place::Answered(note.range);
                    html! {
                        <li key={index}>
                            <p>
                                { sentence(&note.message) }
                                { " " }<span class="soft code">{ &note.code }{ " " }{ &note.path }</span>
                            </p>
                            <button
                                type="button"
                                class="link"
                                onclick={move |_| controller.go(Document::Approval, place)}
                            >
                                { format!("APPROVAL.md line {}", grouped(u64::from(note.line))) }
                            </button>
                        </li>
                    }
                }) }
            </ul>
        </section>
    }
}

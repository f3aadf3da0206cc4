//! The tool box: what would become of a tool or a class, with or without a trace.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::answer::use_answer;
use super::path::path_list;
use crate::controller::Controller;
use crate::editors::Place;
use crate::protocol::{GateAnswer, GateQuestion};

/// Properties of [`ToolBox`].
#[derive(Properties, PartialEq)]
pub struct ToolBoxProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// Stands for the documents.
    pub about: usize,
}

/// The tool box.
#[component]
pub fn ToolBox(props: &ToolBoxProps) -> Html {
    let text = use_state(String::new);
    let irreversible = use_state(|| false);
    let question = (!text.trim().is_empty()).then(|| GateQuestion::Try {
        text: (*text).clone(),
        irreversible: *irreversible,
    });
    let is_asked = question.is_some();
    let answer = use_answer(&props.controller, props.about, question);
    let paths = match answer.as_deref() {
        Some(GateAnswer::Paths(paths)) if is_asked => paths.as_slice(),
        _ => &[],
    };
    let type_text = {
        let text = text.clone();
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            text.set(input.value());
        })
    };
    let tick = {
        let irreversible = irreversible.clone();
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            irreversible.set(input.checked());
        })
    };
    html! {
        <section class="tool-box" aria-label="Try a tool or a class">
            <div class="side-head"><h2>{ "Try a tool or a class" }</h2></div>
            <div class="asking">
                <input
                    type="text"
                    class="code"
                    aria-label="Tool or class"
                    placeholder="mcp__shop__refund or files.delete"
                    autocapitalize="off"
                    autocomplete="off"
                    spellcheck="false"
                    maxlength="1000"
                    value={(*text).clone()}
                    oninput={type_text}
                />
                <label>
                    <input type="checkbox" aria-label="Irreversible" checked={*irreversible} onchange={tick} />
                    { " irreversible" }
                </label>
            </div>
            <div aria-live="polite">
                if paths.len() > 1 {
                    <p class="soft">{ "This may be a tool's name or a class: here are both." }</p>
                }
                { for paths.iter().map(|path| {
                    let about = if path.is_class { "Path of the class" } else { "Path of the tool" };
                    path_list(&props.controller, path, about, Place::Answered)
                }) }
            </div>
        </section>
    }
}

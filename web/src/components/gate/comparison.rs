//! The comparison with another version of the policy: what became looser or stricter.

use js_sys::JsString;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::answer::use_answer;
use super::compared::Compared;
use crate::components::field::Field;
use crate::controller::Controller;
use crate::files;
use crate::protocol::{GateAnswer, GateQuestion, Version, Window};
use crate::shared::Shared;

/// Properties of [`Comparison`].
#[derive(Properties, PartialEq)]
pub struct ComparisonProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// Stands for the documents.
    pub about: usize,
}

/// What the policy is compared with.
#[derive(Clone, PartialEq)]
enum Other {
    /// What is pasted into the field.
    Pasted(JsString),
    /// A file, by its name.
    File(String, JsString),
    /// The policy before its last edit.
    BeforeLastEdit,
}

/// The comparison, and what to compare with.
#[component]
pub fn Comparison(props: &ComparisonProps) -> Html {
    let open = use_state(|| false);
    let other = use_state(|| None::<Other>);
    let window = use_state(Window::default);
    let problem = use_state(|| None::<String>);
    let file = use_node_ref();
    let version = (*other).clone().filter(|_| *open).map(|other| match other {
        Other::Pasted(text) | Other::File(_, text) => Version::Text(text.into()),
        Other::BeforeLastEdit => Version::BeforeLastEdit,
    });
    let question = version.map(|with| GateQuestion::Comparison {
        with,
        window: *window,
    });
    let is_asked = question.is_some();
    let answer = use_answer(&props.controller, props.about, question);
    let toggle = {
        let open = open.clone();
        Callback::from(move |_| open.set(!*open))
    };
    let choose = {
        let (other, window, problem) = (other.clone(), window.clone(), problem.clone());
        Callback::from(move |chosen: Option<Other>| {
            problem.set(None);
            window.set(Window::default());
            other.set(chosen);
        })
    };
    let paste = {
        let choose = choose.clone();
        Callback::from(move |text: JsString| {
            let is_empty = text.trim().length() == 0;
            choose.emit((!is_empty).then_some(Other::Pasted(text)));
        })
    };
    let ask_file = {
        let file = file.clone();
        Callback::from(move |_| {
            if let Some(input) = file.cast::<HtmlInputElement>() {
                input.click();
            }
        })
    };
    let take_file = {
        let (choose, problem) = (choose.clone(), problem.clone());
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            let taken = input.files().and_then(|files| files.get(0));
            if let Some(taken) = taken {
                let (choose, problem) = (choose.clone(), problem.clone());
                spawn_local(async move {
                    match files::read(taken).await {
                        Ok(content) => {
                            choose.emit(Some(Other::File(content.origin.name, content.text)));
                        }
                        Err(sentence) => problem.set(Some(sentence)),
                    }
                });
            }
            // The same file may be chosen again.
            input.set_value("");
        })
    };
    let take_earlier = {
        let choose = choose.clone();
        Callback::from(move |_| choose.emit(Some(Other::BeforeLastEdit)))
    };
    let want = {
        let window = window.clone();
        Callback::from(move |wanted: Window| window.set(wanted))
    };
    let what = match &*other {
        Some(Other::Pasted(_)) => "the pasted text".to_owned(),
        Some(Other::File(name, _)) => format!("the file {name}"),
        Some(Other::BeforeLastEdit) => "the policy before its last edit".to_owned(),
        None => String::new(),
    };
    let sentence = (*problem).clone().or_else(|| match answer.as_deref() {
        Some(GateAnswer::Comparison(Err(sentence))) if is_asked => Some(sentence.clone()),
        _ => None,
    });
    html! {
        <section class="comparison" aria-label="Another version">
            <div class="bar">
                <h2>{ "Another version" }</h2>
                <button
                    type="button"
                    aria-expanded={open.to_string()}
                    aria-controls="comparison"
                    onclick={toggle}
                >
                    { "Compare with this" }
                </button>
            </div>
            <div id="comparison" hidden={!*open}>
                if *open {
                    <div class="choosing">
                        <Field
                            label="Other version"
                            placeholder="Paste the other version here"
                            changed={paste}
                        />
                        <div class="actions">
                            <button type="button" onclick={ask_file}>{ "Open its file" }</button>
                            <button type="button" onclick={take_earlier}>{ "Before the last edit" }</button>
                        </div>
                        <input
                            ref={file}
                            type="file"
                            accept=".md,.markdown,.yaml,.yml,.txt,text/markdown,application/yaml,text/plain"
                            hidden=true
                            aria-label="File of the other version"
                            onchange={take_file}
                        />
                    </div>
                    if let Some(sentence) = sentence {
                        <p class="none" role="status">{ sentence }</p>
                    } else if let (true, Some(shown)) = (is_asked, shown(answer.as_ref())) {
                        <Compared
                            controller={props.controller.clone()}
                            answer={shown}
                            {what}
                            asked={*window}
                            {want}
                        />
                    }
                }
            </div>
        </section>
    }
}

/// The answer, if there is a comparison in it.
fn shown(answer: Option<&Shared<GateAnswer>>) -> Option<Shared<GateAnswer>> {
    let answer = answer?;
    matches!(&**answer, GateAnswer::Comparison(Ok(_))).then(|| answer.clone())
}

//! What stands where results will be, and how documents get in: samples and files.

use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

use crate::controller::Controller;
use crate::files;
use crate::protocol::Document;
use crate::samples::{self, Sample};
use crate::shared::Shared;
use crate::state::LineEnding;

/// How many samples are offered before anything is written.
const OFFERED: usize = 6;

/// The list of samples: empty until it has arrived.
#[hook]
pub fn use_samples(controller: &Controller) -> Shared<Vec<Sample>> {
    let list = use_state(|| Shared::new(Vec::new()));
    {
        let list = list.clone();
        let controller = controller.clone();
        use_effect_with((), move |()| {
            spawn_local(async move {
                match samples::list().await {
                    Ok(samples) => list.set(Shared::new(samples)),
                    Err(sentence) => controller.say(capital(&sentence)),
                }
            });
        });
    }
    (*list).clone()
}

/// Opens a sample in place of both documents.
pub fn open_sample(controller: &Controller, sample: Sample) {
    let controller = controller.clone();
    spawn_local(async move {
        match samples::texts(&sample.name).await {
            Ok([policy, trace]) => {
                let name = |document: Document| format!("{}.{}.json", sample.name, document.word());
                let documents = vec![
                    (
                        Document::Policy,
                        name(Document::Policy),
                        policy,
                        LineEnding::Lf,
                    ),
                    (
                        Document::Trace,
                        name(Document::Trace),
                        trace,
                        LineEnding::Lf,
                    ),
                ];
                controller.open(
                    documents,
                    format!("Opened the sample \u{201c}{}\u{201d}.", sample.title),
                );
            }
            Err(sentence) => controller.say(capital(&sentence)),
        }
    });
}

/// Opens files in a document, or in the one that each looks like.
pub async fn open_files(controller: Controller, files: Vec<File>, into: Option<Document>) {
    let mut documents: Vec<(Document, String, js_sys::JsString, LineEnding)> = Vec::new();
    for file in files {
        match files::open(file).await {
            Ok(opened) => {
                let taken =
                    |document: Document| documents.iter().any(|(other, ..)| *other == document);
                let document = into
                    .or_else(|| files::guess(&opened.text))
                    .unwrap_or_else(|| controller.focused());
                if taken(document) {
                    controller.say(
                        "Open one policy and one trace at a time: nothing was opened.".to_owned(),
                    );
                    return;
                }
                documents.push((document, opened.name, opened.text, opened.line_ending));
            }
            Err(sentence) => {
                controller.say(format!("{sentence}."));
                return;
            }
        }
    }
    let said = documents
        .iter()
        .map(|(document, name, ..)| format!("{name} as the {}", document.word()))
        .collect::<Vec<_>>()
        .join(" and ");
    if !documents.is_empty() {
        controller.open(documents, format!("Opened {said}."));
    }
}

fn capital(sentence: &str) -> String {
    let mut rest = sentence.chars();
    rest.next()
        .map(|first| first.to_uppercase().chain(rest).chain(['.']).collect())
        .unwrap_or_default()
}

/// Properties of [`Welcome`].
#[derive(Properties, PartialEq)]
pub struct WelcomeProps {
    /// Does what is asked for.
    pub controller: Controller,
}

/// What stands where results will be.
#[component]
pub fn Welcome(props: &WelcomeProps) -> Html {
    let samples = use_samples(&props.controller);
    html! {
        <div class="welcome">
            <h2>{ "A policy on the left, a recorded run on the right, the verdict here" }</h2>
            <p>
                { "Write or paste both, drop a file on an editor, or begin with a sample. Everything is judged in this \
                   browser; nothing you write leaves it." }
            </p>
            <ul class="cards" aria-label="Samples to begin with">
                { for samples.iter().take(OFFERED).map(|sample| {
                    let controller = props.controller.clone();
                    let chosen = sample.clone();
                    html! {
                        <li key={sample.name.clone()}>
                            <button
                                type="button"
                                onclick={move |_| open_sample(&controller, chosen.clone())}
                            >
                                <b>{ &sample.title }</b>
                                <span>{ &sample.description }</span>
                            </button>
                        </li>
                    }
                }) }
            </ul>
        </div>
    }
}

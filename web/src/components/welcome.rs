//! What stands where results will be, and the samples to begin with.

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::controller::Controller;
use crate::samples::{self, Sample};
use crate::shared::Shared;

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
                    Err(sentence) => controller.say(sentence),
                }
            });
        });
    }
    (*list).clone()
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
                                onclick={move |_| controller.open_sample(chosen.clone())}
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

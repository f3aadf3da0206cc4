//! What a page says that begins with care: the one before did not come to the end of its start.

use yew::prelude::*;

use crate::controller::Controller;

/// Properties of [`SafeStart`].
#[derive(Properties, PartialEq)]
pub struct SafeStartProps {
    /// Does what is asked for.
    pub controller: Controller,
}

/// The banner.
#[component]
pub fn SafeStart(props: &SafeStartProps) -> Html {
    let judge = {
        let controller = props.controller.clone();
        Callback::from(move |_| controller.retry())
    };
    let clear = {
        let controller = props.controller.clone();
        Callback::from(move |_| controller.ask_to_clear())
    };
    html! {
        <div class="safe-start" role="group" aria-label="Safe start">
            <p>{ "Your documents are here as text. Change what may have stopped the page, or judge them as they are." }</p>
            <button type="button" class="main" onclick={judge}>{ "Judge again" }</button>
            <button type="button" onclick={clear}>{ "Clear everything on this device" }</button>
        </div>
    }
}

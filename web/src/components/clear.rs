//! The question before everything on this device is deleted.

use yew::prelude::*;

use crate::controller::Controller;
use crate::state::Action;

/// Properties of [`ClearText`].
#[derive(Properties, PartialEq)]
pub struct ClearTextProps {
    /// Does what is asked for.
    pub controller: Controller,
}

/// The question.
#[component]
pub fn ClearText(props: &ClearTextProps) -> Html {
    let close = {
        let controller = props.controller.clone();
        move || controller.dispatch(Action::Open(None))
    };
    let clear = {
        let (controller, close) = (props.controller.clone(), close.clone());
        Callback::from(move |_| {
            close();
            controller.clear();
        })
    };
    html! {
        <>
            <p>
                { "This empties both editors and deletes all that Stepgate keeps in this browser: the documents of every \
                   tab, the history, the settings, and the copy for working offline. It cannot be brought back." }
            </p>
            <p class="soft">
                { "Addresses that the browser itself remembers hold documents, too: its own history is for you to delete." }
            </p>
            <div class="actions">
                <button type="button" class="main" onclick={clear}>{ "Delete everything" }</button>
                <button type="button" onclick={move |_| close()}>{ "Keep everything" }</button>
            </div>
        </>
    }
}

//! Dialogs: the browser's own element keeps the focus inside, closes on Escape and gives the focus back.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

use super::clear::ClearText;
use super::help::HelpText;
use super::history::HistoryList;
use super::rule_help::RuleHelp;
use super::share::Share;
use crate::controller::Controller;
use crate::state::{Action, Dialog};

/// Properties of [`Dialogs`].
#[derive(Properties, PartialEq)]
pub struct DialogsProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// The dialog that is open.
    pub dialog: Option<Dialog>,
}

/// The open dialog, if there is one.
#[component]
pub fn Dialogs(props: &DialogsProps) -> Html {
    let element = use_node_ref();
    {
        let element = element.clone();
        use_effect_with(props.dialog.clone(), move |dialog| {
            let element = element.cast::<HtmlDialogElement>();
            if let (Some(_), Some(element)) = (dialog, element)
                && !element.open()
            {
                // It is in the document and not open: nothing is left that could fail.
                let _ = element.show_modal();
            }
        });
    }
    let close = {
        let (controller, element) = (props.controller.clone(), element.clone());
        move || {
            if let Some(element) = element.cast::<HtmlDialogElement>() {
                element.close();
            }
            controller.dispatch(Action::Open(None));
        }
    };
    let on_close = {
        let controller = props.controller.clone();
        Callback::from(move |_: Event| controller.dispatch(Action::Open(None)))
    };
    // A click beside the dialog's content lands on the dialog itself.
    let on_click = {
        let (element, close) = (element.clone(), close.clone());
        Callback::from(move |event: MouseEvent| {
            if event.target_dyn_into::<HtmlDialogElement>() == element.cast::<HtmlDialogElement>() {
                close();
            }
        })
    };
    let Some(dialog) = &props.dialog else {
        return Html::default();
    };
    let (title, content) = match dialog {
        Dialog::Help => ("Help".to_owned(), html! { <HelpText /> }),
        Dialog::Share => (
            "Share".to_owned(),
            html! { <Share controller={props.controller.clone()} /> },
        ),
        Dialog::History => (
            "History".to_owned(),
            html! { <HistoryList controller={props.controller.clone()} /> },
        ),
        Dialog::Clear => (
            "Clear everything on this device".to_owned(),
            html! { <ClearText controller={props.controller.clone()} /> },
        ),
        Dialog::Rule(id) => (
            format!("About {id}"),
            html! { <RuleHelp controller={props.controller.clone()} id={id.clone()} /> },
        ),
    };
    html! {
        <dialog ref={element} aria-labelledby="dialog-title" onclose={on_close} onclick={on_click}>
            <div class="dialog">
                <div class="dialog-head">
                    <h2 id="dialog-title">{ title }</h2>
                    <button type="button" onclick={move |_| close()}>{ "Close" }</button>
                </div>
                <div class="dialog-body" tabindex="0">{ content }</div>
            </div>
        </dialog>
    }
}

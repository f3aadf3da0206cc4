//! The bar at the top: what can be done with the documents and with the page.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::menu::{Item, Menu};
use super::notice::NoticeBar;
use super::saving::SavingMark;
use super::welcome::use_samples;
use crate::controller::Controller;
use crate::protocol::Document;
use crate::state::{Action, AddressBar, Dialog, Notice, Saving};
use crate::theme::{self, Theme};

/// Properties of [`Toolbar`].
#[derive(Properties, PartialEq)]
pub struct ToolbarProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// Something to say.
    pub notice: Option<Notice>,
    /// What the address holds.
    pub address_bar: AddressBar,
    /// How it stands with what is kept on this device.
    pub saving: Saving,
    /// Whether an APPROVAL.md is written.
    pub has_approval: bool,
}

/// The bar at the top.
#[component]
pub fn Toolbar(props: &ToolbarProps) -> Html {
    let controller = props.controller.clone();
    let files = use_node_ref();
    let theme = use_state(theme::current);
    let samples = use_samples(&controller);

    let sample_items: Vec<Item> = samples
        .iter()
        .map(|sample| Item {
            title: sample.title.clone().into(),
            description: Some(sample.description.clone().into()),
            checked: None,
        })
        .collect();
    let choose_sample = {
        let controller = controller.clone();
        let samples = samples.clone();
        Callback::from(move |index: usize| {
            if let Some(sample) = samples.get(index) {
                controller.open_sample(sample.clone());
            }
        })
    };
    let ask_files = {
        let files = files.clone();
        Callback::from(move |_| {
            if let Some(input) = files.cast::<HtmlInputElement>() {
                input.click();
            }
        })
    };
    let take_files = {
        let controller = controller.clone();
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            if let Some(list) = input.files() {
                let files = (0..list.length())
                    .filter_map(|index| list.get(index))
                    .collect();
                controller.open_files(files, None);
            }
            // The same file may be chosen again.
            input.set_value("");
        })
    };
    let format = {
        let controller = controller.clone();
        Callback::from(move |_| controller.format())
    };
    let share = {
        let controller = controller.clone();
        Callback::from(move |_| controller.share())
    };
    let download = {
        let controller = controller.clone();
        let documents = downloaded(props.has_approval);
        Callback::from(move |index: usize| match documents.get(index) {
            Some(document) => controller.download(*document),
            None => controller.download_reproduction(),
        })
    };
    let help = {
        let controller = controller.clone();
        Callback::from(move |_| controller.dispatch(Action::Open(Some(Dialog::Help))))
    };
    let history = {
        let controller = controller.clone();
        Callback::from(move |_| controller.dispatch(Action::Open(Some(Dialog::History))))
    };
    let look_at_theme = {
        let theme = theme.clone();
        // It may have been forgotten with everything else.
        Callback::from(move |()| theme.set(theme::current()))
    };
    let theme_items: Vec<Item> = Theme::ALL
        .into_iter()
        .map(|choice| Item {
            title: choice.title().into(),
            description: None,
            checked: Some(choice == *theme),
        })
        .collect();
    let choose_theme = Callback::from(move |index: usize| {
        if let Some(choice) = Theme::ALL.get(index) {
            theme::choose(*choice);
            theme.set(*choice);
        }
    });
    html! {
        <>
            <Menu
                name="Samples"
                face={html! { <>{ "Samples" }<span class="caret" aria-hidden="true" /></> }}
                items={sample_items}
                choose={choose_sample}
            />
            <button type="button" onclick={ask_files}>{ "Open" }</button>
            <input
                ref={files}
                type="file"
                multiple=true
                accept=".json,.jsonl,.txt,.md,.markdown,.yaml,.yml,application/json,text/plain,text/markdown,application/yaml"
                hidden=true
                aria-label="Files to open"
                onchange={take_files}
            />
            <button type="button" onclick={format}>{ "Format" }</button>
            <NoticeBar {controller} notice={props.notice.clone()} />
            if props.address_bar == AddressBar::TooLong {
                <p class="address-bar" title="A link to these documents is longer than 32,000 characters">
                    { "Not in the address: too long" }
                </p>
            }
            <button type="button" onclick={share}>{ "Share" }</button>
            <Menu
                name="Download"
                face={html! { <>{ "Download" }<span class="caret" aria-hidden="true" /></> }}
                items={download_items(props.has_approval)}
                choose={download}
                leftwards=true
            />
            <SavingMark saving={props.saving} />
            if props.saving != Saving::Off {
                <button type="button" onclick={history}>{ "History" }</button>
            }
            <Menu
                name="Theme"
                face={html! { <>{ "Theme" }<span class="caret" aria-hidden="true" /></> }}
                items={theme_items}
                choose={choose_theme}
                opening={look_at_theme}
                leftwards=true
            />
            <button type="button" onclick={help}>{ "Help" }</button>
        </>
    }
}

/// The documents that can be downloaded: the second policy system's where there is one.
fn downloaded(has_approval: bool) -> Vec<Document> {
    let documents = Document::ALL.into_iter();
    documents
        .filter(|document| has_approval || *document != Document::Approval)
        .collect()
}

/// The documents, and all of them as one file.
fn download_items(has_approval: bool) -> Vec<Item> {
    let item = |title: &'static str, description: &'static str| Item {
        title: title.into(),
        description: Some(description.into()),
        checked: None,
    };
    let documents = downloaded(has_approval).into_iter();
    let single = documents.map(|document| {
        item(
            document.title(),
            "As it is, with the line endings of its file",
        )
    });
    let whole = if has_approval {
        "All as they are in one file, which Open reads back; Share makes one without secrets"
    } else {
        "Both as they are in one file, which Open reads back; Share makes one without secrets"
    };
    single.chain([item("Reproduction", whole)]).collect()
}

//! The tabs of a narrow screen. On a wide one everything is in view and the style sheet hides them.

use yew::prelude::*;

use crate::controller::Controller;
use crate::dom;
use crate::state::{Action, View};

const VIEWS: [(View, &str, &str); 3] = [
    (View::Policy, "Policy", "policy"),
    (View::Trace, "Trace", "trace"),
    (View::Results, "Results", "results"),
];

/// Brings a view to the front, where only one has room.
pub fn bring_to_front(view: View) {
    let name = VIEWS.iter().find(|(each, ..)| *each == view);
    if let (Some(page), Some((_, _, name))) = (dom::element("page"), name) {
        // An attribute that cannot be set leaves the other view in front.
        let _ = page.set_attribute("data-view", name);
    }
}

/// Properties of [`Tabs`].
#[derive(Properties, PartialEq)]
pub struct TabsProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// What is in front.
    pub view: View,
}

/// The tabs.
#[component]
pub fn Tabs(props: &TabsProps) -> Html {
    let show = |view: View| {
        let controller = props.controller.clone();
        move || controller.dispatch(Action::Show(view))
    };
    let on_key = {
        let controller = props.controller.clone();
        let at = VIEWS.iter().position(|(view, ..)| *view == props.view);
        Callback::from(move |event: KeyboardEvent| {
            let at = at.unwrap_or(0);
            let to = match event.key().as_str() {
                "ArrowRight" => (at + 1) % VIEWS.len(),
                "ArrowLeft" => (at + VIEWS.len() - 1) % VIEWS.len(),
                "Home" => 0,
                "End" => VIEWS.len() - 1,
                _ => return,
            };
            event.prevent_default();
            if let Some((view, _, name)) = VIEWS.get(to) {
                controller.dispatch(Action::Show(*view));
                dom::focus(&format!("#tab-{name}"));
            }
        })
    };
    html! {
        <div role="tablist" aria-label="Views" class="tablist" onkeydown={on_key}>
            { for VIEWS.into_iter().map(|(view, title, name)| {
                let show = show(view);
                let selected = view == props.view;
                html! {
                    <button
                        type="button"
                        role="tab"
                        id={format!("tab-{name}")}
                        aria-controls={name}
                        aria-selected={selected.to_string()}
                        tabindex={if selected { "0" } else { "-1" }}
                        onclick={move |_| show()}
                    >
                        { title }
                    </button>
                }
            }) }
        </div>
    }
}

//! The two policy systems in the head of the left pane: tabs where there are two to look at, and what decides which
//! system a text belongs to.

use stepgate_engine::approval::Harness;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::controller::Controller;
use crate::dom;
use crate::protocol::{System, Systems};

/// Properties of [`SystemTabs`].
#[derive(Properties, PartialEq)]
pub struct SystemTabsProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// The system in front.
    pub shown: System,
}

/// The tabs. There are two of them: every arrow leads to the other one.
#[component]
pub fn SystemTabs(props: &SystemTabsProps) -> Html {
    let on_key = {
        let (controller, shown) = (props.controller.clone(), props.shown);
        Callback::from(move |event: KeyboardEvent| {
            let to = match event.key().as_str() {
                "ArrowLeft" | "ArrowRight" => shown.other(),
                "Home" => System::Arh,
                "End" => System::Approval,
                _ => return,
            };
            event.prevent_default();
            controller.show_system(to);
            dom::focus(&format!("#tab-{}", to.name()));
        })
    };
    html! {
        <div role="tablist" aria-label="Policy systems" class="system-tabs" onkeydown={on_key}>
            { for System::BOTH.into_iter().map(|system| {
                let controller = props.controller.clone();
                let selected = system == props.shown;
                html! {
                    <button
                        type="button"
                        role="tab"
                        id={format!("tab-{}", system.name())}
                        aria-controls={format!("{}-editor", system.document().key())}
                        aria-selected={selected.to_string()}
                        tabindex={if selected { "0" } else { "-1" }}
                        onclick={move |_| controller.show_system(system)}
                    >
                        { system.title() }
                    </button>
                }
            }) }
        </div>
    }
}

/// Properties of [`SystemChoice`].
#[derive(Properties, PartialEq)]
pub struct SystemChoiceProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// What is chosen.
    pub systems: Systems,
}

/// What decides which system a text belongs to, and the harness that the gate is asked for.
#[component]
pub fn SystemChoice(props: &SystemChoiceProps) -> Html {
    let Systems {
        shown,
        forced,
        harness,
    } = props.systems;
    let choose_system = {
        let controller = props.controller.clone();
        Callback::from(move |event: Event| {
            let name = chosen(&event);
            let named = System::BOTH
                .into_iter()
                .find(|system| system.name() == name);
            controller.choose_system(named);
        })
    };
    let choose_harness = {
        let controller = props.controller.clone();
        Callback::from(move |event: Event| {
            let harness = Harness::from_name(&chosen(&event));
            controller.choose_harness(harness.unwrap_or_default());
        })
    };
    let systems = System::BOTH.map(|system| (system.name(), system.title()));
    html! {
        <span class="choices">
            if shown == System::Approval {
                <Choice
                    name="Harness"
                    label="Harness"
                    title="The program whose tool calls the gate is asked about"
                    options={Harness::ALL.map(|harness| (harness.name(), harness.title())).to_vec()}
                    chosen={harness.name()}
                    onchange={choose_harness}
                />
            }
            <Choice
                name="Policy system"
                label="System"
                title="What the text on the left is taken for"
                options={[("", "Automatic")].into_iter().chain(systems).collect::<Vec<_>>()}
                chosen={forced.map_or("", System::name)}
                onchange={choose_system}
            />
        </span>
    }
}

#[derive(Properties, PartialEq)]
struct ChoiceProps {
    /// The accessible name.
    name: &'static str,
    /// The word in front of it, of which the accessible name tells more.
    label: &'static str,
    /// What is chosen here, in a few words.
    title: &'static str,
    /// Each option's value and title.
    options: Vec<(&'static str, &'static str)>,
    /// The value that is chosen.
    chosen: &'static str,
    onchange: Callback<Event>,
}

#[component]
fn Choice(props: &ChoiceProps) -> Html {
    let list = use_node_ref();
    {
        let list = list.clone();
        // An option's attribute says only what a list begins with.
        use_effect_with(props.chosen, move |chosen| {
            if let Some(list) = list.cast::<HtmlSelectElement>() {
                list.set_value(chosen);
            }
        });
    }
    html! {
        <label title={props.title}>
            <span class="choice">{ props.label }</span>
            <select ref={list} aria-label={props.name} onchange={props.onchange.clone()}>
                { for props.options.iter().map(|(value, title)| html! {
                    <option value={*value} selected={*value == props.chosen}>{ *title }</option>
                }) }
            </select>
        </label>
    }
}

fn chosen(event: &Event) -> String {
    let list: HtmlSelectElement = event.target_unchecked_into();
    list.value()
}

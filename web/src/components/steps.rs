//! The run as a picture: each step's kind, error, latency as length, and what was found in it. Of many steps the
//! list shows a stretch, and an overview shows where it lies.

use stepgate_engine::approval::Outcome;
use web_sys::Element;
use yew::prelude::*;

use super::numbers::{count, duration, step_name};
use super::overview::Overview;
use crate::controller::Controller;
use crate::dom;
use crate::editors::Place;
use crate::protocol::{Document, System};
use crate::shared::Shared;
use crate::strip::{Step, Steps};

/// Up to this many steps are all in the page.
const ALL: u32 = 120;
/// How many of more are.
const STRETCH: u32 = 60;

/// Properties of [`StepsView`].
#[derive(Properties, PartialEq)]
pub struct StepsViewProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// The steps.
    pub steps: Shared<Steps>,
    /// The system that tells of them: the text that it told about, which may be an earlier one, is that of their places.
    pub by: System,
    /// The step at the cursor.
    pub at: Option<u32>,
}

/// The steps.
#[component]
pub fn StepsView(props: &StepsViewProps) -> Html {
    let steps = &props.steps;
    let total = steps.len();
    let active = use_state(|| 0u32);
    let wanted = use_mut_ref(|| false);
    {
        let active = active.clone();
        use_effect_with(props.at, move |at| {
            if let Some(at) = at {
                active.set(*at);
            }
        });
    }
    let active_step = (*active).min(total.saturating_sub(1));
    {
        let wanted = wanted.clone();
        use_effect_with(active_step, move |step| {
            if wanted.replace(false) {
                dom::focus(&format!("#step-{step} button"));
            }
        });
    }
    // The current step comes into view, along the list only: the rest of the page stays where it is.
    let list = use_node_ref();
    {
        let list = list.clone();
        use_effect_with((props.at, active_step), move |(at, active)| {
            if let Some(list) = list.cast::<Element>() {
                let step = (*at).unwrap_or(*active);
                bring_into_view(&list, step);
            }
        });
    }
    if total == 0 {
        return Html::default();
    }
    let stretch = if total <= ALL {
        0..total
    } else {
        let start = active_step.saturating_sub(STRETCH / 2).min(total - STRETCH);
        start..start + STRETCH
    };
    let on_key = {
        let active = active.clone();
        Callback::from(move |event: KeyboardEvent| {
            let last = total.saturating_sub(1);
            let to = match event.key().as_str() {
                "ArrowRight" => (active_step + 1).min(last),
                "ArrowLeft" => active_step.saturating_sub(1),
                "PageDown" => (active_step + STRETCH / 2).min(last),
                "PageUp" => active_step.saturating_sub(STRETCH / 2),
                "Home" => 0,
                "End" => last,
                _ => return,
            };
            event.prevent_default();
            wanted.replace(true);
            active.set(to);
        })
    };
    let jump = Callback::from(move |step: u32| active.set(step));
    let longest = stretch
        .clone()
        .filter_map(|index| steps.get(index))
        .fold(1.0_f64, |longest, step| longest.max(step.latency_ms));
    html! {
        <section class="strip" aria-label="The run step by step">
            if total > ALL {
                <Overview steps={props.steps.clone()} shown={stretch.clone()} {jump} />
            }
            <ol aria-label="Steps" ref={list} onkeydown={on_key}>
                { for stretch.filter_map(|index| steps.get(index)).map(|step| html! {
                    <StepItem
                        key={step.index}
                        controller={props.controller.clone()}
                        steps={props.steps.clone()}
                        by={props.by}
                        index={step.index}
                        {longest}
                        current={props.at == Some(step.index)}
                        active={step.index == active_step}
                    />
                }) }
            </ol>
        </section>
    }
}

/// Properties of [`StepItem`].
#[derive(Properties, PartialEq)]
struct StepItemProps {
    controller: Controller,
    steps: Shared<Steps>,
    by: System,
    index: u32,
    longest: f64,
    current: bool,
    active: bool,
}

#[component]
fn StepItem(props: &StepItemProps) -> Html {
    let steps = &props.steps;
    let Some(step) = steps.get(props.index) else {
        return Html::default();
    };
    let go = {
        let controller = props.controller.clone();
        let place = match props.by {
            System::Arh => Place::Reported(step.range),
            System::Approval => Place::Replayed(step.range),
        };
        Callback::from(move |_| controller.go(Document::Trace, place))
    };
    let described = described(&step);
    html! {
        <li
            id={format!("step-{}", step.index)}
            aria-setsize={steps.len().to_string()}
            aria-posinset={(step.index + 1).to_string()}
            style={format!("flex-grow:{:.4}", step.latency_ms / props.longest)}
        >
            <button
                type="button"
                class={classes!(
                    "step",
                    if step.is_model { "model" } else { "tool" },
                    step.is_error.then_some("failed"),
                    step.outcome.map(Outcome::name),
                )}
                tabindex={if props.active { "0" } else { "-1" }}
                aria-current={props.current.then_some("step")}
                aria-label={described.clone()}
                title={described}
                onclick={go}
            >
                <span class="bar">
                    if let Some(outcome) = step.outcome {
                        <span class={classes!("out", outcome.name())} />
                    }
                    if let Some(severity) = step.severity {
                        <span class={classes!("sev", severity.name())} />
                    }
                </span>
                <span class="id"><bdi>{ step_name(step.index, step.id) }</bdi></span>
            </button>
        </li>
    }
}

/// Scrolls the list until one of its steps is in view.
fn bring_into_view(list: &Element, step: u32) {
    let Some(item) = dom::element(&format!("step-{step}")) else {
        return;
    };
    let (item, view) = (
        item.get_bounding_client_rect(),
        list.get_bounding_client_rect(),
    );
    if item.left() < view.left() || item.right() > view.right() {
        let past = item.left() - view.left() - (view.width() - item.width()) / 2.0;
        list.set_scroll_left(list.scroll_left() + past as i32);
    }
}

fn described(step: &Step<'_>) -> String {
    let mut parts = vec![format!("Step {}", step_name(step.index, step.id))];
    parts.push(match (step.is_model, step.tool) {
        (true, _) => "model response".to_owned(),
        (false, "") => "tool call".to_owned(),
        (false, tool) => tool.to_owned(),
    });
    if let Some(outcome) = step.outcome {
        parts.push(outcome.told().to_owned());
    }
    if step.is_error {
        parts.push("failed".to_owned());
    }
    if step.latency_ms > 0.0 {
        parts.push(duration(step.latency_ms));
    }
    if step.findings > 0 {
        parts.push(count(u64::from(step.findings), "finding"));
    }
    parts.join(", ")
}

//! The run as a picture: each step's kind, error, latency as length, and what was found in it. Of many steps the
//! list shows a stretch, and an overview shows where it lies.

use yew::prelude::*;

use super::pane_head::{count, duration, grouped};
use crate::controller::Controller;
use crate::paint;
use crate::protocol::Document;
use crate::shared::Shared;
use crate::state::Judgement;
use crate::strip::{Step, Steps};

/// Up to this many steps are all in the page.
const ALL: u32 = 120;
/// How many of more are.
const STRETCH: u32 = 60;
/// How many columns the overview has.
const COLUMNS: u32 = 240;

const SEVERITIES: [&str; 3] = ["error", "warning", "info"];

/// Properties of [`StepsView`].
#[derive(Properties, PartialEq)]
pub struct StepsViewProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// The verdict whose steps these are.
    pub judgement: Shared<Judgement>,
    /// The step at the cursor.
    pub at: Option<u32>,
}

/// The steps.
#[component]
pub fn StepsView(props: &StepsViewProps) -> Html {
    let steps = &props.judgement.steps;
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
                paint::focus(&format!("#step-{step} button"));
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
                <Overview judgement={props.judgement.clone()} from={stretch.start} {jump} />
            }
            <ol aria-label="Steps" onkeydown={on_key}>
                { for stretch.filter_map(|index| steps.get(index)).map(|step| html! {
                    <StepItem
                        key={step.index}
                        controller={props.controller.clone()}
                        judgement={props.judgement.clone()}
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
    judgement: Shared<Judgement>,
    index: u32,
    longest: f64,
    current: bool,
    active: bool,
}

#[component]
fn StepItem(props: &StepItemProps) -> Html {
    let steps = &props.judgement.steps;
    let Some(step) = steps.get(props.index) else {
        return Html::default();
    };
    let go = {
        let (controller, range) = (props.controller.clone(), step.range);
        Callback::from(move |_| controller.go(Document::Trace, range))
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
                )}
                tabindex={if props.active { "0" } else { "-1" }}
                aria-current={props.current.then_some("step")}
                aria-label={described.clone()}
                title={described}
                onclick={go}
            >
                <span class="bar">
                    if let Some(severity) = step.severity.and_then(|at| SEVERITIES.get(usize::from(at))) {
                        <span class={classes!("sev", *severity)} />
                    }
                </span>
                <span class="id"><bdi>{ step.id }</bdi></span>
            </button>
        </li>
    }
}

fn described(step: &Step<'_>) -> String {
    let mut parts = vec![format!("Step {}", step.id)];
    parts.push(match (step.is_model, step.tool) {
        (true, _) => "model response".to_owned(),
        (false, "") => "tool call".to_owned(),
        (false, tool) => tool.to_owned(),
    });
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

/// Properties of [`Overview`].
#[derive(Properties, PartialEq)]
struct OverviewProps {
    judgement: Shared<Judgement>,
    from: u32,
    jump: Callback<u32>,
}

/// The whole run in a few hundred columns. Only a picture: the list is reached by keyboard, this by pointer.
#[component]
fn Overview(props: &OverviewProps) -> Html {
    let steps = &props.judgement.steps;
    let total = steps.len();
    let columns = use_memo(props.judgement.clone(), |judgement| {
        columns(&judgement.steps)
    });
    let jump = {
        let jump = props.jump.clone();
        Callback::from(move |event: MouseEvent| {
            let target: web_sys::Element = event.target_unchecked_into();
            let picture = target.closest("svg").ok().flatten();
            let bounds = picture.map(|picture| picture.get_bounding_client_rect());
            if let Some(bounds) = bounds.filter(|bounds| bounds.width() > 0.0) {
                let share = (f64::from(event.client_x()) - bounds.left()) / bounds.width();
                jump.emit((share.clamp(0.0, 1.0) * f64::from(total)) as u32);
            }
        })
    };
    let scale = f64::from(COLUMNS) / f64::from(total);
    html! {
        <div class="overview">
            <svg
                viewBox={format!("0 0 {COLUMNS} 24")}
                preserveAspectRatio="none"
                aria-hidden="true"
                onclick={jump}
            >
                <rect class="ground" width={COLUMNS.to_string()} height="24" />
                { for columns.iter().enumerate().map(|(at, column)| html! {
                    <g key={at}>
                        <rect
                            class={classes!("latency", column.failed.then_some("failed"))}
                            x={at.to_string()}
                            y={format!("{:.1}", 24.0 - column.height)}
                            width="0.8"
                            height={format!("{:.1}", column.height)}
                        />
                        if let Some(severity) = column.severity.and_then(|at| SEVERITIES.get(usize::from(at))) {
                            <rect class={classes!("found", *severity)} x={at.to_string()} width="1" height="4" />
                        }
                    </g>
                }) }
                <rect
                    class="window"
                    x={format!("{:.2}", f64::from(props.from) * scale)}
                    width={format!("{:.2}", (f64::from(STRETCH) * scale).max(1.5))}
                    height="24"
                />
            </svg>
            <p class="soft num">
                { format!("steps {} to {} of {}",
                    grouped(u64::from(props.from) + 1),
                    grouped(u64::from(props.from + STRETCH)),
                    grouped(u64::from(total))) }
            </p>
        </div>
    }
}

/// Many steps in one column of the overview.
#[derive(Clone, PartialEq)]
struct Column {
    height: f64,
    failed: bool,
    severity: Option<u8>,
}

fn columns(steps: &Steps) -> Vec<Column> {
    let total = steps.len();
    let bound = |column: u32| (u64::from(column) * u64::from(total) / u64::from(COLUMNS)) as u32;
    let stretches: Vec<Vec<Step<'_>>> = (0..COLUMNS)
        .map(|column| {
            let range = bound(column)..bound(column + 1);
            range.filter_map(|index| steps.get(index)).collect()
        })
        .collect();
    let longest = |stretch: &[Step<'_>]| {
        stretch
            .iter()
            .fold(0.0_f64, |longest, step| longest.max(step.latency_ms))
    };
    let all = stretches
        .iter()
        .map(|stretch| longest(stretch))
        .fold(1.0, f64::max);
    stretches
        .iter()
        .map(|stretch| Column {
            height: (longest(stretch) / all).sqrt() * 18.0,
            failed: stretch.iter().any(|step| step.is_error),
            severity: stretch.iter().filter_map(|step| step.severity).min(),
        })
        .collect()
}

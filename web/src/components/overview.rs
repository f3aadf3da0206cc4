//! A long run at a glance: all its steps in a few hundred columns.

use std::ops::Range;

use stepgate_engine::approval::Outcome;
use stepgate_engine::arh::Severity;
use web_sys::Element;
use yew::prelude::*;

use super::numbers::grouped;
use crate::shared::Shared;
use crate::strip::{Step, Steps};

/// How many columns the overview has.
const COLUMNS: u32 = 240;

/// Properties of [`Overview`].
#[derive(Properties, PartialEq)]
pub struct OverviewProps {
    /// The steps of the run.
    pub steps: Shared<Steps>,
    /// The steps that the list shows.
    pub shown: Range<u32>,
    /// Asks for another stretch, by a step in it.
    pub jump: Callback<u32>,
}

/// The whole run in a few hundred columns. Only a picture: the list is reached by keyboard, this by pointer.
#[component]
pub fn Overview(props: &OverviewProps) -> Html {
    let steps = &props.steps;
    let total = steps.len();
    let columns = use_memo(props.steps.clone(), |steps| columns(steps));
    let jump = {
        let jump = props.jump.clone();
        Callback::from(move |event: MouseEvent| {
            let target: Element = event.target_unchecked_into();
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
                        if let Some(outcome) = column.outcome {
                            <rect class={classes!("gated", outcome.name())} x={at.to_string()} y="19" width="1" height="5" />
                        }
                        if let Some(severity) = column.severity {
                            <rect class={classes!("found", severity.name())} x={at.to_string()} width="1" height="4" />
                        }
                    </g>
                }) }
                <rect
                    class="window"
                    x={format!("{:.2}", f64::from(props.shown.start) * scale)}
                    width={format!("{:.2}", (f64::from(props.shown.end - props.shown.start) * scale).max(1.5))}
                    height="24"
                />
            </svg>
            <p class="soft num">
                { format!("steps {} to {} of {}",
                    grouped(u64::from(props.shown.start) + 1),
                    grouped(u64::from(props.shown.end)),
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
    severity: Option<Severity>,
    /// The strictest thing that the gate says to one of them.
    outcome: Option<Outcome>,
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
            outcome: Outcome::STRICTEST_FIRST
                .into_iter()
                .find(|outcome| stretch.iter().any(|step| step.outcome == Some(*outcome))),
        })
        .collect()
}

//! The verdict of the policy system that is not shown, where both have a policy: in short, and a way to that system.

use stepgate_engine::approval;
use yew::prelude::*;

use super::said_of;
use crate::components::numbers::grouped;
use crate::controller::Controller;
use crate::protocol::{GateView, System};
use crate::shared::Shared;
use crate::state::{Gating, Outcome};

/// Properties of [`OtherVerdict`].
#[derive(Properties, PartialEq)]
pub struct OtherVerdictProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// The policy system that it is about.
    pub system: System,
    /// The answer about the present texts.
    pub outcome: Outcome,
    /// What the gate says of the present texts.
    pub gating: Option<Shared<Gating>>,
    /// Whether the texts have changed since.
    pub updating: bool,
}

/// The other verdict.
#[component]
pub fn OtherVerdict(props: &OtherVerdictProps) -> Html {
    let (system, gating) = (props.system, props.gating.as_ref());
    let (word, class, _) = said_of(system, &props.outcome, gating, true);
    let more = match (system, &props.outcome, gating) {
        (_, Outcome::Checking, _) => String::new(),
        (System::Arh, Outcome::Judged(judgement), _) => {
            format!("{} / 100", judgement.report.score)
        }
        (System::Approval, _, Some(gating)) => in_short(gating.view()),
        _ => String::new(),
    };
    let show = {
        let controller = props.controller.clone();
        Callback::from(move |_| controller.show_system(system))
    };
    html! {
        <button
            type="button"
            class={classes!("other", class, props.updating.then_some("updating"))}
            title={format!("Show the {}", system.title())}
            onclick={show}
        >
            <span class="soft">{ system.title() }</span>{ " " }
            <b class="word">{ word }</b>{ " " }
            <span class="num">{ more }</span>
        </button>
    }
}

/// The outcomes that calls came to.
fn in_short(view: &GateView) -> String {
    if let Some(failure) = &view.failure {
        return failure.code.clone();
    }
    let Some(counts) = view.counts else {
        return "no trace".to_owned();
    };
    let counts = approval::Outcome::ALL.into_iter().zip(counts);
    let counts: Vec<String> = counts
        .filter(|(_, count)| *count > 0)
        .map(|(outcome, count)| format!("{} {}", grouped(u64::from(count)), outcome.told()))
        .collect();
    if counts.is_empty() {
        return "no calls".to_owned();
    }
    counts.join(", ")
}

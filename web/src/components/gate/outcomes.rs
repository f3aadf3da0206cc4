//! The share of each outcome among the calls.

use stepgate_engine::approval::Outcome;
use yew::prelude::*;

use crate::components::numbers::grouped;

/// Properties of [`Outcomes`].
#[derive(Properties, PartialEq)]
pub struct OutcomesProps {
    /// How many calls came to each outcome, in the order of [`Outcome::ALL`].
    pub counts: [u32; Outcome::COUNT],
}

/// The shares.
#[component]
pub fn Outcomes(props: &OutcomesProps) -> Html {
    let total: u64 = props.counts.iter().copied().map(u64::from).sum();
    let share = |count: u32| match total {
        0 => 0.0,
        _ => f64::from(count) * 100.0 / total as f64,
    };
    html! {
        <section class="scores outcomes" aria-label="Outcomes by share">
            <div class="side-head">
                <h2>{ "Outcomes" }</h2>
                <span class="soft num">
                    { if total == 1 { "1 call".to_owned() } else { format!("{} calls", grouped(total)) } }
                </span>
            </div>
            <ul aria-label="Outcomes">
                { for Outcome::ALL.into_iter().zip(props.counts).map(|(outcome, count)| {
                    let share = (share(count) * 10.0).round() / 10.0;
                    html! {
                        <li key={outcome.name()}>
                            <span class="name">
                                <span class={classes!("out", outcome.name())} aria-hidden="true" />
                                { outcome.told() }
                            </span>
                            <span
                                class={classes!("meter", outcome.name())}
                                role="meter"
                                aria-label={format!("{} share", outcome.told())}
                                aria-valuemin="0"
                                aria-valuemax="100"
                                aria-valuenow={share.to_string()}
                            >
                                <span style={format!("width:{share}%")} />
                            </span>
                            <b class="num">{ grouped(u64::from(count)) }</b>
                            <span class="num soft">{ format!("{share}%") }</span>
                        </li>
                    }
                }) }
            </ul>
        </section>
    }
}

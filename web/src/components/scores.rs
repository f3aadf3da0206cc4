//! The scores, and how they add up.

use yew::prelude::*;

use super::numbers::grouped;
use super::prose::prose;
use crate::protocol::CategoryRow;
use crate::shared::Shared;
use crate::state::Judgement;

/// Properties of [`Scores`].
#[derive(Properties, PartialEq)]
pub struct ScoresProps {
    /// The verdict whose scores these are.
    pub judgement: Shared<Judgement>,
}

/// The scores.
#[component]
pub fn Scores(props: &ScoresProps) -> Html {
    let open = use_state(|| false);
    let report = &props.judgement.report;
    let toggle = {
        let open = open.clone();
        Callback::from(move |_| open.set(!*open))
    };
    html! {
        <section class="scores" aria-label="Scores by category">
            <div class="side-head">
                <h2>{ "Scores" }</h2>
                <button
                    type="button"
                    class="quiet"
                    aria-expanded={open.to_string()}
                    aria-controls="breakdown"
                    onclick={toggle}
                >
                    { if *open { "Hide the sum" } else { "How it adds up" } }
                </button>
            </div>
            <ul aria-label="Scores">
                { for report.categories.iter().map(score) }
            </ul>
            <div id="breakdown" hidden={!*open}>
                if *open {
                    { breakdown(&report.categories, &report.score) }
                }
            </div>
        </section>
    }
}

fn score(row: &CategoryRow) -> Html {
    let name = html! { <span class="name">{ &row.name }</span> };
    if let Some(reason) = &row.reason {
        return html! {
            <li class="na" key={row.name.clone()}>
                { name }
                <span class="reason">{ "not applicable: " }{ prose(reason) }</span>
            </li>
        };
    }
    let level = match row.score {
        score if score >= 90.0 => "high",
        score if score >= 60.0 => "middle",
        _ => "low",
    };
    html! {
        <li key={row.name.clone()}>
            { name }
            <span
                class={classes!("meter", level)}
                role="meter"
                aria-label={format!("{} score", row.name)}
                aria-valuemin="0"
                aria-valuemax="100"
                aria-valuenow={row.shown.clone()}
            >
                <span style={format!("width:{}%", row.score.clamp(0.0, 100.0))} />
            </span>
            <b class="num">{ &row.shown }</b>
            <span class="num soft" title="Its share of the score">{ format!("\u{d7} {:.2}", row.effective_weight) }</span>
        </li>
    }
}

/// The sum as a table: what is shown adds up to the score that is shown.
fn breakdown(categories: &[CategoryRow], score: &str) -> Html {
    let applicable = categories.iter().filter(|row| row.reason.is_none());
    html! {
        <table class="breakdown" aria-label="Score breakdown">
            <thead>
                <tr>
                    <th scope="col">{ "Category" }</th>
                    <th scope="col">{ "Passed" }</th>
                    <th scope="col">{ "Weight" }</th>
                    <th scope="col">{ "Share" }</th>
                    <th scope="col">{ "Adds" }</th>
                </tr>
            </thead>
            <tbody>
                { for applicable.map(|row| html! {
                    <tr key={row.name.clone()}>
                        <th scope="row">
                            { &row.name }
                            if let Some(minimum) = row.minimum {
                                <span class="soft">{ format!(" (asks for {:.0}%)", minimum * 100.0) }</span>
                            }
                        </th>
                        <td class="num">
                            { format!("{} of {}", grouped(row.passed as u64), grouped(row.total as u64)) }
                        </td>
                        <td class="num">{ format!("{:.2}", row.weight) }</td>
                        <td class="num">{ format!("{:.4}", row.effective_weight) }</td>
                        <td class="num">{ &row.contribution }</td>
                    </tr>
                }) }
            </tbody>
            <tfoot>
                <tr>
                    <th scope="row" colspan="4">{ "Score" }</th>
                    <td class="num"><b>{ score }</b></td>
                </tr>
            </tfoot>
        </table>
    }
}

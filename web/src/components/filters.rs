//! Which findings the table shows.

use stepgate_engine::arh::{Category, Severity};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::numbers::grouped;
use crate::protocol::Query;

/// The button of a severity.
const fn title(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "Errors",
        Severity::Warning => "Warnings",
        Severity::Info => "Infos",
    }
}

/// Properties of [`Filters`].
#[derive(Properties, PartialEq)]
pub struct FiltersProps {
    /// What is asked for now.
    pub query: Query,
    /// How many findings there are of each severity.
    pub counts: [u32; 3],
    /// Asks for something else.
    pub ask: Callback<Query>,
}

/// The filters of the findings table.
#[component]
pub fn Filters(props: &FiltersProps) -> Html {
    // Whatever is asked for, it is shown from its start.
    let ask = {
        let (ask, query) = (props.ask.clone(), props.query.clone());
        move |change: &dyn Fn(&mut Query)| {
            let mut query = query.clone();
            change(&mut query);
            query.offset = 0;
            ask.emit(query);
        }
    };
    let type_text = {
        let ask = ask.clone();
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            ask(&|query| query.text = input.value());
        })
    };
    let choose_category = {
        let ask = ask.clone();
        Callback::from(move |event: Event| {
            let select: HtmlSelectElement = event.target_unchecked_into();
            ask(&|query| query.category = Category::from_name(&select.value()));
        })
    };
    let toggle = move |severity: Severity| {
        let ask = ask.clone();
        Callback::from(move |_: MouseEvent| {
            ask(&|query| {
                if let Some(wanted) = query.severities.get_mut(severity as usize) {
                    *wanted = !*wanted;
                }
            });
        })
    };
    let shown = props
        .query
        .severities
        .iter()
        .zip(props.counts)
        .zip(Severity::ALL);
    html! {
        <div class="filters">
            <input
                type="search"
                aria-label="Filter findings"
                placeholder="Filter findings"
                value={props.query.text.clone()}
                oninput={type_text}
            />
            { for shown.map(|((wanted, count), severity)| html! {
                <button
                    type="button"
                    class="chip"
                    aria-pressed={wanted.to_string()}
                    onclick={toggle(severity)}
                >
                    { title(severity) }{ " " }<span class="num">{ grouped(u64::from(count)) }</span>
                </button>
            }) }
            <select aria-label="Category" onchange={choose_category}>
                <option value="" selected={props.query.category.is_none()}>{ "All categories" }</option>
                { for Category::ALL.into_iter().map(|category| html! {
                        <option
                            value={category.name()}
                            selected={props.query.category == Some(category)}
                        >
                            { category.name() }
                        </option>
                }) }
            </select>
        </div>
    }
}

//! Which findings the table shows.

use stepgate_engine::arh::{Category, Severity};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::filter_bar::{FilterBar, Kind};
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
    let write = {
        let ask = ask.clone();
        Callback::from(move |text: String| ask(&|query| query.text.clone_from(&text)))
    };
    let choose_category = {
        let ask = ask.clone();
        Callback::from(move |event: Event| {
            let select: HtmlSelectElement = event.target_unchecked_into();
            ask(&|query| query.category = Category::from_name(&select.value()));
        })
    };
    let toggle = Callback::from(move |place: usize| {
        ask(&|query| {
            if let Some(wanted) = query.severities.get_mut(place) {
                *wanted = !*wanted;
            }
        });
    });
    let kinds = Severity::ALL.into_iter().zip(props.counts);
    let kinds: Vec<Kind> = kinds
        .zip(props.query.severities)
        .map(|((severity, count), shown)| Kind {
            title: title(severity).to_owned(),
            count,
            shown,
        })
        .collect();
    html! {
        <FilterBar name="Filter findings" text={props.query.text.clone()} {write} {kinds} {toggle}>
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
        </FilterBar>
    }
}

//! Which decisions the table shows.

use stepgate_engine::approval::Outcome;
use yew::prelude::*;

use crate::components::filter_bar::{FilterBar, Kind};
use crate::protocol::{DecisionQuery, Window};
use crate::wording::capital;

/// Properties of [`Filters`].
#[derive(Properties, PartialEq)]
pub struct FiltersProps {
    /// What is asked for now.
    pub query: DecisionQuery,
    /// How many calls came to each outcome.
    pub counts: [u32; 5],
    /// Asks for something else.
    pub ask: Callback<DecisionQuery>,
}

/// The filters of the decisions table.
#[component]
pub fn Filters(props: &FiltersProps) -> Html {
    // Whatever is asked for, it is shown from its start.
    let ask = {
        let (ask, query) = (props.ask.clone(), props.query.clone());
        move |change: &dyn Fn(&mut DecisionQuery)| {
            let mut query = query.clone();
            change(&mut query);
            query.window = Window::default();
            ask.emit(query);
        }
    };
    let write = {
        let ask = ask.clone();
        Callback::from(move |text: String| ask(&|query| query.text.clone_from(&text)))
    };
    let toggle = Callback::from(move |place: usize| {
        ask(&|query| {
            if let Some(hidden) = query.hidden.get_mut(place) {
                *hidden = !*hidden;
            }
        });
    });
    let shown = props.query.hidden.iter().map(|hidden| !hidden);
    let kinds = Outcome::ALL.into_iter().zip(props.counts).zip(shown);
    let kinds: Vec<Kind> = kinds
        .map(|((outcome, count), shown)| Kind {
            title: capital(outcome.told()),
            count,
            shown,
        })
        .collect();
    html! {
        <FilterBar name="Filter decisions" text={props.query.text.clone()} {write} {kinds} {toggle} />
    }
}

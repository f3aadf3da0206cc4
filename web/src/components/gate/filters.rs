//! Which decisions the table shows.

use stepgate_engine::approval::Outcome;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::components::numbers::grouped;
use crate::protocol::{DecisionQuery, Window};
use crate::wording::capital;

/// Properties of [`Filters`].
#[derive(Properties, PartialEq)]
pub struct FiltersProps {
    /// What is asked for now.
    pub query: DecisionQuery,
    /// How many calls came to each outcome.
    pub counts: [u32; Outcome::COUNT],
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
    let type_text = {
        let ask = ask.clone();
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            ask(&|query| query.text = input.value());
        })
    };
    let toggle = move |place: usize| {
        let ask = ask.clone();
        Callback::from(move |_: MouseEvent| {
            ask(&|query| {
                if let Some(hidden) = query.hidden.get_mut(place) {
                    *hidden = !*hidden;
                }
            });
        })
    };
    let chips = Outcome::ALL.into_iter().zip(props.counts).enumerate();
    html! {
        <div class="filters">
            <input
                type="search"
                aria-label="Filter decisions"
                placeholder="Filter decisions"
                value={props.query.text.clone()}
                oninput={type_text}
            />
            { for chips.map(|(place, (outcome, count))| {
                let shown = props.query.hidden.get(place) != Some(&true);
                html! {
                    <button
                        type="button"
                        class="chip"
                        aria-pressed={shown.to_string()}
                        onclick={toggle(place)}
                    >
                        { capital(outcome.told()) }{ " " }<span class="num">{ grouped(u64::from(count)) }</span>
                    </button>
                }
            }) }
        </div>
    }
}

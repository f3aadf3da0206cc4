//! The filters that all tables have: words, and a button for each kind of row.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::numbers::grouped;

/// Rows of one kind.
#[derive(Clone, PartialEq)]
pub struct Kind {
    /// What they are called.
    pub title: String,
    /// How many there are.
    pub count: u32,
    /// Whether they are shown.
    pub shown: bool,
}

/// Properties of [`FilterBar`].
#[derive(Properties, PartialEq)]
pub struct FilterBarProps {
    /// What is filtered, as the field for words says it.
    pub name: &'static str,
    /// The words.
    pub text: String,
    /// Asks for other words.
    pub write: Callback<String>,
    /// The kinds of rows.
    pub kinds: Vec<Kind>,
    /// Shows or hides a kind, by its place.
    pub toggle: Callback<usize>,
    /// Further filters.
    #[prop_or_default]
    pub children: Html,
}

/// The filters.
#[component]
pub fn FilterBar(props: &FilterBarProps) -> Html {
    let write = {
        let write = props.write.clone();
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            write.emit(input.value());
        })
    };
    html! {
        <div class="filters">
            <input
                type="search"
                aria-label={props.name}
                placeholder={props.name}
                value={props.text.clone()}
                oninput={write}
            />
            { for props.kinds.iter().enumerate().map(|(place, kind)| {
                let toggle = props.toggle.clone();
                html! {
                    <button
                        type="button"
                        class="chip"
                        aria-pressed={kind.shown.to_string()}
                        onclick={move |_| toggle.emit(place)}
                    >
                        { &kind.title }{ " " }<span class="num">{ grouped(u64::from(kind.count)) }</span>
                    </button>
                }
            }) }
            { props.children.clone() }
        </div>
    }
}

//! What the rows of all tables have in common.

use yew::prelude::*;

use super::{Cell, element_id};

/// What is to be told of a row by its look.
#[derive(Clone, Copy, Default)]
pub struct Standing {
    /// Whether it was followed last.
    pub chosen: bool,
    /// Whether it is about the step or the clause at the cursor.
    pub marked: bool,
}

/// A row, in a table whose rows have ids that begin with `id`.
pub fn row(
    id: &'static str,
    class: &'static str,
    cell: Cell,
    standing: Standing,
    choose: Option<Callback<MouseEvent>>,
    cells: Html,
) -> Html {
    let Standing { chosen, marked } = standing;
    html! {
        <tr
            role="row"
            id={element_id(id, cell.place)}
            class={classes!(
                class,
                chosen.then_some("chosen"),
                marked.then_some("marked"),
            )}
            aria-rowindex={(cell.place + 2).to_string()}
            aria-current={chosen.then_some("true")}
            tabindex={cell.stop()}
            onclick={choose}
        >
            { cells }
        </tr>
    }
}

/// The button that leads to a step, by the step's name.
pub fn step_button(name: String, stop: Option<&'static str>, go: Callback<MouseEvent>) -> Html {
    html! {
        <button
            type="button"
            class="go code"
            tabindex={stop}
            title={name.clone()}
            aria-label={format!("Go to step {name}")}
            onclick={go}
        >
            { name }
        </button>
    }
}

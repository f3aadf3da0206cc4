//! A table whose rows may be too many to be all in the page: of many, the worker sends those around the scroll position,
//! and empty space stands for the others. Arrows, Page keys, Home and End reach every row.

mod row;

use gloo::timers::callback::Timeout;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::window::{WINDOW, bring_into_view, page_of, row_height, window_for};
use crate::dom;
use crate::protocol::{ALL_ROWS, Window};

pub use row::{Standing, row, step_button};

/// So many rows are put into the page at once. More follow whenever the browser has had its turn: a few hundred at once
/// would keep it from painting for several frames.
const AT_ONCE: u32 = 40;

/// A row that is to be rendered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// Its place among those that match.
    pub place: u32,
    /// Whether the Tab key stops here.
    pub active: bool,
}

impl Cell {
    /// Its tabindex, and that of everything in it: in a table of hundreds only the active row's are stops.
    pub fn stop(self) -> &'static str {
        if self.active { "0" } else { "-1" }
    }
}

/// Properties of [`Table`].
#[derive(Properties, PartialEq)]
pub struct TableProps {
    /// Its accessible name.
    pub name: &'static str,
    /// What the ids of its rows begin with, before a hyphen and the row's place.
    pub id: &'static str,
    /// The cells of its head.
    pub head: Html,
    /// How many columns it has.
    pub columns: u32,
    /// Changes whenever the rows do.
    pub version: usize,
    /// The place of the first row in the page.
    pub offset: u32,
    /// How many rows are to be in the page.
    pub count: u32,
    /// How many there are.
    pub matching: u32,
    /// The place of a row that is to be in the page at once.
    #[prop_or_default]
    pub reach: Option<u32>,
    /// The rows that were asked for.
    pub asked: Window,
    /// Asks for others.
    pub want: Callback<Window>,
    /// Chooses a row, by its place.
    pub choose: Callback<u32>,
    /// Renders a row, which has its place as key and its id and place as attributes.
    pub row: Callback<Cell, Html>,
    /// What is said in place of rows.
    pub nothing: AttrValue,
    /// The element that scrolls.
    pub scroller: NodeRef,
}

/// The id of the element that shows the row at a place.
pub fn element_id(id: &str, place: u32) -> String {
    format!("{id}-{place}")
}

/// The table.
#[component]
pub fn Table(props: &TableProps) -> Html {
    let (id, offset, matching) = (props.id, props.offset, props.matching);
    let scroller = &props.scroller;
    let active = use_state(|| 0u32);
    // The row that is to take the focus as soon as it is in the page.
    let wanted = use_mut_ref(|| None::<u32>);
    let windowed = matching > ALL_ROWS;
    let active_row = (*active).min(matching.saturating_sub(1));
    let count = use_growing(
        props.count,
        [Some(active_row), props.reach].map(|place| place?.checked_sub(offset)),
    );
    {
        let wanted = wanted.clone();
        use_effect_with((props.version, offset, count, active_row), move |_| {
            let place = *wanted.borrow();
            if let Some(place) = place.filter(|place| (offset..offset + count).contains(place)) {
                wanted.replace(None);
                dom::focus(&format!("#{}", element_id(id, place)));
            }
        });
    }
    let scroll = {
        let (scroller, asked, want) = (scroller.clone(), props.asked, props.want.clone());
        let known = offset..offset + props.count;
        Callback::from(move |_: Event| {
            if let (true, Some(scroller)) = (windowed, scroller.cast::<HtmlElement>())
                && let Some(offset) = window_for(&scroller, known.clone(), matching, asked)
            {
                want.emit(Window {
                    offset,
                    count: WINDOW,
                });
            }
        })
    };
    let on_key = {
        let (scroller, active, choose) = (scroller.clone(), active.clone(), props.choose.clone());
        Callback::from(move |event: KeyboardEvent| {
            let at = place_of(&event, id).unwrap_or(active_row);
            let last = matching.saturating_sub(1);
            let page = page_of(&scroller);
            let to = match event.key().as_str() {
                "ArrowDown" => (at + 1).min(last),
                "ArrowUp" => at.saturating_sub(1),
                "PageDown" => (at + page).min(last),
                "PageUp" => at.saturating_sub(page),
                "Home" => 0,
                "End" => last,
                "Enter" | " " if is_row(&event) => {
                    event.prevent_default();
                    choose.emit(at);
                    return;
                }
                _ => return,
            };
            event.prevent_default();
            wanted.replace(Some(to));
            if windowed && let Some(scroller) = scroller.cast::<HtmlElement>() {
                if !(offset..offset + count).contains(&to) {
                    // The row that has the focus is about to leave the page. The focus stays here: where it is taken
                    // away, browsers lose the scroll position as well.
                    let _ = scroller.focus();
                }
                bring_into_view(&scroller, to);
            }
            active.set(to);
        })
    };
    let (before, after) = if windowed {
        let after = matching.saturating_sub(offset + count);
        (offset * row_height(), after * row_height())
    } else {
        (0, 0)
    };
    html! {
        <div class="scroller" tabindex="-1" ref={scroller.clone()} onscroll={scroll} onkeydown={on_key}>
            // Explicit roles: on a narrow screen the style sheet lays rows out as grids, and some browsers
            // then forget that they are rows.
            <table
                role="table"
                aria-label={props.name}
                aria-rowcount={(matching + 1).to_string()}
                class={classes!(windowed.then_some("windowed"))}
            >
                <thead role="rowgroup">
                    <tr role="row" aria-rowindex="1">{ props.head.clone() }</tr>
                </thead>
                { gap("before", before, props.columns) }
                <tbody role="rowgroup">
                    { for (offset..offset + count).map(|place| {
                        props.row.emit(Cell { place, active: place == active_row })
                    }) }
                </tbody>
                { gap("after", after, props.columns) }
            </table>
            if matching == 0 {
                <p class="none">{ props.nothing.clone() }</p>
            }
        </div>
    }
}

/// How many of `count` rows are in the page: a few at first, soon all of them, and those at once that come before some
/// that are asked for.
#[hook]
fn use_growing(count: u32, asked: [Option<u32>; 2]) -> u32 {
    let grown = use_mut_ref(|| AT_ONCE);
    let again = use_force_update();
    let asked = asked.into_iter().flatten().filter(|place| *place < count);
    // What is in the page stays there.
    let reached = asked.fold(*grown.borrow(), |reached, place| reached.max(place + 1));
    grown.replace(reached);
    use_effect_with((count, reached), move |(count, reached)| {
        let next = reached.saturating_add(AT_ONCE);
        let more = (reached < count).then(|| {
            Timeout::new(0, move || {
                grown.replace(next);
                again.force_update();
            })
        });
        move || drop(more)
    });
    reached.min(count)
}

/// Space in place of rows that are not in the page.
fn gap(key: &'static str, height: u32, columns: u32) -> Html {
    if height == 0 {
        return Html::default();
    }
    html! {
        <tbody {key} class="gap" aria-hidden="true">
            <tr><td colspan={columns.to_string()} style={format!("height:{height}px")} /></tr>
        </tbody>
    }
}

/// The place of the row that an event comes from.
fn place_of(event: &KeyboardEvent, id: &str) -> Option<u32> {
    let target: Element = event.target_dyn_into()?;
    let row = target.closest("tr[aria-rowindex]").ok().flatten()?;
    let place = row.id();
    place.strip_prefix(id)?.strip_prefix('-')?.parse().ok()
}

fn is_row(event: &KeyboardEvent) -> bool {
    event
        .target_dyn_into::<Element>()
        .is_some_and(|target| target.tag_name() == "TR")
}

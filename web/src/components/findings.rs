//! The findings table. Few findings are all in the page; of many, the worker sends the rows around the scroll
//! position, and empty space stands for the others.

use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::filters::Filters;
use super::numbers::grouped;
use super::row::{FindingRow, element_id};
use super::window::{WINDOW, bring_into_view, has_focus, page_of, row_height, show, window_for};
use crate::controller::Controller;
use crate::dom;
use crate::mode;
use crate::protocol::{ALL_ROWS, Query, Row, Rows, Sort};
use crate::shared::Shared;

/// The columns: what they sort by, their heading and class.
const COLUMNS: [(Option<Sort>, &str, &str); 5] = [
    (Some(Sort::Severity), "Severity", "severity"),
    (Some(Sort::Rule), "Rule", "rule"),
    (Some(Sort::Category), "Category", "category"),
    (Some(Sort::Step), "Step", "step"),
    (None, "What happened", "what"),
];

/// Properties of [`Findings`].
#[derive(Properties, PartialEq)]
pub struct FindingsProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// The rows that are in the page.
    pub rows: Shared<Rows>,
    /// What they were asked for by.
    pub query: Query,
    /// How many findings there are of each severity.
    pub counts: [u32; 3],
    /// The finding that was followed.
    pub chosen: Option<u32>,
    /// The step at the cursor, where something was found in it.
    pub at: Option<u32>,
    /// A row that is to come into view, and how often that was asked for.
    pub located: (u32, u32),
    /// Whether a row is about the step or the clause at the cursor, by its index.
    pub marked: Vec<bool>,
}

/// Which of the rows in the page are marked.
pub fn marked(rows: &Rows, is_at_cursor: impl Fn(&Row) -> bool) -> Vec<bool> {
    rows.items.iter().map(is_at_cursor).collect()
}

/// The findings table with its filters.
#[component]
pub fn Findings(props: &FindingsProps) -> Html {
    let rows = &props.rows;
    let scroller = use_node_ref();
    let active = use_state(|| 0u32);
    // The row that is to take the focus as soon as it is in the page.
    let wanted = use_mut_ref(|| None::<u32>);
    let windowed = rows.matching > ALL_ROWS;
    let active_row = (*active).min(rows.matching.saturating_sub(1));

    {
        let wanted = wanted.clone();
        use_effect_with((rows.clone(), active_row), move |(rows, _)| {
            let place = *wanted.borrow();
            let here =
                |place: &u32| (rows.offset..rows.offset + rows.items.len() as u32).contains(place);
            if let Some(place) = place.filter(here) {
                wanted.replace(None);
                dom::focus(&format!("#{}", element_id(place)));
            }
        });
    }
    // What the cursor is about comes into view, unless someone is moving about in the table.
    {
        let (controller, scroller) = (props.controller.clone(), scroller.clone());
        let first = props.marked.iter().position(|marked| *marked);
        let place = first.map(|first| rows.offset + first as u32);
        use_effect_with((props.at, place), move |(at, place)| {
            if has_focus(&scroller) {
                return;
            }
            match (place, at) {
                (Some(place), _) => show(*place),
                (None, Some(step)) if windowed => controller.locate(*step),
                _ => {}
            }
        });
    }
    {
        let scroller = scroller.clone();
        use_effect_with(props.located, move |(place, times)| {
            if *times > 0
                && let Some(scroller) = scroller.cast::<Element>()
            {
                bring_into_view(&scroller, *place);
            }
        });
    }
    let ask = {
        let (controller, scroller) = (props.controller.clone(), scroller.clone());
        Callback::from(move |query: Query| {
            if let Some(scroller) = scroller.cast::<Element>() {
                scroller.set_scroll_top(0);
            }
            controller.ask(query);
        })
    };
    let scroll = {
        let (controller, scroller) = (props.controller.clone(), scroller.clone());
        let (query, rows) = (props.query.clone(), rows.clone());
        Callback::from(move |_: Event| {
            if let (true, Some(scroller)) = (windowed, scroller.cast::<HtmlElement>())
                && let Some(offset) = window_for(&scroller, &rows, &query)
            {
                controller.ask(Query {
                    offset,
                    count: WINDOW,
                    ..query.clone()
                });
            }
        })
    };
    let on_key = {
        let (controller, scroller) = (props.controller.clone(), scroller.clone());
        let rows = rows.clone();
        let active = active.clone();
        Callback::from(move |event: KeyboardEvent| {
            let at = row_of(&event).unwrap_or(active_row);
            let last = rows.matching.saturating_sub(1);
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
                    let index = at.checked_sub(rows.offset).map(|index| index as usize);
                    if let Some(row) = index.and_then(|index| rows.items.get(index)) {
                        controller.follow(row, None);
                    }
                    return;
                }
                _ => return,
            };
            event.prevent_default();
            wanted.replace(Some(to));
            if windowed && let Some(scroller) = scroller.cast::<Element>() {
                bring_into_view(&scroller, to);
            }
            active.set(to);
        })
    };
    let before = if windowed {
        rows.offset * row_height()
    } else {
        0
    };
    let after = if windowed {
        (rows.matching - rows.offset - rows.items.len() as u32) * row_height()
    } else {
        0
    };
    html! {
        <section
            class="findings"
            aria-label="Findings and filters"
            role={mode::is_frame().then_some("group")}
        >
            <div class="bar">
                <h2>{ "Findings " }<span class="num soft">{ heading(rows) }</span></h2>
                <Filters query={props.query.clone()} counts={props.counts} ask={ask.clone()} />
            </div>
            <div class="scroller" ref={scroller} onscroll={scroll} onkeydown={on_key}>
                // Explicit roles: on a narrow screen the style sheet lays rows out as grids, and some browsers
                // then forget that they are rows.
                <table
                    role="table"
                    aria-label="Findings"
                    aria-rowcount={(rows.matching + 1).to_string()}
                    class={classes!(windowed.then_some("windowed"))}
                >
                    <thead role="rowgroup">
                        <tr role="row" aria-rowindex="1">
                            { for COLUMNS.into_iter().map(|column| head(column, &props.query, &ask)) }
                        </tr>
                    </thead>
                    { gap("before", before) }
                    <tbody role="rowgroup">
                        { for (0..rows.items.len()).map(|index| {
                            let place = rows.offset + index as u32;
                            let finding = rows.items.get(index).map(|row| row.finding);
                            html! {
                                <FindingRow
                                    key={place}
                                    controller={props.controller.clone()}
                                    rows={rows.clone()}
                                    {index}
                                    chosen={finding.is_some() && finding == props.chosen}
                                    marked={props.marked.get(index) == Some(&true)}
                                    active={place == active_row}
                                />
                            }
                        }) }
                    </tbody>
                    { gap("after", after) }
                </table>
                if rows.matching == 0 {
                    <p class="none">{ nothing(rows) }</p>
                }
            </div>
        </section>
    }
}

fn heading(rows: &Rows) -> String {
    let total = grouped(u64::from(rows.total));
    if rows.matching == rows.total {
        format!("({total})")
    } else {
        format!("({} of {total})", grouped(u64::from(rows.matching)))
    }
}

fn nothing(rows: &Rows) -> &'static str {
    if rows.total == 0 {
        "Nothing was found: every check passed."
    } else {
        "No finding matches the filters."
    }
}

/// A heading, which sorts by its column: up, down, and back to the engine's order.
fn head(column: (Option<Sort>, &str, &str), query: &Query, ask: &Callback<Query>) -> Html {
    let (sort, title, class) = column;
    let class = class.to_owned();
    let Some(sort) = sort else {
        return html! { <th role="columnheader" scope="col" {class}>{ title }</th> };
    };
    let order = match (query.sort == sort, query.descending) {
        (false, _) => None,
        (true, false) => Some("ascending"),
        (true, true) => Some("descending"),
    };
    let mut next = query.clone();
    next.offset = 0;
    (next.sort, next.descending) = match order {
        None => (sort, false),
        Some("ascending") => (sort, true),
        Some(_) => (Sort::Found, false),
    };
    let ask = ask.clone();
    html! {
        <th role="columnheader" scope="col" {class} aria-sort={order}>
            <button type="button" class="sort" onclick={move |_| ask.emit(next.clone())}>
                { title }<span class={classes!("arrow", order)} aria-hidden="true" />
            </button>
        </th>
    }
}

/// Space in place of rows that are not in the page.
fn gap(key: &'static str, height: u32) -> Html {
    if height == 0 {
        return Html::default();
    }
    html! {
        <tbody {key} class="gap" aria-hidden="true">
            <tr><td colspan={COLUMNS.len().to_string()} style={format!("height:{height}px")} /></tr>
        </tbody>
    }
}

/// The place of the row that an event comes from.
fn row_of(event: &KeyboardEvent) -> Option<u32> {
    let target: Element = event.target_dyn_into()?;
    let row = target.closest("tr.finding").ok().flatten()?;
    row.id().strip_prefix("finding-")?.parse().ok()
}

fn is_row(event: &KeyboardEvent) -> bool {
    event
        .target_dyn_into::<Element>()
        .is_some_and(|target| target.tag_name() == "TR")
}

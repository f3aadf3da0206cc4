//! The findings table with its filters.

use web_sys::Element;
use yew::prelude::*;

use super::filters::Filters;
use super::numbers::grouped;
use super::row::{FindingRow, ROW_ID};
use super::table::{Cell, Table};
use super::window::{bring_into_view, has_focus, show};
use crate::controller::Controller;
use crate::mode;
use crate::protocol::{ALL_ROWS, Query, Row, Rows, Sort, Window};
use crate::shared::{Shared, shared_rows};

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
    let items = use_memo(rows.identity(), |_| shared_rows(&rows.items));
    let scroller = use_node_ref();
    let windowed = rows.matching > ALL_ROWS;
    let first = props.marked.iter().position(|marked| *marked);
    let place = first.map(|first| rows.offset + first as u32);
    // What the cursor is about comes into view, unless someone is moving about in the table.
    {
        let (controller, scroller) = (props.controller.clone(), scroller.clone());
        use_effect_with((props.at, place), move |(at, place)| {
            if has_focus(&scroller) {
                return;
            }
            match (place, at) {
                (Some(place), _) => show(ROW_ID, *place),
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
    let want = {
        let (controller, query) = (props.controller.clone(), props.query.clone());
        Callback::from(move |window: Window| {
            controller.ask(Query {
                offset: window.offset,
                count: window.count,
                ..query.clone()
            });
        })
    };
    let choose = {
        let (controller, rows) = (props.controller.clone(), rows.clone());
        Callback::from(move |place: u32| {
            let index = place.checked_sub(rows.offset).map(|index| index as usize);
            if let Some(row) = index.and_then(|index| rows.items.get(index)) {
                controller.follow(row, None);
            }
        })
    };
    let row = {
        let (controller, offset) = (props.controller.clone(), rows.offset);
        let (marked, chosen) = (props.marked.clone(), props.chosen);
        Callback::from(move |cell: Cell| {
            let index = cell.place.saturating_sub(offset) as usize;
            let Some(row) = items.get(index) else {
                return Html::default();
            };
            html! {
                <FindingRow
                    key={cell.place}
                    controller={controller.clone()}
                    row={row.clone()}
                    chosen={Some(row.finding) == chosen}
                    marked={marked.get(index) == Some(&true)}
                    {cell}
                />
            }
        })
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
            <Table
                name="Findings"
                id={ROW_ID}
                head={COLUMNS.into_iter().map(|column| head(column, &props.query, &ask)).collect::<Html>()}
                columns={COLUMNS.len() as u32}
                version={rows.identity()}
                offset={rows.offset}
                count={rows.items.len() as u32}
                matching={rows.matching}
                reach={place}
                asked={Window { offset: props.query.offset, count: props.query.count }}
                {want}
                {choose}
                {row}
                nothing={nothing(rows)}
                {scroller}
            />
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

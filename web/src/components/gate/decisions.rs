//! The table of what the gate says to each call.

use web_sys::Element;
use yew::prelude::*;

use super::answer::use_answer;
use super::decision::{DECISION_ID, DecisionCells};
use super::filters::Filters;
use crate::components::numbers::grouped;
use crate::components::table::{Cell, Table};
use crate::components::window::{bring_into_view, has_focus, show};
use crate::controller::Controller;
use crate::mode;
use crate::protocol::{ALL_ROWS, DecisionQuery, DecisionRow, GateAnswer, GateQuestion, Window};
use crate::shared::{Shared, shared_rows};
use crate::state::Gating;

/// The columns: their heading and class.
const COLUMNS: [(&str, &str); 6] = [
    ("Outcome", "outcome-of"),
    ("Step", "step"),
    ("Tool", "tool"),
    ("Matched entry", "entry"),
    ("Class", "class"),
    ("Autonomy", "level"),
];

/// Properties of [`Decisions`].
#[derive(Properties, PartialEq)]
pub struct DecisionsProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// What the gate says, with the first of the rows.
    pub gating: Shared<Gating>,
    /// Whether that is about a trace that is no longer there: then there are no other rows to ask for.
    pub stale: bool,
    /// The step of the decision that was chosen.
    pub chosen: Option<u32>,
    /// The step at the trace's cursor.
    pub at_step: Option<u32>,
    /// The cursor in the policy.
    pub at_clause: Option<u32>,
}

/// The table with its filters.
#[component]
pub fn Decisions(props: &DecisionsProps) -> Html {
    let query = use_state(DecisionQuery::default);
    let scroller = use_node_ref();
    let about = props.gating.identity();
    // The first rows have come with the verdict.
    let asks = !props.stale && *query != DecisionQuery::default();
    let question = asks.then(|| GateQuestion::Decisions {
        query: (*query).clone(),
    });
    let answer = use_answer(&props.controller, about, question);
    let (rows, version) = match &answer {
        Some(answer) => match &**answer {
            GateAnswer::Decisions(rows) => (rows, answer.identity()),
            _ => (&props.gating.judged.decisions, about),
        },
        None => (&props.gating.judged.decisions, about),
    };
    let matching = if props.stale {
        rows.items.len() as u32
    } else {
        rows.matching
    };
    let windowed = matching > ALL_ROWS;
    let is_marked = {
        let (at_step, at_clause) = (props.at_step, props.at_clause);
        move |row: &DecisionRow| {
            let in_clause = |offset: u32| {
                let clauses = [row.decision.clause, row.decision.mapping];
                let mut clauses = clauses.into_iter().flatten();
                clauses.any(|[from, to]| from <= offset && offset <= to)
            };
            Some(row.step) == at_step || at_clause.is_some_and(in_clause)
        }
    };
    let first = rows.items.iter().position(&is_marked);
    let place = first.map(|first| rows.offset + first as u32);
    // What the cursor is about comes into view, unless someone is moving about in the table.
    {
        let (controller, scroller) = (props.controller.clone(), scroller.clone());
        let query = (*query).clone();
        use_effect_with((props.at_step, place), move |(step, place)| {
            if has_focus(&scroller) {
                return;
            }
            match (*place, *step) {
                (Some(place), _) => show(DECISION_ID, place),
                (None, Some(step)) if windowed => locate(controller, query, step, scroller),
                _ => {}
            }
        });
    }
    // And so does what has been chosen elsewhere.
    {
        let scroller = scroller.clone();
        let place = rows
            .items
            .iter()
            .position(|row| Some(row.step) == props.chosen);
        let place = place.map(|place| rows.offset + place as u32);
        use_effect_with(props.chosen, move |_| {
            if let Some(place) = place.filter(|_| !has_focus(&scroller)) {
                show(DECISION_ID, place);
            }
        });
    }
    let ask = {
        let (query, scroller) = (query.clone(), scroller.clone());
        Callback::from(move |wanted: DecisionQuery| {
            if let Some(scroller) = scroller.cast::<Element>() {
                scroller.set_scroll_top(0);
            }
            query.set(wanted);
        })
    };
    let want = {
        let query = query.clone();
        Callback::from(move |window: Window| {
            query.set(DecisionQuery {
                window,
                ..(*query).clone()
            });
        })
    };
    let items = use_memo((version, rows.offset), |_| shared_rows(&rows.items));
    let offset = rows.offset;
    let choose = {
        let (items, controller) = (items.clone(), props.controller.clone());
        Callback::from(move |place: u32| {
            let index = place.saturating_sub(offset) as usize;
            if let Some(row) = items.get(index) {
                controller.follow_decision(row, None);
            }
        })
    };
    let row = {
        let (items, chosen) = (items.clone(), props.chosen);
        let controller = props.controller.clone();
        Callback::from(move |cell: Cell| {
            let index = cell.place.saturating_sub(offset) as usize;
            let Some(row) = items.get(index) else {
                return Html::default();
            };
            html! {
                <DecisionCells
                    key={cell.place}
                    controller={controller.clone()}
                    row={row.clone()}
                    chosen={Some(row.step) == chosen}
                    marked={is_marked(row)}
                    {cell}
                />
            }
        })
    };
    let head = COLUMNS.into_iter().map(|(title, class)| {
        html! { <th role="columnheader" scope="col" {class}><span>{ title }</span></th> }
    });
    let counts = props.gating.view().counts.unwrap_or_default();
    html! {
        <section
            class="findings decisions"
            aria-label="Gate decisions and filters"
            role={mode::is_frame().then_some("group")}
        >
            <div class="bar">
                <h2>
                    { "Gate decisions " }
                    <span class="num soft">{ heading(matching, rows.total) }</span>
                </h2>
                if !props.stale {
                    <Filters query={(*query).clone()} {counts} {ask} />
                }
            </div>
            <Table
                name="Gate decisions"
                id={DECISION_ID}
                head={head.collect::<Html>()}
                columns={COLUMNS.len() as u32}
                {version}
                {offset}
                count={rows.items.len() as u32}
                {matching}
                reach={place}
                asked={query.window}
                {want}
                {choose}
                {row}
                nothing={nothing(props.gating.view().counts.is_some(), rows.total)}
                {scroller}
            />
        </section>
    }
}

/// Brings the decision about a step into view, wherever in a long table it is.
fn locate(controller: Controller, query: DecisionQuery, step: u32, scroller: NodeRef) {
    wasm_bindgen_futures::spawn_local(async move {
        let question = GateQuestion::Locate { query, step };
        if let Some(GateAnswer::Located(Some(place))) = controller.at_gate(question).await
            && let Some(scroller) = scroller.cast::<Element>()
        {
            bring_into_view(&scroller, place);
        }
    });
}

fn heading(matching: u32, total: u32) -> String {
    let all = grouped(u64::from(total));
    if matching == total {
        format!("({all})")
    } else {
        format!("({} of {all})", grouped(u64::from(matching)))
    }
}

fn nothing(has_trace: bool, total: u32) -> &'static str {
    match (has_trace, total) {
        (false, _) => "There is no valid trace to ask the gate about.",
        (true, 0) => "The trace calls no tool.",
        (true, _) => "No decision matches the filters.",
    }
}

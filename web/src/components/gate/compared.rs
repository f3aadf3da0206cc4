//! What a comparison found.

use std::rc::Rc;

use stepgate_engine::approval::diff::OVERLAPS_LEFT_OUT;
use yew::prelude::*;

use crate::components::numbers::{count, grouped};
use crate::components::prose::{self, prose};
use crate::components::table::{self, Cell, Standing, Table};
use crate::controller::Controller;
use crate::editors::Place;
use crate::protocol::{
    AnswerView, ChangeRow, ComparisonRow, ComparisonView, Document, GateAnswer, Window,
};
use crate::shared::{Shared, shared_rows};

/// What the ids of the rows begin with.
const ROW_ID: &str = "difference";

/// The columns: their heading and class.
const COLUMNS: [(&str, &str); 4] = [
    ("Became", "direction"),
    ("Class or tool", "what"),
    ("As it is", "as-is"),
    ("If irreversible", "irreversible"),
];

/// Properties of [`Compared`].
#[derive(Properties, PartialEq)]
pub struct ComparedProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// The answer that holds the comparison.
    pub answer: Shared<GateAnswer>,
    /// What the policy was compared with.
    pub what: String,
    /// The rows that were asked for.
    pub asked: Window,
    /// Asks for others.
    pub want: Callback<Window>,
}

/// What was found.
#[component]
pub fn Compared(props: &ComparedProps) -> Html {
    let scroller = use_node_ref();
    let items = use_memo(props.answer.identity(), |_| match &*props.answer {
        GateAnswer::Comparison(Ok(view)) => shared_rows(&view.rows),
        _ => Vec::new(),
    });
    let GateAnswer::Comparison(Ok(view)) = &*props.answer else {
        return Html::default();
    };
    let offset = view.offset;
    let choose = {
        let (items, controller) = (items.clone(), props.controller.clone());
        Callback::from(move |place: u32| {
            let row = items.get(place.saturating_sub(offset) as usize);
            if let Some(range) = row.and_then(|row| row.range) {
                controller.go(Document::Approval, Place::Answered(range));
            }
        })
    };
    let row = {
        let (items, controller) = (items.clone(), props.controller.clone());
        Callback::from(move |cell: Cell| {
            let row = items.get(cell.place.saturating_sub(offset) as usize);
            row.map_or_else(Html::default, |row| {
                html! {
                    <Difference
                        key={cell.place}
                        controller={controller.clone()}
                        row={row.clone()}
                        {cell}
                    />
                }
            })
        })
    };
    let head = COLUMNS.into_iter().map(|(title, class)| {
        html! { <th role="columnheader" scope="col" {class}><span>{ title }</span></th> }
    });
    let is_same = view.matching == 0 && view.changes.is_empty();
    html! {
        <div class="findings compared">
            <p class="summary">{ summary(view, &props.what) }</p>
            { for view.failures.iter().zip(["The other version", "This policy"]).filter_map(|(failure, which)| {
                failure.as_ref().map(|failure| html! {
                    <p key={which} class="summary">
                        <span class="out deny" aria-hidden="true" />
                        { format!("{which} fails closed: ") }{ prose(failure) }
                    </p>
                })
            }) }
            if view.overlaps_left_out {
                <p class="summary">{ format!("{OVERLAPS_LEFT_OUT}.") }</p>
            }
            if !is_same {
                <Table
                    name="Comparison"
                    id={ROW_ID}
                    head={head.collect::<Html>()}
                    columns={COLUMNS.len() as u32}
                    version={props.answer.identity()}
                    {offset}
                    count={view.rows.len() as u32}
                    matching={view.matching}
                    asked={props.asked}
                    want={props.want.clone()}
                    {choose}
                    {row}
                    nothing="No class or tool is answered differently."
                    {scroller}
                />
            }
            { changes(view) }
        </div>
    }
}

fn summary(view: &ComparisonView, what: &str) -> String {
    if view.matching == 0 && view.changes.is_empty() {
        return format!("Nothing differs from {what}.");
    }
    let [loosened, mixed, tightened, same] = view.counts.map(|count| grouped(u64::from(count)));
    format!(
        "Compared with {what}: {loosened} loosened \u{b7} {mixed} mixed \u{b7} {tightened} tightened \u{b7} {same} as \
         strict as before"
    )
}

/// Properties of [`Difference`].
#[derive(Properties, PartialEq)]
struct DifferenceProps {
    controller: Controller,
    row: Rc<ComparisonRow>,
    cell: Cell,
}

#[component]
fn Difference(props: &DifferenceProps) -> Html {
    let (controller, row) = (&props.controller, &props.row);
    let stop = props.cell.stop();
    let kind = if row.is_tool { "tool" } else { "class" };
    let name = match (&row.name, row.is_tool) {
        (Some(name), _) => html! { <code>{ prose::name(name) }</code> },
        (None, true) => html! { { "every other tool" } },
        (None, false) => html! { { "every other class" } },
    };
    let name = match row.range {
        None => name,
        Some(range) => {
            let controller = controller.clone();
            let go = move |_| controller.go(Document::Approval, Place::Answered(range));
            html! { <button type="button" class="link" tabindex={stop} onclick={go}>{ name }</button> }
        }
    };
    let cells = html! {
        <>
            <td role="cell" class="direction">
                <span class={classes!("turn", row.direction.clone())} aria-hidden="true" />
                { &row.direction }
            </td>
            <th role="rowheader" scope="row" class="what">
                <span class="soft">{ kind }{ " " }</span>{ name }
            </th>
            <td role="cell" class="as-is">
                { before_after(&row.before.as_is, &row.after.as_is) }
                { from(&row.before, &row.after) }
            </td>
            <td role="cell" class="irreversible">
                { before_after(&row.before.irreversible, &row.after.irreversible) }
            </td>
        </>
    };
    table::row(
        ROW_ID,
        "finding difference",
        props.cell,
        Standing::default(),
        None,
        cells,
    )
}

fn before_after(before: &str, after: &str) -> Html {
    if before == after {
        return html! { <span class="soft">{ after }</span> };
    }
    html! {
        <span class="turned">
            <span class="soft">{ before }</span>
            <span aria-hidden="true">{ " \u{2192} " }</span>
            <span class="sr-only">{ " became " }</span>
            <b>{ after }</b>
        </span>
    }
}

/// Where the answers come from, where that has changed.
fn from(before: &AnswerView, after: &AnswerView) -> Html {
    if before.from == after.from {
        return Html::default();
    }
    html! {
        <div class="soft detail">
            { prose(&before.from) }{ " \u{2192} " }{ prose(&after.from) }
        </div>
    }
}

fn changes(view: &ComparisonView) -> Html {
    if view.changes.is_empty() {
        return Html::default();
    }
    let total = view.changes.len() as u64 + u64::from(view.more_changes);
    html! {
        <div class="changes">
            <h3>{ count(total, "other change") }</h3>
            <ul aria-label="Other changes">
                { for view.changes.iter().enumerate().map(|(index, row)| change(index, row)) }
                if view.more_changes > 0 {
                    <li class="soft">{ format!("and {} more", grouped(u64::from(view.more_changes))) }</li>
                }
            </ul>
        </div>
    }
}

fn change(index: usize, row: &ChangeRow) -> Html {
    let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_owned());
    html! {
        <li key={index}>
            <code>{ &row.path }</code>{ ": " }
            { before_after(&value(&row.before), &value(&row.after)) }
            if row.dangling {
                <span class="soft">{ " (a rule still names this approver)" }</span>
            }
        </li>
    }
}

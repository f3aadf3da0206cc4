//! The class matrix: each declared class with its level, who approves, what reaches it and what did.

use std::rc::Rc;

use stepgate_engine::approval::words::FAIL_CLOSED_CLASSES;
use yew::prelude::*;

use super::answer::use_answer;
use crate::components::numbers::{grouped, step_name};
use crate::components::prose;
use crate::components::table::{self, Cell, Standing, Table, step_button};
use crate::controller::Controller;
use crate::editors::Place;
use crate::protocol::{ClassRow, Document, GateAnswer, GateQuestion, GateView, Window};
use crate::shared::{Shared, shared_rows};
use crate::state::Gating;

/// What the ids of the rows begin with.
const CLASS_ID: &str = "class";

/// The columns: their heading and class.
const COLUMNS: [(&str, &str); 7] = [
    ("Class", "class"),
    ("Level", "level"),
    ("Rates", "rates"),
    ("Approvers", "approvers"),
    ("Limits", "limits"),
    ("Tools that reach it", "tools"),
    ("Steps that did", "steps"),
];

/// Properties of [`Classes`].
#[derive(Properties, PartialEq)]
pub struct ClassesProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// What the gate says, with the first of the rows.
    pub gating: Shared<Gating>,
}

/// The matrix.
#[component]
pub fn Classes(props: &ClassesProps) -> Html {
    let window = use_state(Window::default);
    let scroller = use_node_ref();
    let about = props.gating.identity();
    // The first rows have come with the verdict.
    let question =
        (*window != Window::default()).then_some(GateQuestion::Classes { window: *window });
    let answer = use_answer(&props.controller, about, question);
    let (rows, version) = match &answer {
        Some(answer) => match &**answer {
            GateAnswer::Classes(rows) => (rows, answer.identity()),
            _ => (&props.gating.judged.classes, about),
        },
        None => (&props.gating.judged.classes, about),
    };
    let items = use_memo((version, rows.offset), |_| shared_rows(&rows.items));
    let offset = rows.offset;
    let choose = {
        let (items, controller) = (items.clone(), props.controller.clone());
        Callback::from(move |place: u32| {
            if let Some(row) = items.get(place.saturating_sub(offset) as usize) {
                controller.go(Document::Approval, Place::Answered(row.range));
            }
        })
    };
    let row = {
        let (items, controller) = (items.clone(), props.controller.clone());
        Callback::from(move |cell: Cell| {
            let row = items.get(cell.place.saturating_sub(offset) as usize);
            row.map_or_else(Html::default, |row| {
                html! {
                    <ClassCells
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
    let want = {
        let window = window.clone();
        Callback::from(move |wanted: Window| window.set(wanted))
    };
    html! {
        <section class="findings matrix" aria-label="Classes by level">
            <div class="bar">
                <h2>
                    { "Classes " }
                    <span class="num soft">{ format!("({})", grouped(u64::from(rows.total))) }</span>
                </h2>
                { others(&props.controller, props.gating.view()) }
            </div>
            <Table
                name="Classes"
                id={CLASS_ID}
                head={head.collect::<Html>()}
                columns={COLUMNS.len() as u32}
                {version}
                {offset}
                count={rows.items.len() as u32}
                matching={rows.total}
                asked={*window}
                {want}
                {choose}
                {row}
                nothing={nothing(props.gating.view())}
                {scroller}
            />
        </section>
    }
}

fn nothing(view: &GateView) -> String {
    match view.failure {
        Some(_) => {
            format!("The policy does not load, so it declares nothing: {FAIL_CLOSED_CLASSES}.")
        }
        None => "The policy declares no class.".to_owned(),
    }
}

/// What holds for every class that no rule matches.
fn others(controller: &Controller, view: &GateView) -> Html {
    let (level, range) = &view.other_classes;
    let told = if view.failure.is_some() {
        "Every class: "
    } else {
        "Every other class: "
    };
    let Some(range) = *range else {
        return html! { <p class="soft">{ told }<b>{ level }</b></p> };
    };
    let controller = controller.clone();
    html! {
        <p class="soft">
            { told }<b>{ level }</b>{ " by " }
            <button
                type="button"
                class="link code"
                onclick={move |_| controller.go(Document::Approval, Place::Answered(range))}
            >
                { "defaults.autonomy" }
            </button>
        </p>
    }
}

/// Properties of [`ClassCells`].
#[derive(Properties, PartialEq)]
struct ClassCellsProps {
    controller: Controller,
    row: Rc<ClassRow>,
    cell: Cell,
}

#[component]
fn ClassCells(props: &ClassCellsProps) -> Html {
    let (controller, row) = (&props.controller, &props.row);
    let stop = props.cell.stop();
    let go = |document: Document, range: [u32; 2]| {
        let controller = controller.clone();
        Callback::from(move |event: MouseEvent| {
            event.stop_propagation();
            controller.go(document, Place::Answered(range));
        })
    };
    let more_steps = row.step_count as usize - row.steps.len();
    let remark = match row.allow_irreversible {
        Some(true) => Some("also irreversible"),
        _ => None,
    };
    let cells = html! {
        <>
            <th role="rowheader" scope="row" class="class">
                <button
                    type="button"
                    class="link code"
                    tabindex={stop}
                    aria-label={format!("Go to class {}", row.pattern)}
                    onclick={go(Document::Approval, row.range)}
                >
                    { prose::name(&row.pattern) }
                </button>
            </th>
            <td role="cell" class="level">
                { &row.level }
                if let Some(remark) = remark {
                    { " " }<span class="soft">{ remark }</span>
                }
            </td>
            <td role="cell" class="rates num">
                { for row.rates.into_iter().zip(["live", "retro"]).filter_map(|(rate, name)| {
                    rate.map(|rate| html! { <div key={name}>{ format!("{name} {rate}") }</div> })
                }) }
            </td>
            <td role="cell" class="approvers">
                { row.approvers.as_ref().map(|ids| ids.join(", ")).unwrap_or_default() }
            </td>
            <td role="cell" class="limits num">
                { for row.limits.iter().map(|(name, value)| html! {
                    <div key={name.clone()}>{ format!("{name} {value}") }</div>
                }) }
            </td>
            <td role="cell" class="tools">
                <div class="buttons">
                    { for row.tools.iter().enumerate().map(|(index, (glob, range))| html! {
                        <button
                            key={index}
                            type="button"
                            class="link code"
                            tabindex={stop}
                            aria-label={format!("Go to entry {glob}")}
                            onclick={go(Document::Approval, *range)}
                        >
                            { prose::name(glob) }
                        </button>
                    }) }
                    { more(row.more_tools as usize) }
                </div>
            </td>
            <td role="cell" class="steps">
                <div class="buttons">
                    { for row.steps.iter().map(|step| {
                        let name = step_name(step.step, &step.id);
                        step_button(name, Some(stop), go(Document::Trace, step.range))
                    }) }
                    { more(more_steps) }
                </div>
            </td>
        </>
    };
    table::row(
        CLASS_ID,
        "finding class-row",
        props.cell,
        Standing::default(),
        None,
        cells,
    )
}

fn more(count: usize) -> Html {
    match count {
        0 => Html::default(),
        count => {
            html! { <span class="soft num">{ format!("and {} more", grouped(count as u64)) }</span> }
        }
    }
}

//! The frame of an example: the page's own parts with less around them.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::app::{into, pane, shown_documents};
use super::dialog::Dialogs;
use super::findings::{Findings, marked};
use super::gate::GateResults;
use super::tabs::{Tabs, bring_to_front};
use super::verdict::Verdict;
use crate::content::Content;
use crate::controller::Controller;
use crate::dom;
use crate::embed::{self, Shown};
use crate::protocol::{Document, System};
use crate::shared::Shared;
use crate::state::{Outcome, Workspace};

/// Shows an example, once the page around the frame has told which.
pub fn start() {
    spawn_local(async {
        if let (Some(shown), Some(root)) = (embed::shown().await, dom::element("app")) {
            let shown = Shared::new(shown);
            dom::clear("verdict");
            yew::Renderer::<Frame>::with_root_and_props(root, FrameProps { shown }).render();
        }
    });
}

/// Properties of [`Frame`].
#[derive(Properties, PartialEq)]
struct FrameProps {
    /// What the page around the frame asked for.
    shown: Shared<Shown>,
}

/// What is remembered between renderings.
struct Memory {
    /// What Reset brings back.
    original: [Content; 3],
    /// The id of the finding or decision that is to be chosen with the first verdict.
    finding: Option<String>,
}

/// The frame.
#[component]
fn Frame(props: &FrameProps) -> Html {
    let shown = &props.shown;
    let bound = shown
        .fail_under
        .unwrap_or(stepgate_engine::arh::DEFAULT_FAIL_UNDER);
    let state = use_reducer(|| Workspace::new(bound));
    let memory = use_mut_ref(|| Memory {
        original: shown.contents(),
        finding: shown.finding.clone(),
    });
    let controller = {
        let (dispatch, shown, memory) = (state.dispatcher(), shown.clone(), memory.clone());
        use_memo((), move |()| {
            let controller = Controller::resting(dispatch, bound);
            begin(&controller, &shown, &memory);
            controller
        })
    };
    let controller = (*controller).clone();
    let workspace = &*state;
    use_effect_with(workspace.view, |view| bring_to_front(*view));
    {
        let told = (
            workspace.outcome.clone(),
            workspace.gate.clone(),
            workspace.systems.shown,
            workspace.engine.clone(),
        );
        let (state, controller, memory) = (state.clone(), controller.clone(), memory.clone());
        use_effect_with(told, move |_| {
            embed::tell(&state);
            let is_judged = matches!(state.outcome, Outcome::Judged(_));
            if (is_judged || state.replayed.is_some())
                && let Some(finding) = memory.borrow_mut().finding.take()
            {
                spawn_local(async move { controller.choose(finding).await });
            }
        });
    }
    let link = use_link(&controller, workspace);
    let reset = {
        let controller = controller.clone();
        Callback::from(move |_| controller.reset(&memory.borrow().original))
    };
    html! {
        <>
            { into("tabs", html! {
                <Tabs controller={controller.clone()} view={workspace.view} />
            }) }
            { for shown_documents(workspace).map(|document| pane(&controller, workspace, document)) }
            { into("verdict", html! {
                <Verdict
                    controller={controller.clone()}
                    outcome={workspace.outcome.clone()}
                    system={workspace.systems.shown}
                    gating={workspace.gate.clone()}
                    has_both={workspace.has_both()}
                    updating={workspace.updating}
                    fetching={workspace.fetching}
                    has_approval={workspace.document(Document::Approval).is_written}
                    fail_under={workspace.fail_under}
                    engine={workspace.engine.clone()}
                />
            }) }
            { into("results", match (workspace.systems.shown, workspace.gate.as_ref().or(workspace.replayed.as_ref())) {
                (System::Approval, Some(gating)) => html! {
                    <GateResults
                        controller={controller.clone()}
                        gating={gating.clone()}
                        replayed={workspace.replayed.clone()}
                        stale={workspace.is_replay_stale()}
                        chosen={workspace.decided.clone()}
                        cursor={workspace.cursor}
                        brief=true
                    />
                },
                _ => findings(&controller, workspace),
            }) }
            <div class="frame-foot">
                <a href={link} target="_blank" rel="noopener">{ "Open in Stepgate" }</a>
                <button type="button" class="reset" onclick={reset}>{ "Reset" }</button>
            </div>
            <Dialogs controller={controller.clone()} dialog={workspace.dialog.clone()} />
        </>
    }
}

fn findings(controller: &Controller, workspace: &Workspace) -> Html {
    let Some(judgement) = &workspace.last else {
        return Html::default();
    };
    html! {
        <div class={classes!("outcome", workspace.is_stale().then_some("stale"))}>
            <Findings
                controller={controller.clone()}
                rows={workspace.rows.clone()}
                query={workspace.query.clone()}
                counts={judgement.report.counts}
                chosen={workspace.chosen}
                at={None::<u32>}
                located={workspace.located}
                marked={marked(&workspace.rows, |row| workspace.is_at_cursor(row))}
            />
        </div>
    }
}

/// Has the documents judged as soon as there may be a worker: those that the page gave, or those of its link.
fn begin(controller: &Controller, shown: &Shared<Shown>, memory: &Rc<RefCell<Memory>>) {
    let (awake, asleep) = (controller.clone(), controller.clone());
    let (bound, harness) = (shown.fail_under, shown.harness());
    let memory = Rc::clone(memory);
    let link = RefCell::new(shown.link.clone());
    embed::listen(
        move || {
            let Some(link) = link.take() else {
                awake.show_written();
                match harness {
                    Ok(None) => awake.wake(),
                    Ok(Some(harness)) => {
                        awake.show_gate(harness);
                        awake.wake();
                    }
                    Err(sentence) => awake.refuse(sentence),
                }
                return;
            };
            let (controller, memory) = (awake.clone(), Rc::clone(&memory));
            spawn_local(async move {
                if let Some(pointed) = controller.fill(link, bound).await {
                    let mut memory = memory.borrow_mut();
                    memory.finding = memory.finding.take().or(pointed);
                    memory.original = controller.contents();
                }
            });
        },
        move || asleep.rest(),
    );
}

/// The address of the playground with the documents as they were last judged.
#[hook]
fn use_link(controller: &Controller, workspace: &Workspace) -> Option<String> {
    let link = use_state(|| None);
    {
        let (link, controller) = (link.clone(), controller.clone());
        let decided = workspace.decided.as_ref().map(|row| row.step);
        let asked = (
            workspace.outcome.clone(),
            workspace.gate.clone(),
            [workspace.chosen, decided],
        );
        use_effect_with(asked, move |(outcome, _, chosen)| {
            if !matches!(outcome, Outcome::Checking) {
                let chosen = *chosen;
                spawn_local(async move {
                    if let Some(made) = controller.link(chosen).await {
                        link.set(Some(made));
                    }
                });
            }
        });
    }
    Some((*link).clone().unwrap_or_else(embed::playground))
}

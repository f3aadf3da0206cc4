//! The whole page. The editors stand in `index.html` and are never rendered here: everything around them is put into
//! the places that the page keeps for it.

use yew::prelude::*;

use super::dialog::Dialogs;
use super::findings::{Findings, marked};
use super::gate::{Beside, GateResults};
use super::hints::Hints;
use super::pane_head::PaneHead;
use super::problem::ProblemAlert;
use super::scores::Scores;
use super::shared_verdict::SharedVerdictNote;
use super::splitter::Splitter;
use super::steps::StepsView;
use super::systems::{SystemChoice, SystemTabs};
use super::tabs::Tabs;
use super::toolbar::Toolbar;
use super::verdict::Verdict;
use super::welcome::Welcome;
use crate::controller::Controller;
use crate::dom;
use crate::mode;
use crate::protocol::{Document, System};
use crate::settings;
use crate::shared::Shared;
use crate::state::{EVEN_SPLIT, Judgement, Outcome, Workspace};

/// The score from which a trace passes: what a person has chosen before, or the usual one.
fn fail_under() -> f64 {
    settings::fail_under().unwrap_or(stepgate_engine::arh::DEFAULT_FAIL_UNDER)
}

/// The page.
#[component]
pub fn App() -> Html {
    let state = use_reducer(|| Workspace {
        split: settings::split().unwrap_or(EVEN_SPLIT),
        ..Workspace::new(fail_under())
    });
    let controller = {
        let dispatch = state.dispatcher();
        use_memo((), move |()| Controller::start(dispatch, fail_under()))
    };
    let controller = (*controller).clone();
    let workspace = &*state;
    use_effect_with(workspace.view, |view| super::tabs::bring_to_front(*view));
    {
        let controller = controller.clone();
        let decided = workspace.decided.as_ref().map(|row| row.step);
        use_effect_with(
            ([workspace.chosen, decided], workspace.view),
            move |(chosen, view)| controller.looked_at(*chosen, *view),
        );
    }

    html! {
        <>
            { into("toolbar", html! {
                <Toolbar
                    controller={controller.clone()}
                    notice={workspace.notice.clone()}
                    address_bar={workspace.address_bar}
                    saving={workspace.saving}
                    has_approval={workspace.document(Document::Approval).is_written}
                />
            }) }
            { into("tabs", html! {
                <Tabs controller={controller.clone()} view={workspace.view} />
            }) }
            { into("splitter", html! {
                <Splitter controller={controller.clone()} split={workspace.split} />
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
                    judging_off={workspace.judging_off}
                />
            }) }
            { into("results", results(&controller, workspace)) }
            <Dialogs controller={controller.clone()} dialog={workspace.dialog.clone()} />
        </>
    }
}

/// The documents whose editors are shown.
pub fn shown_documents(workspace: &Workspace) -> impl Iterator<Item = Document> + use<> {
    [workspace.systems.shown.document(), Document::Trace].into_iter()
}

/// What stands above a document.
pub fn pane(controller: &Controller, workspace: &Workspace, document: Document) -> Html {
    let known = workspace.document(document);
    let (head, problem) = match document {
        Document::Policy | Document::Approval => ("policy-head", "policy-problem"),
        Document::Trace => ("trace-head", "trace-problem"),
    };
    let problems: Vec<_> = workspace.problems(document).cloned().collect();
    // A pattern that took too many steps is a problem of the document, which is valid all the same.
    let invalid =
        document == Document::Approval || matches!(workspace.outcome, Outcome::NotJudged { .. });
    let latency = match &workspace.outcome {
        Outcome::Judged(judgement) => {
            Some(judgement.report.latency_ms).filter(|latency| *latency > 0.0)
        }
        _ => None,
    };
    html! {
        <>
            { into(head, html! {
                <>
                    if document != Document::Trace && workspace.has_tabs() {
                        <SystemTabs controller={controller.clone()} shown={workspace.systems.shown} />
                    } else {
                        <h2>{ document.editor() }</h2>
                    }
                    <PaneHead {document} known={known.clone()} invalid={invalid && !problems.is_empty()} {latency} />
                    if document != Document::Trace && !mode::is_frame() {
                        <SystemChoice controller={controller.clone()} systems={workspace.systems} />
                    }
                </>
            }) }
            { into(problem, html! {
                <ProblemAlert controller={controller.clone()} {document} {problems} />
            }) }
        </>
    }
}

/// What follows from the documents: by one policy system, or by both.
fn results(controller: &Controller, workspace: &Workspace) -> Html {
    let shown = workspace.systems.shown;
    let replayed = workspace.replayed.as_ref();
    let gating = workspace.gate.as_ref().or(replayed);
    // A policy that is no longer there says nothing, and the gate says nothing to no trace.
    let has_both = gating.is_some() && workspace.has_both();
    let gating = gating.filter(|_| shown == System::Approval || replayed.is_some());
    let judgement = workspace
        .last
        .as_ref()
        .filter(|_| shown == System::Arh || has_both);
    match (judgement, gating) {
        (None, None) => html! { <Welcome controller={controller.clone()} /> },
        (Some(judgement), None) => arh_results(controller, workspace, judgement),
        (judgement, Some(gating)) => {
            let beside = judgement
                .filter(|_| replayed.is_some())
                .map(|judgement| Beside {
                    findings: findings(controller, workspace, judgement),
                    side: scores(controller, judgement),
                    stale: workspace.is_stale(),
                    first: shown == System::Arh,
                });
            if beside.is_none() && shown == System::Arh {
                return html! { <Welcome controller={controller.clone()} /> };
            }
            html! {
                <>
                    { notes(controller, workspace, beside.as_ref().and(judgement)) }
                    <GateResults
                        controller={controller.clone()}
                        gating={gating.clone()}
                        replayed={replayed.cloned()}
                        stale={workspace.is_replay_stale()}
                        chosen={workspace.decided.clone()}
                        cursor={workspace.cursor}
                        {beside}
                    />
                </>
            }
        }
    }
}

/// What follows from an ARH policy alone.
fn arh_results(
    controller: &Controller,
    workspace: &Workspace,
    judgement: &Shared<Judgement>,
) -> Html {
    let stale = workspace.is_stale();
    html! {
        <>
            { notes(controller, workspace, Some(judgement)) }
            <div class={classes!("outcome", stale.then_some("stale"))}>
                <StepsView
                    controller={controller.clone()}
                    steps={judgement.steps.clone()}
                    by={System::Arh}
                    at={workspace.cursor.step}
                />
                <div class="columns">
                    { findings(controller, workspace, judgement) }
                    <div class="side">{ scores(controller, judgement) }</div>
                </div>
            </div>
        </>
    }
}

/// What is to be said above the results: about a link's verdict, and about a stale one.
fn notes(
    controller: &Controller,
    workspace: &Workspace,
    judgement: Option<&Shared<Judgement>>,
) -> Html {
    let judgement = judgement.filter(|_| workspace.is_stale());
    let replayed = workspace.replayed.as_ref();
    let replayed = replayed.filter(|_| workspace.is_replay_stale());
    // While an answer is on its way nothing may jump: the mark lies over what it marks.
    let passing = workspace.outcome == Outcome::Checking;
    html! {
        <>
            <SharedVerdictNote
                controller={controller.clone()}
                shared={workspace.shared_verdict.clone()}
            />
            if judgement.is_some() || replayed.is_some() {
                <div class={classes!("stale-bar", passing.then_some("passing"))}>
                    <h2>{ "Last result (stale)" }</h2>
                    if let Some(judgement) = judgement {
                        <p>{ super::verdict::summary(judgement) }</p>
                    }
                    if let Some(replayed) = replayed {
                        <p>{ super::gate::summary(replayed.view()) }</p>
                    }
                </div>
            }
        </>
    }
}

fn findings(controller: &Controller, workspace: &Workspace, judgement: &Shared<Judgement>) -> Html {
    html! {
        <Findings
            controller={controller.clone()}
            rows={workspace.rows.clone()}
            query={workspace.query.clone()}
            counts={judgement.report.counts}
            chosen={workspace.chosen}
            at={finding_step(judgement, workspace.cursor.step)}
            located={workspace.located}
            marked={marked(&workspace.rows, |row| workspace.is_at_cursor(row))}
        />
    }
}

fn scores(controller: &Controller, judgement: &Shared<Judgement>) -> Html {
    html! {
        <>
            <Scores judgement={judgement.clone()} />
            <Hints
                controller={controller.clone()}
                rows={judgement.report.hints.clone()}
                total={judgement.report.hint_counts.iter().sum::<u32>()}
                about="What you wrote is not what is read. Hints never change the score."
                are_reported=true
            />
        </>
    }
}

/// The step at the cursor, if anything was found in it.
fn finding_step(judgement: &Judgement, step: Option<u32>) -> Option<u32> {
    step.filter(|step| {
        judgement
            .steps
            .get(*step)
            .is_some_and(|step| step.findings > 0)
    })
}

/// Renders into a place of `index.html`.
pub fn into(id: &str, content: Html) -> Html {
    dom::element(id).map_or_else(Html::default, |place| create_portal(content, place))
}

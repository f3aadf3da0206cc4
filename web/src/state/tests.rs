use std::rc::Rc;

use yew::Reducible;

use super::*;
use crate::protocol::Judged;
use wasm_bindgen_test::wasm_bindgen_test;

fn report(passed: bool) -> Judged {
    let nothing = || wasm_bindgen::JsValue::UNDEFINED;
    let marks = || crate::protocol::Marks {
        triples: nothing(),
        text: String::new(),
        ends: nothing(),
    };
    Judged::Report {
        report: Box::new(ReportView {
            passed,
            score: "100".to_owned(),
            just_short: false,
            hair_below_100: false,
            fail_under: 70.0,
            counts: [0; 3],
            rules: Vec::new(),
            categories: Vec::new(),
            hints: Vec::new(),
            hint_counts: [2, 0, 0],
            strip: crate::protocol::Strip {
                flags: nothing(),
                latencies: nothing(),
                ranges: nothing(),
                findings: nothing(),
                ids: String::new(),
                tools: String::new(),
            },
            latency_ms: 0.0,
            cost_usd: 0.0,
            tokens: None,
            coverage: None,
        }),
        marks: [marks(), marks()],
        rows: Rows::default(),
    }
}

fn problem() -> ProblemView {
    ProblemView {
        document: Document::Policy,
        message: "a value is missing".to_owned(),
        range: [3, 4],
        at: [1, 4],
    }
}

fn after(actions: impl IntoIterator<Item = Action>) -> Rc<Workspace> {
    let start = Rc::new(Workspace::new(70.0));
    actions.into_iter().fold(start, Workspace::reduce)
}

fn answered(judged: Judged) -> Action {
    Action::Answered {
        judged,
        gate: None,
        milliseconds: 1.0,
    }
}

fn invalid() -> Judged {
    invalid_in(Document::Policy)
}

fn invalid_in(document: Document) -> Judged {
    Judged::Invalid {
        problems: vec![ProblemView {
            document,
            ..problem()
        }],
        blank: None,
        summaries: Default::default(),
    }
}

#[wasm_bindgen_test]
fn a_verdict_goes_stale_and_comes_back() {
    let state = after([answered(report(true)), Action::Edited, answered(invalid())]);
    assert!(state.is_stale());
    assert!(matches!(state.outcome, Outcome::NotJudged { .. }));
    assert_eq!(state.problems(Document::Policy).count(), 1);
    assert_eq!(state.problems(Document::Trace).count(), 0);
    let state = state.reduce(answered(report(false)));
    assert!(!state.is_stale());
    assert!(matches!(&state.outcome, Outcome::Judged(j) if !j.report.passed));
}

/// An answer about an invalid document, beside what the gate says to a trace of some calls, or to none.
fn gated(judged: Judged, calls: Option<u32>) -> Action {
    let nothing = || wasm_bindgen::JsValue::UNDEFINED;
    Action::Answered {
        judged,
        gate: Some(Box::new(GateJudged {
            view: Box::new(GateView {
                failure: None,
                counts: calls.map(|calls| [calls, 0, 0, 0, 0]),
                other_classes: Default::default(),
                older: Default::default(),
                notes: Vec::new(),
                hints: Vec::new(),
                hint_count: 0,
            }),
            marks: crate::protocol::Marks {
                triples: nothing(),
                text: String::new(),
                ends: nothing(),
            },
            decisions: Default::default(),
            classes: Default::default(),
        })),
        milliseconds: 1.0,
    }
}

fn replayed_calls(state: &Workspace) -> Option<u32> {
    let [calls, ..] = state.replayed.as_ref()?.view().counts?;
    Some(calls)
}

#[wasm_bindgen_test]
fn decisions_go_stale_while_the_trace_is_invalid_and_come_back() {
    let state = after([gated(invalid(), Some(3))]);
    assert!(!state.is_replay_stale());
    let state = state.reduce(gated(invalid_in(Document::Trace), None));
    assert!(state.is_replay_stale());
    assert_eq!(replayed_calls(&state), Some(3));
    assert_eq!(
        state.gate.as_ref().map(|gate| gate.view().counts),
        Some(None)
    );
    let state = state.reduce(gated(invalid(), Some(4)));
    assert!(!state.is_replay_stale());
    assert_eq!(replayed_calls(&state), Some(4));
    let slow = [Action::Edited, Action::Slow];
    let state = slow.into_iter().fold(state, Workspace::reduce);
    assert!(state.is_replay_stale());
    let state = state.reduce(Action::NotVerified("gone".to_owned()));
    assert_eq!(state.gate, None);
    assert!(state.is_replay_stale());
}

#[wasm_bindgen_test]
fn decisions_end_with_the_trace_or_the_policy() {
    let without_trace = after([gated(invalid(), Some(3)), gated(invalid(), None)]);
    assert_eq!(without_trace.replayed, None);
    let without_policy = after([gated(invalid(), Some(3)), answered(report(true))]);
    assert_eq!(without_policy.replayed, None);
}

#[wasm_bindgen_test]
fn nothing_is_judged_without_an_answer() {
    assert_eq!(after([]).outcome, Outcome::Checking);
    let slow = after([answered(report(true)), Action::Edited, Action::Slow]);
    assert_eq!(slow.outcome, Outcome::Checking);
    assert!(slow.is_stale());
    let in_time = after([answered(report(true)), Action::Slow]);
    assert!(matches!(in_time.outcome, Outcome::Judged(_)));
    let lost = after([
        answered(report(true)),
        Action::NotVerified("gone".to_owned()),
    ]);
    assert!(matches!(lost.outcome, Outcome::CouldNotVerify { .. }));
}

#[wasm_bindgen_test]
fn empty_editors_leave_nothing_behind() {
    let state = after([answered(report(true)), answered(Judged::Empty)]);
    assert_eq!(state.outcome, Outcome::Empty);
    assert_eq!(state.last, None);
}

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
    Judged::Invalid {
        problems: vec![problem()],
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

#[wasm_bindgen_test]
fn nothing_is_judged_without_an_answer() {
    assert_eq!(after([]).outcome, Outcome::Checking);
    let slow = after([answered(report(true)), Action::Edited, Action::Slow]);
    assert_eq!(slow.outcome, Outcome::Checking);
    assert!(slow.is_stale());
    let in_time = after([answered(report(true)), Action::Slow]);
    assert!(matches!(in_time.outcome, Outcome::Judged(_)));
    let lost = after([answered(report(true)), Action::Lost("gone".to_owned())]);
    assert!(matches!(lost.outcome, Outcome::CouldNotVerify { .. }));
}

#[wasm_bindgen_test]
fn empty_editors_leave_nothing_behind() {
    let state = after([answered(report(true)), answered(Judged::Empty)]);
    assert_eq!(state.outcome, Outcome::Empty);
    assert_eq!(state.last, None);
}

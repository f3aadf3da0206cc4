//! Runs the cases of `tests/cases/hints.jsonl`: which hints a policy and a trace give, and where.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot read its cases fails"
)]

mod common;

use common::{read_lines, utf16_slice};
use serde::Deserialize;
use serde_json::Value;
use stepgate_engine::DocumentKind;
use stepgate_engine::arh::{FoundIn, Hint, HintKind, MOST_PER_KIND, Policy, Trace, hints};

#[derive(Deserialize)]
struct Case {
    id: String,
    policy: Value,
    trace: Value,
    expect: Vec<Expected>,
}

#[derive(Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Expected {
    document: String,
    pointer: String,
    kind: String,
    suggestion: Option<String>,
}

/// The text of a document: a string is the text itself.
fn text(document: &Value) -> String {
    match document {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn hints_of(policy: &str, trace: &str) -> Vec<Hint> {
    let policy = Policy::parse(policy).unwrap();
    let trace = Trace::parse(trace).unwrap();
    hints(&policy, &trace)
}

#[test]
fn every_case_gives_its_hints_and_no_others() {
    let mut differences = Vec::new();
    for case in read_lines::<Case>("tests/cases/hints.jsonl") {
        let hints = hints_of(&text(&case.policy), &text(&case.trace));
        let mut found: Vec<Expected> = hints
            .iter()
            .map(|hint| Expected {
                document: hint.document.name().to_owned(),
                pointer: hint.place.pointer.clone(),
                kind: hint.kind.name().to_owned(),
                suggestion: hint.suggestion.clone(),
            })
            .collect();
        let mut expected = case.expect;
        found.sort();
        expected.sort();
        if found != expected {
            differences.push(format!(
                "{}:\n  found    {found:?}\n  expected {expected:?}",
                case.id
            ));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn every_kind_has_a_case_in_each_document_where_it_is_found() {
    let cases = read_lines::<Case>("tests/cases/hints.jsonl");
    let has = |kind: HintKind, document: &str| {
        cases
            .iter()
            .flat_map(|case| &case.expect)
            .any(|hint| hint.kind == kind.name() && hint.document == document)
    };
    for kind in HintKind::all() {
        assert_eq!(
            (has(kind, "policy"), has(kind, "trace")),
            match kind.found_in() {
                FoundIn::Policy => (true, false),
                FoundIn::Trace => (false, true),
                FoundIn::Both => (true, true),
            },
            "{}",
            kind.name()
        );
        assert!(!kind.title().is_empty());
    }
}

#[test]
fn places_hold_the_value_that_the_pointer_names() {
    for case in read_lines::<Case>("tests/cases/hints.jsonl") {
        let (policy, trace) = (text(&case.policy), text(&case.trace));
        for hint in hints_of(&policy, &trace) {
            let text = match hint.document {
                DocumentKind::Policy => &policy,
                _ => &trace,
            };
            let (start, end) = hint.place.range;
            let written = utf16_slice(text, start, end);
            assert!(
                !hint.message.is_empty() && !hint.message.ends_with('.'),
                "{}",
                hint.message
            );
            // Not every document of the cases is JSON to a strict reader.
            if let Ok(document) = serde_json::from_str::<Value>(text) {
                let value = document.pointer(&hint.place.pointer);
                assert_eq!(
                    serde_json::from_str(&written).ok().as_ref(),
                    value,
                    "{} {}",
                    case.id,
                    hint.place.pointer
                );
            }
        }
    }
}

#[test]
fn a_hostile_trace_gives_a_bounded_number_of_hints() {
    let steps: Vec<String> = (0..5_000)
        .map(|step| format!(r#"{{"step_id":{step},"type":"model_response","latency":1,"x{step}":1,"citations":[1],"text":"","text":""}}"#))
        .collect();
    let trace = format!(
        r#"{{"trace_id":"t","agent_name":"a","workflow":"w","steps":[{}]}}"#,
        steps.join(",")
    );
    let hints = hints_of(r#"{"policy_id":"p"}"#, &trace);
    for kind in [
        HintKind::IdNotText,
        HintKind::UnknownKey,
        HintKind::CitationNotAnObject,
        HintKind::DuplicateKey,
    ] {
        let count = hints.iter().filter(|hint| hint.kind == kind).count();
        assert_eq!(count, MOST_PER_KIND, "{}", kind.name());
    }
}

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
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use stepgate_engine::DocumentKind;
use stepgate_engine::arh::{
    DEFAULT_FAIL_UNDER, FoundIn, Hint, HintKind, MOST_PER_KIND, Policy, Trace, hints, validate,
};

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

/// A case of any of the case files. Its documents are kept as they are spelled.
#[derive(Deserialize)]
struct Pair {
    id: Value,
    policy: Box<RawValue>,
    trace: Box<RawValue>,
}

fn raw_text(document: &RawValue) -> String {
    serde_json::from_str(document.get()).unwrap_or_else(|_| document.get().to_owned())
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

/// What may stand in place of the value that a hint is about without changing any verdict, if the hint is true.
fn replacement(hint: &Hint) -> Option<String> {
    let read_as = |value: &str| hint.message.contains(&format!("read as {value}"));
    let spelled = |suggestion: &Option<String>| {
        suggestion
            .as_ref()
            .map(|text| Value::String(text.clone()).to_string())
    };
    Some(match hint.kind {
        HintKind::UnknownKey | HintKind::MisplacedKey => "[1]".to_owned(),
        HintKind::SectionReadAsAbsent | HintKind::BoundsOnOtherType => "null".to_owned(),
        HintKind::PatternOnOtherType | HintKind::CallOrderOfOne => "\"never there\"".to_owned(),
        HintKind::BooleanAsText | HintKind::BooleanAsValue => read_as("true").to_string(),
        HintKind::GroundingOnToolCall => "false".to_owned(),
        HintKind::BudgetAsBoolean => if read_as("a budget of 1") { "1" } else { "0" }.to_owned(),
        HintKind::CoverageAsText | HintKind::CoverageAsBoolean => hint.suggestion.clone()?,
        HintKind::CaseFlagRedundant => spelled(&hint.suggestion)?,
        _ => return None,
    })
}

/// The parts of a verdict that must stay the same.
fn verdict(policy: &str, trace: &str) -> String {
    let policy = Policy::parse(policy).unwrap();
    let trace = Trace::parse(trace).unwrap();
    match validate(&policy, &trace, DEFAULT_FAIL_UNDER) {
        Ok(report) => {
            let findings: Vec<_> = report
                .findings
                .iter()
                .map(|finding| (finding.rule, finding.severity, finding.step))
                .collect();
            format!(
                "{findings:?} {} {} {:?}",
                report.score, report.passed, report.citation_coverage
            )
        }
        Err(problem) => format!("{problem} at {}", problem.place.pointer),
    }
}

#[test]
fn what_is_not_read_can_be_anything_else() {
    let mut tried = BTreeMap::new();
    for file in ["hints", "arh", "random"] {
        for case in read_lines::<Pair>(&format!("tests/cases/{file}.jsonl")) {
            let (policy, trace) = (raw_text(&case.policy), raw_text(&case.trace));
            if Policy::parse(&policy).is_err() || Trace::parse(&trace).is_err() {
                continue;
            }
            for hint in hints_of(&policy, &trace) {
                let Some(replacement) = replacement(&hint) else {
                    continue;
                };
                *tried.entry(hint.kind.name()).or_insert(0) += 1;
                let changed = |text: &str| {
                    let end = text.encode_utf16().count() as u32;
                    let (from, to) = hint.place.range;
                    utf16_slice(text, 0, from) + &replacement + &utf16_slice(text, to, end)
                };
                let after = match hint.document {
                    DocumentKind::Policy => verdict(&changed(&policy), &trace),
                    _ => verdict(&policy, &changed(&trace)),
                };
                assert_eq!(
                    verdict(&policy, &trace),
                    after,
                    "{file} {}: {} {}",
                    case.id,
                    hint.kind.name(),
                    hint.place.pointer
                );
            }
        }
    }
    assert!(tried.len() >= 12, "{tried:?}");
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

//! Hints on an APPROVAL.md and what two of them answer differently: the cases of `tests/cases/approval-hints.jsonl` and
//! `approval-diff.jsonl`.
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot read its cases fails"
)]

mod common;

use common::{read_lines, utf16_slice};
use serde::Deserialize;
use stepgate_engine::approval::diff::{Change, Difference, Direction, compare};
use stepgate_engine::approval::hints::{HintKind, MOST_PER_KIND, hints};
use stepgate_engine::approval::{Form, Harness, Load};

#[derive(Deserialize)]
struct HintCase {
    id: String,
    yaml: String,
    harness: Option<String>,
    /// Kind, pointer and suggestion.
    expect: Vec<(String, String, Option<String>)>,
}

#[test]
fn every_case_gives_its_hints_and_no_others() {
    let cases: Vec<HintCase> = read_lines("tests/cases/approval-hints.jsonl");
    let mut wrong = Vec::new();
    for case in &cases {
        let load = Load::read(case.yaml.as_str(), Form::BareYaml);
        let harness = case.harness.as_deref().and_then(Harness::from_name);
        let hints = hints(&load, harness.unwrap_or_default());
        for hint in &hints {
            let (start, end) = hint.place.range;
            assert!(!utf16_slice(&case.yaml, start, end).is_empty());
            assert!(!hint.message.ends_with('.'), "{}", hint.message);
        }
        let found: Vec<_> = hints
            .into_iter()
            .map(|hint| {
                let kind = hint.kind.name().to_owned();
                (kind, hint.place.pointer, hint.suggestion)
            })
            .collect();
        if found != case.expect {
            wrong.push(format!("{}: {found:?}", case.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let mut expected = cases.iter().flat_map(|case| &case.expect);
    for kind in HintKind::all() {
        let name = kind.name();
        assert!(expected.clone().any(|(found, ..)| found == name), "{name}");
        assert!(!kind.title().is_empty());
    }
    assert!(expected.next().is_some());
}

#[test]
fn of_one_kind_no_more_than_some_are_given() {
    let mut yaml = "version: \"0.4.3\"\nclasses:\n".to_owned();
    for number in 0..MOST_PER_KIND + 50 {
        yaml.push_str(&format!(
            "  shop.a{number}: {{ autonomy: manual, approvers: [nobody] }}\n"
        ));
    }
    let load = Load::read(yaml, Form::BareYaml);
    assert_eq!(hints(&load, Harness::ClaudeCode).len(), MOST_PER_KIND);
}

#[derive(Deserialize)]
struct DiffCase {
    id: String,
    old: String,
    new: String,
    expect: Vec<String>,
    changes: Vec<String>,
}

fn told_difference(difference: &Difference) -> String {
    let (direction, kind) = (difference.direction.name(), difference.probe.kind());
    format!(
        "{direction} {kind} {}",
        difference.probe.name().unwrap_or("*")
    )
}

fn told_change(change: &Change) -> String {
    let [before, after] =
        [&change.before, &change.after].map(|value| value.as_deref().unwrap_or("nothing"));
    let dangling = if change.dangling { ", dangling" } else { "" };
    format!("{}: {before} -> {after}{dangling}", change.path)
}

#[test]
fn two_policies_differ_as_in_the_cases() {
    let mut wrong = Vec::new();
    for case in read_lines::<DiffCase>("tests/cases/approval-diff.jsonl") {
        let old = Load::read(case.old, Form::BareYaml);
        let new = Load::read(case.new, Form::BareYaml);
        let comparison = compare(&old, &new, Harness::ClaudeCode);
        let found: Vec<_> = comparison.differences.iter().map(told_difference).collect();
        let mut changes: Vec<_> = comparison.changes.iter().map(told_change).collect();
        changes.sort();
        if found != case.expect || changes != case.changes {
            wrong.push(format!("{}: {found:?} {changes:?}", case.id));
        }
        // The other way round, what was loosened is tightened.
        let back = compare(&new, &old, Harness::ClaudeCode);
        for (direction, opposite) in [
            (Direction::Loosened, Direction::Tightened),
            (Direction::Tightened, Direction::Loosened),
            (Direction::Mixed, Direction::Mixed),
            (Direction::Same, Direction::Same),
        ] {
            let (there, back) = (comparison.count(direction), back.count(opposite));
            assert_eq!(there, back, "{}: {direction:?}", case.id);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_aliases_stand_for_is_compared_within_bounds() {
    let mut yaml = "version: \"1\"\nnone: &n0 []\n".to_owned();
    for level in 1..20 {
        let uses = vec![format!("*n{}", level - 1); 10].join(", ");
        yaml.push_str(&format!("many{level}: &n{level} [{uses}]\n"));
    }
    let [old, new] =
        [yaml.clone(), yaml + "more: 1\n"].map(|yaml| Load::read(yaml, Form::BareYaml));
    assert!(old.document().is_some());
    compare(&old, &new, Harness::ClaudeCode);
}

#[test]
fn what_is_not_looked_at_among_very_many_patterns_is_said() {
    let of_classes = |count: usize| {
        let class = |number| format!("  shop{number}.*: {{ autonomy: manual }}\n");
        let classes: String = (0..count).map(class).collect();
        format!("version: \"0.4.3\"\nclasses:\n{classes}")
    };
    let of_tools = |count: usize| {
        let tool = |number| format!("  - {{ match: \"*x{number}y*\", class: shop.pay }}\n");
        let tools: String = (0..count).map(tool).collect();
        format!(
            "version: \"0.4.3\"\nclasses: {{ shop.pay: {{ autonomy: manual }} }}\ntools:\n{tools}"
        )
    };
    for (yaml, expected) in [
        (of_classes(600), false),
        (of_classes(700), true),
        (of_tools(60), false),
        (of_tools(70), true),
    ] {
        let load = Load::read(yaml, Form::BareYaml);
        assert_eq!(load.policy().err(), None);
        let comparison = compare(&load, &load, Harness::ClaudeCode);
        assert_eq!(comparison.overlaps_left_out, expected);
    }
}

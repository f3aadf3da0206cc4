//! Holds every sample against the verdict that its index promises.
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot judge a sample fails"
)]

mod common;

use common::{Ignored, samples, workspace};
use serde::Deserialize;
use std::collections::BTreeSet;
use stepgate_engine::approval::{self, Gate, Harness, Load};
use stepgate_engine::arh::{DEFAULT_FAIL_UNDER, Policy, Trace, hints, round, validate};

#[derive(Deserialize)]
struct Promise {
    title: String,
    description: String,
    expect: Expected,
}

/// What a sample comes to: under the ARH policy, at the gate of the APPROVAL.md, or both.
#[derive(Deserialize, Debug, PartialEq)]
struct Expected {
    #[serde(flatten)]
    report: Option<ExpectedReport>,
    gate: Option<ExpectedGate>,
}

#[derive(Deserialize, Debug, PartialEq)]
struct ExpectedReport {
    passed: bool,
    score: f64,
    rules: Vec<String>,
    hints: Vec<String>,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(untagged)]
enum ExpectedGate {
    FailsClosed {
        fails_closed: String,
    },
    Counts {
        allow: u32,
        ask: u32,
        deny: u32,
        not_gated: u32,
        claimed: u32,
        hints: Vec<String>,
    },
}

#[test]
fn samples_are_judged_as_promised() {
    let mut differences = Vec::new();
    for sample in samples::<Promise>() {
        let trace = Trace::parse(&sample.text("trace").unwrap()).unwrap();
        let found = Expected {
            report: sample.text("policy").map(|text| report_of(&text, &trace)),
            gate: sample.text("approval").map(|text| gate_of(text, &trace)),
        };
        if found != sample.rest.expect {
            differences.push(format!(
                "{}:\n  found    {found:?}\n  expected {:?}",
                sample.name, sample.rest.expect
            ));
        }
        assert!(
            !sample.rest.title.is_empty() && sample.rest.description.ends_with('.'),
            "{}",
            sample.name
        );
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

fn report_of(policy: &str, trace: &Trace) -> ExpectedReport {
    let policy = Policy::parse(policy).unwrap();
    let report = validate(&policy, trace, DEFAULT_FAIL_UNDER).unwrap();
    let hints = hints(&policy, trace);
    ExpectedReport {
        passed: report.passed,
        score: round(report.score, 2),
        rules: report
            .findings
            .iter()
            .map(|finding| finding.rule.rule().id.to_owned())
            .collect(),
        hints: sorted(hints.iter().map(|hint| hint.kind.name())),
    }
}

fn gate_of(text: String, trace: &Trace) -> ExpectedGate {
    let form = approval::detect(&text).unwrap();
    let load = Load::read(text, form);
    if let Err(failure) = load.policy() {
        return ExpectedGate::FailsClosed {
            fails_closed: failure.code.name().to_owned(),
        };
    }
    let [allow, ask, deny, not_gated, claimed] =
        Gate::new(&load, Harness::ClaudeCode).replay(trace).counts;
    let hints = approval::hints::hints(&load, Harness::ClaudeCode);
    ExpectedGate::Counts {
        allow,
        ask,
        deny,
        not_gated,
        claimed,
        hints: sorted(hints.iter().map(|hint| hint.kind.name())),
    }
}

fn sorted<'a>(kinds: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut kinds: Vec<String> = kinds.map(str::to_owned).collect();
    kinds.sort();
    kinds
}

#[test]
fn the_index_lists_every_file() {
    let mut listed = BTreeSet::new();
    for sample in samples::<Ignored>() {
        listed.extend(sample.files().map(|(_, file)| file));
    }
    let files = std::fs::read_dir(workspace("samples")).unwrap();
    let there: BTreeSet<String> = files
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "index.json")
        .collect();
    assert_eq!(listed, there);
}

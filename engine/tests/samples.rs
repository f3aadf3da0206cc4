//! Holds every sample against the verdict that its index promises.
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot judge a sample fails"
)]

mod common;

use common::{read, read_json, workspace};
use serde::Deserialize;
use std::collections::BTreeSet;
use stepgate_engine::arh::{DEFAULT_FAIL_UNDER, Hint, Policy, Trace, hints, round, validate};

#[derive(Deserialize)]
struct Sample {
    name: String,
    title: String,
    description: String,
    expect: Expected,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Expected {
    passed: bool,
    score: f64,
    rules: Vec<String>,
    hints: Vec<String>,
}

#[test]
fn samples_are_judged_as_promised() {
    let mut differences = Vec::new();
    for sample in read_json::<Vec<Sample>>("samples/index.json") {
        let policy = Policy::parse(&read(&format!("samples/{}.policy.json", sample.name))).unwrap();
        let trace = Trace::parse(&read(&format!("samples/{}.trace.json", sample.name))).unwrap();
        let report = validate(&policy, &trace, DEFAULT_FAIL_UNDER).unwrap();
        let hints = hints(&policy, &trace);
        let found = Expected {
            passed: report.passed,
            score: round(report.score, 2),
            rules: report
                .findings
                .iter()
                .map(|finding| finding.rule.rule().id.to_owned())
                .collect(),
            hints: sorted_kinds(&hints),
        };
        if found != sample.expect {
            differences.push(format!(
                "{}:\n  found    {found:?}\n  expected {:?}",
                sample.name, sample.expect
            ));
        }
        assert!(
            !sample.title.is_empty() && sample.description.ends_with('.'),
            "{}",
            sample.name
        );
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

fn sorted_kinds(hints: &[Hint]) -> Vec<String> {
    let mut kinds: Vec<String> = hints
        .iter()
        .map(|hint| hint.kind.name().to_owned())
        .collect();
    kinds.sort();
    kinds
}

#[test]
fn the_index_lists_every_file() {
    let listed: BTreeSet<String> = read_json::<Vec<Sample>>("samples/index.json")
        .into_iter()
        .flat_map(|sample| {
            ["policy", "trace"].map(|document| format!("{}.{document}.json", sample.name))
        })
        .collect();
    let files = std::fs::read_dir(workspace("samples")).unwrap();
    let there: BTreeSet<String> = files
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "index.json")
        .collect();
    assert_eq!(listed, there);
}

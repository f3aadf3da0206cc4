//! The body of an issue: it says what there is to say, and nothing that comes from a trace has a meaning in it.

mod common;

use common::read;
use stepgate_engine::export::issue_body;
use stepgate_engine::pattern::AllNames;
use stepgate_engine::share::{Judged, Reproduction};

fn body(policy: &str, trace: &str, link: Option<&str>) -> String {
    let reproduction = Reproduction {
        policy_name: "policy.json".to_owned(),
        trace_name: "run <b> @team.json".to_owned(),
        ..Reproduction::new(policy, trace, 70.0)
    };
    issue_body(
        &reproduction,
        &Judged::of(policy, trace, 70.0, &AllNames),
        link,
    )
}

/// A trace of calls, each of which breaks `ONLY_FIND`.
fn rogues(tool: &str, count: usize) -> String {
    let steps: Vec<serde_json::Value> = (0..count)
        .map(|at| {
            serde_json::json!({"step_id": format!("s|{at}`"), "type": "tool_call", "tool_name": tool})
        })
        .collect();
    serde_json::json!({"trace_id": "t", "agent_name": "a", "workflow": "w", "steps": steps})
        .to_string()
}

const ONLY_FIND: &str = r#"{"policy_id": "p", "allowed_tools": {"find": {}}}"#;

#[test]
fn a_sample_is_told_whole() {
    let policy = read("samples/refund-paid-twice.policy.json");
    let trace = read("samples/refund-paid-twice.trace.json");
    let body = body(&policy, &trace, Some("https://stepgate.example/#1abc"));
    for part in [
        "**Stepgate: FAIL ",
        "fail under 70, stepgate ",
        "[Open it in Stepgate](https://stepgate.example/#1abc)",
        "### Findings: ",
        "| error | ARH-FLW-003 | `",
        "### Policy: policy.json\n\n```json\n",
        policy.trim_end(),
        trace.trim_end(),
    ] {
        assert!(body.contains(part), "{part}\n\n{body}");
    }
}

#[test]
fn an_invalid_document_is_told_with_its_place() {
    let body = body("{\n  \"policy_id\": }", "{}", None);
    assert!(body.contains("**Stepgate: NOT JUDGED**"), "{body}");
    assert!(body.contains("Policy line 2, column 16: "), "{body}");
}

#[test]
fn hostile_texts_stay_what_they_are() {
    let tool = "``` </details> |x| [a](javascript:b) <img src=x> @team";
    let body = body(ONLY_FIND, &rogues(tool, 1), None);
    // The document's fence is longer than any run in it.
    assert!(
        body.contains("### Trace: run \\<b\\> @\u{200b}team.json\n\n````json\n"),
        "{body}"
    );
    let row = body
        .lines()
        .find(|line| line.starts_with("| error |"))
        .unwrap_or_else(|| panic!("{body}"));
    let bars = row
        .char_indices()
        .filter(|(at, character)| *character == '|' && !row[..*at].ends_with('\\'))
        .count();
    assert_eq!(bars, 5, "{row}");
    assert!(!row.contains(" @team"), "{row}");
}

#[test]
fn long_lists_and_documents_are_bounded() {
    let long = body(
        ONLY_FIND,
        &rogues("rogue", 3_000),
        Some("https://stepgate.example/#1abc"),
    );
    assert!(long.len() < 60_500, "{}", long.len());
    assert!(long.contains("and 2950 more."), "{long}");
    assert!(long.contains("The trace is too long for an issue: attach the reproduction file."));
    let folded = body(ONLY_FIND, &rogues("rogue", 60).replace("},", "},\n"), None);
    assert!(
        folded.contains(
            "<details><summary>Trace: run &lt;b&gt; @\u{200b}team.json (60 lines)</summary>"
        ),
        "{folded}"
    );
}

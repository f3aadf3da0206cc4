//! Secrets and names are replaced in the copy, and what that changes is told.

use crate::common::command::{err, folder, out, stepgate, trace};
use crate::{BASE, links, opened};
use std::fs;
use stepgate_engine::arh::{DEFAULT_FAIL_UNDER, Policy, Trace, validate};
use stepgate_engine::share::finding_ids;

#[test]
fn secrets_stay_here_unless_they_are_asked_for() {
    let folder = folder("share-redacts");
    let text = trace("bad", "wire").replace("\"a\"", "\"ann@example.com\"");
    fs::write(folder.join("bad.json"), &text).unwrap();
    let column = text.find("ann@").unwrap() + 1;
    let shared = [
        "share",
        "--base",
        BASE,
        "--policy",
        "policy.json",
        "bad.json",
    ];
    let output = stepgate(&folder, &shared, b"");
    assert_eq!(output.status.code(), Some(0));
    let copy = opened(&out(&output));
    assert_eq!(
        copy.trace,
        text.replace("ann@example.com", "REDACTED-EMAIL-1")
    );
    assert_eq!(
        err(&output),
        format!(
            "bad.json:1:{column}: E-mail address is REDACTED-EMAIL-1 in the copy\n\
             note: redacted 1 place: 1 × E-mail address; the verdict is the same\n\
             note: --no-redact shares the documents exactly as they are\n"
        )
    );
    let output = stepgate(&folder, &[&shared[..], &["--no-redact"]].concat(), b"");
    assert_eq!(opened(&out(&output)).trace, text);
    assert_eq!(err(&output), "");
}

#[test]
fn a_copy_opens_at_the_same_finding_and_names_nobody() {
    let folder = folder("share-names");
    let policy = r#"{"policy_id": "p", "sequence": {"forbidden_tools": ["wire"]}, "allow_unlisted_tools": true}"#;
    let text = r#"{"trace_id": "t", "agent_name": "a", "workflow": "w", "steps": [
        {"step_id": "ann@example.com", "type": "tool_call", "tool_name": "wire"},
        {"step_id": "s1", "type": "tool_call", "tool_name": "wire"}]}"#;
    fs::write(folder.join("policy.json"), policy).unwrap();
    fs::write(folder.join("bob@example.org.json"), text).unwrap();
    let shared = ["share", "--policy", "policy.json", "bob@example.org.json"];
    let output = stepgate(&folder, &shared, b"");
    assert!(
        err(&output).contains("note: the name of the trace's file was left out, "),
        "{}",
        err(&output)
    );
    let copy = opened(&out(&output));
    assert_eq!(
        (copy.policy_name.as_str(), copy.trace_name.as_str()),
        ("policy.json", "")
    );
    assert!(!copy.to_json().contains("example.com"));
    let (policy, trace) = (
        Policy::parse(&copy.policy).unwrap(),
        Trace::parse(&copy.trace).unwrap(),
    );
    let report = validate(&policy, &trace, DEFAULT_FAIL_UNDER).unwrap();
    assert_eq!(report.findings[0].step, Some(0));
    assert_eq!(copy.finding, Some(finding_ids(&policy, &trace, &report)[0]));
    let output = stepgate(&folder, &[&shared[..], &["--no-redact"]].concat(), b"");
    assert_eq!(opened(&out(&output)).trace_name, "bob@example.org.json");
}

#[test]
fn a_link_says_when_redaction_changes_the_verdict_and_opens_at_what_is_left() {
    let folder = folder("validate-redaction");
    // The address is what the pattern looks for; the call of `wire` stays.
    let policy = r#"{"policy_id": "p", "sequence": {"forbidden_tools": ["wire"]}, "allow_unlisted_tools": true,
        "unsafe_patterns": ["ann@example"]}"#;
    let text = r#"{"trace_id": "t", "agent_name": "a", "workflow": "w", "steps": [
        {"step_id": "s0", "type": "model_response", "text": "ann@example.com"},
        {"step_id": "s1", "type": "tool_call", "tool_name": "wire"}]}"#;
    fs::write(folder.join("policy.json"), policy).unwrap();
    fs::write(folder.join("bad.json"), text).unwrap();
    let validated = [
        "validate",
        "--policy",
        "policy.json",
        "bad.json",
        "--share-base",
        BASE,
    ];
    let output = stepgate(&folder, &validated, b"");
    let text = out(&output);
    assert!(
        text.contains("this changes the verdict from FAIL "),
        "{text}"
    );
    let copy = &links(&text)[0];
    let (policy, trace) = (
        Policy::parse(&copy.policy).unwrap(),
        Trace::parse(&copy.trace).unwrap(),
    );
    let report = validate(&policy, &trace, DEFAULT_FAIL_UNDER).unwrap();
    assert_eq!(report.findings.len(), 1);
    assert_eq!(copy.finding, Some(finding_ids(&policy, &trace, &report)[0]));
    let output = stepgate(&folder, &[&validated[..], &["--no-redact"]].concat(), b"");
    assert_eq!(
        links(&out(&output))[0].trace,
        fs::read_to_string(folder.join("bad.json")).unwrap()
    );
    assert!(!out(&output).contains("  note: "));
}

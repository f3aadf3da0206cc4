//! The `stepgate` command as a person or a CI job runs it.
#![cfg(feature = "cli")]
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot run the command fails"
)]

mod common;

use common::command::{err, folder, out, stepgate, trace};
use common::workspace;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

#[test]
fn validate_prints_a_line_a_trace_and_a_line_a_finding() {
    let folder = folder("validate-prints");
    let output = stepgate(
        &folder,
        &[
            "validate",
            "--policy",
            "policy.json",
            "good.json",
            "bad.json",
        ],
        b"",
    );
    assert_eq!(output.status.code(), Some(1));
    let column = trace("bad", "wire").find("\"wire\"").unwrap() + 1;
    assert_eq!(
        out(&output),
        format!(
            "PASS good.json good 100.00/100 no findings (fail under 70)\n\
             FAIL bad.json bad 54.55/100 1 error (fail under 70)\n  \
             bad.json:1:{column}: error ARH-SEQ-002: the forbidden tool `wire` was called (policy.json:3:37)\n"
        )
    );
    assert_eq!(err(&output), "");
}

#[test]
fn validate_passes_quietly_and_reads_standard_input() {
    let folder = folder("validate-quiet");
    let output = stepgate(
        &folder,
        &["validate", "--policy", "policy.json", "--quiet", "-"],
        trace("t", "mail").as_bytes(),
    );
    assert_eq!(
        (output.status.code(), out(&output), err(&output)),
        (Some(0), String::new(), String::new())
    );
}

#[test]
fn validate_goes_on_after_an_invalid_trace_and_lists_it() {
    let folder = folder("validate-invalid");
    fs::write(folder.join("broken.json"), "{\n  \"trace_id\": 1,,\n}").unwrap();
    fs::write(folder.join("bytes.json"), b"{\"a\xff\"}").unwrap();
    let arguments = [
        "validate",
        "--policy",
        "policy.json",
        "--json-out",
        "out.json",
        "broken.json",
        "bytes.json",
        "missing.json",
        "good.json",
    ];
    let output = stepgate(&folder, &arguments, b"");
    assert_eq!(output.status.code(), Some(1));
    let errors = err(&output);
    let lines: Vec<&str> = errors.lines().collect();
    assert!(
        lines[0].starts_with("error: invalid trace broken.json: "),
        "{errors}"
    );
    assert!(lines[0].ends_with(", line 2, column 17"), "{errors}");
    assert_eq!(
        lines[1],
        "error: invalid trace bytes.json: is not UTF-8: byte 0xff at offset 3, line 1, column 4"
    );
    assert!(
        lines[2].starts_with("error: invalid trace missing.json: cannot be read: "),
        "{errors}"
    );
    assert!(
        out(&output).starts_with("PASS good.json good"),
        "{}",
        out(&output)
    );
    let report: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("out.json")).unwrap()).unwrap();
    let paths: Vec<&Value> = report["invalid_files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| &file["path"])
        .collect();
    assert_eq!(paths, ["broken.json", "bytes.json", "missing.json"]);
    assert_eq!(report["invalid_files"][0]["line"], 2);
    assert_eq!(report["reports"][0]["source_path"], "good.json");
    assert_eq!(
        report["summary"],
        json!({"total_traces": 1, "passed_traces": 1, "failed_traces": 0, "average_score": 100.0})
    );
}

#[test]
fn validate_names_the_place_in_an_invalid_policy() {
    let folder = folder("validate-policy");
    fs::write(
        folder.join("policy.json"),
        "{\"policy_id\": \"p\",\n \"unsafe_patterns\": [\"ok\", \"\\\\d(\"]}",
    )
    .unwrap();
    let output = stepgate(
        &folder,
        &["validate", "--policy", "policy.json", "good.json"],
        b"",
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(
        err(&output).starts_with("error: invalid policy policy.json: "),
        "{}",
        err(&output)
    );
    assert!(
        err(&output).trim_end().ends_with(", line 2, column 32"),
        "{}",
        err(&output)
    );
}

#[test]
fn usage_and_output_errors_exit_with_2() {
    let folder = folder("validate-usage");
    for arguments in [
        &["validate", "good.json"][..],
        &["validate", "--policy", "policy.json"],
        &[
            "validate",
            "--policy",
            "policy.json",
            "--fail-under",
            "101",
            "good.json",
        ],
        &[
            "validate",
            "--policy",
            "policy.json",
            "--fail-under",
            "-1",
            "good.json",
        ],
        &[
            "validate",
            "--policy",
            "policy.json",
            "--fail-under",
            "nan",
            "good.json",
        ],
        &[
            "validate",
            "--policy",
            "policy.json",
            "--format",
            "other",
            "good.json",
        ],
        &[
            "validate",
            "--policy",
            "policy.json",
            "--json-out",
            "no/such/folder/out.json",
            "good.json",
        ],
        &["validate", "--policy", "-", "-"],
        &["validate", "--policy", "policy.json", "-", "-"],
        &["judge"],
    ] {
        assert_eq!(
            stepgate(&folder, arguments, b"").status.code(),
            Some(2),
            "{arguments:?}"
        );
    }
}

#[test]
fn json_out_escapes_lone_surrogates_and_quotes_what_is_not_finite() {
    let folder = folder("validate-odd");
    let trace = r#"{"trace_id": "\ud800", "agent_name": "a", "workflow": "w", "steps": [
        {"step_id": "s", "type": "model_response", "latency_ms": 1e308},
        {"step_id": "s2", "type": "model_response", "latency_ms": 1e308}]}"#;
    fs::write(folder.join("odd.json"), trace).unwrap();
    let output = stepgate(
        &folder,
        &[
            "validate",
            "--policy",
            "policy.json",
            "--json-out",
            "out.json",
            "odd.json",
        ],
        b"",
    );
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let report = fs::read_to_string(folder.join("out.json")).unwrap();
    assert!(report.contains(r#""trace_id":"\ud800""#), "{report}");
    assert!(
        report.contains(r#""total_latency_ms":"Infinity""#),
        "{report}"
    );
}

#[test]
fn what_a_trace_says_cannot_leave_its_line() {
    let folder = folder("validate-control");
    let trace = json!({"trace_id": "x\n::error::PASS\u{1b}[31m", "agent_name": "a", "workflow": "w",
           "steps": [{"step_id": "\n", "type": "tool_call", "tool_name": "wire"},
                     {"step_id": "\n", "type": "tool_call", "tool_name": "w\r\u{85}\u{202e}"}]});
    fs::write(folder.join("odd.json"), trace.to_string()).unwrap();
    fs::write(folder.join("type.json"), r#"{"trace_id": 1, "agent_name": 1, "workflow": 1, "steps": [{"step_id": "a\nb", "type": 1}]}"#).unwrap();
    let output = stepgate(
        &folder,
        &[
            "validate",
            "--policy",
            "policy.json",
            "odd.json",
            "type.json",
        ],
        b"",
    );
    let text = out(&output);
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(
        text.starts_with("FAIL odd.json x\\u{a}::error::PASS\\u{1b}[31m "),
        "{text}"
    );
    assert_eq!(err(&output).lines().count(), 1, "{}", err(&output));
    assert!(err(&output).contains("a\\u{a}b"), "{}", err(&output));
}

#[test]
fn a_trace_that_cannot_be_judged_is_listed_with_the_reason() {
    let folder = folder("validate-undecided");
    fs::write(
        folder.join("policy.json"),
        "{\"policy_id\": \"p\",\n \"budgets\": {\"max_step_latency_ms\": \"250\"}}",
    )
    .unwrap();
    let timed = json!({"trace_id": "t", "agent_name": "a", "workflow": "w",
           "steps": [{"step_id": "s1", "type": "model_response", "latency_ms": 3}]});
    fs::write(folder.join("timed.json"), timed.to_string()).unwrap();
    let arguments = [
        "validate",
        "--policy",
        "policy.json",
        "--json-out",
        "out.json",
        "timed.json",
        "good.json",
    ];
    let output = stepgate(&folder, &arguments, b"");
    assert_eq!(output.status.code(), Some(1));
    let told = "invalid policy policy.json: `max_step_latency_ms` must be a number, not a string, line 2, column 37";
    assert_eq!(
        err(&output),
        format!("error: {told} (with the trace timed.json)\n")
    );
    let report: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("out.json")).unwrap()).unwrap();
    assert_eq!(
        report["invalid_files"],
        json!([{"path": "timed.json", "error": format!("not judged: {told}")}])
    );
    assert_eq!(report["summary"]["total_traces"], 1);
}

#[test]
fn batch_answers_before_the_input_ends() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stepgate"))
        .arg("batch")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for id in 0..3 {
        writeln!(stdin, "{{\"id\": {id}, \"policy\": {{}}, \"trace\": {{}}}}").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["id"], id);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn batch_gives_back_every_id() {
    let ids = [
        (r#""\ud800x""#, json!("\\ud800x")),
        ("[1, {\"k\": NaN}]", json!([1, {"k": "NaN"}])),
        (
            "123456789012345678901234567890",
            json!("123456789012345678901234567890"),
        ),
        ("18446744073709551615", json!(18446744073709551615u64)),
        ("1.5", json!(1.5)),
        ("1e400", json!("1e400")),
        ("\"\u{2028}\"", json!("\u{2028}")),
    ];
    let lines: Vec<String> = ids
        .iter()
        .map(|(id, _)| format!("{{\"id\": {id}}}"))
        .collect();
    let answers = batch(&lines.join("\n"));
    for ((id, echoed), answer) in ids.iter().zip(&answers) {
        assert_eq!(&answer["id"], echoed, "{id}");
    }
    assert_eq!(answers.len(), ids.len());
}

fn batch(input: &str) -> Vec<Value> {
    let output = stepgate(&workspace("."), &["batch"], input.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = out(&output);
    assert!(text.is_ascii());
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn batch_answers_every_line_in_order() {
    let trace = trace("t", "wire");
    let text = json!(trace).to_string();
    let answers = batch(&format!(
        "{{\"id\": 1, \"policy\": {POLICY_LINE}, \"trace\": {trace}}}\n\n\
         not json\n\
         [1]\n\
         {{\"id\": \"b\", \"policy\": {POLICY_LINE}}}\n\
         {{\"id\": {{\"k\": 2}}, \"policy\": {{\"policy_id\": \"q\", \"budgets\": 1}}, \"trace\": {text}, \"extra\": 0}}\n\
         {{\"policy\": {POLICY_LINE}, \"trace\": {text}, \"fail_under\": true}}\n\
         {{\"policy\": {POLICY_LINE}, \"trace\": {text}, \"format\": \"openai-chat\"}}\r\n\
         {{\"id\": null, \"policy\": {POLICY_LINE}, \"trace\": \"{{\\\"trace_id\\\": \\\"\\ud83d\\\"}}\", \"format\": \"arh\"}}",
    ));
    let told: Vec<Value> = answers
        .iter()
        .map(|answer| {
            json!([
                answer["id"],
                answer["ok"],
                answer["document"],
                answer["pointer"]
            ])
        })
        .collect();
    assert_eq!(
        told,
        [
            json!([1, true, null, null]),
            json!([null, false, "request", ""]),
            json!([null, false, "request", ""]),
            json!(["b", false, "request", ""]),
            json!([{"k": 2}, false, "policy", "/budgets"]),
            json!([null, false, "options", "/fail_under"]),
            json!([null, false, "options", "/format"]),
            json!([null, false, "trace", ""]),
        ]
    );
    assert_eq!(answers[4]["range"], json!([30, 31]));
    assert_eq!(
        answers[0]["report"]["findings"][0]["rule_id"],
        "ARH-SEQ-002"
    );
    assert_eq!(answers[0]["report"]["categories"]["sequence"]["passed"], 0);
}

/// [`common::command::POLICY`] on one line.
const POLICY_LINE: &str = r#"{"policy_id": "p", "sequence": {"forbidden_tools": ["wire"]}, "allow_unlisted_tools": true}"#;

//! The `stepgate` command as a person or a CI job runs it.
#![cfg(feature = "cli")]
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot run the command fails"
)]

mod common;

use common::workspace;
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const POLICY: &str = r#"{
  "policy_id": "p",
  "sequence": { "forbidden_tools": ["wire"] },
  "allow_unlisted_tools": true
}"#;

fn trace(id: &str, tool: &str) -> String {
    json!({"trace_id": id, "agent_name": "a", "workflow": "w",
           "steps": [{"step_id": "s1", "type": "tool_call", "tool_name": tool}]})
    .to_string()
}

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("policy.json"), POLICY).unwrap();
    fs::write(folder.join("good.json"), trace("good", "mail")).unwrap();
    fs::write(folder.join("bad.json"), trace("bad", "wire")).unwrap();
    folder
}

fn stepgate(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stepgate"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A command that refuses its arguments does not read.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

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
        "error: invalid trace bytes.json: is not UTF-8: byte 0xff at offset 3"
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

/// [`POLICY`] on one line.
const POLICY_LINE: &str = r#"{"policy_id": "p", "sequence": {"forbidden_tools": ["wire"]}, "allow_unlisted_tools": true}"#;

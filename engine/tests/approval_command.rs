//! The command `stepgate approval`: the cases of `tests/cases/approval-command.json`, each also as JSON that is held
//! against `schemas/approval-answers.schema.json`.
#![cfg(feature = "cli")]
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot read its cases fails"
)]

mod common;

use common::command::{empty_folder, err, out, stepgate};
use common::read_json;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;

#[derive(Deserialize)]
struct Cases {
    /// Texts by the names of their files.
    files: BTreeMap<String, String>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    arguments: Vec<String>,
    #[serde(default)]
    input: String,
    exit: i32,
    /// The lines on standard output; absent where the command is used wrongly.
    out: Option<Vec<String>>,
}

#[test]
fn every_case_is_answered_as_text_and_as_json() {
    let Cases { files, cases } = read_json("tests/cases/approval-command.json");
    let folder = empty_folder("approval-command");
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
    let schema: Value = read_json("schemas/approval-answers.schema.json");
    jsonschema::meta::validate(&schema).unwrap();
    let schema = jsonschema::draft202012::new(&schema).unwrap();
    let mut wrong = Vec::new();
    for case in cases {
        let mut arguments: Vec<&str> = case.arguments.iter().map(String::as_str).collect();
        let output = stepgate(&folder, &arguments, case.input.as_bytes());
        let lines: Vec<String> = out(&output).lines().map(str::to_owned).collect();
        let code = output.status.code();
        if code != Some(case.exit) || case.out.as_ref().is_some_and(|out| *out != lines) {
            wrong.push(format!("{}: {code:?} {lines:#?}", case.id));
        }
        if code == Some(2) || lines.is_empty() {
            assert!(!err(&output).is_empty(), "{}", case.id);
            continue;
        }
        arguments.push("--json");
        let output = stepgate(&folder, &arguments, case.input.as_bytes());
        assert_eq!(output.status.code(), code, "{}", case.id);
        let text = out(&output);
        assert!(text.is_ascii() && text.lines().count() == 1, "{}", case.id);
        let answer: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(answer["question"], arguments[1], "{}", case.id);
        for error in schema.iter_errors(&answer) {
            wrong.push(format!("{} as JSON: {error} in {text}", case.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn batch_answers_questions_and_refuses_others() {
    let policy = r#"{"yaml": "version: \"0.4.3\"\nclasses: { shop.pay: { autonomy: human-only } }\ntools: [{ match: pay, class: shop.pay }]"}"#;
    let lines = [
        (r#""kind": "load""#, "/result/ok", json!(true)),
        (
            r#""kind": "resolve", "class": "shop.pay", "reversible": false"#,
            "/result/autonomy",
            json!("human-only"),
        ),
        (
            r#""kind": "tool", "tool": "pay""#,
            "/result/deny_code",
            json!("hook-class-human-only"),
        ),
        (
            r#""kind": "tool", "tool": "send_message", "harness": "hermes""#,
            "/result/claimed_by",
            json!("rule"),
        ),
        (r#""kind": "other""#, "/pointer", json!("/kind")),
        (r#""kind": 1"#, "/pointer", json!("/kind")),
        (r#""kind": "resolve""#, "/document", json!("request")),
        (
            r#""kind": "resolve", "class": "a", "reversible": "no""#,
            "/pointer",
            json!("/reversible"),
        ),
        (
            r#""kind": "tool", "tool": "pay", "harness": "other""#,
            "/pointer",
            json!("/harness"),
        ),
    ];
    let input: Vec<String> = lines
        .iter()
        .map(|(question, ..)| format!("{{\"policy\": {policy}, {question}}}"))
        .collect();
    let output = stepgate(
        &empty_folder("approval-batch"),
        &["batch"],
        input.join("\n").as_bytes(),
    );
    let text = out(&output);
    let answers: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), lines.len());
    for ((question, pointer, expected), answer) in lines.iter().zip(&answers) {
        assert_eq!(
            answer.pointer(pointer),
            Some(expected),
            "{question}: {answer}"
        );
        assert_eq!(answer["ok"], pointer.starts_with("/result"), "{question}");
    }
}

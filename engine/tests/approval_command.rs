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
use serde_json::Value;
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

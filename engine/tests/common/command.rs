//! Running the `stepgate` command in a folder of its own.

use serde_json::json;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A policy that forbids the tool `wire`.
pub const POLICY: &str = r#"{
  "policy_id": "p",
  "sequence": { "forbidden_tools": ["wire"] },
  "allow_unlisted_tools": true
}"#;

/// A trace that calls a tool.
pub fn trace(id: &str, tool: &str) -> String {
    json!({"trace_id": id, "agent_name": "a", "workflow": "w",
           "steps": [{"step_id": "s1", "type": "tool_call", "tool_name": tool}]})
    .to_string()
}

/// An empty folder for a test.
pub fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A folder for a test, with a policy, a trace that passes it and one that does not.
pub fn folder(name: &str) -> PathBuf {
    let folder = empty_folder(name);
    fs::write(folder.join("policy.json"), POLICY).unwrap();
    fs::write(folder.join("good.json"), trace("good", "mail")).unwrap();
    fs::write(folder.join("bad.json"), trace("bad", "wire")).unwrap();
    folder
}

/// Runs the command.
pub fn stepgate(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
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

/// What it printed.
pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What it printed on standard error.
pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

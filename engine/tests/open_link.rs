//! `stepgate open-link` on links that are not to be trusted.
#![cfg(feature = "cli")]

mod common;

use common::command::{POLICY, err, folder, out, stepgate, trace};
use std::fs;
use std::path::Path;
use stepgate_engine::pattern::AllNames;
use stepgate_engine::share::{Judged, Outcome, Reproduction, link};

const BASE: &str = "https://stepgate.example/";

fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

#[test]
fn files_that_are_there_are_left_alone() {
    let folder = folder("open-link-there");
    let link = out(&stepgate(
        &folder,
        &["share", "--policy", "policy.json", "bad.json"],
        b"",
    ));
    fs::create_dir(folder.join("o")).unwrap();
    fs::write(folder.join("o/bad.json"), "mine").unwrap();
    let opening = ["open-link", link.trim(), "--out", "o"];
    let output = stepgate(&folder, &opening, b"");
    assert_eq!(
        (output.status.code(), out(&output)),
        (Some(2), String::new())
    );
    assert!(
        err(&output).starts_with("error: o/bad.json is there already"),
        "{}",
        err(&output)
    );
    assert_eq!(
        fs::read_to_string(folder.join("o/bad.json")).unwrap(),
        "mine"
    );
    assert!(!exists(&folder.join("o/policy.json")));
    let output = stepgate(&folder, &[&opening[..], &["--force"]].concat(), b"");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(
        fs::read_to_string(folder.join("o/bad.json")).unwrap(),
        trace("bad", "wire")
    );
}

#[cfg(unix)]
#[test]
fn force_replaces_a_link_and_not_what_it_leads_to() {
    let folder = folder("open-link-force");
    fs::create_dir(folder.join("o")).unwrap();
    std::os::unix::fs::symlink("../good.json", folder.join("o/trace.json")).unwrap();
    let before = fs::read_to_string(folder.join("good.json")).unwrap();
    let file = r#"{"stepgate": 1, "trace": "x"}"#;
    let opening = ["open-link", "-", "--out", "o", "--force"];
    let output = stepgate(&folder, &opening, file.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(
        fs::read_to_string(folder.join("good.json")).unwrap(),
        before
    );
    assert_eq!(
        fs::read_to_string(folder.join("o/trace.json")).unwrap(),
        "x"
    );
    fs::remove_file(folder.join("o/trace.json")).unwrap();
    fs::create_dir(folder.join("o/trace.json")).unwrap();
    fs::write(folder.join("o/policy.json"), "mine").unwrap();
    let output = stepgate(&folder, &opening, file.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(err(&output), "error: o/trace.json is a folder\n");
    assert_eq!(
        fs::read_to_string(folder.join("o/policy.json")).unwrap(),
        "mine"
    );
}

#[test]
fn names_and_verdicts_of_a_link_are_not_believed() {
    let folder = folder("open-link-hostile");
    let of = |trace: &str| {
        Judged::of(POLICY, trace, 70.0, &AllNames)
            .verdict()
            .unwrap()
    };
    let (today, recorded) = (of(&trace("t", "wire")), of(&trace("t", "mail")));
    assert_eq!(
        (today.outcome, recorded.outcome),
        (Outcome::Fail, Outcome::Pass)
    );
    let reproduction = Reproduction {
        engine: "9\u{202e}\n::error::".into(),
        policy_name: "../../policy.json".into(),
        trace_name: "nul.json".into(),
        verdict: Some(recorded),
        ..Reproduction::new(POLICY, trace("t", "wire"), 70.0)
    };
    let link = link(BASE, &reproduction).unwrap();
    let output = stepgate(&folder, &["open-link", &link, "--out", "a/b"], b"");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(exists(&folder.join("a/b/policy.json")) && exists(&folder.join("a/b/trace.json")));
    let text = out(&output);
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        text.lines().skip(2).collect::<Vec<_>>(),
        [
            format!(
                "shared from engine 9\\u{{202e}}::error::: PASS 100.00/100, 0 findings (fail under 70); \
                 engine {version} differs: FAIL 54.55/100, 1 finding"
            ),
            "  new:  ARH-SEQ-002 at /steps/0/tool_name".into(),
        ]
    );
}

#[test]
fn bad_links_get_a_sentence() {
    let folder = folder("open-link-bad");
    fs::write(folder.join("notes.txt"), "See the policy.").unwrap();
    for (link, told) in [
        (
            "https://x.example/#policy=https%3A%2F%2Fx.example%2Fp.json",
            "error: This link holds no documents, only where they are (https://x.example/p.json), and this command fetches nothing.",
        ),
        (
            "https://x.example/",
            "error: https://x.example/ is neither a link nor a file that is there.",
        ),
        (
            "nowhere.json",
            "error: nowhere.json is neither a link nor a file that is there.",
        ),
        (
            "https://x.example/#",
            "error: There is no link: nothing follows # in the address.",
        ),
        (
            "https://x.example/#1abcdefghijklmnopqrstuvw",
            "error: This link is damaged",
        ),
        (
            "https://x.example/#9abcdefghijklmnopqrstuvw",
            "error: This link is of version '9'",
        ),
        (
            "policy.json",
            "error: This is not a reproduction that can be opened: missing field `stepgate`",
        ),
        (
            "notes.txt",
            "error: What follows # in this address is no link of Stepgate",
        ),
    ] {
        let output = stepgate(&folder, &["open-link", link, "--out", "o"], b"");
        assert_eq!(output.status.code(), Some(1), "{link}");
        assert!(err(&output).starts_with(told), "{link}: {}", err(&output));
        assert_eq!(err(&output).lines().count(), 1);
        assert!(!exists(&folder.join("o")), "{link}");
    }
}

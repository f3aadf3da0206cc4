//! `stepgate share`, there and back, and the links of `stepgate validate`.
#![cfg(feature = "cli")]
#![expect(clippy::panic, reason = "a test that cannot run the command fails")]

mod common;

use common::command::{POLICY, err, folder, out, stepgate, trace};
use common::read;
use std::fs;
use stepgate_engine::approval::Harness;
use stepgate_engine::arh::{DEFAULT_FAIL_UNDER, Policy, Trace, validate};
use stepgate_engine::share::{
    Fragment, Judged, Outcome, Reproduction, System, finding_ids, read_fragment,
};

const BASE: &str = "https://stepgate.example/";

fn opened(link: &str) -> Reproduction {
    match read_fragment(link.trim()) {
        Ok(Fragment::Reproduction(opened)) => opened.reproduction,
        other => panic!("{link}: {other:?}"),
    }
}

/// The links among the lines of an output.
fn links(text: &str) -> Vec<Reproduction> {
    let lines = text
        .lines()
        .filter_map(|line| line.strip_prefix("  link: "));
    lines.map(opened).collect()
}

#[test]
fn what_is_shared_comes_back_byte_for_byte() {
    let policy = POLICY.replace('\n', "\r\n");
    let texts = [
        (policy.as_str(), trace("t", "wire")),
        ("\u{feff}{}", "\u{1f600} \\ud800 \u{0} \u{2028}\n".into()),
        ("", String::new()),
        (
            &read("samples/many-scripts.policy.json"),
            read("samples/many-scripts.trace.json"),
        ),
    ];
    for (number, (policy, trace)) in texts.iter().enumerate() {
        let folder = folder(&format!("share-bytes-{number}"));
        fs::create_dir(folder.join("secret customer")).unwrap();
        fs::write(folder.join("secret customer/p ü.json"), policy).unwrap();
        fs::write(folder.join("t.json"), trace).unwrap();
        let shared = [
            "share",
            "--no-redact",
            "--policy",
            "secret customer/p ü.json",
            "t.json",
        ];
        let output = stepgate(&folder, &shared, b"");
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert_eq!(out(&output).lines().count(), 1);
        assert!(out(&output).starts_with("https://stepgate.github.io/stepgate/#1"));
        let reproduction = opened(&out(&output));
        assert_eq!(reproduction.policy_name, "p ü.json");
        assert_eq!(reproduction.engine, env!("CARGO_PKG_VERSION"));
        let today = Judged::of(policy, trace, DEFAULT_FAIL_UNDER).verdict();
        assert_eq!(reproduction.verdict.is_some(), today.is_some());
        let shared = reproduction.verdict.zip(today);
        assert_eq!(shared.and_then(|(then, now)| then.difference(&now)), None);
        // As an argument, from standard input as a mail program leaves it, and from a file.
        let broken = out(&output).replace("g", "g\n> ");
        fs::write(folder.join("link.txt"), out(&output)).unwrap();
        for (place, link, input) in [
            ("a", out(&output).trim(), ""),
            ("b/c", "-", broken.as_str()),
            ("d", "link.txt", ""),
        ] {
            let output = stepgate(
                &folder,
                &["open-link", link, "--out", place],
                input.as_bytes(),
            );
            assert_eq!(output.status.code(), Some(0), "{}", err(&output));
            let written = folder.join(place);
            assert_eq!(
                fs::read(written.join("p ü.json")).unwrap(),
                policy.as_bytes()
            );
            assert_eq!(fs::read(written.join("t.json")).unwrap(), trace.as_bytes());
            let mended = out(&output).contains("The link was mended");
            assert_eq!(mended, place == "b/c", "{}", out(&output));
        }
    }
}

#[test]
fn a_reproduction_file_is_written_and_opened() {
    let folder = folder("share-file");
    let shared = [
        "share",
        "--policy",
        "policy.json",
        "-",
        "--fail-under",
        "12.5",
        "--file",
        "r.json",
    ];
    let output = stepgate(&folder, &shared, trace("t", "wire").as_bytes());
    assert_eq!(
        (output.status.code(), out(&output), err(&output)),
        (Some(0), String::new(), String::new())
    );
    let output = stepgate(&folder, &["open-link", "r.json", "--out", "o"], b"");
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        out(&output),
        format!(
            "wrote o/policy.json\nwrote o/trace.json\n\
             shared from engine {version}: FAIL 54.55/100, 1 finding (fail under 12.5); engine {version} says the same\n"
        )
    );
    let reproduction = Reproduction::from_json(&fs::read_to_string(folder.join("r.json")).unwrap());
    assert!(reproduction.unwrap().finding.is_some());
}

#[test]
fn sharing_refuses_what_cannot_be_read_and_where_it_cannot_lead() {
    let folder = folder("share-refuses");
    fs::write(folder.join("bytes.json"), b"\xff").unwrap();
    fs::write(folder.join("large.json"), " ".repeat(17 << 20)).unwrap();
    let shared = ["share", "--policy", "policy.json"];
    for (more, code, told) in [
        (
            &["missing.json"][..],
            1,
            "error: invalid trace missing.json: cannot be read: ",
        ),
        (
            &["bytes.json"],
            1,
            "error: invalid trace bytes.json: is not UTF-8: byte 0xff at offset 0\n",
        ),
        (
            &["large.json"],
            1,
            "error: The policy and the trace take more than 16 MiB",
        ),
        (
            &["bad.json", "--file", "no/such/folder"],
            2,
            "error: cannot write no/such/folder: ",
        ),
        (
            &["bad.json", "--base", "javascript:alert(1)"],
            2,
            "error: invalid value 'javascript:alert(1)'",
        ),
        (
            &["bad.json", "--fail-under", "101"],
            2,
            "error: invalid value '101'",
        ),
        (&[], 2, "error: the following required arguments"),
    ] {
        let output = stepgate(&folder, &[&shared[..], more].concat(), b"");
        assert_eq!(
            (output.status.code(), out(&output)),
            (Some(code), String::new()),
            "{more:?}"
        );
        assert!(err(&output).starts_with(told), "{more:?}: {}", err(&output));
    }
    let twice = ["share", "--policy", "-", "-"];
    assert_eq!(stepgate(&folder, &twice, b"").status.code(), Some(2));
    let alone = [
        "validate",
        "--policy",
        "policy.json",
        "--no-redact",
        "good.json",
    ];
    assert_eq!(stepgate(&folder, &alone, b"").status.code(), Some(2));
}

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
fn what_is_shared_is_not_written_over() {
    let folder = folder("share-over");
    for file in ["bad.json", "./policy.json"] {
        let before = fs::read_to_string(folder.join(file)).unwrap();
        let shared = [
            "share",
            "--policy",
            "policy.json",
            "bad.json",
            "--file",
            file,
        ];
        let output = stepgate(&folder, &shared, b"");
        assert_eq!(output.status.code(), Some(2));
        assert!(
            err(&output).contains("is what is to be shared"),
            "{}",
            err(&output)
        );
        assert_eq!(fs::read_to_string(folder.join(file)).unwrap(), before);
    }
}

#[test]
fn validate_prints_a_link_under_what_does_not_pass() {
    let folder = folder("validate-links");
    fs::write(
        folder.join("broken.json"),
        "{\n\"trace_id\": \"x\u{1b}ann@example.com\"",
    )
    .unwrap();
    let validated = [
        "validate",
        "--policy",
        "policy.json",
        "good.json",
        "bad.json",
        "broken.json",
    ];
    let plain = stepgate(&folder, &validated, b"");
    let output = stepgate(
        &folder,
        &[&validated[..], &["--share-base", BASE]].concat(),
        b"",
    );
    assert_eq!(output.status.code(), Some(1));
    let without_links = |text: String| -> Vec<String> {
        let lines = text
            .lines()
            .filter(|line| !line.starts_with("  link: ") && !line.starts_with("  note: "));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(without_links(out(&output)), without_links(out(&plain)));
    assert_eq!(without_links(err(&output)), without_links(err(&plain)));
    let (failed, invalid) = (links(&out(&output)), links(&err(&output)));
    assert_eq!((failed.len(), invalid.len()), (1, 1));
    let (policy, bad) = (
        Policy::parse(POLICY).unwrap(),
        Trace::parse(&trace("bad", "wire")).unwrap(),
    );
    let report = validate(&policy, &bad, DEFAULT_FAIL_UNDER).unwrap();
    assert_eq!(
        failed[0].finding,
        Some(finding_ids(&policy, &bad, &report)[0])
    );
    assert_eq!(
        (failed[0].policy.as_str(), failed[0].trace_name.as_str()),
        (POLICY, "bad.json")
    );
    assert!(!invalid[0].trace.contains("ann@"), "{}", invalid[0].trace);
    assert_eq!(
        invalid[0].verdict.as_ref().unwrap().outcome,
        Outcome::InvalidTrace
    );
    assert!(
        err(&output)
            .contains("  note: redacted 1 place: 1 × E-mail address; the verdict is the same\n")
    );
    let quiet = stepgate(
        &folder,
        &[
            &validated[..4],
            &["bad.json", "--quiet", "--share-base", BASE],
        ]
        .concat(),
        b"",
    );
    assert_eq!((out(&quiet), err(&quiet)), (String::new(), String::new()));
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

#[test]
fn an_invalid_policy_is_linked_alone_and_long_links_come_with_advice() {
    let folder = folder("validate-link-policy");
    fs::write(folder.join("policy.json"), "{").unwrap();
    let validated = [
        "validate",
        "--policy",
        "policy.json",
        "bad.json",
        "--share-base",
        BASE,
    ];
    let output = stepgate(&folder, &validated, b"");
    let links = links(&err(&output));
    assert_eq!(
        (links[0].policy.as_str(), links[0].trace.as_str()),
        ("{", "")
    );
    // Text that does not compress.
    let mut state = 1u32;
    let noise: String = (0..12_000)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            char::from(b' ' + (state >> 24) as u8 % 94)
        })
        .collect();
    fs::write(folder.join("noise.txt"), noise).unwrap();
    let shared = [
        "share",
        "--no-redact",
        "--policy",
        "policy.json",
        "noise.txt",
    ];
    let output = stepgate(&folder, &shared, b"");
    assert_eq!(
        (output.status.code(), out(&output).lines().count()),
        (Some(0), 1)
    );
    assert!(
        err(&output).contains(" characters. Longer than 8,000 characters: "),
        "{}",
        err(&output)
    );
}

#[test]
fn an_approval_is_shared_with_or_without_a_policy_and_comes_back() {
    let folder = folder("share-approval");
    let approval = "# Ours\r\n\r\n```yaml approval-policy\r\nversion: \"0.1\"\r\ndefaults: {unmapped_tool: ask}\r\napprovers:\r\n  ada: {channels: [telegram], senders: {telegram: \"5551234\"}}\r\n```\r\n";
    fs::write(folder.join("APPROVAL.md"), approval).unwrap();
    fs::write(folder.join("policy.json"), POLICY).unwrap();
    fs::write(folder.join("t.json"), trace("t", "wire")).unwrap();
    let alone = [
        "share",
        "--approval",
        "APPROVAL.md",
        "--harness",
        "hermes",
        "t.json",
        "--base",
        BASE,
    ];
    let output = stepgate(&folder, &alone, b"");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(
        err(&output)
            .contains("APPROVAL.md:7:52: Sender id of an approver is 0000000001 in the copy"),
        "{}",
        err(&output)
    );
    assert!(
        err(&output).contains("the verdict is the same"),
        "{}",
        err(&output)
    );
    let reproduction = opened(&out(&output));
    assert_eq!(
        reproduction.approval,
        approval.replace("5551234", "0000000001")
    );
    assert_eq!(
        (reproduction.system, reproduction.verdict),
        (System::Approval, None)
    );
    assert_eq!(reproduction.harness, Harness::Hermes);
    assert_eq!(reproduction.gate.unwrap().as_declared(), "gate 1 ask");

    let both = [
        "share",
        "--approval",
        "APPROVAL.md",
        "--policy",
        "policy.json",
        "--no-redact",
        "t.json",
        "--base",
        BASE,
    ];
    let output = stepgate(&folder, &both, b"");
    let reproduction = opened(&out(&output));
    assert_eq!(reproduction.system, System::Arh);
    assert!(reproduction.verdict.is_some() && reproduction.gate.is_some());
    let link = out(&output);
    let output = stepgate(&folder, &["open-link", link.trim(), "--out", "o"], b"");
    let text = out(&output);
    assert!(
        text.contains("FAIL 54.55/100, 1 finding (fail under 70); engine"),
        "{text}"
    );
    assert!(
        text.contains(": GATE 0 allow, 1 ask, 0 deny, 0 not gated, 0 claimed; engine"),
        "{text}"
    );
    for (name, content) in [
        ("APPROVAL.md", approval),
        ("policy.json", POLICY),
        ("t.json", &trace("t", "wire")),
    ] {
        assert_eq!(
            fs::read_to_string(folder.join("o").join(name)).unwrap(),
            content
        );
    }

    let output = stepgate(&folder, &["share", "t.json"], b"");
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
}

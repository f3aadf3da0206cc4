//! An APPROVAL.md is shared, with an ARH policy or alone.

use crate::common::command::{POLICY, err, folder, out, stepgate, trace};
use crate::{BASE, opened};
use std::fs;
use stepgate_engine::approval::Harness;
use stepgate_engine::share::System;

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

//! The links that `stepgate validate` prints.

use crate::common::command::{POLICY, err, folder, out, stepgate, trace};
use crate::{BASE, links};
use std::fs;
use stepgate_engine::arh::{DEFAULT_FAIL_UNDER, Policy, Trace, validate};
use stepgate_engine::share::{Outcome, finding_ids};

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

//! What is found in documents and what a copy looks like, held against `tests/cases/redaction.jsonl`; and what holds for
//! every text.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{policy_samples, read, utf16_slice};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde::Deserialize;
use serde_json::Value;
use stepgate_engine::DocumentKind;
use stepgate_engine::approval::Load;
use stepgate_engine::arh::{Policy, Trace};
use stepgate_engine::pattern::AllNames;
use stepgate_engine::redact::{Secrets, find_secrets, redact};
use stepgate_engine::source::Document;

/// Stands within the made-up secrets of the file, so that those who scan repositories for real ones see none.
const SPLIT: &str = "¤";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    #[serde(default = "no_policy")]
    policy: String,
    trace: String,
    /// For each secret: document, title, pointer, replaced text.
    expect: Vec<(String, String, String, String)>,
    policy_copy: Option<String>,
    trace_copy: Option<String>,
}

fn no_policy() -> String {
    "{}".to_owned()
}

fn copies(policy: &str, trace: &str, secrets: &Secrets) -> (String, String) {
    (
        redact(DocumentKind::Policy, policy, &secrets.found),
        redact(DocumentKind::Trace, trace, &secrets.found),
    )
}

/// What is true of any two documents; gives the copies.
fn check_invariants(policy: &str, trace: &str) -> (String, String) {
    let secrets = find_secrets(policy, "", trace, &AllNames);
    let (policy_copy, trace_copy) = copies(policy, trace, &secrets);
    for (kind, text, copy) in [
        (DocumentKind::Policy, policy, &policy_copy),
        (DocumentKind::Trace, trace, &trace_copy),
    ] {
        // The copy differs from the original in the replaced ranges only, and these are in order.
        let units: Vec<u16> = text.encode_utf16().collect();
        let mut rebuilt = String::new();
        let mut from = 0;
        for secret in secrets
            .found
            .iter()
            .filter(|secret| secret.document == kind)
        {
            let (start, end) = (secret.place.range.0 as usize, secret.place.range.1 as usize);
            assert!(from <= start && start < end, "{secret:?}");
            rebuilt.push_str(&String::from_utf16(&units[from..start]).unwrap());
            let quoted = copy[rebuilt.len()..].starts_with('"') && units[start] != u16::from(b'"');
            let quote = if quoted { "\"" } else { "" };
            rebuilt.extend([quote, &secret.placeholder, quote]);
            from = end;
        }
        rebuilt.push_str(&String::from_utf16(&units[from..]).unwrap());
        assert_eq!(&rebuilt, copy);
        assert_eq!(
            Document::parse(text).is_ok(),
            Document::parse(copy.as_str()).is_ok(),
            "{copy}"
        );
    }
    (policy_copy, trace_copy)
}

fn assert_nothing_left(policy: &str, trace: &str) {
    let (policy, trace) = check_invariants(policy, trace);
    let again = find_secrets(&policy, "", &trace, &AllNames);
    assert_eq!(again.found, [], "{policy}\n{trace}");
}

#[test]
fn cases() {
    let text = read("tests/cases/redaction.jsonl").replace(SPLIT, "");
    let mut wrong = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let case: Case =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let secrets = find_secrets(&case.policy, "", &case.trace, &AllNames);
        let found: Vec<(String, String, String, String)> = secrets
            .found
            .iter()
            .map(|secret| {
                let text = match secret.document {
                    DocumentKind::Policy => &case.policy,
                    _ => &case.trace,
                };
                (
                    secret.document.name().to_owned(),
                    secret.title.to_string(),
                    secret.place.pointer.clone(),
                    utf16_slice(text, secret.place.range.0, secret.place.range.1),
                )
            })
            .collect();
        let (policy_copy, trace_copy) = copies(&case.policy, &case.trace, &secrets);
        if found != case.expect {
            wrong.push(format!(
                "{}: found {found:?}, expected {:?}",
                case.id, case.expect
            ));
        }
        for (copy, expected) in [
            (policy_copy, &case.policy_copy),
            (trace_copy, &case.trace_copy),
        ] {
            if expected.as_ref().is_some_and(|expected| *expected != copy) {
                wrong.push(format!("{}: {copy}", case.id));
            }
        }
        assert_eq!(secrets.undecided, [], "{}", case.id);
        assert_nothing_left(&case.policy, &case.trace);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ApprovalCase {
    id: String,
    approval: String,
    /// The titles of the secrets in it.
    expect: Vec<String>,
    copy: String,
}

/// A copy of an APPROVAL.md loads if the document does, and fails closed as the document does.
#[test]
fn approval_cases() {
    let text = read("tests/cases/redaction-approval.jsonl").replace(SPLIT, "");
    for line in text.lines() {
        let case: ApprovalCase =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let secrets = find_secrets("{}", &case.approval, "{}", &AllNames);
        let titles: Vec<&str> = secrets.found.iter().map(|secret| &*secret.title).collect();
        assert_eq!(titles, case.expect, "{}", case.id);
        let copy = redact(DocumentKind::Approval, &case.approval, &secrets.found);
        assert_eq!(copy, case.copy, "{}", case.id);
        assert_eq!(
            find_secrets("{}", &copy, "{}", &AllNames).found,
            [],
            "{}",
            case.id
        );
        let code = |text: &str| {
            let load = Load::of_text(text);
            load.policy().err().map(|failure| failure.code.name())
        };
        assert_eq!(code(&copy), code(&case.approval), "{}", case.id);
    }
}

#[test]
fn a_sender_is_hidden_in_the_trace_too() {
    let approval =
        "approvers:\n  ada:\n    channels: [telegram]\n    senders:\n      telegram: \"5551234\"\n";
    let trace = r#"{"text": "from 5551234", "chat": 5551234, "other": 5551235}"#;
    let secrets = find_secrets("{}", approval, trace, &AllNames);
    assert_eq!(
        redact(DocumentKind::Trace, trace, &secrets.found),
        r#"{"text": "from 0000000001", "chat": "0000000001", "other": 5551235}"#
    );
}

#[test]
fn every_kind_of_token_has_a_case() {
    let cases = read("tests/cases/redaction.jsonl");
    let rows = read("engine/src/redact/patterns.rs");
    let titles = rows.lines().filter_map(|line| {
        let line = line.trim().trim_start_matches("token(");
        line.strip_prefix('"')?.split('"').next()
    });
    for title in titles {
        assert!(
            cases.contains(&format!("\"{title}\"")),
            "no case for {title}"
        );
    }
}

#[test]
fn copies_of_samples_are_readable() {
    for (name, policy, trace) in policy_samples() {
        let (policy, trace) = check_invariants(&policy, &trace);
        assert!(Policy::parse(&policy).is_ok(), "{name}");
        assert!(Trace::parse(&trace).is_ok(), "{name}");
    }
}

#[test]
fn a_pattern_that_cannot_be_decided_is_reported() {
    let policy = r#"{"policy_id": "p", "unsafe_patterns": ["(?=(a+)+b\\1)c|(x+x+)+(?<!q)y"]}"#;
    assert!(Policy::parse(policy).unwrap().problem().is_none());
    let trace = format!(
        r#"{{"note": "{}", "mail": "ann@example.com"}}"#,
        "x".repeat(60_000)
    );
    let secrets = find_secrets(policy, "", &trace, &AllNames);
    assert_eq!(secrets.found.len(), 1);
    assert_eq!(secrets.undecided.len(), 1);
    assert_eq!(secrets.undecided[0].place.pointer, "/note");
    assert_eq!(secrets.undecided[0].title, "Match of unsafe pattern 1");
}

/// Pieces of secrets and of what stands around them.
fn piece() -> impl Strategy<Value = String> {
    let fixed = [
        "ann@example.com",
        "@",
        "password",
        "=",
        ": ",
        "\"",
        "'",
        "\\",
        " ",
        "\n",
        "-",
        ".",
        "/",
        "://",
        "user:pass1@host",
        "Bearer ",
        "authorization",
        "AKIAIOSFODNN7EXAMPLE",
        "4111 1111 1111 1111",
        "4111111111111111",
        "+1 415 555 2671",
        "555-123-4567",
        "-----BEGIN PRIVATE KEY-----",
        "-----END PRIVATE KEY-----",
        "MIIEvQ",
        "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.",
        "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        "REDACTED-EMAIL-1",
        "REDACTED-",
        "token",
        "cookie",
        "a=b1; c=d",
        "é",
        "\u{1f600}",
        "hunter22",
        "(",
        ")",
        "+",
        "https",
        "phone",
        "passwords1",
        "secrets",
        "name",
        "\",\"value",
        "value",
        "DB_PASSWORD=",
        "--password ",
        " is ",
        " to ",
        "<password>",
        "</password>",
        "%40",
        "curl -u ann:",
        "Basic ",
        "password 'x",
        "\\\"",
        "\u{0}",
    ];
    prop_oneof![
        4 => prop::sample::select(fixed.map(str::to_owned).to_vec()),
        1 => "[a-zA-Z0-9]{1,30}",
        1 => "[0-9 .()+-]{1,20}",
        1 => any::<String>(),
    ]
}

fn secretive() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..12).prop_map(|pieces| pieces.concat())
}

fn document() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        4 => secretive().prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => Just(Value::from(4_111_111_111_111_111_i64)),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((secretive(), inner), 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_left_in_copies_of_documents(policy in document(), trace in document()) {
        assert_nothing_left(&policy.to_string(), &serde_json::to_string_pretty(&trace).unwrap());
    }

    #[test]
    fn nothing_is_left_in_copies_of_other_texts(policy in secretive(), trace in any::<String>()) {
        assert_nothing_left(&policy, &trace);
    }

    #[test]
    fn nothing_is_left_of_a_broken_document(trace in document(), cut in 0usize..200) {
        let text = trace.to_string();
        let cut = (0..=cut.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        assert_nothing_left("{}", &text[..cut]);
    }

    #[test]
    fn any_unsafe_pattern_keeps_copies_readable(pattern in "[a-d.*+?|()@0-9-]{1,8}", trace in document()) {
        let policy = serde_json::json!({"policy_id": "p", "unsafe_patterns": [pattern]}).to_string();
        check_invariants(&policy, &trace.to_string());
    }
}

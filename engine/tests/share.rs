//! Links: every one that was ever emitted opens, what other programs do to a link is undone, and nothing that comes as
//! a link can do harm.
#![expect(clippy::panic, reason = "a link that cannot be read fails the test")]

mod common;

use common::{policy_samples, read, read_lines};
use proptest::prelude::*;
use serde_json::Value;
use stepgate_engine::approval::{Form, Gate, Harness, Load};
use stepgate_engine::arh::{DEFAULT_FAIL_UNDER, Policy, Trace, validate};
use stepgate_engine::pattern::AllNames;
use stepgate_engine::share::{
    Fragment, GateVerdict, Judged, LARGEST, Opened, Outcome, Reproduction, ShareError, System,
    Verdict, View, decision_ids, finding_ids, is_reproduction, link, read_fragment,
};

const BASE: &str = "https://stepgate.example/playground/";

fn open(address: &str) -> Opened {
    match read_fragment(address) {
        Ok(Fragment::Reproduction(opened)) => *opened,
        other => panic!("{other:?}"),
    }
}

fn kind(error: &ShareError) -> &'static str {
    match error {
        ShareError::UnknownVersion(_) => "unknown-version",
        ShareError::CutOff => "cut-off",
        ShareError::Damaged => "damaged",
        ShareError::TooLarge => "too-large",
        ShareError::NotText => "not-text",
        ShareError::NotAReproduction(_) => "not-a-reproduction",
        ShareError::NotALink => "not-a-link",
    }
}

/// What a fragment gave, under the names that the cases use.
fn told(read: &Result<Fragment, ShareError>) -> Value {
    match read {
        Err(error) => serde_json::json!({"error": kind(error)}),
        Ok(Fragment::Empty) => serde_json::json!({"empty": true}),
        Ok(Fragment::Addresses(addresses)) => serde_json::json!({
            "policy_address": addresses.policy,
            "trace_address": addresses.trace,
            "finding": addresses.finding.map(|id| id.to_string()),
            "fail_under": addresses.fail_under,
        }),
        Ok(Fragment::Reproduction(opened)) => {
            let reproduction = &opened.reproduction;
            serde_json::json!({
                "policy": reproduction.policy,
                "trace": reproduction.trace,
                "approval": reproduction.approval,
                "policy_name": reproduction.policy_name,
                "approval_name": reproduction.approval_name,
                "trace_name": reproduction.trace_name,
                "fail_under": reproduction.fail_under,
                "view": reproduction.view,
                "is_approval_shown": reproduction.system == System::Approval,
                "harness": reproduction.harness.name(),
                "gate": reproduction.gate.as_ref().map(GateVerdict::in_words),
                "engine": reproduction.engine,
                "finding": reproduction.finding.map(|id| id.to_string()),
                "mended": opened.mended,
            })
        }
    }
}

#[test]
fn links_open_as_the_cases_say() {
    let cases = read_lines::<Value>("tests/cases/links.jsonl");
    assert!(cases.len() > 50);
    for case in cases {
        let told = told(&read_fragment(case["link"].as_str().unwrap()));
        for (key, expected) in case["expect"].as_object().unwrap() {
            assert_eq!(
                told.get(key),
                Some(expected),
                "{}: {key} of {told}",
                case["id"]
            );
        }
    }
}

#[test]
fn every_error_is_a_sentence() {
    for case in read_lines::<Value>("tests/cases/links.jsonl") {
        if let Err(error) = read_fragment(case["link"].as_str().unwrap()) {
            let sentence = error.to_string();
            assert!(
                sentence.starts_with(char::is_uppercase) && sentence.ends_with('.'),
                "{sentence}"
            );
        }
    }
}

const GATED: &str = "version: \"0.1\"\ndefaults:\n  autonomy: manual\n  unmapped_tool: ask\ntools:\n  - match: find\n    class: read.web\nclasses:\n  read.web:\n    autonomy: autonomous\n";

const CALLS: &str = r#"{"trace_id": "t", "agent_name": "a", "workflow": "w", "steps": [
    {"step_id": "s1", "type": "tool_call", "tool_name": "find"},
    {"step_id": "s2", "type": "tool_call", "tool_name": "Bash"},
    {"step_id": "s3", "type": "tool_call", "tool_name": "pay"}]}"#;

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-z{}\":, \r\n\u{feff}\u{1f600}\u{301}\\\\]{0,200}",
        // A lone surrogate as JSON writes it.
        Just(r#"{"x": "\ud83d \udc00\ud83d"}"#.to_owned()),
    ]
}

fn reproduction() -> impl Strategy<Value = Reproduction> {
    let approvals = prop_oneof![Just(String::new()), Just(GATED.to_owned()), text()];
    let texts = (text(), approvals, text());
    let traces = prop_oneof![Just(CALLS.to_owned()), any::<String>()];
    (texts, traces, "[ -~é😀]{0,40}", 0.0..=100.0_f64, 0..4).prop_map(
        |((policy, approval, trace), calls, name, fail_under, view)| Reproduction {
            policy_name: name.clone(),
            approval_name: name.clone(),
            trace_name: name,
            system: [System::Arh, System::Approval][view as usize % 2],
            harness: Harness::ALL[view as usize / 2],
            gate: GateVerdict::of(
                &approval,
                Trace::parse(&calls).ok().as_ref(),
                Harness::Hermes,
            ),
            approval,
            view: [
                None,
                Some(View::Policy),
                Some(View::Trace),
                Some(View::Results),
            ][view as usize],
            verdict: Judged::of(&policy, &trace, fail_under, &AllNames).verdict(),
            ..Reproduction::new(policy, trace, fail_under)
        },
    )
}

proptest! {
    #[test]
    fn a_link_gives_back_what_went_in(reproduction in reproduction()) {
        let opened = open(&link(BASE, &reproduction).unwrap());
        prop_assert!(!opened.mended);
        prop_assert_eq!(opened.reproduction, reproduction);
    }

    #[test]
    fn a_file_gives_back_what_went_in(reproduction in reproduction()) {
        let file = reproduction.to_json();
        prop_assert!(is_reproduction(&file));
        prop_assert_eq!(Reproduction::from_json(&file).unwrap(), reproduction);
    }

    #[test]
    fn no_fragment_is_too_strange_to_be_read(fragment in any::<String>()) {
        let _ = read_fragment(&fragment);
        let _ = read_fragment(&format!("#1{fragment}"));
        let _ = read_fragment(&format!("#policy={fragment}"));
    }
}

#[test]
fn what_a_newer_engine_says_beside_the_documents_is_passed_over() {
    let file = r#"{"stepgate": 1, "policy": "p", "trace": "t", "view": "timeline", "new": [1],
        "verdict": {"outcome": "undecided", "count": 3}}"#;
    let reproduction = Reproduction::from_json(file).unwrap();
    assert_eq!(
        reproduction,
        Reproduction {
            engine: String::new(),
            ..Reproduction::new("p", "t", 70.0)
        }
    );
}

#[test]
fn what_is_said_of_a_link_is_of_bearable_length() {
    let long = "x".repeat(1 << 20);
    let error = Reproduction::from_json(&format!(r#"{{"stepgate": "{long}"}}"#)).unwrap_err();
    assert!(error.to_string().len() < 1000);
    let file = format!(
        r#"{{"stepgate": 1, "verdict": {{"outcome": "pass", "score": "{long}", "findings": {{"{long}": ["/{long}"]}}}}}}"#
    );
    let verdict = Reproduction::from_json(&file).unwrap().verdict.unwrap();
    assert!(format!("{verdict:?}").len() < 3000);
    assert!(verdict.headline().len() < 1000);
}

#[test]
fn a_megabyte_gives_back_what_went_in() {
    let policy = "{\"emoji \u{1f600}\": \"\\ud800\"}\r\n".repeat(40_000);
    // Text that does not compress: its link is longer than it is.
    let mut state = 1_u64;
    let trace: String = std::iter::repeat_with(|| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        char::from_u32((state >> 44) as u32 % 0xD800).unwrap_or(' ')
    })
    .take(400_000)
    .collect();
    assert!(policy.len() > 1_000_000 && trace.len() > 1_000_000);
    let reproduction = Reproduction::new(policy, trace, DEFAULT_FAIL_UNDER);
    assert_eq!(
        open(&link(BASE, &reproduction).unwrap()).reproduction,
        reproduction
    );
}

#[test]
fn a_link_is_only_made_where_it_can_be_read() {
    let of_size = |size: usize| Reproduction::new("x".repeat(size), "", DEFAULT_FAIL_UNDER);
    let around = LARGEST - of_size(0).to_json().len();
    let largest = of_size(around);
    assert_eq!(open(&link(BASE, &largest).unwrap()).reproduction, largest);
    assert_eq!(
        link(BASE, &of_size(around + 100)),
        Err(ShareError::TooLarge)
    );
}

#[test]
fn a_reproduction_without_an_approval_says_nothing_of_one() {
    let reproduction = Reproduction {
        engine: "0.1.0".to_owned(),
        policy_name: "p.json".to_owned(),
        ..Reproduction::new("p", "t", 82.5)
    };
    assert_eq!(
        reproduction.to_json(),
        "{\"stepgate\":1,\"engine\":\"0.1.0\",\"policy\":\"p\",\"trace\":\"t\",\"policy_name\":\"p.json\",\
         \"format\":\"arh\",\"fail_under\":82.5}\n"
    );
}

#[test]
fn what_a_gate_says_is_told_from_what_another_says() {
    let trace = Trace::parse(CALLS).unwrap();
    let of = |approval: &str, trace| GateVerdict::of(approval, trace, Harness::ClaudeCode);
    let gate = of(GATED, Some(&trace)).unwrap();
    let (words, declared) = (
        "GATE 1 allow, 1 ask, 0 deny, 0 not gated, 1 claimed",
        "gate 1 allow 1 ask 1 claimed",
    );
    assert_eq!(
        (gate.in_words().as_str(), gate.as_declared().as_str()),
        (words, declared)
    );
    assert_eq!(of("", Some(&trace)), None);
    assert_eq!(of(GATED, None).unwrap().in_words(), "GATE loads");
    // As it comes back from a link.
    let wire = serde_json::to_string(&gate).unwrap();
    assert_eq!(serde_json::from_str::<GateVerdict>(&wire).unwrap(), gate);

    let open = of(&GATED.replace("ask", "record"), Some(&trace)).unwrap();
    let difference = gate.difference(&open).unwrap();
    assert_eq!(
        difference.changed,
        [["pay", "ask", "allow"].map(str::to_owned)]
    );
    let fails = of(&GATED.replace("autonomous", "never"), Some(&trace)).unwrap();
    assert_eq!(fails.as_declared(), "fails closed schema-invalid");
    assert_eq!(
        gate.difference(&fails).unwrap().after,
        "FAILS CLOSED (schema-invalid)"
    );

    let load = Load::read(GATED, Form::BareYaml);
    let replay = Gate::new(&load, Harness::ClaudeCode).replay(&trace);
    let mut ids = decision_ids(&trace, &replay);
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 3);
}

#[test]
fn sharing_a_shared_address_again_gives_the_same_link() {
    let reproduction = Reproduction::new("{}", "{}", DEFAULT_FAIL_UNDER);
    let once = link(BASE, &reproduction).unwrap();
    assert_eq!(link(&once, &reproduction).unwrap(), once);
}

/// Ten thousand ways to spoil a link: each gives an error or, where the checksum still holds, the very content.
#[test]
fn spoiled_links_do_no_harm() {
    let policy = read("samples/refund-paid-twice.policy.json");
    let trace = read("samples/refund-paid-twice.trace.json");
    let reproduction = Reproduction::new(policy, trace, DEFAULT_FAIL_UNDER);
    let whole = link("", &reproduction).unwrap();
    let alphabet = b"ABCXYZabcxyz019-_&=%#. \n+/";
    let mut state = 7_u64;
    let mut random = move |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut errors = 0;
    for _ in 0..10_000 {
        let mut bytes = whole.clone().into_bytes();
        for _ in 0..=random(3) {
            let at = random(bytes.len());
            match random(6) {
                0 => bytes.truncate(at.max(1)),
                1 => bytes.insert(at, alphabet[random(alphabet.len())]),
                2 => drop(bytes.remove(at.min(bytes.len() - 1))),
                3 => {
                    let other = random(bytes.len());
                    bytes.swap(at, other);
                }
                4 => {
                    let from = at.min(bytes.len() - 1);
                    let part = bytes[from..(from + 50).min(bytes.len())].to_vec();
                    bytes.extend(part);
                }
                _ => bytes[at] = alphabet[random(alphabet.len())],
            }
            if bytes.is_empty() {
                bytes.push(b'1');
            }
        }
        let spoiled = String::from_utf8(bytes).unwrap();
        match read_fragment(&spoiled) {
            Ok(Fragment::Reproduction(opened)) => {
                assert_eq!(opened.reproduction.policy, reproduction.policy, "{spoiled}");
                assert_eq!(opened.reproduction.trace, reproduction.trace, "{spoiled}");
            }
            Ok(_) => {}
            Err(_) => errors += 1,
        }
    }
    assert!(errors > 5_000, "{errors}");
}

#[test]
fn the_ids_of_a_reports_findings_are_all_different_and_stay() {
    for (name, policy, trace) in policy_samples() {
        let (Ok(policy), Ok(trace)) = (Policy::parse(&policy), Trace::parse(&trace)) else {
            continue;
        };
        let Ok(report) = validate(&policy, &trace, DEFAULT_FAIL_UNDER) else {
            continue;
        };
        let ids = finding_ids(&policy, &trace, &report);
        let mut distinct = ids.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), report.findings.len(), "{name}");
        assert_eq!(ids, finding_ids(&policy, &trace, &report), "{name}");
    }
}

#[test]
fn a_verdict_tells_how_another_differs() {
    let policy = r#"{"policy_id": "p", "allowed_tools": {"read": {}, "wire": {}}, "sequence": {"forbidden_tools": ["wire"]}}"#;
    let trace = |tool: &str| {
        format!(
            r#"{{"trace_id": "t", "agent_name": "a", "workflow": "w",
                "steps": [{{"step_id": "s1", "type": "tool_call", "tool_name": "{tool}"}}]}}"#
        )
    };
    let of = |trace: &str| {
        Judged::of(policy, trace, DEFAULT_FAIL_UNDER, &AllNames)
            .verdict()
            .unwrap()
    };
    let (fails, passes) = (of(&trace("wire")), of(&trace("read")));
    assert_eq!(fails.outcome, Outcome::Fail);
    assert_eq!(fails.difference(&of(&trace("wire"))), None);
    let difference = fails.difference(&passes).unwrap();
    assert_eq!(difference.before, "FAIL 54.55/100, 1 finding");
    assert_eq!(difference.after, "PASS 100.00/100, 0 findings");
    assert!(difference.new.is_empty());
    assert_eq!(difference.gone, fails.findings);
    assert_eq!(of("{").outcome, Outcome::InvalidTrace);
    // As it comes back from a link.
    let wire = serde_json::to_string(&fails).unwrap();
    let read: Verdict = serde_json::from_str(&wire).unwrap();
    assert_eq!(read.difference(&fails), None);
}

//! What holds for every text: the reader never panics, places are right, formatting changes no value.
#![expect(
    clippy::unwrap_used,
    reason = "a property that cannot be computed fails"
)]

mod common;

use common::{line_and_column, policy_samples, utf16_slice};
use proptest::prelude::*;
use serde_json::Value;
use stepgate_engine::arh::{DEFAULT_FAIL_UNDER, Policy, Trace, hints, validate};
use stepgate_engine::source::{Document, NodeId, format_document};

/// JSON values whose strings are hard on positions: emoji, combining marks, line ends, escapes.
fn value() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        "[a-c\u{e9}\u{301}\u{1f600}\u{1f468}\u{200d}\u{feff}\u{2028}\"\\\\/\n\r\t\u{7f}\u{10ffff}]{0,6}",
        any::<String>(),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(text.clone(), inner, 0..20)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// White space of all kinds between tokens, in place of what a printer would choose.
fn spaced(value: &Value, spaces: &mut impl FnMut() -> &'static str, out: &mut String) {
    out.push_str(spaces());
    match value {
        Value::Array(elements) => {
            out.push('[');
            for (index, element) in elements.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                spaced(element, spaces, out);
            }
            out.push_str(spaces());
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (index, (key, member)) in members.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                out.push_str(spaces());
                out.push_str(&Value::from(key.as_str()).to_string());
                out.push_str(spaces());
                out.push(':');
                spaced(member, spaces, out);
            }
            out.push_str(spaces());
            out.push('}');
        }
        leaf => out.push_str(&leaf.to_string()),
    }
    out.push_str(spaces());
}

fn text_of(value: &Value, seed: u64) -> String {
    const SPACES: [&str; 7] = ["", " ", "\n", "\r\n", "\t", "\r", " \n  "];
    let mut state = seed;
    let mut out = String::new();
    let mut spaces = || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        SPACES[(state >> 33) as usize % SPACES.len()]
    };
    spaced(value, &mut spaces, &mut out);
    out
}

/// Checks the place of every value below `node` against a plain count over the text.
fn check_places(document: &Document, node: NodeId, value: &Value) -> Result<(), TestCaseError> {
    let text = document.source();
    let place = document.place(node);
    prop_assert_eq!(
        value.pointer(&place.pointer).is_some() || place.pointer.is_empty(),
        true,
        "{}",
        &place.pointer
    );
    let found: Value =
        serde_json::from_str(&utf16_slice(text, place.range.0, place.range.1)).unwrap();
    let wanted = value.pointer(&place.pointer).unwrap();
    prop_assert!(
        found == *wanted,
        "{} holds {found}, not {wanted}",
        place.pointer
    );
    let (line, column) = line_and_column(text, place.range.0);
    prop_assert_eq!((place.line, place.column), (line, column));
    for element in document.elements(node) {
        check_places(document, element, value)?;
    }
    for member in document.members(node) {
        check_places(document, member.value, value)?;
    }
    Ok(())
}

/// The samples' texts, as seeds for texts that are nearly right.
fn samples() -> Vec<(String, String)> {
    policy_samples()
        .into_iter()
        .map(|(_, policy, trace)| (policy, trace))
        .collect()
}

/// A text with a few changes: pieces cut out, doubled, or replaced by what stands elsewhere in it.
fn mutated(text: &str, changes: &[(usize, usize, usize, u8)]) -> String {
    let mut text = text.to_owned();
    for (at, length, other, kind) in changes {
        let floor = |at: usize| text.floor_char_boundary(at % (text.len() + 1));
        let start = floor(*at);
        let end = text.floor_char_boundary((start + length % 12).min(text.len()));
        let from = floor(*other);
        let to = text.floor_char_boundary((from + 9).min(text.len()));
        let piece = match kind % 4 {
            0 => String::new(),
            1 => text[from..to].to_owned(),
            2 => [
                "null",
                "1e999",
                "-",
                "\"\\ud800\"",
                "[]",
                "{",
                "true",
                "\u{1f600}",
            ][other % 8]
                .to_owned(),
            _ => text[start..end].repeat(2),
        };
        text.replace_range(start..end, &piece);
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_value_knows_its_place(value in value(), seed in any::<u64>()) {
        let text = text_of(&value, seed);
        let document = Document::parse(text.as_str()).map_err(|error| TestCaseError::fail(error.0.message.clone()))?;
        check_places(&document, document.root(), &serde_json::from_str(&text).unwrap())?;
    }

    #[test]
    fn formatting_changes_no_value_and_is_stable(value in value(), seed in any::<u64>()) {
        let text = text_of(&value, seed);
        let formatted = format_document(&Document::parse(text.as_str()).unwrap());
        prop_assert_eq!(serde_json::from_str::<Value>(&formatted).unwrap(), serde_json::from_str::<Value>(&text).unwrap());
        let again = format_document(&Document::parse(formatted.as_str()).unwrap());
        prop_assert_eq!(again, formatted);
    }

    #[test]
    fn any_text_is_read_or_refused_with_a_place(text in any::<String>()) {
        match Document::parse(text.as_str()) {
            Ok(document) => prop_assert!(document.place(document.root()).range.1 as usize <= text.encode_utf16().count()),
            Err(error) => {
                prop_assert!(!error.0.message.is_empty());
                prop_assert!(error.0.start <= error.0.end && error.0.end <= text.len());
                let place = error.0.place(&text);
                prop_assert!(place.range.1 as usize <= text.encode_utf16().count());
            }
        }
    }

    #[test]
    fn nearly_right_documents_are_judged_or_refused(
        sample in 0..64usize,
        policy_changes in prop::collection::vec((any::<usize>(), any::<usize>(), any::<usize>(), any::<u8>()), 0..4),
        trace_changes in prop::collection::vec((any::<usize>(), any::<usize>(), any::<usize>(), any::<u8>()), 0..4),
    ) {
        let samples = samples();
        let (policy, trace) = &samples[sample % samples.len()];
        let (policy_text, trace_text) = (mutated(policy, &policy_changes), mutated(trace, &trace_changes));
        let policy = Policy::parse(&policy_text);
        let trace = Trace::parse(&trace_text);
        if let (Ok(policy), Ok(trace)) = (&policy, &trace) {
            let places = policy.hints().iter().map(|hint| &hint.place).cloned().collect::<Vec<_>>();
            prop_assert!(places.iter().all(|place| place.range.0 <= place.range.1));
            let _ = hints(policy, trace);
            if let Ok(report) = validate(policy, trace, DEFAULT_FAIL_UNDER) {
                for finding in &report.findings {
                    prop_assert!(trace.place(finding.trace_node).range.1 as usize <= trace_text.encode_utf16().count());
                }
                prop_assert!((0.0..=100.0).contains(&report.score));
            }
        }
        for problem in [policy.err(), trace.err()].into_iter().flatten() {
            prop_assert!(!problem.message.is_empty() && !problem.message.contains('\n'), "{:?}", problem.message);
        }
    }
}

#[test]
fn repeated_keys_are_found_however_many_members_there_are() {
    for members in [1, 2, 15, 16, 17, 18, 40, 200] {
        for (first, second) in [(0, members), (members / 2, members), (0, 1)] {
            let mut keys: Vec<String> = (0..members).map(|number| format!("key{number}")).collect();
            let repeated = keys[first.min(members - 1)].clone();
            keys.insert(second, repeated.replace('k', "\\u006b"));
            let text = keys
                .iter()
                .enumerate()
                .map(|(at, key)| format!("\"{key}\": {at}"))
                .collect::<Vec<_>>()
                .join(", ");
            let document = Document::parse(format!("{{{text}}}")).unwrap();
            assert_eq!(document.repeated_keys().count(), 1, "{text}");
            let value = document.get(document.root(), &repeated).unwrap();
            assert_eq!(document.raw(value), second.max(first).to_string(), "{text}");
            assert_eq!(document.len(document.root()), members, "{text}");
        }
    }
}

//! Loading an APPROVAL.md: the cases of `tests/cases/approval.jsonl`, and our own about places and sentences.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot read its cases fails"
)]

mod common;

use common::{read_lines, utf16_slice};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use stepgate_engine::Place;
use stepgate_engine::approval::{Failure, Form, Load};

const KINDS: [&str; 4] = ["load", "schema", "fence", "delegation"];

/// What the reference repeats for enclosing conditions and unions.
const ECHOES: [&str; 4] = ["if", "oneOf", "anyOf", "propertyNames"];

#[derive(Deserialize)]
struct Case {
    id: String,
    tier: String,
    kind: String,
    policy: Value,
    expect: Expect,
}

#[derive(Deserialize)]
struct Expect {
    #[serde(default)]
    ok: bool,
    code: Option<String>,
    errors: Option<Vec<Pair>>,
    notes: Option<Vec<Value>>,
    /// Our own: where the errors are, or the failure if it has none, and the text there.
    places: Option<Vec<Value>>,
    /// Our own: how the failure's sentence starts.
    says: Option<String>,
}

#[derive(Deserialize, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Pair {
    path: String,
    keyword: String,
}

fn load(policy: &Value) -> Load {
    match policy.get("yaml").and_then(Value::as_str) {
        Some(yaml) => Load::read(
            format!("```yaml approval-policy\n{yaml}\n```\n"),
            Form::Markdown,
        ),
        None => Load::read(policy.as_str().unwrap(), Form::Markdown),
    }
}

/// Errors without echoes, and without a wrong type where a more exact error stands at or below it.
fn exact(errors: impl Iterator<Item = Pair>) -> BTreeSet<Pair> {
    let pairs: BTreeSet<Pair> = errors
        .filter(|error| !ECHOES.contains(&error.keyword.as_str()))
        .collect();
    let is_below = |inner: &str, outer: &str| {
        let rest = inner.strip_prefix(outer);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let covered = |pair: &Pair| {
        pair.keyword == "type"
            && pairs
                .iter()
                .any(|other| other.keyword != "type" && is_below(&other.path, &pair.path))
    };
    pairs
        .iter()
        .filter(|pair| !covered(pair))
        .cloned()
        .collect()
}

fn places(load: &Load, failure: &Failure) -> Vec<Value> {
    let describe = |place: &Place, keyword: Option<&str>| {
        json!({
            "path": place.pointer,
            "keyword": keyword,
            "line": place.line,
            "column": place.column,
            "range": place.range,
            "text": utf16_slice(load.source(), place.range.0, place.range.1),
        })
    };
    if failure.errors.is_empty() {
        return vec![describe(&failure.place, None)];
    }
    let errors = failure.errors.iter();
    errors
        .map(|error| describe(&error.place, Some(error.keyword)))
        .collect()
}

fn hold(path: &str) {
    let mut held = 0;
    for case in read_lines::<Case>(path) {
        if !KINDS.contains(&case.kind.as_str()) {
            continue;
        }
        held += 1;
        let load = load(&case.policy);
        let id = &case.id;
        let expect = &case.expect;
        let failure = match load.policy() {
            Ok(_) => {
                assert!(expect.ok, "{id}: loads");
                let notes = load.notes().iter();
                let notes: Vec<_> = notes
                    .map(|note| json!({"code": note.code, "where": note.at}))
                    .collect();
                assert_eq!(notes, expect.notes.clone().unwrap_or_default(), "{id}");
                continue;
            }
            // A reading that is a quirk of the reference may be refused.
            Err(_) if case.tier == "quirk" => continue,
            Err(failure) => failure,
        };
        assert_eq!(
            Some(failure.code.name()),
            expect.code.as_deref(),
            "{id}: {failure:?}"
        );
        if let Some(errors) = &expect.errors {
            let mine = failure.errors.iter().map(|error| Pair {
                path: error.place.pointer.clone(),
                keyword: error.keyword.to_owned(),
            });
            assert_eq!(exact(mine), exact(errors.iter().cloned()), "{id}");
        }
        if let Some(expected) = &expect.places {
            assert_eq!(&places(&load, failure), expected, "{id}");
        }
        if let Some(says) = &expect.says {
            assert!(
                failure.message.starts_with(says.as_str()),
                "{id}: {}",
                failure.message
            );
        }
        for message in failure
            .errors
            .iter()
            .map(|error| &error.message)
            .chain([&failure.message])
        {
            let first = message.chars().next().unwrap();
            assert!(
                !first.is_lowercase() && !message.ends_with('.'),
                "{id}: {message}"
            );
        }
    }
    assert!(held > 0, "{path}");
}

#[test]
fn loads_as_the_reference_does() {
    hold("tests/cases/approval.jsonl");
}

//! Loading an APPROVAL.md: the cases of `tests/cases/approval.jsonl`, and our own about places and sentences.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot read its cases fails"
)]

mod common;

use common::{read_json, read_lines, utf16_slice};
use jsonschema::Validator;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use stepgate_engine::Place;
use stepgate_engine::approval::{Failure, FailureCode, Form, Load, detect};
use stepgate_engine::source::yaml::{Document, Kind, NodeId};

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

#[test]
fn places_and_sentences_are_exact() {
    hold("tests/cases/approval-own.jsonl");
}

/// A YAML value as JSON; `None` where JSON cannot say it.
fn json_of(document: &Document, node: NodeId) -> Option<Value> {
    Some(match document.kind(node) {
        Kind::Null => Value::Null,
        Kind::Bool => document.boolean(node)?.into(),
        Kind::Number => {
            let number = document.number(node)?;
            match number.fract() == 0.0 && number.abs() < 1e15 {
                true => json!(number as i64),
                false => Value::Number(serde_json::Number::from_f64(number)?),
            }
        }
        Kind::String => document.string(node)?.into(),
        Kind::Sequence => {
            let elements = document.elements(node);
            elements
                .map(|element| json_of(document, element))
                .collect::<Option<_>>()?
        }
        Kind::Mapping => {
            let members = document.members(node);
            let members = members
                .map(|member| Some((member.name.to_owned(), json_of(document, member.value)?)));
            Value::Object(members.collect::<Option<_>>()?)
        }
    })
}

fn schema(version: &str) -> Validator {
    let schema: Value = read_json(&format!("schemas/approval-policy{version}.schema.json"));
    jsonschema::meta::validate(&schema).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}

/// Whether the schema stage has nothing against a policy: later stages name their checks with hyphens.
fn passes_schema(load: &Load) -> bool {
    load.policy().err().is_none_or(|failure| {
        failure.code != FailureCode::SchemaInvalid
            || failure
                .errors
                .iter()
                .all(|error| error.keyword.contains('-') || error.keyword == "duration")
    })
}

#[test]
fn schemas_accept_what_is_accepted() {
    let (current, older) = (schema(""), schema("-0.4.1"));
    let mut held = 0;
    for path in [
        "tests/cases/approval.jsonl",
        "tests/cases/approval-own.jsonl",
    ] {
        for case in read_lines::<Case>(path) {
            let load = load(&case.policy);
            let Some(value) = load.document().and_then(|it| json_of(it, it.root())) else {
                continue;
            };
            held += 1;
            let id = &case.id;
            assert_eq!(current.is_valid(&value), passes_schema(&load), "{id}");
            let newer = load.under_0_4_1().unknown;
            assert_eq!(
                older.is_valid(&value),
                passes_schema(&load) && newer.is_empty(),
                "{id}"
            );
            let loads = load.policy().is_ok() && newer.is_empty();
            assert_eq!(load.under_0_4_1().loads, loads, "{id}");
        }
    }
    assert!(held > 100, "{held}");
}

#[test]
fn an_older_reader_is_told_of_every_key_it_does_not_know() {
    let text = "version: '1'\ndefaults: { unmapped_tool: ask }\ntools: []\ndelegation: {}\n";
    let load = Load::read(text, Form::BareYaml);
    assert!(load.policy().is_ok());
    let keys = load.under_0_4_1().unknown;
    let keys = keys
        .iter()
        .map(|key| (key.place.pointer.as_str(), key.place.line));
    assert_eq!(Vec::from_iter(keys), [("/defaults", 2), ("", 3), ("", 4)]);
}

#[test]
fn texts_are_recognised_by_what_they_hold() {
    for (text, form) in [
        ("# Rules\n\n```yaml approval-policy\n", Some(Form::Markdown)),
        ("````\n```yaml approval-policy\n```\n````\n", None),
        ("# c\n---\nversion: \"0.1\"\n", Some(Form::BareYaml)),
        ("  classes: {}\n  'version' : 1\n", Some(Form::BareYaml)),
        (
            "# Rules\n\n```yaml\nversion: \"0.1\"\n```\n",
            Some(Form::Markdown),
        ),
        ("classes:\n  version: 1\n", None),
        ("{\"version\": 1}", None),
        ("{\n\"version\": 1}", None),
        ("", None),
        ("Hello", None),
    ] {
        assert_eq!(detect(text), form, "{text:?}");
    }
}

#[test]
fn every_value_of_a_long_policy_has_its_pointer() {
    let text = "version: '1'\nclasses:\n  a: { autonomy: supervised }\n  b.*: &r { autonomy: supervised }\n  c: *r\ntools:\n  - { match: x, class: a }\n  - { match: y, class: b.c }\n";
    let load = Load::read(text, Form::BareYaml);
    let policy = load.policy().unwrap();
    let classes = policy
        .classes
        .iter()
        .map(|rule| load.place(rule.level_node).pointer);
    assert_eq!(
        Vec::from_iter(classes),
        // What an alias names is where it is written.
        [
            "/classes/a/autonomy",
            "/classes/b.*/autonomy",
            "/classes/b.*/autonomy"
        ]
    );
    let tools = policy
        .tools
        .iter()
        .map(|tool| load.place(tool.class_node).pointer);
    assert_eq!(Vec::from_iter(tools), ["/tools/0/class", "/tools/1/class"]);
    let alias = load.place(policy.classes[2].node);
    assert_eq!(
        (alias.pointer.as_str(), alias.line, alias.column),
        ("/classes/c", 5, 6)
    );
    let notes = load
        .notes()
        .iter()
        .map(|note| (note.at.as_str(), note.place.line));
    assert_eq!(
        Vec::from_iter(notes),
        [("classes.a", 3), ("classes.b.*", 4), ("classes.c", 4)]
    );
}

//! What holds for every APPROVAL.md: no text stops the reader, places lie inside of the text, and reading takes time in
//! its length.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    reason = "a property that cannot be computed fails"
)]

mod common;

use common::{line_and_column, read_lines, utf16_slice};
use proptest::prelude::*;
use serde_json::{Value, json};
use stepgate_engine::Place;
use stepgate_engine::approval::{Form, Load};
use stepgate_engine::source::yaml::{Document, Kind, NodeId};

/// Panics where a place is not one of the text.
fn check_place(text: &str, place: &Place) {
    let (start, end) = place.range;
    assert!(start <= end, "{place:?}");
    // Panics within a surrogate pair and beyond the end.
    utf16_slice(text, start, end);
    let found = (place.line, place.column);
    assert_eq!(found, line_and_column(text, start), "{place:?}");
}

fn check_nodes(load: &Load, document: &Document, node: NodeId) {
    let text = load.source();
    assert!(
        text.get(document.range(node)).is_some(),
        "{:?}",
        document.range(node)
    );
    for member in document.members(node) {
        assert!(text.get(document.range(member.key)).is_some());
    }
}

/// Reads a text in both forms and looks at every place.
fn check(text: &str) {
    for form in [Form::Markdown, Form::BareYaml] {
        let load = Load::read(text, form);
        if let Err(failure) = load.policy() {
            check_place(text, &failure.place);
            for error in &failure.errors {
                check_place(text, &error.place);
            }
        }
        for note in load.notes() {
            check_place(text, &note.place);
        }
        for key in load.under_0_4_1().unknown {
            check_place(text, &key.place);
        }
        if let Some(document) = load.document() {
            // An alias is not followed: what it names is looked at where it stands.
            let mut ahead = vec![document.root()];
            while let Some(node) = ahead.pop() {
                check_nodes(&load, document, node);
                check_place(text, &load.place(node));
                if !text[document.range(node)].starts_with('*') {
                    ahead.extend(document.elements(node));
                    ahead.extend(document.members(node).map(|member| member.value));
                }
            }
        }
    }
}

/// The texts of the cases.
fn texts() -> Vec<String> {
    let mut texts = Vec::new();
    for path in [
        "tests/cases/approval.jsonl",
        "tests/cases/approval-own.jsonl",
    ] {
        for case in read_lines::<Value>(path) {
            let policy = &case["policy"];
            texts.push(match policy["yaml"].as_str() {
                Some(yaml) => format!("Text 😀\r\n```yaml approval-policy\n{yaml}\n```\n"),
                None => policy.as_str().unwrap().to_owned(),
            });
        }
    }
    texts
}

/// What is inserted: everything that means something to YAML or to a fence, and what is hard on positions.
const PIECES: [&str; 44] = [
    " ",
    "  ",
    "\n",
    "\r\n",
    "\r",
    "\t",
    ":",
    ": ",
    "- ",
    "-",
    "? ",
    "#",
    " #",
    "\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    ",",
    "&a ",
    "*a",
    "|\n",
    ">-\n",
    "!",
    "!!str ",
    "%",
    "@",
    "`",
    "```",
    "```yaml approval-policy\n",
    "---\n",
    "...\n",
    "\\",
    "~",
    "0.5",
    "é",
    "😀",
    "\u{feff}",
    "\u{2028}",
    "\u{85}",
    "\0",
    "<<",
    "\u{7}",
];

/// A text with pieces put in and taken out at places given by numbers.
fn mutated(text: &str, numbers: &[(u32, u32)]) -> String {
    let mut text = text.to_owned();
    for (at, what) in numbers {
        let mut at = *at as usize % (text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        match what % 3 {
            0 => drop(text.drain(at..).next()),
            _ => text.insert_str(at, PIECES[(what / 3) as usize % PIECES.len()]),
        }
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        check(&text);
        check(&format!("```yaml approval-policy\n{text}\n```"));
    }

    #[test]
    fn json_is_yaml(
        values in prop::collection::btree_map("[a-z \u{e9}\u{1f600}\"\\\\/:#&*!|>%@`\n\t]{0,8}", prop_oneof![
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            "[ -~\u{e9}\u{1f600}]{0,12}".prop_map(Value::from),
        ], 0..8)
    ) {
        let value = json!({ "a": values, "b": [values] });
        let load = Load::read(value.to_string(), Form::BareYaml);
        let document = load.document().unwrap();
        prop_assert_eq!(json_of(document, document.root()), value);
    }
}

fn json_of(document: &Document, node: NodeId) -> Value {
    match document.kind(node) {
        Kind::Null => Value::Null,
        Kind::Bool => document.boolean(node).into(),
        Kind::Number => json!(document.number(node).unwrap() as i64),
        Kind::String => document.string(node).into(),
        Kind::Sequence => document
            .elements(node)
            .map(|it| json_of(document, it))
            .collect(),
        Kind::Mapping => {
            let members = document.members(node);
            Value::Object(
                members
                    .map(|it| (it.name.to_owned(), json_of(document, it.value)))
                    .collect(),
            )
        }
    }
}

#[test]
fn changed_cases_are_read_or_refused() {
    let texts = texts();
    // A plain generator: the same changes in every run.
    let mut state = 0x2545_f491_u32;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    for round in 0..6000 {
        let numbers: Vec<_> = (0..=round % 3).map(|_| (next(), next())).collect();
        check(&mutated(&texts[round % texts.len()], &numbers));
    }
}

/// A name and a text that grows with a number.
type Growing = (&'static str, fn(usize) -> String);

/// Each grows in another way.
const GROWING: [Growing; 14] = [
    ("fences", |n| "```yaml\n```\n~~~\n".repeat(n)),
    ("openers", |n| "```yaml approval-policy\n".repeat(n)),
    ("near misses", |n| "> ```yaml approval-policy\n".repeat(n)),
    ("keys", |n| keys(n, |i| format!("key{i}: {i}\n"))),
    ("classes", |n| {
        keys(n, |i| {
            format!(
                "{}  c{i}: {{ autonomy: manual }}\n",
                if i == 0 { "classes:\n" } else { "" }
            )
        })
    }),
    ("tools", |n| {
        keys(n, |i| {
            format!(
                "{}  - {{ match: t{i}, class: c }}\n",
                if i == 0 {
                    "classes: { c: { autonomy: manual } }\ntools:\n"
                } else {
                    ""
                }
            )
        })
    }),
    ("equal keys at the end", |n| {
        keys(n, |i| format!("key{}: 1\n", i % (n - 1)))
    }),
    ("equal matches", |n| {
        keys(n, |i| {
            format!(
                "{}  - {{ match: t, class: c{i} }}\n",
                if i == 0 { "tools:\n" } else { "" }
            )
        })
    }),
    ("nested lists", |n| {
        keys(n, |i| {
            format!("k{i}: {}{}\n", "[".repeat(20), "]".repeat(20))
        })
    }),
    ("aliases of scalars", |n| {
        keys(n, |i| {
            format!("a{i}: &a{i} x\nb{i}: [{}]\n", format!("*a{i}, ").repeat(31))
        })
    }),
    ("aliases of lists", |n| {
        keys(n, |i| {
            format!("a{i}: &a{i} [[], x]\nb{i}: &b{i} [*a{i}, *a{i}]\nc{i}: [*b{i}, *b{i}]\n")
        })
    }),
    ("aliases of empty lists", |n| {
        format!(
            "a: &a [{}]\nb: &b [{}]\nc: [{}]\n",
            "[], ".repeat(n),
            "*a, ".repeat(n),
            "*b, ".repeat(n)
        )
    }),
    ("a long text", |n| {
        format!("version: \"{}\"\n", "word ".repeat(n))
    }),
    ("lines of a text", |n| {
        format!(
            "version: \"{}\"\ndaemons: [\n{}]\n",
            "word\n  ".repeat(n),
            " x,\n".repeat(n)
        )
    }),
];

fn keys(n: usize, entry: impl Fn(usize) -> String) -> String {
    (0..n).map(entry).collect()
}

#[test]
fn work_grows_with_the_text() {
    for (name, grow) in GROWING {
        for form in [Form::BareYaml, Form::Markdown] {
            let text = |n| match form {
                Form::BareYaml => grow(n),
                Form::Markdown => format!("```yaml approval-policy\n{}\n```\n", grow(n)),
            };
            let steps = |n| Load::read(text(n), form).steps();
            let (small, large) = (steps(200), steps(2000));
            assert!(large <= 12 * small, "{name}: {small} steps, then {large}");
        }
    }
}

//! Patterns against the answers of Python's own `re`, which `tests/oracle/pattern.py` wrote down.

use std::ops::Range;

use proptest::prelude::*;
use serde::Deserialize;
use stepgate_engine::pattern::{AllNames, Mode, Pattern, PatternError, PatternSet};
use stepgate_engine::source::{Text, TextBuf, push_code_point};

const WRITTEN: &str = include_str!("../../tests/cases/pattern.jsonl");
const RANDOM: &str = include_str!("../../tests/cases/pattern-random.jsonl");

#[derive(Deserialize)]
struct Row {
    mode: String,
    pattern: Spelled,
    text: Spelled,
    expect: Option<Expected>,
}

/// A text; by its code points where it has a lone surrogate.
#[derive(Deserialize)]
#[serde(untagged)]
enum Spelled {
    Text(String),
    Points(Vec<u32>),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Expected {
    Span(usize, usize),
    Error { error: Option<usize> },
}

impl Spelled {
    fn owned(&self) -> TextBuf {
        match self {
            Spelled::Text(text) => TextBuf::Utf8(text.clone()),
            Spelled::Points(points) => from_points(points),
        }
    }
}

fn from_points(points: &[u32]) -> TextBuf {
    let mut bytes = Vec::new();
    for point in points {
        push_code_point(&mut bytes, *point);
    }
    match String::from_utf8(bytes) {
        Ok(text) => TextBuf::Utf8(text),
        Err(error) => TextBuf::Wtf8(error.into_bytes()),
    }
}

fn rows() -> serde_json::Result<Vec<Row>> {
    let lines = WRITTEN.lines().chain(RANDOM.lines());
    lines.map(serde_json::from_str).collect()
}

/// A place in bytes as one in code points.
fn points_before(text: Text<'_>, offset: usize) -> usize {
    let bytes = &text.as_bytes()[..offset];
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

#[test]
fn every_row_is_answered_as_python_answers_it() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for row in rows().expect("rows") {
        let (pattern, text) = (row.pattern.owned(), row.text.owned());
        let (pattern, text) = (pattern.as_text(), text.as_text());
        let mode = match row.mode.as_str() {
            "search" => Mode::Search,
            _ => Mode::FullMatch,
        };
        let found = Pattern::compile(pattern, mode, &AllNames).map(|compiled| {
            let found = compiled.find(text).expect("within the step limit");
            found.map(|range| {
                (
                    points_before(text, range.start),
                    points_before(text, range.end),
                )
            })
        });
        let right = match (&found, &row.expect) {
            (Ok(None), None) => true,
            (Ok(Some((start, end))), Some(Expected::Span(from, to))) => (start, end) == (from, to),
            (Err(error), Some(Expected::Error { error: place })) => {
                place.is_none_or(|place| place == points_before(pattern, error.offset))
            }
            _ => false,
        };
        count += 1;
        if !right {
            wrong.push(format!("{} {pattern:?} {text:?}: {found:?}", row.mode));
        }
    }
    assert!(count > 6_000, "rows were read");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn a_set_finds_what_its_patterns_find_one_by_one() {
    let rows: Vec<Row> = rows()
        .expect("rows")
        .into_iter()
        .filter(|row| row.mode == "search")
        .collect();
    // More patterns than fit one mask of the set.
    for chunk in rows.chunks(150) {
        let sources: Vec<TextBuf> = chunk
            .iter()
            .map(|row| row.pattern.owned())
            .filter(|source| Pattern::compile(source.as_text(), Mode::Search, &AllNames).is_ok())
            .collect();
        let set = PatternSet::compile(sources.iter().map(TextBuf::as_text), &AllNames)
            .expect("legal patterns");
        let single: Vec<Pattern> = sources
            .iter()
            .map(|source| {
                Pattern::compile(source.as_text(), Mode::Search, &AllNames)
                    .expect("a legal pattern")
            })
            .collect();
        for row in chunk {
            let text = row.text.owned();
            let mut found = Vec::new();
            set.find_all(text.as_text(), &mut found)
                .expect("within the step limit");
            let alone: Vec<(usize, Range<usize>)> = single
                .iter()
                .enumerate()
                .filter_map(|(index, pattern)| Some((index, pattern.find(text.as_text()).ok()??)))
                .collect();
            assert_eq!(found, alone, "{text:?}");
        }
    }
}

#[test]
fn the_first_illegal_pattern_of_a_set_is_named() {
    let sources = ["ok", "é(", "["].map(Text::Utf8);
    let (index, error) = PatternSet::compile(sources, &AllNames).expect_err("two are illegal");
    assert_eq!((index, error.offset), (1, 2));
}

/// What would take a backtracking matcher for ever, and whether it matches.
#[test]
fn patterns_that_blow_up_elsewhere_are_decided() {
    let letters = "a".repeat(20_000) + "!";
    let words = "lorem ipsum dolor ".repeat(20_000);
    let spaces = " ".repeat(100_000) + "x";
    let cases: [(&str, Mode, &str, bool); 12] = [
        ("(a+)+$", Mode::Search, &letters, false),
        ("^(?:a|aa)+$", Mode::Search, &letters, false),
        ("(?:[a-z]+-?)*", Mode::FullMatch, &letters, false),
        ("(a*)*b", Mode::Search, &letters, false),
        ("(?:(?=a)a|a)+$", Mode::Search, &letters, false),
        ("\\s+$", Mode::Search, &spaces, false),
        ("\\s+?$", Mode::Search, &spaces, false),
        (".*x.*y", Mode::Search, &letters, false),
        ("^(\\w+\\s?)*$", Mode::Search, &words, true),
        ("(?:\\w+\\s+){3}(?:foo|bar)", Mode::Search, &words, false),
        ("(?:a{1000}){1000}", Mode::Search, &letters, false),
        ("(?:a|b|ab){500,}", Mode::Search, &letters, true),
    ];
    for (pattern, mode, text, expected) in cases {
        let compiled =
            Pattern::compile(Text::Utf8(pattern), mode, &AllNames).expect("a legal pattern");
        let found = compiled.find(Text::Utf8(text)).map(|found| found.is_some());
        assert_eq!(found, Ok(expected), "{pattern}");
    }
}

/// The bound is a number of steps: the same answer however often and in whatever order texts are asked about.
#[test]
fn too_many_steps_are_told_and_never_taken_for_no_match() {
    let pattern =
        Pattern::compile(Text::Utf8("(.*)(.*)(.*)\\1x"), Mode::Search, &AllNames).expect("legal");
    let text = "ab".repeat(200);
    for _ in 0..2 {
        assert!(pattern.find(Text::Utf8(&text)).is_err());
        assert_eq!(pattern.find(Text::Utf8("aax")), Ok(Some(0..3)));
    }
}

#[test]
fn deep_nesting_is_refused_at_the_group_that_is_too_deep() {
    let nested = |depth: usize| "(".repeat(depth) + &")*".repeat(depth);
    let compile = |depth| Pattern::compile(Text::Utf8(&nested(depth)), Mode::Search, &AllNames);
    assert!(compile(490).is_ok_and(|pattern| pattern.find(Text::Utf8("x")) == Ok(Some(0..0))));
    assert!(matches!(
        compile(491),
        Err(PatternError { offset: 490, .. })
    ));
    assert!(matches!(
        compile(100_000),
        Err(PatternError { offset: 490, .. })
    ));
}

fn pattern_text() -> impl Strategy<Value = Vec<u32>> {
    let pieces = prop::sample::select(vec![
        "a",
        "b",
        "k",
        "(",
        ")",
        "(?:",
        "(?=",
        "(?<!",
        "(?>",
        "(?P<n>",
        "(?P=n)",
        "(?(1)",
        "[",
        "[^",
        "]",
        "-",
        "|",
        "*",
        "+",
        "?",
        "{2}",
        "{,3}",
        "{1,",
        "^",
        "$",
        ".",
        "\\w",
        "\\b",
        "\\1",
        "\\d",
        "\\x41",
        "\\N{",
        "}",
        "(?i)",
        "(?x)",
        "#",
        "\\",
        "é",
        "ſ",
        "😀",
        "{4294967294}",
        "{1000}",
        "\\s",
        "\n",
    ]);
    let piece = pieces.prop_map(|piece| piece.chars().map(u32::from).collect::<Vec<u32>>());
    let any = prop_oneof![9 => piece, 1 => (0..0x11_0000u32).prop_map(|point| vec![point])];
    prop::collection::vec(any, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics(pattern in pattern_text(), text in prop::collection::vec(prop_oneof![Just(0x61), Just(0x62), Just(0x20), 0..0x11_0000u32], 0..40)) {
        let (pattern, text) = (from_points(&pattern), from_points(&text));
        let bytes = text.as_text().as_bytes().len();
        for mode in [Mode::Search, Mode::FullMatch] {
            match Pattern::compile(pattern.as_text(), mode, &AllNames) {
                Err(error) => prop_assert!(error.offset <= pattern.as_text().as_bytes().len() && !error.message.is_empty()),
                Ok(compiled) => {
                    if let Ok(Some(range)) = compiled.find(text.as_text()) {
                        prop_assert!(range.start <= range.end && range.end <= bytes);
                        prop_assert!(mode == Mode::Search || range == (0..bytes));
                    }
                }
            }
        }
    }
}

//! Positions agree with JavaScript's own: for texts that are hard on indices, every range the engine gives is what
//! `slice` cuts out, and every line and column is what counting in a JavaScript string gives.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot read its text fails"
)]

use js_sys::{JsString, RegExp};
use stepgate_engine::source::{Document, NodeId};
use wasm_bindgen_test::wasm_bindgen_test;

/// Repeatable pseudo-random choices.
struct Choices(u64);

impl Choices {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

/// Pieces of strings: plain, escaped, astral, combining, a byte order mark, line separators that end no line.
const PIECES: [&str; 14] = [
    "a",
    "é",
    "e\u{301}",
    "😀",
    "👩‍💻",
    "\u{feff}",
    "\u{2028}",
    "\u{85}",
    "𐀀",
    "\\n",
    "\\u00e9",
    "\\ud83d\\ude00",
    "\\ud800",
    "日本",
];
const SPACES: [&str; 7] = ["", " ", "\n", "\r\n", "\r", "\t", "\n\n  "];

fn write_string(choices: &mut Choices, out: &mut String) {
    out.push('"');
    for _ in 0..choices.below(6) {
        out.push_str(choices.of(&PIECES));
    }
    out.push('"');
}

fn write_value(choices: &mut Choices, depth: usize, out: &mut String) {
    out.push_str(choices.of(&SPACES));
    match choices.below(if depth == 0 { 3 } else { 6 }) {
        0 => {
            out.push_str(choices.of(&["null", "true", "-0", "1e5", "NaN", "123456789012345678901"]))
        }
        1 | 2 => write_string(choices, out),
        kind => {
            let object = kind < 5;
            out.push(if object { '{' } else { '[' });
            for index in 0..choices.below(5) {
                if index > 0 {
                    out.push(',');
                }
                if object {
                    out.push_str(choices.of(&SPACES));
                    write_string(choices, out);
                    out.push_str(choices.of(&SPACES));
                    out.push(':');
                }
                write_value(choices, depth - 1, out);
            }
            out.push(if object { '}' } else { ']' });
        }
    }
    out.push_str(choices.of(&SPACES));
}

fn check(document: &Document, text: &JsString, node: NodeId) {
    let place = document.place(node);
    let (start, end) = place.range;
    assert_eq!(
        text.slice(start, end),
        JsString::from(document.raw(node)),
        "{place:?}"
    );
    let before = text.slice(0, start);
    let lines = before.split_by_pattern(&RegExp::new("\r\n|\n|\r", ""));
    let last = JsString::from(lines.get(lines.length() - 1));
    assert_eq!(
        (place.line, place.column),
        (lines.length(), last.length() + 1),
        "{place:?} in {text}"
    );
    document
        .elements(node)
        .for_each(|element| check(document, text, element));
    for (key, value) in document.written_members(node) {
        let place = document.place(key);
        assert_eq!(
            text.slice(place.range.0, place.range.1),
            JsString::from(document.raw(key)),
            "{place:?}"
        );
        check(document, text, value);
    }
}

#[wasm_bindgen_test]
fn ranges_lines_and_columns_agree_with_javascript() {
    let mut choices = Choices(7);
    for _ in 0..1500 {
        let mut text = String::new();
        write_value(&mut choices, 4, &mut text);
        let document = Document::parse(text.as_str()).map_err(|error| error.0.message.clone());
        let document = document.unwrap_or_else(|error| panic!("{error}: {text}"));
        check(&document, &JsString::from(text), document.root());
    }
}

#[wasm_bindgen_test]
fn long_texts_agree_too() {
    let mut choices = Choices(11);
    let mut text = String::from("[");
    while text.len() < 60_000 {
        write_value(&mut choices, 3, &mut text);
        text.push(',');
    }
    text.push_str("0]");
    let document = Document::parse(text.as_str())
        .map_err(|error| error.0.message.clone())
        .unwrap();
    check(&document, &JsString::from(text), document.root());
}

#[wasm_bindgen_test]
fn a_place_where_reading_stops_agrees() {
    for (text, line, column) in [
        ("{\"😀\": tru}", 1, 8),
        ("[\r1\n, \r\n 2 3]", 4, 4),
        ("[\"é\",\r\n \"👩‍💻\" 1]", 2, 10),
        ("\u{feff}{}", 1, 1),
        ("", 1, 1),
    ] {
        let error = Document::parse(text).map(|_| ()).unwrap_err();
        let place = error.0.place(text);
        assert_eq!((place.line, place.column), (line, column), "{text:?}");
    }
}

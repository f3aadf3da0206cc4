//! How the reference prints and weighs values that should have been of another type.

use super::document::{Document, NodeId};
use super::number::{Integer, read_double};
use super::text::{Text, TextBuf};
use super::tree::Kind;
use crate::unicode;
use std::fmt::Write as _;

/// Whether a value counts as true where the format says boolean: zero, the empty ones, `false` and `null` do not.
pub(crate) fn is_truthy(document: &Document, id: NodeId) -> bool {
    match document.kind(id) {
        Kind::Null | Kind::False => false,
        Kind::True => true,
        Kind::Int => !matches!(document.raw(id), "0" | "-0"),
        Kind::Float => read_double(document.raw(id)) != 0.0,
        Kind::String => document.string(id).is_some_and(|text| !text.is_empty()),
        Kind::Array | Kind::Object => !document.is_empty(id),
    }
}

/// A value's type in the words of this product.
pub(crate) fn type_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::True | Kind::False => "a boolean",
        Kind::Int => "an integer",
        Kind::Float => "a float",
        Kind::String => "a string",
        Kind::Array => "an array",
        Kind::Object => "an object",
    }
}

/// The value as Python's `str()` prints it: what the reference makes of an id that is no string.
pub(crate) fn printed(document: &Document, id: NodeId) -> TextBuf {
    match document.string(id) {
        Some(text) => text.to_buf(),
        None => {
            let mut out = String::new();
            write_repr(document, id, &mut out);
            TextBuf::Utf8(out)
        }
    }
}

fn write_repr(document: &Document, id: NodeId, out: &mut String) {
    match document.kind(id) {
        Kind::Null => out.push_str("None"),
        Kind::True => out.push_str("True"),
        Kind::False => out.push_str("False"),
        Kind::Int => {
            let _ = write!(out, "{}", Integer::parse(document.raw(id)));
        }
        Kind::Float => out.push_str(&double_repr(read_double(document.raw(id)))),
        Kind::String => write_string_repr(document.string(id).unwrap_or(Text::Utf8("")), out),
        Kind::Array => {
            out.push('[');
            for (index, element) in document.elements(id).enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                write_repr(document, element, out);
            }
            out.push(']');
        }
        Kind::Object => {
            out.push('{');
            for (index, member) in document.members(id).enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                write_string_repr(member.name, out);
                out.push_str(": ");
                write_repr(document, member.value, out);
            }
            out.push('}');
        }
    }
}

fn write_string_repr(text: Text<'_>, out: &mut String) {
    let has = |wanted: char| text.code_points().any(|point| point == u32::from(wanted));
    let quote = if has('\'') && !has('"') { '"' } else { '\'' };
    out.push(quote);
    for point in text.code_points() {
        let _ = match char::from_u32(point) {
            Some('\\') => write!(out, "\\\\"),
            Some('\n') => write!(out, "\\n"),
            Some('\r') => write!(out, "\\r"),
            Some('\t') => write!(out, "\\t"),
            Some(character) if character == quote => write!(out, "\\{character}"),
            Some(character) if unicode::is_printable(point) => {
                out.push(character);
                Ok(())
            }
            _ if point < 0x100 => write!(out, "\\x{point:02x}"),
            _ if point < 0x10000 => write!(out, "\\u{point:04x}"),
            _ => write!(out, "\\U{point:08x}"),
        };
    }
    out.push(quote);
}

/// A double as Python's `repr` prints it: the shortest digits that read back, with an exponent below 1e-4 and from
/// 1e16 on.
pub(crate) fn double_repr(value: f64) -> String {
    if value.is_nan() {
        return "nan".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.into();
    }
    let scientific = format!("{value:e}");
    let exponent: i32 = scientific
        .split_once('e')
        .and_then(|(_, exponent)| exponent.parse().ok())
        .unwrap_or(0);
    if value != 0.0 && !(-4..16).contains(&exponent) {
        let mantissa = scientific
            .split_once('e')
            .map_or("", |(mantissa, _)| mantissa);
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{mantissa}e{sign}{:02}", exponent.abs());
    }
    let plain = format!("{value}");
    if plain.contains('.') {
        plain
    } else {
        plain + ".0"
    }
}

/// Appends the text as Python's `json.dumps` writes it: in double quotes, everything beyond ASCII escaped.
pub(crate) fn write_json_ascii(text: Text<'_>, out: &mut String) {
    out.push('"');
    for point in text.code_points() {
        let _ = match point {
            0x22 => write!(out, "\\\""),
            0x5c => write!(out, "\\\\"),
            0x0a => write!(out, "\\n"),
            0x0d => write!(out, "\\r"),
            0x09 => write!(out, "\\t"),
            0x0c => write!(out, "\\f"),
            0x08 => write!(out, "\\b"),
            0x20..=0x7f => {
                out.push(char::from(point as u8));
                Ok(())
            }
            0x10000.. => {
                let offset = point - 0x10000;
                write!(
                    out,
                    "\\u{:04x}\\u{:04x}",
                    0xd800 + (offset >> 10),
                    0xdc00 + (offset & 0x3ff)
                )
            }
            _ => write!(out, "\\u{point:04x}"),
        };
    }
    out.push('"');
}

/// Reads a text the way Python's `float()` does: spaces around it, digits of any script, single underscores between
/// digits, and the words for infinity and NaN in any case. `None` where it raises an error.
pub(crate) fn float_from_text(text: Text<'_>) -> Option<f64> {
    let mut ascii = Vec::new();
    for point in text.code_points() {
        match point {
            // Of ASCII, C's spaces count, not the four separators that `str.strip` removes too.
            0x09..=0x0d => ascii.push(b' '),
            0..0x7f => ascii.push(point as u8),
            _ if unicode::is_space(point) => ascii.push(b' '),
            _ => ascii.push(b'0' + unicode::decimal_digit(point)?),
        }
    }
    let trimmed = ascii.trim_ascii();
    let around = |at: usize| {
        let digit = |at: Option<usize>| {
            at.and_then(|at| trimmed.get(at))
                .is_some_and(u8::is_ascii_digit)
        };
        digit(at.checked_sub(1)) && digit(Some(at + 1))
    };
    let mut number = Vec::with_capacity(trimmed.len());
    for (at, byte) in trimmed.iter().enumerate() {
        match byte {
            b'_' if around(at) => {}
            b'_' => return None,
            _ => number.push(byte.to_ascii_lowercase()),
        }
    }
    let number = String::from_utf8(number).ok()?;
    let unsigned = number.strip_prefix(['+', '-']).unwrap_or(&number);
    // Rust's reader knows the same forms, and `nan`, `inf` and `infinity` in any case.
    let known = matches!(unsigned, "nan" | "inf" | "infinity")
        || unsigned.starts_with(|first: char| first.is_ascii_digit() || first == '.');
    if known { number.parse().ok() } else { None }
}

/// Whether Python's `str.strip()` leaves nothing of the text.
pub(crate) fn is_blank(text: Text<'_>) -> bool {
    text.code_points().all(unicode::is_space)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repr(json: &str) -> String {
        let document = Document::parse(json).unwrap();
        printed(&document, document.root()).as_text().to_string()
    }

    #[test]
    fn prints_as_python_does() {
        for (json, python) in [
            ("null", "None"),
            ("-0", "0"),
            ("1E5", "100000.0"),
            ("1e-7", "1e-07"),
            ("1e22", "1e+22"),
            ("123456789012345680.0", "1.2345678901234568e+17"),
            ("[1,\"a\"]", "[1, 'a']"),
            (
                r#"{"k":"it's","l":"\u0007\u00e9"}"#,
                "{'k': \"it's\", 'l': '\\x07é'}",
            ),
            ("0.0001", "0.0001"),
            ("-0.0", "-0.0"),
        ] {
            assert_eq!(repr(json), python, "{json}");
        }
    }

    #[test]
    fn reads_floats_as_python_does() {
        for (text, value) in [
            (" 0.5\n", Some(0.5)),
            ("1_0", Some(10.0)),
            ("٠.٥", Some(0.5)),
            ("inf", Some(f64::INFINITY)),
            ("1__0", None),
            ("_1", None),
            ("0x1", None),
            ("", None),
            (".", None),
            ("5.", Some(5.0)),
            ("+.5e1", Some(5.0)),
            ("INFINITY", Some(f64::INFINITY)),
            ("\u{b}0.5\u{2003}", Some(0.5)),
            ("0.5\u{1c}", None),
            ("\u{1f}1", None),
            ("\u{b}0.5\u{2003}", Some(0.5)),
            ("0.5\u{1c}", None),
            ("\u{1f}1", None),
            ("1e", None),
        ] {
            assert_eq!(float_from_text(Text::Utf8(text)), value, "{text:?}");
        }
    }
}

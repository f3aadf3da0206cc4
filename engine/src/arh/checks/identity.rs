//! When two calls have the same arguments: the specification's "Side effects (flow)". The spelling of a number
//! decides whether it is an integer or a float, and the order of keys does not count.

use crate::arh::values::{sorted_members, write_bytes};
use crate::source::{Document, Integer, Kind, NodeId, double_repr, read_double, write_json_ascii};

/// Appends bytes that are equal for equal arguments only. Equal means: the same after sorting keys, where 1, 1.0 and
/// true differ, 1e2 and 100.0 do not, and absent, null and `{}` are one.
pub(super) fn write_identity(document: &Document, arguments: Option<NodeId>, into: &mut Vec<u8>) {
    if let Some(node) = arguments
        && !document.is_empty(node)
    {
        write_value(document, node, into);
    }
}

fn write_value(document: &Document, node: NodeId, into: &mut Vec<u8>) {
    match document.kind(node) {
        Kind::Null => into.push(b'n'),
        Kind::True => into.push(b't'),
        Kind::False => into.push(b'f'),
        Kind::Int => {
            let raw = document.raw(node);
            into.push(b'i');
            into.extend_from_slice(if raw == "-0" { b"0" } else { raw.as_bytes() });
            into.push(b';');
        }
        Kind::Float => {
            let value = read_double(document.raw(node));
            let value = if value.is_nan() { f64::NAN } else { value };
            into.push(b'd');
            into.extend(value.to_bits().to_le_bytes());
        }
        Kind::String => {
            let text = document
                .string(node)
                .map_or(&[][..], |text| text.as_bytes());
            write_bytes(b's', text, into);
        }
        Kind::Array => {
            into.push(b'[');
            document
                .elements(node)
                .for_each(|element| write_value(document, element, into));
            into.push(b']');
        }
        Kind::Object => {
            into.push(b'{');
            for member in sorted_members(document, node) {
                write_bytes(b'k', member.name.as_bytes(), into);
                write_value(document, member.value, into);
            }
            into.push(b'}');
        }
    }
}

/// The canonical text of some arguments: compact JSON with sorted keys in ASCII. Groups of calls are sorted by it.
pub(super) fn canonical_arguments(document: &Document, arguments: Option<NodeId>) -> String {
    let mut out = String::new();
    match arguments {
        Some(node) => write_canonical(document, node, &mut out),
        None => out.push_str("{}"),
    }
    out
}

fn write_canonical(document: &Document, node: NodeId, out: &mut String) {
    match document.kind(node) {
        Kind::Null | Kind::True | Kind::False => out.push_str(document.raw(node)),
        Kind::Int => out.push_str(&Integer::parse(document.raw(node)).to_string()),
        Kind::Float => {
            let value = read_double(document.raw(node));
            match value {
                _ if value.is_nan() => out.push_str("NaN"),
                f64::INFINITY => out.push_str("Infinity"),
                f64::NEG_INFINITY => out.push_str("-Infinity"),
                _ => out.push_str(&double_repr(value)),
            }
        }
        Kind::String => {
            if let Some(text) = document.string(node) {
                write_json_ascii(text, out);
            }
        }
        Kind::Array => {
            out.push('[');
            for (index, element) in document.elements(node).enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_canonical(document, element, out);
            }
            out.push(']');
        }
        Kind::Object => {
            out.push('{');
            for (index, member) in sorted_members(document, node).into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_json_ascii(member.name, out);
                out.push(':');
                write_canonical(document, member.value, out);
            }
            out.push('}');
        }
    }
}

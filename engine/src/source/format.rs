//! Laying out a JSON text anew without changing a value.

use super::document::{Document, NodeId};
use super::tree::Kind;

/// Writes the document with two spaces of indentation. Every value keeps its spelling, members keep their order,
/// and repeated keys stay.
pub fn format_document(document: &Document) -> String {
    let mut out = String::with_capacity(document.source().len() * 5 / 4);
    write(document, document.root(), 0, &mut out);
    out.push('\n');
    out
}

fn write(document: &Document, id: NodeId, depth: usize, out: &mut String) {
    let brackets = match document.kind(id) {
        Kind::Array => ('[', ']'),
        Kind::Object => ('{', '}'),
        _ => {
            out.push_str(document.raw(id));
            return;
        }
    };
    out.push(brackets.0);
    let mut first = true;
    let mut line = |out: &mut String| {
        if !std::mem::take(&mut first) {
            out.push(',');
        }
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", depth + 1));
    };
    for (key, value) in document.written_members(id) {
        line(out);
        out.push_str(document.raw(key));
        out.push_str(": ");
        write(document, value, depth + 1, out);
    }
    for element in document.elements(id) {
        line(out);
        write(document, element, depth + 1, out);
    }
    if !first {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", depth));
    }
    out.push(brackets.1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_every_spelling() {
        let text = r#"{"b":1E2,"a":[ ],"b":"\u0041", "c":{"x":[-0,NaN]} }"#;
        let formatted = format_document(&Document::parse(text).unwrap());
        assert_eq!(
            formatted,
            "{\n  \"b\": 1E2,\n  \"a\": [],\n  \"b\": \"\\u0041\",\n  \"c\": {\n    \"x\": [\n      -0,\n      NaN\n    ]\n  }\n}\n"
        );
    }
}

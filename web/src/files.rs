//! Files as they are: read as bytes and decoded without mercy, so that a bad byte is named and nothing is replaced.

use js_sys::{ArrayBuffer, JsString, Object, Reflect, Uint8Array};
use stepgate_engine::share;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use crate::content::{Content, LineEnding, Origin};
use crate::protocol::Document;

// Bound by hand: the text stays a JavaScript string, which is what the editor takes.
#[wasm_bindgen]
extern "C" {
    type TextDecoder;
    #[wasm_bindgen(constructor)]
    fn new(label: &str, options: &Object) -> TextDecoder;
    #[wasm_bindgen(method, catch)]
    fn decode(this: &TextDecoder, buffer: &ArrayBuffer) -> Result<JsString, JsValue>;
}

/// The largest file that is opened, in bytes.
pub const LARGEST: f64 = 64.0 * 1024.0 * 1024.0;

/// Reads a file as UTF-8.
///
/// # Errors
/// A sentence: the file is too large, cannot be read, or is not UTF-8 and where.
pub async fn read(file: File) -> Result<Content, String> {
    let name = file.name();
    if file.size() > LARGEST {
        return Err(format!(
            "The file {name} is larger than 64 MB, the most that is opened here."
        ));
    }
    let buffer = JsFuture::from(file.array_buffer())
        .await
        .ok()
        .and_then(|buffer| buffer.dyn_into::<ArrayBuffer>().ok())
        .ok_or_else(|| format!("The file {name} could not be read."))?;
    content(name, &buffer)
}

/// The document that some bytes are.
///
/// # Errors
/// A sentence: they are not UTF-8 and where.
pub fn content(name: String, buffer: &ArrayBuffer) -> Result<Content, String> {
    let text = decode(buffer).map_err(|offset| {
        format!(
            "The file {name} is not UTF-8: the byte at offset {offset} cannot be read, so nothing was opened."
        )
    })?;
    Ok(named(name, text))
}

/// A text as it stands in a file.
pub fn named(name: String, text: JsString) -> Content {
    let line_ending = line_ending(&text);
    Content {
        text,
        origin: Origin { name, line_ending },
    }
}

/// The text of UTF-8 bytes, or the offset of the first byte that is none.
fn decode(buffer: &ArrayBuffer) -> Result<JsString, usize> {
    let options = Object::new();
    for key in ["fatal", "ignoreBOM"] {
        // An own plain object takes any key.
        let _ = Reflect::set(&options, &key.into(), &true.into());
    }
    TextDecoder::new("utf-8", &options)
        .decode(buffer)
        .map_err(|_| {
            let bytes = Uint8Array::new(buffer).to_vec();
            std::str::from_utf8(&bytes).map_or_else(|error| error.valid_up_to(), str::len)
        })
}

/// How lines end, by the first of them.
fn line_ending(text: &JsString) -> LineEnding {
    let first = text.index_of("\n", 0);
    if first > 0 && text.char_code_at(first as u32 - 1) == 13.0 {
        LineEnding::CrLf
    } else {
        LineEnding::Lf
    }
}

/// Whether a text is meant to be a reproduction file.
pub fn is_reproduction(text: &JsString) -> bool {
    // Its beginning says so: the rest may be megabytes.
    share::is_reproduction(&String::from(text.substring(0, 200)))
}

/// Whether a text looks like a policy or a trace, by the keys that only one of them has.
pub fn guess(text: &JsString) -> Option<Document> {
    let has = |key: &str| text.includes(key, 0);
    let policy = has("\"policy_id\"");
    let trace = has("\"trace_id\"") || has("\"steps\"");
    match (policy, trace) {
        (true, false) => Some(Document::Policy),
        (false, true) => Some(Document::Trace),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn decoded(bytes: &[u8]) -> Result<String, usize> {
        decode(&Uint8Array::from(bytes).buffer()).map(|text| String::from(&text))
    }

    #[wasm_bindgen_test]
    fn bytes_are_decoded_without_mercy() {
        assert_eq!(decoded("aé😀".as_bytes()), Ok("aé😀".to_owned()));
        assert_eq!(decoded(b"\xEF\xBB\xBF{}"), Ok("\u{feff}{}".to_owned()));
        assert_eq!(decoded(b"{\"a\": \"\xE9\"}"), Err(7));
    }

    #[wasm_bindgen_test]
    fn the_first_line_tells_how_lines_end() {
        assert_eq!(line_ending(&"a\r\nb\n".into()), LineEnding::CrLf);
        assert_eq!(line_ending(&"a\nb\r\n".into()), LineEnding::Lf);
        assert_eq!(line_ending(&"a".into()), LineEnding::Lf);
    }
}

//! Files that the browser is asked to save.

use gloo::timers::callback::Timeout;
use js_sys::{Array, JsString, RegExp};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

use crate::content::Content;

/// The most characters of a file's name.
const LONGEST_NAME: usize = 120;

/// How long a saved file's content is kept for the browser, in milliseconds.
const KEPT: u32 = 60_000;

/// The end of a reproduction file's name.
const REPRODUCTION: &str = ".stepgate.json";

/// A text as the content of a file; none where the browser refuses.
pub fn content(text: &JsString) -> Option<Blob> {
    let options = BlobPropertyBag::new();
    options.set_type("application/json");
    Blob::new_with_str_sequence_and_options(&Array::of1(text), &options).ok()
}

/// Has a file saved under a name.
///
/// # Errors
/// A sentence: the browser refuses.
pub fn save(name: &str, content: Option<&Blob>) -> Result<(), String> {
    content
        .and_then(|content| try_save(name, content).ok())
        .ok_or_else(|| format!("The browser did not save {name}."))
}

fn try_save(name: &str, content: &Blob) -> Result<(), JsValue> {
    let address = Url::create_object_url_with_blob(content)?;
    let link: HtmlAnchorElement = gloo::utils::document()
        .create_element("a")?
        .unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    Timeout::new(KEPT, move || {
        // Nothing is left to be done where it is gone already.
        let _ = Url::revoke_object_url(&address);
    })
    .forget();
    Ok(())
}

/// A document's text as its file has it: the editor knows only LF.
pub fn written(content: &Content) -> JsString {
    if content.origin.is_crlf() {
        let line_feed = RegExp::new("\n", "g");
        content.text.replace_by_pattern(&line_feed, "\r\n")
    } else {
        content.text.clone()
    }
}

/// A name that every system takes for a file, or another one where nothing is left of it.
pub fn file_name(name: &str, otherwise: &str) -> String {
    // A folder is no part of a file's name.
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let kept: String = name
        .chars()
        .map(|character| match character {
            '<' | '>' | ':' | '"' | '|' | '?' | '*' => '-',
            _ if character.is_control() => '-',
            _ => character,
        })
        .collect();
    let kept = kept.trim_matches([' ', '.', '-']);
    if kept.is_empty() {
        return otherwise.to_owned();
    }
    let characters = kept.chars().count();
    // The end says what it is.
    kept.chars()
        .skip(characters.saturating_sub(LONGEST_NAME))
        .collect()
}

/// The name of a reproduction file, after the trace's.
pub fn reproduction_name(trace_name: &str) -> String {
    let name = file_name(trace_name, "");
    let stem = [".json", ".trace"]
        .iter()
        .fold(&*name, |stem, end| stem.strip_suffix(end).unwrap_or(stem));
    let stem = stem.strip_suffix(".stepgate").unwrap_or(stem);
    match stem {
        "" => format!("reproduction{REPRODUCTION}"),
        stem => format!("{stem}{REPRODUCTION}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{LineEnding, Origin};
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn names_are_taken_everywhere() {
        for (name, expected) in [
            ("refund.json", "refund.json"),
            ("", "trace.json"),
            ("../../etc/passwd", "passwd"),
            ("C:\\traces\\a:b?.json", "a-b-.json"),
            ("..", "trace.json"),
            ("a\u{0}\nb", "a--b"),
        ] {
            assert_eq!(file_name(name, "trace.json"), expected, "{name:?}");
        }
        assert_eq!(file_name(&"x".repeat(500), "").len(), LONGEST_NAME);
    }

    #[wasm_bindgen_test]
    fn a_reproduction_is_called_after_its_trace() {
        for (name, expected) in [
            ("refund-double.json", "refund-double.stepgate.json"),
            ("refund.trace.json", "refund.stepgate.json"),
            ("refund.stepgate.json", "refund.stepgate.json"),
            ("", "reproduction.stepgate.json"),
            (".json", "json.stepgate.json"),
        ] {
            assert_eq!(reproduction_name(name), expected, "{name:?}");
        }
    }

    #[wasm_bindgen_test]
    fn lines_end_as_they_did() {
        let content = |line_ending| Content {
            text: "a\nb\n".into(),
            origin: Origin {
                name: String::new(),
                line_ending,
            },
        };
        assert_eq!(written(&content(LineEnding::Lf)), "a\nb\n");
        assert_eq!(written(&content(LineEnding::CrLf)), "a\r\nb\r\n");
    }
}

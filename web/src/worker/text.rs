//! A document's text as the editor has it: a JavaScript string, so that positions are UTF-16 units as they are.

use js_sys::{Array, JsString};
use wasm_bindgen::{JsCast, JsValue};

use crate::protocol::Edit;
use crate::timeline;

/// The text of one document, kept in step with its editor.
#[derive(Default)]
pub struct KeptText {
    text: Option<JsString>,
    version: u32,
    /// The text from before the edits that followed each other closely, the last of which was made at `edited_at`.
    before: Option<JsString>,
    edited_at: f64,
}

/// After so many milliseconds without an edit, the next one is not part of the same.
const PAUSE: f64 = 20_000.0;

impl KeptText {
    /// Applies an edit. False when it does not fit what is kept: the whole text is needed then.
    pub fn edit(&mut self, edit: &Edit) -> bool {
        let next = match edit.base {
            None => edit.content.dyn_ref::<JsString>().cloned(),
            Some(base) if base == self.version => self
                .text
                .as_ref()
                .and_then(|text| changed(text, &edit.content)),
            Some(_) => None,
        };
        match next {
            Some(text) if text.length() == edit.length => {
                let now = timeline::now();
                let earlier = self.text.take().filter(|earlier| *earlier != text);
                // What was empty is no other version.
                let earlier = earlier.filter(|earlier| earlier.length() > 0);
                // Nor is a text that is typed from nothing a new one before there is more than a line.
                let is_whole = match &earlier {
                    Some(earlier) => is_whole(edit, earlier.length()),
                    None => text.includes("\n", 0),
                };
                if earlier.is_some() && (is_whole || now - self.edited_at > PAUSE) {
                    self.before = earlier;
                }
                // What follows a new text is an edit of it.
                self.edited_at = if is_whole { f64::NEG_INFINITY } else { now };
                self.text = Some(text);
                self.version = edit.version;
                true
            }
            _ => {
                self.text = None;
                false
            }
        }
    }

    /// The text from before the last edit: one that came after a pause, with those that followed it closely.
    pub fn before(&self) -> Option<String> {
        self.before.as_ref().map(String::from)
    }

    /// The text for the engine. A lone surrogate becomes U+FFFD, which is as long.
    pub fn read(&self) -> String {
        self.text.as_ref().map(String::from).unwrap_or_default()
    }
}

/// Whether an edit leaves nothing of a text of so many UTF-16 units.
fn is_whole(edit: &Edit, length: u32) -> bool {
    let Some(changes) = edit.content.dyn_ref::<Array>() else {
        return true;
    };
    let at = |index| changes.get(index).as_f64();
    changes.length() == 3 && at(0) == Some(0.0) && at(1) == Some(f64::from(length))
}

/// `text` after a flat list of from, to and insert, in order and without overlap.
fn changed(text: &JsString, changes: &JsValue) -> Option<JsString> {
    let changes = changes.dyn_ref::<Array>()?;
    let mut result = JsString::from("");
    let mut done = 0;
    for at in (0..changes.length()).step_by(3) {
        let from = changes.get(at).as_f64()? as u32;
        let to = changes.get(at + 1).as_f64()? as u32;
        if from < done || to < from || to > text.length() {
            return None;
        }
        result = result
            .concat(&text.substring(done, from))
            .concat(&changes.get(at + 2));
        done = to;
    }
    Some(result.concat(&text.substring(done, text.length())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn edit(base: Option<u32>, version: u32, length: u32, content: JsValue) -> Edit {
        Edit {
            base,
            version,
            length,
            content,
        }
    }

    fn list(parts: &[(u32, u32, &str)]) -> JsValue {
        let list = Array::new();
        for (from, to, insert) in parts {
            list.push(&(*from).into());
            list.push(&(*to).into());
            list.push(&(*insert).into());
        }
        list.into()
    }

    #[wasm_bindgen_test]
    fn changes_count_utf16_units() {
        let mut text = KeptText::default();
        assert!(text.edit(&edit(None, 1, 6, "a😀b😀".into())));
        assert!(text.edit(&edit(Some(1), 2, 6, list(&[(0, 1, ""), (3, 4, "cd")]))));
        assert_eq!(text.read(), "😀cd😀");
    }

    #[wasm_bindgen_test]
    fn an_edit_of_another_version_or_length_asks_for_the_whole_text() {
        let mut text = KeptText::default();
        assert!(!text.edit(&edit(Some(0), 1, 1, list(&[(0, 0, "x")]))));
        assert!(text.edit(&edit(None, 1, 2, "ab".into())));
        assert!(!text.edit(&edit(Some(2), 3, 3, list(&[(0, 0, "x")]))));
        assert!(text.edit(&edit(None, 3, 2, "ab".into())));
        assert!(!text.edit(&edit(Some(3), 4, 9, list(&[(0, 0, "x")]))));
        assert!(text.edit(&edit(None, 4, 2, "ab".into())));
    }

    #[wasm_bindgen_test]
    fn the_text_before_an_edit_is_that_before_a_new_text_or_a_pause() {
        let mut text = KeptText::default();
        assert!(text.edit(&edit(None, 1, 3, "one".into())));
        assert_eq!(text.before(), None);
        assert!(text.edit(&edit(Some(1), 2, 3, list(&[(0, 3, "two")]))));
        assert_eq!(text.before().as_deref(), Some("one"));
        for (version, typed) in ["s", "t"].into_iter().enumerate() {
            let (base, end) = (version as u32 + 2, version as u32 + 3);
            let typed = list(&[(end, end, typed)]);
            assert!(text.edit(&edit(Some(base), base + 1, end + 1, typed)));
            assert_eq!(text.before().as_deref(), Some("two"));
        }
        // What is pasted into nothing is edited by what follows; what is typed there is not, letter by letter.
        for (first, before) in [("one\ntwo\n", Some("one\ntwo\n")), ("o", None)] {
            let mut text = KeptText::default();
            let length = first.len() as u32;
            assert!(text.edit(&edit(None, 1, 0, "".into())));
            assert!(text.edit(&edit(Some(1), 2, length, list(&[(0, 0, first)]))));
            assert!(text.edit(&edit(Some(2), 3, length + 1, list(&[(0, 0, "x")]))));
            assert_eq!(text.before().as_deref(), before);
        }
    }
}

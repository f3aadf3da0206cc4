//! The editors, as their script in `web/editor` offers them. They own their text.

use js_sys::{JsString, Uint32Array};
use stepgate_engine::arh::Severity;
use wasm_bindgen::prelude::*;

use crate::content::{Content, LineEnding, Origin};
use crate::protocol::{Document, Edit, Marks};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = listen)]
    fn js_listen(
        changed: &Closure<dyn Fn(u32, bool, bool)>,
        named: &Closure<dyn Fn(u32, String, bool)>,
        moved: &Closure<dyn Fn(u32, u32)>,
        weighed: &Closure<dyn Fn(u32, bool)>,
        focused: &Closure<dyn Fn(u32)>,
    );
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = length)]
    fn js_length(document: u32) -> u32;
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = heavy)]
    fn js_heavy(document: u32) -> bool;
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = text)]
    fn js_text(document: u32) -> JsString;
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = take)]
    fn js_take(document: u32) -> JsValue;
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = taken)]
    fn js_taken(document: u32) -> bool;
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = forget)]
    fn js_forget(document: u32);
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = answered)]
    fn js_answered(document: u32, reported: bool, replayed: bool);
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = name)]
    fn js_name(document: u32) -> String;
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = crlf)]
    fn js_crlf(document: u32) -> bool;
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = replace)]
    fn js_replace(document: u32, text: &JsString, name: &str, crlf: bool);
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = begin)]
    fn js_begin(document: u32, text: &JsString, name: &str, crlf: bool);
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = show)]
    fn js_show(document: u32);
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = move)]
    fn js_move(from: u32, to: u32);
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = stays)]
    fn js_stays(document: u32) -> bool;
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = rewrite)]
    fn js_rewrite(document: u32, text: &JsString);
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = focus)]
    fn js_focus(document: u32);
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = mark)]
    fn js_mark(document: u32, triples: &JsValue, text: &str, ends: &JsValue);
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = stale)]
    fn js_stale(document: u32, stale: bool);
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = light)]
    fn js_light(document: u32, from: u32, to: u32, text: u32, scroll: bool);
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = reaches)]
    fn js_reaches(document: u32, from: u32, to: u32, text: u32) -> bool;
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = unlight)]
    fn js_unlight(document: u32);
    #[wasm_bindgen(js_namespace = StepgateEditor, js_name = reveal)]
    fn js_reveal(document: u32, from: u32, to: u32, text: u32, focus: bool);
}

fn number(document: Document) -> u32 {
    document.index() as u32
}

/// What the page wants to hear from the editors.
pub struct Listeners {
    /// A text has changed: whether a person changed it, and whether nothing is left of the text before.
    pub changed: Box<dyn Fn(Document, bool, bool)>,
    /// A text is now one that came from somewhere, or from nowhere; told before the change of text itself.
    pub named: Box<dyn Fn(Document, Origin)>,
    /// The cursor has moved.
    pub moved: Box<dyn Fn(Document, u32)>,
    /// A document has become too heavy for colours and folding, or light again.
    pub weighed: Box<dyn Fn(Document, bool)>,
    /// An editor has the focus.
    pub focused: Box<dyn Fn(Document)>,
}

/// Listens to the editors for as long as the page lives.
pub fn listen(listeners: Listeners) {
    let Listeners {
        changed,
        named,
        moved,
        weighed,
        focused,
    } = listeners;
    let changed = Closure::<dyn Fn(u32, bool, bool)>::new(move |document, by_person, whole| {
        if let Some(document) = Document::at(document) {
            changed(document, by_person, whole);
        }
    });
    let named = Closure::<dyn Fn(u32, String, bool)>::new(move |document, name, crlf| {
        if let Some(document) = Document::at(document) {
            named(document, told_origin(name, crlf));
        }
    });
    let moved = Closure::<dyn Fn(u32, u32)>::new(move |document, offset| {
        if let Some(document) = Document::at(document) {
            moved(document, offset);
        }
    });
    let weighed = Closure::<dyn Fn(u32, bool)>::new(move |document, heavy| {
        if let Some(document) = Document::at(document) {
            weighed(document, heavy);
        }
    });
    let focused = Closure::<dyn Fn(u32)>::new(move |document| {
        if let Some(document) = Document::at(document) {
            focused(document);
        }
    });
    js_listen(&changed, &named, &moved, &weighed, &focused);
    changed.forget();
    named.forget();
    moved.forget();
    weighed.forget();
    focused.forget();
}

/// A document's length in UTF-16 units.
pub fn length(document: Document) -> u32 {
    js_length(number(document))
}

/// Whether a document is too heavy for colours and folding.
pub fn heavy(document: Document) -> bool {
    js_heavy(number(document))
}

/// A document's whole text.
pub fn text(document: Document) -> JsString {
    js_text(number(document))
}

/// What has changed since it was last asked for.
pub fn take(document: Document) -> Option<Edit> {
    serde_wasm_bindgen::from_value(js_take(number(document))).ok()?
}

/// Whether everything that was written has been taken.
pub fn taken(document: Document) -> bool {
    js_taken(number(document))
}

/// Makes the next [`take`] carry whole texts: the worker that knew them is gone.
pub fn forget() {
    for document in Document::ALL {
        js_forget(number(document));
    }
}

/// The last answer is about the texts as they are now, and so are the shown report and the shown decisions if there
/// were any.
pub fn answered(reported: bool, replayed: bool) {
    for document in Document::ALL {
        js_answered(number(document), reported, replayed);
    }
}

/// A document with where it came from.
pub fn content(document: Document) -> Content {
    Content {
        text: text(document),
        origin: origin(document),
    }
}

/// Where a document came from.
pub fn origin(document: Document) -> Origin {
    let number = number(document);
    told_origin(js_name(number), js_crlf(number))
}

fn told_origin(name: String, crlf: bool) -> Origin {
    let line_ending = if crlf {
        LineEnding::CrLf
    } else {
        LineEnding::Lf
    };
    Origin { name, line_ending }
}

/// Puts another document in a document's place, as one step of its undo history.
pub fn replace(document: Document, content: &Content) {
    let Origin { name, line_ending } = &content.origin;
    let crlf = *line_ending == LineEnding::CrLf;
    js_replace(number(document), &content.text, name, crlf);
}

/// Begins with a document: undoing goes no further back than this.
pub fn begin(document: Document, content: &Content) {
    let Origin { name, line_ending } = &content.origin;
    let crlf = *line_ending == LineEnding::CrLf;
    js_begin(number(document), &content.text, name, crlf);
}

/// Shows a document's editor in place of the one that has the same place.
pub fn show(document: Document) {
    js_show(number(document));
}

/// Moves a document's text to another's editor, with its selection and the focus. Each editor's part is one step of its
/// undo history; what a paste had replaced in the first comes back there.
pub fn move_text(from: Document, to: Document) {
    js_move(number(from), number(to));
}

/// Whether a document's text is as undoing has left it: nobody wants it moved.
pub fn stays(document: Document) -> bool {
    js_stays(number(document))
}

/// Writes the same document in another way, as one step of its undo history.
pub fn rewrite(document: Document, text: &JsString) {
    js_rewrite(number(document), text);
}

/// Gives the focus to an editor, if it is in view.
pub fn focus(document: Document) {
    js_focus(number(document));
}

/// Replaces all marks of a document.
pub fn mark(document: Document, marks: &Marks) {
    js_mark(number(document), &marks.triples, &marks.text, &marks.ends);
}

/// Replaces all marks of a document by problems, as ranges and sentences.
pub fn mark_problems<'a>(document: Document, problems: impl Iterator<Item = ([u32; 2], &'a str)>) {
    let mut triples = Vec::new();
    let mut text = String::new();
    let mut ends = Vec::new();
    let mut units = 0;
    for ([from, to], message) in problems {
        triples.extend([from, to, Severity::Error as u32]);
        text.push_str(message);
        units += message.encode_utf16().count() as u32;
        ends.push(units);
    }
    js_mark(
        number(document),
        &Uint32Array::from(triples.as_slice()),
        &text,
        &Uint32Array::from(ends.as_slice()),
    );
}

/// Shows marks as belonging to an earlier text, or to this one.
pub fn stale(stale: bool) {
    for document in Document::ARH {
        js_stale(number(document), stale);
    }
}

/// A range, by the text whose positions it counts.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// The text that the shown result is about; it may be stale.
    Reported([u32; 2]),
    /// The text that the last answer is about, whether or not there was a result.
    Answered([u32; 2]),
    /// The text that the shown decisions of the gate are about; they may be stale.
    Replayed([u32; 2]),
}

impl Place {
    /// The range, and the text by its number in the editor script.
    fn parts(self) -> (u32, u32, u32) {
        match self {
            Place::Answered([from, to]) => (from, to, 0),
            Place::Reported([from, to]) => (from, to, 1),
            Place::Replayed([from, to]) => (from, to, 2),
        }
    }
}

/// Whether anything is left of a place in the text as it is now.
pub fn reaches(document: Document, place: Place) -> bool {
    let (from, to, text) = place.parts();
    js_reaches(number(document), from, to, text)
}

/// Lights a place, wherever edits have moved it.
pub fn light(document: Document, place: Place, scroll: bool) {
    let (from, to, text) = place.parts();
    js_light(number(document), from, to, text, scroll);
}

/// Lights nothing.
pub fn unlight(document: Document) {
    js_unlight(number(document));
}

/// Selects a place, wherever edits have moved it, and brings it into view.
pub fn reveal(document: Document, place: Place, focus: bool) {
    let (from, to, text) = place.parts();
    js_reveal(number(document), from, to, text, focus);
}

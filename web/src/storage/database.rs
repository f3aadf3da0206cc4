//! The database of documents, as the script in `web/editor` offers it. Texts stay JavaScript strings.

use js_sys::{Array, JsString, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = StepgateStorage, js_name = note)]
    fn js_note(entry: &JsValue, texts: &Array);
    #[wasm_bindgen(js_namespace = StepgateStorage, js_name = closings)]
    fn js_closings() -> u32;
    #[wasm_bindgen(js_namespace = StepgateStorage, js_name = entries)]
    fn js_entries() -> Promise;
    #[wasm_bindgen(js_namespace = StepgateStorage, js_name = texts)]
    fn js_texts(keys: &Array) -> Promise;
    #[wasm_bindgen(js_namespace = StepgateStorage, js_name = write)]
    fn js_write(
        entries: &Array,
        texts: &Array,
        gone_entries: &Array,
        gone_texts: &Array,
    ) -> Promise;
    #[wasm_bindgen(js_namespace = StepgateStorage, js_name = clear)]
    fn js_clear() -> Promise;
}

/// Why the database did not do what it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// There is no room.
    Full,
    /// A newer page has changed the database's shape.
    Newer,
    /// There is no answer.
    Silent,
    /// The browser does not let the page store anything, or its storage is broken.
    Refused,
}

impl Failure {
    /// The end of a sentence: why something is not saved.
    pub const fn reason(self) -> &'static str {
        match self {
            Failure::Full => "storage is full",
            Failure::Newer => "a newer Stepgate keeps its documents here",
            Failure::Silent => "storage does not answer",
            Failure::Refused => "storage is not allowed here",
        }
    }

    fn of(error: &JsValue) -> Failure {
        let name = Reflect::get(error, &"name".into()).ok();
        match name.and_then(|name| name.as_string()).as_deref() {
            Some("QuotaExceededError") => Failure::Full,
            Some("VersionError") => Failure::Newer,
            Some("TimeoutError") => Failure::Silent,
            _ => Failure::Refused,
        }
    }
}

/// A change of the database, done as a whole or not at all.
#[derive(Default)]
pub struct Change {
    entries: Array,
    texts: Array,
    gone_entries: Array,
    gone_texts: Array,
}

impl Change {
    /// Puts an entry.
    pub fn entry(&self, entry: &JsValue) {
        self.entries.push(entry);
    }

    /// Puts a text.
    pub fn text(&self, key: &str, text: &JsString) {
        self.texts.push(&key.into());
        self.texts.push(text);
    }

    /// Removes an entry with its texts.
    pub fn remove(&self, id: &str, keys: &[String]) {
        self.gone_entries.push(&id.into());
        for key in keys {
            self.gone_texts.push(&key.into());
        }
    }

    /// Whether nothing is to be done.
    pub fn is_empty(&self) -> bool {
        [&self.entries, &self.texts, &self.gone_entries]
            .iter()
            .all(|part| part.length() == 0)
    }

    /// Sends it. It is on its way when this returns; the future tells whether it arrived.
    pub fn send(&self) -> impl Future<Output = Result<(), Failure>> + use<> {
        let done = js_write(
            &self.entries,
            &self.texts,
            &self.gone_entries,
            &self.gone_texts,
        );
        async move {
            let done = JsFuture::from(done).await;
            done.map(|_| ()).map_err(|error| Failure::of(&error))
        }
    }
}

/// Notes a short entry with its texts at once: a page that is about to go may not live to see its last write arrive.
pub fn note(entry: &JsValue, texts: &Array) {
    js_note(entry, texts);
}

/// How often the database was taken from this page, as by another tab that deletes it. What was written before may be
/// gone since.
pub fn closings() -> u32 {
    js_closings()
}

/// All entries, whoever wrote them.
pub async fn entries() -> Result<Vec<JsValue>, Failure> {
    list(js_entries()).await
}

/// The texts under some keys, in their order; undefined where there is none.
pub async fn texts(keys: &[String]) -> Result<Vec<JsValue>, Failure> {
    let keys = keys.iter().map(JsValue::from).collect::<Array>();
    list(js_texts(&keys)).await
}

/// Deletes everything that is ours in this browser, and gives what could not be deleted.
pub async fn clear() -> Vec<String> {
    let left = list(js_clear()).await.unwrap_or_default();
    left.iter().filter_map(JsValue::as_string).collect()
}

async fn list(promise: Promise) -> Result<Vec<JsValue>, Failure> {
    let list = JsFuture::from(promise).await;
    let list = list.map_err(|error| Failure::of(&error))?;
    Ok(Array::from(&list).to_vec())
}

//! Which tab this is. A tab keeps its id through reloads, and a lock keeps it from any other: a tab that was duplicated
//! finds its id held and takes a new one.

use js_sys::{Array, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::session;

/// Where a tab keeps its id.
const KEY: &str = "stepgate.tab";
/// Where a page that is left notes that the id is free. The copy that a duplicated tab has does not say so.
const LEFT: &str = "stepgate.left";
/// How long a tab waits for its own id, in milliseconds: the page that it replaces may be about to give it back.
const PATIENCE: u32 = 400;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = StepgateStorage, js_name = claim)]
    fn js_claim(id: &str, patience: u32) -> Promise;
    #[wasm_bindgen(js_namespace = StepgateStorage, js_name = release)]
    fn js_release(id: &str);
    #[wasm_bindgen(js_namespace = StepgateStorage, js_name = live)]
    fn js_live() -> Promise;
}

/// The id of a tab, or of what a tab has left behind.
pub type Id = String;

/// A new id, unlike any other.
pub fn new_id() -> Id {
    let digits = |number: f64| format!("{:x}", number as u64);
    let random = js_sys::Math::random() * f64::from(u32::MAX) * f64::from(1 << 20);
    format!("{}-{}", digits(js_sys::Date::now()), digits(random))
}

/// Whether something can be an id.
pub fn is_id(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (1..=64).contains(&text.len()) && text.bytes().all(fits)
}

/// The id that this tab had before it was loaded again.
pub fn remembered() -> Option<Id> {
    let id = session()?.get_item(KEY).ok().flatten()?;
    is_id(&id).then_some(id)
}

/// Keeps the id for when this tab is loaded again.
pub fn remember(id: &str) {
    if let Some(session) = session() {
        // A tab that cannot remember its id takes a new one, and its text with it.
        let _ = session.set_item(KEY, id);
    }
}

/// Claims the id that this tab had before. None where the browser cannot tell.
pub async fn claim_own(id: &str) -> Option<bool> {
    claimed(js_claim(id, PATIENCE)).await
}

/// Claims the id of a tab that is gone. None where the browser cannot tell.
pub async fn claim(id: &str) -> Option<bool> {
    claimed(js_claim(id, 0)).await
}

async fn claimed(promise: Promise) -> Option<bool> {
    JsFuture::from(promise).await.ok()?.as_bool()
}

/// Gives an id back that this page holds.
pub fn release(id: &str) {
    js_release(id);
}

/// Gives the id back and notes that it is free: the next page of this tab may have it also where the browser cannot
/// tell whether another tab holds it.
pub fn leave(id: &str) {
    if let Some(session) = session() {
        let _ = session.set_item(LEFT, id);
    }
    release(id);
}

/// Whether the last page of this tab has given an id back. It is taken by asking.
pub fn was_left(id: &str) -> bool {
    let Some(session) = session() else {
        return false;
    };
    let left = session.get_item(LEFT).ok().flatten();
    let _ = session.remove_item(LEFT);
    left.as_deref() == Some(id)
}

/// The ids of all tabs that live. None where the browser cannot tell.
pub async fn live() -> Option<Vec<Id>> {
    let live = JsFuture::from(js_live()).await.ok()?;
    if !Array::is_array(&live) {
        return None;
    }
    let ids = Array::from(&live).to_vec();
    Some(ids.iter().filter_map(JsValue::as_string).collect())
}

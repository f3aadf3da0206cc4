//! The clipboard: a text counts as copied only once the browser says so.

use std::future::Future;

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Begins to copy a text, while the press of a button still counts as permission; whether it was copied.
pub fn copy(text: &str) -> impl Future<Output = bool> + use<> {
    let promise = write_text(text);
    async move {
        match promise {
            Ok(promise) => JsFuture::from(promise).await.is_ok(),
            Err(_) => false,
        }
    }
}

/// Without a secure context there is no clipboard at all, so it is looked for at every step.
fn write_text(text: &str) -> Result<Promise, JsValue> {
    let clipboard = Reflect::get(&gloo::utils::window().navigator(), &"clipboard".into())?;
    let write: Function = Reflect::get(&clipboard, &"writeText".into())?.dyn_into()?;
    write.call1(&clipboard, &text.into())?.dyn_into()
}

//! The samples, fetched from beside the page when they are wanted.

use js_sys::JsString;
use serde::Deserialize;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

/// A sample: a policy and a trace that show something.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Sample {
    /// The start of its files' names.
    pub name: String,
    /// A few words.
    pub title: String,
    /// What it shows, in a sentence.
    pub description: String,
}

/// The list of samples.
///
/// # Errors
/// A sentence.
pub async fn list() -> Result<Vec<Sample>, String> {
    let body = JsFuture::from(fetch("index.json").await?.json().map_err(unreadable)?)
        .await
        .map_err(unreadable)?;
    serde_wasm_bindgen::from_value(body).map_err(|error| unreadable(error.into()))
}

/// The texts of a sample: the policy's and the trace's.
///
/// # Errors
/// A sentence.
pub async fn texts(name: &str) -> Result<[JsString; 2], String> {
    Ok([
        text(&format!("{name}.policy.json")).await?,
        text(&format!("{name}.trace.json")).await?,
    ])
}

async fn text(file: &str) -> Result<JsString, String> {
    let body = fetch(file).await?.text().map_err(unreadable)?;
    let text = JsFuture::from(body).await.map_err(unreadable)?;
    text.dyn_into().map_err(unreadable)
}

async fn fetch(file: &str) -> Result<Response, String> {
    let fetched = gloo::utils::window().fetch_with_str(&format!("samples/{file}"));
    let response: Response = JsFuture::from(fetched)
        .await
        .and_then(JsCast::dyn_into)
        .map_err(unreadable)?;
    if response.ok() {
        Ok(response)
    } else {
        Err(format!(
            "The samples could not be fetched ({}).",
            response.status()
        ))
    }
}

fn unreadable(_: JsValue) -> String {
    "The samples could not be fetched.".to_owned()
}

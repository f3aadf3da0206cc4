//! The samples, fetched from beside the page when they are wanted.

use js_sys::JsString;
use serde::Deserialize;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

use crate::content::Content;
use crate::protocol::Document;

/// A sample: documents that show something.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Sample {
    /// The start of its files' names.
    pub name: String,
    /// A few words.
    pub title: String,
    /// What it shows, in a sentence.
    pub description: String,
    /// The keys of its documents: an ARH policy and a trace, unless it says otherwise.
    #[serde(default = "policy_and_trace")]
    documents: Vec<String>,
}

fn policy_and_trace() -> Vec<String> {
    Document::ARH
        .map(|document| document.key().to_owned())
        .to_vec()
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

/// All documents as a sample has them: one that it does not have is empty, for a sample is all there is to see.
///
/// # Errors
/// A sentence.
pub async fn contents(sample: &Sample) -> Result<Vec<(Document, Content)>, String> {
    let mut contents = Vec::new();
    for document in Document::ALL {
        let content = if sample.documents.iter().any(|key| key == document.key()) {
            let file = format!("{}.{}", sample.name, document.file_name());
            let text = text(&file).await?;
            Content::named(file, text)
        } else {
            Content::named(String::new(), JsString::from(""))
        };
        contents.push((document, content));
    }
    Ok(contents)
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

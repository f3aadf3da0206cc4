//! Documents at other addresses, fetched because a person put these addresses into the page's own.

use js_sys::{ArrayBuffer, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortSignal, ReadableStreamDefaultReader, ReferrerPolicy, RequestCredentials, RequestInit,
    Response, Url,
};

use crate::content::Content;
use crate::files::{self, LARGEST};
use crate::protocol::Document;

/// How long a document may take, in milliseconds.
const PATIENCE: u32 = 30_000;

/// Fetches a document. No cookie and no referrer goes with the request.
///
/// # Errors
/// A sentence: the network or the other site refuses, the answer is none, too large, or no UTF-8.
pub async fn fetch(document: Document, url: &Url) -> Result<Content, String> {
    let (word, host) = (document.word(), url.host());
    let response = request(url).await.map_err(|_| {
        format!(
            "The {word} could not be loaded from {host}: either there is no connection, or that site does not let \
             other sites read it (it would have to send the header Access-Control-Allow-Origin)."
        )
    })?;
    if !response.ok() {
        return Err(format!(
            "The {word} could not be loaded: {host} answered {} for {}.",
            response.status(),
            url.pathname()
        ));
    }
    let body = body(&response).await.map_err(|trouble| match trouble {
        Trouble::TooLarge => {
            format!("The {word} at {host} is larger than 64 MB, the most that is opened here.")
        }
        Trouble::Broken => {
            format!("The {word} could not be loaded from {host}: the connection broke.")
        }
    })?;
    files::content(name(url), &body)
}

async fn request(url: &Url) -> Result<Response, JsValue> {
    let options = RequestInit::new();
    options.set_credentials(RequestCredentials::Omit);
    options.set_referrer_policy(ReferrerPolicy::NoReferrer);
    options.set_signal(Some(&AbortSignal::timeout_with_u32(PATIENCE)));
    let fetched = gloo::utils::window().fetch_with_str_and_init(&url.href(), &options);
    JsFuture::from(fetched).await?.dyn_into()
}

enum Trouble {
    TooLarge,
    Broken,
}

/// The bytes of an answer, read only as far as they are wanted.
async fn body(response: &Response) -> Result<ArrayBuffer, Trouble> {
    let broken = |_: JsValue| Trouble::Broken;
    let reader: ReadableStreamDefaultReader = response
        .body()
        .ok_or(Trouble::Broken)?
        .get_reader()
        .unchecked_into();
    let mut chunks: Vec<Uint8Array> = Vec::new();
    let mut length = 0;
    loop {
        let read = JsFuture::from(reader.read()).await.map_err(broken)?;
        let done = Reflect::get(&read, &"done".into()).map_err(broken)?;
        if done.is_truthy() {
            break;
        }
        let chunk: Uint8Array = Reflect::get(&read, &"value".into())
            .and_then(JsCast::dyn_into)
            .map_err(broken)?;
        length += chunk.length();
        if f64::from(length) > LARGEST {
            // It is not waited for: what matters is that no more is read.
            let _ = reader.cancel();
            return Err(Trouble::TooLarge);
        }
        chunks.push(chunk);
    }
    let whole = Uint8Array::new_with_length(length);
    let mut at = 0;
    for chunk in chunks {
        whole.set(&chunk, at);
        at += chunk.length();
    }
    Ok(whole.buffer())
}

/// The last part of an address's path.
fn name(url: &Url) -> String {
    let path = url.pathname();
    let last = path.rsplit('/').find(|part| !part.is_empty());
    let last = last.unwrap_or("document");
    js_sys::decode_uri_component(last).map_or_else(|_| last.to_owned(), String::from)
}

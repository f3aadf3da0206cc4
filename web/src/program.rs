//! The wasm programs that a worker can run, and how the second of them is fetched.

use js_sys::{Array, Promise, WebAssembly};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::{AbortSignal, RequestInit, Response};

use crate::{address, dom};

/// What `index.html` and `embed.html` call the script of the whole engine, beside which its wasm stands.
const WHOLE: &str = "stepgate-whole";

/// What is said where nothing answers, or not in time.
const UNREACHABLE: &str = "the page's host does not answer";

/// How long a file may take, in milliseconds.
const PATIENCE: u32 = 60_000;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(thread_local_v2, js_namespace = ["import", "meta"], js_name = url)]
    static GLUE_URL: String;
}

/// A program for workers.
pub struct Program {
    /// The address of the script that starts it.
    script: String,
    /// The compiled wasm.
    module: JsValue,
}

impl Program {
    /// The page's own.
    pub fn own() -> Program {
        Program {
            script: GLUE_URL.with(String::clone),
            module: wasm_bindgen::module(),
        }
    }

    /// The one with the whole engine.
    ///
    /// # Errors
    /// Why a file could not be had, as the rest of a sentence.
    pub async fn whole() -> Result<Program, String> {
        let name = dom::meta_content(WHOLE).ok_or("the page does not name it")?;
        let stem = name.strip_suffix(".js").ok_or("the page names no script")?;
        let script = address::beside(&name);
        let wasm = address::beside(&format!("{stem}_bg.wasm"));
        // The worker fetches the script by itself, but nobody would hear of a failure there.
        let files = [script.clone(), wasm].map(|file| future_to_promise(fetch(file)));
        let files = JsFuture::from(Promise::all(&files.iter().collect::<Array>())).await;
        let files =
            files.map_err(|reason| reason.as_string().unwrap_or_else(|| UNREACHABLE.to_owned()))?;
        let wasm = files.unchecked_into::<Array>().get(1);
        let module = JsFuture::from(WebAssembly::compile(&wasm)).await;
        let module = module.map_err(|_| format!("{name} is broken where the page is kept"))?;
        Ok(Program { script, module })
    }

    /// What a worker is started with: see `worker_boot.js`.
    pub fn start(&self) -> JsValue {
        Array::of2(&self.script.as_str().into(), &self.module).into()
    }
}

/// What is in a file of the page, or why it cannot be had: as a promise wants them.
async fn fetch(address: String) -> Result<JsValue, JsValue> {
    let unreachable = |_: JsValue| JsValue::from(UNREACHABLE);
    let options = RequestInit::new();
    options.set_signal(Some(&AbortSignal::timeout_with_u32(PATIENCE)));
    let fetched = gloo::utils::window().fetch_with_str_and_init(&address, &options);
    let response: Response = JsFuture::from(fetched)
        .await
        .map_err(unreachable)?
        .unchecked_into();
    if !response.ok() {
        let status = response.status();
        let sentence = format!(
            "the page's host answered {status}, perhaps because it has a newer version; reload the page to use that"
        );
        return Err(sentence.into());
    }
    let body = response.array_buffer().map_err(unreachable)?;
    JsFuture::from(body).await.map_err(unreachable)
}

//! The Stepgate page and its worker: one wasm that asks on which side it has been started.

mod address;
mod clipboard;
mod components;
mod content;
mod controller;
mod dom;
mod download;
mod drafts;
mod drop;
mod editors;
mod embed;
mod files;
mod line;
mod mode;
mod protocol;
mod remote;
mod samples;
mod settings;
mod shared;
mod state;
mod storage;
mod strip;
mod theme;
mod timeline;
mod wording;
mod worker;

use wasm_bindgen::JsCast;
use web_sys::DedicatedWorkerGlobalScope;

fn main() {
    let global = js_sys::global();
    if let Some(scope) = global.dyn_ref::<DedicatedWorkerGlobalScope>() {
        worker::run(scope);
    } else if mode::is_frame() {
        components::start_frame();
    } else if let Some(root) = dom::element("app") {
        dom::clear("verdict");
        yew::Renderer::<components::App>::with_root(root).render();
    }
}

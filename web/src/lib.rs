//! The Stepgate page and its workers, of which there are two programs.
//!
//! [`page`] is the page and the worker that it begins with, in one wasm that asks on which side it has been started. That
//! worker holds all of the engine but the gate of an APPROVAL.md and the names of characters, so that the first verdict is
//! soon there. [`whole_worker`] is a worker with the whole engine, which the page fetches when a document needs it, and keeps
//! with its copy for offline use.

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
mod program;
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
use worker::Extent;

/// The page, or its first worker.
pub fn page() {
    if let Some(scope) = worker_scope() {
        worker::run(&scope, Extent::arh_only());
    } else if mode::is_frame() {
        components::start_frame();
    } else if let Some(root) = dom::element("app") {
        dom::clear("verdict");
        yew::Renderer::<components::App>::with_root(root).render();
    }
}

/// A worker with the whole engine.
pub fn whole_worker() {
    if let Some(scope) = worker_scope() {
        worker::run(&scope, Extent::whole());
    }
}

fn worker_scope() -> Option<DedicatedWorkerGlobalScope> {
    js_sys::global().dyn_into().ok()
}

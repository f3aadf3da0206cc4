//! Finds what the commands need, or installs it.

mod browser;
mod npm;
mod python;
mod rust;

pub use browser::{Browser, browser};
pub use npm::{npm_program, packages};
pub use python::python;
pub use rust::{bindgen, component, trunk, wasm_target};

/// Says what is about to take a while.
fn progress(what: &str) {
    eprintln!("xtask: {what}");
}

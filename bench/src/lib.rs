//! The workloads the engine is measured on, and their measuring in a browser. `main.rs` measures natively.

pub mod gate;
pub mod measure;
mod random;
pub mod workloads;

#[cfg(target_arch = "wasm32")]
mod browser;

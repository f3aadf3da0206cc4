//! What the browser's side of `cargo xtask bench` calls. JavaScript holds the clock.

use crate::workloads::{self, Workload};
use stepgate_engine::arh::{DEFAULT_FAIL_UNDER, Policy, Trace, validate};
use wasm_bindgen::prelude::*;

/// A workload with its policy prepared.
#[wasm_bindgen]
pub struct Prepared {
    workload: Workload,
    policy: Policy,
}

/// Makes a workload by its name.
#[wasm_bindgen]
pub fn prepare(name: &str) -> Result<Prepared, JsError> {
    let workload = workloads::all(1)
        .into_iter()
        .find(|workload| workload.name == name)
        .ok_or_else(|| JsError::new("there is no such workload"))?;
    let policy = Policy::parse(&workload.policy)?;
    Ok(Prepared { workload, policy })
}

#[wasm_bindgen]
impl Prepared {
    /// Parses and judges every trace once; gives back how many could be judged.
    pub fn run(&self) -> usize {
        let judged = self.workload.traces.iter().map(|text| {
            Trace::parse(text).and_then(|trace| validate(&self.policy, &trace, DEFAULT_FAIL_UNDER))
        });
        judged.filter(Result::is_ok).count()
    }
}

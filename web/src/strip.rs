//! The run as a picture: what is known of each step, and how it travels.

use js_sys::{Float64Array, Uint8Array, Uint32Array};
use stepgate_engine::approval::Outcome;
use stepgate_engine::arh::Severity;
use wasm_bindgen::JsCast;

use crate::protocol;

/// A step is what the model said; otherwise it is a tool call.
pub const MODEL: u8 = 1;
/// The step failed.
pub const ERROR: u8 = 2;

/// The worst severity among a step's findings, as bits of its flags.
pub const fn severity_bits(severity: Option<Severity>) -> u8 {
    match severity {
        None => 0,
        Some(severity) => (severity as u8 + 1) << 2,
    }
}

/// What the gate says to a step, as bits of its flags.
pub const fn outcome_bits(outcome: Option<Outcome>) -> u8 {
    match outcome {
        None => 0,
        Some(outcome) => (outcome as u8 + 1) << 4,
    }
}

/// The steps of the judged trace.
#[derive(Debug, Default, PartialEq)]
pub struct Steps {
    flags: Vec<u8>,
    latencies: Vec<f64>,
    ranges: Vec<u32>,
    findings: Vec<u32>,
    ids: Lines,
    tools: Lines,
}

/// One step of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step<'a> {
    /// Its place in the trace, from 0.
    pub index: u32,
    /// Its id as the trace has it.
    pub id: &'a str,
    /// Its tool; empty for a model response.
    pub tool: &'a str,
    /// Whether it is what the model said.
    pub is_model: bool,
    /// Whether it failed.
    pub is_error: bool,
    /// The worst severity among its findings.
    pub severity: Option<Severity>,
    /// What the gate says to it.
    pub outcome: Option<Outcome>,
    /// How many findings it has.
    pub findings: u32,
    /// Its latency in milliseconds, 0 when there is none.
    pub latency_ms: f64,
    /// UTF-16 start and end in the judged text.
    pub range: [u32; 2],
}

impl Steps {
    /// The steps of a report.
    pub fn of(strip: &protocol::Strip) -> Steps {
        let flags = strip.flags.dyn_ref::<Uint8Array>();
        let latencies = strip.latencies.dyn_ref::<Float64Array>();
        let ranges = strip.ranges.dyn_ref::<Uint32Array>();
        let findings = strip.findings.dyn_ref::<Uint32Array>();
        Steps {
            flags: flags.map(Uint8Array::to_vec).unwrap_or_default(),
            latencies: latencies.map(Float64Array::to_vec).unwrap_or_default(),
            ranges: ranges.map(Uint32Array::to_vec).unwrap_or_default(),
            findings: findings.map(Uint32Array::to_vec).unwrap_or_default(),
            ids: Lines::of(&strip.ids),
            tools: Lines::of(&strip.tools),
        }
    }

    /// How many steps there are.
    pub fn len(&self) -> u32 {
        self.flags.len() as u32
    }

    /// A step by its index.
    pub fn get(&self, index: u32) -> Option<Step<'_>> {
        let at = index as usize;
        let flags = *self.flags.get(at)?;
        Some(Step {
            index,
            id: self.ids.get(at),
            tool: self.tools.get(at),
            is_model: flags & MODEL != 0,
            is_error: flags & ERROR != 0,
            severity: (flags >> 2 & 3)
                .checked_sub(1)
                .and_then(|at| Severity::ALL.get(usize::from(at)).copied()),
            outcome: (flags >> 4)
                .checked_sub(1)
                .and_then(|at| Outcome::ALL.get(usize::from(at)).copied()),
            findings: self.findings.get(at).copied().unwrap_or(0),
            latency_ms: self.latencies.get(at).copied().unwrap_or(0.0),
            range: self.range(at),
        })
    }

    /// The step whose text holds a position of the judged text.
    pub fn at(&self, offset: u32) -> Option<u32> {
        let (mut low, mut high) = (0, self.flags.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.range(middle)[1] < offset {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let [from, to] = self.range(low);
        (low < self.flags.len() && from <= offset && offset <= to).then_some(low as u32)
    }

    fn range(&self, at: usize) -> [u32; 2] {
        let bound = |at| self.ranges.get(at).copied().unwrap_or(0);
        [bound(at * 2), bound(at * 2 + 1)]
    }
}

/// Many short labels in one allocation.
#[derive(Debug, Default, PartialEq)]
struct Lines {
    text: String,
    ends: Vec<u32>,
}

impl Lines {
    fn of(text: &str) -> Lines {
        Lines {
            text: text.to_owned(),
            ends: text.match_indices('\n').map(|(at, _)| at as u32).collect(),
        }
    }

    fn get(&self, index: usize) -> &str {
        let start = match index.checked_sub(1) {
            None => 0,
            Some(before) => self.ends.get(before).map_or(0, |end| *end as usize + 1),
        };
        let end = self.ends.get(index).map_or(start, |end| *end as usize);
        self.text.get(start..end).unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn a_position_belongs_to_the_step_around_it() {
        let steps = Steps {
            flags: vec![0, MODEL | ERROR | severity_bits(Some(Severity::Warning))],
            latencies: vec![1.0, 2.0],
            ranges: vec![10, 20, 22, 30],
            findings: vec![0, 3],
            ids: Lines::of("s1\ns2\n"),
            tools: Lines::of("find\n\n"),
        };
        let at: Vec<Option<u32>> = [0, 10, 20, 21, 22, 30, 31]
            .into_iter()
            .map(|offset| steps.at(offset))
            .collect();
        assert_eq!(at, [None, Some(0), Some(0), None, Some(1), Some(1), None]);
        let second = steps.get(1).expect("there are two steps");
        assert_eq!((second.id, second.tool), ("s2", ""));
        assert!(second.is_model && second.is_error);
        assert_eq!(second.severity, Some(Severity::Warning));
    }
}

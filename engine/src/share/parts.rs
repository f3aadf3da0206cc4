//! The parts of the engine that a program may be without, because of what they weigh.

use super::gate_verdict::GateVerdict;
use crate::approval::Harness;
use crate::arh::Trace;
use crate::pattern::{AllNames, CharacterNames};

/// What the gate says under the text of an APPROVAL.md; see [`GateVerdict::of`].
pub type GateOf = fn(&str, Option<&Trace>, Harness) -> Option<GateVerdict>;

/// The parts with which a reproduction is judged. A program that leaves one out must not be asked about documents that
/// need it.
#[derive(Clone, Copy)]
pub struct Parts<'a> {
    /// The names of characters that patterns may use.
    pub names: &'a dyn CharacterNames,
    /// The gate of an APPROVAL.md.
    pub gate: GateOf,
}

impl Parts<'_> {
    /// The whole engine.
    pub const ALL: Parts<'static> = Parts {
        names: &AllNames,
        gate: GateVerdict::of,
    };
}

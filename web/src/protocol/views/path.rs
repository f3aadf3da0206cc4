//! Decision paths: how a call, a tool or a class comes to its answer.

use serde::{Deserialize, Serialize};
use stepgate_engine::approval::Outcome;

use crate::protocol::names;

/// A decision path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PathView {
    /// Whether a class was asked about, and not a tool.
    pub is_class: bool,
    /// The tool or the class.
    pub name: String,
    /// What the gate says.
    #[serde(with = "names::outcome")]
    pub outcome: Outcome,
    /// The path, step by step.
    pub lines: Vec<LineRow>,
}

/// One line of a decision path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LineRow {
    /// One sentence.
    pub text: String,
    /// Whether it tells of one of several rules that match.
    pub is_candidate: bool,
    /// The clause that it speaks of: its pointer and UTF-16 range in the policy.
    pub clause: Option<(String, [u32; 2])>,
}

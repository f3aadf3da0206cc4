//! The comparison with another version of the policy.

use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

/// The other version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Version {
    /// This text.
    Text(#[serde(with = "serde_wasm_bindgen::preserve")] JsValue),
    /// The policy as it was before it was last edited.
    BeforeLastEdit,
}

/// The most other changes that are listed.
pub const MOST_CHANGES: usize = 100;

/// What differs between the other version and the policy, with a window of its rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparisonView {
    /// How many classes and tools are looser, mixed, stricter and as strict as before.
    pub counts: [u32; 4],
    /// Why the other version, or the policy, does not load.
    pub failures: [Option<String>; 2],
    /// The first row's place.
    pub offset: u32,
    /// How many rows there are.
    pub matching: u32,
    /// The rows, loosened first.
    pub rows: Vec<ComparisonRow>,
    /// What else is written differently; at most [`MOST_CHANGES`].
    pub changes: Vec<ChangeRow>,
    /// How many more changes there are.
    pub more_changes: u32,
    /// Whether a change in what two patterns match between them may be missing.
    pub overlaps_left_out: bool,
}

/// A class or a tool that the two versions answer differently.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparisonRow {
    /// Which way it changed: `loosened`, `mixed`, `tightened` or `same`.
    pub direction: String,
    /// Whether it is a tool, and not a class.
    pub is_tool: bool,
    /// The class or the tool; none for all others.
    pub name: Option<String>,
    /// The answer of the other version.
    pub before: AnswerView,
    /// The answer of the policy.
    pub after: AnswerView,
    /// UTF-16 range of the rule or entry in the policy.
    pub range: Option<[u32; 2]>,
}

/// What one version says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnswerView {
    /// For an action about which nothing is said.
    pub as_is: String,
    /// For an irreversible one.
    pub irreversible: String,
    /// Where it comes from, or what else it says.
    pub from: String,
}

/// Something else that is written differently.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChangeRow {
    /// Its dotted path.
    pub path: String,
    /// What was written.
    pub before: Option<String>,
    /// What is written now.
    pub after: Option<String>,
    /// Whether it is an approver that is gone and still named by a rule.
    pub dangling: bool,
}

//! The steps about which the two policy systems differ.

use serde::{Deserialize, Serialize};
use stepgate_engine::approval::Outcome;

use crate::protocol::names;

/// The most steps that are listed.
pub const MOST_BESIDE: usize = 50;

/// The steps about which the two systems differ.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BesideView {
    /// At most [`MOST_BESIDE`].
    pub rows: Vec<BesideRow>,
    /// How many more there are.
    pub more: u32,
}

/// A step about which they differ.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BesideRow {
    /// Its index and id.
    pub step: (u32, String),
    /// UTF-16 range in the trace.
    pub range: [u32; 2],
    /// Its tool.
    pub tool: String,
    /// What the gate says.
    #[serde(with = "names::outcome")]
    pub outcome: Outcome,
    /// Whether only the gate refuses it; otherwise only the ARH policy does.
    pub only_gate: bool,
    /// The rule of the error, where only the ARH policy has one.
    pub rule: Option<String>,
}

//! What the views of the gate ask the worker, each about the documents as they were last judged.

mod beside;
mod comparison;
mod path;

use serde::{Deserialize, Serialize};

pub use beside::{BesideRow, BesideView, MOST_BESIDE};
pub use comparison::{AnswerView, ChangeRow, ComparisonRow, ComparisonView, MOST_CHANGES, Version};
pub use path::{LineRow, PathView};

use super::{ClassRows, DecisionQuery, Decisions, Strip, Window};

/// A question of one of the gate's views.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum GateQuestion {
    /// Other rows of the decisions.
    Decisions { query: DecisionQuery },
    /// Other rows of the classes.
    Classes { window: Window },
    /// Where the decision about a step stands among the rows that match.
    Locate { query: DecisionQuery, step: u32 },
    /// How calls of a tool come to their decision.
    Call { tool: String },
    /// What would become of a tool or a class.
    Try { text: String, irreversible: bool },
    /// How the policy differs from another version of it.
    Comparison { with: Version, window: Window },
    /// The steps of the trace with what the gate says to each.
    Steps,
    /// The steps about which the two policy systems differ.
    Beside,
}

/// The answer to a [`GateQuestion`].
#[derive(Debug, Serialize, Deserialize)]
pub enum GateAnswer {
    /// A window of the decisions.
    Decisions(Decisions),
    /// A window of the classes.
    Classes(ClassRows),
    /// The row of a decision, if it matches.
    Located(Option<u32>),
    /// One decision path, or two where a text may be a tool as well as a class.
    Paths(Vec<PathView>),
    /// The comparison; or a sentence why there is none.
    Comparison(Result<Box<ComparisonView>, String>),
    /// The steps.
    Steps(Box<Strip>),
    /// The steps about which the two systems differ.
    Beside(BesideView),
}

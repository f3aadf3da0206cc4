//! The findings table: what is asked of it, and the rows that come back.

use serde::{Deserialize, Serialize};
use stepgate_engine::arh::{Category, Severity};

use super::names;

/// What the findings table is sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sort {
    /// The engine's own order.
    Found,
    /// Worst first.
    Severity,
    /// By rule id.
    Rule,
    /// By category, in scoring order.
    Category,
    /// By the step's place in the trace; findings about the whole run come first.
    Step,
}

/// Which findings the table shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Query {
    /// Words that must all appear in the row, whatever their case.
    pub text: String,
    /// Whether each severity is wanted, worst first.
    pub severities: [bool; 3],
    /// Only this category.
    #[serde(with = "names::category")]
    pub category: Option<Category>,
    /// The order of rows.
    pub sort: Sort,
    /// Turns the order round.
    pub descending: bool,
    /// The first row wanted, counted among those that match.
    pub offset: u32,
    /// How many rows are wanted. All are sent while no more than [`ALL_ROWS`] match.
    pub count: u32,
}

/// Up to this many findings are all in the page; above it, the table is a window.
pub const ALL_ROWS: u32 = 200;

impl Default for Query {
    fn default() -> Self {
        Self {
            text: String::new(),
            severities: [true; 3],
            category: None,
            sort: Sort::Found,
            descending: false,
            offset: 0,
            count: ALL_ROWS,
        }
    }
}

/// A window of the findings table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rows {
    /// The first row's place among those that match.
    pub offset: u32,
    /// How many match the query.
    pub matching: u32,
    /// How many there are.
    pub total: u32,
    /// The rows.
    pub items: Vec<Row>,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its place in the report.
    pub finding: u32,
    /// How bad it is.
    #[serde(with = "names::severity")]
    pub severity: Severity,
    /// The rule's id.
    pub rule: String,
    /// The category's name.
    pub category: String,
    /// The step's index and id.
    pub step: Option<(u32, String)>,
    /// What happened.
    pub message: String,
    /// What the policy asks for.
    pub expected: String,
    /// What the trace has.
    pub observed: String,
    /// UTF-16 range of what it is about in the trace.
    pub trace: [u32; 2],
    /// UTF-16 range of the step.
    pub step_range: Option<[u32; 2]>,
    /// The clause that produced it: JSON Pointer and UTF-16 range.
    pub clause: Option<(String, [u32; 2])>,
}

impl Row {
    /// Whether both tell of one finding, before and after an edit: the rule, the step's id and the clause.
    pub fn tells_of_the_same(&self, other: &Row) -> bool {
        let step = |row: &Row| row.step.as_ref().map(|(_, id)| id.clone());
        let clause = |row: &Row| row.clause.as_ref().map(|(pointer, _)| pointer.clone());
        self.rule == other.rule && step(self) == step(other) && clause(self) == clause(other)
    }
}

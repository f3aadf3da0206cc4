//! The engine's answer about two documents, as the page shows it.

use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

use super::{Document, Rows};

/// The engine's answer about two documents.
#[derive(Debug, Serialize, Deserialize)]
pub enum Judged {
    /// Nothing is written.
    Empty,
    /// A document cannot be judged.
    Invalid {
        /// What is wrong; both documents may have a problem.
        problems: Vec<ProblemView>,
        /// A document in which nothing is written.
        blank: Option<Document>,
        /// What is known about the policy and about the trace on their own.
        summaries: [Summary; 2],
    },
    /// A bound was reached before there was an answer.
    Bound { problem: ProblemView },
    /// A verdict.
    Report {
        report: Box<ReportView>,
        /// Marks for the policy and the trace.
        marks: [Marks; 2],
        rows: Rows,
    },
}

/// What the header of a document says.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Whether it was read without a problem.
    pub valid: bool,
    /// How many places are not read as they look.
    pub hints: u32,
    /// How many steps it has, for a trace.
    pub steps: Option<u32>,
}

/// Why a document could not be judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProblemView {
    /// The document with the problem.
    pub document: Document,
    /// A sentence.
    pub message: String,
    /// UTF-16 start and end.
    pub range: [u32; 2],
    /// Line and column, 1-based.
    pub at: [u32; 2],
}

/// A score, findings by number and everything else a verdict shows except the rows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReportView {
    /// Whether the trace passes.
    pub passed: bool,
    /// The score as shown, two decimals at most.
    pub score: String,
    /// Whether the shown score reaches the bound that the score itself is a hair below.
    pub just_short: bool,
    /// Whether the score is shown as 100 and is a hair below.
    pub hair_below_100: bool,
    /// The bound it was judged against.
    pub fail_under: f64,
    /// Errors, warnings and infos.
    pub counts: [u32; 3],
    /// The rules that were found, sorted, each once.
    pub rules: Vec<String>,
    /// The breakdown.
    pub categories: Vec<CategoryRow>,
    /// Hints about both documents; at most [`MOST_HINTS`].
    pub hints: Vec<HintRow>,
    /// All hints, of each document.
    pub hint_counts: [u32; 3],
    /// The steps as a picture.
    pub strip: Strip,
    /// Total latency in milliseconds.
    pub latency_ms: f64,
    /// Total cost in US dollars.
    pub cost_usd: f64,
    /// Total tokens, as text: they may exceed what a double holds.
    pub tokens: Option<String>,
    /// The share of grounded steps that cite something.
    pub coverage: Option<f64>,
}

/// The most hints that are listed.
pub const MOST_HINTS: usize = 200;

/// One row of the score breakdown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CategoryRow {
    /// Its name.
    pub name: String,
    /// Why it does not apply; none when it does.
    pub reason: Option<String>,
    /// Its score, unrounded.
    pub score: f64,
    /// Its score as shown.
    pub shown: String,
    /// Checks passed.
    pub passed: f64,
    /// Checks made.
    pub total: f64,
    /// Its weight.
    pub weight: f64,
    /// Its share of the weights that apply.
    pub effective_weight: f64,
    /// What it adds to the score, as shown.
    pub contribution: String,
    /// The share that is asked for, where the policy names one.
    pub minimum: Option<f64>,
}

/// One hint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HintRow {
    /// The document it is about.
    pub document: Document,
    /// What kind of surprise it is, in a few words.
    pub title: String,
    /// What is not read as it looks.
    pub message: String,
    /// What was probably meant.
    pub suggestion: Option<String>,
    /// UTF-16 start and end.
    pub range: [u32; 2],
    /// Line, 1-based.
    pub line: u32,
}

/// The steps of a trace, one entry each in parallel lists.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Strip {
    /// `Uint8Array`: see [`crate::strip`] for the bits.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub flags: JsValue,
    /// `Float64Array`: latency in milliseconds, 0 when there is none.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub latencies: JsValue,
    /// `Uint32Array`: UTF-16 start and end of each step.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub ranges: JsValue,
    /// `Uint32Array`: how many findings each step has.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub findings: JsValue,
    /// The ids of all steps, each followed by a line feed.
    pub ids: String,
    /// The tools of all steps, each followed by a line feed.
    pub tools: String,
}

/// Marks for an editor, as its script takes them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Marks {
    /// `Uint32Array` of from, to and severity, sorted by from.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub triples: JsValue,
    /// All messages in a row.
    pub text: String,
    /// `Uint32Array`: where each message ends in `text`, in UTF-16 units.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub ends: JsValue,
}

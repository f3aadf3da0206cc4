//! What the page and its worker say to each other.
//!
//! Texts and long lists of numbers travel as JavaScript values, untouched: they never enter the page's wasm memory.

mod names;
mod shared_copy;
mod sharing;

use serde::{Deserialize, Serialize};
use stepgate_engine::arh::{Category, Severity};
use wasm_bindgen::JsValue;

pub use shared_copy::{MOST_PLACES, MOST_SECRETS, Redaction, SecretPlace, SecretRow, SharedCopy};
pub use sharing::{DifferenceView, LinkContent, Recall, Recalled, SharedDocuments, Sharing};

/// One of the two documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Document {
    /// What is allowed.
    Policy,
    /// What happened.
    Trace,
}

impl Document {
    /// Both, in the order in which the page shows them.
    pub const BOTH: [Document; 2] = [Document::Policy, Document::Trace];

    /// The number by which the editor script knows it.
    pub const fn index(self) -> usize {
        match self {
            Document::Policy => 0,
            Document::Trace => 1,
        }
    }

    /// The document with a number of the editor script.
    pub const fn at(index: u32) -> Document {
        if index == 0 {
            Document::Policy
        } else {
            Document::Trace
        }
    }

    /// Its name in a sentence.
    pub const fn word(self) -> &'static str {
        match self {
            Document::Policy => "policy",
            Document::Trace => "trace",
        }
    }

    /// Its name as a heading.
    pub const fn title(self) -> &'static str {
        match self {
            Document::Policy => "Policy",
            Document::Trace => "Trace",
        }
    }
}

/// A change of one document, as the editor script hands it out.
#[derive(Debug, Serialize, Deserialize)]
pub struct Edit {
    /// The version that the change starts from; none when `content` is the whole text.
    pub base: Option<u32>,
    /// The version that it leads to.
    pub version: u32,
    /// The document's length afterwards, in UTF-16 units.
    pub length: u32,
    /// A string, or a flat array of from, to and insert.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub content: JsValue,
}

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

/// What the page asks for. Every request has a number, and its answer carries it.
#[derive(Debug, Serialize, Deserialize)]
pub enum Request {
    /// Judge the documents, after these edits.
    Judge {
        number: u32,
        policy: Option<Edit>,
        trace: Option<Edit>,
        fail_under: f64,
        query: Query,
    },
    /// Other rows of the last report.
    Rows { number: u32, query: Query },
    /// Where the first finding of a step stands among the rows that match.
    Locate {
        number: u32,
        query: Query,
        step: u32,
    },
    /// Pretty-print a document as it was last judged.
    Format { number: u32, document: Document },
    /// Make a link of the documents as they were last judged.
    Link { number: u32, sharing: Sharing },
    /// Make a copy to share of the documents as they were last judged. `script` is the address of the script that shows
    /// examples in other pages.
    ShareCopy {
        number: u32,
        sharing: Sharing,
        redaction: Redaction,
        script: String,
    },
    /// Make a reproduction file of them.
    ReproductionFile {
        number: u32,
        sharing: Sharing,
        redaction: Redaction,
    },
    /// Read a reproduction file.
    ReadReproduction {
        number: u32,
        #[serde(with = "serde_wasm_bindgen::preserve")]
        text: JsValue,
    },
    /// Read an address of the page, or its fragment.
    ReadLink { number: u32, address: String },
    /// Find again what a link remembers, in the documents as they were last judged.
    Recall {
        number: u32,
        query: Query,
        recall: Recall,
    },
}

impl Request {
    /// The request's number.
    pub fn number(&self) -> u32 {
        match self {
            Request::Judge { number, .. }
            | Request::Rows { number, .. }
            | Request::Locate { number, .. }
            | Request::Format { number, .. }
            | Request::Link { number, .. }
            | Request::ShareCopy { number, .. }
            | Request::ReproductionFile { number, .. }
            | Request::ReadReproduction { number, .. }
            | Request::ReadLink { number, .. }
            | Request::Recall { number, .. } => *number,
        }
    }
}

/// What the worker answers.
#[derive(Debug, Serialize, Deserialize)]
pub enum Answer {
    /// The worker listens. Sent once, without a request.
    Ready { engine: String },
    /// The engine panicked. The worker is not to be used again.
    Panicked { message: String },
    /// The worker's text is not the editor's: send it whole.
    OutOfStep { number: u32 },
    /// What became of the documents.
    Judged {
        number: u32,
        /// Time spent in the engine, in milliseconds.
        milliseconds: f64,
        outcome: Judged,
    },
    /// A window of the findings.
    Rows { number: u32, rows: Rows },
    /// The row of a finding, if any matches.
    Located { number: u32, row: Option<u32> },
    /// The pretty-printed text, or a sentence why there is none.
    Formatted {
        number: u32,
        document: Document,
        #[serde(with = "serde_wasm_bindgen::preserve")]
        text: JsValue,
        problem: Option<String>,
    },
    /// A link, or a sentence why there is none.
    Link {
        number: u32,
        link: Result<String, String>,
    },
    /// The copy to share; none when there is nothing in the documents.
    SharedCopy {
        number: u32,
        copy: Option<Box<SharedCopy>>,
    },
    /// A reproduction file: a `Blob`, which is handed over without being copied.
    ReproductionFile {
        number: u32,
        #[serde(with = "serde_wasm_bindgen::preserve")]
        file: JsValue,
    },
    /// What a link or a reproduction file holds, or a sentence why that cannot be told.
    LinkRead {
        number: u32,
        content: Result<LinkContent, String>,
    },
    /// What has become of the finding and the verdict of a link.
    Recalled { number: u32, recalled: Recalled },
}

impl Answer {
    /// The number of the request it answers.
    pub fn number(&self) -> Option<u32> {
        match self {
            Answer::Ready { .. } | Answer::Panicked { .. } => None,
            Answer::OutOfStep { number }
            | Answer::Judged { number, .. }
            | Answer::Rows { number, .. }
            | Answer::Located { number, .. }
            | Answer::Formatted { number, .. }
            | Answer::Link { number, .. }
            | Answer::SharedCopy { number, .. }
            | Answer::ReproductionFile { number, .. }
            | Answer::LinkRead { number, .. }
            | Answer::Recalled { number, .. } => Some(*number),
        }
    }
}

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
        /// What is known about each document on its own.
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
    /// All hints, of the policy and of the trace.
    pub hint_counts: [u32; 2],
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

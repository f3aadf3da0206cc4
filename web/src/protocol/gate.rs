//! What the gate of an APPROVAL.md would have done, as the page shows it.

use serde::{Deserialize, Serialize};
use stepgate_engine::approval::Outcome;

use super::{HintRow, Marks, ProblemView, names};

/// What the gate makes of an APPROVAL.md, and of the trace beside it.
#[derive(Debug, Serialize, Deserialize)]
pub struct GateJudged {
    /// What is shown of it.
    pub view: Box<GateView>,
    /// Marks for the APPROVAL.md.
    pub marks: Marks,
    /// The first of the decisions.
    pub decisions: Decisions,
    /// The first of the classes.
    pub classes: ClassRows,
}

/// Everything about a policy at the gate except the rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GateView {
    /// Why the policy did not load; none where it did.
    pub failure: Option<FailureView>,
    /// How many calls of the trace came to each outcome, in the order of the engine's `Outcome::ALL`; none where there is
    /// no trace to replay.
    pub counts: Option<[u32; Outcome::COUNT]>,
    /// The level of every class that no rule matches, and the UTF-16 range of what says so.
    pub other_classes: (String, Option<[u32; 2]>),
    /// What a reader of version 0.4.1 would say.
    pub older: OlderReader,
    /// What there is to know of a policy that loaded: where, and what.
    pub notes: Vec<NoteRow>,
    /// Hints about the policy; at most [`super::MOST_HINTS`].
    pub hints: Vec<HintRow>,
    /// How many hints there are.
    pub hint_count: u32,
}

/// The most errors and notes of a policy that are listed.
pub const MOST_ERRORS: usize = 100;

/// Why a policy did not load.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FailureView {
    /// The code.
    pub code: String,
    /// The first thing to mend.
    pub problem: ProblemView,
    /// Everything that is wrong; at most [`MOST_ERRORS`]. Empty where the code says it all.
    pub errors: Vec<LoadErrorRow>,
    /// How many errors there are.
    pub error_count: u32,
}

/// What a reader of the schema's version 0.4.1 would say.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OlderReader {
    /// Whether it would load the policy.
    pub loads: bool,
    /// What it does not know; at most [`MOST_NEWER`].
    pub unknown: Vec<LoadErrorRow>,
    /// How much it does not know.
    pub unknown_count: u32,
}

/// The most newer keys that are listed.
pub const MOST_NEWER: usize = 3;

/// One thing that is wrong with a policy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoadErrorRow {
    /// The keyword of the schema, or the name of the check.
    pub keyword: String,
    /// The JSON Pointer of what is wrong.
    pub path: String,
    /// A sentence.
    pub message: String,
    /// UTF-16 start and end.
    pub range: [u32; 2],
    /// Line, 1-based.
    pub line: u32,
}

/// Something to know about a policy that loaded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NoteRow {
    /// What kind of note.
    pub code: String,
    /// What it says.
    pub message: String,
    /// The dotted path that it is about.
    pub path: String,
    /// UTF-16 start and end.
    pub range: [u32; 2],
    /// Line, 1-based.
    pub line: u32,
}

/// A window of a list: which rows are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// The first row wanted.
    pub offset: u32,
    /// How many are wanted. All are sent while there are no more than [`super::ALL_ROWS`].
    pub count: u32,
}

impl Default for Window {
    fn default() -> Self {
        Window {
            offset: 0,
            count: super::ALL_ROWS,
        }
    }
}

/// What is asked of the table of decisions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionQuery {
    /// Words that must all appear in the row, whatever their case.
    pub text: String,
    /// Outcomes that are not wanted, in the order of the engine's `Outcome::ALL`.
    pub hidden: [bool; Outcome::COUNT],
    /// Which of the others are wanted.
    pub window: Window,
}

/// A window of the decisions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Decisions {
    /// The first row's place among those that match.
    pub offset: u32,
    /// How many match the query.
    pub matching: u32,
    /// How many there are.
    pub total: u32,
    /// The rows.
    pub items: Vec<DecisionRow>,
}

/// What the gate would have said to one call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DecisionRow {
    /// The step's index.
    pub step: u32,
    /// The step's id.
    pub step_id: String,
    /// UTF-16 range of the step in the trace.
    pub step_range: [u32; 2],
    /// What is decided about every call of its tool.
    pub decision: DecisionView,
}

/// What the gate says to every call of one tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DecisionView {
    /// The tool's name; empty for calls that name none.
    pub tool: String,
    /// What the gate says.
    #[serde(with = "names::outcome")]
    pub outcome: Outcome,
    /// The entry of `tools` that matches: its glob.
    pub entry: Option<String>,
    /// What `defaults.unmapped_tool` says, where it gave the class.
    pub unmapped: Option<String>,
    /// What the harness's adapter claims of it.
    pub claim: Option<String>,
    /// The class of its calls.
    pub class: Option<String>,
    /// The level that decided, and when people look where it is supervised.
    pub level: Option<String>,
    /// The share that waits for a person, and the one that is looked at afterwards.
    pub rates: [Option<f64>; 2],
    /// Where the level comes from.
    pub provenance: Option<String>,
    /// Why the gate refuses, in its own code.
    pub refusal: Option<String>,
    /// UTF-16 range of the clause of the policy that decided.
    pub clause: Option<[u32; 2]>,
    /// UTF-16 range of the entry, or of the default, that gave the class.
    pub mapping: Option<[u32; 2]>,
}

/// A window of the declared classes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClassRows {
    /// The first row's place.
    pub offset: u32,
    /// How many there are.
    pub total: u32,
    /// The rows.
    pub items: Vec<ClassRow>,
}

/// One rule of a policy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassRow {
    /// Its pattern.
    pub pattern: String,
    /// Its level, as written.
    pub level: String,
    /// The share that waits for a person, and the one that is looked at afterwards.
    pub rates: [Option<f64>; 2],
    /// Who may approve; none where the rule names nobody.
    pub approvers: Option<Vec<String>>,
    /// Limits by name.
    pub limits: Vec<(String, f64)>,
    /// Whether irreversible actions are allowed.
    pub allow_irreversible: Option<bool>,
    /// The entries of `tools` whose calls it decides about: their globs and UTF-16 ranges; at most [`MOST_TOOLS`].
    pub tools: Vec<(String, [u32; 2])>,
    /// How many more there are.
    pub more_tools: u32,
    /// The steps of the trace that it decided about: the first of them, at most [`MOST_STEPS`].
    pub steps: Vec<ClassStep>,
    /// How many steps it decided about.
    pub step_count: u32,
    /// UTF-16 range of the rule.
    pub range: [u32; 2],
    /// Line, 1-based.
    pub line: u32,
}

/// The most entries of `tools` that are listed of a class.
pub const MOST_TOOLS: usize = 12;
/// The most steps that are listed of a class.
pub const MOST_STEPS: usize = 12;

/// A step of the trace that a class decided about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassStep {
    /// Its index.
    pub step: u32,
    /// Its id.
    pub id: String,
    /// Its UTF-16 range in the trace.
    pub range: [u32; 2],
}

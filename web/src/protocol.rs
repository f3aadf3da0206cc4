//! What the page and its worker say to each other.
//!
//! Texts and long lists of numbers travel as JavaScript values, untouched: they never enter the page's wasm memory.

mod gate;
mod names;
mod opaque;
mod report;
mod rows;
mod shared_copy;
mod sharing;
mod system;
mod views;

use js_sys::Array;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use stepgate_engine::approval::Harness;
use wasm_bindgen::{JsCast, JsValue};

pub use gate::{
    ClassRow, ClassRows, ClassStep, DecisionQuery, DecisionRow, DecisionView, Decisions,
    FailureView, GateJudged, GateView, LoadErrorRow, MOST_ERRORS, MOST_NEWER, MOST_STEPS,
    MOST_TOOLS, NoteRow, OlderReader, Window,
};
pub use opaque::Opaque;
pub use report::{
    CategoryRow, HintRow, Judged, MOST_HINTS, Marks, ProblemView, ReportView, Strip, Summary,
};
pub use rows::{ALL_ROWS, Query, Row, Rows, Sort};
pub use shared_copy::{MOST_PLACES, MOST_SECRETS, Redaction, SecretPlace, SecretRow, SharedCopy};
pub use sharing::{DifferenceView, LinkContent, Recall, Recalled, SharedDocuments, Sharing};
pub use system::{System, Systems};
pub use views::{
    AnswerView, BesideRow, BesideView, ChangeRow, ComparisonRow, ComparisonView, GateAnswer,
    GateQuestion, LineRow, MOST_BESIDE, MOST_CHANGES, PathView, Version,
};

/// One of the three documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Document {
    /// The ARH policy: what is allowed.
    Policy,
    /// The APPROVAL.md: what is allowed, in the other policy system.
    Approval,
    /// What happened.
    Trace,
}

impl Document {
    /// All of them, in the order of their numbers.
    pub const ALL: [Document; 3] = [Document::Policy, Document::Approval, Document::Trace];

    /// The number by which the editor script knows it.
    pub const fn index(self) -> usize {
        match self {
            Document::Policy => 0,
            Document::Approval => 1,
            Document::Trace => 2,
        }
    }

    /// The document with a number of the editor script.
    pub fn at(index: u32) -> Option<Document> {
        Document::ALL.get(index as usize).copied()
    }

    /// Those that ARH judges, in the order in which the page shows them.
    pub const ARH: [Document; 2] = [Document::Policy, Document::Trace];

    /// Its name in a sentence.
    pub const fn word(self) -> &'static str {
        match self {
            Document::Policy => "policy",
            Document::Approval => "APPROVAL.md",
            Document::Trace => "trace",
        }
    }

    /// Its name as a heading.
    pub const fn title(self) -> &'static str {
        match self {
            Document::Policy => "Policy",
            Document::Approval => "APPROVAL.md",
            Document::Trace => "Trace",
        }
    }

    /// Its name in what is stored.
    pub const fn key(self) -> &'static str {
        match self {
            Document::Policy => "policy",
            Document::Approval => "approval",
            Document::Trace => "trace",
        }
    }

    /// What the editor is called in which it stands.
    pub const fn editor(self) -> &'static str {
        match self {
            Document::Policy | Document::Approval => "Policy",
            Document::Trace => "Trace",
        }
    }

    /// What its file is called where it has no name.
    pub const fn file_name(self) -> &'static str {
        match self {
            Document::Policy => "policy.json",
            Document::Approval => "APPROVAL.md",
            Document::Trace => "trace.json",
        }
    }
}

/// A change of one document, as the editor script hands it out.
#[derive(Clone, Debug, Serialize, Deserialize)]
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

/// What the page and its worker send each other: a request or an answer, and the number that makes the two a pair.
#[derive(Debug)]
pub struct Message<T> {
    /// The request's number; [`UNASKED`] for what the worker says without being asked.
    pub number: u32,
    /// What is said.
    pub content: T,
}

/// The number of what no request asked for.
pub const UNASKED: u32 = 0;

impl<T: Serialize> Message<T> {
    /// It as it is posted: a pair.
    pub fn write(&self) -> Option<JsValue> {
        let serializer = serde_wasm_bindgen::Serializer::new();
        // It cannot fail with our own types.
        let content = self.content.serialize(&serializer).ok()?;
        Some(Array::of2(&self.number.into(), &content).into())
    }
}

impl<T: DeserializeOwned> Message<T> {
    /// Reads what was posted. None for anything else.
    pub fn read(posted: &JsValue) -> Option<Message<T>> {
        let pair = posted.dyn_ref::<Array>()?;
        Some(Message {
            number: pair.get(0).as_f64()? as u32,
            content: serde_wasm_bindgen::from_value(pair.get(1)).ok()?,
        })
    }
}

/// What the page asks for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    /// Judge the documents, after these edits.
    Judge {
        /// A change of each document that has changed.
        edits: [Option<Edit>; 3],
        #[serde(with = "names::harness")]
        harness: Harness,
        fail_under: f64,
        query: Query,
    },
    /// Tell which policy system a text belongs to.
    Recognise {
        #[serde(with = "serde_wasm_bindgen::preserve")]
        text: JsValue,
    },
    /// Other rows of the last report.
    Rows { query: Query },
    /// Where the first finding of a step stands among the rows that match.
    Locate { query: Query, step: u32 },
    /// Pretty-print a document as it was last judged.
    Format { document: Document },
    /// Make a link of the documents as they were last judged.
    Link { sharing: Sharing },
    /// Make a copy to share of the documents as they were last judged. `script` is the address of the script that shows
    /// examples in other pages.
    ShareCopy {
        sharing: Sharing,
        redaction: Redaction,
        script: String,
    },
    /// Make a reproduction file of them.
    ReproductionFile {
        sharing: Sharing,
        redaction: Redaction,
    },
    /// Read a reproduction file.
    ReadReproduction {
        #[serde(with = "serde_wasm_bindgen::preserve")]
        text: JsValue,
    },
    /// Read an address of the page, or its fragment.
    ReadLink { address: String },
    /// Something about the gate, for one of its views.
    Gate { question: Opaque<GateQuestion> },
    /// Find again what a link remembers, in the documents as they were last judged.
    Recall { query: Query, recall: Recall },
}

impl Request {
    /// Whether the answer says something of the documents that were sent last. The last report, which rows are of, may be
    /// an older one; a link can do without a verdict.
    pub fn is_about_judged(&self) -> bool {
        !matches!(
            self,
            Request::Judge { .. }
                | Request::Recognise { .. }
                | Request::Rows { .. }
                | Request::Locate { .. }
                | Request::Link { .. }
                | Request::Format { .. }
                | Request::ReadReproduction { .. }
                | Request::ReadLink { .. }
        )
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
    OutOfStep,
    /// What became of the documents.
    Judged {
        /// Time spent in the engine, in milliseconds.
        milliseconds: f64,
        outcome: Judged,
        /// What the gate makes of the APPROVAL.md; none where nothing is written in it.
        gate: Option<Opaque<GateJudged>>,
        /// What the text of the ARH policy looks like, and that of the APPROVAL.md.
        recognised: [Option<System>; 2],
    },
    /// The documents need the whole engine, and this worker is not it.
    NeedsWholeEngine {
        /// What the text of the ARH policy looks like, and that of the APPROVAL.md.
        recognised: [Option<System>; 2],
    },
    /// The system whose policy a text looks like; none where it looks like neither.
    Recognised { system: Option<System> },
    /// A window of the findings.
    Rows { rows: Rows },
    /// The row of a finding, if any matches.
    Located { row: Option<u32> },
    /// The pretty-printed text, or a sentence why there is none.
    Formatted {
        document: Document,
        #[serde(with = "serde_wasm_bindgen::preserve")]
        text: JsValue,
        problem: Option<String>,
    },
    /// A link, or a sentence why there is none.
    Link { link: Result<String, String> },
    /// The copy to share; none when there is nothing in the documents.
    SharedCopy { copy: Option<Box<SharedCopy>> },
    /// A reproduction file: a `Blob`, which is handed over without being copied.
    ReproductionFile {
        #[serde(with = "serde_wasm_bindgen::preserve")]
        file: JsValue,
    },
    /// What a link or a reproduction file holds, or a sentence why that cannot be told.
    LinkRead {
        content: Result<LinkContent, String>,
    },
    /// What one of the gate's views asked for.
    Gate { answer: Option<Opaque<GateAnswer>> },
    /// What has become of the finding and the verdict of a link.
    Recalled { recalled: Recalled },
}

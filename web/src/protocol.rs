//! What the page and its worker say to each other.
//!
//! Texts and long lists of numbers travel as JavaScript values, untouched: they never enter the page's wasm memory.

mod names;
mod report;
mod rows;
mod shared_copy;
mod sharing;

use js_sys::Array;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast, JsValue};

pub use report::{
    CategoryRow, HintRow, Judged, MOST_HINTS, Marks, ProblemView, ReportView, Strip, Summary,
};
pub use rows::{ALL_ROWS, Query, Row, Rows, Sort};
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
#[derive(Debug, Serialize, Deserialize)]
pub enum Request {
    /// Judge the documents, after these edits.
    Judge {
        policy: Option<Edit>,
        trace: Option<Edit>,
        fail_under: f64,
        query: Query,
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
    /// Find again what a link remembers, in the documents as they were last judged.
    Recall { query: Query, recall: Recall },
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
    },
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
    /// What has become of the finding and the verdict of a link.
    Recalled { recalled: Recalled },
}

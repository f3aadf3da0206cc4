//! Why something was not judged, and where.

use serde::Serialize;
use std::fmt;

/// The input a problem or a hint is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DocumentKind {
    /// The policy's text.
    Policy,
    /// The text of the APPROVAL.md.
    Approval,
    /// The trace's text.
    Trace,
    /// What was asked besides the two documents, such as `fail_under`.
    Options,
    /// The request that carries the documents, such as a line given to `stepgate batch`.
    Request,
}

impl DocumentKind {
    /// The name used in answers.
    pub const fn name(self) -> &'static str {
        match self {
            DocumentKind::Policy => "policy",
            DocumentKind::Approval => "approval",
            DocumentKind::Trace => "trace",
            DocumentKind::Options => "options",
            DocumentKind::Request => "request",
        }
    }
}

/// What kind of trouble a [`Problem`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProblemKind {
    /// The text is not JSON as the reference reads it.
    Syntax,
    /// The JSON is not a document of the format.
    Structure,
    /// A regular expression is not one of Python's dialect.
    Pattern,
    /// Matching took more steps than are allowed: nothing is wrong with the documents, but no verdict can be given.
    StepLimit,
    /// An option is out of its range.
    Options,
}

/// A place in a document: what it is, and where its text stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The JSON Pointer (RFC 6901) of the value.
    pub pointer: String,
    /// Start and end of the value's text, in UTF-16 code units, the end exclusive.
    pub range: (u32, u32),
    /// The line of the start, from 1.
    pub line: u32,
    /// The column of the start, from 1, in UTF-16 code units.
    pub column: u32,
}

/// The one error type of the engine: a sentence, the document to blame and the place in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What kind of trouble it is.
    pub kind: ProblemKind,
    /// The document to blame.
    pub document: DocumentKind,
    /// One sentence without a final period that says what is wrong and, where it helps, what to write instead.
    pub message: String,
    /// Where it is.
    pub place: Place,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}

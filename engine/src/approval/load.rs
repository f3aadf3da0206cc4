//! Reading an APPROVAL.md as far as it goes: block, YAML, schema, and the checks after it, of which the first that
//! finds anything ends the reading.

mod checks;
mod delegation;
mod prompt;
mod routes;
mod tools;
mod typed;

use super::autonomy::Level;
use super::block;
use super::policy::Policy;
use super::schema::{self, Fault, SchemaVersion};
use crate::order::sort_by;
use crate::problem::Place;
use crate::source::PlaceIndex;
use crate::source::yaml::{Document, NodeId};
use std::ops::Range;

pub use super::block::{Form, detect};

/// Why a policy did not load. Every class is manual then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FailureCode {
    /// No complete `yaml approval-policy` block.
    NoBlock,
    /// More than one.
    MultipleBlocks,
    /// The block is not YAML as the gate reads it.
    YamlError,
    /// The policy breaks the closed schema or one of the checks beside it.
    SchemaInvalid,
    /// A protected path is routed to a class looser than `policy.edit`, or may not be routed at all.
    ProtectedRouteFloor,
    /// Two approvers share a sender.
    SenderAmbiguous,
    /// The `delegation` block is not off.
    DelegationNotSupported,
}

impl FailureCode {
    /// The name in answers.
    pub const fn name(self) -> &'static str {
        match self {
            FailureCode::NoBlock => "no-block",
            FailureCode::MultipleBlocks => "multiple-blocks",
            FailureCode::YamlError => "yaml-error",
            FailureCode::SchemaInvalid => "schema-invalid",
            FailureCode::ProtectedRouteFloor => "protected-route-floor",
            FailureCode::SenderAmbiguous => "sender-ambiguous",
            FailureCode::DelegationNotSupported => "delegation-not-supported",
        }
    }
}

/// Why a policy did not load, and what to mend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What kind of failure.
    pub code: FailureCode,
    /// The first thing to mend: one sentence without a final period.
    pub message: String,
    /// Where that is.
    pub place: Place,
    /// Everything the failing stage has against the policy; empty where the code says it all.
    pub errors: Vec<LoadError>,
}

/// One thing the schema or a check beside it has against a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    /// The schema keyword or the name of the check.
    pub keyword: &'static str,
    /// One sentence without a final period that says what to write instead.
    pub message: String,
    /// Where it is. Its pointer is the `path` of the answer.
    pub place: Place,
}

/// Something to know about a policy that loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What kind of note, such as `supervised-alias`.
    pub code: &'static str,
    /// What it says: one sentence without a final period.
    pub message: &'static str,
    /// The dotted path it is about.
    pub at: String,
    /// Where that stands.
    pub place: Place,
}

/// What a reader of an older version of the schema makes of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OlderReader {
    /// Whether it loads the policy.
    pub loads: bool,
    /// What it does not know, and refuses the policy for besides what is wrong anyway.
    pub unknown: Vec<LoadError>,
}

/// The most errors that a stage reports. A hostile text has one for every few bytes.
pub(super) const MOST_ERRORS: usize = 1000;

/// A text read as far as it goes.
#[derive(Debug)]
pub struct Load {
    text: Box<str>,
    form: Form,
    places: PlaceIndex,
    document: Option<Document>,
    policy: Result<Policy, Failure>,
    notes: Vec<Note>,
    steps: u64,
}

impl Load {
    /// Reads a text as what it looks like, or else as markdown: one that is neither has no block.
    pub fn of_text(text: impl Into<Box<str>>) -> Load {
        let text = text.into();
        let form = detect(&text).unwrap_or(Form::Markdown);
        Load::read(text, form)
    }

    /// Reads a text. A failure is a value like any other.
    pub fn read(text: impl Into<Box<str>>, form: Form) -> Load {
        let text = text.into();
        let places = PlaceIndex::new(&text);
        let reading = Reading {
            text: &text,
            places: &places,
        };
        let mut steps = text.len() as u64;
        let (document, policy) = match reading.document(form) {
            Err(failure) => (None, Err(failure)),
            Ok(document) => {
                steps += document.steps();
                let policy = reading.policy(&document, &mut steps);
                (Some(document), policy)
            }
        };
        let notes = match (&document, &policy) {
            (Some(document), Ok(policy)) => reading.notes(document, policy),
            _ => Vec::new(),
        };
        Load {
            text,
            form,
            places,
            document,
            policy,
            notes,
            steps,
        }
    }

    /// What a reader of version 0.4.1 would make of the text: its schema is closed.
    pub fn under_0_4_1(&self) -> OlderReader {
        let reading = self.reading();
        let unknown: Vec<LoadError> = self
            .document
            .iter()
            .flat_map(|document| {
                let (faults, _) = schema::check(document, SchemaVersion::V0_4_1);
                let newer = faults.into_iter().filter(|fault| fault.is_of_version);
                newer.map(|fault| reading.fault(fault))
            })
            .collect();
        OlderReader {
            loads: self.policy.is_ok() && unknown.is_empty(),
            unknown,
        }
    }

    /// How much work reading the text was: bytes read, values built and looked at.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    fn reading(&self) -> Reading<'_> {
        Reading {
            text: &self.text,
            places: &self.places,
        }
    }

    /// The policy, or why every class is manual.
    pub fn policy(&self) -> Result<&Policy, &Failure> {
        self.policy.as_ref()
    }

    /// What there is to know about a policy that loaded.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The block's YAML, as far as it is YAML, whether the policy loaded or not.
    pub fn document(&self) -> Option<&Document> {
        self.document.as_ref()
    }

    /// The whole text.
    pub fn source(&self) -> &str {
        &self.text
    }

    /// What the text was read as.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Where a node of the document stands in the text.
    pub fn place(&self, node: NodeId) -> Place {
        let reading = self.reading();
        match &self.document {
            Some(document) => reading.place_of(document, node),
            None => reading.place(String::new(), 0..0),
        }
    }
}

/// A text being read.
struct Reading<'a> {
    text: &'a str,
    places: &'a PlaceIndex,
}

impl Reading<'_> {
    fn document(&self, form: Form) -> Result<Document, Failure> {
        let block = block::find(self.text, form).map_err(|fault| {
            let code = match fault.multiple {
                true => FailureCode::MultipleBlocks,
                false => FailureCode::NoBlock,
            };
            self.failure(code, fault.message, self.place(String::new(), fault.range))
        })?;
        Document::parse(&block.text, &block.origin).map_err(|refusal| {
            let place = self.place(String::new(), refusal.range);
            let message = match refusal.first {
                None => refusal.message,
                Some(first) => {
                    let first = self.place(String::new(), first);
                    format!(
                        "{} (the first stands in line {}, column {})",
                        refusal.message, first.line, first.column
                    )
                }
            };
            self.failure(FailureCode::YamlError, message, place)
        })
    }

    /// The typed policy, if no stage has anything against it.
    fn policy(&self, document: &Document, steps: &mut u64) -> Result<Policy, Failure> {
        let invalid = FailureCode::SchemaInvalid;
        let (faults, looked_at) = schema::check(document, SchemaVersion::V0_4_3);
        *steps += looked_at;
        self.pass(
            invalid,
            faults.into_iter().map(|fault| self.fault(fault)).collect(),
        )?;
        self.pass(invalid, prompt::check(self, document))?;
        let policy = typed::policy(document);
        self.pass(invalid, tools::check(self, document, &policy))?;
        self.pass(invalid, delegation::relationships(self, document, &policy))?;
        self.pass(
            invalid,
            checks::duration(self, document).into_iter().collect(),
        )?;
        if let Some((node, message)) = checks::shared_sender(&policy) {
            let place = self.place_of(document, node);
            return Err(self.failure(FailureCode::SenderAmbiguous, message, place));
        }
        if let Some((entry, message)) = routes::check(&policy) {
            let place = self.place_of(document, entry.node);
            return Err(self.failure(FailureCode::ProtectedRouteFloor, message, place));
        }
        self.pass(
            FailureCode::DelegationNotSupported,
            delegation::reservation(self, document, &policy),
        )?;
        Ok(policy)
    }

    /// Ends the reading where a stage found errors.
    fn pass(&self, code: FailureCode, errors: Vec<LoadError>) -> Result<(), Failure> {
        match errors.iter().min_by_key(|error| error.place.range.0) {
            None => Ok(()),
            Some(first) => Err(Failure {
                code,
                message: first.message.clone(),
                place: first.place.clone(),
                errors,
            }),
        }
    }

    fn fault(&self, fault: Fault) -> LoadError {
        LoadError {
            keyword: fault.keyword,
            message: fault.message,
            place: self.place(fault.pointer, fault.range),
        }
    }

    fn error(
        &self,
        document: &Document,
        keyword: &'static str,
        pointer: String,
        node: NodeId,
        message: String,
    ) -> LoadError {
        LoadError {
            keyword,
            message,
            place: self.place(pointer, document.range(node)),
        }
    }

    /// One note for each bare `supervised`, the default's first, then by class.
    fn notes(&self, document: &Document, policy: &Policy) -> Vec<Note> {
        let default = policy.defaults.autonomy;
        let mut aliases: Vec<(String, NodeId)> = Vec::new();
        let mut rules: Vec<_> = policy.classes.iter().collect();
        sort_by(&mut rules, |a, b| a.pattern.cmp(&b.pattern));
        if let Some((Level::Supervised, node)) = default {
            aliases.push(("defaults.autonomy".to_owned(), node));
        }
        for rule in rules {
            if rule.level == Level::Supervised {
                aliases.push((
                    format!("classes.{}", rule.pattern.as_str()),
                    rule.level_node,
                ));
            }
        }
        aliases
            .into_iter()
            .map(|(at, node)| Note {
                code: "supervised-alias",
                message: "`supervised` is an older word for `supervised-retro`: write that",
                at,
                place: self.place_of(document, node),
            })
            .collect()
    }

    fn failure(&self, code: FailureCode, message: String, place: Place) -> Failure {
        Failure {
            code,
            message,
            place,
            errors: Vec::new(),
        }
    }

    fn place_of(&self, document: &Document, node: NodeId) -> Place {
        self.place(document.pointer(node), document.range(node))
    }

    fn place(&self, pointer: String, range: Range<usize>) -> Place {
        self.places
            .place(self.text, pointer, range.start, range.end)
    }
}

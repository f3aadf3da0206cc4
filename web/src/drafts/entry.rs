//! What is known of stored texts: whose they are, since when, and what they are called. The texts lie beside it.

use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

use crate::content::{Content, LineEnding, Origin};
use crate::protocol::Document;
use crate::storage::Unreadable;
use crate::storage::tab::{Id, is_id};

/// The shape of a stored entry: one of another shape is another page's business.
const VERSION: u32 = 1;

/// How much of a name is kept, in characters.
const NAME: usize = 300;

/// Why texts are in the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A link was followed.
    BeforeLink,
    /// Back was used, or Forward.
    BeforeGoingBack,
    /// A sample was opened.
    BeforeSample,
    /// A file was opened.
    BeforeFile,
    /// Something else of the history was brought back.
    BeforeRestoring,
    /// Something was typed before the page knew of them.
    BeforeTyping,
    /// Most of them was deleted.
    BeforeDeleting,
    /// Another document was put in place of one of them.
    BeforeReplacing,
    /// They were like this a while ago.
    WhileWriting,
    /// Their tab was closed.
    ClosedTab,
    /// The page did not start with them.
    FailedStart,
    /// A reason that this version does not know.
    #[serde(other)]
    Another,
}

impl Reason {
    /// It as it stands in the history.
    pub const fn words(self) -> &'static str {
        match self {
            Reason::BeforeLink => "before I opened a link",
            Reason::BeforeGoingBack => "before I went back",
            Reason::BeforeSample => "before I opened a sample",
            Reason::BeforeFile => "before I opened a file",
            Reason::BeforeRestoring => "before I restored another",
            Reason::BeforeTyping => "before I began to type",
            Reason::BeforeDeleting => "before I deleted most of it",
            Reason::BeforeReplacing => "before I replaced all of it",
            Reason::WhileWriting => "while I was writing",
            Reason::ClosedTab => "from another tab that was closed",
            Reason::FailedStart => "the page did not start with it",
            Reason::Another => "kept by another version",
        }
    }
}

/// What is known of one document.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// Where it came from; empty for something typed.
    pub name: String,
    /// Whether its file ends lines with CR and LF.
    pub crlf: bool,
    /// How long it is, in UTF-16 units.
    pub length: u32,
}

impl Kept {
    fn of(content: &Content) -> Kept {
        Kept {
            name: content.origin.name.chars().take(NAME).collect(),
            crlf: content.origin.line_ending == LineEnding::CrLf,
            length: content.text.length(),
        }
    }

    /// Where it came from.
    pub fn origin(&self) -> Origin {
        Origin {
            name: self.name.clone(),
            line_ending: if self.crlf {
                LineEnding::CrLf
            } else {
                LineEnding::Lf
            },
        }
    }
}

/// What is known of the documents that are stored together, each under its name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Documents {
    /// The policy.
    pub policy: Kept,
    /// The trace.
    pub trace: Kept,
}

impl Documents {
    fn each(&self) -> [&Kept; 2] {
        [&self.policy, &self.trace]
    }
}

/// What is known of a policy and a trace that are stored together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    version: u32,
    /// Their id. A tab's draft has the tab's.
    pub id: Id,
    /// Why they are in the history; none for what a tab holds.
    pub reason: Option<Reason>,
    /// When they were like this, in milliseconds since 1970.
    pub saved_at: f64,
    /// The policy and the trace.
    pub documents: Documents,
}

impl Entry {
    /// An entry for texts.
    pub fn new(id: Id, reason: Option<Reason>, saved_at: f64, contents: &[Content; 2]) -> Entry {
        let [policy, trace] = contents;
        Entry {
            version: VERSION,
            id,
            reason,
            saved_at,
            documents: Documents {
                policy: Kept::of(policy),
                trace: Kept::of(trace),
            },
        }
    }

    /// The same texts in the history.
    pub fn for_history(&self, reason: Reason) -> Entry {
        Entry {
            reason: Some(reason),
            ..self.clone()
        }
    }

    /// Reads what is stored.
    ///
    /// # Errors
    /// Another version, or nothing that this version could have written.
    pub fn read(value: &JsValue) -> Result<Entry, Unreadable> {
        let version = js_sys::Reflect::get(value, &"version".into()).ok();
        match version.and_then(|version| version.as_f64()) {
            Some(version) if version == f64::from(VERSION) => {}
            Some(_) => return Err(Unreadable::Newer),
            None => return Err(Unreadable::Broken),
        }
        let entry: Entry =
            serde_wasm_bindgen::from_value(value.clone()).map_err(|_| Unreadable::Broken)?;
        let plain = |kept: &&Kept| kept.name.chars().count() <= NAME;
        let sound = is_id(&entry.id)
            && entry.saved_at.is_finite()
            && entry.documents.each().iter().all(plain);
        sound.then_some(entry).ok_or(Unreadable::Broken)
    }

    /// It as it is stored.
    pub fn write(&self) -> JsValue {
        // Text, numbers and lists: nothing that could fail.
        serde_wasm_bindgen::to_value(self).unwrap_or_default()
    }

    /// Where the texts lie.
    pub fn keys(&self) -> [String; 2] {
        Document::BOTH.map(|document| format!("{}/{}", self.id, document.word()))
    }

    /// How much room they take, in UTF-16 units.
    pub fn length(&self) -> u64 {
        let lengths = self.documents.each().map(|kept| u64::from(kept.length));
        lengths.iter().sum()
    }
}

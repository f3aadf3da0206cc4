//! What is known of stored texts: whose they are, since when, and what they are called. The texts lie beside it.

use js_sys::JsString;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

use crate::content::{Content, LineEnding, Origin, Snapshot};
use crate::protocol::{Document, Systems};
use crate::storage::Unreadable;
use crate::storage::tab::{Id, is_id};

/// The shape of an entry of a policy and a trace, which is all that there once was. It is still written where there is
/// nothing else, so that an older page in another tab can read it.
const ONE_SYSTEM: u32 = 1;
/// The shape of an entry with an APPROVAL.md, or with a choice about the policy systems. An older page leaves it alone.
const BOTH_SYSTEMS: u32 = 2;

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
    /// The APPROVAL.md.
    #[serde(default, skip_serializing_if = "is_default")]
    pub approval: Kept,
    /// The trace.
    pub trace: Kept,
}

impl Documents {
    /// Each of them, in the order of [`Document::ALL`].
    pub fn each(&self) -> [&Kept; 3] {
        [&self.policy, &self.approval, &self.trace]
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What is known of documents that are stored together.
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
    /// The documents.
    pub documents: Documents,
    /// What is chosen about the policy systems.
    #[serde(default, skip_serializing_if = "is_default")]
    pub systems: Systems,
}

impl Entry {
    /// An entry for texts.
    pub fn new(id: Id, reason: Option<Reason>, saved_at: f64, snapshot: &Snapshot) -> Entry {
        let [policy, approval, trace] = snapshot.contents.each_ref().map(Kept::of);
        let systems = snapshot.systems;
        let version = if is_default(&approval) && is_default(&systems) {
            ONE_SYSTEM
        } else {
            BOTH_SYSTEMS
        };
        Entry {
            version,
            id,
            reason,
            saved_at,
            documents: Documents {
                policy,
                approval,
                trace,
            },
            systems,
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
            Some(version) if [ONE_SYSTEM, BOTH_SYSTEMS].map(f64::from).contains(&version) => {}
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
    pub fn keys(&self) -> [String; 3] {
        Document::ALL.map(|document| format!("{}/{}", self.id, document.key()))
    }

    /// The texts that are to be stored, each with its key: those that differ from what is stored already, if anything is.
    /// An APPROVAL.md in which nothing was ever written is not; what is known of it says so.
    pub fn texts<'a>(
        &self,
        snapshot: &'a Snapshot,
        stored: Option<&'a Snapshot>,
    ) -> impl Iterator<Item = (String, &'a JsString)> + use<'a> {
        let documents = Document::ALL.into_iter().zip(self.keys());
        let documents = documents.zip(snapshot.contents.each_ref());
        documents.filter_map(move |((document, key), Content { text, .. })| {
            let stored = stored.and_then(|stored| stored.contents.get(document.index()));
            let is_wanted = match stored {
                Some(stored) => stored.text != *text,
                None => document != Document::Approval || text.length() > 0,
            };
            is_wanted.then_some((key, text))
        })
    }

    /// How much room they take, in UTF-16 units.
    pub fn length(&self) -> u64 {
        let lengths = self.documents.each().map(|kept| u64::from(kept.length));
        lengths.iter().sum()
    }
}

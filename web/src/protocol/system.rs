//! The two policy systems, which of them is shown, and the harness that the gate is asked for.

use serde::{Deserialize, Serialize};
use stepgate_engine::approval::Harness;

use super::{Document, names};

/// A policy system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// A policy for a whole run, which is judged afterwards.
    #[default]
    Arh,
    /// An APPROVAL.md, which says for each call whether it may be made.
    Approval,
}

impl System {
    /// Both, in the order in which the page shows them.
    pub const BOTH: [System; 2] = [System::Arh, System::Approval];

    /// The document that holds its policy.
    pub const fn document(self) -> Document {
        match self {
            System::Arh => Document::Policy,
            System::Approval => Document::Approval,
        }
    }

    /// The system whose policy a document holds; none for a trace.
    pub const fn of(document: Document) -> Option<System> {
        match document {
            Document::Policy => Some(System::Arh),
            Document::Approval => Some(System::Approval),
            Document::Trace => None,
        }
    }

    /// The other one.
    pub const fn other(self) -> System {
        match self {
            System::Arh => System::Approval,
            System::Approval => System::Arh,
        }
    }

    /// Its name in menus and on tabs.
    pub const fn title(self) -> &'static str {
        match self {
            System::Arh => "ARH policy",
            System::Approval => "APPROVAL.md",
        }
    }

    /// Its name in settings.
    pub const fn name(self) -> &'static str {
        match self {
            System::Arh => "arh",
            System::Approval => "approval",
        }
    }
}

/// What is chosen about the policy systems. It belongs to the documents and is kept with them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Systems {
    /// The one that is shown.
    pub shown: System,
    /// The one that a person has chosen whatever the text looks like; none when the text decides.
    pub forced: Option<System>,
    /// The harness that the gate is asked for.
    #[serde(with = "names::harness")]
    pub harness: Harness,
}

impl Systems {
    /// The same with another system in front. What is forced gives way: whoever looks at the other one has chosen it.
    pub fn showing(self, shown: System) -> Systems {
        Systems {
            shown,
            forced: self.forced.map(|_| shown),
            ..self
        }
    }

    /// The document in which a policy of some system is put: what is forced comes first.
    pub fn place(self, system: System) -> Document {
        self.forced.unwrap_or(system).document()
    }
}

//! Hints: places where what is written is not what is read, or cannot do what it seems to.
//!
//! Both formats are lenient: unknown keys are ignored, `"false"` is true, `[]` stands for an absent section. A hint
//! says so, with its place and, where one is near, what was probably meant. Hints are no findings and never part of
//! a verdict. The kinds are the table in `kinds.rs`; each has cases in `tests/cases/hints.jsonl`.
//!
//! Every pass is linear in the size of its document; of one kind at most [`MOST_PER_KIND`] hints are given.

mod arguments;
mod budgets;
mod keys;
mod kinds;
mod names;
mod patterns;
mod sequence;
mod settings;
mod trace;

pub use kinds::{FoundIn, HintKind};

use super::policy::Policy;
use super::trace::Trace;
use crate::problem::{DocumentKind, Place};
use crate::source::{Document, NodeId};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::fmt::Arguments;

/// The most hints of one kind that are given for one document.
pub const MOST_PER_KIND: usize = 100;

/// A place where what is written is not what is read.
#[derive(Clone, Debug)]
pub struct Hint {
    /// What kind of surprise it is.
    pub kind: HintKind,
    /// The document it is in: the policy or the trace.
    pub document: DocumentKind,
    /// The value it is about; for a key that is not read, the key's value.
    pub place: Place,
    /// One sentence without a final period.
    pub message: String,
    /// What was probably meant, as it would be written in the document.
    pub suggestion: Option<String>,
}

/// All hints on a policy and a trace: first those in the policy, then those in the trace, each in the order of its
/// text.
pub fn hints(policy: &Policy, trace: &Trace) -> Vec<Hint> {
    let mut hints = policy.hints().to_vec();
    let mut with_trace = Hints::new(DocumentKind::Policy);
    budgets::look_at_records(policy, trace, &mut with_trace);
    for hint in with_trace.in_order(policy.document()) {
        let start = hint.place.range.0;
        let at = hints.partition_point(|other| other.place.range.0 <= start);
        hints.insert(at, hint);
    }
    let mut in_trace = Hints::new(DocumentKind::Trace);
    trace::look(trace, &mut in_trace);
    sequence::look_at_calls(policy, trace, &mut in_trace);
    hints.append(&mut in_trace.in_order(trace.document()));
    hints
}

/// The hints that the policy alone gives, in the order of its text.
pub(super) fn policy_hints(policy: &Policy) -> Vec<Hint> {
    let mut hints = Hints::new(DocumentKind::Policy);
    settings::look(policy, &mut hints);
    arguments::look(policy, &mut hints);
    budgets::look(policy, &mut hints);
    patterns::look(policy, &mut hints);
    sequence::look(policy, &mut hints);
    hints.in_order(policy.document())
}

/// The value of a member. Kept out of line: hints ask for many.
#[inline(never)]
fn member_of(document: &Document, object: NodeId, name: &str) -> Option<NodeId> {
    document.get(object, name)
}

/// Gathers the hints of one document, up to the limit of each kind.
struct Hints {
    document: DocumentKind,
    found: BinaryHeap<Found>,
    counts: [u8; HintKind::COUNT],
}

/// A hint whose place has not been worked out yet. Compared by where it is, then by kind.
struct Found {
    order: (NodeId, HintKind),
    message: String,
    suggestion: Option<String>,
}

impl Ord for Found {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order.cmp(&other.order)
    }
}

impl PartialOrd for Found {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Found {
    fn eq(&self, other: &Self) -> bool {
        self.order == other.order
    }
}

impl Eq for Found {}

impl Hints {
    fn new(document: DocumentKind) -> Hints {
        Hints {
            document,
            found: BinaryHeap::new(),
            counts: [0; HintKind::COUNT],
        }
    }

    /// Whether another hint of this kind would be kept.
    fn wants(&self, kind: HintKind) -> bool {
        usize::from(self.counts[kind as usize]) < MOST_PER_KIND
    }

    fn add(&mut self, kind: HintKind, node: NodeId, message: Arguments<'_>) {
        self.suggest(kind, node, message, None);
    }

    // Hints are rare: what they cost in time does not matter, in size it does.
    #[cold]
    #[inline(never)]
    fn suggest(
        &mut self,
        kind: HintKind,
        node: NodeId,
        message: Arguments<'_>,
        suggestion: Option<&str>,
    ) {
        if self.wants(kind) {
            self.counts[kind as usize] += 1;
            self.found.push(Found {
                order: (node, kind),
                message: message.to_string(),
                suggestion: suggestion.map(str::to_owned),
            });
        }
    }

    #[inline(never)]
    fn in_order(self, document: &Document) -> Vec<Hint> {
        let mut hints = Vec::with_capacity(self.found.len());
        for found in self.found.into_sorted_vec() {
            hints.push(Hint {
                kind: found.order.1,
                document: self.document,
                place: document.place(found.order.0),
                message: found.message,
                suggestion: found.suggestion,
            });
        }
        hints
    }
}

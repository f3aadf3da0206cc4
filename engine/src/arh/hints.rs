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
    hints.extend(trace_hints(trace));
    hints.extend(pair_hints(policy, trace));
    hints.sort_by_key(|hint| {
        (
            hint.document == DocumentKind::Trace,
            hint.place.range.0,
            hint.kind,
        )
    });
    hints
}

/// The hints that the policy alone gives, in the order of its text. Worth keeping with the policy.
pub(super) fn policy_hints(policy: &Policy) -> Vec<Hint> {
    let mut hints = Hints::new(DocumentKind::Policy);
    settings::look(policy, &mut hints);
    arguments::look(policy, &mut hints);
    budgets::look(policy, &mut hints);
    patterns::look(policy, &mut hints);
    sequence::look(policy, &mut hints);
    hints.in_order(policy.document())
}

/// The hints that the trace alone gives, in the order of its text.
fn trace_hints(trace: &Trace) -> Vec<Hint> {
    let mut hints = Hints::new(DocumentKind::Trace);
    trace::look(trace, &mut hints);
    hints.in_order(trace.document())
}

/// The hints that only a policy and a trace together give: first those in the policy, then those in the trace.
fn pair_hints(policy: &Policy, trace: &Trace) -> Vec<Hint> {
    let mut in_policy = Hints::new(DocumentKind::Policy);
    budgets::look_at_records(policy, trace, &mut in_policy);
    let mut in_trace = Hints::new(DocumentKind::Trace);
    sequence::look_at_calls(policy, trace, &mut in_trace);
    let mut hints = in_policy.in_order(policy.document());
    hints.append(&mut in_trace.in_order(trace.document()));
    hints
}

/// Gathers the hints of one document, up to the limit of each kind.
struct Hints {
    document: DocumentKind,
    found: Vec<Found>,
    counts: [usize; HintKind::COUNT],
}

/// A hint whose place has not been worked out yet.
struct Found {
    node: NodeId,
    kind: HintKind,
    message: String,
    suggestion: Option<String>,
}

impl Hints {
    fn new(document: DocumentKind) -> Hints {
        Hints {
            document,
            found: Vec::new(),
            counts: [0; HintKind::COUNT],
        }
    }

    /// Whether another hint of this kind would be kept.
    fn wants(&self, kind: HintKind) -> bool {
        self.counts[kind as usize] < MOST_PER_KIND
    }

    fn add(&mut self, kind: HintKind, node: NodeId, message: String) {
        self.suggest(kind, node, message, None);
    }

    fn suggest(
        &mut self,
        kind: HintKind,
        node: NodeId,
        message: String,
        suggestion: Option<String>,
    ) {
        if self.wants(kind) {
            self.counts[kind as usize] += 1;
            self.found.push(Found {
                node,
                kind,
                message,
                suggestion,
            });
        }
    }

    fn in_order(mut self, document: &Document) -> Vec<Hint> {
        self.found.sort_by_key(|found| (found.node, found.kind));
        let hint = |found: Found| Hint {
            kind: found.kind,
            document: self.document,
            place: document.place(found.node),
            message: found.message,
            suggestion: found.suggestion,
        };
        self.found.into_iter().map(hint).collect()
    }
}

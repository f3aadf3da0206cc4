//! The checks, one file a category. A check receives a typed policy and a typed trace and yields what it found and
//! how it counted; it never reads JSON again, save the values it judges.

mod budget;
mod completion;
mod flow;
mod grounding;
mod identity;
mod safety;
mod schema;
mod sequence;
mod structure;
mod url;

pub(super) use budget::{check_budget, totals};
pub(super) use completion::check_completion;
pub(super) use flow::check_flow;
pub(super) use identity::sorted_members;
pub(super) use grounding::check_grounding;
pub(super) use safety::check_safety;
pub(super) use schema::check_schema;
pub(super) use sequence::check_sequence;
pub(super) use structure::check_structure;

use super::finding::{Finding, Outcome, Tally};
use super::rules::{RuleId, Severity};
use super::trace::{Step, Trace};
use crate::source::{Document, NodeId};

/// Long values are cut in messages after this many bytes.
const SHOWN_BYTES: usize = 120;

/// A value as it is spelled in its document, cut when it is long.
fn shown(document: &Document, node: NodeId) -> String {
    cut(document.raw(node))
}

/// A text, cut when it is long.
fn cut(text: &str) -> String {
    if text.len() <= SHOWN_BYTES {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(SHOWN_BYTES);
    format!("{}…", text.get(..end).unwrap_or_default())
}

/// A count with its noun, `1 call` or `3 calls`.
fn counted(count: impl std::fmt::Display, noun: &str) -> String {
    let count = count.to_string();
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Where a finding about a step's field points: the field, or the step without it.
fn field_or_step(step: &Step, field: Option<NodeId>) -> NodeId {
    field.unwrap_or(step.node)
}

/// Collects the findings of one category.
struct Findings<'t> {
    trace: &'t Trace,
    found: Vec<Finding>,
}

/// What a finding says.
struct Words {
    message: String,
    expected: String,
    observed: String,
}

impl<'t> Findings<'t> {
    fn new(trace: &'t Trace) -> Findings<'t> {
        Findings { trace, found: Vec::new() }
    }

    /// A finding at a step.
    fn at(&mut self, rule: RuleId, step: usize, trace_node: NodeId, policy_node: impl Into<Option<NodeId>>, words: Words) {
        self.push(rule, Some(step as u32), trace_node, policy_node.into(), words);
    }

    /// A finding about the trace as a whole.
    fn whole(&mut self, rule: RuleId, policy_node: NodeId, words: Words) {
        self.push(rule, None, self.trace.steps_node, Some(policy_node), words);
    }

    fn push(&mut self, rule: RuleId, step: Option<u32>, trace_node: NodeId, policy_node: Option<NodeId>, words: Words) {
        self.found.push(Finding {
            rule,
            severity: rule.rule().severity,
            step,
            trace_node,
            policy_node,
            message: words.message,
            expected: words.expected,
            observed: words.observed,
        });
    }

    /// The last finding is of another severity than its rule's default.
    fn with_severity(&mut self, severity: Severity) {
        if let Some(finding) = self.found.last_mut() {
            finding.severity = severity;
        }
    }

    fn tallied(self, tally: Tally) -> Outcome {
        Outcome { findings: self.found, tally }
    }
}

/// Nothing was checked.
fn not_applicable(reason: &'static str) -> Outcome {
    Outcome { findings: Vec::new(), tally: Tally::NotApplicable(reason) }
}

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
pub(super) use grounding::check_grounding;
pub(super) use safety::check_safety;
pub(super) use schema::check_schema;
pub(super) use sequence::check_sequence;
pub(super) use structure::check_structure;

use super::finding::Finding;
use super::rules::{RuleId, Severity};
use super::trace::{Step, Trace};
use crate::source::{Document, NodeId};
use std::borrow::Cow;

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

/// Collects the findings of all checks.
pub(super) struct Findings {
    /// All steps: what a finding about the trace as a whole points at.
    steps_node: NodeId,
    found: Vec<Finding>,
}

/// What a finding says.
struct Words {
    message: Cow<'static, str>,
    expected: Cow<'static, str>,
    observed: Cow<'static, str>,
}

impl Findings {
    pub(super) fn new(trace: &Trace) -> Findings {
        Findings {
            steps_node: trace.steps_node,
            found: Vec::new(),
        }
    }

    /// What was found, in the order of the checks.
    pub(super) fn into_found(self) -> Vec<Finding> {
        self.found
    }

    /// A finding at a step.
    fn at(
        &mut self,
        rule: RuleId,
        step: usize,
        trace_node: NodeId,
        policy_node: impl Into<Option<NodeId>>,
        words: Words,
    ) {
        self.push(
            rule,
            Some(step as u32),
            trace_node,
            policy_node.into(),
            words,
        );
    }

    /// A finding about the trace as a whole.
    fn whole(&mut self, rule: RuleId, policy_node: NodeId, words: Words) {
        self.push(rule, None, self.steps_node, Some(policy_node), words);
    }

    fn push(
        &mut self,
        rule: RuleId,
        step: Option<u32>,
        trace_node: NodeId,
        policy_node: Option<NodeId>,
        words: Words,
    ) {
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
}

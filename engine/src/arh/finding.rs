//! What a check finds.

use super::rules::{RuleId, Severity};
use crate::source::NodeId;
use std::borrow::Cow;

/// One finding: a rule broken at a step, the value it is about and the clause that asked for it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule.
    pub rule: RuleId,
    /// How serious it is here; see [`RuleId::rule`] for the default.
    pub severity: Severity,
    /// The index of the step in the trace, or `None` for the trace as a whole.
    pub step: Option<u32>,
    /// The value in the trace it is about: an argument, a text, a citation, a metric, or all steps.
    pub trace_node: NodeId,
    /// The clause of the policy, or the nearest value to where it would stand. `None` for rules that no clause asks
    /// for (ARH-SCH-002, ARH-SCH-010).
    pub policy_node: Option<NodeId>,
    /// What happened, in one sentence without a final period.
    pub message: Cow<'static, str>,
    /// What the policy asks for.
    pub expected: Cow<'static, str>,
    /// What the trace shows.
    pub observed: Cow<'static, str>,
}

/// How a category counted.
#[derive(Clone, Debug)]
pub(super) enum Tally {
    /// It has no say, and why.
    NotApplicable(&'static str),
    /// Checks passed and made.
    Checks { passed: u64, total: u64 },
    /// Grounding: the share of cited steps against a minimum.
    Coverage {
        cited: u64,
        grounded: u64,
        minimum: f64,
    },
}

impl Tally {
    /// The score from 0 to 100.
    pub(super) fn score(&self) -> Option<f64> {
        match *self {
            Tally::NotApplicable(_) => None,
            // A budget that cannot be verified makes no check and scores in full.
            Tally::Checks { total: 0, .. } => Some(100.0),
            Tally::Checks { passed, total } => Some(100.0 * passed as f64 / total as f64),
            Tally::Coverage {
                cited,
                grounded,
                minimum,
            } => {
                let coverage = cited as f64 / grounded as f64;
                let score = if minimum > 0.0 {
                    100.0 * (coverage / minimum).min(1.0)
                } else {
                    100.0 * coverage
                };
                Some(score.clamp(0.0, 100.0))
            }
        }
    }
}

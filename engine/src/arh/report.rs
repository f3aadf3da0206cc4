//! Judging a trace by a policy.

use super::checks::{
    Findings, check_budget, check_completion, check_flow, check_grounding, check_safety,
    check_schema, check_sequence, check_structure, totals,
};
use super::finding::Finding;
use super::policy::Policy;
use super::rules::{Category, Severity};
use super::score::{CategoryScore, round, score};
use super::trace::Trace;
use crate::pattern::StepLimitExceeded;
use crate::problem::{DocumentKind, Place, Problem, ProblemKind};
use crate::source::{Integer, NodeId};

/// A trace passes from this score on, unless asked otherwise.
pub const DEFAULT_FAIL_UNDER: f64 = 70.0;

/// The verdict on one trace.
#[derive(Clone, Debug)]
pub struct Report {
    /// The findings in the reference's order.
    pub findings: Vec<Finding>,
    /// The seven categories in scoring order.
    pub categories: [CategoryScore; 7],
    /// From 0 to 100, unrounded; see [`round`](super::round).
    pub score: f64,
    /// The score from which a trace passes.
    pub fail_under: f64,
    /// No errors, and a score of at least `fail_under`.
    pub passed: bool,
    /// The sum of the recorded latencies in milliseconds.
    pub total_latency_ms: f64,
    /// The sum of the recorded costs in US dollars.
    pub total_cost_usd: f64,
    /// The sum of the recorded tokens; `None` when no step records any.
    pub total_tokens: Option<Integer>,
    /// The share of responses asking for grounding that have citations, from 0 to 1, unrounded; `None` when none
    /// asks.
    pub citation_coverage: Option<f64>,
}

impl Report {
    /// Whether the score, as shown with two places, reaches a bound that the score itself is a hair below.
    pub fn rounds_up_to(&self, bound: f64) -> bool {
        self.score < bound && round(self.score, 2) >= bound
    }

    /// The number of findings of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings
            .iter()
            .filter(|finding| finding.severity == severity)
            .count()
    }
}

/// Judges a trace by a policy. The trace passes from the score `fail_under` on, from 0 to
/// 100.
///
/// # Errors
/// `fail_under` out of range; an invalid unsafe pattern, or a budget that cannot be compared (the policy is to
/// blame); a pattern that could not be decided within the step bound ([`ProblemKind::StepLimit`]).
pub fn validate(policy: &Policy, trace: &Trace, fail_under: f64) -> Result<Report, Problem> {
    if !(0.0..=100.0).contains(&fail_under) {
        return Err(fail_under_problem(fail_under));
    }
    let patterns = policy
        .unsafe_patterns
        .compiled
        .as_ref()
        .map_err(|problem| Problem::clone(problem))?;
    let undecided = |(clause, limit)| step_limit_problem(policy, clause, limit);
    let totals = totals(trace);
    let mut found = Findings::new(trace);
    let schema = check_schema(policy, trace, &mut found).map_err(undecided)?;
    let budget = check_budget(policy, trace, &totals, &mut found)
        .map_err(|refusal| refusal.about(DocumentKind::Policy))?;
    let safety = check_safety(policy, patterns, trace, &mut found).map_err(undecided)?;
    let (grounding, citation_coverage) = check_grounding(policy, trace, &mut found);
    let sequence = check_sequence(policy, trace, &mut found);
    let flow = check_flow(policy, trace, &mut found);
    let completion = check_completion(policy, trace, &mut found);
    check_structure(trace, &mut found);
    let findings = found.into_found();
    let tallies = [
        (Category::Schema, schema),
        (Category::Budget, budget),
        (Category::Safety, safety),
        (Category::Grounding, grounding),
        (Category::Sequence, sequence),
        (Category::Flow, flow),
        (Category::Completion, completion),
    ];
    let (categories, score) = score(tallies);
    let errors = findings
        .iter()
        .any(|finding| finding.severity == Severity::Error);
    Ok(Report {
        findings,
        categories,
        score,
        fail_under,
        passed: !errors && score >= fail_under,
        total_latency_ms: totals.latency_ms,
        total_cost_usd: totals.cost_usd,
        total_tokens: totals.tokens,
        citation_coverage,
    })
}

fn fail_under_problem(fail_under: f64) -> Problem {
    Problem {
        kind: ProblemKind::Options,
        document: DocumentKind::Options,
        message: format!("`fail_under` must be a number from 0 to 100, not {fail_under}"),
        place: Place {
            pointer: "/fail_under".into(),
            range: (0, 0),
            line: 1,
            column: 1,
        },
    }
}

fn step_limit_problem(policy: &Policy, clause: NodeId, limit: StepLimitExceeded) -> Problem {
    Problem {
        kind: ProblemKind::StepLimit,
        document: DocumentKind::Policy,
        message: format!("no verdict can be given: {limit}"),
        place: policy.document.place(clause),
    }
}

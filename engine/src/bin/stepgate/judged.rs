//! A policy and a trace with what the engine says of them.

use stepgate_engine::Problem;
use stepgate_engine::arh::{Policy, Report, RuleId, Severity, Trace, validate};
use stepgate_engine::share::{FindingId, Verdict, finding_ids};
use stepgate_engine::source::NodeId;

/// What became of two texts.
pub enum Judged {
    /// There is a report.
    Report(Box<(Policy, Trace, Report)>),
    /// One of them cannot be judged, or a bound was reached.
    Problem(Problem),
}

impl Judged {
    /// Judges two texts.
    pub fn of(policy: &str, trace: &str, fail_under: f64) -> Judged {
        let judged = Policy::parse(policy).and_then(|policy| {
            let trace = Trace::parse(trace)?;
            let report = validate(&policy, &trace, fail_under)?;
            Ok(Judged::Report(Box::new((policy, trace, report))))
        });
        judged.unwrap_or_else(Judged::Problem)
    }

    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        match self {
            Judged::Report(judged) => Verdict::of_report(&judged.1, &judged.2),
            Judged::Problem(problem) => Verdict::of_problem(problem),
        }
    }

    /// The ids of the findings, in the report's order.
    pub fn finding_ids(&self) -> Vec<FindingId> {
        match self {
            Judged::Report(judged) => finding_ids(&judged.0, &judged.1, &judged.2),
            Judged::Problem(_) => Vec::new(),
        }
    }

    /// The findings of a trace that fails, the errors before the others: the first is the one to look at.
    pub fn worth_a_look(&self) -> Vec<Found> {
        let Judged::Report(judged) = self else {
            return Vec::new();
        };
        let report = &judged.2;
        if report.passed {
            return Vec::new();
        }
        let ids = self.finding_ids().into_iter().zip(&report.findings);
        let (mut errors, others): (Vec<_>, Vec<_>) =
            ids.partition(|(_, finding)| finding.severity == Severity::Error);
        errors.extend(others);
        errors
            .into_iter()
            .map(|(id, finding)| Found {
                id,
                subject: (finding.rule, finding.trace_node, finding.policy_node),
            })
            .collect()
    }
}

/// A finding that is worth a look.
pub struct Found {
    /// Its id.
    pub id: FindingId,
    /// What it is about. In copies whose strings differ and whose structure does not, this stays the same, even where
    /// the id of the step or the name of an argument was replaced.
    pub subject: (RuleId, NodeId, Option<NodeId>),
}

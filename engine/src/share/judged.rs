//! A policy and a trace with what the engine says of them.

use super::finding_id::{FindingId, finding_ids};
use super::gate_verdict::GateVerdict;
use super::parts::Parts;
use super::reproduction::Reproduction;
use super::verdict::Verdict;
use crate::arh::{Policy, Report, Severity, Trace, validate};
use crate::order::sort_by_key;
use crate::pattern::CharacterNames;
use crate::problem::{DocumentKind, Problem};

/// What became of the texts of a policy and a trace.
pub enum Judged {
    /// There is a report.
    Report(Box<(Policy, Trace, Report)>),
    /// One of them cannot be judged, or a bound was reached.
    Problem(Problem),
    /// This one is empty, and the other is as well or has no problem.
    Missing(DocumentKind),
}

impl Judged {
    /// Judges two texts. The policy's patterns may use these names of characters.
    pub fn of(policy: &str, trace: &str, fail_under: f64, names: &dyn CharacterNames) -> Judged {
        let judged = match (is_blank(policy), is_blank(trace)) {
            (true, true) => Ok(Judged::Missing(DocumentKind::Policy)),
            (true, false) => Trace::parse(trace).map(|_| Judged::Missing(DocumentKind::Policy)),
            (false, true) => {
                Policy::parse_naming(policy, names).map(|policy| match policy.problem() {
                    Some(problem) => Judged::Problem(problem.clone()),
                    None => Judged::Missing(DocumentKind::Trace),
                })
            }
            (false, false) => Policy::parse_naming(policy, names).and_then(|policy| {
                let trace = Trace::parse(trace)?;
                let report = validate(&policy, &trace, fail_under)?;
                Ok(Judged::Report(Box::new((policy, trace, report))))
            }),
        };
        judged.unwrap_or_else(Judged::Problem)
    }

    /// The report with what it is about, if there is one.
    pub fn report(&self) -> Option<Reported<'_>> {
        match self {
            Judged::Report(judged) => Some(Reported {
                policy: &judged.0,
                trace: &judged.1,
                report: &judged.2,
            }),
            Judged::Problem(_) | Judged::Missing(_) => None,
        }
    }

    /// The verdict, if there is anything to give one on.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Judged::Report(judged) => Some(Verdict::of_report(&judged.1, &judged.2)),
            Judged::Problem(problem) => Some(Verdict::of_problem(problem)),
            Judged::Missing(_) => None,
        }
    }
}

impl Reproduction {
    /// What becomes of its policy and trace, and what the gate of its APPROVAL.md says of the trace.
    pub fn judge(&self, parts: Parts<'_>) -> (Judged, Option<GateVerdict>) {
        let judged = Judged::of(&self.policy, &self.trace, self.fail_under, parts.names);
        let gate = |trace| (parts.gate)(&self.approval, trace, self.harness);
        let gate = match judged.report() {
            Some(judged) => gate(Some(judged.trace)),
            None if is_blank(&self.approval) => None,
            None => gate(Trace::parse(&self.trace).ok().as_ref()),
        };
        (judged, gate)
    }
}

/// A report with the policy and the trace that it is about.
#[derive(Clone, Copy)]
pub struct Reported<'a> {
    /// The policy.
    pub policy: &'a Policy,
    /// The trace.
    pub trace: &'a Trace,
    /// The report.
    pub report: &'a Report,
}

impl Reported<'_> {
    /// The ids of the findings, in the report's order.
    pub fn finding_ids(self) -> Vec<FindingId> {
        finding_ids(self.policy, self.trace, self.report)
    }

    /// The findings of a trace that fails, the errors before the others: the first is the one to look at.
    pub fn worth_a_look(self) -> Vec<usize> {
        if self.report.passed {
            return Vec::new();
        }
        let mut all: Vec<usize> = (0..self.report.findings.len()).collect();
        sort_by_key(&mut all, |index| {
            self.severity(*index) != Some(Severity::Error)
        });
        all
    }

    fn severity(self, finding: usize) -> Option<Severity> {
        Some(self.report.findings.get(finding)?.severity)
    }

    /// The id that a finding has in a copy of the documents whose strings differ and whose structure does not, if it is
    /// still there. Its number may be another one, and so may the id of its step or the name of an argument; of several
    /// about the same, the first stays the first.
    pub fn follow(self, finding: usize, copy: &Judged) -> Option<FindingId> {
        let copy = copy.report()?;
        let alike = |report: &Report| {
            let wanted = self.report.findings.get(finding);
            let subject = |index: usize| {
                let finding = report.findings.get(index)?;
                Some((finding.rule, finding.trace_node, finding.policy_node))
            };
            let wanted = wanted.map(|found| (found.rule, found.trace_node, found.policy_node));
            let all = 0..report.findings.len();
            all.filter(|index| subject(*index) == wanted)
                .collect::<Vec<_>>()
        };
        let number = alike(self.report)
            .iter()
            .position(|index| *index == finding)?;
        let place = *alike(copy.report).get(number)?;
        copy.finding_ids().get(place).copied()
    }
}

fn is_blank(text: &str) -> bool {
    text.trim_ascii().is_empty()
}

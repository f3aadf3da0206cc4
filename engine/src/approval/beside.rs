//! The gate beside an ARH verdict: steps that the two policy systems of one run judge differently.

use super::outcome::Outcome;
use crate::arh::{Report, Severity};
use crate::order::sort_by_key;

/// How the two systems differ about a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Disagreement {
    /// The gate would have denied it; the ARH policy has no error about it.
    OnlyGateRefuses,
    /// The ARH policy has an error about it; the gate lets it through.
    OnlyReportRefuses,
}

/// A step that the two systems judge differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beside {
    /// The index of the step.
    pub step: u32,
    /// What the gate says to it.
    pub outcome: Outcome,
    /// How they differ.
    pub disagreement: Disagreement,
    /// The index of the first error about the step, where there is one.
    pub finding: Option<u32>,
}

/// The steps about which the gate and a report differ, in the order of the trace. Calls that wait for a person, and those
/// that the adapter claims, are neither let through nor denied yet.
pub fn beside(calls: impl IntoIterator<Item = (u32, Outcome)>, report: &Report) -> Vec<Beside> {
    let mut errors: Vec<(u32, u32)> = report
        .findings
        .iter()
        .zip(0..)
        .filter(|(finding, _)| finding.severity == Severity::Error)
        .filter_map(|(finding, index)| Some((finding.step?, index)))
        .collect();
    sort_by_key(&mut errors, |error| *error);
    let first_error = |step: u32| {
        let at = errors.partition_point(|(other, _)| *other < step);
        let error = errors.get(at).filter(|(other, _)| *other == step);
        error.map(|(_, finding)| *finding)
    };
    calls
        .into_iter()
        .filter_map(|(step, outcome)| {
            let finding = first_error(step);
            let disagreement = match (outcome, finding) {
                (Outcome::Deny, None) => Disagreement::OnlyGateRefuses,
                (Outcome::Allow | Outcome::NotGated, Some(_)) => Disagreement::OnlyReportRefuses,
                _ => return None,
            };
            Some(Beside {
                step,
                outcome,
                disagreement,
                finding,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arh::{DEFAULT_FAIL_UNDER, Policy, Trace, validate};

    #[test]
    fn only_steps_that_one_system_alone_refuses_are_told() {
        let policy = r#"{"policy_id": "p", "allowed_tools": {"e": {}, "f": {}}}"#;
        let steps: Vec<String> = ["a", "b", "c", "d", "e", "f"]
            .iter()
            .enumerate()
            .map(|(index, tool)| {
                format!(r#"{{"step_id": "s{index}", "type": "tool_call", "tool_name": "{tool}"}}"#)
            })
            .collect();
        let trace = format!(
            r#"{{"trace_id": "t", "agent_name": "a", "workflow": "w", "steps": [{}]}}"#,
            steps.join(",")
        );
        let (policy, trace) = (Policy::parse(policy), Trace::parse(&trace));
        let (policy, trace) = (policy.expect("it is valid"), trace.expect("it is valid"));
        let report = validate(&policy, &trace, DEFAULT_FAIL_UNDER).expect("it is decided");
        let outcomes = [
            Outcome::Allow,
            Outcome::NotGated,
            Outcome::Deny,
            Outcome::Ask,
            Outcome::Deny,
            Outcome::Allow,
        ];
        let told: Vec<_> = beside((0..).zip(outcomes), &report)
            .into_iter()
            .map(|beside| {
                let error = beside
                    .finding
                    .map(|index| report.findings[index as usize].step);
                (beside.step, beside.disagreement, error)
            })
            .collect();
        assert_eq!(
            told,
            [
                (0, Disagreement::OnlyReportRefuses, Some(Some(0))),
                (1, Disagreement::OnlyReportRefuses, Some(Some(1))),
                (4, Disagreement::OnlyGateRefuses, None),
            ]
        );
    }
}

//! Runs the two examples of every rule.
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot judge an example fails"
)]

use stepgate_engine::arh::{
    Category, DEFAULT_FAIL_UNDER, Example, Policy, Report, RuleId, Trace, validate,
};

fn judge(example: &Example) -> Report {
    let policy = Policy::parse(example.policy).unwrap();
    let trace = Trace::parse(example.trace).unwrap();
    validate(&policy, &trace, DEFAULT_FAIL_UNDER).unwrap()
}

#[test]
fn failing_examples_give_their_rule() {
    for id in RuleId::ALL {
        let rule = id.rule();
        let report = judge(&rule.failing);
        let finding = report.findings.iter().find(|finding| finding.rule == id);
        let finding = finding.unwrap_or_else(|| unreachable!("{} is not found", rule.id));
        assert_eq!(finding.severity, rule.severity, "{}", rule.id);
        assert_eq!(finding.rule.rule().category, rule.category, "{}", rule.id);
        // Coverage cannot be short without an uncited response.
        let others: Vec<&str> = report
            .findings
            .iter()
            .filter(|finding| finding.rule != id)
            .map(|finding| finding.rule.rule().id)
            .collect();
        let expected: &[&str] = if id == RuleId::Grd002 {
            &["ARH-GRD-001"]
        } else {
            &[]
        };
        assert_eq!(others, expected, "{}", rule.id);
    }
}

#[test]
fn passing_examples_are_clean() {
    for id in RuleId::ALL {
        let rule = id.rule();
        let report = judge(&rule.passing);
        assert!(
            report.findings.is_empty() && report.passed,
            "{}: {:?}",
            rule.id,
            report.findings
        );
    }
}

#[test]
fn rows_are_complete() {
    for id in RuleId::ALL {
        let rule = id.rule();
        assert_eq!(RuleId::from_id(rule.id), Some(id));
        for text in [
            rule.title,
            rule.explanation,
            rule.remediation,
            rule.spec_section,
        ] {
            assert!(!text.is_empty(), "{}", rule.id);
        }
    }
    assert_eq!(RuleId::from_id("ARH-SCH-011"), None);
    assert!(
        Category::ALL
            .into_iter()
            .all(|category| RuleId::ALL.iter().any(|id| id.rule().category == category))
    );
}

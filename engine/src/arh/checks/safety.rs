//! Safety: the specification's "unsafe_patterns".

use super::{Findings, Words, cut};
use crate::arh::finding::Tally;
use crate::arh::policy::Policy;
use crate::arh::rules::RuleId;
use crate::arh::trace::{Step, Trace};
use crate::pattern::{PatternSet, StepLimitExceeded};
use crate::source::{Document, NodeId, Text};

/// Searches every text the agent produced or passed on: in each step its text, the strings in its output and its
/// arguments at any depth, and its error, in this order.
///
/// # Errors
/// The clause of a pattern that could not be decided within the step bound.
pub(in crate::arh) fn check_safety(
    policy: &Policy,
    patterns: &PatternSet,
    trace: &Trace,
    findings: &mut Findings,
) -> Result<Tally, (NodeId, StepLimitExceeded)> {
    let clauses = &policy.unsafe_patterns.clauses;
    if clauses.is_empty() {
        return Ok(Tally::NotApplicable("the policy has no unsafe patterns"));
    }
    let clause_of = |index: usize| {
        clauses
            .get(index)
            .copied()
            .unwrap_or(policy.document.root())
    };
    let before = findings.found.len();
    let mut texts: u64 = 0;
    let mut matches = Vec::new();
    let mut undecided = None;
    for (index, step) in trace.steps.iter().enumerate() {
        for_each_text(&trace.document, step, &mut |node, text| {
            texts += 1;
            matches.clear();
            if let Err((pattern, limit)) = patterns.find_all(text, &mut matches) {
                undecided.get_or_insert((clause_of(pattern), limit));
            }
            for (pattern, range) in &matches {
                let clause = clause_of(*pattern);
                let source = policy
                    .document
                    .string(clause)
                    .map_or_else(String::new, |source| cut(&source.display()));
                let found = cut(&sliced(text, range.start, range.end));
                findings.at(
                    RuleId::Saf001,
                    index,
                    node,
                    clause,
                    Words {
                        message: format!("the unsafe pattern `{source}` matches `{found}`").into(),
                        expected: format!("no text that `{source}` matches").into(),
                        observed: format!("`{found}`").into(),
                    },
                );
            }
        });
        if let Some(undecided) = undecided {
            return Err(undecided);
        }
    }
    if texts == 0 {
        return Ok(Tally::NotApplicable("the trace has no texts to search"));
    }
    let violations = (findings.found.len() - before) as u64;
    Ok(Tally::Checks {
        passed: texts.saturating_sub(violations),
        total: texts,
    })
}

fn for_each_text<'a>(
    document: &'a Document,
    step: &Step,
    visit: &mut impl FnMut(NodeId, Text<'a>),
) {
    for field in [step.text, step.output, step.arguments, step.error]
        .into_iter()
        .flatten()
    {
        document.for_each_string(field, visit);
    }
}

/// The characters in a range of bytes.
fn sliced(text: Text<'_>, start: usize, end: usize) -> String {
    match text {
        Text::Utf8(text) => text.get(start..end).unwrap_or_default().to_owned(),
        Text::Wtf8(bytes) => Text::Wtf8(bytes.get(start..end).unwrap_or_default()).to_string(),
    }
}

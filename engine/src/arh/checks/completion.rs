//! Completion: the specification's "completion".

use super::{Findings, Words, counted, field_or_step};
use crate::arh::finding::Tally;
use crate::arh::policy::Policy;
use crate::arh::rules::RuleId;
use crate::arh::trace::{Status, StepKind, Trace};
use crate::source::{Integer, is_blank};

/// Checks how the trace ends, and how long it is.
pub(in crate::arh) fn check_completion(
    policy: &Policy,
    trace: &Trace,
    findings: &mut Findings,
) -> Tally {
    let completion = &policy.completion;
    let final_response = completion.require_final_response;
    if !final_response.value && completion.max_steps.is_none() {
        return Tally::NotApplicable("the policy has no completion rules");
    }
    let (mut passed, mut total) = (0, 0);
    if final_response.value {
        total += 1;
        let words = |observed: &'static str| Words {
            message: format!(
                "the trace does not end with a successful response that says something: {observed}"
            )
            .into(),
            expected:
                "a last step of type `model_response` with status `ok` and a text that is not blank"
                    .into(),
            observed: observed.into(),
        };
        match trace.steps.split_last() {
            None => findings.whole(
                RuleId::Cmp001,
                final_response.clause,
                words("there are no steps"),
            ),
            Some((last, before)) => {
                let blank = last
                    .text
                    .and_then(|node| trace.document.string(node))
                    .is_none_or(is_blank);
                let problem = if last.kind != StepKind::ModelResponse {
                    Some((Some(last.type_node), "the last step is a tool call"))
                } else if last.status != Status::Ok {
                    Some((
                        last.status_node.or(last.error),
                        "the last step has status `error`",
                    ))
                } else if blank {
                    Some((last.text, "the last step has no text"))
                } else {
                    None
                };
                match problem {
                    None => passed += 1,
                    Some((field, observed)) => {
                        let node = field_or_step(last, field);
                        findings.at(
                            RuleId::Cmp001,
                            before.len(),
                            node,
                            final_response.clause,
                            words(observed),
                        );
                    }
                }
            }
        }
    }
    if let Some(max_steps) = &completion.max_steps {
        total += 1;
        let steps = trace.steps.len() as u64;
        if Integer::from(steps) <= max_steps.value {
            passed += 1;
        } else {
            findings.whole(
                RuleId::Cmp002,
                max_steps.clause,
                Words {
                    message: format!(
                        "the trace has {}, more than the {} it may have",
                        counted(steps, "step"),
                        max_steps.value
                    )
                    .into(),
                    expected: format!("at most {}", counted(&max_steps.value, "step")).into(),
                    observed: counted(steps, "step").into(),
                },
            );
        }
    }
    Tally::Checks { passed, total }
}

//! Grounding: the specification's "grounding".

use super::url::is_http_url_with_host;
use super::{Findings, Words, counted, field_or_step, shown};
use crate::arh::finding::Tally;
use crate::arh::policy::Policy;
use crate::arh::rules::{RuleId, Severity};
use crate::arh::trace::{Step, StepKind, Trace};
use crate::source::{Document, Kind, NodeId, is_blank};

/// Checks the citations of the responses that ask for grounding. Also gives the share of them that is cited, from 0
/// to 1, or `None` when there are none.
pub(in crate::arh) fn check_grounding(
    policy: &Policy,
    trace: &Trace,
    findings: &mut Findings,
) -> (Tally, Option<f64>) {
    let grounding = &policy.grounding;
    let (mut cited, mut grounded) = (0u64, 0u64);
    for (index, step) in trace.steps.iter().enumerate() {
        if step.kind != StepKind::ModelResponse || !step.requires_grounding {
            continue;
        }
        grounded += 1;
        if step.cited {
            cited += 1;
            if grounding.require_valid_citation_urls.value {
                check_citations(findings, policy, trace, index, step);
            }
            continue;
        }
        let required = grounding.require_citations;
        findings.at(
            RuleId::Grd001,
            index,
            field_or_step(step, step.citations_node),
            required.clause,
            Words {
                message: "a response that asks for grounding has no citations".into(),
                expected: "at least one citation".into(),
                observed: "no citations".into(),
            },
        );
        findings.with_severity(if required.value {
            Severity::Error
        } else {
            Severity::Warning
        });
    }
    if grounded == 0 {
        return (Tally::NotApplicable("no response asks for grounding"), None);
    }
    let coverage = cited as f64 / grounded as f64;
    let minimum = grounding.min_citation_coverage;
    if coverage < minimum.value {
        let wanted = shown(&policy.document, minimum.clause);
        findings.whole(RuleId::Grd002, minimum.clause, Words {
            message: format!(
                "{cited} of {} that ask for grounding have citations, a share of {coverage:.4}, below the minimum of {wanted}",
                counted(grounded, "response")
            ).into(),
            expected: format!(">= {wanted}").into(),
            observed: format!("{cited} of {grounded}, or {coverage:.4}").into(),
        });
    }
    (
        Tally::Coverage {
            cited,
            grounded,
            minimum: minimum.value,
        },
        Some(coverage),
    )
}

fn check_citations(
    findings: &mut Findings,
    policy: &Policy,
    trace: &Trace,
    index: usize,
    step: &Step,
) {
    let document = &trace.document;
    let clause = policy.grounding.require_valid_citation_urls.clause;
    let Some(citations) = step.citations_node else {
        return;
    };
    let mut malformed = |number: usize, node: NodeId| {
        findings.at(RuleId::Grd003, index, node, clause, Words {
            message: format!("citation {number} has neither an http(s) `url` with a host nor, without a `url`, a non-empty `source`").into(),
            expected: "an object with an http(s) `url`, or with a `source`".into(),
            observed: shown(document, node).into(),
        });
    };
    match document.kind(citations) {
        Kind::Array => {
            for (number, citation) in document.elements(citations).enumerate() {
                if !is_valid(document, citation) {
                    malformed(number + 1, citation);
                }
            }
        }
        // The reference takes an object for the list of its keys and a text for the list of its characters, none of
        // which is a valid citation.
        Kind::Object => {
            (1..=document.len(citations)).for_each(|number| malformed(number, citations))
        }
        _ => {
            let characters = document
                .string(citations)
                .map_or(0, |text| text.code_points().count());
            (1..=characters).for_each(|number| malformed(number, citations));
        }
    }
}

fn is_valid(document: &Document, citation: NodeId) -> bool {
    let set = |name| {
        document
            .get(citation, name)
            .filter(|node| document.kind(*node) != Kind::Null)
    };
    // A `url` that is there decides alone.
    match set("url") {
        Some(url) => document.string(url).is_some_and(is_http_url_with_host),
        None => set("source")
            .and_then(|source| document.string(source))
            .is_some_and(|source| !is_blank(source)),
    }
}

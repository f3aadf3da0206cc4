//! Reading the other sections of a policy.

use super::{Budgets, Completion, ErrorHandling, Grounding, Limit, ListedTool, Sequence};
use crate::arh::fields::{Fields, Read, Refusal, Setting, refuse};
use crate::pattern::{CharacterNames, PatternError, PatternSet};
use crate::problem::{DocumentKind, Problem, ProblemKind};
use crate::source::{
    Document, Integer, Kind, NodeId, Number, Text, float_from_text, printed, read_double, type_name,
};
use hashbrown::HashSet;

pub(super) fn read_pattern_list(root: &Fields<'_>) -> Read<Vec<NodeId>> {
    let Some(node) = root.get_truthy("unsafe_patterns") else {
        return Ok(Vec::new());
    };
    let document = root.document;
    if document.kind(node) != Kind::Array {
        return refuse(
            document,
            node,
            format!(
                "`unsafe_patterns` must be an array of regular expressions, not {}",
                type_name(document.kind(node))
            ),
        );
    }
    strings(document, node, "unsafe_patterns")
}

/// The elements of an array, which must all be strings.
fn strings(document: &Document, node: NodeId, name: &str) -> Read<Vec<NodeId>> {
    document
        .elements(node)
        .map(|element| match document.kind(element) {
            Kind::String => Ok(element),
            kind => refuse(
                document,
                element,
                format!(
                    "`{name}` must hold strings only, and this is {}",
                    type_name(kind)
                ),
            ),
        })
        .collect()
}

pub(super) fn compile_unsafe_patterns(
    document: &Document,
    clauses: &[NodeId],
    names: &dyn CharacterNames,
) -> Result<PatternSet, Box<Problem>> {
    let sources = clauses
        .iter()
        .map(|clause| document.string(*clause).unwrap_or(Text::Utf8("")));
    PatternSet::compile(sources, names).map_err(|(index, error)| {
        let clause = clauses.get(index).copied().unwrap_or(document.root());
        let refusal = invalid_pattern(
            document,
            clause,
            "this unsafe pattern is no valid regular expression".into(),
            error,
        );
        Box::new(refusal.about(DocumentKind::Policy))
    })
}

pub(super) fn invalid_pattern(
    document: &Document,
    node: NodeId,
    subject: String,
    error: PatternError,
) -> Refusal {
    let length = document
        .string(node)
        .map_or(0, |text| text.as_bytes().len());
    let from = error.offset.min(length);
    Refusal {
        kind: ProblemKind::Pattern,
        message: format!("{subject}: {}", error.message),
        place: document.place_in_string(node, from, (from + 1).min(length)),
    }
}

pub(super) fn read_budgets(section: &Fields<'_>) -> Read<Budgets> {
    let max_total_tokens = section.count("max_total_tokens", 0)?;
    let limit = |name| {
        section.get_set(name).map(|node| {
            let value = match section.document.kind(node) {
                Kind::True => Limit::Number(Number::Int(Integer::Small(1))),
                Kind::False => Limit::Number(Number::Int(Integer::Small(0))),
                _ => {
                    Number::read(section.document, node).map_or(Limit::NotComparable, Limit::Number)
                }
            };
            Setting {
                value,
                clause: node,
            }
        })
    };
    Ok(Budgets {
        max_step_latency_ms: limit("max_step_latency_ms"),
        max_total_latency_ms: limit("max_total_latency_ms"),
        max_total_cost_usd: limit("max_total_cost_usd"),
        max_total_tokens,
    })
}

pub(super) fn read_grounding(section: &Fields<'_>) -> Read<Grounding> {
    let require_citations = section.flag("require_citations");
    let min_citation_coverage = match section.get("min_citation_coverage") {
        None => Setting {
            value: 0.0,
            clause: section.node,
        },
        Some(node) => Setting {
            value: read_coverage(section.document, node)?,
            clause: node,
        },
    };
    Ok(Grounding {
        require_citations,
        min_citation_coverage,
        require_valid_citation_urls: section.flag("require_valid_citation_urls"),
    })
}

fn read_coverage(document: &Document, node: NodeId) -> Read<f64> {
    let raw = document.raw(node);
    let value = match document.kind(node) {
        Kind::True => Some(1.0),
        Kind::False => Some(0.0),
        Kind::Int => Some(Integer::parse(raw).to_double()).filter(|value| value.is_finite()),
        Kind::Float => Some(read_double(raw)),
        Kind::String => document.string(node).and_then(float_from_text),
        Kind::Null | Kind::Array | Kind::Object => None,
    };
    match value {
        Some(value) => Ok(value),
        None => refuse(
            document,
            node,
            "`min_citation_coverage` must be a number from 0 to 1; leave it out to ask for none",
        ),
    }
}

pub(super) fn read_sequence(section: &Fields<'_>) -> Read<Sequence> {
    let list = |name: &str| -> Read<Vec<ListedTool>> {
        let Some(node) = section.get_truthy(name) else {
            return Ok(Vec::new());
        };
        let document = section.document;
        if document.kind(node) != Kind::Array {
            return refuse(
                document,
                node,
                format!(
                    "`{name}` of `sequence` must be an array of tool names, not {}",
                    type_name(document.kind(node))
                ),
            );
        }
        let clauses = strings(document, node, name)?;
        Ok(clauses
            .into_iter()
            .map(|clause| ListedTool {
                name: printed(document, clause),
                clause,
            })
            .collect())
    };
    let sequence = Sequence {
        required_tools: list("required_tools")?,
        forbidden_tools: list("forbidden_tools")?,
        call_order: list("call_order")?,
    };
    check_sequence_lists(section.document, &sequence)?;
    Ok(sequence)
}

/// A tool is not both required and forbidden, and stands in the order once.
fn check_sequence_lists(document: &Document, sequence: &Sequence) -> Read<()> {
    let required: HashSet<Text<'_>> = sequence
        .required_tools
        .iter()
        .map(|tool| tool.name.as_text())
        .collect();
    if let Some(tool) = sequence
        .forbidden_tools
        .iter()
        .find(|tool| required.contains(&tool.name.as_text()))
    {
        return refuse(
            document,
            tool.clause,
            format!(
                "tool `{}` is both required and forbidden",
                tool.name.as_text()
            ),
        );
    }
    let mut seen = HashSet::new();
    if let Some(tool) = sequence
        .call_order
        .iter()
        .find(|tool| !seen.insert(tool.name.as_text()))
    {
        return refuse(
            document,
            tool.clause,
            format!(
                "tool `{}` stands more than once in `call_order`",
                tool.name.as_text()
            ),
        );
    }
    Ok(())
}

pub(super) fn read_error_handling(section: &Fields<'_>) -> Read<ErrorHandling> {
    Ok(ErrorHandling {
        max_attempts: section.count("max_attempts", 1)?,
        require_retry_on_error: section.flag("require_retry_on_error"),
    })
}

pub(super) fn read_completion(section: &Fields<'_>) -> Read<Completion> {
    Ok(Completion {
        max_steps: section.count("max_steps", 1)?,
        require_final_response: section.flag("require_final_response"),
    })
}

//! The report as JSON: the reference's keys and ours, as in `schemas/arh-report.schema.json`.
//!
//! Meant for `serde_json`: text with lone surrogates needs its raw values.

use crate::EngineEntry;
use crate::arh::{CategoryScore, Finding, Policy, Report, Trace, hints, round};
use crate::problem::{DocumentKind, Place};
use crate::source::{Integer, Text, write_json_ascii};
use serde::ser::{Error as _, Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

/// How text that is no UTF-8 is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoneSurrogates {
    /// As the JSON escape `\ud800`, which reads back as what it was.
    Escaped,
    /// As the six characters `\ud800`, which every strict reader takes.
    Spelled,
}

/// One entry of a report: the verdict on one trace.
#[derive(serde::Serialize)]
#[expect(missing_docs, reason = "the keys are those of the report format")]
pub struct ReportEntry<'a> {
    pub trace_id: JsonText<'a>,
    pub agent_name: JsonText<'a>,
    pub workflow: JsonText<'a>,
    pub policy_id: JsonText<'a>,
    pub score: f64,
    pub passed: bool,
    pub total_latency_ms: Double,
    pub total_cost_usd: Double,
    pub citation_coverage: Option<f64>,
    pub findings: Vec<FindingEntry<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_tokens: Option<&'a Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_path: Option<&'a str>,
    pub categories: Categories<'a>,
    pub hints: Vec<HintEntry>,
    pub engine: EngineEntry,
}

impl<'a> ReportEntry<'a> {
    /// Writes out a report on a trace.
    pub fn new(
        policy: &'a Policy,
        trace: &'a Trace,
        report: &'a Report,
        lone: LoneSurrogates,
    ) -> ReportEntry<'a> {
        let text = |text| JsonText { text, lone };
        ReportEntry {
            trace_id: text(trace.id()),
            agent_name: text(trace.agent_name()),
            workflow: text(trace.workflow()),
            policy_id: text(policy.id()),
            score: round(report.score, 2),
            passed: report.passed,
            total_latency_ms: Double(report.total_latency_ms),
            total_cost_usd: Double(report.total_cost_usd),
            citation_coverage: report.citation_coverage.map(|coverage| round(coverage, 4)),
            findings: report
                .findings
                .iter()
                .map(|finding| FindingEntry::new(policy, trace, finding, lone))
                .collect(),
            total_tokens: report.total_tokens.as_ref(),
            source_path: None,
            categories: Categories(&report.categories),
            hints: hint_entries(policy, trace),
            engine: EngineEntry::THIS,
        }
    }
}

/// A finding with its anchors.
#[derive(serde::Serialize)]
pub struct FindingEntry<'a> {
    pub severity: &'static str,
    pub category: &'static str,
    pub message: &'a str,
    pub step_id: Option<JsonText<'a>>,
    pub rule_id: &'static str,
    pub expected: &'a str,
    pub observed: &'a str,
    pub remediation: &'static str,
    pub trace: StepAnchor,
    pub policy: Option<Place>,
}

impl<'a> FindingEntry<'a> {
    fn new(
        policy: &Policy,
        trace: &'a Trace,
        finding: &'a Finding,
        lone: LoneSurrogates,
    ) -> FindingEntry<'a> {
        let rule = finding.rule.rule();
        let step = finding
            .step
            .and_then(|index| trace.steps().get(index as usize));
        FindingEntry {
            severity: finding.severity.name(),
            category: rule.category.name(),
            message: &finding.message,
            step_id: step.map(|step| JsonText {
                text: trace.step_id(step),
                lone,
            }),
            rule_id: rule.id,
            expected: &finding.expected,
            observed: &finding.observed,
            remediation: rule.remediation,
            trace: StepAnchor {
                step_index: finding.step,
                place: trace.place(finding.trace_node),
            },
            policy: finding.policy_node.map(|node| policy.place(node)),
        }
    }
}

/// A place in a trace, with the step it is about.
#[derive(serde::Serialize)]
pub struct StepAnchor {
    /// The step's index, from 0; `None` for the trace as a whole.
    pub step_index: Option<u32>,
    /// The place.
    #[serde(flatten)]
    pub place: Place,
}

/// The categories by name.
pub struct Categories<'a>(pub &'a [CategoryScore; 7]);

impl Serialize for Categories<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for score in self.0 {
            map.serialize_entry(score.category.name(), &CategoryEntry::new(score))?;
        }
        map.end()
    }
}

/// How a category counted.
#[derive(serde::Serialize)]
pub struct CategoryEntry {
    pub applicable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    pub score: Option<f64>,
    pub passed: u64,
    pub total: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum: Option<Double>,
    pub weight: f64,
    pub effective_weight: f64,
    pub contribution: f64,
}

impl CategoryEntry {
    fn new(score: &CategoryScore) -> CategoryEntry {
        CategoryEntry {
            applicable: score.applicable(),
            reason: score.reason,
            score: score.score,
            passed: score.passed,
            total: score.total,
            minimum: score.minimum.map(Double),
            weight: score.weight,
            effective_weight: score.effective_weight,
            contribution: score.contribution,
        }
    }
}

/// A hint with its place.
#[derive(serde::Serialize)]
pub struct HintEntry {
    pub kind: &'static str,
    pub document: DocumentKind,
    #[serde(flatten)]
    pub place: Place,
    pub message: String,
    pub suggestion: Option<String>,
}

/// All hints on a policy and a trace.
fn hint_entries(policy: &Policy, trace: &Trace) -> Vec<HintEntry> {
    hints(policy, trace)
        .into_iter()
        .map(|hint| HintEntry {
            kind: hint.kind.name(),
            document: hint.document,
            place: hint.place,
            message: hint.message,
            suggestion: hint.suggestion,
        })
        .collect()
}

/// A double; one that is not finite is written as `"Infinity"`, `"-Infinity"` or `"NaN"`.
#[derive(Clone, Copy)]
pub struct Double(pub f64);

impl Serialize for Double {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            value if value.is_finite() => serializer.serialize_f64(value),
            value if value.is_nan() => serializer.serialize_str("NaN"),
            value if value > 0.0 => serializer.serialize_str("Infinity"),
            _ => serializer.serialize_str("-Infinity"),
        }
    }
}

/// An integer beyond 64 bits is written as text.
impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Integer::Small(small) => serializer.serialize_i64(*small),
            Integer::Big(big) => match u64::try_from(&**big) {
                Ok(unsigned) => serializer.serialize_u64(unsigned),
                Err(_) => serializer.collect_str(big),
            },
        }
    }
}

/// A text of a document.
#[derive(Clone, Copy)]
pub struct JsonText<'a> {
    /// The text.
    pub text: Text<'a>,
    /// How to write what is no UTF-8.
    pub lone: LoneSurrogates,
}

impl Serialize for JsonText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.text, self.lone) {
            (Text::Utf8(text), _) => serializer.serialize_str(text),
            (text, LoneSurrogates::Spelled) => serializer.collect_str(&text),
            (text, LoneSurrogates::Escaped) => {
                let mut escaped = String::new();
                write_json_ascii(text, &mut escaped);
                RawValue::from_string(escaped)
                    .map_err(S::Error::custom)?
                    .serialize(serializer)
            }
        }
    }
}

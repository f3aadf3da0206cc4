//! Holds samples, rule examples and reports against the JSON Schemas in `schemas/`.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot read its data fails")]

mod common;

use common::{policy_samples, read_json};
use jsonschema::Validator;
use serde_json::{Value, json};
use stepgate_engine::arh::{DEFAULT_FAIL_UNDER, Policy, RuleId, Trace, validate};
use stepgate_engine::export::{LoneSurrogates, ReportEntry};

/// What is wrong on purpose: the schemas are for writing well, and these documents show what happens otherwise.
const WRONG_ON_PURPOSE: [&str; 4] = [
    // Nearly every clause of it is misread; that is what it shows.
    "hints-only.policy",
    // A misspelt budget.
    "refund-paid-twice.policy",
    // An unknown type name, as in the example of ARH-SCH-006.
    "payment-arguments.policy",
    "ARH-SCH-006 failing.policy",
];

/// A policy and a trace with a name to tell them by.
struct Pair {
    name: String,
    policy: String,
    trace: String,
}

fn pairs() -> Vec<Pair> {
    let mut pairs: Vec<Pair> = policy_samples()
        .into_iter()
        .map(|(name, policy, trace)| Pair {
            name,
            policy,
            trace,
        })
        .collect();
    for rule in RuleId::ALL.map(RuleId::rule) {
        for (which, example) in [("failing", rule.failing), ("passing", rule.passing)] {
            pairs.push(Pair {
                name: format!("{} {which}", rule.id),
                policy: example.policy.into(),
                trace: example.trace.into(),
            });
        }
    }
    pairs
}

fn schema(name: &str) -> Validator {
    let schema: Value = read_json(&format!("schemas/arh-{name}.schema.json"));
    jsonschema::meta::validate(&schema).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}

/// What the schema has against a document.
fn complaints(schema: &Validator, document: &Value) -> Vec<String> {
    schema
        .iter_errors(document)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

#[test]
fn samples_and_examples_are_well_formed() {
    let (policy_schema, trace_schema) = (schema("policy"), schema("trace"));
    for pair in pairs() {
        for (document, schema, text) in [
            ("policy", &policy_schema, &pair.policy),
            ("trace", &trace_schema, &pair.trace),
        ] {
            let name = format!("{}.{document}", pair.name);
            let found = complaints(schema, &serde_json::from_str(text).unwrap());
            assert_eq!(
                WRONG_ON_PURPOSE.contains(&name.as_str()),
                !found.is_empty(),
                "{name}: {found:?}"
            );
        }
    }
}

#[test]
fn reports_are_well_formed() {
    let schema = schema("report");
    for pair in pairs() {
        let policy = Policy::parse(&pair.policy).unwrap();
        let trace = Trace::parse(&pair.trace).unwrap();
        let report = validate(&policy, &trace, DEFAULT_FAIL_UNDER).unwrap();
        let entry = serde_json::to_value(ReportEntry::new(
            &policy,
            &trace,
            &report,
            LoneSurrogates::Spelled,
        ))
        .unwrap();
        let file = json!({
            "schema_version": "1",
            "engine": entry["engine"],
            "summary": {
                "total_traces": 1,
                "passed_traces": i32::from(report.passed),
                "failed_traces": i32::from(!report.passed),
                "average_score": entry["score"],
            },
            "reports": [entry],
            "invalid_files": [],
        });
        assert_eq!(
            complaints(&schema, &file),
            Vec::<String>::new(),
            "{}",
            pair.name
        );
    }
}

#[test]
fn schemas_refuse_what_they_should() {
    let policy = schema("policy");
    for wrong in [
        json!({}),
        json!({"policy_id": "p", "schema_version": "2"}),
        json!({"policy_id": "p", "budgets": {"max_total_latency": 1}}),
        json!({"policy_id": "p", "sequence": {"call_order": ["f"]}}),
        json!({"policy_id": "p", "allow_unlisted_tools": "false"}),
        json!({"policy_id": "p", "allowed_tools": {"f": {"required_arguments": {"v": "string"}}}}),
        json!({"policy_id": "p", "grounding": {"min_citation_coverage": 80}}),
    ] {
        assert!(!policy.is_valid(&wrong), "{wrong}");
    }
    let trace = schema("trace");
    for wrong in [
        json!({"trace_id": "t", "agent_name": "a", "workflow": "w"}),
        json!({"trace_id": "t", "agent_name": "a", "workflow": "w", "steps": [{"step_id": "s"}]}),
        json!({"trace_id": "t", "agent_name": "a", "workflow": "w", "steps": [{"step_id": "s", "type": "tool_call", "latency_ms": -1}]}),
    ] {
        assert!(!trace.is_valid(&wrong), "{wrong}");
    }
}

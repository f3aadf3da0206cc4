//! Holds the engine against the reference's verdicts: hand-made cases, random pairs, and the ledger of our deliberate
//! differences.

mod common;

use common::{line_and_column, read_lines, utf16_slice};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use stepgate_engine::arh::{DEFAULT_FAIL_UNDER, Policy, Report, Trace, round, validate};
use stepgate_engine::export::{LoneSurrogates, ReportEntry};
use stepgate_engine::{DocumentKind, Problem};

/// A line of the case files. A document is an object, or its text in a string.
#[derive(Deserialize)]
struct Case {
    id: Value,
    policy: Box<RawValue>,
    trace: Box<RawValue>,
    fail_under: Option<Value>,
    expect: Expect,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    ok: bool,
    /// At which stage the reference refuses; the document to blame says as much.
    #[serde(rename = "where")]
    _stage: Option<String>,
    /// For a refusal, the document to blame.
    document: Option<String>,
    /// `false` where the reference crashes or hangs: any answer of ours is better.
    clean: Option<bool>,
    /// A citation URL makes the reference give up; ARH-GRD-003 is better.
    #[serde(default)]
    url_stop: bool,
    /// For a refusal in the ledger, where we point.
    pointer: Option<String>,
    findings: Option<Value>,
    score: Option<f64>,
    passed: Option<bool>,
    total_latency_ms: Option<Value>,
    total_cost_usd: Option<Value>,
    citation_coverage: Option<Value>,
    total_tokens: Option<Value>,
    categories: Option<std::collections::BTreeMap<String, Category>>,
}

#[derive(Deserialize)]
struct Category {
    applicable: bool,
    score: f64,
}

fn text_of(document: &RawValue) -> String {
    serde_json::from_str(document.get()).unwrap_or_else(|_| document.get().to_owned())
}

struct Judged {
    policy: Policy,
    trace: Trace,
    report: Report,
}

fn judge(
    policy: &str,
    trace: &str,
    fail_under: Option<&Value>,
) -> Result<Judged, (DocumentKind, Option<Problem>)> {
    let blame = |problem: Problem| (problem.document, Some(problem));
    let policy = Policy::parse(policy).map_err(blame)?;
    let trace = Trace::parse(trace).map_err(blame)?;
    let fail_under = match fail_under {
        None => DEFAULT_FAIL_UNDER,
        Some(value) => value.as_f64().ok_or((DocumentKind::Options, None))?,
    };
    let report = validate(&policy, &trace, fail_under).map_err(blame)?;
    Ok(Judged {
        policy,
        trace,
        report,
    })
}

/// What differs from what is expected, in words.
fn difference(case: &Case) -> Option<String> {
    let expect = &case.expect;
    let (policy, trace) = (text_of(&case.policy), text_of(&case.trace));
    let judged = match judge(&policy, &trace, case.fail_under.as_ref()) {
        Err((document, problem)) => {
            let message = problem.as_ref().map_or("", |problem| &problem.message);
            if expect.clean == Some(false) {
                let told = matches!(document, DocumentKind::Policy | DocumentKind::Trace)
                    && !message.is_empty();
                return (!told).then(|| format!("refused without a reason: {}", document.name()));
            }
            if expect.ok || expect.document.as_deref() != Some(document.name()) {
                return Some(format!("refused: {}: {message}", document.name()));
            }
            let pointer = problem.as_ref().map(|problem| &problem.place.pointer);
            return match (&expect.pointer, pointer) {
                (Some(wanted), Some(pointer)) if wanted != pointer => {
                    Some(format!("points at {pointer:?}"))
                }
                _ => None,
            };
        }
        Ok(judged) => judged,
    };
    let entry = ReportEntry::new(
        &judged.policy,
        &judged.trace,
        &judged.report,
        LoneSurrogates::Spelled,
    );
    let entry = serde_json::to_value(&entry).unwrap_or_default();
    let findings = entry["findings"].as_array().map_or(&[][..], Vec::as_slice);
    if let Some(problem) = findings
        .iter()
        .find_map(|finding| misplaced(finding, &policy, &trace))
    {
        return Some(problem);
    }
    let short: Vec<Value> = findings
        .iter()
        .map(|f| serde_json::json!([f["severity"], f["category"], f["rule_id"], f["step_id"]]))
        .collect();
    if expect.clean == Some(false) {
        return None;
    }
    if expect.url_stop {
        let found = findings
            .iter()
            .any(|finding| finding["rule_id"] == "ARH-GRD-003");
        return (!found).then(|| "a bad citation URL without ARH-GRD-003".into());
    }
    if !expect.ok {
        return Some("accepted".into());
    }
    if expect
        .findings
        .as_ref()
        .is_some_and(|wanted| *wanted != Value::Array(short.clone()))
    {
        return Some(format!("findings {short:?}"));
    }
    let same = |name: &str, wanted: &Option<Value>| match wanted {
        Some(wanted) if !close(entry.get(name).unwrap_or(&Value::Null), wanted) => {
            Some(format!("{name} {}", entry[name]))
        }
        _ => None,
    };
    if expect
        .score
        .is_some_and(|wanted| wanted != round(judged.report.score, 2))
    {
        return Some(format!("score {}", judged.report.score));
    }
    if expect
        .passed
        .is_some_and(|wanted| wanted != judged.report.passed)
    {
        return Some(format!("passed {}", judged.report.passed));
    }
    for (name, wanted) in expect.categories.iter().flatten() {
        let have = &entry["categories"][name];
        if have["applicable"] != wanted.applicable
            || (wanted.applicable && !close(&have["score"], &Value::from(wanted.score)))
        {
            return Some(format!("category {name}: {have}"));
        }
    }
    same("total_latency_ms", &expect.total_latency_ms)
        .or_else(|| same("total_cost_usd", &expect.total_cost_usd))
        .or_else(|| same("citation_coverage", &expect.citation_coverage))
        .or_else(|| same("total_tokens", &expect.total_tokens))
}

fn close(a: &Value, b: &Value) -> bool {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0),
        _ => a == b,
    }
}

/// Checks that both anchors of a finding hold exactly the value their pointer names, and that nothing is left
/// unsaid. The documents are read by serde_json, so this only looks at those it can read.
fn misplaced(finding: &Value, policy: &str, trace: &str) -> Option<String> {
    if finding["expected"] == "" || finding["observed"] == "" || finding["message"] == "" {
        return Some(format!("something is left unsaid: {finding}"));
    }
    for (name, text) in [("policy", policy), ("trace", trace)] {
        let anchor = &finding[name];
        if anchor.is_null() {
            let unasked = name == "policy"
                && ["ARH-SCH-002", "ARH-SCH-010"]
                    .iter()
                    .any(|rule| finding["rule_id"] == *rule);
            if !unasked {
                return Some(format!("no {name} anchor: {finding}"));
            }
            continue;
        }
        let Ok(document) = serde_json::from_str::<Value>(text) else {
            continue;
        };
        let pointer = anchor["pointer"].as_str().unwrap_or("?");
        let bound = |at: usize| anchor["range"][at].as_u64().unwrap_or(0) as u32;
        let piece = utf16_slice(text, bound(0), bound(1));
        if document.pointer(pointer) != serde_json::from_str(&piece).ok().as_ref() {
            return Some(format!("{pointer} of the {name} holds {piece:?}"));
        }
        let (line, column) = line_and_column(text, bound(0));
        if anchor["line"] != line || anchor["column"] != column {
            return Some(format!(
                "{pointer} of the {name} is at line {line}, column {column}"
            ));
        }
    }
    None
}

fn hold(file: &str) {
    let cases: Vec<Case> = read_lines(file);
    assert!(!cases.is_empty());
    let differences: Vec<String> = cases
        .iter()
        .filter_map(|case| Some(format!("{}: {}", case.id, difference(case)?)))
        .collect();
    assert!(
        differences.is_empty(),
        "{} of {}:\n{}",
        differences.len(),
        cases.len(),
        differences.join("\n")
    );
}

#[test]
fn judges_every_case_as_the_reference() {
    hold("tests/cases/arh.jsonl");
}

#[test]
fn judges_random_pairs_as_the_reference() {
    hold("tests/cases/random.jsonl");
}

#[test]
fn answers_as_the_ledger_of_differences_says() {
    hold("tests/cases/differences.jsonl");
}

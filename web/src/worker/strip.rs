//! The steps of a trace as parallel lists, for a picture of the run.

use js_sys::{Float64Array, Uint8Array, Uint32Array};
use stepgate_engine::approval::Outcome;
use stepgate_engine::arh::{Report, Severity, Status, StepKind, Trace};

use crate::protocol::Strip;
use crate::strip::{ERROR, MODEL, outcome_bits, severity_bits};

/// The steps of a trace with what was found in each, and what the gate says to some.
pub fn strip(
    trace: &Trace,
    report: Option<&Report>,
    outcomes: impl IntoIterator<Item = (u32, Outcome)>,
) -> Strip {
    let count = trace.steps().len();
    let mut worst: Vec<Option<Severity>> = vec![None; count];
    let mut findings = vec![0u32; count];
    let mut gated: Vec<Option<Outcome>> = vec![None; count];
    for (step, outcome) in outcomes {
        if let Some(gated) = gated.get_mut(step as usize) {
            *gated = Some(outcome);
        }
    }
    for finding in report.map_or(&[][..], |report| &report.findings) {
        let step = finding.step.map_or(usize::MAX, |step| step as usize);
        if let (Some(worst), Some(count)) = (worst.get_mut(step), findings.get_mut(step)) {
            *count += 1;
            *worst = Some(worst.map_or(finding.severity, |worst| worst.min(finding.severity)));
        }
    }
    let mut flags = Vec::with_capacity(count);
    let mut latencies = Vec::with_capacity(count);
    let mut ranges = Vec::with_capacity(count * 2);
    let mut ids = String::new();
    let mut tools = String::new();
    for (index, step) in trace.steps().iter().enumerate() {
        let kind = if step.kind == StepKind::ModelResponse {
            MODEL
        } else {
            0
        };
        let error = if step.status == Status::Error {
            ERROR
        } else {
            0
        };
        let severity = severity_bits(worst.get(index).copied().flatten());
        let outcome = outcome_bits(gated.get(index).copied().flatten());
        flags.push(kind | error | severity | outcome);
        latencies.push(
            step.latency_ms
                .map(|(latency, _)| latency)
                .filter(|latency| latency.is_finite())
                .unwrap_or(0.0),
        );
        let place = trace.place(step.node);
        ranges.extend(<[u32; 2]>::from(place.range));
        push_line(&mut ids, &trace.step_id(step).to_string());
        push_line(
            &mut tools,
            &trace
                .tool_name(step)
                .map(|name| name.to_string())
                .unwrap_or_default(),
        );
    }
    Strip {
        flags: Uint8Array::from(flags.as_slice()).into(),
        latencies: Float64Array::from(latencies.as_slice()).into(),
        ranges: Uint32Array::from(ranges.as_slice()).into(),
        findings: Uint32Array::from(findings.as_slice()).into(),
        ids,
        tools,
    }
}

/// Adds a label of at most 60 characters, without the line feed that ends it.
fn push_line(lines: &mut String, label: &str) {
    let line = label.chars().take(60);
    lines.extend(line.map(|c| if c == '\n' { ' ' } else { c }));
    lines.push('\n');
}

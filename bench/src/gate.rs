//! What reading a large APPROVAL.md and replaying a long trace at its gate take.

use crate::measure::median_ms;
use crate::random::Random;
use serde_json::{Value, json};
use std::fmt::Write as _;
use stepgate_engine::Problem;
use stepgate_engine::approval::{Form, Gate, Harness, Load};
use stepgate_engine::arh::Trace;

/// An APPROVAL.md and a trace for its gate.
pub struct GateWorkload {
    /// What it is called in the table.
    pub name: &'static str,
    /// The policy's text.
    pub approval: String,
    /// The trace's text.
    pub trace: String,
}

/// Classes and entries of the policies, and calls of the traces.
const RULES: usize = 5000;
const CALLS: usize = 10_000;
/// Classes and entries of the smaller policy that the page is measured with.
const RULES_OF_PAGE: usize = 2000;

/// All workloads, `scale` times as large.
pub fn workloads(scale: usize) -> Vec<GateWorkload> {
    let (rules, calls) = (RULES * scale, CALLS * scale);
    vec![
        GateWorkload {
            name: "gate",
            approval: approval(rules, false),
            trace: trace(rules, calls),
        },
        // Every entry begins with `*`, and so has to be tried for every name.
        GateWorkload {
            name: "gate-wildcards",
            approval: approval(rules, true),
            trace: trace(rules, calls),
        },
    ]
}

/// A policy whose classes and tools go by numbers, with prose around it that makes it 1 MB for 5,000 of each.
fn approval(rules: usize, wildcards_first: bool) -> String {
    let mut random = Random::new(4);
    let mut yaml =
        "version: \"0.4.3\"\ndefaults:\n  autonomy: manual\n  unmapped_tool: ask\nclasses:\n"
            .to_owned();
    for number in 0..rules {
        let level = random.choose(&[
            "human-only",
            "manual",
            "supervised-live, live_rate: 0.25",
            "supervised-retro, retro_rate: 0.1",
            "autonomous, limits: { per_action_usd: 40, requests_per_hour: 12 }",
        ]);
        let team = number % 97;
        let pattern = match number % 5 {
            0 => format!("team{team}.work{number}.*"),
            1 => format!("team{team}.*.step{number}"),
            _ => format!("team{team}.work{number}.step"),
        };
        _ = writeln!(yaml, "  {pattern}: {{ autonomy: {level} }}");
    }
    yaml.push_str("tools:\n");
    for number in 0..rules {
        let star = if wildcards_first { "*" } else { "" };
        let glob = match number % 4 {
            0 => format!("{star}mcp__server{number}__*"),
            1 => format!("{star}mcp__*__action{number}"),
            _ => format!("{star}mcp__server{number}__action"),
        };
        // Classes that a rule declares.
        let declared = number - number % 5;
        let class = format!("team{}.work{declared}.run{number}", declared % 97);
        _ = writeln!(yaml, "  - {{ match: \"{glob}\", class: {class} }}");
    }
    let mut text = "# Approvals\n\nWhat the agents of the harbour desk may do.\n\n".to_owned();
    while text.len() + yaml.len() < rules * 200 {
        text.push_str("Each class belongs to one team, which also answers for its level. ");
        text.push_str("Ask the desk before you change one.\n");
    }
    _ = write!(text, "\n```yaml approval-policy\n{yaml}```\n");
    text
}

/// Calls of as many tools as there are calls, of which most are mapped.
fn trace(rules: usize, calls: usize) -> String {
    let steps: Vec<Value> = (0..calls)
        .map(|number| {
            let rule = number % rules;
            let tool = match (number / rules, rule % 4) {
                (0, 0) => format!("mcp__server{rule}__open"),
                (0, 1) => format!("mcp__any__action{rule}"),
                (0, _) => format!("mcp__server{rule}__action"),
                _ => format!("other_tool_{number}"),
            };
            json!({"step_id": format!("s{number}"), "type": "tool_call", "tool_name": tool, "arguments": {}})
        })
        .collect();
    json!({"trace_id": "gate-1", "agent_name": "desk-agent", "workflow": "gate", "steps": steps})
        .to_string()
}

/// The documents for the benchmark of the page, by the names of their files: the policy and the trace of the first
/// workload, and a policy with fewer classes, as a large one may really have.
pub fn files() -> [(&'static str, String); 3] {
    [
        ("gate.APPROVAL.md", approval(RULES_OF_PAGE, false)),
        ("gate-large.APPROVAL.md", approval(RULES, false)),
        ("gate.trace.json", trace(RULES_OF_PAGE, CALLS)),
    ]
}

/// Prints a table: reading the policy, and replaying the trace at its gate, with what ten times as much takes.
pub fn print_table() -> Result<(), Problem> {
    println!(
        "\n| approval policy | bytes | load ms | calls | replay ms | 10 × as large: load, replay took |"
    );
    println!("|---|---|---|---|---|---|");
    for (workload, larger) in workloads(1).iter().zip(workloads(10)) {
        let (load, replay) = measure(workload)?;
        let (larger_load, larger_replay) = measure(&larger)?;
        println!(
            "| {} | {} | {load:.2} | {CALLS} | {replay:.2} | {:.2} ×, {:.2} × |",
            workload.name,
            workload.approval.len(),
            larger_load / load,
            larger_replay / replay,
        );
    }
    Ok(())
}

fn measure(workload: &GateWorkload) -> Result<(f64, f64), Problem> {
    let read = || Load::read(workload.approval.as_str(), Form::Markdown);
    let load = read();
    let trace = Trace::parse(&workload.trace)?;
    Ok((
        median_ms(read),
        median_ms(|| Gate::new(&load, Harness::ClaudeCode).replay(&trace).counts),
    ))
}

//! `stepgate approval replay`: what the gate would have said to a recorded trace.

use super::answers::{DecisionEntry, LoadEntry};
use super::words::{at, clause, write_failure};
use super::{AtHarness, Named, Output, reads_stdin_twice, status, write_json, write_line};
use crate::ExitStatus;
use crate::files::read_text;
use crate::line::on_one_line;
use serde::Serialize;
use std::borrow::Cow;
use std::io;
use std::path::PathBuf;
use stepgate_engine::Place;
use stepgate_engine::approval::Gate;
use stepgate_engine::approval::gate::{Decision, Replay};
use stepgate_engine::approval::tools::ToolVerdict;
use stepgate_engine::approval::words::counted;
use stepgate_engine::arh::Trace;

/// Say what the gate would have done with every tool call of a trace
///
/// The exit code is 1 when the policy fails closed, the trace is invalid or the gate would have denied a call.
#[derive(clap::Args)]
pub struct Arguments {
    /// The policy
    file: PathBuf,
    /// The trace
    trace: PathBuf,
    #[command(flatten)]
    at: AtHarness,
    #[command(flatten)]
    output: Output,
}

#[derive(Serialize)]
struct Body<'a> {
    file: &'a str,
    trace: &'a str,
    trace_id: Cow<'a, str>,
    harness: &'static str,
    load: LoadEntry<'a>,
    counts: Counts,
    calls: Vec<CallEntry<'a>>,
}

#[derive(Serialize)]
struct Counts {
    allow: u32,
    ask: u32,
    deny: u32,
    #[serde(rename = "not-gated")]
    not_gated: u32,
    claimed: u32,
}

#[derive(Serialize)]
struct CallEntry<'a> {
    step_index: u32,
    step_id: Cow<'a, str>,
    place: Place,
    #[serde(flatten)]
    decision: DecisionEntry<'a>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<ExitStatus> {
    if reads_stdin_twice([&arguments.file, &arguments.trace]) {
        return Ok(ExitStatus::Unusable);
    }
    let Some(named) = Named::read(&arguments.file) else {
        return Ok(ExitStatus::Failed);
    };
    let trace_file = arguments.trace.display().to_string();
    let trace = match read_trace(arguments) {
        Ok(trace) => trace,
        Err(told) => {
            let line = format!("error: invalid trace {trace_file}: {told}");
            eprintln!("{}", on_one_line(&line));
            return Ok(ExitStatus::Failed);
        }
    };
    let replay = Gate::new(&named.load, arguments.at.harness).replay(&trace);
    let [allow, ask, deny, not_gated, claimed] = replay.counts;
    if arguments.output.json {
        let body = Body {
            file: &named.file,
            trace: &trace_file,
            trace_id: trace.id().display(),
            harness: arguments.at.harness.name(),
            load: LoadEntry::new(&named.load),
            counts: Counts {
                allow,
                ask,
                deny,
                not_gated,
                claimed,
            },
            calls: calls(&replay, &trace)
                .map(|(step_index, decision)| {
                    let step = &trace.steps()[step_index];
                    CallEntry {
                        step_index: step_index as u32,
                        step_id: trace.step_id(step).display(),
                        place: trace.place(step.node),
                        decision: DecisionEntry::new(&named.load, decision),
                    }
                })
                .collect(),
        };
        write_json("replay", body)?;
    } else {
        print(&named, &trace_file, &trace, &replay)?;
    }
    Ok(status(named.load.policy().is_ok() && deny == 0))
}

fn read_trace(arguments: &Arguments) -> Result<Trace, String> {
    let text = read_text(&arguments.trace).map_err(|unreadable| unreadable.message)?;
    Trace::parse(&text).map_err(|problem| {
        let Place { line, column, .. } = problem.place;
        format!("{}, line {line}, column {column}", problem.message)
    })
}

/// Every call's step and decision.
fn calls<'r, 'l>(
    replay: &'r Replay<'l>,
    trace: &'r Trace,
) -> impl Iterator<Item = (usize, &'r Decision<'l>)> {
    let calls = replay.calls.iter().filter_map(|call| {
        let decision = replay.decisions.get(call.decision as usize)?;
        Some((call.step as usize, decision))
    });
    calls.filter(|(step, _)| *step < trace.steps().len())
}

fn print(named: &Named, trace_file: &str, trace: &Trace, replay: &Replay) -> io::Result<()> {
    write_failure(named)?;
    let counts = counted(replay.counts, |count| count.to_string());
    let id = trace.id();
    write_line(&format!("GATE {trace_file} {id}: {counts}"))?;
    for (index, decision) in calls(replay, trace) {
        let place = trace.place(trace.steps()[index].node);
        let (at, outcome) = (at(trace_file, &place), decision.outcome.told());
        let clause = clause(named, decision.clause);
        let tool = match decision.tool.as_ref() {
            "" => "(no name)",
            name => name,
        };
        let told = told(decision);
        write_line(&format!("  {at}: {outcome} {tool}: {told}{clause}"))?;
    }
    Ok(())
}

/// Why a call is answered so, in a few words.
fn told(decision: &Decision) -> String {
    let class = decision.class.unwrap_or_default();
    let refusal = match decision.refusal {
        Some(refusal) => format!("; {}", refusal.detail.unwrap_or(refusal.code)),
        None => String::new(),
    };
    let decided = decision
        .ruling
        .as_ref()
        .map(|ruling| ruling.told().to_string())
        .unwrap_or_default();
    match decision.verdict {
        ToolVerdict::Adapter(claim) => format!("{}{refusal}", claim.told()),
        ToolVerdict::Unavailable => format!("the policy does not load{refusal}"),
        ToolVerdict::Mapped { entry, .. } => {
            format!(
                "`{}` maps it to class `{class}`, {decided}{refusal}",
                entry.glob
            )
        }
        ToolVerdict::Unmapped(mode) => {
            let mode = mode.name();
            format!("unmapped_tool: {mode} makes it class `{class}`, {decided}{refusal}")
        }
        ToolVerdict::NotGated => "no entry names it".to_owned(),
    }
}

//! `stepgate approval explain` and `tool`: what a class or a tool comes to, step by step.

use super::answers::ExplanationEntry;
use super::words::clause;
use super::{AtHarness, Named, Output, status, write_json, write_line};
use crate::ExitStatus;
use serde::Serialize;
use std::io;
use std::path::PathBuf;
use stepgate_engine::approval::classes::is_class;
use stepgate_engine::approval::explain::{Explanation, LineKind, explain, explain_tool};
use stepgate_engine::approval::{Outcome, Reversible};

/// Say what a class comes to, and why
///
/// The exit code is 1 when the policy fails closed.
#[derive(clap::Args)]
pub struct ClassArguments {
    /// The policy
    file: PathBuf,
    /// The class, such as `shop.refund`; no `*`
    #[arg(value_parser = class_parser)]
    class: String,
    /// Ask about an action that cannot be undone
    #[arg(long)]
    irreversible: bool,
    #[command(flatten)]
    output: Output,
}

/// Say what the gate does with calls of a tool, and why
///
/// The exit code is 1 when the policy fails closed or the gate denies the call.
#[derive(clap::Args)]
pub struct ToolArguments {
    /// The policy
    file: PathBuf,
    /// The tool's name, as it stands in a trace
    name: String,
    #[command(flatten)]
    at: AtHarness,
    #[command(flatten)]
    output: Output,
}

fn class_parser(text: &str) -> Result<String, String> {
    if is_class(text) {
        return Ok(text.to_owned());
    }
    Err("it must be the name of one class: small letters, digits, `_` and `-` in parts between dots, such as `shop.refund`".into())
}

#[derive(Serialize)]
struct ClassBody<'a> {
    file: &'a str,
    class: &'a str,
    irreversible: bool,
    #[serde(flatten)]
    explanation: ExplanationEntry<'a>,
}

#[derive(Serialize)]
struct ToolBody<'a> {
    file: &'a str,
    harness: &'static str,
    tool: &'a str,
    #[serde(flatten)]
    explanation: ExplanationEntry<'a>,
}

/// Runs `explain`.
pub fn run_class(arguments: &ClassArguments) -> io::Result<ExitStatus> {
    let Some(named) = Named::read(&arguments.file) else {
        return Ok(ExitStatus::Failed);
    };
    let reversible = match arguments.irreversible {
        true => Reversible::No,
        false => Reversible::NotStated,
    };
    let explanation = explain(&named.load, &arguments.class, reversible);
    if arguments.output.json {
        let body = ClassBody {
            file: &named.file,
            class: &arguments.class,
            irreversible: arguments.irreversible,
            explanation: ExplanationEntry::new(&named.load, &explanation),
        };
        write_json("explain", body)?;
    } else {
        print(&named, &explanation)?;
    }
    Ok(status(named.load.policy().is_ok()))
}

/// Runs `tool`.
pub fn run_tool(arguments: &ToolArguments) -> io::Result<ExitStatus> {
    let Some(named) = Named::read(&arguments.file) else {
        return Ok(ExitStatus::Failed);
    };
    let harness = arguments.at.harness;
    let explanation = explain_tool(&named.load, harness, &arguments.name, Reversible::NotStated);
    if arguments.output.json {
        let body = ToolBody {
            file: &named.file,
            harness: harness.name(),
            tool: &arguments.name,
            explanation: ExplanationEntry::new(&named.load, &explanation),
        };
        write_json("tool", body)?;
    } else {
        print(&named, &explanation)?;
    }
    let denied = explanation.decision.as_ref();
    let denied = denied.is_some_and(|decision| decision.outcome == Outcome::Deny);
    Ok(status(named.load.policy().is_ok() && !denied))
}

fn print(named: &Named, explanation: &Explanation) -> io::Result<()> {
    for line in &explanation.lines {
        let indentation = match line.kind {
            LineKind::Candidate => "  ",
            _ => "",
        };
        let clause = clause(named, line.node);
        write_line(&format!("{indentation}{}{clause}", line.text))?;
    }
    Ok(())
}

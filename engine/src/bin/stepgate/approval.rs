//! `stepgate approval`: what an APPROVAL.md says, for people and for CI.

pub mod answers;
mod check;
mod diff;
mod explain;
mod replay;
mod words;

use crate::ExitStatus;
use crate::ascii::write_ascii;
use crate::files::{is_stdin, read_text};
use crate::line::on_one_line;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use stepgate_engine::EngineEntry;
use stepgate_engine::approval::{Form, Harness, Load};

/// Say what an APPROVAL.md comes to: a file *.md, or the block's YAML alone in *.yaml or *.yml; `-` is standard input
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    question: Question,
}

#[derive(clap::Subcommand)]
enum Question {
    Check(check::Arguments),
    Explain(explain::ClassArguments),
    Tool(explain::ToolArguments),
    Replay(replay::Arguments),
    Diff(diff::Arguments),
}

/// How to answer.
#[derive(clap::Args)]
struct Output {
    /// Answer as one JSON object, as `schemas/approval-answers.schema.json` has it
    #[arg(long)]
    json: bool,
}

/// At whose gate.
#[derive(clap::Args)]
struct AtHarness {
    /// The program that runs the agent
    #[arg(long, value_name = "H", default_value = "claude-code", value_parser = harness_parser())]
    harness: Harness,
}

pub fn harness_parser() -> impl TypedValueParser<Value = Harness> {
    PossibleValuesParser::new(Harness::ALL.map(Harness::name))
        .map(|name| Harness::from_name(&name).unwrap_or_default())
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<ExitStatus> {
    match &arguments.question {
        Question::Check(arguments) => check::run(arguments),
        Question::Explain(arguments) => explain::run_class(arguments),
        Question::Tool(arguments) => explain::run_tool(arguments),
        Question::Replay(arguments) => replay::run(arguments),
        Question::Diff(arguments) => diff::run(arguments),
    }
}

/// A policy with the name of its file.
struct Named {
    file: String,
    load: Load,
}

impl Named {
    /// Reads a policy. What cannot be read is told, and there is nothing to answer about it.
    fn read(path: &Path) -> Option<Named> {
        let file = path.display().to_string();
        match read_text(path) {
            Ok(text) => {
                let load = match form_of(path) {
                    Some(form) => Load::read(text, form),
                    None => Load::of_text(text),
                };
                Some(Named { file, load })
            }
            Err(unreadable) => {
                let message = unreadable.message;
                let line = format!("error: invalid approval policy {file}: {message}");
                eprintln!("{}", on_one_line(&line));
                None
            }
        }
    }
}

/// What a file is read as by its extension; `None` where what is in it decides.
fn form_of(path: &Path) -> Option<Form> {
    let extension = path.extension()?.to_ascii_lowercase();
    match extension.to_str()? {
        "md" => Some(Form::Markdown),
        "yaml" | "yml" => Some(Form::BareYaml),
        _ => None,
    }
}

/// Whether standard input is to be read twice, which is told.
fn reads_stdin_twice(paths: [&PathBuf; 2]) -> bool {
    let twice = paths.into_iter().all(|path| is_stdin(path));
    if twice {
        eprintln!("error: standard input can be read once, but `-` is given more than once");
    }
    twice
}

/// An answer with what all of them begin with.
#[derive(Serialize)]
struct Answer<T> {
    schema_version: &'static str,
    engine: EngineEntry,
    /// Which of the questions was asked.
    question: &'static str,
    #[serde(flatten)]
    body: T,
}

fn write_json(question: &'static str, body: impl Serialize) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let answer = Answer {
        schema_version: "1",
        engine: EngineEntry::THIS,
        question,
        body,
    };
    write_ascii(&mut out, &answer)?;
    writeln!(out)
}

/// Writes a line that holds whatever a policy or a trace does.
fn write_line(text: &str) -> io::Result<()> {
    writeln!(io::stdout().lock(), "{}", on_one_line(text))
}

fn status(good: bool) -> ExitStatus {
    if good {
        ExitStatus::Passed
    } else {
        ExitStatus::Failed
    }
}

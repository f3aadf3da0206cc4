//! `stepgate approval check`: whether a policy loads, and what may surprise in it.

use super::answers::{ErrorEntry, LoadEntry};
use super::words::{at, contents, write_failure};
use super::{AtHarness, Named, Output, status, write_json, write_line};
use crate::ExitStatus;
use serde::Serialize;
use std::io;
use std::path::PathBuf;
use stepgate_engine::Place;
use stepgate_engine::approval::hints::{Hint, hints};
use stepgate_engine::approval::{Form, OlderReader};

/// Say whether a policy loads, with every error, note and hint
///
/// The exit code is 1 when it fails closed.
#[derive(clap::Args)]
pub struct Arguments {
    /// The policy
    file: PathBuf,
    #[command(flatten)]
    at: AtHarness,
    #[command(flatten)]
    output: Output,
}

#[derive(Serialize)]
struct Body<'a> {
    file: &'a str,
    form: &'static str,
    harness: &'static str,
    load: LoadEntry<'a>,
    /// What keeps a reader of version 0.4.1 from loading it, besides what is wrong anyway.
    unknown_to_0_4_1: Vec<ErrorEntry<'a>>,
    hints: Vec<HintEntry<'a>>,
}

#[derive(Serialize)]
struct HintEntry<'a> {
    kind: &'static str,
    message: &'a str,
    suggestion: Option<&'a str>,
    place: &'a Place,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<ExitStatus> {
    let Some(named) = Named::read(&arguments.file) else {
        return Ok(ExitStatus::Failed);
    };
    let hints = hints(&named.load, arguments.at.harness);
    let older = named.load.under_0_4_1();
    if arguments.output.json {
        let body = Body {
            file: &named.file,
            form: match named.load.form() {
                Form::Markdown => "markdown",
                Form::BareYaml => "yaml",
            },
            harness: arguments.at.harness.name(),
            load: LoadEntry::new(&named.load),
            unknown_to_0_4_1: older.unknown.iter().map(ErrorEntry::new).collect(),
            hints: hints.iter().map(entry).collect(),
        };
        write_json("check", body)?;
    } else {
        print(&named, &hints, &older)?;
    }
    Ok(status(named.load.policy().is_ok()))
}

fn entry(hint: &Hint) -> HintEntry<'_> {
    HintEntry {
        kind: hint.kind.name(),
        message: &hint.message,
        suggestion: hint.suggestion.as_deref(),
        place: &hint.place,
    }
}

fn print(named: &Named, hints: &[Hint], older: &OlderReader) -> io::Result<()> {
    let Named { file, load } = named;
    if load.policy().is_err() {
        return write_failure(named);
    }
    write_line(&format!("LOADS {file} {}", contents(load)))?;
    for note in load.notes() {
        let at = at(file, &note.place);
        let (code, message, path) = (note.code, note.message, &note.at);
        write_line(&format!("  {at}: note {code} at {path}: {message}"))?;
    }
    for hint in hints {
        let at = at(file, &hint.place);
        let (kind, message) = (hint.kind.name(), &hint.message);
        let meant = match &hint.suggestion {
            Some(suggestion) => format!(" (write `{suggestion}`)"),
            None => String::new(),
        };
        write_line(&format!("  {at}: hint {kind}: {message}{meant}"))?;
    }
    if older.loads {
        return write_line("  A reader of version 0.4.1 would load it too");
    }
    write_line(
        "  A reader of version 0.4.1 would not load it, and every class would be manual there:",
    )?;
    for error in &older.unknown {
        let at = at(file, &error.place);
        write_line(&format!("  {at}: newer than 0.4.1: {}", error.message))?;
    }
    Ok(())
}

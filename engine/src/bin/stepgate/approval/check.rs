//! `stepgate approval check`: whether a policy loads, and what may surprise in it.

use super::answers::LoadEntry;
use super::words::{at, contents, write_failure};
use super::{AtHarness, Named, Output, status, write_json, write_line};
use crate::ExitStatus;
use serde::Serialize;
use std::io;
use std::path::PathBuf;
use stepgate_engine::Place;
use stepgate_engine::approval::Form;
use stepgate_engine::approval::hints::{Hint, hints};

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
    if arguments.output.json {
        let body = Body {
            file: &named.file,
            form: match named.load.form() {
                Form::Markdown => "markdown",
                Form::BareYaml => "yaml",
            },
            harness: arguments.at.harness.name(),
            load: LoadEntry::new(&named.load),
            hints: hints.iter().map(entry).collect(),
        };
        write_json("check", body)?;
    } else {
        print(&named, &hints)?;
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

fn print(named: &Named, hints: &[Hint]) -> io::Result<()> {
    let Named { file, load } = named;
    if load.policy().is_err() {
        return write_failure(named);
    }
    write_line(&format!("LOADS {file} {}", contents(load)))?;
    for note in load.notes() {
        let at = at(file, &note.place);
        write_line(&format!("  {at}: note {}: {}", note.code, note.at))?;
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
    Ok(())
}

//! The `stepgate` command: the engine for terminals and CI.

mod approval;
mod ascii;
mod batch;
mod docs_test;
mod file_names;
mod files;
mod line;
mod open_link;
mod reproduce;
mod share;
mod validate;
mod words;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Judges recorded agent traces against policies.
#[derive(Parser)]
#[command(name = "stepgate", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Validate(validate::Arguments),
    /// Answer JSON lines on standard input with JSON lines
    Batch,
    Share(share::Arguments),
    OpenLink(open_link::Arguments),
    DocsTest(docs_test::Arguments),
    Approval(approval::Arguments),
}

/// What a run of the command comes to.
enum ExitStatus {
    /// Everything passed, was answered or was written.
    Passed,
    /// A trace failed, a file or a link is invalid, an example is not as declared, an approval policy fails closed, the
    /// gate denies, or something became looser.
    Failed,
    /// The command was used wrongly, or its output could not be written.
    Unusable,
}

fn main() -> ExitCode {
    let status = match Arguments::parse().command {
        Command::Validate(arguments) => validate::run(&arguments),
        Command::Batch => batch::run(),
        Command::Share(arguments) => share::run(&arguments),
        Command::OpenLink(arguments) => open_link::run(&arguments),
        Command::DocsTest(arguments) => docs_test::run(&arguments),
        Command::Approval(arguments) => approval::run(&arguments),
    };
    match status {
        Ok(ExitStatus::Passed) => ExitCode::SUCCESS,
        Ok(ExitStatus::Failed) => ExitCode::FAILURE,
        Ok(ExitStatus::Unusable) => ExitCode::from(2),
        // A reader that has seen enough, as in `stepgate … | head`, is no failure of ours.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: cannot write the output: {error}");
            ExitCode::from(2)
        }
    }
}

//! The project's own commands, run as `cargo xtask COMMAND`.

mod bench;
mod build;
mod csp;
mod docs_site;
mod offline;
mod project;
mod serve;
mod server;
mod sizes;
mod test;
mod tools;
mod whole;

use std::process::ExitCode;

use anyhow::{Result, bail};
use lexopt::prelude::*;

use crate::project::Project;

const USAGE: &str = "\
cargo xtask serve [--open] [--port N]     build the page, serve it on this machine, print its address
cargo xtask test [--only STAGE]... [-- ARGS]
                                          run every check, or only the named stages
cargo xtask build [--out DIR]             write the static page to dist/ (or DIR)
cargo xtask bench                         measure the engine, natively and in a browser

Stages of test, in order: fmt, types, clippy, docs, unit, wasm, build, browser.
ARGS go to Playwright in the browser stage, for example: -- smoke --project phone";

/// What the command line asks for.
enum Command {
    Help,
    Serve(serve::Options),
    Test(test::Options),
    Build(build::Options),
    Bench,
}

fn main() -> ExitCode {
    let command = match parse(lexopt::Parser::from_env()) {
        Ok(command) => command,
        Err(error) => {
            eprintln!("xtask: {error}\n\n{USAGE}");
            return ExitCode::FAILURE;
        }
    };
    match run(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nxtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn parse(mut args: lexopt::Parser) -> Result<Command> {
    let Some(first) = args.next()? else {
        return Ok(Command::Help);
    };
    let command = match first {
        Value(name) => name.string()?,
        Short('h') | Long("help") => return Ok(Command::Help),
        other => return Err(other.unexpected().into()),
    };
    match command.as_str() {
        "serve" => serve::Options::parse(&mut args).map(Command::Serve),
        "test" => test::Options::parse(&mut args).map(Command::Test),
        "build" => build::Options::parse(&mut args).map(Command::Build),
        "bench" => match args.next()? {
            None => Ok(Command::Bench),
            Some(other) => Err(other.unexpected().into()),
        },
        "help" => Ok(Command::Help),
        other => bail!("there is no command `{other}`"),
    }
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Help => {
            println!("{USAGE}");
            Ok(())
        }
        Command::Serve(options) => serve::run(&Project::open()?, &options),
        Command::Test(options) => test::run(&Project::open()?, &options),
        Command::Build(options) => build::run(&Project::open()?, &options),
        Command::Bench => bench::run(&Project::open()?),
    }
}

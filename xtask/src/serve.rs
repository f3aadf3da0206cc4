//! `cargo xtask serve`: builds the page and serves it on this machine.

use anyhow::Result;
use lexopt::prelude::*;

use crate::project::Project;
use crate::{build, server};

/// Tried first, so that the address stays the same from day to day.
const USUAL_PORT: u16 = 8080;

/// How to serve.
#[derive(Default)]
pub struct Options {
    open: bool,
    port: Option<u16>,
}

impl Options {
    /// Reads the rest of the command line.
    pub fn parse(args: &mut lexopt::Parser) -> Result<Self> {
        let mut options = Self::default();
        while let Some(arg) = args.next()? {
            match arg {
                Long("open") => options.open = true,
                Long("port") => options.port = Some(args.value()?.parse()?),
                other => return Err(other.unexpected().into()),
            }
        }
        Ok(options)
    }
}

/// Builds, serves, prints the address, and stays until it is interrupted.
pub fn run(project: &Project, options: &Options) -> Result<()> {
    let dist = build::page(project, None)?;
    let running = match options.port {
        Some(port) => server::start(&dist, "/", port)?,
        None => {
            server::start(&dist, "/", USUAL_PORT).or_else(|_in_use| server::start(&dist, "/", 0))?
        }
    };
    println!("\nStepgate is at {} (Ctrl+C stops it)", running.url);
    if options.open
        && let Err(error) = open::that_detached(&running.url)
    {
        eprintln!("xtask: no browser could be opened ({error}); open the address yourself");
    }
    running.wait()
}

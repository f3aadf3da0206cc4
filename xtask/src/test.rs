//! `cargo xtask test`: every check of the project, cheapest first.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use lexopt::prelude::*;
use xshell::cmd;

use crate::project::Project;
use crate::server::{self, Mount};
use crate::tools::{self, Browser};
use crate::{build, docs_site, sizes};

/// The browser tests see the page here: a page that works below such a path works below any.
const BASE: &str = "/deep/sub/dir/";

/// The crate of the page, which exists only as WebAssembly.
const PAGE: &str = "stepgate-web";

/// One part of the test run.
struct Stage {
    name: &'static str,
    what: &'static str,
    run: fn(&Project, &Options) -> Result<()>,
}

const STAGES: &[Stage] = &[
    Stage {
        name: "fmt",
        what: "Rust, TypeScript and styles are formatted",
        run: fmt,
    },
    Stage {
        name: "types",
        what: "TypeScript is sound",
        run: types,
    },
    Stage {
        name: "clippy",
        what: "Rust passes its lints, native and as WebAssembly",
        run: clippy,
    },
    Stage {
        name: "docs",
        what: "the documentation builds",
        run: docs,
    },
    Stage {
        name: "unit",
        what: "unit, case and property tests",
        run: unit,
    },
    Stage {
        name: "wasm",
        what: "tests that run as WebAssembly",
        run: wasm,
    },
    Stage {
        name: "build",
        what: "the page builds within its budget",
        run: page,
    },
    Stage {
        name: "browser",
        what: "the built page in a real browser",
        run: browser,
    },
];

/// What to test.
#[derive(Default)]
pub struct Options {
    /// Names of stages; empty is all.
    only: Vec<String>,
    /// Handed on to Playwright.
    playwright: Vec<OsString>,
}

impl Options {
    /// Reads the rest of the command line.
    pub fn parse(args: &mut lexopt::Parser) -> Result<Self> {
        let mut options = Self::default();
        while let Some(arg) = args.next()? {
            match arg {
                Long("only") => {
                    let name = args.value()?.string()?;
                    ensure!(
                        STAGES.iter().any(|stage| stage.name == name),
                        "there is no stage `{name}`"
                    );
                    options.only.push(name);
                }
                // What follows `--` arrives as values.
                Value(value) => options.playwright.push(value),
                other => return Err(other.unexpected().into()),
            }
        }
        Ok(options)
    }
}

/// Runs the stages in order and stops at the first that fails.
pub fn run(project: &Project, options: &Options) -> Result<()> {
    let mut passed: Vec<(&Stage, Duration)> = Vec::new();
    for stage in STAGES {
        if !options.only.is_empty() && !options.only.iter().any(|name| name == stage.name) {
            continue;
        }
        println!("\n==== {}: {}", stage.name, stage.what);
        let start = Instant::now();
        (stage.run)(project, options).with_context(|| {
            format!(
                "stage `{name}` failed after {:.1} s; `cargo xtask test --only {name}` runs it alone",
                start.elapsed().as_secs_f64(),
                name = stage.name,
            )
        })?;
        passed.push((stage, start.elapsed()));
    }
    println!();
    for (stage, took) in &passed {
        println!("{:<10}{:>8.1} s", stage.name, took.as_secs_f64());
    }
    println!("stages: {} passed, 0 failed", passed.len());
    Ok(())
}

fn fmt(project: &Project, _: &Options) -> Result<()> {
    let sh = &project.sh;
    tools::component(project, "rustfmt")?;
    cmd!(sh, "cargo fmt --all --check").run()?;
    let tests = project.browser_tests();
    tools::packages(project, &tests)?;
    let prettier = tools::npm_program(&tests, "prettier");
    cmd!(sh, "{prettier} --check --log-level warn tests/browser web").run()?;
    Ok(())
}

fn types(project: &Project, _: &Options) -> Result<()> {
    let sh = &project.sh;
    let tests = project.browser_tests();
    tools::packages(project, &tests)?;
    let tsc = tools::npm_program(&tests, "tsc");
    for folder in [project.editor(), tests] {
        tools::packages(project, &folder)?;
        cmd!(sh, "{tsc} --noEmit --project {folder}").run()?;
    }
    Ok(())
}

fn clippy(project: &Project, _: &Options) -> Result<()> {
    let sh = &project.sh;
    tools::component(project, "clippy")?;
    tools::wasm_target(project)?;
    cmd!(
        sh,
        "cargo clippy --workspace --exclude {PAGE} --all-features --all-targets -- -D warnings"
    )
    .run()?;
    cmd!(
        sh,
        "cargo clippy --package {PAGE} --target wasm32-unknown-unknown --all-targets -- -D warnings"
    )
    .run()?;
    Ok(())
}

fn docs(project: &Project, _: &Options) -> Result<()> {
    let sh = &project.sh;
    tools::wasm_target(project)?;
    let _strict = sh.push_env("RUSTDOCFLAGS", "-D warnings");
    cmd!(
        sh,
        "cargo doc --workspace --exclude {PAGE} --all-features --no-deps"
    )
    .run()?;
    cmd!(
        sh,
        "cargo doc --package {PAGE} --target wasm32-unknown-unknown --no-deps"
    )
    .run()?;
    Ok(())
}

fn unit(project: &Project, _: &Options) -> Result<()> {
    let sh = &project.sh;
    cmd!(sh, "cargo test --workspace --exclude {PAGE} --all-features").run()?;
    Ok(())
}

fn wasm(project: &Project, _: &Options) -> Result<()> {
    let sh = &project.sh;
    tools::wasm_target(project)?;
    tools::bindgen(project)?;
    cmd!(
        sh,
        "cargo test --package {PAGE} --target wasm32-unknown-unknown"
    )
    .run()?;
    Ok(())
}

fn page(project: &Project, _: &Options) -> Result<()> {
    build::page(project, None)?;
    Ok(())
}

fn browser(project: &Project, options: &Options) -> Result<()> {
    let tests = project.browser_tests();
    tools::packages(project, &tests)?;
    let dist = build::dist(project);
    if !dist.join("index.html").is_file() {
        bail!("there is no built page yet; `cargo xtask build` makes it");
    }
    let page = Mount {
        folder: dist,
        base: BASE.to_owned(),
    };
    let running = server::serve(page, vec![docs_site::mount(project, BASE)?], 0)?;
    let sh = &project.sh;
    // The tests that hold page and command against each other run it.
    cmd!(
        sh,
        "cargo build --quiet --package stepgate-engine --features cli --bin stepgate"
    )
    .run()?;
    let playwright = tools::npm_program(&tests, "playwright");
    let arguments = &options.playwright;
    let mut command = cmd!(sh, "{playwright} test --config {tests} {arguments...}")
        .env("STEPGATE_URL", &running.url)
        .env(
            "STEPGATE_FIRST_LOAD_BUDGET",
            sizes::FIRST_LOAD_BUDGET.to_string(),
        );
    if let Browser::System(program) = tools::browser(project)? {
        command = command.env("STEPGATE_CHROMIUM", program);
    }
    command.run()?;
    Ok(())
}

//! `cargo xtask bench`: one table of how fast the engine is, beside others in the same run.

use std::path::{Path, PathBuf};

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::project::Project;
use crate::server::{self, Mount};
use crate::tools::{self, Browser};
use crate::{build, docs_site};

/// The crate with the workloads.
const BENCH: &str = "stepgate-bench";

/// Measures and prints.
pub fn run(project: &Project) -> Result<()> {
    let sh = &project.sh;
    cmd!(sh, "cargo build --quiet --release --package {BENCH}").run()?;
    let program = project.root.join("target/release").join(BENCH);
    let folder = project.root.join("target/bench");

    let workloads = folder.join("workloads");
    cmd!(sh, "{program} --write {workloads}").quiet().run()?;

    let reference = reference(sh, &workloads)?;
    let chromium = chromium(project, &folder)?;
    let others = format!("{{\"reference\": {reference}, \"chromium\": {chromium}}}");
    println!("\nMedians in milliseconds; a figure with × is a multiple of our total.\n");
    cmd!(sh, "{program} {others}").quiet().run()?;
    let dist = build::page(project, Some(folder.join("dist")))?;
    let page = Mount {
        folder: dist,
        base: "/".to_owned(),
    };
    let running = server::serve(page, vec![docs_site::mount(project, "/")?], 0)?;
    // How the built page keeps up with typing into a long trace and with a large APPROVAL.md, and a documentation page
    // with its examples.
    let written = workloads.display().to_string();
    in_browser(project, "bench-typing.mjs", &[&running.url, &written])?;
    in_browser(project, "bench-gate.mjs", &[&running.url, &written])?;
    in_browser(project, "bench-scrolling.mjs", &[&running.url])
}

/// Runs a script that drives a browser and prints a table.
fn in_browser(project: &Project, script: &str, arguments: &[&str]) -> Result<()> {
    let sh = &project.sh;
    let script = project.browser_tests().join(script);
    println!();
    let mut command = cmd!(sh, "node {script} {arguments...}").quiet();
    if let Browser::System(chromium) = tools::browser(project)? {
        command = command.env("STEPGATE_CHROMIUM", chromium);
    }
    Ok(command.run()?)
}

/// The reference's times as a JSON object; empty where it is not installed.
fn reference(sh: &Shell, workloads: &Path) -> Result<String> {
    let python = "python3";
    let probe = cmd!(sh, "{python} -c 'import agent_reliability_harness'")
        .quiet()
        .ignore_stderr();
    if probe.run().is_err() {
        println!(
            "The reference (agent-reliability-harness on PyPI) is not installed: its column stays empty."
        );
        return Ok("{}".into());
    }
    println!("measuring the reference");
    Ok(cmd!(sh, "{python} bench/reference.py {workloads}")
        .quiet()
        .read()?)
}

/// The times of the engine as WebAssembly in Chromium, as a JSON object.
fn chromium(project: &Project, folder: &Path) -> Result<String> {
    let sh = &project.sh;
    tools::wasm_target(project)?;
    tools::bindgen(project)?;
    let tests = project.browser_tests();
    tools::packages(project, &tests)?;
    println!("measuring in Chromium");
    cmd!(
        sh,
        "cargo build --quiet --package {BENCH} --lib --profile web --target wasm32-unknown-unknown"
    )
    .run()?;
    let wasm: PathBuf = project
        .root
        .join("target/wasm32-unknown-unknown/web/stepgate_bench.wasm");
    let page = folder.join("page");
    cmd!(
        sh,
        "wasm-bindgen --target web --no-typescript --out-dir {page} {wasm}"
    )
    .quiet()
    .run()?;
    sh.write_file(
        page.join("index.html"),
        "<!doctype html><title>bench</title>",
    )?;
    let running = server::start(&page, "/", 0)?;
    let url = &running.url;
    let script = tests.join("bench.mjs");
    let mut command = cmd!(sh, "node {script} {url}").quiet();
    if let Browser::System(chromium) = tools::browser(project)? {
        command = command.env("STEPGATE_CHROMIUM", chromium);
    }
    Ok(command.read()?)
}

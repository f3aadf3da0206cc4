//! `cargo xtask build`: the static page.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use lexopt::prelude::*;
use xshell::cmd;

use crate::project::Project;
use crate::{csp, offline, sizes, tools, whole};

/// How to build.
#[derive(Default)]
pub struct Options {
    out: Option<PathBuf>,
}

impl Options {
    /// Reads the rest of the command line.
    pub fn parse(args: &mut lexopt::Parser) -> Result<Self> {
        let mut options = Self::default();
        while let Some(arg) = args.next()? {
            match arg {
                Long("out") => options.out = Some(args.value()?.into()),
                other => return Err(other.unexpected().into()),
            }
        }
        Ok(options)
    }
}

/// Builds the page and says where it is.
pub fn run(project: &Project, options: &Options) -> Result<()> {
    // Relative to where the user stands, which is not where the tools run.
    let out = options.out.as_ref().map(std::path::absolute).transpose()?;
    let dist = page(project, out)?;
    println!(
        "\nThe page is in {}; any static host can serve it, under any path.",
        dist.display()
    );
    Ok(())
}

/// Where the page is built when nothing else is asked for.
pub fn dist(project: &Project) -> PathBuf {
    project.root.join("dist")
}

/// Builds the page into `out` (or `dist/`), prints its sizes, and fails when it is over its budget.
pub fn page(project: &Project, out: Option<PathBuf>) -> Result<PathBuf> {
    let sh = &project.sh;
    tools::wasm_target(project)?;
    tools::bindgen(project)?;
    tools::trunk(project)?;
    tools::packages(project, &project.editor())?;
    let dist = out.unwrap_or_else(|| dist(project));

    // Everything is here now. Offline, Trunk does not go looking for tools by itself; it tells cargo the same.
    cmd!(sh, "cargo fetch --quiet").quiet().run()?;
    cmd!(
        sh,
        "trunk --log warn build --release --cargo-profile web --dist {dist}"
    )
    .env("TRUNK_OFFLINE", "true")
    // Trunk takes any value but true and false for an error.
    .env_remove("NO_COLOR")
    .quiet()
    .run()?;

    let files = sizes::files_of(&dist)?;
    minify(project, &dist, &with_extension(&files, "js"))?;
    let pages = with_extension(&files, "html");
    whole::name(&dist, &[Path::new("index.html"), Path::new("embed.html")])?;
    let files = sizes::files_of(&dist)?;
    for page in pages {
        let page = dist.join(page);
        sh.write_file(&page, csp::protect(&sh.read_file(&page)?)?)?;
    }
    // Last: it holds the hashes of all the others.
    let source = sh.read_file(project.root.join("web").join(offline::SCRIPT))?;
    let worker = offline::service_worker(&source, &dist, &files)?;
    sh.write_file(dist.join(offline::SCRIPT), worker)?;
    minify(project, &dist, &[offline::SCRIPT.into()])?;
    let report = sizes::Report::of(&dist, &files)?;
    println!("{report}");
    let excess = report.over_budget();
    ensure!(
        excess.is_empty(),
        "the page is over its budget: {}",
        excess.join("; ")
    );
    Ok(dist)
}

/// Trunk cannot minify the script that wasm-bindgen writes; the editor's bundler can.
fn minify(project: &Project, dist: &Path, scripts: &[PathBuf]) -> Result<()> {
    let esbuild = tools::npm_program(&project.editor(), "esbuild");
    let scripts: Vec<PathBuf> = scripts.iter().map(|file| dist.join(file)).collect();
    let sh = &project.sh;
    cmd!(sh, "{esbuild} --minify --target=es2022 --log-level=warning --allow-overwrite --outdir={dist} --outbase={dist} {scripts...}")
        .quiet()
        .run()?;
    Ok(())
}

fn with_extension(files: &[PathBuf], wanted: &str) -> Vec<PathBuf> {
    files
        .iter()
        .filter(|file| {
            file.extension()
                .is_some_and(|extension| extension == wanted)
        })
        .cloned()
        .collect()
}

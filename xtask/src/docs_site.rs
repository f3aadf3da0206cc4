//! The documentation site in `tests/docs-site`, whose pages hold live examples: built by MkDocs, as others build theirs.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use xshell::cmd;

use crate::project::Project;
use crate::server::Mount;
use crate::tools;

/// The path of the site below that of the page: its pages expect the script one folder up.
const BELOW: &str = "handbook/";

/// Builds the site.
pub fn build(project: &Project) -> Result<PathBuf> {
    let sh = &project.sh;
    let source = project.root.join("tests/docs-site");
    let site = project.root.join("target/docs-site/site");
    let python = tools::python(project, &source.join("requirements.txt"), "docs-site")?;
    let _here = sh.push_dir(&source);
    cmd!(
        sh,
        "{python} -m mkdocs build --quiet --strict --site-dir {site}"
    )
    // What its makers plan is no warning about this site.
    .env("NO_MKDOCS_2_WARNING", "1")
    .quiet()
    .run()
    .context("MkDocs could not build tests/docs-site")?;
    Ok(site)
}

/// Builds the site and says where it is served beside a page that is served below `base`.
pub fn mount(project: &Project, base: &str) -> Result<Mount> {
    Ok(Mount {
        folder: build(project)?,
        base: format!("{base}{BELOW}"),
    })
}

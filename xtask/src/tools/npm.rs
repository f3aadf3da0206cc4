//! npm packages of one folder, as its lock file names them.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use xshell::{Shell, cmd};

use super::progress;
use crate::project::Project;

/// A copy of the lock file that `node_modules` was made from.
const STAMP: &str = "node_modules/.stepgate-lock.json";

/// The oldest Node.js that the packages run on.
const NODE: u32 = 20;

/// Makes sure that Node.js is there and new enough.
fn node(sh: &Shell) -> Result<()> {
    let version = cmd!(sh, "node --version")
        .quiet()
        .ignore_stderr()
        .read()
        .unwrap_or_default();
    let major = version
        .strip_prefix('v')
        .and_then(|version| version.split('.').next()?.parse().ok());
    let found = if version.is_empty() {
        "none was found"
    } else {
        &version
    };
    ensure!(
        major >= Some(NODE),
        "Node.js {NODE} or newer is needed ({found}); https://nodejs.org has it"
    );
    Ok(())
}

/// Makes sure that `folder/node_modules` is what `folder/package-lock.json` says.
pub fn packages(project: &Project, folder: &Path) -> Result<()> {
    let sh = &project.sh;
    node(sh)?;
    let lock = sh.read_file(folder.join("package-lock.json"))?;
    if sh
        .read_file(folder.join(STAMP))
        .is_ok_and(|stamp| stamp == lock)
    {
        return Ok(());
    }
    let shown = folder
        .strip_prefix(&project.root)
        .unwrap_or(folder)
        .display();
    progress(&format!("installing the npm packages of {shown}"));
    let npm = script("npm");
    let _here = sh.push_dir(folder);
    cmd!(sh, "{npm} ci --no-audit --no-fund")
        .quiet()
        .run()
        .with_context(|| {
            format!("the npm packages of {shown} are missing and npm could not install them (is it online?)")
        })?;
    sh.write_file(folder.join(STAMP), lock)?;
    Ok(())
}

/// The path of a program that a package of `folder` brings.
pub fn npm_program(folder: &Path, name: &str) -> PathBuf {
    folder.join("node_modules/.bin").join(script(name))
}

/// The file name of a program that is a script of npm's making.
fn script(name: &str) -> String {
    let extension = if cfg!(windows) { ".cmd" } else { "" };
    format!("{name}{extension}")
}

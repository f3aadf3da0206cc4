//! npm packages of one folder, as its lock file names them.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use xshell::cmd;

use super::progress;
use crate::project::Project;

/// A copy of the lock file that `node_modules` was made from.
const STAMP: &str = "node_modules/.stepgate-lock.json";

/// Makes sure that `folder/node_modules` is what `folder/package-lock.json` says.
pub fn packages(project: &Project, folder: &Path) -> Result<()> {
    let sh = &project.sh;
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
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let _here = sh.push_dir(folder);
    cmd!(sh, "{npm} ci --no-audit --no-fund")
        .quiet()
        .run()
        .with_context(|| format!("the npm packages of {shown} are missing and npm could not install them (are Node.js 20 and npm installed, and npm's registry in reach?)"))?;
    sh.write_file(folder.join(STAMP), lock)?;
    Ok(())
}

/// The path of a program that a package of `folder` brings.
pub fn npm_program(folder: &Path, name: &str) -> PathBuf {
    let name = if cfg!(windows) {
        format!("{name}.cmd")
    } else {
        name.to_owned()
    };
    folder.join("node_modules/.bin").join(name)
}

//! Python packages, in an environment of their own below `target/`.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use xshell::cmd;

use super::progress;
use crate::project::Project;

/// A copy of the list that an environment was made from.
const STAMP: &str = "requirements.txt";

/// The interpreter of the environment `name`, which has exactly the packages that the file `requirements` lists.
pub fn python(project: &Project, requirements: &Path, name: &str) -> Result<PathBuf> {
    let sh = &project.sh;
    let environment = project.tools_root().join("python").join(name);
    let interpreter = environment.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    });
    let list = sh.read_file(requirements)?;
    let stamp = environment.join(STAMP);
    if interpreter.is_file() && sh.read_file(&stamp).is_ok_and(|stamp| stamp == list) {
        return Ok(interpreter);
    }
    progress(&format!("installing the Python packages of {name}"));
    let system = if cfg!(windows) { "python" } else { "python3" };
    cmd!(sh, "{system} -m venv --clear {environment}")
        .quiet()
        .run()
        .context(
            "Python 3 with its venv module is needed; https://python.org has it, Debian in the package python3-venv",
        )?;
    cmd!(sh, "{interpreter} -m pip install --quiet --disable-pip-version-check --no-deps --requirement {requirements}")
        .quiet()
        .run()
        .context("the Python packages are missing and pip could not install them (is it online?)")?;
    sh.write_file(stamp, list)?;
    Ok(interpreter)
}

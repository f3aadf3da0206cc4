//! A Chromium for the browser tests.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use xshell::{Shell, cmd};

use super::{npm_program, progress};
use crate::project::Project;

/// Names a browser of the user's choice.
const CHOSEN: &str = "STEPGATE_CHROMIUM";

/// Programs that are a Chromium, by the names that systems give them; absolute where they are on no path.
const NAMES: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
];

/// Which browser the tests drive.
pub enum Browser {
    /// A program of the system.
    System(PathBuf),
    /// The one that Playwright keeps in its own cache.
    Playwright,
}

/// Finds a Chromium, or installs Debian's (as root), or Playwright's own.
pub fn browser(project: &Project) -> Result<Browser> {
    if let Some(chosen) = std::env::var_os(CHOSEN) {
        return Ok(Browser::System(chosen.into()));
    }
    if let Some(found) = on_system() {
        return Ok(Browser::System(found));
    }
    if let Some(installed) = from_debian(&project.sh) {
        return Ok(Browser::System(installed));
    }
    progress("installing Playwright's own Chromium");
    let playwright = npm_program(&project.browser_tests(), "playwright");
    let sh = &project.sh;
    cmd!(sh, "{playwright} install chromium").quiet().run().with_context(|| {
        format!("no Chromium was found and none could be installed; install one, or name its program in {CHOSEN}")
    })?;
    Ok(Browser::Playwright)
}

fn on_system() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    NAMES.iter().find_map(|name| {
        // Joining an absolute name onto a folder gives the name itself.
        folders
            .iter()
            .map(|folder| folder.join(name))
            .find(|program| program.is_file())
    })
}

/// Installs Debian's package where that is possible: as root, on a Debian.
fn from_debian(sh: &Shell) -> Option<PathBuf> {
    let root = cmd!(sh, "id -u")
        .quiet()
        .ignore_stderr()
        .read()
        .is_ok_and(|id| id == "0");
    if !root || !Path::new("/etc/debian_version").exists() {
        return None;
    }
    progress("installing Debian's chromium (once, about 130 MB)");
    cmd!(sh, "apt-get -o Acquire::Retries=3 update -qq")
        .quiet()
        .run()
        .ok()?;
    cmd!(
        sh,
        "apt-get -o Acquire::Retries=3 install -y -qq --no-install-recommends chromium fonts-liberation"
    )
    .env("DEBIAN_FRONTEND", "noninteractive")
    .quiet()
    .ignore_stdout()
    .run()
    .ok()?;
    on_system()
}

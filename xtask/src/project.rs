//! The checkout: where things lie and which versions it pins.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use xshell::Shell;

/// The checkout, and a shell that stands in its root and finds the project's own tools first.
pub struct Project {
    /// The folder that holds the workspace's `Cargo.toml`.
    pub root: PathBuf,
    /// Commands run in `root`, with `target/tools/bin` in front of `PATH`.
    pub sh: Shell,
}

impl Project {
    /// Finds the checkout that this program was compiled from.
    pub fn open() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .parent()
            .context("xtask stands in no workspace")?
            .to_path_buf();
        let sh = Shell::new()?;
        sh.change_dir(&root);
        let project = Self { root, sh };

        let mut path = vec![project.tools_root().join("bin")];
        path.extend(std::env::split_paths(
            &std::env::var_os("PATH").unwrap_or_default(),
        ));
        project.sh.set_var("PATH", std::env::join_paths(path)?);
        Ok(project)
    }

    /// Where programs that the machine does not have are installed: inside the checkout, nowhere else.
    pub fn tools_root(&self) -> PathBuf {
        self.root.join("target/tools")
    }

    /// The folder of the browser tests.
    pub fn browser_tests(&self) -> PathBuf {
        self.root.join("tests/browser")
    }

    /// The folder of the page's TypeScript.
    pub fn editor(&self) -> PathBuf {
        self.root.join("web/editor")
    }

    /// The version that `file` pins with a line `key = "=VERSION"`.
    pub fn pinned(&self, file: &str, key: &str) -> Result<String> {
        let text = self.sh.read_file(file)?;
        pinned_in(&text, key).with_context(|| format!("{file} has no line `{key} = \"=VERSION\"`"))
    }
}

fn pinned_in(text: &str, key: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let rest = line.strip_prefix(key)?.trim_start().strip_prefix('=')?;
        let version = rest.trim().strip_prefix("\"=")?.strip_suffix('"')?;
        Some(version.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::pinned_in;

    #[test]
    fn a_pinned_version_is_read_from_its_own_line_only() {
        let text = "wasm-bindgen-futures = \"0.4\"\n# wasm-bindgen = \"=9\"\nwasm-bindgen = \"=0.2.129\"\n";
        assert_eq!(pinned_in(text, "wasm-bindgen").as_deref(), Some("0.2.129"));
        assert_eq!(pinned_in(text, "wasm-bindgen-futures"), None);
    }
}

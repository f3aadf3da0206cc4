//! Rust's own parts: the wasm target, components, and programs that `cargo install` can build.

use anyhow::{Context as _, Result};
use xshell::cmd;

use super::progress;
use crate::project::Project;

const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Makes sure that Rust can compile to WebAssembly.
pub fn wasm_target(project: &Project) -> Result<()> {
    let sh = &project.sh;
    let sysroot = cmd!(sh, "rustc --print sysroot").quiet().read()?;
    if sh.path_exists(format!("{sysroot}/lib/rustlib/{WASM_TARGET}/lib")) {
        return Ok(());
    }
    progress("adding Rust's target for WebAssembly");
    cmd!(sh, "rustup target add {WASM_TARGET}").quiet().run().with_context(|| {
        format!("Rust's target {WASM_TARGET} is missing and rustup could not add it (is rustup installed and online?)")
    })
}

/// Makes sure that a part of the Rust toolchain such as `rustfmt` or `clippy` is there.
pub fn component(project: &Project, name: &str) -> Result<()> {
    let sh = &project.sh;
    let command = name.strip_prefix("rust").unwrap_or(name);
    if cmd!(sh, "cargo {command} --version")
        .quiet()
        .ignore_stdout()
        .ignore_stderr()
        .run()
        .is_ok()
    {
        return Ok(());
    }
    progress(&format!("adding {name} to the Rust toolchain"));
    cmd!(sh, "rustup component add {name}")
        .quiet()
        .run()
        .with_context(|| {
            format!(
                "{name} is missing and rustup could not add it (is rustup installed and online?)"
            )
        })
}

/// Makes sure that the Trunk which `Trunk.toml` pins is on the path.
pub fn trunk(project: &Project) -> Result<()> {
    let version = project.pinned("Trunk.toml", "trunk-version")?;
    installed(project, "trunk", "trunk", &version, "about three minutes")
}

/// Makes sure that wasm-bindgen's programs are on the path, in the version of the crate that `Cargo.toml` pins:
/// each reads only the wasm of its own version.
pub fn bindgen(project: &Project) -> Result<()> {
    let version = project.pinned("Cargo.toml", "wasm-bindgen")?;
    installed(
        project,
        "wasm-bindgen-cli",
        "wasm-bindgen-test-runner",
        &version,
        "about a minute",
    )
}

/// Makes sure that `program` answers with `version`, else builds the crate `package` into the project's tools.
fn installed(
    project: &Project,
    package: &str,
    program: &str,
    version: &str,
    takes: &str,
) -> Result<()> {
    let sh = &project.sh;
    let found = cmd!(sh, "{program} --version")
        .quiet()
        .ignore_stderr()
        .read();
    if found.is_ok_and(|answer| answer.split_whitespace().nth(1) == Some(version)) {
        return Ok(());
    }
    let root = project.tools_root();
    progress(&format!(
        "installing {package} {version} into target/tools (once, {takes})"
    ));
    // Unoptimised, these programs build several times faster and are as quick on a project of this size.
    cmd!(sh, "cargo install {package} --version {version} --locked --no-default-features --debug --root {root}")
        .quiet()
        .run()
        .with_context(|| format!("{package} {version} is missing and could not be built from crates.io"))
}

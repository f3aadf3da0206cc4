//! The program with the whole engine, which the page fetches when a document needs it: a script and its wasm, named after
//! what is in them, so that a page never gets one of them from another version.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use sha2::{Digest as _, Sha256};

/// What the names of its files begin with.
pub const NAME: &str = "stepgate-whole";

/// The end of its wasm's name.
const WASM: &str = "_bg.wasm";

/// Whether a file is one of its two.
pub fn is_part(name: &str) -> bool {
    name.starts_with(NAME)
}

/// Puts a hash of both files of `dist` into their names, and the script's name into the pages that name it.
pub fn name(dist: &Path, pages: &[&Path]) -> Result<()> {
    let old = format!("{NAME}.js");
    let script = std::fs::read(dist.join(&old)).context("the whole engine was not built")?;
    let wasm = std::fs::read(dist.join(format!("{NAME}{WASM}")))?;
    let hash = Sha256::new_with_prefix(&script)
        .chain_update(&wasm)
        .finalize();
    let hash: String = hash
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let new = format!("{NAME}-{hash}");
    std::fs::rename(dist.join(&old), dist.join(format!("{new}.js")))?;
    std::fs::rename(
        dist.join(format!("{NAME}{WASM}")),
        dist.join(format!("{new}{WASM}")),
    )?;
    for page in pages {
        let path = dist.join(page);
        let html = std::fs::read_to_string(&path)?;
        ensure!(
            html.contains(&old),
            "{} does not name {old}",
            page.display()
        );
        std::fs::write(path, html.replace(&old, &format!("{new}.js")))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::name;
    use std::fs;
    use std::path::Path;

    #[test]
    fn both_files_get_the_name_that_the_page_says() {
        let dist = std::env::temp_dir().join(format!("stepgate-whole-{}", std::process::id()));
        fs::create_dir_all(&dist).unwrap();
        let page = dist.join("index.html");
        let mut names = Vec::new();
        for wasm in ["one", "two"] {
            fs::write(dist.join("stepgate-whole.js"), "start()").unwrap();
            fs::write(dist.join("stepgate-whole_bg.wasm"), wasm).unwrap();
            fs::write(&page, "<meta content=\"stepgate-whole.js\">").unwrap();
            name(&dist, &[Path::new("index.html")]).unwrap();
            let html = fs::read_to_string(&page).unwrap();
            let script = html.split('"').nth(1).unwrap().to_owned();
            assert!(dist.join(&script).exists(), "{script}");
            let beside = script.replace(".js", "_bg.wasm");
            assert_eq!(fs::read_to_string(dist.join(beside)).unwrap(), wasm);
            names.push(script);
        }
        assert_ne!(names[0], names[1]);
        fs::write(dist.join("stepgate-whole.js"), "start()").unwrap();
        assert!(name(&dist, &[]).is_err(), "a wasm is missing");
        fs::remove_dir_all(&dist).unwrap();
    }
}

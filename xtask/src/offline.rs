//! The service worker of a built page: which files it keeps, each with its hash.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};

/// The service worker's file.
pub const SCRIPT: &str = "service_worker.js";

/// The line of its source that the build replaces.
const BUILD: &str = "const BUILD = { version: \"\", files: {} };";

/// The text of the service worker `source` for `files` of `dist`, which must not change any more.
pub fn service_worker(source: &str, dist: &Path, files: &[PathBuf]) -> Result<String> {
    let mut kept = Vec::new();
    for file in files {
        let name = file.to_string_lossy().replace('\\', "/");
        if is_kept(&name) {
            kept.push((name, std::fs::read(dist.join(file))?));
        }
    }
    fill_in(source, &kept)
}

/// Whether the page needs a file to work without network.
fn is_kept(name: &str) -> bool {
    // The element is loaded by other pages, the pictures by the system when it installs the page.
    !matches!(name, SCRIPT | "stepgate-example.js")
        && !name.ends_with(".png")
        && !name.starts_with('.')
}

fn fill_in(source: &str, files: &[(String, Vec<u8>)]) -> Result<String> {
    ensure!(source.contains(BUILD), "{SCRIPT} has no line `{BUILD}`");
    let mut entries = String::new();
    for (name, content) in files {
        ensure!(
            name.chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_./".contains(c)),
            "the name of {name} would need escapes in an address"
        );
        let hash = BASE64_STANDARD.encode(Sha256::digest(content));
        entries.push_str(&format!("\"{name}\": \"{hash}\", "));
    }
    // The worker's own text counts as well: another one needs another cache.
    let mut version = Sha256::new_with_prefix(source);
    version.update(&entries);
    let version: String = version
        .finalize()
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    Ok(source.replace(
        BUILD,
        &format!("const BUILD = {{ version: \"{version}\", files: {{ {entries}}} }};"),
    ))
}

#[cfg(test)]
mod tests {
    use super::{BUILD, fill_in, is_kept};

    fn filled(content: &str) -> String {
        fill_in(BUILD, &[("samples/a.json".to_owned(), content.into())]).unwrap()
    }

    #[test]
    fn each_file_has_its_hash_and_each_content_its_version() {
        let worker = filled("");
        assert!(
            worker.contains("\"samples/a.json\": \"47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\""),
            "{worker}"
        );
        let version = |worker: &str| worker.split('"').nth(1).map(str::to_owned);
        assert_eq!(version(&worker), version(&filled("")));
        assert_ne!(version(&worker), version(&filled("{}")));
    }

    #[test]
    fn what_the_page_does_not_need_is_not_kept() {
        let kept = |name: &&str| is_kept(name);
        let names = [
            "index.html",
            "service_worker.js",
            "icons/icon-192.png",
            "samples/a.json",
        ];
        assert!(
            names
                .iter()
                .filter(|name| kept(name))
                .eq(&["index.html", "samples/a.json"])
        );
    }

    #[test]
    fn another_source_and_an_odd_name_are_refused() {
        assert!(fill_in("", &[]).is_err());
        assert!(fill_in(BUILD, &[("a b".to_owned(), Vec::new())]).is_err());
    }
}

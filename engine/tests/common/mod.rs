//! What the integration tests share: finding and reading the data files of the workspace.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    reason = "each test uses its share, and a test that cannot read its data fails"
)]

#[cfg(feature = "cli")]
pub mod command;

use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};

/// A path of the workspace.
pub fn workspace(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// The text of a file of the workspace.
pub fn read(path: &str) -> String {
    std::fs::read_to_string(workspace(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A JSON file of the workspace.
pub fn read_json<T: DeserializeOwned>(path: &str) -> T {
    serde_json::from_str(&read(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The values of a JSON lines file of the workspace.
pub fn read_lines<T: DeserializeOwned>(path: &str) -> Vec<T> {
    let text = read(path);
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| {
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{path}: {error}: {line}"))
        })
        .collect()
}

/// A part of a text, by UTF-16 code units.
pub fn utf16_slice(text: &str, start: u32, end: u32) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    String::from_utf16(&units[start as usize..end as usize]).unwrap()
}

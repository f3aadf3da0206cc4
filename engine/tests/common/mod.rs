//! What the integration tests share: finding and reading the data files of the workspace.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    reason = "each test uses its share, and a test that cannot read its data fails"
)]

#[cfg(feature = "cli")]
pub mod command;

use serde::Deserialize;
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

/// The line and the column, both from 1, of a place counted in UTF-16 code units. CRLF, LF and CR end a line.
pub fn line_and_column(text: &str, offset: u32) -> (u32, u32) {
    let units: Vec<u16> = text.encode_utf16().collect();
    let (mut line, mut column) = (1, 1);
    for at in 0..offset as usize {
        let ends = match units[at] {
            10 => true,
            13 => units.get(at + 1) != Some(&10),
            _ => false,
        };
        (line, column) = if ends {
            (line + 1, 1)
        } else {
            (line, column + 1)
        };
    }
    (line, column)
}

/// The documents that a sample may have, with the ends of their files' names.
pub const SAMPLE_DOCUMENTS: [(&str, &str); 3] = [
    ("policy", "policy.json"),
    ("approval", "APPROVAL.md"),
    ("trace", "trace.json"),
];

/// A row of the samples' index, with what a test reads of it besides.
#[derive(Deserialize)]
pub struct Sample<T> {
    /// The start of its files' names.
    pub name: String,
    /// Its documents; an ARH policy and a trace unless it says otherwise.
    #[serde(default = "policy_and_trace")]
    pub documents: Vec<String>,
    /// The rest of the row.
    #[serde(flatten)]
    pub rest: T,
}

fn policy_and_trace() -> Vec<String> {
    ["policy", "trace"].map(str::to_owned).to_vec()
}

/// The rest of a row, where a test reads none of it.
#[derive(Deserialize)]
pub struct Ignored {}

impl<T> Sample<T> {
    /// The files of its documents, by the documents' names.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, String)> {
        SAMPLE_DOCUMENTS
            .into_iter()
            .filter(|(document, _)| self.documents.iter().any(|named| named == document))
            .map(|(document, end)| (document, format!("{}.{end}", self.name)))
    }

    /// The text of one of its documents, if it has that one.
    pub fn text(&self, document: &str) -> Option<String> {
        let (_, file) = self.files().find(|(name, _)| *name == document)?;
        Some(read(&format!("samples/{file}")))
    }
}

/// All samples.
pub fn samples<T: DeserializeOwned>() -> Vec<Sample<T>> {
    read_json("samples/index.json")
}

/// The samples with an ARH policy: name, policy and trace.
pub fn policy_samples() -> Vec<(String, String, String)> {
    samples::<Ignored>()
        .into_iter()
        .filter_map(|sample| {
            let (policy, trace) = (sample.text("policy")?, sample.text("trace")?);
            Some((sample.name, policy, trace))
        })
        .collect()
}

//! What is said about the copy that is shared: what was found in the documents, what is replaced, and the texts that
//! carry the copy.

use serde::{Deserialize, Serialize};

use super::{DifferenceView, Document};

/// The most secrets that are listed.
pub const MOST_SECRETS: usize = 100;
/// The most places that are listed of one secret.
pub const MOST_PLACES: usize = 5;

/// Which of the secrets are replaced in the copy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Redaction {
    /// The listed ones that are not, by their place in the list, in order.
    pub kept: Vec<u32>,
    /// Whether those are that are not listed.
    pub rest: bool,
}

impl Default for Redaction {
    /// All of them are.
    fn default() -> Self {
        Self {
            kept: Vec::new(),
            rest: true,
        }
    }
}

impl Redaction {
    /// None of them are.
    pub fn none() -> Self {
        Self {
            kept: (0..MOST_SECRETS as u32).collect(),
            rest: false,
        }
    }
}

/// The copy of the documents as they were last judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SharedCopy {
    /// What looks secret or personal in the documents, the same one together.
    pub secrets: Vec<SecretRow>,
    /// How many more there are.
    pub more: u32,
    /// Places that were not searched to the end.
    pub undecided: Vec<SecretPlace>,
    /// The documents whose files' names look secret or personal and are left out.
    pub nameless: [bool; 3],
    /// How its verdict differs from the documents' own.
    pub difference: Option<DifferenceView>,
    /// What keeps it from being judged, where nothing keeps the documents from it.
    pub problem: Option<String>,
    /// The copy and its link name the chosen finding.
    pub points: bool,
    /// The link, or a sentence why there is none.
    pub link: Result<String, String>,
    /// The link in Markdown.
    pub markdown: Option<String>,
    /// The HTML that embeds the link.
    pub embed: Option<String>,
    /// The body of an issue.
    pub issue: String,
}

/// Something that looks secret or personal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SecretRow {
    /// What it is.
    pub title: String,
    /// Its first characters.
    pub excerpt: String,
    /// What stands in its place in the copy.
    pub placeholder: String,
    /// Where it is; at most [`MOST_PLACES`].
    pub places: Vec<SecretPlace>,
    /// How many more places there are.
    pub more: u32,
}

/// A place in a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SecretPlace {
    /// The document.
    pub document: Document,
    /// The line, 1-based.
    pub line: u32,
    /// UTF-16 start and end.
    pub range: [u32; 2],
}

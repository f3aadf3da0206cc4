//! Copies of a reproduction without what is secret in it.

use super::judged::Judged;
use super::parts::Parts;
use super::reproduction::Reproduction;
use crate::problem::DocumentKind;
use crate::redact::{Secret, holds_secrets, redact};

/// A copy that may leave the machine.
pub struct Redacted {
    /// The copy with its own verdict. It points at no finding yet: see [`Reported::follow`](super::Reported::follow).
    pub reproduction: Reproduction,
    /// What became of it.
    pub judged: Judged,
    /// The documents whose file names looked secret or personal, and were left out: a file may be named after the
    /// customer whose trace it holds.
    pub unnamed: Vec<DocumentKind>,
}

impl Reproduction {
    /// The copy in which secrets are replaced, and telling file names are left out if that is asked for.
    pub fn redacted(mut self, secrets: &[&Secret], unnames: bool, parts: Parts<'_>) -> Redacted {
        let mut unnamed = Vec::new();
        for (document, text, name) in self.documents_mut() {
            if secrets.iter().any(|secret| secret.document == document) {
                *text = redact(document, text, secrets.iter().copied());
            }
            if unnames && holds_secrets(name) {
                name.clear();
                unnamed.push(document);
            }
        }
        let (judged, gate) = self.judge(parts);
        self.finding = None;
        self.verdict = judged.verdict();
        self.gate = gate;
        Redacted {
            reproduction: self,
            judged,
            unnamed,
        }
    }
}

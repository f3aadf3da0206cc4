//! Fetching the documents of an example, from wherever they are.

use super::declaration::Source;
use super::example::{Block, Example};
use super::samples::SAMPLES;
use crate::files::read_text;
use crate::words::nearest;
use percent_encoding::percent_decode_str;
use std::path::{Path, PathBuf};
use stepgate_engine::approval::Harness;
use stepgate_engine::share::{Fragment, Reproduction, System, read_fragment};
use stepgate_engine::{DocumentKind, Place};

/// The documents of an example.
pub struct Documents {
    /// The policy; without text when there is none.
    pub policy: Text,
    /// The APPROVAL.md; without text when there is none.
    pub approval: Text,
    /// The trace.
    pub trace: Text,
    /// The policy system whose verdict is shown.
    pub system: System,
    /// The harness whose gate it is.
    pub harness: Harness,
    /// The score from which the trace passes, where the source says one.
    pub fail_under: Option<f64>,
}

impl Documents {
    /// Of several policies, that of ARH is shown.
    fn new(policy: Option<Text>, approval: Option<Text>, trace: Text) -> Documents {
        Documents {
            system: match policy {
                Some(_) => System::Arh,
                None => System::Approval,
            },
            policy: policy.unwrap_or_default(),
            approval: approval.unwrap_or_default(),
            trace,
            harness: Harness::default(),
            fail_under: None,
        }
    }
}

/// A document's text, and where it stands.
#[derive(Default)]
pub struct Text {
    /// The text.
    pub text: String,
    /// The name of where it stands, for people.
    origin: String,
    /// The line of its first line in the file that it is part of; `None` when it is a file of its own.
    first_line: Option<usize>,
}

impl Text {
    /// A place in the document, for people: a line of the file that it is part of, or line and column of its own.
    pub fn place(&self, place: &Place) -> String {
        let Place { line, column, .. } = place;
        let origin = &self.origin;
        match self.first_line {
            Some(first) => format!("{origin}:{}", first + (*line as usize).saturating_sub(1)),
            None => format!("{origin}:{line}:{column}"),
        }
    }
}

/// Why an example has no documents. A sentence without a final period.
pub enum Missing {
    /// They are where this command does not go.
    Elsewhere(String),
    /// Something is wrong.
    Fault(String),
}

/// Where an example stands.
pub struct Site<'a> {
    /// The file.
    pub file: &'a Path,
    /// The folder that addresses beginning with `/` are relative to.
    pub root: &'a Path,
}

/// Gets the documents of an example.
pub fn documents(source: &Source, example: &Example, site: &Site) -> Result<Documents, Missing> {
    match source {
        Source::Blocks => {
            let block = |document: DocumentKind| {
                let mut blocks = example.blocks.iter();
                let block = blocks.find(|block| block.document == document);
                block.map(|block| site.text_of(block))
            };
            let missing = |document: DocumentKind| {
                let name = document.name();
                Missing::Fault(format!("no code block in it is marked `{name}`"))
            };
            let [policy, approval] = [DocumentKind::Policy, DocumentKind::Approval].map(block);
            if policy.is_none() && approval.is_none() {
                return Err(missing(DocumentKind::Policy));
            }
            let trace = block(DocumentKind::Trace).ok_or_else(|| missing(DocumentKind::Trace))?;
            Ok(Documents::new(policy, approval, trace))
        }
        Source::Files([policy, approval], trace) => {
            let read = |address: &Option<String>| {
                address
                    .as_ref()
                    .map(|address| site.read(address))
                    .transpose()
            };
            Ok(Documents::new(
                read(policy)?,
                read(approval)?,
                site.read(trace)?,
            ))
        }
        Source::Reproduction(address) => {
            let file = site.read(address)?;
            let reproduction = Reproduction::from_json(&file.text)
                .map_err(|error| Missing::Fault(unstopped(format!("{}: {error}", file.origin))))?;
            Ok(of_reproduction(reproduction, &file.origin))
        }
        Source::Link(link) => match read_fragment(link) {
            Ok(Fragment::Reproduction(opened)) => Ok(of_reproduction(opened.reproduction, "link")),
            Ok(Fragment::Addresses(_)) => Err(Missing::Elsewhere(
                "its link only says where the documents are, and this command fetches nothing"
                    .into(),
            )),
            Ok(Fragment::Empty) => Err(Missing::Fault("nothing follows # in its link".into())),
            Err(error) => Err(Missing::Fault(unstopped(error.to_string()))),
        },
        Source::Sample(name) => {
            let sample = SAMPLES.iter().find(|sample| sample.name == name);
            let sample = sample.ok_or_else(|| {
                let names = SAMPLES.iter().map(|sample| sample.name);
                Missing::Fault(match nearest(name, names.clone()) {
                    Some(own) => format!("there is no sample `{name}`; is `{own}` meant?"),
                    None => {
                        let names: Vec<&str> = names.collect();
                        format!("there is no sample `{name}`, only {}", names.join(", "))
                    }
                })
            })?;
            let text = |text: &str, file| Text {
                text: text.to_owned(),
                origin: format!("{name}.{file}"),
                first_line: None,
            };
            Ok(Documents::new(
                sample.policy.map(|policy| text(policy, "policy.json")),
                sample
                    .approval
                    .map(|approval| text(approval, "APPROVAL.md")),
                text(sample.trace, "trace.json"),
            ))
        }
    }
}

fn of_reproduction(reproduction: Reproduction, origin: &str) -> Documents {
    let text = |text, document| Text {
        text,
        origin: format!("{origin} {document}"),
        first_line: None,
    };
    Documents {
        policy: text(reproduction.policy, "policy"),
        approval: text(reproduction.approval, "approval"),
        trace: text(reproduction.trace, "trace"),
        system: reproduction.system,
        harness: reproduction.harness,
        fail_under: Some(reproduction.fail_under),
    }
}

/// A sentence without its final period.
fn unstopped(mut sentence: String) -> String {
    if sentence.ends_with('.') {
        sentence.pop();
    }
    sentence
}

impl Site<'_> {
    fn text_of(&self, block: &Block) -> Text {
        Text {
            text: block.text.clone(),
            origin: self.file.display().to_string(),
            first_line: Some(block.line),
        }
    }

    /// Reads the file at an address relative to the document.
    fn read(&self, address: &str) -> Result<Text, Missing> {
        let path = self.path(address).ok_or_else(|| {
            Missing::Elsewhere(format!(
                "{address} is on the network, and this command fetches nothing"
            ))
        })?;
        // A device may have no end.
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            return Err(Missing::Fault(format!("{} is no file", path.display())));
        }
        match read_text(&path) {
            Ok(text) => Ok(Text {
                text,
                origin: path.display().to_string(),
                first_line: None,
            }),
            Err(unreadable) => {
                let (path, message) = (path.display(), unreadable.message);
                Err(Missing::Fault(format!("{path} {message}")))
            }
        }
    }

    /// The file at an address; `None` when that has a scheme or a host.
    fn path(&self, address: &str) -> Option<PathBuf> {
        let address = address.trim();
        let plain = address.split(['?', '#']).next().unwrap_or_default();
        let has_scheme = plain
            .split_once(':')
            .is_some_and(|(scheme, _)| !scheme.contains('/'));
        if has_scheme || plain.starts_with("//") {
            return None;
        }
        let decoded = percent_decode_str(plain).decode_utf8_lossy();
        Some(match decoded.strip_prefix('/') {
            Some(from_root) => self.root.join(from_root),
            None => self.file.parent().unwrap_or(self.root).join(&*decoded),
        })
    }
}

//! Reproductions of what a command was given: what a link or a reproduction file is to hold.

use crate::words::counted;
use clap::builder::{StringValueParser, TypedValueParser};
use std::collections::BTreeMap;
use std::path::Path;
use stepgate_engine::DocumentKind;
use stepgate_engine::approval::Harness;
use stepgate_engine::pattern::AllNames;
use stepgate_engine::redact::{Secret, Secrets, find_secrets};
use stepgate_engine::share::Parts;
use stepgate_engine::share::{Redacted, Reproduction, System};

/// A document as it was read.
#[derive(Clone, Copy)]
pub struct Named<'a> {
    /// Its text.
    pub text: &'a str,
    /// The file it was read from.
    pub path: &'a Path,
}

impl Named<'_> {
    /// The name that may leave this machine: folders often name people and customers.
    fn base_name(&self) -> String {
        match self.path.file_name() {
            Some(name) if name != "-" => name.to_string_lossy().into_owned(),
            _ => String::new(),
        }
    }
}

/// What is to be reproduced: documents that need not be valid, and how they are judged.
pub struct Given<'a> {
    /// The policy, if there is one.
    pub policy: Option<Named<'a>>,
    /// The APPROVAL.md, if there is one.
    pub approval: Option<Named<'a>>,
    /// The trace.
    pub trace: Named<'a>,
    /// The score from which the trace passes.
    pub fail_under: f64,
    /// The harness whose gate it is.
    pub harness: Harness,
}

/// A reproduction, and what was replaced in it.
pub struct Reproduced {
    /// The reproduction.
    pub reproduction: Reproduction,
    /// What looked secret or personal, and was replaced.
    pub secrets: Secrets,
    /// What the redacted copy changes, in words.
    changes: Vec<String>,
    /// The documents whose file names looked secret or personal, and were left out.
    unnamed: Vec<DocumentKind>,
}

/// Makes a reproduction. Of a trace that fails, it opens at the first error (or else the first finding) that is still
/// found in a redacted copy.
pub fn reproduce(given: &Given, redacted: bool) -> Reproduced {
    let text = |document: Option<Named>| document.map_or("", |document| document.text).to_owned();
    let name =
        |document: Option<Named>| document.map_or_else(String::new, |named| named.base_name());
    let original = Reproduction {
        approval: text(given.approval),
        policy_name: name(given.policy),
        approval_name: name(given.approval),
        trace_name: given.trace.base_name(),
        system: match given.policy {
            Some(_) => System::Arh,
            None => System::Approval,
        },
        harness: given.harness,
        ..Reproduction::new(text(given.policy), given.trace.text, given.fail_under)
    };
    let secrets = match redacted {
        true => find_secrets(
            &original.policy,
            &original.approval,
            &original.trace,
            &AllNames,
        ),
        false => Secrets::default(),
    };
    let chosen: Vec<&Secret> = secrets.found.iter().collect();
    // Where nothing is replaced, nothing is judged twice.
    let before = (!chosen.is_empty()).then(|| original.judge(Parts::ALL));
    let Redacted {
        mut reproduction,
        judged: copy,
        unnamed,
    } = original.redacted(&chosen, redacted, Parts::ALL);
    let (mut kept, mut changes) = (None, Vec::new());
    if let Some((judged, gate)) = &before {
        kept = judged.report().and_then(|original| {
            let wanted = original.worth_a_look();
            wanted
                .iter()
                .find_map(|finding| original.follow(*finding, &copy))
        });
        let verdicts = judged.verdict().zip(reproduction.verdict.as_ref());
        if let Some(change) = verdicts.and_then(|(before, after)| before.difference(after)) {
            changes.push(format!(
                "the verdict from {} to {}",
                change.before, change.after
            ));
        }
        let gates = gate.as_ref().zip(reproduction.gate.as_ref());
        if let Some(change) = gates.and_then(|(before, after)| before.difference(after)) {
            changes.push(format!(
                "what the gate says from {} to {}",
                change.before, change.after
            ));
        }
    }
    let first = || {
        let copy = copy.report()?;
        copy.finding_ids()
            .get(*copy.worth_a_look().first()?)
            .copied()
    };
    reproduction.finding = kept.or_else(first);
    Reproduced {
        reproduction,
        secrets,
        changes,
        unnamed,
    }
}

impl Reproduced {
    /// What a person should know of the redaction, a sentence each.
    pub fn remarks(&self) -> Vec<String> {
        let Secrets { found, undecided } = &self.secrets;
        let mut remarks = Vec::new();
        if !found.is_empty() {
            let mut titles: BTreeMap<&str, usize> = BTreeMap::new();
            for secret in found {
                *titles.entry(&secret.title).or_default() += 1;
            }
            let titles: Vec<String> = titles
                .into_iter()
                .map(|(title, count)| format!("{count} × {title}"))
                .collect();
            let verdict = match self.changes.as_slice() {
                [] => "the verdict is the same".to_owned(),
                changes => format!("this changes {}", changes.join(" and ")),
            };
            let places = counted(found.len(), "place");
            remarks.push(format!(
                "redacted {places}: {}; {verdict}",
                titles.join(", ")
            ));
        }
        for document in &self.unnamed {
            let name = document.name();
            remarks.push(format!(
                "the name of the {name}'s file was left out, because it looks secret or personal"
            ));
        }
        if !undecided.is_empty() {
            let texts = counted(undecided.len(), "text");
            remarks.push(format!(
                "{texts} could not be searched for secrets within the step bound: look before you pass this on"
            ));
        }
        remarks
    }
}

/// Reads the address of a playground from the command line.
pub fn base_parser() -> impl TypedValueParser<Value = String> {
    StringValueParser::new().try_map(|base| {
        let is_address = ["https://", "http://", "file://"]
            .iter()
            .any(|scheme| base.starts_with(scheme) && base.len() > scheme.len());
        if is_address && !base.contains(|c: char| c.is_whitespace() || c.is_control()) {
            Ok(base)
        } else {
            Err("it must be the address of a playground, such as https://example.org/stepgate/")
        }
    })
}

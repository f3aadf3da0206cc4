//! Reproductions of what a command was given: what a link or a reproduction file is to hold.

use crate::judged::Judged;
use crate::words::{counted, told};
use clap::builder::{StringValueParser, TypedValueParser};
use std::collections::BTreeMap;
use std::path::Path;
use stepgate_engine::DocumentKind;
use stepgate_engine::EngineEntry;
use stepgate_engine::redact::{Secrets, find_secrets, holds_secrets, redact};
use stepgate_engine::share::{Difference, Reproduction};

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

/// A reproduction, and what was replaced in it.
pub struct Reproduced {
    /// The reproduction.
    pub reproduction: Reproduction,
    /// What looked secret or personal, and was replaced.
    pub secrets: Secrets,
    /// How the verdict on the redacted copy differs from that on the originals.
    pub change: Option<Difference>,
    /// The documents whose file names looked secret or personal, and were left out.
    pub unnamed: Vec<DocumentKind>,
}

/// Makes the reproduction of a policy and a trace, of which neither need be valid. Of a trace that fails, it opens at
/// the first error (or else the first finding) that is still found in a redacted copy.
pub fn reproduce(policy: Named, trace: Named, fail_under: f64, redacted: bool) -> Reproduced {
    let original = Judged::of(policy.text, trace.text, fail_under);
    let wanted = original.worth_a_look();
    let secrets = match redacted {
        true => find_secrets(policy.text, trace.text),
        false => Secrets::default(),
    };
    let policy_copy = redact(DocumentKind::Policy, policy.text, &secrets.found);
    let trace_copy = redact(DocumentKind::Trace, trace.text, &secrets.found);
    let before = original.verdict();
    let (verdict, finding) = if secrets.found.is_empty() {
        (before.clone(), wanted.first().map(|found| found.id))
    } else {
        let copy = Judged::of(&policy_copy, &trace_copy, fail_under);
        let there = copy.worth_a_look();
        let kept = wanted
            .iter()
            .find_map(|wanted| there.iter().find(|found| found.subject == wanted.subject));
        let finding = kept.or(there.first()).map(|found| found.id);
        (copy.verdict(), finding)
    };
    // A file may be named after the customer whose trace it holds.
    let mut unnamed = Vec::new();
    let [policy_name, trace_name] = [
        (DocumentKind::Policy, policy.base_name()),
        (DocumentKind::Trace, trace.base_name()),
    ]
    .map(|(document, name)| {
        if redacted && holds_secrets(&name) {
            unnamed.push(document);
            return String::new();
        }
        name
    });
    let change = before.difference(&verdict);
    Reproduced {
        reproduction: Reproduction {
            engine: EngineEntry::THIS.version.to_owned(),
            policy: policy_copy,
            trace: trace_copy,
            policy_name,
            trace_name,
            fail_under,
            view: None,
            finding,
            verdict: Some(verdict),
        },
        secrets,
        change,
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
            let verdict = match &self.change {
                None => "the verdict is the same".to_owned(),
                Some(change) => format!(
                    "this changes the verdict from {} to {}",
                    told(
                        change.outcome.0.name(),
                        change.score.0.as_deref(),
                        change.count.0
                    ),
                    told(
                        change.outcome.1.name(),
                        change.score.1.as_deref(),
                        change.count.1
                    ),
                ),
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

//! Reproductions of what a command was given: what a link or a reproduction file is to hold.

use crate::words::counted;
use clap::builder::{StringValueParser, TypedValueParser};
use std::collections::BTreeMap;
use std::path::Path;
use stepgate_engine::DocumentKind;
use stepgate_engine::redact::{Secret, Secrets, find_secrets};
use stepgate_engine::share::{Difference, Judged, Redacted, Reproduction};

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
    let secrets = match redacted {
        true => find_secrets(policy.text, trace.text),
        false => Secrets::default(),
    };
    let original = Reproduction {
        policy_name: policy.base_name(),
        trace_name: trace.base_name(),
        ..Reproduction::new(policy.text, trace.text, fail_under)
    };
    let chosen: Vec<&Secret> = secrets.found.iter().collect();
    let Redacted {
        mut reproduction,
        judged: copy,
        unnamed,
    } = original.redacted(&chosen, redacted);
    let (mut kept, mut change) = (None, None);
    if !chosen.is_empty() {
        let original = Judged::of(policy.text, trace.text, fail_under);
        kept = original.report().and_then(|original| {
            let wanted = original.worth_a_look();
            wanted
                .iter()
                .find_map(|finding| original.follow(*finding, &copy))
        });
        let (before, after) = (original.verdict(), reproduction.verdict.as_ref());
        change = before
            .zip(after)
            .and_then(|(before, after)| before.difference(after));
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
                Some(Difference { before, after, .. }) => {
                    format!("this changes the verdict from {before} to {after}")
                }
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

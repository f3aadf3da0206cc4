//! What looks secret or personal in the documents, and copies without it.
//!
//! ```
//! use stepgate_engine::{DocumentKind, pattern::AllNames, redact::{find_secrets, redact}};
//!
//! let trace = r#"{"final": "Sent to ann\u0040example.com", "password": "hunter22"}"#;
//! let secrets = find_secrets("{}", "", trace, &AllNames);
//! let copy = redact(DocumentKind::Trace, trace, &secrets.found);
//! assert_eq!(copy, r#"{"final": "Sent to REDACTED-EMAIL-1", "password": "REDACTED-PASSWORD-1"}"#);
//! ```
//!
//! Every string, member name and number of a document is looked at by its decoded value; what is replaced is exactly the
//! text that spells the secret, so that the copy of a JSON document is one too, in the same layout. A text that is no
//! JSON is looked at as it is.
//!
//! An APPROVAL.md is looked at as text as well. What stands in the place of a secret there is a legal scalar of YAML, and
//! what stands in the place of a sender's digits is digits: the copy loads if the document does.
//!
//! A secret that only its name tells, such as a password, is found wherever else the same text stands by itself.
//!
//! The judgement leans towards finding too much where a person would want to be asked (a password, an address) and
//! towards finding nothing where traces are full of look-alikes: UUIDs, digests in hexadecimal, ids with a short prefix
//! (`call_…`), paths and addresses of pages are no random strings in this sense.

mod address;
mod assignments;
mod collect;
mod digits;
mod known;
mod names;
mod pairs;
mod patterns;
mod placeholder;
mod random;
mod scan;
mod senders;

use crate::arh::Policy;
use crate::order::sort_by_key;
use crate::pattern::{CharacterNames, NoNames};
use crate::problem::{DocumentKind, Place};
use crate::source::Document;
use collect::{Collector, Source};
use known::Known;
use placeholder::Placeholders;
use serde::Serialize;
use std::borrow::Cow;
use std::ops::Range;

/// What a secret is. Where two overlap, the one named first here gives the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SecretKind {
    /// A private key, as a whole block.
    PrivateKey,
    /// A key or token in the form that a known service gives it.
    ServiceToken,
    /// A JSON Web Token.
    JsonWebToken,
    /// What an `Authorization` or `Cookie` header holds.
    Authorization,
    /// The password in an address such as `postgres://user:password@host`.
    AddressPassword,
    /// The id by which a channel knows an approver: where it stands, only ids are legal.
    Sender,
    /// A payment card number, its check digit being right.
    CardNumber,
    /// An e-mail address.
    EmailAddress,
    /// A phone number.
    PhoneNumber,
    /// What stands under a telling name, such as `password`.
    NamedSecret,
    /// What an unsafe pattern of the policy matches.
    UnsafePattern,
    /// A long random string.
    RandomText,
}

impl SecretKind {
    /// A few words for people. A secret's own title may say more.
    pub const fn title(self) -> &'static str {
        self.row().0
    }

    /// The word in its placeholders.
    const fn word(self) -> &'static str {
        self.row().1
    }

    const fn row(self) -> (&'static str, &'static str) {
        match self {
            SecretKind::PrivateKey => ("Private key", "PRIVATE-KEY"),
            SecretKind::ServiceToken => ("Service token", "TOKEN"),
            SecretKind::JsonWebToken => ("JSON Web Token", "JWT"),
            SecretKind::Authorization => ("Authorization", "CREDENTIALS"),
            SecretKind::AddressPassword => ("Password in an address", "PASSWORD"),
            SecretKind::CardNumber => ("Card number", "CARD"),
            SecretKind::EmailAddress => ("E-mail address", "EMAIL"),
            SecretKind::PhoneNumber => ("Phone number", "PHONE"),
            SecretKind::NamedSecret => ("Value with a secret's name", "PASSWORD"),
            SecretKind::Sender => ("Sender id of an approver", "SENDER"),
            SecretKind::UnsafePattern => ("Match of an unsafe pattern", "MATCH"),
            SecretKind::RandomText => ("Long random string", "RANDOM"),
        }
    }
}

/// Something in a document that looks secret or personal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Secret {
    /// The document it is in.
    pub document: DocumentKind,
    /// What it is.
    pub kind: SecretKind,
    /// What it is in words for people, such as "GitHub token".
    pub title: Cow<'static, str>,
    /// Where it is: the range covers exactly what [`redact`] replaces.
    pub place: Place,
    /// Its first characters, at most four and at most a third of it, and an ellipsis.
    pub excerpt: String,
    /// What stands in its place in a copy, such as `REDACTED-EMAIL-1`. The same secret has the same one everywhere.
    pub placeholder: String,
    #[serde(skip)]
    bytes: Range<usize>,
    /// A number: its placeholder needs quotes.
    #[serde(skip)]
    is_number: bool,
}

/// A text on which a pattern could not be decided within the step bound: it may hold secrets that are not listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Undecided {
    /// The document it is in.
    pub document: DocumentKind,
    /// The whole string, or the whole document when that is no JSON.
    pub place: Place,
    /// What was looked for, in words for people.
    pub title: Cow<'static, str>,
}

/// What was found in the documents.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Secrets {
    /// The secrets: the policy's, the APPROVAL.md's, then the trace's, each in the order of the text. None overlap.
    pub found: Vec<Secret>,
    /// What was not searched to the end.
    pub undecided: Vec<Undecided>,
}

/// Looks for secrets in a policy, an APPROVAL.md and a trace, of which none need be valid. The policy's unsafe patterns
/// take part when the policy can be read and they are all legal: in string values, as in a judgement, but neither in
/// themselves nor in the other policy. They may use these names of characters.
pub fn find_secrets(
    policy: &str,
    approval: &str,
    trace: &str,
    names: &dyn CharacterNames,
) -> Secrets {
    let read = Policy::parse_naming(policy, names);
    let unsafe_patterns = read.as_ref().ok().and_then(Policy::unsafe_patterns);
    let policy_document = match &read {
        Ok(_) => None,
        Err(_) => Document::parse(policy).ok(),
    };
    let policy_document = match &read {
        Ok(read) => Some(read.document()),
        Err(_) => policy_document.as_ref(),
    };
    let trace_document = Document::parse(trace).ok();
    let mut placeholders = Placeholders::avoiding([policy, approval, trace]);
    let sources = [
        (DocumentKind::Policy, policy, policy_document),
        (DocumentKind::Approval, approval, None),
        (DocumentKind::Trace, trace, trace_document.as_ref()),
    ]
    .map(|(kind, text, document)| {
        (
            kind,
            document.map_or_else(|| Source::raw(text), Source::Json),
        )
    });
    let collect = |known: &Known| {
        sources.each_ref().map(|(kind, source)| {
            let mut collector = Collector::new(*kind, unsafe_patterns);
            collector.collect(source, known);
            collector
        })
    };
    let mut known = Known::default();
    let mut collectors = collect(&known);
    for collector in &collectors {
        collector.remember(&mut known);
    }
    if !known.is_empty() {
        collectors = collect(&known);
    }
    let mut secrets = Secrets::default();
    for collector in collectors {
        collector.finish(&mut placeholders, &mut secrets);
    }
    secrets
}

/// Whether there is something secret or personal in a text on its own, such as a file's name.
pub fn holds_secrets(text: &str) -> bool {
    !find_secrets("", "", text, &NoNames).found.is_empty()
}

/// The document's text with the placeholders of the chosen secrets in it. Secrets of the other document are passed over.
///
/// The text must be the one they were found in; a place that is not in the text is left alone.
pub fn redact<'a>(
    document: DocumentKind,
    text: &str,
    chosen: impl IntoIterator<Item = &'a Secret>,
) -> String {
    let mut chosen: Vec<&Secret> = chosen
        .into_iter()
        .filter(|secret| secret.document == document)
        .collect();
    sort_by_key(&mut chosen, |secret| secret.bytes.start);
    let mut copy = String::with_capacity(text.len());
    let mut from = 0;
    for secret in chosen {
        let Some(kept) = text.get(from..secret.bytes.start) else {
            continue;
        };
        if !text.is_char_boundary(secret.bytes.end) {
            continue;
        }
        let quote = if secret.is_number { "\"" } else { "" };
        copy.extend([kept, quote, &secret.placeholder, quote]);
        from = secret.bytes.end;
    }
    copy.push_str(text.get(from..).unwrap_or_default());
    copy
}

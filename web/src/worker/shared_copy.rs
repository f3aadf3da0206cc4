//! The copy that is shared: the documents without what is secret in them, and everything that carries it.

use std::collections::HashMap;

use stepgate_engine::export::{embed_snippet, issue_body, markdown_link};
use stepgate_engine::redact::{Secret, Secrets, Undecided, find_secrets};
use stepgate_engine::share::{self, GateVerdict, Judged, Redacted, Reproduction, Verdict};
use stepgate_engine::{DocumentKind, Place};

use super::links;
use super::report::document;
use super::session::Session;
use crate::protocol::{
    Document, MOST_PLACES, MOST_SECRETS, Redaction, SecretPlace, SecretRow, SharedCopy, Sharing,
};

/// The most places that are named as not searched to the end.
const MOST_UNDECIDED: usize = 20;

/// The most characters of a link that is offered: Firefox opens none of more than 1,048,576, and long before that no
/// program takes it.
const LONGEST_LINK: usize = 500_000;

/// What was found in the documents, until they change.
#[derive(Default)]
pub struct Finds(Option<Found>);

struct Found {
    secrets: Secrets,
    /// Those that have one placeholder, by their places among the secrets: it is one secret in several places.
    groups: Vec<Vec<usize>>,
}

impl Finds {
    /// The documents are other ones.
    pub fn forget(&mut self) {
        self.0 = None;
    }

    fn of(&mut self, session: &Session) -> &Found {
        self.0.get_or_insert_with(|| {
            let [policy, approval, trace] = session.texts();
            let secrets = find_secrets(policy, approval, trace, session.parts().names);
            let mut numbers: HashMap<&str, usize> = HashMap::new();
            let mut groups: Vec<Vec<usize>> = Vec::new();
            for (index, secret) in secrets.found.iter().enumerate() {
                let next = groups.len();
                let number = *numbers.entry(&secret.placeholder).or_insert(next);
                match groups.get_mut(number) {
                    Some(group) => group.push(index),
                    None => groups.push(vec![index]),
                }
            }
            Found { secrets, groups }
        })
    }
}

impl Found {
    /// The secrets that are replaced.
    fn chosen(&self, redaction: &Redaction) -> Vec<&Secret> {
        let is_chosen = |number: usize| {
            if number < MOST_SECRETS {
                redaction.kept.binary_search(&(number as u32)).is_err()
            } else {
                redaction.rest
            }
        };
        let groups = self.groups.iter().enumerate();
        groups
            .filter(|(number, _)| is_chosen(*number))
            .flat_map(|(_, group)| group)
            .filter_map(|index| self.secrets.found.get(*index))
            .collect()
    }

    fn rows(&self) -> Vec<SecretRow> {
        let groups = self.groups.iter().take(MOST_SECRETS);
        groups.filter_map(|group| self.row(group)).collect()
    }

    fn row(&self, group: &[usize]) -> Option<SecretRow> {
        let secret = |index: &usize| self.secrets.found.get(*index);
        let first = group.first().and_then(secret)?;
        Some(SecretRow {
            title: first.title.to_string(),
            excerpt: first.excerpt.clone(),
            placeholder: first.placeholder.clone(),
            places: group
                .iter()
                .take(MOST_PLACES)
                .filter_map(secret)
                .map(|secret| shown_place(secret.document, &secret.place))
                .collect(),
            more: group.len().saturating_sub(MOST_PLACES) as u32,
        })
    }
}

/// The copy with everything that carries it; none when there is nothing to share. `script` is the address of the
/// script that shows examples in other pages.
pub fn make(
    session: &Session,
    finds: &mut Finds,
    sharing: &Sharing,
    redaction: &Redaction,
    script: &str,
) -> Option<SharedCopy> {
    if session.texts().iter().all(|text| is_blank(text)) {
        return None;
    }
    let found = finds.of(session);
    let copy = copy(session, found, sharing, redaction);
    let Reproduction { verdict, gate, .. } = &copy.reproduction;
    let original = links::verdict(session);
    let harness = sharing.systems.harness;
    let original_gate = session.gate().and_then(|gate| gate.verdict(harness));
    let difference = links::difference(
        session,
        [original.as_ref(), verdict.as_ref()],
        [original_gate.as_ref(), gate.as_ref()],
    );
    let problem = match (&copy.judged, session.judged()) {
        (Judged::Problem(problem), Some(_)) => Some(problem.message.clone()),
        _ => None,
    };
    let link = link(&sharing.base, &copy.reproduction);
    let address = link.as_ref().ok();
    let label = label(&copy.reproduction);
    Some(SharedCopy {
        secrets: found.rows(),
        more: found.groups.len().saturating_sub(MOST_SECRETS) as u32,
        undecided: undecided(&found.secrets.undecided),
        nameless: Document::ALL.map(|each| {
            let mut unnamed = copy.unnamed.iter();
            unnamed.any(|kind| document(*kind) == each)
        }),
        difference,
        problem,
        points: copy.reproduction.finding.is_some(),
        markdown: address.map(|link| markdown_link(&label, link)),
        embed: address.map(|link| embed_snippet(script, link)),
        issue: issue_body(
            &copy.reproduction,
            &copy.judged,
            address.map(String::as_str),
        ),
        link,
    })
}

/// The copy as a reproduction file.
pub fn file(
    session: &Session,
    finds: &mut Finds,
    sharing: &Sharing,
    redaction: &Redaction,
) -> String {
    let found = finds.of(session);
    copy(session, found, sharing, redaction)
        .reproduction
        .to_json()
}

/// The copy without the chosen secrets, pointing at the finding that the documents' own points at.
fn copy(session: &Session, found: &Found, sharing: &Sharing, redaction: &Redaction) -> Redacted {
    let chosen = found.chosen(redaction);
    // Who keeps everything keeps the files' names, too.
    let keeps_all =
        *redaction == Redaction::none() || (chosen.is_empty() && !found.secrets.found.is_empty());
    let mut copy =
        links::reproduction(session, sharing).redacted(&chosen, !keeps_all, session.parts());
    copy.reproduction.finding = match sharing.decision {
        Some(step) => session
            .gate()
            .and_then(|gate| gate.decision_id_in(&copy.reproduction, step)),
        None => session.judged().and_then(|shown| {
            let finding = sharing.finding? as usize;
            shown.reported().follow(finding, &copy.judged)
        }),
    };
    copy.reproduction = links::written(copy.reproduction, sharing);
    copy
}

/// A link that browsers open, or a sentence.
fn link(base: &str, reproduction: &Reproduction) -> Result<String, String> {
    let link = share::link(base, reproduction).map_err(|error| error.to_string())?;
    if link.len() > LONGEST_LINK {
        return Err(
            "A link to this copy would be longer than 500,000 characters, which not every browser opens. Send the \
             reproduction file instead."
                .to_owned(),
        );
    }
    Ok(link)
}

/// What a link to the copy is called.
fn label(reproduction: &Reproduction) -> String {
    let verdict = match reproduction.system {
        share::System::Arh => reproduction.verdict.as_ref().map(Verdict::headline),
        share::System::Approval => reproduction.gate.as_ref().map(GateVerdict::in_words),
    };
    let mut label = "Stepgate".to_owned();
    if let Some(verdict) = verdict {
        label.push_str(": ");
        label.push_str(&verdict);
    }
    if !reproduction.trace_name.is_empty() {
        label.push_str(", ");
        label.push_str(&reproduction.trace_name);
    }
    label
}

fn undecided(undecided: &[Undecided]) -> Vec<SecretPlace> {
    let listed = undecided.iter().take(MOST_UNDECIDED);
    listed
        .map(|undecided| shown_place(undecided.document, &undecided.place))
        .collect()
}

fn shown_place(kind: DocumentKind, place: &Place) -> SecretPlace {
    SecretPlace {
        document: document(kind),
        line: place.line,
        range: place.range.into(),
    }
}

fn is_blank(text: &str) -> bool {
    text.trim_ascii().is_empty()
}

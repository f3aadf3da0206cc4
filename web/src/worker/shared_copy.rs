//! The copy that is shared: the documents without what is secret in them, and everything that carries it.

use std::collections::HashMap;

use stepgate_engine::arh::{Policy, Report, Trace, validate};
use stepgate_engine::export::{Judged, embed_snippet, issue_body, markdown_link};
use stepgate_engine::redact::{Secret, Secrets, Undecided, find_secrets, holds_secrets, redact};
use stepgate_engine::share::{self, Reproduction, Verdict, finding_ids};
use stepgate_engine::{DocumentKind, Place, Problem};

use super::links::{self, shown_difference};
use super::report::document;
use super::session::Session;
use crate::protocol::{
    MOST_PLACES, MOST_SECRETS, Redaction, SecretPlace, SecretRow, SharedCopy, Sharing,
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
            let [policy, trace] = session.texts();
            let secrets = find_secrets(policy, trace);
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
    let copy = Copy::of(session, found, sharing, redaction);
    let original = links::verdict(session);
    let verdict = copy.reproduction.verdict.as_ref();
    let difference = original
        .as_ref()
        .zip(verdict)
        .and_then(|(original, verdict)| original.difference(verdict));
    let problem = match (&copy.judged, session.judged()) {
        (Judgement::Problem(problem), Some(_)) => Some(problem.message.clone()),
        _ => None,
    };
    let link = link(&sharing.base, &copy.reproduction);
    let address = link.as_ref().ok();
    let label = label(&copy.reproduction);
    Some(SharedCopy {
        secrets: found.rows(),
        more: found.groups.len().saturating_sub(MOST_SECRETS) as u32,
        undecided: undecided(&found.secrets.undecided),
        nameless: copy.nameless,
        difference: difference.map(|difference| shown_difference(session, &difference)),
        problem,
        points: copy.reproduction.finding.is_some(),
        markdown: address.map(|link| markdown_link(&label, link)),
        embed: address.map(|link| embed_snippet(script, link)),
        issue: issue_body(
            &copy.reproduction,
            &copy.judged.told(),
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
    Copy::of(session, found, sharing, redaction)
        .reproduction
        .to_json()
}

struct Copy {
    reproduction: Reproduction,
    /// Whether the names of the policy's and the trace's file are left out.
    nameless: [bool; 2],
    judged: Judgement,
}

impl Copy {
    fn of(session: &Session, found: &Found, sharing: &Sharing, redaction: &Redaction) -> Copy {
        let chosen = found.chosen(redaction);
        let [policy, trace] = session.texts();
        let policy = redact(DocumentKind::Policy, policy, chosen.iter().copied());
        let trace = redact(DocumentKind::Trace, trace, chosen.iter().copied());
        let judged = Judgement::of(&policy, &trace, sharing.fail_under);
        let [policy_crlf, trace_crlf] = sharing.crlf;
        // A file may be named after the customer whose trace it holds. Who keeps everything keeps that, too.
        let keeps_all = *redaction == Redaction::none()
            || (chosen.is_empty() && !found.secrets.found.is_empty());
        let nameless = sharing
            .names
            .each_ref()
            .map(|name| !keeps_all && holds_secrets(name));
        let [policy_name, trace_name] = sharing.names.clone();
        let named =
            |name: String, is_nameless: bool| if is_nameless { String::new() } else { name };
        let [policy_nameless, trace_nameless] = nameless;
        let (policy_name, trace_name) = (
            named(policy_name, policy_nameless),
            named(trace_name, trace_nameless),
        );
        let reproduction = Reproduction {
            policy_name,
            trace_name,
            view: sharing.view,
            finding: judged.finding(session, sharing.finding),
            verdict: judged.verdict(),
            ..Reproduction::new(
                links::written(&policy, policy_crlf),
                links::written(&trace, trace_crlf),
                sharing.fail_under,
            )
        };
        Copy {
            reproduction,
            nameless,
            judged,
        }
    }
}

/// What became of the copy.
enum Judgement {
    Report(Box<(Policy, Trace, Report)>),
    Problem(Problem),
    /// A document is missing, and the other one has no problem.
    Nothing,
}

impl Judgement {
    fn of(policy: &str, trace: &str, fail_under: f64) -> Judgement {
        let judged = match (is_blank(policy), is_blank(trace)) {
            (true, true) => return Judgement::Nothing,
            (true, false) => Trace::parse(trace).map(|_| None),
            (false, true) => Policy::parse(policy).map(|_| None),
            (false, false) => Policy::parse(policy).and_then(|policy| {
                let trace = Trace::parse(trace)?;
                let report = validate(&policy, &trace, fail_under)?;
                Ok(Some(Box::new((policy, trace, report))))
            }),
        };
        match judged {
            Ok(Some(report)) => Judgement::Report(report),
            Ok(None) => Judgement::Nothing,
            Err(problem) => Judgement::Problem(problem),
        }
    }

    fn told(&self) -> Judged<'_> {
        match self {
            Judgement::Report(judged) => Judged::Report(&judged.1, &judged.2),
            Judgement::Problem(problem) => Judged::Problem(problem),
            Judgement::Nothing => Judged::Nothing,
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        match self {
            Judgement::Report(judged) => Some(Verdict::of_report(&judged.1, &judged.2)),
            Judgement::Problem(problem) => Some(Verdict::of_problem(problem)),
            Judgement::Nothing => None,
        }
    }

    /// The id that a finding of the documents has in the copy, if it is still there. Its number may be another one, and
    /// so may its step's id.
    fn finding(&self, session: &Session, finding: Option<u32>) -> Option<share::FindingId> {
        let (shown, finding) = (session.judged()?, finding? as usize);
        let Judgement::Report(judged) = self else {
            return None;
        };
        let (policy, trace, report) = &**judged;
        let wanted = identity(&shown.policy, &shown.trace, &shown.report, finding)?;
        let earlier = (0..finding)
            .filter(|earlier| {
                let earlier = identity(&shown.policy, &shown.trace, &shown.report, *earlier);
                earlier.as_ref() == Some(&wanted)
            })
            .count();
        let place = (0..report.findings.len())
            .filter(|index| identity(policy, trace, report, *index).as_ref() == Some(&wanted))
            .nth(earlier)?;
        finding_ids(policy, trace, report).get(place).copied()
    }
}

/// What a finding is about, without any of the documents' own words for it but the names of members.
fn identity(
    policy: &Policy,
    trace: &Trace,
    report: &Report,
    index: usize,
) -> Option<(&'static str, String, Option<String>)> {
    let finding = report.findings.get(index)?;
    Some((
        finding.rule.rule().id,
        trace.document().pointer(finding.trace_node),
        finding
            .policy_node
            .map(|node| policy.document().pointer(node)),
    ))
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
    let mut label = "Stepgate".to_owned();
    if let Some(verdict) = &reproduction.verdict {
        label.push_str(": ");
        label.push_str(&verdict.headline());
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
        range: [place.range.0, place.range.1],
    }
}

fn is_blank(text: &str) -> bool {
    text.trim_ascii().is_empty()
}

//! A verdict in few bytes, so that a link can tell whether today's engine still gives it.

use super::finding_id::FindingId;
use super::listing::Listing;
use crate::arh::{Report, Trace, round};
use crate::order::sort_by;
use crate::problem::{DocumentKind, Problem, ProblemKind};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};

/// The most findings that a link names; the digest is about all of them.
pub(super) const MOST_NAMED: usize = 100;

/// The most characters of a rule's id, a pointer or a score.
const LONGEST: usize = 500;

pub(super) fn shorten(text: &mut String) {
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
    }
}

/// What became of a policy and a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// The trace passes.
    #[serde(rename = "pass")]
    Pass,
    /// The trace fails.
    #[serde(rename = "fail")]
    Fail,
    /// The policy cannot be judged by.
    #[serde(rename = "invalid policy")]
    InvalidPolicy,
    /// The trace cannot be judged.
    #[serde(rename = "invalid trace")]
    InvalidTrace,
    /// A bound was reached before there was an answer.
    #[serde(rename = "could not verify")]
    CouldNotVerify,
}

impl Outcome {
    /// What becomes of documents with a problem.
    pub fn of_problem(problem: &Problem) -> Outcome {
        match (problem.kind, problem.document) {
            (ProblemKind::StepLimit, _) => Outcome::CouldNotVerify,
            (_, DocumentKind::Trace) => Outcome::InvalidTrace,
            (_, _) => Outcome::InvalidPolicy,
        }
    }

    /// How the page's verdict begins.
    const fn word(self) -> &'static str {
        match self {
            Outcome::Pass => "PASS",
            Outcome::Fail => "FAIL",
            Outcome::InvalidPolicy | Outcome::InvalidTrace => "NOT JUDGED",
            Outcome::CouldNotVerify => "COULD NOT VERIFY",
        }
    }

    /// Its name, as it is written in a link and in an example's expectation.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Pass => "pass",
            Outcome::Fail => "fail",
            Outcome::InvalidPolicy => "invalid policy",
            Outcome::InvalidTrace => "invalid trace",
            Outcome::CouldNotVerify => "could not verify",
        }
    }
}

/// A finding, by what stays the same from one engine to the next.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FindingKey {
    /// The rule's id.
    pub rule: String,
    /// The JSON Pointer of what it is about in the trace.
    pub pointer: String,
}

/// A verdict: enough of it to see whether another one is the same, and mostly how it differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Wire", into = "Wire")]
pub struct Verdict {
    /// What became of the two.
    pub outcome: Outcome,
    /// The score with two places; `None` where nothing was judged.
    pub score: Option<String>,
    /// The findings by rule and place; at most the first 100.
    pub findings: Vec<FindingKey>,
    /// How many findings there are.
    pub count: usize,
    /// A hash over outcome, score and all findings with their severities.
    digest: String,
}

#[derive(Serialize, Deserialize)]
struct Wire {
    outcome: Outcome,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<String>,
    #[serde(default, skip_serializing_if = "Listing::is_empty")]
    findings: Listing<Vec<String>>,
    #[serde(default)]
    count: usize,
    #[serde(default)]
    digest: String,
}

impl From<Wire> for Verdict {
    fn from(wire: Wire) -> Self {
        let keys = wire.findings.into_iter().flat_map(|(rule, pointers)| {
            pointers.into_iter().map(move |pointer| FindingKey {
                rule: rule.clone(),
                pointer,
            })
        });
        Self {
            outcome: wire.outcome,
            score: wire.score,
            findings: keys.collect(),
            count: wire.count,
            digest: wire.digest,
        }
    }
}

impl From<Verdict> for Wire {
    fn from(verdict: Verdict) -> Self {
        let mut findings: Vec<(String, Vec<String>)> = Vec::new();
        for key in verdict.findings {
            match findings.iter_mut().find(|(rule, _)| *rule == key.rule) {
                Some((_, pointers)) => pointers.push(key.pointer),
                None => findings.push((key.rule, vec![key.pointer])),
            }
        }
        Self {
            outcome: verdict.outcome,
            score: verdict.score,
            findings: findings.into_iter().collect(),
            count: verdict.count,
            digest: verdict.digest,
        }
    }
}

impl Verdict {
    /// The verdict of a report.
    pub fn of_report(trace: &Trace, report: &Report) -> Verdict {
        let outcome = if report.passed {
            Outcome::Pass
        } else {
            Outcome::Fail
        };
        let score = format!("{:.2}", round(report.score, 2));
        let keys: Vec<FindingKey> = report
            .findings
            .iter()
            .map(|finding| FindingKey {
                rule: finding.rule.rule().id.to_owned(),
                pointer: trace.document().pointer(finding.trace_node),
            })
            .collect();
        let findings = keys
            .iter()
            .zip(&report.findings)
            .flat_map(|(key, finding)| [finding.severity.name(), &key.rule, &key.pointer]);
        let digest = FindingId::of([outcome.name(), score.as_str()].into_iter().chain(findings));
        Verdict {
            outcome,
            score: Some(score),
            count: keys.len(),
            digest: digest.to_string(),
            findings: keys,
        }
        .bounded()
    }

    /// The verdict where there is only a problem.
    pub fn of_problem(problem: &Problem) -> Verdict {
        let outcome = Outcome::of_problem(problem);
        Verdict {
            outcome,
            score: None,
            findings: Vec::new(),
            count: 0,
            digest: FindingId::of([outcome.name()]).to_string(),
        }
    }

    /// The verdict as the page's own begins: `FAIL 84.5`, `NOT JUDGED`, `COULD NOT VERIFY`.
    pub fn headline(&self) -> String {
        let word = self.outcome.word();
        match &self.score {
            Some(score) if score.contains('.') => {
                let plain = score.trim_end_matches('0').trim_end_matches('.');
                format!("{word} {plain}")
            }
            Some(score) => format!("{word} {score}"),
            None => word.to_owned(),
        }
    }

    /// The verdict in a line: `FAIL 84.50/100, 3 findings`, `NOT JUDGED (invalid trace)`.
    pub fn in_words(&self) -> String {
        let word = self.outcome.word();
        match (self.outcome, &self.score) {
            (_, Some(score)) => {
                let plural = if self.count == 1 { "" } else { "s" };
                format!("{word} {score}/100, {} finding{plural}", self.count)
            }
            (Outcome::InvalidPolicy | Outcome::InvalidTrace, None) => {
                format!("{word} ({})", self.outcome.name())
            }
            (_, None) => word.to_owned(),
        }
    }

    /// As much of it as a link holds.
    pub(super) fn bounded(mut self) -> Verdict {
        self.findings.truncate(MOST_NAMED);
        for key in &mut self.findings {
            shorten(&mut key.rule);
            shorten(&mut key.pointer);
        }
        if let Some(score) = &mut self.score {
            shorten(score);
        }
        self
    }

    /// How today's verdict on the same texts differs from this one; `None` when it is the same.
    pub fn difference(&self, today: &Verdict) -> Option<Difference> {
        if self.digest == today.digest {
            return None;
        }
        let mut balance: HashMap<&FindingKey, i64> = HashMap::new();
        for key in &today.findings {
            *balance.entry(key).or_default() += 1;
        }
        for key in &self.findings {
            *balance.entry(key).or_default() -= 1;
        }
        // What lies beyond the bound on one side only is not a difference that was seen.
        let complete = self.count <= MOST_NAMED && today.count <= MOST_NAMED;
        let of_sign = |sign: i64| {
            let mut keys: Vec<FindingKey> = balance
                .iter()
                .filter(|(_, balance)| complete && balance.signum() == sign)
                .map(|(key, _)| (*key).clone())
                .collect();
            sort_by(&mut keys, Ord::cmp);
            keys
        };
        Some(Difference {
            before: self.in_words(),
            after: today.in_words(),
            gone: of_sign(-1),
            new: of_sign(1),
        })
    }
}

/// How two verdicts on the same texts differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The earlier one in words.
    pub before: String,
    /// The later one in words.
    pub after: String,
    /// Findings that are no longer there, where no more than 100 are compared.
    pub gone: Vec<FindingKey>,
    /// Findings that were not there.
    pub new: Vec<FindingKey>,
}

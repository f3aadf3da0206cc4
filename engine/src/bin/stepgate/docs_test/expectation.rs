//! What an example is declared to be.

use std::collections::BTreeSet;
use std::fmt;
use stepgate_engine::DocumentKind;
use stepgate_engine::arh::RuleId;
use stepgate_engine::share::{Judged, Outcome};

/// A verdict in the words of the attribute `expect`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// What becomes of a trace under a policy.
    Verdict {
        outcome: Outcome,
        /// The rules of all findings, where the trace fails; `None` when any will do.
        rules: Option<BTreeSet<&'static str>>,
    },
    /// What the gate of an APPROVAL.md says of it.
    Gate(String),
}

impl Expectation {
    /// Reads the attribute.
    ///
    /// # Errors
    /// A sentence without a final period.
    pub fn parse(text: &str) -> Result<Expectation, String> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let plain = |outcome| {
            let rules = None;
            Ok(Expectation::Verdict { outcome, rules })
        };
        match words.as_slice() {
            ["pass"] => plain(Outcome::Pass),
            ["invalid", "policy"] => plain(Outcome::InvalidPolicy),
            ["invalid", "trace"] => plain(Outcome::InvalidTrace),
            ["could", "not", "verify"] => plain(Outcome::CouldNotVerify),
            ["fail"] => plain(Outcome::Fail),
            ["fail", rules @ ..] => {
                let rules = rules.iter().map(|id| match RuleId::from_id(id) {
                    Some(rule) => Ok(rule.rule().id),
                    None => Err(format!("`expect` names `{id}`, which is no rule")),
                });
                Ok(Expectation::Verdict {
                    outcome: Outcome::Fail,
                    rules: Some(rules.collect::<Result<_, _>>()?),
                })
            }
            ["gate", ..] | ["fails", "closed", _] => Ok(Expectation::Gate(words.join(" "))),
            _ => Err(format!(
                "`expect` is `{text}`, but must be `pass`, `fail`, `fail` and the ids of all rules found, `invalid \
                 policy`, `invalid trace` or `could not verify`; for an APPROVAL.md `gate` and the counts, as in \
                 `gate 3 allow 1 ask`, or `fails closed` and the code"
            )),
        }
    }

    /// What became of policy and trace.
    pub fn of(judged: &Judged) -> Expectation {
        let outcome = match (judged, judged.verdict()) {
            (_, Some(verdict)) => verdict.outcome,
            (Judged::Missing(DocumentKind::Trace), None) => Outcome::InvalidTrace,
            (_, None) => Outcome::InvalidPolicy,
        };
        let rules = match judged {
            Judged::Report(judged) if outcome == Outcome::Fail => {
                let findings = judged.2.findings.iter();
                Some(findings.map(|finding| finding.rule.rule().id).collect())
            }
            _ => None,
        };
        Expectation::Verdict { outcome, rules }
    }

    /// Whether this declaration holds for what was found.
    pub fn holds_for(&self, found: &Expectation) -> bool {
        match (self, found) {
            (
                Expectation::Verdict { outcome, rules },
                Expectation::Verdict {
                    outcome: other,
                    rules: found,
                },
            ) => outcome == other && (rules.is_none() || rules == found),
            (declared, found) => declared == found,
        }
    }

    /// Whether one of the documents is none that can be judged by, or judged.
    pub fn is_invalid(&self) -> bool {
        match self {
            Expectation::Verdict { outcome, .. } => {
                matches!(outcome, Outcome::InvalidPolicy | Outcome::InvalidTrace)
            }
            Expectation::Gate(told) => told.starts_with("fails"),
        }
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expectation::Gate(told) => f.write_str(told),
            Expectation::Verdict { outcome, rules } => {
                f.write_str(outcome.name())?;
                rules
                    .iter()
                    .flatten()
                    .try_for_each(|rule| write!(f, " {rule}"))
            }
        }
    }
}

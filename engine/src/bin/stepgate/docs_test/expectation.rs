//! What an example is declared to be.

use std::collections::BTreeSet;
use std::fmt;
use stepgate_engine::DocumentKind;
use stepgate_engine::arh::RuleId;
use stepgate_engine::share::{Judged, Outcome};

/// A verdict in the words of the attribute `expect`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    outcome: Outcome,
    /// The rules of all findings, where the trace fails; `None` when any will do.
    rules: Option<BTreeSet<&'static str>>,
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
            Ok(Expectation { outcome, rules })
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
                Ok(Expectation {
                    outcome: Outcome::Fail,
                    rules: Some(rules.collect::<Result<_, _>>()?),
                })
            }
            _ => Err(format!(
                "`expect` is `{text}`, but must be `pass`, `fail`, `fail` and the ids of all rules found, `invalid \
                 policy`, `invalid trace` or `could not verify`"
            )),
        }
    }

    /// What became of an example.
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
        Expectation { outcome, rules }
    }

    /// Whether this declaration holds for what was found.
    pub fn holds_for(&self, found: &Expectation) -> bool {
        self.outcome == found.outcome && (self.rules.is_none() || self.rules == found.rules)
    }

    /// Whether one of the documents is no policy or trace.
    pub fn is_invalid(&self) -> bool {
        matches!(self.outcome, Outcome::InvalidPolicy | Outcome::InvalidTrace)
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.outcome.name())?;
        for rule in self.rules.iter().flatten() {
            write!(f, " {rule}")?;
        }
        Ok(())
    }
}

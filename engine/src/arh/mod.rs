//! ARH policy, version 1: a JSON policy that constrains a recorded agent trace.
//!
//! Section names such as "budgets" or "Structure lint" are those of the policy specification of
//! `agent-reliability-harness` 0.2.2. Where its text and that package part ways, the package's answer is the right
//! one; such places say so in words.

mod checks;
mod fields;
mod finding;
mod hints;
mod policy;
mod report;
mod rules;
mod score;
mod text_index;
mod trace;
mod values;

pub use finding::Finding;
pub use hints::{FoundIn, Hint, HintKind, MOST_PER_KIND, hints};
pub use policy::Policy;
pub use report::{DEFAULT_FAIL_UNDER, Report, validate};
pub use rules::{Category, Example, Rule, RuleId, Severity};
pub use score::{CategoryScore, round, shown_contributions};
pub use trace::{Status, Step, StepKind, Trace};

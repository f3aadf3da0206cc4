//! ARH policy, version 1: a JSON policy that constrains a recorded agent trace.

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

pub use fields::Setting;
pub use finding::Finding;
pub use hints::{FoundIn, Hint, HintKind, MOST_PER_KIND, hints};
pub use policy::Policy;
pub use report::{DEFAULT_FAIL_UNDER, Report, validate};
pub use rules::{Category, Example, Rule, RuleId, Severity};
pub use score::{CategoryScore, round, shown_contributions};
pub use trace::{Status, Step, StepKind, Trace};

//! ARH policy, version 1: a JSON policy that constrains a recorded agent trace.

mod rules;

pub use rules::{Category, Rule, RuleId, Severity};

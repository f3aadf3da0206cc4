//! The hints of both documents, and those that only the two together give.

use stepgate_engine::DocumentKind;
use stepgate_engine::arh::{Policy, Trace};
use stepgate_engine::source::NodeId;

pub struct Hint {
    pub document: DocumentKind,
    pub node: NodeId,
    pub message: String,
    pub suggestion: Option<String>,
}

pub fn of_policy(_: &Policy) -> Vec<Hint> {
    Vec::new()
}
pub fn of_trace(_: &Trace) -> Vec<Hint> {
    Vec::new()
}
pub fn of_pair(_: &Policy, _: &Trace) -> Vec<Hint> {
    Vec::new()
}

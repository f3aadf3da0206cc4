//! What is checked of single values after the schema: durations and senders.

use super::super::policy::Policy;
use super::{LoadError, Reading};
use crate::source::yaml::{Document, NodeId};
use hashbrown::HashMap;

/// The durations that are converted at load, in the order in which that happens.
pub(super) const DURATIONS: [[&str; 2]; 4] = [
    ["defaults", "approval_ttl"],
    ["audit", "skew_tolerance"],
    ["audit", "checkpoint_every"],
    ["daemon", "full_reproof_after"],
];

/// The largest number of units that a double counts one by one.
const MOST_UNITS: u64 = (1 << 53) - 1;

/// The first duration that is too long to be converted.
pub(super) fn duration(reading: &Reading<'_>, document: &Document) -> Option<LoadError> {
    DURATIONS.iter().find_map(|[section, key]| {
        let section_node = document.get(document.root(), section)?;
        let node = document.get(section_node, key)?;
        let text = document.string(node)?;
        let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        if digits.parse::<u64>().is_ok_and(|units| units <= MOST_UNITS) {
            return None;
        }
        Some(reading.error(
            document,
            "duration",
            format!("/{section}/{key}"),
            node,
            format!("This duration is too long to be counted: write at most {MOST_UNITS} units"),
        ))
    })
}

/// The first sender that two approvers share: the second one's node, and what to write instead.
pub(super) fn shared_sender(policy: &Policy) -> Option<(NodeId, String)> {
    let mut owners = HashMap::new();
    for approver in &policy.approvers {
        for (channel, (sender, node)) in &approver.senders {
            let id = approver.id.as_str();
            let owner = *owners
                .entry((channel.as_str(), sender.as_str()))
                .or_insert(id);
            if owner != id {
                let message = format!(
                    "This {channel} sender already stands for `{owner}`: write the sender of `{id}`, or remove one of \
                     the two"
                );
                return Some((*node, message));
            }
        }
    }
    None
}

//! Structure: the specification's "Structure lint". Never part of the score.

use super::{Findings, Words};
use crate::arh::rules::RuleId;
use crate::arh::text_index::TextIndex;
use crate::arh::trace::Trace;
use crate::source::Text;
use std::collections::BTreeMap;

/// Finds step ids that are used more than once: one finding an id, in the order of their first steps, pointing at
/// the second one.
pub(in crate::arh) fn check_structure(trace: &Trace, findings: &mut Findings) {
    let id_of = |index: u32| {
        trace
            .steps
            .get(index as usize)
            .map_or(Text::Utf8(""), |step| trace.step_id(step))
    };
    let mut ids = TextIndex::with_capacity(trace.steps.len());
    // By the first step with an id that is used again: the second one, and how many there are.
    let mut repeated: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for (index, step) in trace.steps.iter().enumerate() {
        let first = ids.number_or_add(trace.step_id(step), index as u32, id_of);
        if first as usize != index {
            repeated.entry(first).or_insert((index, 1)).1 += 1;
        }
    }
    for (first, (index, count)) in repeated {
        let id = id_of(first);
        let Some(step) = trace.steps.get(index) else {
            continue;
        };
        findings.at(
            RuleId::Sch010,
            index,
            step.id_node,
            None,
            Words {
                message: format!(
                    "{} steps have the id `{id}`; ids should be unique, since findings name them",
                    count
                )
                .into(),
                expected: "a step id of its own for every step".into(),
                observed: format!("`{id}` on {} steps", count).into(),
            },
        );
    }
}

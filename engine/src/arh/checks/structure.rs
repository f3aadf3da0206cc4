//! Structure: the specification's "Structure lint". Never part of the score.

use super::{Findings, Words};
use crate::arh::rules::RuleId;
use crate::arh::text_index::TextIndex;
use crate::arh::trace::Trace;
use crate::source::Text;

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
    // Of each first step with an id that is used again: the second one, and how many there are.
    let mut repeated: Vec<(usize, usize)> = vec![(0, 0); trace.steps.len()];
    for (index, step) in trace.steps.iter().enumerate() {
        let first = ids.number_or_add(trace.step_id(step), index as u32, id_of);
        if first as usize != index {
            match repeated.get_mut(first as usize) {
                Some((second, count @ 0)) => (*second, *count) = (index, 2),
                Some((_, count)) => *count += 1,
                None => {}
            }
        }
    }
    for (first, (index, count)) in (0..).zip(repeated).filter(|(_, (_, count))| *count > 0) {
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

//! Structure: POLICY-SPEC.md, "Structure lint". Never part of the score.

use super::{Findings, Words};
use crate::arh::rules::RuleId;
use crate::arh::trace::Trace;
use crate::source::Text;
use hashbrown::HashMap;

/// Finds step ids that are used more than once: one finding an id, in the order of their first steps, pointing at
/// the second one.
pub(in crate::arh) fn check_structure(trace: &Trace, findings: &mut Findings) {
    struct Uses {
        first: usize,
        second: Option<usize>,
        count: usize,
    }
    let mut uses: HashMap<Text<'_>, Uses> = HashMap::with_capacity(trace.steps.len());
    for (index, step) in trace.steps.iter().enumerate() {
        let entry = uses.entry(trace.step_id(step)).or_insert(Uses {
            first: index,
            second: None,
            count: 0,
        });
        entry.count += 1;
        if entry.count == 2 {
            entry.second = Some(index);
        }
    }
    let mut repeated: Vec<(Text<'_>, Uses)> = uses
        .into_iter()
        .filter(|(_, uses)| uses.second.is_some())
        .collect();
    repeated.sort_by_key(|(_, uses)| uses.first);
    for (id, uses) in repeated {
        let Some((index, step)) = uses
            .second
            .and_then(|index| Some((index, trace.steps.get(index)?)))
        else {
            continue;
        };
        findings.at(
            RuleId::Sch010,
            index,
            step.id_node(),
            None,
            Words {
                message: format!(
                    "{} steps have the id `{id}`; ids should be unique, since findings name them",
                    uses.count
                )
                .into(),
                expected: "a step id of its own for every step".into(),
                observed: format!("`{id}` on {} steps", uses.count).into(),
            },
        );
    }
}

//! Flow: the specification's "error_handling" and "Side effects (flow)".

use super::identity::{canonical_arguments, write_identity};
use super::{Findings, Words, counted, field_or_step};
use crate::arh::fields::Setting;
use crate::arh::finding::Tally;
use crate::arh::policy::{Policy, ToolSchema};
use crate::arh::rules::RuleId;
use crate::arh::trace::{Status, Step, ToolNumber, Trace};
use crate::order::sort_by;
use crate::source::{Integer, Text};
use hashbrown::{DefaultHashBuilder, HashTable, hash_table::Entry};
use std::hash::BuildHasher;
use std::ops::Range;

/// Checks what the agent did after errors, and that side effects were not repeated.
pub(in crate::arh) fn check_flow(policy: &Policy, trace: &Trace, findings: &mut Findings) -> Tally {
    let handling = &policy.error_handling;
    let side_effects = policy.tools.iter().any(|tool| tool.side_effect.value);
    if !handling.require_retry_on_error.value && handling.max_attempts.is_none() && !side_effects {
        return Tally::NotApplicable(
            "the policy has no error handling and marks no tool with side effects",
        );
    }
    let mut check = FlowCheck {
        trace,
        findings,
        passed: 0,
        total: 0,
    };
    if handling.require_retry_on_error.value {
        check.retries(handling.require_retry_on_error);
    }
    if handling.max_attempts.is_some() || side_effects {
        let groups = group_calls(trace);
        if let Some(max_attempts) = &handling.max_attempts {
            check.attempts(&groups, max_attempts);
        }
        if side_effects {
            check.side_effects(&groups, policy);
        }
    }
    match check.total {
        0 => Tally::NotApplicable(
            "no call failed and none was of a tool with side effects, so there was nothing to check",
        ),
        total => Tally::Checks {
            passed: check.passed,
            total,
        },
    }
}

/// The calls of one tool with the same arguments, by the index of their steps.
struct Group {
    tool: ToolNumber,
    calls: Vec<usize>,
}

/// Groups the calls that name a tool by tool and arguments, in the order of their first ones.
fn group_calls(trace: &Trace) -> Vec<Group> {
    let hasher = DefaultHashBuilder::default();
    let mut groups: Vec<Group> = Vec::new();
    // The identities of all groups, one after the other: a call of a known group leaves nothing behind.
    let mut identities: Vec<u8> = Vec::new();
    let mut known: HashTable<(usize, Range<usize>)> = HashTable::new();
    for (index, step) in trace.steps.iter().enumerate() {
        let Some(tool) = step.tool else { continue };
        let start = identities.len();
        identities.extend(tool.to_le_bytes());
        write_identity(&trace.document, step.arguments, &mut identities);
        let identity = |range: &Range<usize>| identities.get(range.clone()).unwrap_or_default();
        let own = start..identities.len();
        let entry = known.entry(
            hasher.hash_one(identity(&own)),
            |(_, range)| identity(range) == identity(&own),
            |(_, range)| hasher.hash_one(identity(range)),
        );
        match entry {
            Entry::Occupied(entry) => {
                if let Some(group) = groups.get_mut(entry.get().0) {
                    group.calls.push(index);
                }
                identities.truncate(start);
            }
            Entry::Vacant(entry) => {
                entry.insert((groups.len(), own));
                groups.push(Group {
                    tool,
                    calls: vec![index],
                });
            }
        }
    }
    groups
}

struct FlowCheck<'t> {
    trace: &'t Trace,
    findings: &'t mut Findings,
    passed: u64,
    total: u64,
}

impl<'t> FlowCheck<'t> {
    /// Every failed call is followed by another call of its tool.
    fn retries(&mut self, required: Setting<bool>) {
        let mut last_call = vec![0; self.trace.tools.len()];
        for (index, step) in self.trace.steps.iter().enumerate() {
            if let Some(last) = step.tool.and_then(|tool| last_call.get_mut(tool as usize)) {
                *last = index;
            }
        }
        for (index, step) in self.trace.steps.iter().enumerate() {
            let Some(tool) = step.tool else { continue };
            if step.status != Status::Error {
                continue;
            }
            self.total += 1;
            if last_call
                .get(tool as usize)
                .is_some_and(|last| *last > index)
            {
                self.passed += 1;
                continue;
            }
            let name = self.trace.tool(tool);
            let failed = step.status_node.or(step.error);
            self.findings.at(
                RuleId::Flw001,
                index,
                field_or_step(step, failed),
                required.clause,
                Words {
                    message: format!("`{name}` failed and was not called again").into(),
                    expected: "a later call of the same tool".into(),
                    observed: "none after the failure".into(),
                },
            );
        }
    }

    /// No group has more calls than attempts are allowed.
    fn attempts(&mut self, groups: &[Group], max_attempts: &Setting<Integer>) {
        let allowed = match max_attempts.value {
            Integer::Small(allowed) => usize::try_from(allowed).unwrap_or(usize::MAX),
            Integer::Big(_) => usize::MAX,
        };
        let over: Vec<&Group> = groups
            .iter()
            .filter(|group| group.calls.len() > allowed)
            .collect();
        self.total += groups.len() as u64;
        self.passed += (groups.len() - over.len()) as u64;
        for group in self.sorted(over) {
            let name = self.trace.tool(group.tool);
            let Some((index, step)) = group.calls.get(allowed).and_then(|index| self.step(*index))
            else {
                continue;
            };
            let attempts = group.calls.len();
            self.findings.at(RuleId::Flw002, index, field_or_step(step, step.arguments), max_attempts.clause, Words {
                message: format!(
                    "`{name}` was called {attempts} times with the same arguments, but at most {} allowed",
                    match allowed {
                        1 => "1 attempt is".into(),
                        _ => format!("{allowed} attempts are"),
                    }
                ).into(),
                expected: format!("at most {} with the same arguments", counted(allowed, "attempt")).into(),
                observed: counted(attempts, "attempt").into(),
            });
        }
    }

    /// No call of a marked tool comes after a successful one with the same arguments.
    fn side_effects(&mut self, groups: &[Group], policy: &Policy) {
        let schemas: Vec<Option<&ToolSchema>> = (0..self.trace.tools.len())
            .map(|tool| {
                policy
                    .tool(self.trace.tool(tool as ToolNumber))
                    .filter(|schema| schema.side_effect.value)
            })
            .collect();
        let schema_of = |group: &Group| schemas.get(group.tool as usize).copied().flatten();
        let marked = groups
            .iter()
            .filter(|group| schema_of(group).is_some())
            .count();
        let repeated: Vec<&Group> = groups
            .iter()
            .filter(|group| schema_of(group).is_some() && self.success_before_last(group).is_some())
            .collect();
        self.total += marked as u64;
        self.passed += (marked - repeated.len()) as u64;
        for group in self.sorted(repeated) {
            let Some(schema) = schema_of(group) else {
                continue;
            };
            let Some(success) = self.success_before_last(group) else {
                continue;
            };
            let duplicates = group.calls.get(success + 1..).unwrap_or_default();
            let succeeded = group.calls.get(success).and_then(|index| self.step(*index));
            let succeeded = succeeded.map_or(Text::Utf8(""), |(_, step)| self.trace.step_id(step));
            let name = self.trace.tool(group.tool);
            for index in duplicates {
                let Some((index, step)) = self.step(*index) else {
                    continue;
                };
                self.findings.at(RuleId::Flw003, index, field_or_step(step, step.arguments), schema.side_effect.clause, Words {
                    message: format!("`{name}` was called again with the same arguments after it had succeeded at step {succeeded}").into(),
                    expected: "one successful call for the same arguments".into(),
                    observed: format!("{} from the success on", counted(duplicates.len() + 1, "call")).into(),
                });
            }
        }
    }

    /// The position in the group of its first successful call, unless that is the last call.
    fn success_before_last(&self, group: &Group) -> Option<usize> {
        group
            .calls
            .iter()
            .position(|index| {
                self.step(*index)
                    .is_some_and(|(_, step)| step.status == Status::Ok)
            })
            .filter(|success| success + 1 < group.calls.len())
    }

    /// The groups by tool name and canonical arguments, which is the order of their findings.
    fn sorted<'g>(&self, groups: Vec<&'g Group>) -> Vec<&'g Group> {
        let mut keyed: Vec<_> = groups
            .into_iter()
            .map(|group| {
                let arguments = group
                    .calls
                    .first()
                    .and_then(|index| self.step(*index))
                    .and_then(|(_, step)| step.arguments);
                (
                    self.trace.tool(group.tool),
                    canonical_arguments(&self.trace.document, arguments),
                    group,
                )
            })
            .collect();
        sort_by(&mut keyed, |a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        keyed.into_iter().map(|(_, _, group)| group).collect()
    }

    fn step(&self, index: usize) -> Option<(usize, &'t Step)> {
        self.trace.steps.get(index).map(|step| (index, step))
    }
}

//! Sequence: the specification's "sequence" and the call bounds of "allowed_tools".

use super::{Findings, Words, counted, field_or_step};
use crate::arh::fields::Setting;
use crate::arh::finding::Tally;
use crate::arh::policy::{ListedTool, Policy, ToolSchema};
use crate::arh::rules::RuleId;
use crate::arh::trace::{ToolNumber, Trace};
use crate::order::sort_by_key;
use crate::source::{Integer, Text};

/// Checks which tools were called, how often, and in what order.
pub(in crate::arh) fn check_sequence(
    policy: &Policy,
    trace: &Trace,
    findings: &mut Findings,
) -> Tally {
    let sequence = &policy.sequence;
    let bounded = |tool: &&ToolSchema| tool.max_calls.is_some() || tool.min_calls.is_some();
    let configured = !sequence.required_tools.is_empty()
        || !sequence.forbidden_tools.is_empty()
        || sequence.call_order.len() >= 2
        || policy.tools.iter().any(|tool| bounded(&tool));
    if !configured {
        return Tally::NotApplicable("the policy has no sequence rules and no bounds on calls");
    }
    let mut check = SequenceCheck {
        trace,
        calls: Calls::count(trace),
        findings,
        passed: 0,
        total: 0,
    };
    check.required(&sequence.required_tools);
    check.forbidden(&sequence.forbidden_tools);
    check.order(&sequence.call_order);
    let mut tools: Vec<&ToolSchema> = policy.tools.iter().filter(bounded).collect();
    sort_by_key(&mut tools, |tool| tool.name.as_text());
    for tool in tools {
        check.bounds(tool);
    }
    match check.total {
        0 => Tally::NotApplicable(
            "no sequence rule had anything to check: fewer than two tools of `call_order` were called",
        ),
        total => Tally::Checks {
            passed: check.passed,
            total,
        },
    }
}

/// The calls of each of a trace's tools.
struct Calls<'t> {
    trace: &'t Trace,
    counts: Vec<u64>,
    /// For each tool, its first call: the number among the calls that name a tool, and the step's index.
    first: Vec<(usize, usize)>,
}

impl<'t> Calls<'t> {
    fn count(trace: &'t Trace) -> Calls<'t> {
        let tools = trace.tools.len();
        let mut calls = Calls {
            trace,
            counts: vec![0; tools],
            first: Vec::with_capacity(tools),
        };
        let named = trace
            .steps
            .iter()
            .enumerate()
            .filter_map(|(index, step)| Some((index, step.tool?)));
        for (position, (index, tool)) in named.enumerate() {
            if let Some(count) = calls.counts.get_mut(tool as usize) {
                *count += 1;
            }
            // Tools are numbered in the order of their first calls.
            if tool as usize == calls.first.len() {
                calls.first.push((position, index));
            }
        }
        calls
    }

    fn of(&self, name: Text<'_>) -> Option<ToolNumber> {
        self.trace.tool_number(name)
    }

    fn count_of(&self, name: Text<'_>) -> u64 {
        self.of(name)
            .and_then(|tool| self.counts.get(tool as usize).copied())
            .unwrap_or(0)
    }

    fn first_of(&self, name: Text<'_>) -> Option<(usize, usize)> {
        self.first.get(self.of(name)? as usize).copied()
    }
}

struct SequenceCheck<'t> {
    trace: &'t Trace,
    calls: Calls<'t>,
    findings: &'t mut Findings,
    passed: u64,
    total: u64,
}

impl SequenceCheck<'_> {
    /// Counts one check; gives back whether it passed.
    fn counts(&mut self, passed: bool) -> bool {
        self.total += 1;
        self.passed += u64::from(passed);
        passed
    }

    fn required(&mut self, tools: &[ListedTool]) {
        for tool in tools {
            let name = tool.name.as_text();
            if !self.counts(self.calls.of(name).is_some()) {
                self.findings.whole(
                    RuleId::Seq001,
                    tool.clause,
                    Words {
                        message: format!("the required tool `{name}` was never called").into(),
                        expected: format!("at least one call of `{name}`").into(),
                        observed: "never called".into(),
                    },
                );
            }
        }
    }

    fn forbidden(&mut self, tools: &[ListedTool]) {
        // The calls of each tool, gathered once, so that a long list does not search the trace anew for each entry.
        let mut calls_of = vec![Vec::new(); self.trace.tools.len()];
        if !tools.is_empty() {
            for (index, step) in self.trace.steps.iter().enumerate() {
                if let Some(calls) = step.tool.and_then(|tool| calls_of.get_mut(tool as usize)) {
                    calls.push(index);
                }
            }
        }
        for tool in tools {
            let name = tool.name.as_text();
            let called = self.calls.of(name);
            if self.counts(called.is_none()) {
                continue;
            }
            let calls = called
                .and_then(|tool| calls_of.get(tool as usize))
                .map_or(&[][..], Vec::as_slice);
            for index in calls {
                let Some(step) = self.trace.steps.get(*index) else {
                    continue;
                };
                self.findings.at(
                    RuleId::Seq002,
                    *index,
                    field_or_step(step, step.tool_name),
                    tool.clause,
                    Words {
                        message: format!("the forbidden tool `{name}` was called").into(),
                        expected: format!("no call of `{name}`").into(),
                        observed: counted(calls.len(), "call").into(),
                    },
                );
            }
        }
    }

    /// For every pair of listed tools that were both called, the first call of the earlier one comes first.
    fn order(&mut self, tools: &[ListedTool]) {
        let called: Vec<(&ListedTool, usize, usize)> = tools
            .iter()
            .filter_map(|tool| {
                self.calls
                    .first_of(tool.name.as_text())
                    .map(|(position, index)| (tool, position, index))
            })
            .collect();
        let pairs = called.len() * called.len().saturating_sub(1) / 2;
        // The earliest first call from each entry on: an entry before all that follow needs no look at them.
        let mut earliest_from = vec![usize::MAX; called.len() + 1];
        for (at, (_, position, _)) in called.iter().enumerate().rev() {
            earliest_from[at] = earliest_from[at + 1].min(*position);
        }
        let mut violations = 0;
        for (at, (earlier, earlier_position, earlier_index)) in called.iter().enumerate() {
            if earliest_from[at + 1] > *earlier_position {
                continue;
            }
            for (later, later_position, later_index) in &called[at + 1..] {
                if later_position > earlier_position {
                    continue;
                }
                violations += 1;
                let (first, second) = (earlier.name.as_text(), later.name.as_text());
                let Some(step) = self.trace.steps.get(*later_index) else {
                    continue;
                };
                let id = |index: usize| {
                    self.trace
                        .steps
                        .get(index)
                        .map_or(Text::Utf8(""), |step| self.trace.step_id(step))
                };
                self.findings.at(RuleId::Seq003, *later_index, field_or_step(step, step.tool_name), later.clause, Words {
                    message: format!(
                        "the first call of `{second}`, at step {}, comes before the first call of `{first}`, at step {}",
                        id(*later_index),
                        id(*earlier_index)
                    ).into(),
                    expected: format!("the first call of `{first}` before the first call of `{second}`").into(),
                    observed: format!("`{second}` as call {}, `{first}` as call {}", later_position + 1, earlier_position + 1).into(),
                });
            }
        }
        self.total += pairs as u64;
        self.passed += (pairs - violations) as u64;
    }

    fn bounds(&mut self, tool: &ToolSchema) {
        let count = self.calls.count_of(tool.name.as_text());
        let calls = Integer::from(count);
        if let Some(max) = &tool.max_calls
            && !self.counts(calls <= max.value)
        {
            let allowed = match max.value {
                Integer::Small(1) => "1 call is".into(),
                ref max => format!("{max} calls are"),
            };
            let message = format!("was called {}, but at most {allowed} allowed", times(count));
            self.bound(RuleId::Seq004, tool, max, count, &message, "at most");
        }
        if let Some(min) = &tool.min_calls
            && !self.counts(calls >= min.value)
        {
            let wanted = match min.value {
                Integer::Small(1) => "once".into(),
                ref min => format!("{min} times"),
            };
            let message = format!(
                "must be called at least {wanted}, but was called {}",
                times(count)
            );
            self.bound(RuleId::Seq005, tool, min, count, &message, "at least");
        }
    }

    fn bound(
        &mut self,
        rule: RuleId,
        tool: &ToolSchema,
        bound: &Setting<Integer>,
        count: u64,
        message: &str,
        word: &str,
    ) {
        self.findings.whole(
            rule,
            bound.clause,
            Words {
                message: format!("`{}` {message}", tool.name.as_text()).into(),
                expected: format!("{word} {}", counted(&bound.value, "call")).into(),
                observed: counted(count, "call").into(),
            },
        );
    }
}

fn times(count: u64) -> String {
    match count {
        0 => "never".into(),
        1 => "once".into(),
        _ => format!("{count} times"),
    }
}

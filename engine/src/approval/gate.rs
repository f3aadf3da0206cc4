//! The gate: what it would have said to a call, and to every call of a recorded trace.

use super::autonomy::{Autonomy, Supervision};
use super::classes::{Classes, Reversible, Ruling, UNMAPPED_TOOL};
use super::harness::{ClaimedBy, EXECUTE_CODE_REFUSED, Harness};
use super::load::Load;
use super::outcome::Outcome;
use super::tools::{ToolMap, ToolVerdict, is_recordable};
use crate::arh::{StepKind, Trace};
use crate::source::yaml::NodeId;
use std::borrow::Cow;

/// Why the gate refuses, in its own codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The code.
    pub code: &'static str,
    /// More of it, where the code says too little.
    pub detail: Option<&'static str>,
}

const HUMAN_ONLY: &str = "hook-class-human-only";
const POLICY_UNAVAILABLE: &str = "hook-policy-unavailable";
const LAUNCH_UNRULED: &str = "hook-harness-launch-unruled";
const NAME_INVALID: Refusal = Refusal {
    code: "hook-io",
    detail: Some("tool-name-invalid"),
};

impl Refusal {
    const fn new(code: &'static str) -> Refusal {
        Refusal { code, detail: None }
    }
}

/// What the gate says to a call of a class, and why if it refuses.
pub fn outcome_of(ruling: &Ruling) -> (Outcome, Option<Refusal>) {
    if ruling.launch_unruled {
        return (Outcome::Deny, Some(Refusal::new(LAUNCH_UNRULED)));
    }
    match (ruling.autonomy, ruling.supervision) {
        (Autonomy::HumanOnly, _) => (Outcome::Deny, Some(Refusal::new(HUMAN_ONLY))),
        // Which calls of a live sample wait is drawn with the operator's secret. Without it, each of them may.
        (Autonomy::Manual, _) | (_, Some(Supervision::Live)) => (Outcome::Ask, None),
        (Autonomy::Supervised | Autonomy::Autonomous, _) => (Outcome::Allow, None),
    }
}

/// What the gate says to a call of one tool. Nodes are those of the policy's document.
#[derive(Clone, Debug)]
pub struct Decision<'l> {
    /// The tool's name.
    pub tool: Cow<'l, str>,
    /// What the name comes to.
    pub verdict: ToolVerdict<'l>,
    /// The class of the call, where the policy gives it one.
    pub class: Option<&'l str>,
    /// What is decided about that class; that of every class, where the policy did not load.
    pub ruling: Option<Ruling<'l>>,
    /// What the gate says.
    pub outcome: Outcome,
    /// Why it refuses; for a claimed tool, why its adapter always does.
    pub refusal: Option<Refusal>,
    /// The `tools` entry or the `defaults.unmapped_tool` that gave the class.
    pub mapping: Option<NodeId>,
    /// The rule or the default that decided, or else the mapping. `None` where the policy says nothing.
    pub clause: Option<NodeId>,
}

/// One tool call of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The index of the step.
    pub step: u32,
    /// The index of its decision.
    pub decision: u32,
}

/// What the gate would have said to every tool call of a trace.
#[derive(Clone, Debug)]
pub struct Replay<'l> {
    /// The calls in the order of the trace.
    pub calls: Vec<Call>,
    /// One decision for each name, in the order of their first calls; last that for calls which name no tool.
    pub decisions: Vec<Decision<'l>>,
    /// How many calls came to each outcome, in the order of [`Outcome::ALL`].
    pub counts: [u32; Outcome::COUNT],
}

/// A policy, loaded or not, at the gate of a harness; ready for many calls.
pub struct Gate<'l> {
    load: &'l Load,
    classes: Classes<'l>,
    tools: ToolMap<'l>,
    /// What is decided about [`UNMAPPED_TOOL`], which many calls may come to.
    unmapped: Ruling<'l>,
}

impl<'l> Gate<'l> {
    /// The gate of a harness under a policy that may not have loaded.
    pub fn new(load: &'l Load, harness: Harness) -> Gate<'l> {
        let classes = Classes::new(load);
        let unmapped = classes.resolve(UNMAPPED_TOOL, Reversible::NotStated);
        Gate {
            load,
            classes,
            tools: ToolMap::new(load, harness),
            unmapped: unmapped.ruling,
        }
    }

    /// The policy's classes.
    pub fn classes(&self) -> &Classes<'l> {
        &self.classes
    }

    /// The policy's tool map.
    pub fn tools(&self) -> &ToolMap<'l> {
        &self.tools
    }

    /// What the gate says to a call of a tool.
    pub fn decide(&self, tool: impl Into<Cow<'l, str>>) -> Decision<'l> {
        let tool = tool.into();
        let verdict = self.tools.verdict(&tool);
        let decision = Decision {
            tool,
            verdict,
            class: None,
            ruling: None,
            outcome: Outcome::NotGated,
            refusal: None,
            mapping: None,
            clause: None,
        };
        match verdict {
            ToolVerdict::Adapter(claim) => Decision {
                outcome: Outcome::Claimed,
                refusal: (claim.by == ClaimedBy::Refused)
                    .then_some(Refusal::new(EXECUTE_CODE_REFUSED)),
                ..decision
            },
            ToolVerdict::Unavailable => Decision {
                ruling: Some(self.ruling("")),
                outcome: Outcome::Deny,
                refusal: Some(Refusal::new(POLICY_UNAVAILABLE)),
                ..decision
            },
            ToolVerdict::Mapped { entry, .. } => {
                self.by_class(decision, &entry.class, Some(entry.node))
            }
            ToolVerdict::Unmapped(_) => {
                self.by_class(decision, UNMAPPED_TOOL, self.unmapped_node())
            }
            ToolVerdict::NotGated => decision,
        }
    }

    fn by_class(
        &self,
        decision: Decision<'l>,
        class: &'l str,
        mapping: Option<NodeId>,
    ) -> Decision<'l> {
        let ruling = self.ruling(class);
        let decided = self.clause_of(class, &ruling);
        // A name that no record can carry is refused before its class is looked at.
        let ((outcome, refusal), clause) = if is_recordable(&decision.tool) {
            (outcome_of(&ruling), decided.or(mapping))
        } else {
            ((Outcome::Deny, Some(NAME_INVALID)), mapping)
        };
        Decision {
            class: Some(class),
            ruling: Some(ruling),
            outcome,
            refusal,
            mapping,
            clause,
            ..decision
        }
    }

    fn ruling(&self, class: &str) -> Ruling<'l> {
        if class == UNMAPPED_TOOL {
            return self.unmapped;
        }
        self.classes.resolve(class, Reversible::NotStated).ruling
    }

    /// The rule or the default that decided about a class.
    pub fn clause_of(&self, class: &str, ruling: &Ruling<'l>) -> Option<NodeId> {
        if let Some(rule) = ruling.matched {
            return Some(rule.node);
        }
        let unmapped = self.unmapped_node().filter(|_| class == UNMAPPED_TOOL);
        unmapped.or(self
            .load
            .policy()
            .ok()?
            .defaults
            .autonomy
            .map(|(_, node)| node))
    }

    fn unmapped_node(&self) -> Option<NodeId> {
        let defaults = &self.load.policy().ok()?.defaults;
        defaults.unmapped_tool.map(|(_, node)| node)
    }

    /// What the gate would have said to every tool call of a trace. A call that names no tool has the empty name.
    pub fn replay(&self, trace: &'l Trace) -> Replay<'l> {
        let mut decisions: Vec<Decision> = trace
            .tool_names()
            .map(|name| self.decide(name.to_well_formed()))
            .collect();
        let nameless = decisions.len();
        let mut calls = Vec::new();
        let mut counts = [0; Outcome::COUNT];
        for (index, step) in trace.steps().iter().enumerate() {
            if step.kind != StepKind::ToolCall {
                continue;
            }
            let number = step.tool_index().unwrap_or(nameless);
            if number == decisions.len() {
                decisions.push(self.decide(""));
            }
            if let Some(decision) = decisions.get(number) {
                counts[decision.outcome as usize] += 1;
                calls.push(Call {
                    step: index as u32,
                    decision: number as u32,
                });
            }
        }
        Replay {
            calls,
            decisions,
            counts,
        }
    }
}

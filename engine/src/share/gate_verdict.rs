//! What a gate says of a trace in few bytes, so that a link can tell whether today's engine still says it.

use super::finding_id::FindingId;
use super::listing::Listing;
use super::verdict::{MOST_NAMED, shorten};
use crate::approval::gate::Replay;
use crate::approval::{Gate, Harness, Load, words};
use crate::arh::Trace;
use serde::{Deserialize, Serialize};

/// What a gate says: enough of it to see whether another one says the same, and mostly how it differs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GateVerdict {
    /// The code with which the policy fails closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fails_closed: Option<String>,
    /// How many calls came to each outcome, in the order of `Outcome::ALL`; `None` without a trace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<words::Counts>,
    /// The outcomes by the names of the tools; at most 100.
    #[serde(default, skip_serializing_if = "Listing::is_empty")]
    pub tools: Listing<String>,
    /// A hash over the outcomes of all calls in their order.
    #[serde(default)]
    digest: String,
}

impl GateVerdict {
    /// What the gate of a harness says under the text of an APPROVAL.md, of a trace if there is one. `None` when
    /// nothing is written in the text.
    pub fn of(approval: &str, trace: Option<&Trace>, harness: Harness) -> Option<GateVerdict> {
        if approval.trim_ascii().is_empty() {
            return None;
        }
        let load = Load::of_text(approval);
        Some(GateVerdict::of_load(&load, trace, harness))
    }

    /// The same under a policy that has been read.
    pub fn of_load(load: &Load, trace: Option<&Trace>, harness: Harness) -> GateVerdict {
        let gate = Gate::new(load, harness);
        let replay = trace.map(|trace| gate.replay(trace));
        let replay = replay.as_ref();
        let fails_closed = load
            .policy()
            .err()
            .map(|failure| failure.code.name().to_owned());
        let told = |index: u32| {
            let decision = replay?.decisions.get(index as usize)?;
            Some((&*decision.tool, decision.outcome.name()))
        };
        let calls = replay.iter().flat_map(|replay| &replay.calls);
        let calls: Vec<_> = calls.filter_map(|call| told(call.decision)).collect();
        let failure = fails_closed.as_deref().unwrap_or("loads");
        let words = calls.iter().flat_map(|(tool, outcome)| [*tool, *outcome]);
        let digest = FindingId::of(["gate", failure].into_iter().chain(words)).to_string();
        let tools = calls
            .into_iter()
            .map(|(tool, outcome)| (tool.to_owned(), outcome.to_owned()));
        GateVerdict {
            fails_closed,
            counts: replay.map(|replay| replay.counts),
            tools: tools.collect(),
            digest,
        }
        .bounded()
    }

    /// As much of it as a link holds.
    pub(super) fn bounded(self) -> GateVerdict {
        let short = |mut text: String| {
            shorten(&mut text);
            text
        };
        let tools = self.tools.into_iter().take(MOST_NAMED);
        GateVerdict {
            tools: tools
                .map(|(tool, outcome)| (short(tool), short(outcome)))
                .collect(),
            fails_closed: self.fails_closed.map(short),
            ..self
        }
    }

    /// What it says in one line, as [`words::verdict`] has it.
    pub fn in_words(&self) -> String {
        words::verdict(self.fails_closed.as_deref(), self.counts)
    }

    /// The same as it is written in the attribute `expect` of an example, as [`words::declared`] has it.
    pub fn as_declared(&self) -> String {
        words::declared(self.fails_closed.as_deref(), self.counts)
    }

    /// How what today's gate says of the same texts differs from this; `None` when it is the same.
    pub fn difference(&self, today: &GateVerdict) -> Option<GateDifference> {
        if self.digest == today.digest {
            return None;
        }
        let changed = self.tools.iter().filter_map(|(tool, before)| {
            let after = today.tools.get(tool)?;
            (before != after).then(|| [tool.clone(), before.clone(), after.clone()])
        });
        Some(GateDifference {
            before: self.in_words(),
            after: today.in_words(),
            changed: changed.collect(),
        })
    }
}

/// How what two gates say of the same texts differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GateDifference {
    /// What the earlier one says, in words.
    pub before: String,
    /// What the later one says, in words.
    pub after: String,
    /// Tools with another outcome: name, outcome before, outcome after.
    pub changed: Vec<[String; 3]>,
}

/// The ids of a gate's decisions on the calls of a trace, in their order.
pub fn decision_ids(trace: &Trace, replay: &Replay) -> Vec<FindingId> {
    let calls = replay.calls.iter();
    calls
        .map(|call| {
            let step = trace.steps().get(call.step as usize);
            let id = step
                .map(|step| trace.step_id(step).to_string())
                .unwrap_or_default();
            let pointer = step
                .map(|step| trace.document().pointer(step.node))
                .unwrap_or_default();
            let decision = replay.decisions.get(call.decision as usize);
            let tool = decision.map(|decision| &*decision.tool).unwrap_or_default();
            FindingId::of(["gate", &id, &pointer, tool])
        })
        .collect()
}

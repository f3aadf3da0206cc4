//! Two policies compared: which classes and tools became looser or stricter, and what else changed. (Section (i) of the
//! specification.)
//!
//! The gate's own comparison only shows answers before and after; the ranking is ours. An answer is as strict as its
//! declared level; of two `supervised-live` answers the one with the larger live rate is stricter. Rates of looking
//! afterwards are shown and not ranked.

mod sections;

use super::autonomy::Level;
use super::classes::{MayRequest, Reversible, Ruling, UNMAPPED_TOOL};
use super::gate::{Decision, Gate};
use super::harness::Harness;
use super::load::Load;
use super::policy::Policy;
use super::tools::ToolVerdict;
use crate::order::sort_by_key;
use std::cmp::Ordering;
use std::collections::BTreeSet;

pub use sections::{Change, Section};

/// Which way an answer changed. What is to be looked at first compares as less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// More is let through.
    Loosened,
    /// Looser as it is and stricter where the action is irreversible, or the reverse.
    Mixed,
    /// Less is let through.
    Tightened,
    /// As strict as before: the answer comes from elsewhere, or with another rate.
    Same,
}

impl Direction {
    /// The word in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Direction::Loosened => "loosened",
            Direction::Mixed => "mixed",
            Direction::Tightened => "tightened",
            Direction::Same => "same",
        }
    }

    fn of(looser: bool, stricter: bool) -> Direction {
        match (looser, stricter) {
            (true, true) => Direction::Mixed,
            (true, false) => Direction::Loosened,
            (false, true) => Direction::Tightened,
            (false, false) => Direction::Same,
        }
    }
}

/// What both policies are asked about. Patterns are asked about as the texts they are, so that each stands for all that
/// it matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Probe<'l> {
    /// A key of `classes`, or a class that an entry of `tools` names.
    Class(&'l str),
    /// Every class that no rule matches.
    OtherClasses,
    /// The `match` of an entry of `tools`.
    Tool(&'l str),
    /// Every tool that only a catch-all entry, or none, matches.
    OtherTools,
}

impl<'l> Probe<'l> {
    /// What is asked about: `class` or `tool`.
    pub const fn kind(self) -> &'static str {
        match self {
            Probe::Class(_) | Probe::OtherClasses => "class",
            Probe::Tool(_) | Probe::OtherTools => "tool",
        }
    }

    /// The class or the tool; `None` for all others.
    pub const fn name(self) -> Option<&'l str> {
        match self {
            Probe::Class(name) | Probe::Tool(name) => Some(name),
            Probe::OtherClasses | Probe::OtherTools => None,
        }
    }
}

/// What one policy says to a probe.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'l> {
    /// What a tool's name comes to; `None` for a class.
    pub verdict: Option<ToolVerdict<'l>>,
    /// The class the tool is mapped to.
    pub class: Option<&'l str>,
    /// What is decided; `None` for a tool that comes to no class.
    pub ruling: Option<Ruling<'l>>,
    /// The same for an irreversible action.
    pub irreversible: Option<Ruling<'l>>,
    /// Whether agents may ask for the class by its name.
    pub may_request: bool,
}

/// A probe that the two policies answer differently.
#[derive(Clone, Copy, Debug)]
pub struct Difference<'l> {
    /// What was asked about.
    pub probe: Probe<'l>,
    /// The old answer.
    pub before: Answer<'l>,
    /// The new one.
    pub after: Answer<'l>,
    /// Which way it changed.
    pub direction: Direction,
}

/// All that is different between two policies.
#[derive(Clone, Debug)]
pub struct Comparison<'l> {
    /// Classes and tools, loosened first, then mixed, tightened and the same; within these by name.
    pub differences: Vec<Difference<'l>>,
    /// What else is written differently.
    pub changes: Vec<Change>,
}

impl Comparison<'_> {
    /// How many differences went one way.
    pub fn count(&self, direction: Direction) -> usize {
        let all = self.differences.iter();
        all.filter(|difference| difference.direction == direction)
            .count()
    }
}

/// Compares two policies at the gate of a harness. Either may have failed to load.
pub fn compare<'l>(old: &'l Load, new: &'l Load, harness: Harness) -> Comparison<'l> {
    let sides = [old, new].map(|load| (load.policy().ok(), Gate::new(load, harness)));
    let unmapped_in_both = sides
        .iter()
        .filter_map(|(policy, _)| *policy)
        .all(|policy| policy.defaults.unmapped_tool.is_some());
    let mut differences: Vec<Difference> = probes(&sides)
        .into_iter()
        .filter_map(|probe| {
            let [before, after] = [&sides[0], &sides[1]].map(|(_, gate)| answer(gate, probe));
            differs(&before, &after).then(|| Difference {
                probe,
                before,
                after,
                direction: match probe {
                    // Calls come to this class under one of the two only: the other tools say what that changes.
                    Probe::Class(UNMAPPED_TOOL) if !unmapped_in_both => Direction::Same,
                    _ => direction(&before, &after),
                },
            })
        })
        .collect();
    // The probes are in order, and this keeps it.
    sort_by_key(&mut differences, |difference| difference.direction);
    Comparison {
        differences,
        changes: sections::changes(old, new),
    }
}

fn probes<'l>(sides: &[(Option<&'l Policy>, Gate<'l>); 2]) -> BTreeSet<Probe<'l>> {
    let mut probes = BTreeSet::from([Probe::OtherClasses, Probe::OtherTools]);
    for policy in sides.iter().filter_map(|(policy, _)| *policy) {
        let keys = policy.classes.iter().map(|rule| rule.pattern.as_str());
        probes.extend(keys.map(Probe::Class));
        for entry in &policy.tools {
            probes.insert(Probe::Class(&entry.class));
            if entry.glob != CATCH_ALL {
                probes.insert(Probe::Tool(&entry.glob));
            }
        }
        if policy.defaults.unmapped_tool.is_some() {
            probes.insert(Probe::Class(UNMAPPED_TOOL));
        }
    }
    probes
}

/// The entry that matches every name.
const CATCH_ALL: &str = "*";

fn answer<'l>(gate: &Gate<'l>, probe: Probe<'l>) -> Answer<'l> {
    match probe {
        Probe::Class(class) => answer_for_class(gate, class),
        Probe::OtherClasses => {
            let resolve = |reversible| gate.classes().resolve_unmatched(reversible);
            Answer {
                verdict: None,
                class: None,
                ruling: Some(resolve(Reversible::NotStated)),
                irreversible: Some(resolve(Reversible::No)),
                may_request: false,
            }
        }
        // No other pattern than the catch-all matches its text.
        Probe::Tool(_) | Probe::OtherTools => {
            let Decision { verdict, class, .. } = gate.decide(probe.name().unwrap_or(CATCH_ALL));
            let of_class = class.map(|class| answer_for_class(gate, class));
            Answer {
                verdict: Some(verdict),
                class,
                ..of_class.unwrap_or(Answer {
                    verdict: None,
                    class: None,
                    ruling: None,
                    irreversible: None,
                    may_request: false,
                })
            }
        }
    }
}

fn answer_for_class<'l>(gate: &Gate<'l>, class: &str) -> Answer<'l> {
    let resolve = |reversible| gate.classes().resolve(class, reversible).ruling;
    Answer {
        verdict: None,
        class: None,
        ruling: Some(resolve(Reversible::NotStated)),
        irreversible: Some(resolve(Reversible::No)),
        may_request: gate.classes().requestable(class).answer == MayRequest::Allowed,
    }
}

/// Whether two answers to the same probe differ in anything that is shown.
fn differs(before: &Answer, after: &Answer) -> bool {
    let told = |answer: &Answer| {
        let verdict = answer.verdict.map(|verdict| verdict.name());
        (verdict, answer.may_request)
    };
    told(before) != told(after)
        || before.class != after.class
        || ruling_differs(before.ruling.as_ref(), after.ruling.as_ref())
        || ruling_differs(before.irreversible.as_ref(), after.irreversible.as_ref())
}

fn ruling_differs(before: Option<&Ruling>, after: Option<&Ruling>) -> bool {
    let (Some(before), Some(after)) = (before, after) else {
        return before.is_some() != after.is_some();
    };
    let pattern = |ruling: &Ruling| ruling.matched.map(|rule| rule.pattern.clone());
    (
        before.declared.collapse(),
        before.provenance,
        before.live_rate,
        before.retro_rate,
    ) != (
        after.declared.collapse(),
        after.provenance,
        after.live_rate,
        after.retro_rate,
    ) || pattern(before) != pattern(after)
}

fn direction(before: &Answer, after: &Answer) -> Direction {
    let as_is = freedom(before, before.ruling).partial_cmp(&freedom(after, after.ruling));
    let irreversible =
        freedom(before, before.irreversible).partial_cmp(&freedom(after, after.irreversible));
    let requestable = before.may_request.cmp(&after.may_request);
    // A tool says nothing of agents' requests: its class does.
    let requestable = if before.verdict.is_some() {
        Ordering::Equal
    } else {
        requestable
    };
    let orders = [as_is, irreversible, Some(requestable)];
    Direction::of(
        orders.contains(&Some(Ordering::Less)),
        orders.contains(&Some(Ordering::Greater)),
    )
}

/// How much an answer lets through: first by its level, then by the share of calls that do not wait for a person.
fn freedom(answer: &Answer, ruling: Option<Ruling>) -> (u8, f64) {
    match (answer.verdict, ruling) {
        (Some(ToolVerdict::NotGated), _) => (Level::Autonomous.strictness() + 1, 0.0),
        (_, Some(ruling)) => (
            ruling.declared.strictness(),
            -ruling.live_rate.unwrap_or_default(),
        ),
        // Without a policy every such call is refused, as under human-only.
        (_, None) => (Level::HumanOnly.strictness(), 0.0),
    }
}

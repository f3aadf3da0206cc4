//! Two policies compared: which classes and tools became looser or stricter, and what else changed. (Section (i) of the
//! specification.)
//!
//! The gate's own comparison only shows answers before and after; the ranking is ours. An answer is as strict as its
//! declared level; of two `supervised-live` answers the one with the larger live rate is stricter. Rates of looking
//! afterwards are shown and not ranked.

mod overlaps;
mod sections;
mod words;

use super::autonomy::Level;
use super::classes::{MayRequest, Reversible, Ruling, UNMAPPED_TOOL};
use super::gate::{Decision, Gate};
use super::harness::Harness;
use super::load::Load;
use super::policy::Policy;
use super::tools::{ToolVerdict, glob};
use crate::order::sort_by;
use overlaps::Overlap;
use std::borrow::Cow;
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
/// it matches; so is what two of them match between them, where that is answered as neither of the two is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Probe<'l> {
    /// A key of `classes`, or a class that an entry of `tools` names, or an overlap of two keys.
    Class(Cow<'l, str>),
    /// Every class that no rule matches.
    OtherClasses,
    /// The `match` of an entry of `tools`, or an overlap of two of them.
    Tool(Cow<'l, str>),
    /// Every tool that only a catch-all entry, or none, matches.
    OtherTools,
}

impl Probe<'_> {
    /// What is asked about: `class` or `tool`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Probe::Class(_) | Probe::OtherClasses => "class",
            Probe::Tool(_) | Probe::OtherTools => "tool",
        }
    }

    /// The class or the tool; `None` for all others.
    pub fn name(&self) -> Option<&str> {
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
#[derive(Clone, Debug)]
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
    /// Whether there are so many patterns that not every two of them were looked at: what such two match between them
    /// may differ without a place in `differences`.
    pub overlaps_left_out: bool,
}

/// What there is to say where [`Comparison::overlaps_left_out`]: one sentence without a final period.
pub const OVERLAPS_LEFT_OUT: &str = "There are too many patterns to compare what each two of them match between them: a \
                                     change there may be missing here";

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
    let (classes, tools) = patterns(&sides);
    let names = |names: &BTreeSet<&'l str>, probe: fn(Cow<'l, str>) -> Probe<'l>| {
        let probes = names.iter().map(|name| probe(Cow::Borrowed(*name)));
        probes.collect::<Vec<_>>()
    };
    let mut differences = Vec::new();
    let mut overlaps_left_out = false;
    let probes = names(&classes, Probe::Class).into_iter();
    let probes = probes.chain([Probe::OtherClasses]);
    let probes = probes.chain(names(&tools, Probe::Tool));
    for probe in probes.chain([Probe::OtherTools]) {
        let answers = answers(&sides, &probe);
        differences.extend(difference(&sides, probe, answers));
    }
    for (overlaps, known, probe) in [
        (
            overlaps::of_classes(&classes),
            &classes,
            Probe::Class as fn(_) -> _,
        ),
        (overlaps::of_tools(&tools), &tools, Probe::Tool),
    ] {
        let mut seen = BTreeSet::new();
        overlaps_left_out |= overlaps.stopped;
        for Overlap { of, text } in overlaps.found {
            if known.contains(text.as_str()) || !seen.insert(text.clone()) {
                continue;
            }
            let probe_of = |name| answers(&sides, &probe(Cow::Borrowed(name)));
            let overlap = probe(Cow::Owned(text));
            let answers = answers(&sides, &overlap);
            let decided = decided_by(&answers);
            if of
                .into_iter()
                .all(|name| decided_by(&probe_of(name)) != decided)
            {
                differences.extend(difference(&sides, overlap, answers));
            }
        }
    }
    sort_by(&mut differences, |a, b| {
        (a.direction, &a.probe).cmp(&(b.direction, &b.probe))
    });
    Comparison {
        differences,
        changes: sections::changes(old, new),
        overlaps_left_out,
    }
}

/// The two policies at their gates.
type Sides<'l> = [(Option<&'l Policy>, Gate<'l>); 2];

/// The classes and the tools that either policy names, but for those that stand for all others.
fn patterns<'l>(sides: &Sides<'l>) -> (BTreeSet<&'l str>, BTreeSet<&'l str>) {
    let (mut classes, mut tools) = (BTreeSet::new(), BTreeSet::new());
    for policy in sides.iter().filter_map(|(policy, _)| *policy) {
        classes.extend(policy.classes.iter().map(|rule| rule.pattern.as_str()));
        for entry in &policy.tools {
            classes.insert(entry.class.as_str());
            if entry.glob != glob::CATCH_ALL {
                tools.insert(entry.glob.as_str());
            }
        }
        if policy.defaults.unmapped_tool.is_some() {
            classes.insert(UNMAPPED_TOOL);
        }
    }
    (classes, tools)
}

fn answers<'l>(sides: &Sides<'l>, probe: &Probe) -> [Answer<'l>; 2] {
    [&sides[0], &sides[1]].map(|(_, gate)| answer(gate, probe))
}

fn difference<'l>(
    sides: &Sides<'l>,
    probe: Probe<'l>,
    [before, after]: [Answer<'l>; 2],
) -> Option<Difference<'l>> {
    differs(&before, &after).then(|| Difference {
        direction: match &probe {
            // Calls come to this class under one of the two only: the other tools say what that changes.
            Probe::Class(class) if class == UNMAPPED_TOOL && only_one_maps_the_rest(sides) => {
                Direction::Same
            }
            _ => direction(&before, &after),
        },
        probe,
        before,
        after,
    })
}

/// Whether one of two policies that loaded says what happens to tools that no entry names, and the other does not.
fn only_one_maps_the_rest(sides: &Sides) -> bool {
    match [&sides[0], &sides[1]].map(|(policy, _)| *policy) {
        [Some(old), Some(new)] => {
            old.defaults.unmapped_tool.is_some() != new.defaults.unmapped_tool.is_some()
        }
        _ => false,
    }
}

/// The rules and the entries of `tools` that decide, before and after.
fn decided_by<'l>(answers: &[Answer<'l>; 2]) -> [(Option<&'l str>, Option<&'l str>); 2] {
    [&answers[0], &answers[1]].map(|answer| {
        let rule = answer.ruling.and_then(|ruling| ruling.matched);
        (answer.class, rule.map(|rule| rule.pattern.as_str()))
    })
}

fn answer<'l>(gate: &Gate<'l>, probe: &Probe) -> Answer<'l> {
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
            let Decision { verdict, class, .. } =
                gate.decide(probe.name().unwrap_or(glob::CATCH_ALL).to_owned());
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
        (Some(ToolVerdict::NotGated), _) => (Level::Autonomous.looseness() + 1, 0.0),
        (_, Some(ruling)) => (
            ruling.declared.looseness(),
            -ruling.live_rate.unwrap_or_default(),
        ),
        // Without a policy every such call is refused, as under human-only.
        (_, None) => (Level::HumanOnly.looseness(), 0.0),
    }
}

//! Explanations: the ordered path by which a class or a tool's name comes to its answer. (Section (h) of the
//! specification.)

mod class;
mod tool;
mod words;

pub use words::{Irreversibility, LineKind, ManualBecause, TieBreak};

use super::autonomy::{Autonomy, Level};
use super::classes::{Provenance, Resolution, Reversible, Specificity};
use super::gate::{Decision, Gate, Refusal};
use super::harness::Harness;
use super::load::Load;
use super::outcome::Outcome;
use super::policy::Rule;
use crate::source::yaml::NodeId;
use std::fmt::Arguments;

/// One line of a decision path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathLine {
    /// What it is about.
    pub kind: LineKind,
    /// One sentence without a final period.
    pub text: String,
    /// The clause of the policy it speaks of.
    pub node: Option<NodeId>,
}

/// A rule that matches the class.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'l> {
    /// The rule.
    pub rule: &'l Rule,
    /// How specific it is.
    pub specificity: Specificity,
    /// Whether it decides.
    pub winner: bool,
    /// Why it decides, or nearly does.
    pub tie_break: Option<TieBreak>,
}

/// The level that the floor overrode, and where it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overridden<'l> {
    /// The rule's pattern; `None` for a default.
    pub pattern: Option<&'l str>,
    /// The level as written.
    pub level: Level,
}

/// How a class comes to its answer.
#[derive(Clone, Debug)]
pub struct ClassAnswer<'l> {
    /// The answer itself.
    pub resolution: Resolution<'l>,
    /// The rules that match, the most specific first.
    pub candidates: Vec<Candidate<'l>>,
    /// Why it is manual, if it is.
    pub manual_because: Option<ManualBecause>,
    /// The level that the floor overrode.
    pub overridden: Option<Overridden<'l>>,
    /// What the floor had to do with it.
    pub irreversibility: Irreversibility,
    /// What the gate says to a call of the class.
    pub outcome: Outcome,
    /// Why it refuses.
    pub refusal: Option<Refusal>,
}

/// How a class or a tool's name comes to its answer.
#[derive(Clone, Debug)]
pub struct Explanation<'l> {
    /// The path, step by step.
    pub lines: Vec<PathLine>,
    /// What the gate says to a call.
    pub outcome: Outcome,
    /// The whole decision on a call of the tool, where a tool was asked about.
    pub decision: Option<Decision<'l>>,
    /// The class's answer; `None` for a tool that comes to no class.
    pub class: Option<ClassAnswer<'l>>,
}

/// How a concrete class comes to its answer.
pub fn explain<'l>(load: &'l Load, class: &str, reversible: Reversible) -> Explanation<'l> {
    let mut path = Path::default();
    let gate = Gate::new(load, Harness::default());
    let answer = class::explain(&mut path, load, &gate, class, reversible);
    path.gate(answer.outcome, answer.refusal);
    Explanation {
        lines: path.lines,
        outcome: answer.outcome,
        decision: None,
        class: Some(answer),
    }
}

/// How a tool's name comes to its answer: what the harness and the tool map make of it, then its class. A recorded call
/// says nothing about reversibility, and the gate does not ask; another value than [`Reversible::NotStated`] shows what
/// the class would be.
pub fn explain_tool<'l>(
    load: &'l Load,
    harness: Harness,
    tool: &str,
    reversible: Reversible,
) -> Explanation<'l> {
    let mut path = Path::default();
    let gate = Gate::new(load, harness);
    let decision = gate.decide(tool.to_owned());
    tool::explain(&mut path, load, &gate, harness, &decision);
    let class = decision
        .class
        .map(|class| class::explain(&mut path, load, &gate, class, reversible));
    if class.as_ref().is_some_and(|class| {
        class.irreversibility == Irreversibility::FloorApplied && decision.refusal.is_none()
    }) {
        path.line(
            LineKind::Irreversibility,
            None,
            format_args!(
                "The gate is not told that a call is irreversible, so the floor does not reach what it says to this tool"
            ),
        );
    }
    path.gate(decision.outcome, decision.refusal);
    Explanation {
        lines: path.lines,
        outcome: decision.outcome,
        decision: Some(decision),
        class,
    }
}

/// A decision path in the making.
#[derive(Default)]
struct Path {
    lines: Vec<PathLine>,
}

impl Path {
    fn line(&mut self, kind: LineKind, node: Option<NodeId>, text: Arguments<'_>) {
        self.lines.push(PathLine {
            kind,
            text: text.to_string(),
            node,
        });
    }

    /// The last line: what the gate says.
    fn gate(&mut self, outcome: Outcome, refusal: Option<Refusal>) {
        let told = match outcome {
            Outcome::Allow => "Gate: allow. The call goes ahead and is recorded",
            Outcome::Ask => "Gate: ask. The call waits for a person",
            Outcome::Deny => "Gate: deny. The call does not happen",
            Outcome::NotGated => "Gate: not gated. The call goes ahead, and nothing records it",
            Outcome::Claimed if refusal.is_some() => {
                "Gate: claimed. The adapter refuses every call"
            }
            Outcome::Claimed => {
                "Gate: claimed. The adapter's own rules decide, by the arguments of the call"
            }
        };
        match refusal {
            None => self.line(LineKind::Gate, None, format_args!("{told}")),
            Some(Refusal { code, detail: None }) => {
                self.line(LineKind::Gate, None, format_args!("{told} ({code})"));
            }
            Some(Refusal {
                code,
                detail: Some(detail),
            }) => self.line(
                LineKind::Gate,
                None,
                format_args!("{told} ({code}: {detail})"),
            ),
        }
    }
}

impl<'l> ClassAnswer<'l> {
    fn new(resolution: Resolution<'l>, reversible: Reversible) -> ClassAnswer<'l> {
        let ruling = &resolution.ruling;
        let (outcome, refusal) = super::gate::outcome_of(ruling);
        ClassAnswer {
            candidates: candidates(&resolution),
            manual_because: (ruling.autonomy == Autonomy::Manual).then_some(
                match ruling.provenance {
                    Provenance::FailClosed => ManualBecause::LoadFailure,
                    Provenance::Floor => ManualBecause::IrreversibilityFloor,
                    _ => ManualBecause::MatchedRule,
                },
            ),
            overridden: ruling.overridden.map(|level| Overridden {
                pattern: ruling.matched.map(|rule| rule.pattern.as_str()),
                level,
            }),
            irreversibility: Irreversibility::of(ruling, reversible),
            outcome,
            refusal,
            resolution,
        }
    }
}

/// The rules that match, with why each stands where it does.
fn candidates<'l>(resolution: &Resolution<'l>) -> Vec<Candidate<'l>> {
    let winner = resolution.ruling.matched;
    let governing = &resolution.governing;
    let as_strict = |rule: &Rule| {
        let others = governing.iter();
        others
            .filter(|other| other.level.looseness() == rule.level.looseness())
            .count()
    };
    let mut candidates = Vec::with_capacity(resolution.candidates.len());
    for (index, rule) in resolution.candidates.iter().copied().enumerate() {
        let wins = winner.is_some_and(|winner| std::ptr::eq(winner, rule));
        candidates.push(Candidate {
            rule,
            specificity: Specificity::of(&rule.pattern),
            winner: wins,
            tie_break: match (wins, index < governing.len()) {
                (true, _) if governing.len() == 1 => Some(TieBreak::Specificity),
                (true, _) if as_strict(rule) == 1 => Some(TieBreak::StrictestAutonomy),
                (true, _) => Some(TieBreak::Lexicographic),
                (false, true) => Some(TieBreak::TiedSpecificity),
                (false, false) => None,
            },
        });
    }
    candidates
}

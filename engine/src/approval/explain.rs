//! Explanations: the ordered path by which a class or a tool's name comes to its answer. (Section (h) of the
//! specification.)

mod class;
mod tool;

use super::autonomy::{Autonomy, Level};
use super::classes::{Provenance, Resolution, Reversible, Ruling, Specificity};
use super::gate::{Decision, Gate, Outcome, Refusal};
use super::harness::Harness;
use super::load::Load;
use super::policy::Rule;
use crate::source::yaml::NodeId;
use std::fmt::Arguments;

/// What a line of a decision path is about. The lines of a path are in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineKind {
    /// The tool that was asked about.
    Tool,
    /// Whether the harness's adapter claims it.
    Adapter,
    /// What the policy's entries say about it.
    Mapping,
    /// Whether a record can carry its name.
    Name,
    /// The class, and what was said about reversibility.
    Class,
    /// Why the policy did not load, or where it stands.
    Policy,
    /// A `delegation` block, which changes nothing.
    Delegation,
    /// What counts as in scope for a class of reads.
    ReadRoots,
    /// How many rules match.
    Matches,
    /// A rule that matches.
    Candidate,
    /// What decided.
    Decided,
    /// What the irreversibility floor did.
    Irreversibility,
    /// Whether agents may ask for the class.
    AgentRequest,
    /// The level.
    Level,
    /// What the gate says to a call.
    Gate,
}

impl LineKind {
    /// The word in answers.
    pub const fn name(self) -> &'static str {
        match self {
            LineKind::Tool => "tool",
            LineKind::Adapter => "adapter",
            LineKind::Mapping => "mapping",
            LineKind::Name => "name",
            LineKind::Class => "class",
            LineKind::Policy => "policy",
            LineKind::Delegation => "delegation",
            LineKind::ReadRoots => "read-roots",
            LineKind::Matches => "matches",
            LineKind::Candidate => "candidate",
            LineKind::Decided => "decided",
            LineKind::Irreversibility => "irreversibility",
            LineKind::AgentRequest => "agent-request",
            LineKind::Level => "level",
            LineKind::Gate => "gate",
        }
    }
}

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

/// Why a rule stands where it does among those that match a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// The winner is alone at the top.
    Specificity,
    /// The winner is the one strictest of those at the top.
    StrictestAutonomy,
    /// The winner is the first in the order of text of several that are equally strict.
    Lexicographic,
    /// As specific as the winner, but not it.
    TiedSpecificity,
}

impl TieBreak {
    /// The word in answers.
    pub const fn name(self) -> &'static str {
        match self {
            TieBreak::Specificity => "specificity",
            TieBreak::StrictestAutonomy => "strictest-autonomy",
            TieBreak::Lexicographic => "lexicographic",
            TieBreak::TiedSpecificity => "tied-specificity",
        }
    }
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

/// Why a class is manual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManualBecause {
    /// The policy did not load.
    LoadFailure,
    /// The action is irreversible.
    IrreversibilityFloor,
    /// The rule or the default says so.
    MatchedRule,
}

impl ManualBecause {
    /// The word in answers.
    pub const fn name(self) -> &'static str {
        match self {
            ManualBecause::LoadFailure => "load-failure",
            ManualBecause::IrreversibilityFloor => "irreversibility-floor",
            ManualBecause::MatchedRule => "matched-rule",
        }
    }
}

/// What the irreversibility floor had to do with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Irreversibility {
    /// The action was not said to be irreversible.
    NotApplicable,
    /// A human-only class stays so.
    HumanOnly,
    /// The floor made it manual.
    FloorApplied,
    /// Every governing rule allows it.
    PolicyAllowed,
    /// It was manual already.
    AlreadyManual,
}

impl Irreversibility {
    /// The word in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Irreversibility::NotApplicable => "not-applicable",
            Irreversibility::HumanOnly => "human-only",
            Irreversibility::FloorApplied => "floor-applied",
            Irreversibility::PolicyAllowed => "policy-allowed",
            Irreversibility::AlreadyManual => "already-manual",
        }
    }

    fn of(ruling: &Ruling, reversible: Reversible) -> Irreversibility {
        match ruling.autonomy {
            _ if reversible != Reversible::No => Irreversibility::NotApplicable,
            _ if ruling.floor_applied() => Irreversibility::FloorApplied,
            Autonomy::HumanOnly => Irreversibility::HumanOnly,
            Autonomy::Manual => Irreversibility::AlreadyManual,
            Autonomy::Supervised | Autonomy::Autonomous => Irreversibility::PolicyAllowed,
        }
    }
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
    /// What the gate says to a call of the tool, where a tool was asked about.
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
    path.gate(decision.outcome, decision.refusal);
    Explanation {
        lines: path.lines,
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
            .filter(|other| other.level.strictness() == rule.level.strictness())
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

//! The words of a decision path.

use crate::approval::autonomy::Autonomy;
use crate::approval::classes::{Reversible, Ruling};
use crate::approval::load::Failure;

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

    pub(super) fn of(ruling: &Ruling, reversible: Reversible) -> Irreversibility {
        match ruling.autonomy {
            _ if reversible != Reversible::No => Irreversibility::NotApplicable,
            _ if ruling.floor_applied() => Irreversibility::FloorApplied,
            Autonomy::HumanOnly => Irreversibility::HumanOnly,
            Autonomy::Manual => Irreversibility::AlreadyManual,
            Autonomy::Supervised | Autonomy::Autonomous => Irreversibility::PolicyAllowed,
        }
    }
}

/// Why a policy does not load, and where, for a sentence.
pub(super) fn told(failure: &Failure) -> String {
    let (code, place) = (failure.code.name(), &failure.place);
    let (line, column) = (place.line, place.column);
    format!(
        "{code} in line {line}, column {column}: {}",
        failure.message
    )
}

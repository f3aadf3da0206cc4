//! Classes of actions: which rules match one, which of them decides, and what that comes down to. (Section (e) of the
//! specification.)

mod index;
mod words;

use super::autonomy::{Autonomy, Level, Supervision};
use super::load::Load;
use super::policy::{ClassPattern, Policy, Rule, Unmapped};
use index::RuleIndex;

pub use super::schema::forms::is_class;
pub(super) use words::DOES_NOT_LOAD;
pub use words::Told;

/// The class of every call that no entry of `tools` names, where `defaults.unmapped_tool` is set.
pub const UNMAPPED_TOOL: &str = "harness.tool.unmapped";

/// The class whose rule holds for all classes below it that no rule matches.
const POLICY_EDIT: &str = "policy.edit";

/// What was said about whether an action can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reversible {
    /// It can.
    Yes,
    /// It cannot: the irreversibility floor applies.
    No,
    /// Nothing was said, as with every recorded call.
    NotStated,
}

/// Where an answer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provenance {
    /// A rule that matches the class.
    Rule,
    /// The rule for `policy.edit`, for a class below it.
    Inherited,
    /// The defaults, or manual where they say nothing.
    Default,
    /// The irreversibility floor.
    Floor,
    /// The policy did not load.
    FailClosed,
}

impl Provenance {
    /// The word in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Provenance::Rule => "rule",
            Provenance::Inherited => "inherited",
            Provenance::Default => "default",
            Provenance::Floor => "floor",
            Provenance::FailClosed => "fail-closed",
        }
    }
}

/// What is decided about a class.
#[derive(Clone, Copy, Debug)]
pub struct Ruling<'l> {
    /// What the level comes down to.
    pub autonomy: Autonomy,
    /// When people look, for a supervised class.
    pub supervision: Option<Supervision>,
    /// The share that waits for a person.
    pub live_rate: Option<f64>,
    /// The share that is looked at afterwards.
    pub retro_rate: Option<f64>,
    /// The level as written where it comes from; manual where the floor or a failed load decided.
    pub declared: Level,
    /// Where it comes from.
    pub provenance: Provenance,
    /// The rule that decided, also where the floor then overrode its level.
    pub matched: Option<&'l Rule>,
    /// Whether every one of the most specific rules says `allow_irreversible: true`.
    pub allow_irreversible: bool,
    /// The level that the irreversibility floor overrode.
    pub overridden: Option<Level>,
    /// Whether the class is a harness launch that no rule matches: the gate refuses it whatever its level.
    pub launch_unruled: bool,
}

impl<'l> Ruling<'l> {
    /// A ruling at a level, without rates.
    fn at(level: Level, provenance: Provenance) -> Ruling<'l> {
        let (autonomy, supervision) = level.collapse();
        Ruling {
            autonomy,
            supervision,
            live_rate: None,
            retro_rate: None,
            declared: level,
            provenance,
            matched: None,
            allow_irreversible: false,
            overridden: None,
            launch_unruled: false,
        }
    }

    /// Whether the irreversibility floor overrode a level.
    pub fn floor_applied(&self) -> bool {
        self.overridden.is_some()
    }

    /// The ids of who may approve, where the rule names them.
    pub fn approvers(&self) -> Option<impl Iterator<Item = &'l str> + use<'l>> {
        let approvers = self.matched?.approvers.as_ref()?;
        Some(approvers.iter().map(|(id, _)| id.as_str()))
    }

    /// The limits of the rule, by name.
    pub fn limits(&self) -> Option<impl Iterator<Item = (&'l str, f64)> + use<'l>> {
        let limits = self.matched?.limits.as_ref()?;
        Some(
            limits
                .iter()
                .map(|(name, value, _)| (name.as_str(), *value)),
        )
    }

    /// Makes an irreversible action manual unless it is as strict already or all its rules allow it.
    fn apply_floor(&mut self) {
        if matches!(self.autonomy, Autonomy::HumanOnly | Autonomy::Manual)
            || self.allow_irreversible
        {
            return;
        }
        *self = Ruling {
            matched: self.matched,
            launch_unruled: self.launch_unruled,
            overridden: Some(self.declared),
            ..Ruling::at(Level::Manual, Provenance::Floor)
        };
    }
}

/// What is decided about a class, with every rule that had a part in it.
#[derive(Clone, Debug)]
pub struct Resolution<'l> {
    /// What is decided.
    pub ruling: Ruling<'l>,
    /// The rules that match, the most specific first. Empty where the class inherits.
    pub candidates: Vec<&'l Rule>,
    /// The most specific rules, which decide together about irreversible actions: those tied with the first candidate,
    /// also where the class inherits them.
    pub governing: Vec<&'l Rule>,
}

/// Whether agents may ask for a class by its name.
#[derive(Clone, Copy, Debug)]
pub struct Requestable<'l> {
    /// The answer.
    pub answer: MayRequest,
    /// The rule that decided, where one states `agent_may_request`.
    pub rule: Option<&'l Rule>,
}

/// Why agents may ask for a class, or may not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MayRequest {
    /// They may.
    Allowed,
    /// No key that holds for the class states `agent_may_request`.
    NotStated,
    /// A key says `false`.
    Refused,
    /// The class is no key of `classes` itself.
    NotNamed,
    /// The class is human-only.
    HumanOnly,
}

/// How specific a pattern is. What is more specific compares as less: it stands first among candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Specificity {
    literals: std::cmp::Reverse<u32>,
    wildcards: u32,
}

impl Specificity {
    /// Counts the segments of a pattern.
    pub fn of(pattern: &ClassPattern) -> Specificity {
        let (mut literals, mut wildcards) = (0, 0);
        for segment in pattern.segments() {
            *(if segment == "*" {
                &mut wildcards
            } else {
                &mut literals
            }) += 1;
        }
        Specificity {
            literals: std::cmp::Reverse(literals),
            wildcards,
        }
    }

    /// Segments that are written out.
    pub fn literals(self) -> u32 {
        self.literals.0
    }

    /// Segments that are `*`.
    pub fn wildcards(self) -> u32 {
        self.wildcards
    }
}

/// The classes of a policy, ready for many questions.
pub struct Classes<'l> {
    /// `None` where the policy did not load.
    policy: Option<&'l Policy>,
    rules: RuleIndex<'l>,
}

impl<'l> Classes<'l> {
    /// The classes of a policy that may not have loaded.
    pub fn new(load: &'l Load) -> Classes<'l> {
        Classes::of(load.policy().ok())
    }

    /// The classes of a policy; of none, where it did not load.
    pub fn of(policy: Option<&'l Policy>) -> Classes<'l> {
        Classes {
            policy,
            rules: RuleIndex::new(policy.map_or(&[], |policy| &policy.classes)),
        }
    }

    /// What is decided about a class, and by which rules.
    pub fn resolve(&self, class: &str, reversible: Reversible) -> Resolution<'l> {
        let mut resolution = match self.policy {
            None => without_rules(Ruling::at(Level::Manual, Provenance::FailClosed)),
            Some(policy) => self.resolve_in(policy, class),
        };
        let ruling = &mut resolution.ruling;
        ruling.launch_unruled = ruling.matched.is_none() && class.starts_with("harness.launch.");
        if reversible == Reversible::No {
            ruling.apply_floor();
        }
        resolution
    }

    /// What is decided where nothing is said about reversibility.
    fn resolve_in(&self, policy: &'l Policy, class: &str) -> Resolution<'l> {
        if let Some(resolution) = by_rules(self.rules.matching(class)) {
            return resolution;
        }
        let below_policy_edit = class
            .strip_prefix(POLICY_EDIT)
            .is_some_and(|rest| rest.starts_with('.'));
        if below_policy_edit && let Some(mut parent) = by_rules(self.rules.matching(POLICY_EDIT)) {
            parent.ruling.provenance = Provenance::Inherited;
            parent.candidates = Vec::new();
            return parent;
        }
        without_rules(match policy.defaults.unmapped_tool {
            Some((Unmapped::Record, _)) if class == UNMAPPED_TOOL => {
                Ruling::at(Level::Autonomous, Provenance::Default)
            }
            Some((Unmapped::Ask, _)) if class == UNMAPPED_TOOL => {
                Ruling::at(Level::Manual, Provenance::Default)
            }
            _ => by_default(policy),
        })
    }

    /// What is decided about a class that no rule matches.
    pub fn resolve_unmatched(&self, reversible: Reversible) -> Ruling<'l> {
        let mut ruling = match self.policy {
            None => Ruling::at(Level::Manual, Provenance::FailClosed),
            Some(policy) => by_default(policy),
        };
        if reversible == Reversible::No {
            ruling.apply_floor();
        }
        ruling
    }

    /// Whether agents may ask for a class.
    pub fn requestable(&self, class: &str) -> Requestable<'l> {
        let exact = self.rules.exact(class);
        let stated = exact
            .into_iter()
            .chain(self.rules.literal_tails(class).into_iter().rev())
            .find_map(|rule| Some((rule, rule.agent_may_request?)));
        let human_only =
            || self.resolve(class, Reversible::NotStated).ruling.autonomy == Autonomy::HumanOnly;
        let answer = match stated {
            None => MayRequest::NotStated,
            Some((_, false)) => MayRequest::Refused,
            Some((_, true)) if exact.is_none() => MayRequest::NotNamed,
            Some((_, true)) if human_only() => MayRequest::HumanOnly,
            Some((_, true)) => MayRequest::Allowed,
        };
        Requestable {
            answer,
            rule: stated.map(|(rule, _)| rule),
        }
    }
}

fn by_default(policy: &Policy) -> Ruling<'_> {
    let level = policy.defaults.autonomy;
    Ruling::at(
        level.map_or(Level::Manual, |(level, _)| level),
        Provenance::Default,
    )
}

fn without_rules(ruling: Ruling<'_>) -> Resolution<'_> {
    Resolution {
        ruling,
        candidates: Vec::new(),
        governing: Vec::new(),
    }
}

/// What the rules that match a class decide; `None` where there are none.
fn by_rules(mut candidates: Vec<&Rule>) -> Option<Resolution<'_>> {
    candidates.sort_by_cached_key(|rule| (Specificity::of(&rule.pattern), &rule.pattern));
    let highest = Specificity::of(&candidates.first()?.pattern);
    let tied = candidates.partition_point(|rule| Specificity::of(&rule.pattern) == highest);
    let governing: Vec<&Rule> = candidates.iter().take(tied).copied().collect();
    let winner = governing
        .iter()
        .copied()
        .min_by_key(|rule| rule.level.looseness())?;
    let ruling = Ruling {
        live_rate: winner.live_rate,
        retro_rate: winner.retro_rate,
        matched: Some(winner),
        allow_irreversible: governing
            .iter()
            .all(|rule| rule.allow_irreversible == Some(true)),
        ..Ruling::at(winner.level, Provenance::Rule)
    };
    Some(Resolution {
        ruling,
        candidates,
        governing,
    })
}

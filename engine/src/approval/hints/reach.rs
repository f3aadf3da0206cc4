//! Rules that nothing known reaches.

use super::{HintKind, Hints};
use crate::approval::classes::{Classes, MayRequest, Reversible};
use crate::approval::policy::{Policy, Rule};
use hashbrown::{HashMap, HashSet};

/// What the first segments of classes can be that are not a policy's own: those that adapters, the command classifier and
/// the gate itself come to, and those that policies commonly rule in advance.
const KNOWN_FAMILIES: [&str; 21] = [
    "account",
    "agent",
    "browser",
    "calendar",
    "communicate",
    "cron",
    "data",
    "files",
    "financial",
    "harness",
    "log",
    "message",
    "network",
    "physical",
    "policy",
    "process",
    "public",
    "read",
    "record",
    "shell",
    "skill",
];

/// Hints on rules of a policy with a tool map whose classes are the policy's own, and that no entry and no protected path
/// comes to and no agent may ask for. A policy without a tool map says nothing about where its classes come from, so
/// nothing is said about it.
pub(super) fn look_at_classes(policy: &Policy, hints: &mut Hints) {
    if policy.tools.is_empty() {
        return;
    }
    let classes = Classes::of(Some(policy));
    let reached = reached(policy, &classes);
    // By family, in the order of the file.
    let mut families: Vec<Family> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for rule in &policy.classes {
        let pattern = rule.pattern.as_str();
        let name = rule.pattern.segments().next().unwrap_or_default();
        if name == "*" || KNOWN_FAMILIES.contains(&name) {
            continue;
        }
        let place = *places.entry(name).or_insert_with(|| {
            families.push(Family {
                name,
                unreached: Vec::new(),
                is_reached: false,
            });
            families.len() - 1
        });
        let may_request = || {
            rule.agent_may_request == Some(true)
                || classes.requestable(pattern).answer == MayRequest::Allowed
        };
        if let Some(family) = families.get_mut(place) {
            if reached.contains(pattern) || may_request() {
                family.is_reached = true;
            } else {
                family.unreached.push(rule);
            }
        }
    }
    for family in families {
        family.look_at(hints);
    }
}

/// The patterns of the rules that match a class which an entry of `tools` or of `protected_paths` comes to.
fn reached<'l>(policy: &'l Policy, classes: &Classes<'l>) -> HashSet<&'l str> {
    let mapped = policy.tools.iter().map(|entry| &entry.class);
    let routes = policy.protected_paths.iter();
    let routed = routes.filter_map(|path| path.class.as_ref().map(|(class, _)| class));
    let named: HashSet<&str> = mapped.chain(routed).map(String::as_str).collect();
    let mut reached = HashSet::new();
    for class in named {
        let resolution = classes.resolve(class, Reversible::NotStated);
        let patterns = resolution.candidates.iter();
        reached.extend(patterns.map(|rule| rule.pattern.as_str()));
    }
    reached
}

/// The rules whose patterns begin alike.
struct Family<'l> {
    name: &'l str,
    unreached: Vec<&'l Rule>,
    is_reached: bool,
}

impl Family<'_> {
    /// One hint is enough on a family to which nothing comes at all: the program around the agent may well ask for it,
    /// where a single rule among those that are reached was rather misspelt.
    fn look_at(&self, hints: &mut Hints) {
        let name = self.name;
        match self.unreached.as_slice() {
            [first, _, ..] if !self.is_reached => {
                let count = self.unreached.len();
                hints.add(
                    HintKind::UnreachedClass,
                    first.key,
                    None,
                    format_args!(
                        "No entry of `tools` comes to any of the {count} rules of the family `{name}`, no adapter is known to use such a class, and agents may not ask for one: nothing known reaches these rules"
                    ),
                );
            }
            rules => {
                for rule in rules {
                    let pattern = rule.pattern.as_str();
                    hints.add(
                        HintKind::UnreachedClass,
                        rule.key,
                        None,
                        format_args!(
                            "No entry of `tools` comes to `{pattern}`, no adapter is known to use a class of the family `{name}`, and agents may not ask for it: nothing known reaches this rule"
                        ),
                    );
                }
            }
        }
    }
}

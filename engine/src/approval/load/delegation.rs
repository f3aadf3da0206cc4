//! What is checked of the reserved `delegation` block after the schema: how its keys fit together, and that it is off.

use super::super::autonomy::Level;
use super::super::policy::{Delegation, Policy, Rule};
use super::{LoadError, MOST_ERRORS, Reading};
use crate::source::yaml::{Document, NodeId};
use hashbrown::{HashMap, HashSet};

/// Reports errors of the block.
struct Report<'a> {
    reading: &'a Reading<'a>,
    document: &'a Document,
    delegation: &'a Delegation,
    errors: Vec<LoadError>,
}

impl Report<'_> {
    /// The value of a key, or what stands for it where it is absent: the block's key.
    fn node(&self, key: &str) -> NodeId {
        let node = self.document.get(self.delegation.node, key);
        node.unwrap_or(self.delegation.key)
    }

    fn push(&mut self, keyword: &'static str, path: &str, node: NodeId, message: String) {
        if self.errors.len() >= MOST_ERRORS {
            return;
        }
        let pointer = format!("/delegation/{path}");
        let error = self
            .reading
            .error(self.document, keyword, pointer, node, message);
        self.errors.push(error);
    }
}

/// Where the keys of the block contradict each other or the rest of the policy.
pub(super) fn relationships(
    reading: &Reading<'_>,
    document: &Document,
    policy: &Policy,
) -> Vec<LoadError> {
    let Some(delegation) = &policy.delegation else {
        return Vec::new();
    };
    let mut report = Report {
        reading,
        document,
        delegation,
        errors: Vec::new(),
    };
    let rules = policy
        .classes
        .iter()
        .map(|rule| (rule.pattern.as_str(), rule));
    let rules: HashMap<&str, &Rule> = rules.collect();
    let pin = delegation
        .max_autonomy
        .map_or(Level::Manual, |(level, _)| level);
    for (index, (class, node)) in delegation.classes.iter().enumerate() {
        let (keyword, message) = match rules.get(class.as_str()).map(|rule| rule.level) {
            None => (
                "delegation-class-undeclared",
                format!(
                    "`{class}` is no key of `classes`: add a rule for exactly this class, or remove it here"
                ),
            ),
            Some(level @ (Level::HumanOnly | Level::Autonomous)) => (
                "delegation-class-level",
                format!(
                    "`{class}` is {} and cannot be delegated: remove it here",
                    level.name()
                ),
            ),
            Some(level) if level.looseness() > pin.looseness() => (
                "delegation-max-autonomy-pin",
                format!(
                    "`{class}` is {}, looser than `max_autonomy` ({}): make the rule stricter, or remove it here",
                    level.name(),
                    pin.name()
                ),
            ),
            Some(_) => continue,
        };
        report.push(keyword, &format!("classes/{index}"), *node, message);
    }
    if delegation.daily_cap > 0.0 {
        for word in ["irreversible", "unknown_class"] {
            if !delegation
                .escalate_on
                .iter()
                .any(|(entry, _)| entry == word)
            {
                let node = report.node("escalate_on");
                let message =
                    format!("A `daily_cap` above 0 needs `{word}` in `escalate_on`: add it");
                report.push("delegation-escalation-floor", "escalate_on", node, message);
            }
        }
    }
    let model = delegation.model.as_ref().map(|(model, _)| model.as_str());
    let people: HashSet<&str> = policy.approvers.iter().map(|it| it.id.as_str()).collect();
    let mut names_model = false;
    for (index, (reviewer, node)) in delegation.reviewers.iter().enumerate() {
        let (keyword, message) = match reviewer.strip_prefix("human:") {
            Some(id) if !people.contains(id) => (
                "delegation-reviewer-unknown",
                format!(
                    "`{id}` is no key of `approvers`: add the person there, or remove the reviewer"
                ),
            ),
            Some(_) => continue,
            None => {
                names_model = true;
                match model {
                    Some(model) if model != reviewer => (
                        "delegation-reviewer-model",
                        format!(
                            "This model is not the one in `model`: write `{model}`, or remove it"
                        ),
                    ),
                    _ => continue,
                }
            }
        };
        report.push(keyword, &format!("reviewers/{index}"), *node, message);
    }
    if model.is_none() && (delegation.advice || delegation.daily_cap > 0.0 || names_model) {
        let node = report.node("model");
        let message = "`advice`, a `daily_cap` above 0 and model reviewers need a `model`: name one, such as \
                       `model: \"model:judge@0.3.0\"`";
        report.push(
            "delegation-model-required",
            "model",
            node,
            message.to_owned(),
        );
    }
    report.errors
}

/// The keys that are not off: nothing honours them yet, so none may be set.
pub(super) fn reservation(
    reading: &Reading<'_>,
    document: &Document,
    policy: &Policy,
) -> Vec<LoadError> {
    let Some(delegation) = &policy.delegation else {
        return Vec::new();
    };
    let is_pinned = |(level, _): &(Level, NodeId)| *level != Level::Manual;
    let keys = [
        ("model", delegation.model.is_some(), "null"),
        ("classes", !delegation.classes.is_empty(), "[]"),
        (
            "max_autonomy",
            delegation.max_autonomy.as_ref().is_some_and(is_pinned),
            "manual",
        ),
        ("daily_cap", delegation.daily_cap != 0.0, "0"),
        ("escalate_on", !delegation.escalate_on.is_empty(), "[]"),
        ("advice", delegation.advice, "false"),
        ("reviewers", !delegation.reviewers.is_empty(), "[]"),
    ];
    let mut report = Report {
        reading,
        document,
        delegation,
        errors: Vec::new(),
    };
    for (key, is_set, off) in keys {
        if is_set {
            let node = report.node(key);
            let message = format!(
                "Delegation is reserved and has no effect yet: write `{key}: {off}`, or remove the key"
            );
            report.push("delegation-not-supported", key, node, message);
        }
    }
    report.errors
}

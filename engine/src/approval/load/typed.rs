//! From a document that has passed the schema to the typed policy. What the schema would not have let through is left
//! out.

use super::super::autonomy::Level;
use super::super::policy::{
    Approver, ClassPattern, Defaults, Delegation, Policy, ProtectedPath, Rule, ToolEntry, Unmapped,
    Written,
};
use crate::source::yaml::{Document, Member, NodeId};

/// The typed policy of a document.
pub(super) fn policy(document: &Document) -> Policy {
    let mut policy = Policy::default();
    for Member { name, key, value } in document.members(document.root()) {
        match name {
            "version" => policy.version = text(document, value),
            "defaults" => policy.defaults = defaults(document, value),
            "classes" => policy.classes = collect(document, value, rule),
            "approvers" => policy.approvers = collect(document, value, approver),
            "tools" => {
                let entries = document.elements(value);
                policy.tools = entries.filter_map(|entry| tool(document, entry)).collect();
            }
            "protected_paths" => {
                let entries = document.elements(value);
                policy.protected_paths = entries.map(|entry| path(document, entry)).collect();
            }
            "read_scope" => {
                let roots = document.get(value, "roots");
                policy.read_roots = roots.map(|roots| texts(document, roots));
            }
            "delegation" => policy.delegation = Some(delegation(document, key, value)),
            _ => {}
        }
    }
    policy
}

fn collect<T>(
    document: &Document,
    mapping: NodeId,
    read: fn(&Document, &Member<'_>) -> Option<T>,
) -> Vec<T> {
    let members = document.members(mapping);
    members
        .filter_map(|member| read(document, &member))
        .collect()
}

fn text(document: &Document, node: NodeId) -> String {
    document.string(node).unwrap_or_default().to_owned()
}

fn texts(document: &Document, list: NodeId) -> Vec<Written<String>> {
    let elements = document.elements(list);
    elements.map(|node| (text(document, node), node)).collect()
}

fn level(document: &Document, node: NodeId) -> Option<Written<Level>> {
    Some((Level::from_name(document.string(node)?)?, node))
}

fn defaults(document: &Document, node: NodeId) -> Defaults {
    let mut defaults = Defaults::default();
    for Member { name, value, .. } in document.members(node) {
        match name {
            "autonomy" => defaults.autonomy = level(document, value),
            "unmapped_tool" => {
                let word = document.string(value);
                let modes = [Unmapped::Record, Unmapped::Ask];
                let mode = modes.into_iter().find(|mode| Some(mode.name()) == word);
                defaults.unmapped_tool = mode.map(|mode| (mode, value));
            }
            "channel" => defaults.channel = Some(text(document, value)),
            "approval_ttl" => defaults.approval_ttl = Some(text(document, value)),
            "on_expiry" => defaults.on_expiry = Some(text(document, value)),
            _ => {}
        }
    }
    defaults
}

fn rule(document: &Document, member: &Member<'_>) -> Option<Rule> {
    let (mut live_rate, mut retro_rate) = (None, None);
    let (mut allow_irreversible, mut agent_may_request) = (None, None);
    let (mut approvers, mut limits, mut written) = (None, None, None);
    for Member { name, value, .. } in document.members(member.value) {
        match name {
            "autonomy" => written = level(document, value),
            "live_rate" => live_rate = document.number(value),
            "retro_rate" => retro_rate = document.number(value),
            "allow_irreversible" => allow_irreversible = document.boolean(value),
            "agent_may_request" => agent_may_request = document.boolean(value),
            "approvers" => approvers = Some(texts(document, value)),
            "limits" => limits = Some(limits_of(document, value)),
            _ => {}
        }
    }
    let (level, level_node) = written?;
    Some(Rule {
        pattern: ClassPattern::new(member.name),
        key: member.key,
        node: member.value,
        level,
        level_node,
        live_rate,
        retro_rate,
        allow_irreversible,
        agent_may_request,
        approvers,
        limits,
    })
}

fn limits_of(document: &Document, node: NodeId) -> Vec<(String, f64, NodeId)> {
    let members = document.members(node);
    members
        .filter_map(|limit| {
            let value = document.number(limit.value)?;
            Some((limit.name.to_owned(), value, limit.value))
        })
        .collect()
}

fn tool(document: &Document, node: NodeId) -> Option<ToolEntry> {
    let (glob_node, class_node) = (document.get(node, "match")?, document.get(node, "class")?);
    Some(ToolEntry {
        glob: text(document, glob_node),
        class: text(document, class_node),
        node,
        glob_node,
        class_node,
    })
}

fn approver(document: &Document, member: &Member<'_>) -> Option<Approver> {
    let channels = document.get(member.value, "channels")?;
    let mut senders = Vec::new();
    if let Some(node) = document.get(member.value, "senders") {
        for sender in document.members(node) {
            let value = (text(document, sender.value), sender.value);
            senders.push((sender.name.to_owned(), value));
        }
    }
    Some(Approver {
        id: member.name.to_owned(),
        key: member.key,
        channels: document
            .elements(channels)
            .map(|channel| text(document, channel))
            .collect(),
        senders,
    })
}

fn path(document: &Document, node: NodeId) -> ProtectedPath {
    let class = document.get(node, "class");
    ProtectedPath {
        path: text(document, document.get(node, "path").unwrap_or(node)),
        class: class.map(|class| (text(document, class), class)),
        node,
    }
}

fn delegation(document: &Document, key: NodeId, node: NodeId) -> Delegation {
    let mut delegation = Delegation {
        key,
        node,
        model: None,
        classes: Vec::new(),
        max_autonomy: None,
        daily_cap: 0.0,
        escalate_on: Vec::new(),
        advice: false,
        reviewers: Vec::new(),
    };
    for Member { name, value, .. } in document.members(node) {
        match name {
            "model" => {
                let model = document.string(value);
                delegation.model = model.map(|model| (model.to_owned(), value));
            }
            "classes" => delegation.classes = texts(document, value),
            "max_autonomy" => delegation.max_autonomy = level(document, value),
            "daily_cap" => delegation.daily_cap = document.number(value).unwrap_or_default(),
            "escalate_on" => delegation.escalate_on = texts(document, value),
            "advice" => delegation.advice = document.boolean(value).unwrap_or_default(),
            "reviewers" => delegation.reviewers = texts(document, value),
            _ => {}
        }
    }
    delegation
}

//! Keys, sections, flags and names: what any object of either document can get wrong.

use super::keys::{self, Level, Shape};
use super::names::{cut, shown, unpadded};
use super::{HintKind, Hints};
use crate::arh::policy::Policy;
use crate::source::{Document, Kind, Member, NodeId, Text, printed};
use std::collections::HashMap;

/// Looks at every object of a policy.
pub(super) fn look(policy: &Policy, hints: &mut Hints) {
    let document = policy.document();
    let root = document.root();
    look_at_object(document, root, &keys::POLICY, hints);
    for (name, level) in [
        ("budgets", &keys::BUDGETS),
        ("grounding", &keys::GROUNDING),
        ("sequence", &keys::SEQUENCE),
        ("error_handling", &keys::ERROR_HANDLING),
        ("completion", &keys::COMPLETION),
    ] {
        if let Some(section) = document.get(root, name) {
            look_at_object(document, section, level, hints);
        }
    }
    for tool in &policy.tools {
        look_at_tool_name(tool.name.as_text(), tool.clause, hints);
        look_at_object(document, tool.clause, &keys::TOOL, hints);
        for argument in tool.required.iter().chain(&tool.optional) {
            look_at_padding(argument.name.as_text(), "argument", argument.clause, hints);
            look_at_object(document, argument.clause, &keys::ARGUMENT, hints);
        }
    }
    let sequence = &policy.sequence;
    for tool in sequence
        .required_tools
        .iter()
        .chain(&sequence.forbidden_tools)
        .chain(&sequence.call_order)
    {
        look_at_tool_name(tool.name.as_text(), tool.clause, hints);
    }
    look_at_repeated_keys(document, hints);
}

fn look_at_object(document: &Document, object: NodeId, level: &Level, hints: &mut Hints) {
    for member in document.members(object) {
        match level.shape(member.name) {
            Some(shape) => look_at_value(document, member, shape, hints),
            None if keys::is_comment(member.name) => {}
            None => look_at_unknown_key(member, level, hints),
        }
    }
}

fn look_at_unknown_key(member: Member<'_>, level: &Level, hints: &mut Hints) {
    let name = shown(member.name);
    if level.meant(member.name).is_none()
        && let Some(home) = keys::elsewhere(level, member.name)
    {
        let message = format!(
            "{name} is no key of {} and is not read here; it is read as `{home}`",
            level.name
        );
        hints.suggest(HintKind::MisplacedKey, member.value, message, Some(home));
    } else if hints.wants(HintKind::UnknownKey) {
        let meant = level.meant(member.name).map(str::to_owned);
        hints.suggest(
            HintKind::UnknownKey,
            member.value,
            format!("{name} is no key of {} and is not read", level.name),
            meant,
        );
    }
}

/// Looks at the value of a known key.
pub(super) fn look_at_value(
    document: &Document,
    member: Member<'_>,
    shape: Shape,
    hints: &mut Hints,
) {
    let kind = document.kind(member.value);
    match (shape, kind) {
        (Shape::Other, _)
        | (Shape::Flag, Kind::True | Kind::False | Kind::Null)
        | (Shape::Object, Kind::Object | Kind::Null)
        | (Shape::List, Kind::Array | Kind::Null)
        | (Shape::Version, Kind::String | Kind::Null)
        | (Shape::Id, Kind::String) => {}
        (Shape::Flag, _) => look_at_flag(document, member, kind, hints),
        (Shape::Object | Shape::List, _) => {
            let empty = if shape == Shape::Object { "{}" } else { "[]" };
            let message = format!(
                "{} is {}, which is read as if the key were absent",
                shown(member.name),
                cut(document.raw(member.value))
            );
            hints.suggest(
                HintKind::SectionReadAsAbsent,
                member.value,
                message,
                Some(empty.into()),
            );
        }
        (Shape::Id, _) => look_at_printed(document, member, HintKind::IdNotText, hints),
        (Shape::Version, _) => {
            look_at_printed(document, member, HintKind::SchemaVersionNotText, hints)
        }
    }
}

fn look_at_flag(document: &Document, member: Member<'_>, kind: Kind, hints: &mut Hints) {
    let name = shown(member.name);
    let raw = document.raw(member.value);
    match kind {
        Kind::String => {
            let text = document.string(member.value).unwrap_or(Text::Utf8(""));
            let read = if text.is_empty() { "false" } else { "true" };
            let message = format!(
                "{name} is the text {}, which is read as {read}: every text but the empty one is true",
                cut(raw)
            );
            let meant = text.as_str().map(|text| text.trim().to_ascii_lowercase());
            let meant = match meant.as_deref() {
                Some("false" | "no" | "off" | "0" | "n" | "f" | "") => Some("false"),
                Some("true" | "yes" | "on" | "1" | "y" | "t") => Some("true"),
                _ => None,
            };
            hints.suggest(
                HintKind::BooleanAsText,
                member.value,
                message,
                meant.map(str::to_owned),
            );
        }
        // 1 and 0 are read as they are meant.
        Kind::Int if matches!(raw, "0" | "1") => {}
        _ => {
            let read = if crate::source::is_truthy(document, member.value) {
                "true"
            } else {
                "false"
            };
            let message = format!(
                "{name} is {}, which is no boolean and is read as {read}",
                cut(raw)
            );
            hints.suggest(
                HintKind::BooleanAsValue,
                member.value,
                message,
                Some(read.into()),
            );
        }
    }
}

fn look_at_printed(document: &Document, member: Member<'_>, kind: HintKind, hints: &mut Hints) {
    if !hints.wants(kind) {
        return;
    }
    let read = printed(document, member.value);
    let message = format!(
        "{} is no text and is read as {}",
        shown(member.name),
        shown(read.as_text())
    );
    let meant = match document.kind(member.value) {
        Kind::Int | Kind::Float => Some(format!("\"{}\"", read.as_text())),
        _ => None,
    };
    hints.suggest(kind, member.value, message, meant);
}

fn look_at_tool_name(name: Text<'_>, node: NodeId, hints: &mut Hints) {
    if name.is_empty() {
        let message = "an empty tool name means no call: a call with an empty name counts as one without a name";
        hints.add(HintKind::EmptyToolName, node, message.into());
    }
    look_at_padding(name, "tool", node, hints);
}

/// Looks for spaces around a name and for characters that show nothing.
pub(super) fn look_at_padding(name: Text<'_>, what: &str, node: NodeId, hints: &mut Hints) {
    if let Some(bare) = unpadded(name) {
        let message = format!(
            "the {what} name {} has spaces at its ends or invisible characters; names are compared exactly",
            cut(&format!("{:?}", name.display()))
        );
        hints.suggest(HintKind::PaddedName, node, message, Some(bare));
    }
}

/// Looks for keys that stand more than once in their object, in all that is read: what stands in a value that another
/// one overrides is of no account.
pub(super) fn look_at_repeated_keys(document: &Document, hints: &mut Hints) {
    let repeated: HashMap<NodeId, NodeId> = document
        .repeated_keys()
        .map(|key| (key.last, key.first))
        .collect();
    if repeated.is_empty() {
        return;
    }
    let mut open = vec![document.root()];
    while let Some(node) = open.pop() {
        open.extend(document.elements(node));
        for member in document.members(node) {
            open.push(member.value);
            let Some(first) = repeated.get(&member.key) else {
                continue;
            };
            if !hints.wants(HintKind::DuplicateKey) {
                return;
            }
            let line = document.place(*first).line;
            let message = format!(
                "{} stands more than once in this object, first on line {line}; only this last value is read",
                shown(member.name)
            );
            hints.add(HintKind::DuplicateKey, member.value, message);
        }
    }
}

//! Keys, sections, flags and names: what any object of either document can get wrong.

use super::keys::{self, Level, Shape};
use super::names::{Shown, unpadded};
use super::{HintKind, Hints, member_of};
use crate::arh::policy::Policy;
use crate::source::{
    Document, Kind, Member, NodeId, RepeatedKey, Text, is_truthy, printed, write_json_ascii,
};

/// Texts that were probably meant as false, and those meant as true.
const MEANT_BOOLEANS: [(&str, &[&str]); 2] = [
    ("false", &["", "false", "no", "off", "0", "n"]),
    ("true", &["true", "yes", "on", "1", "y"]),
];

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
        if let Some(section) = member_of(document, root, name) {
            look_at_object(document, section, level, hints);
        }
    }
    for tool in &policy.tools {
        look_at_tool_name(tool.name.as_text(), tool.clause, hints);
        look_at_object(document, tool.clause, &keys::TOOL, hints);
        for arguments in [&tool.arguments.required, &tool.arguments.optional] {
            for argument in arguments {
                look_at_padding(argument.name.as_text(), "argument", argument.clause, hints);
                look_at_object(document, argument.clause, &keys::ARGUMENT, hints);
            }
        }
    }
    let sequence = &policy.sequence;
    for list in [
        &sequence.required_tools,
        &sequence.forbidden_tools,
        &sequence.call_order,
    ] {
        for tool in list {
            look_at_tool_name(tool.name.as_text(), tool.clause, hints);
        }
    }
    look_at_repeated_keys(document, hints);
}

#[inline(never)]
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
    let meant = level.meant(member.name);
    match keys::elsewhere(level, member.name) {
        Some(home) if meant.is_none() => {
            let message = format_args!(
                "{} is no key of {} and is not read here; it is read as `{home}`",
                Shown(member.name),
                level.name
            );
            hints.suggest(HintKind::MisplacedKey, member.value, message, Some(&home));
        }
        _ => add_unknown_key(member, level, meant, hints),
    }
}

/// Notes a key that is not read.
pub(super) fn add_unknown_key(
    member: Member<'_>,
    level: &Level,
    meant: Option<&str>,
    hints: &mut Hints,
) {
    let message = format_args!(
        "{} is no key of {} and is not read",
        Shown(member.name),
        level.name
    );
    hints.suggest(HintKind::UnknownKey, member.value, message, meant);
}

/// Looks at the value of a known key.
#[inline(never)]
pub(super) fn look_at_value(
    document: &Document,
    member: Member<'_>,
    shape: Shape,
    hints: &mut Hints,
) {
    match (shape, document.kind(member.value)) {
        (Shape::Other, _)
        | (Shape::Flag, Kind::True | Kind::False | Kind::Null)
        | (Shape::Object, Kind::Object | Kind::Null)
        | (Shape::List, Kind::Array | Kind::Null)
        | (Shape::Version, Kind::String | Kind::Null)
        | (Shape::Id, Kind::String) => {}
        (Shape::Flag, kind) => look_at_flag(document, member, kind, hints),
        (Shape::Object | Shape::List, _) => {
            let empty = if shape == Shape::Object { "{}" } else { "[]" };
            let message = format_args!(
                "{} is {}, which is read as if the key were absent",
                Shown(member.name),
                Shown::raw(document, member.value)
            );
            hints.suggest(
                HintKind::SectionReadAsAbsent,
                member.value,
                message,
                Some(empty),
            );
        }
        (Shape::Id, _) => look_at_printed(document, member, HintKind::IdNotText, hints),
        (Shape::Version, _) => {
            look_at_printed(document, member, HintKind::SchemaVersionNotText, hints)
        }
    }
}

fn look_at_flag(document: &Document, member: Member<'_>, kind: Kind, hints: &mut Hints) {
    let (name, raw) = (Shown(member.name), Shown::raw(document, member.value));
    let read = if is_truthy(document, member.value) {
        "true"
    } else {
        "false"
    };
    if let Some(text) = document.string(member.value) {
        let text = text.as_bytes().trim_ascii();
        let means = |(_, texts): &&(&str, &[&str])| {
            texts
                .iter()
                .any(|known| text.eq_ignore_ascii_case(known.as_bytes()))
        };
        let meant = MEANT_BOOLEANS.iter().find(means).map(|(meant, _)| *meant);
        let message = format_args!(
            "{name} is the text {raw}, which is read as {read}: every text but the empty one is true"
        );
        hints.suggest(HintKind::BooleanAsText, member.value, message, meant);
    } else if kind != Kind::Int || !matches!(document.raw(member.value), "0" | "1") {
        let message = format_args!("{name} is {raw}, which is no boolean and is read as {read}");
        hints.suggest(HintKind::BooleanAsValue, member.value, message, Some(read));
    }
}

fn look_at_printed(document: &Document, member: Member<'_>, kind: HintKind, hints: &mut Hints) {
    if !hints.wants(kind) {
        return;
    }
    let read = printed(document, member.value);
    let read = read.as_text();
    let message = format_args!(
        "{} is no text and is read as {}",
        Shown(member.name),
        Shown(read)
    );
    let number = matches!(document.kind(member.value), Kind::Int | Kind::Float);
    let meant = number.then(|| format!("\"{read}\""));
    hints.suggest(kind, member.value, message, meant.as_deref());
}

fn look_at_tool_name(name: Text<'_>, node: NodeId, hints: &mut Hints) {
    if name.is_empty() {
        let message = "an empty tool name means no call: a call with an empty name counts as one without a name";
        hints.add(HintKind::EmptyToolName, node, format_args!("{message}"));
    }
    look_at_padding(name, "tool", node, hints);
}

/// Looks for spaces around a name and for characters that show nothing.
pub(super) fn look_at_padding(name: Text<'_>, what: &str, node: NodeId, hints: &mut Hints) {
    if let Some(bare) = unpadded(name) {
        let mut spelled = String::new();
        write_json_ascii(name, &mut spelled);
        let message = format_args!(
            "the {what} name {} has spaces at its ends or invisible characters; names are compared exactly",
            Shown(Text::Utf8(&spelled))
        );
        hints.suggest(HintKind::PaddedName, node, message, Some(&bare));
    }
}

/// Looks for keys that stand more than once in their object, in all that is read: what stands in a value that another
/// one overrides is of no account.
pub(super) fn look_at_repeated_keys(document: &Document, hints: &mut Hints) {
    // In the order of the first keys.
    let repeated: Vec<RepeatedKey> = document.repeated_keys().collect();
    if repeated.is_empty() {
        return;
    }
    let mut open = vec![document.root()];
    while let Some(node) = open.pop() {
        open.extend(document.elements(node));
        open.extend(document.members(node).map(|member| member.value));
        for (key, _) in document.written_members(node) {
            let Ok(at) = repeated.binary_search_by_key(&key, |entry| entry.first) else {
                continue;
            };
            if !hints.wants(HintKind::DuplicateKey) {
                return;
            }
            let last = repeated.get(at).map(|entry| entry.last);
            let Some(member) = document
                .members(node)
                .find(|member| Some(member.key) == last)
            else {
                continue;
            };
            let message = format_args!(
                "{} stands more than once in this object, first on line {}; only this last value is read",
                Shown(member.name),
                document.place(key).line
            );
            hints.add(HintKind::DuplicateKey, member.value, message);
        }
    }
}

//! Declared arguments: types, enums, patterns and bounds that cannot do what they seem to.

use super::budgets::number_in_text;
use super::names::Shown;
use super::{HintKind, Hints};
use crate::arh::policy::{Argument, DeclaredType, Policy};
use crate::arh::values::key_of;
use crate::closest::closest_key;
use crate::source::{Document, Integer, Kind, NodeId, Number, Text};
use hashbrown::{HashMap, HashSet};

/// Type names of other systems.
const TYPE_ALIASES: [(&str, &str); 15] = [
    ("string", "str"),
    ("text", "str"),
    ("uuid", "str"),
    ("date", "str"),
    ("datetime", "str"),
    ("integer", "int"),
    ("long", "int"),
    ("number", "float"),
    ("double", "float"),
    ("decimal", "float"),
    ("boolean", "bool"),
    ("array", "list"),
    ("tuple", "list"),
    ("object", "dict"),
    ("map", "dict"),
];

/// Looks at the declared arguments of every tool.
pub(super) fn look(policy: &Policy, hints: &mut Hints) {
    let document = policy.document();
    for tool in &policy.tools {
        for argument in tool
            .arguments
            .required
            .iter()
            .chain(&tool.arguments.optional)
        {
            look_at_type(document, argument, hints);
            look_at_members(document, argument, hints);
            look_at_scope(argument, hints);
        }
        look_for_twins(&tool.arguments.required, &tool.arguments.optional, hints);
        if let Some(min) = &tool.min_calls
            && min.value == Integer::Small(0)
        {
            let message = format_args!(
                "`min_calls` of 0 is never missed, yet it counts as a passed check, which can lift the sequence score"
            );
            hints.suggest(HintKind::MinCallsZero, min.clause, message, Some("null"));
        }
    }
}

fn look_at_type(document: &Document, argument: &Argument, hints: &mut Hints) {
    let DeclaredType::Unknown(name) = &argument.declared.value else {
        return;
    };
    let node = argument.declared.clause;
    if document.kind(node) == Kind::String {
        let lower = name.to_ascii_lowercase();
        let alias = TYPE_ALIASES.iter().find(|(written, _)| *written == lower);
        let meant = alias
            .map(|(_, meant)| *meant)
            .or_else(|| closest_key(Text::Utf8(name), &DeclaredType::NAMES));
        let message = format_args!(
            "{} is no type that is known, so the type is not checked",
            Shown(Text::Utf8(name))
        );
        hints.suggest(HintKind::UnknownType, node, message, meant);
    } else {
        let message = format_args!(
            "`type` is {}, which is read as the unknown type {}, so the type is not checked",
            Shown::raw(document, node),
            Shown(Text::Utf8(name))
        );
        let meant = (document.kind(node) == Kind::Null).then_some("\"any\"");
        hints.suggest(HintKind::TypeNotText, node, message, meant);
    }
}

fn look_at_members(document: &Document, argument: &Argument, hints: &mut Hints) {
    let Some(members) = &argument.members else {
        return;
    };
    let declared = &argument.declared.value;
    if members.value.nodes.is_empty() {
        hints.add(
            HintKind::EnumEmpty,
            members.clause,
            format_args!("an empty `enum` allows no value at all"),
        );
    }
    let nodes = &members.value.nodes;
    let mut seen: HashMap<Box<[u8]>, usize> = HashMap::new();
    let mut equal_to_another_type = None;
    for (index, member) in nodes.iter().enumerate() {
        let first = *seen.entry(key_of(document, *member)).or_insert(index);
        if first < index
            && let Some(first) = nodes.get(first)
        {
            let message = format_args!(
                "{} equals the earlier {}, so it adds nothing",
                Shown::raw(document, *member),
                Shown::raw(document, *first)
            );
            hints.add(HintKind::EnumDuplicate, *member, message);
        }
        if !can_have(document, *member, declared) {
            let message = format_args!(
                "no value of type `{}` equals {}, so it is never allowed",
                declared.name(),
                Shown::raw(document, *member)
            );
            let meant = respelled(document, *member, declared);
            hints.suggest(
                HintKind::EnumTypeMismatch,
                *member,
                message,
                meant.as_deref(),
            );
        } else if equal_to_another_type.is_none()
            && lets_another_type_through(document, *member, declared)
        {
            equal_to_another_type = Some(*member);
        }
        look_at_member_bounds(document, argument, *member, hints);
    }
    if let Some(member) = equal_to_another_type {
        let all =
            |wanted: fn(Kind) -> bool| nodes.iter().all(|member| wanted(document.kind(*member)));
        let meant = if all(|kind| kind == Kind::Int) {
            Some("\"type\": \"int\"")
        } else if all(|kind| matches!(kind, Kind::True | Kind::False)) {
            Some("\"type\": \"bool\"")
        } else {
            None
        };
        let message = format_args!(
            "{} lets equal values of another type through as well: members are compared as Python compares, where 1, 1.0 and true are equal, and 0, 0.0 and false",
            Shown::raw(document, member)
        );
        hints.suggest(HintKind::EnumEquality, member, message, meant);
    }
}

fn look_at_member_bounds(
    document: &Document,
    argument: &Argument,
    member: NodeId,
    hints: &mut Hints,
) {
    let number = match document.kind(member) {
        Kind::Int | Kind::Float => Number::read(document, member),
        _ => None,
    };
    let Some(number) = number else { return };
    // 1 and 0 stand for booleans too, which bounds do not judge.
    if zero_or_one(document, member) && argument.declared.value.admits(Kind::True) {
        return;
    }
    let below = argument
        .min
        .as_ref()
        .is_some_and(|bound| bound.value.is_above(&number));
    let above = argument
        .max
        .as_ref()
        .is_some_and(|bound| number.is_above(&bound.value));
    let side = match (below, above) {
        (true, _) => "below `min`",
        (_, true) => "above `max`",
        _ => return,
    };
    let message = format_args!(
        "{} is {side}, so it is never allowed",
        Shown::raw(document, member)
    );
    hints.add(HintKind::EnumOutsideBounds, member, message);
}

/// Whether a value of the type can equal a member.
fn can_have(document: &Document, member: NodeId, declared: &DeclaredType) -> bool {
    let kind = document.kind(member);
    let number = matches!(kind, Kind::Int | Kind::Float);
    let boolean = matches!(kind, Kind::True | Kind::False);
    match declared {
        DeclaredType::Any | DeclaredType::Unknown(_) => true,
        DeclaredType::Str => kind == Kind::String,
        DeclaredType::List => kind == Kind::Array,
        DeclaredType::Dict => kind == Kind::Object,
        DeclaredType::Float => number || boolean,
        DeclaredType::Int => boolean || number && whole(document, member),
        DeclaredType::Bool => boolean || number && zero_or_one(document, member),
    }
}

/// Whether a member equals values that have the declared type and yet another type than the member.
fn lets_another_type_through(document: &Document, member: NodeId, declared: &DeclaredType) -> bool {
    let open = matches!(declared, DeclaredType::Any | DeclaredType::Unknown(_));
    match document.kind(member) {
        Kind::True | Kind::False => *declared != DeclaredType::Bool,
        Kind::Int | Kind::Float => {
            (open || *declared == DeclaredType::Bool) && zero_or_one(document, member)
        }
        // Within a list or an object no type is declared.
        Kind::Array => document
            .elements(member)
            .any(|inner| holds_zero_or_one(document, inner)),
        Kind::Object => document
            .members(member)
            .any(|inner| holds_zero_or_one(document, inner.value)),
        Kind::Null | Kind::String => false,
    }
}

fn holds_zero_or_one(document: &Document, node: NodeId) -> bool {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        match document.kind(node) {
            Kind::True | Kind::False => return true,
            Kind::Int | Kind::Float if zero_or_one(document, node) => return true,
            Kind::Array => open.extend(document.elements(node)),
            Kind::Object => open.extend(document.members(node).map(|member| member.value)),
            _ => {}
        }
    }
    false
}

fn zero_or_one(document: &Document, node: NodeId) -> bool {
    Number::read(document, node).is_some_and(|number| matches!(number.to_double(), 0.0 | 1.0))
}

fn whole(document: &Document, node: NodeId) -> bool {
    match Number::read(document, node) {
        Some(Number::Float(value)) => value.is_finite() && value.trunc() == value,
        number => number.is_some(),
    }
}

/// The member as a value of the type, where its text spells one.
fn respelled(document: &Document, member: NodeId, declared: &DeclaredType) -> Option<String> {
    let kind = document.kind(member);
    match (declared, document.string(member)) {
        (DeclaredType::Int, Some(text)) => {
            number_in_text(text).filter(|number| !number.contains(['.', 'e', 'E']))
        }
        (DeclaredType::Float, Some(text)) => number_in_text(text),
        (DeclaredType::Bool, Some(text)) => {
            matches!(text.as_str(), Some("true" | "false")).then(|| text.to_string())
        }
        (DeclaredType::Str, None) if !matches!(kind, Kind::Null | Kind::Array | Kind::Object) => {
            Some(format!("\"{}\"", document.raw(member)))
        }
        _ => None,
    }
}

/// Looks for patterns and bounds that some or all values of the type pass unseen.
fn look_at_scope(argument: &Argument, hints: &mut Hints) {
    let declared = &argument.declared.value;
    let open = matches!(declared, DeclaredType::Any | DeclaredType::Unknown(_));
    if let Some(pattern) = &argument.pattern {
        if open {
            let message = format_args!(
                "a pattern judges texts only: without `\"type\": \"str\"` any other value passes it"
            );
            hints.suggest(
                HintKind::PatternSkipsOtherTypes,
                pattern.clause,
                message,
                Some("\"type\": \"str\""),
            );
        } else if *declared != DeclaredType::Str {
            let message = format_args!(
                "a pattern judges texts only, so on type `{}` it is never looked at",
                declared.name()
            );
            hints.add(HintKind::PatternOnOtherType, pattern.clause, message);
        }
    }
    for (name, bound) in [("min", &argument.min), ("max", &argument.max)] {
        let Some(bound) = bound else { continue };
        if open {
            let message = format_args!(
                "`{name}` judges numbers only: without a numeric `type` any other value passes it"
            );
            hints.suggest(
                HintKind::BoundsSkipOtherTypes,
                bound.clause,
                message,
                Some("\"type\": \"float\""),
            );
            // One hint is enough for both.
            break;
        } else if !matches!(declared, DeclaredType::Int | DeclaredType::Float) {
            let message = format_args!(
                "`{name}` judges numbers only, so on type `{}` it is never looked at",
                declared.name()
            );
            hints.add(HintKind::BoundsOnOtherType, bound.clause, message);
        }
    }
}

fn look_for_twins(required: &[Argument], optional: &[Argument], hints: &mut Hints) {
    let names: HashSet<Text<'_>> = optional
        .iter()
        .map(|argument| argument.name.as_text())
        .collect();
    for argument in required
        .iter()
        .filter(|argument| names.contains(&argument.name.as_text()))
    {
        let message = format_args!(
            "argument {} stands in `optional_arguments` too: it must be passed, but its type and values are judged by the optional entry only",
            Shown(argument.name.as_text())
        );
        hints.add(HintKind::ArgumentInBothSections, argument.clause, message);
    }
}

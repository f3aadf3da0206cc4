//! Equality of values as the reference sees it: 1, 1.0 and true are equal, also deep inside, and NaN is itself.

use crate::source::{Document, Kind, Member, NodeId, Number, read_double};
use std::cmp::Ordering;

/// Whether a value of a trace is one of the members of an enum.
pub(super) fn contains(
    policy: &Document,
    members: &[NodeId],
    trace: &Document,
    value: NodeId,
) -> bool {
    members
        .iter()
        .any(|member| equal(policy, *member, trace, value))
}

/// Whether two values are equal: numbers by their value, with `true` as 1 and `false` as 0; NaN is itself; objects
/// without regard to the order of keys.
pub(super) fn equal(a: &Document, left: NodeId, b: &Document, right: NodeId) -> bool {
    match (a.kind(left), b.kind(right)) {
        (Kind::Null, Kind::Null) => true,
        (Kind::String, Kind::String) => a.string(left) == b.string(right),
        (Kind::Array, Kind::Array) => {
            let mut others = b.elements(right);
            a.elements(left).all(|element| {
                others
                    .next()
                    .is_some_and(|other| equal(a, element, b, other))
            }) && others.next().is_none()
        }
        (Kind::Object, Kind::Object) => {
            let (members, others) = (sorted_members(a, left), sorted_members(b, right));
            members.len() == others.len()
                && members.iter().zip(&others).all(|(member, other)| {
                    member.name == other.name && equal(a, member.value, b, other.value)
                })
        }
        (Kind::Int, Kind::Int) if a.raw(left) == b.raw(right) => true,
        (Kind::Float, Kind::Float) if is_nan(a, left) && is_nan(b, right) => true,
        _ => match (number(a, left), number(b, right)) {
            (Some(x), Some(y)) => x.compare(&y) == Some(Ordering::Equal),
            _ => false,
        },
    }
}

fn is_nan(document: &Document, id: NodeId) -> bool {
    read_double(document.raw(id)).is_nan()
}

fn number(document: &Document, id: NodeId) -> Option<Number> {
    match document.kind(id) {
        Kind::True => Some(Number::Float(1.0)),
        Kind::False => Some(Number::Float(0.0)),
        _ => Number::read(document, id),
    }
}

/// The members of an object by code points of their keys.
pub(super) fn sorted_members(document: &Document, node: NodeId) -> Vec<Member<'_>> {
    let mut members: Vec<Member<'_>> = document.members(node).collect();
    members.sort_by_key(|member| member.name);
    members
}

//! What the reference makes of alternatives before it compiles them. It shows: a set folds case in another way than
//! single characters do.

use std::collections::HashSet;

use super::class::Member;
use super::syntax::{Item, SequenceId};

/// Takes a common beginning out of the alternatives, and makes one set of alternatives that are one character each.
pub(super) fn simplify(
    alternatives: Vec<Vec<Item>>,
    sequence: &mut impl FnMut(Vec<Item>) -> SequenceId,
) -> Vec<Item> {
    let shared = shared_items(&alternatives);
    let mut rest = alternatives;
    let mut items = Vec::with_capacity(shared + 1);
    for alternative in &mut rest {
        let tail = alternative.split_off(shared);
        items = std::mem::replace(alternative, tail);
    }
    items.push(match as_set(&rest) {
        Some(members) => Item::Set {
            members,
            negated: false,
        },
        None => Item::Branch(rest.into_iter().map(sequence).collect()),
    });
    items
}

/// How many items all alternatives begin with.
fn shared_items(alternatives: &[Vec<Item>]) -> usize {
    let Some((first, others)) = alternatives.split_first() else {
        return 0;
    };
    first
        .iter()
        .enumerate()
        .take_while(|(index, item)| {
            item.is_comparable() && others.iter().all(|other| other.get(*index) == Some(item))
        })
        .count()
}

fn as_set(alternatives: &[Vec<Item>]) -> Option<Vec<Member>> {
    let mut members = Vec::new();
    for alternative in alternatives {
        match alternative.as_slice() {
            [Item::Literal(point)] => members.push(Member::Point(*point)),
            [
                Item::Set {
                    members: more,
                    negated: false,
                },
            ] => members.extend_from_slice(more),
            _ => return None,
        }
    }
    Some(each_once(members))
}

/// The members without repetitions, in order.
pub(super) fn each_once(members: Vec<Member>) -> Vec<Member> {
    let mut seen = HashSet::with_capacity(members.len());
    let mut once = members;
    once.retain(|member| seen.insert(*member));
    once
}

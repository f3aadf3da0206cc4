//! Equality of values as the reference sees it: 1, 1.0 and true are equal, also deep inside, and NaN is itself.

use crate::order::sort_by_key;
use crate::source::{Document, Integer, Kind, Member, NodeId, read_double};
use hashbrown::HashSet;

/// The members of an enum.
#[derive(Debug)]
pub(super) struct Members {
    /// As they are written.
    pub(super) nodes: Vec<NodeId>,
    keys: HashSet<Box<[u8]>>,
}

impl Members {
    /// Gathers the members, so that looking one up does not depend on how many there are.
    pub(super) fn gather(document: &Document, members: impl Iterator<Item = NodeId>) -> Members {
        let nodes: Vec<NodeId> = members.collect();
        let keys = nodes.iter().map(|member| key_of(document, *member));
        Members {
            keys: keys.collect(),
            nodes,
        }
    }

    /// Whether a value equals a member.
    pub(super) fn contain(&self, document: &Document, value: NodeId) -> bool {
        self.keys.contains(&key_of(document, value))
    }
}

/// Bytes that are the same for equal values only.
pub(super) fn key_of(document: &Document, value: NodeId) -> Box<[u8]> {
    let mut key = Vec::new();
    write_key(document, value, &mut key);
    key.into()
}

/// Appends bytes that are the same for equal values only. Objects are equal without regard to the order of keys.
fn write_key(document: &Document, node: NodeId, into: &mut Vec<u8>) {
    match document.kind(node) {
        Kind::Null => into.push(b'n'),
        Kind::True => write_integer(&Integer::Small(1), into),
        Kind::False => write_integer(&Integer::Small(0), into),
        Kind::Int => write_integer(&Integer::parse(document.raw(node)), into),
        Kind::Float => {
            let value = read_double(document.raw(node));
            match Integer::from_double(value) {
                Some(whole) => write_integer(&whole, into),
                None => {
                    let value = if value.is_nan() { f64::NAN } else { value };
                    into.push(b'd');
                    into.extend(value.to_bits().to_le_bytes());
                }
            }
        }
        Kind::String => {
            let text = document
                .string(node)
                .map_or(&[][..], |text| text.as_bytes());
            write_bytes(b's', text, into);
        }
        Kind::Array => {
            into.push(b'[');
            document
                .elements(node)
                .for_each(|element| write_key(document, element, into));
            into.push(b']');
        }
        Kind::Object => {
            into.push(b'{');
            for member in sorted_members(document, node) {
                write_bytes(b'k', member.name.as_bytes(), into);
                write_key(document, member.value, into);
            }
            into.push(b'}');
        }
    }
}

fn write_integer(integer: &Integer, into: &mut Vec<u8>) {
    match integer {
        Integer::Small(small) => {
            into.push(b'i');
            into.extend(small.to_le_bytes());
        }
        Integer::Big(big) => write_bytes(b'b', big.to_string().as_bytes(), into),
    }
}

/// Appends a tag, the number of bytes, and the bytes.
pub(super) fn write_bytes(tag: u8, bytes: &[u8], into: &mut Vec<u8>) {
    into.push(tag);
    into.extend((bytes.len() as u32).to_le_bytes());
    into.extend_from_slice(bytes);
}

/// The members of an object by code points of their keys.
pub(super) fn sorted_members(document: &Document, node: NodeId) -> Vec<Member<'_>> {
    let mut members: Vec<Member<'_>> = document.members(node).collect();
    sort_by_key(&mut members, |member| member.name);
    members
}

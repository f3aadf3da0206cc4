//! What the values of a document are told to be, by the names they stand under or beside.

use super::names::{Telling, is_holding, is_naming, telling};
use crate::source::{Document, Kind, NodeId, Text};
use hashbrown::HashMap;
use std::ops::Range;

/// Names of objects whose members are all secret, whatever they are called.
const OF_SECRETS: [&[u8]; 4] = [b"secrets", b"passwords", b"credentials", b"apikeys"];

/// What is longer names nothing, in bytes.
const LONGEST_NAME: usize = 64;

/// Follows a document node by node.
#[derive(Default)]
pub(super) struct Told {
    /// What the last name tells, and the values it stands for: a value, or the elements of a list.
    last: Option<(Telling, Range<NodeId>)>,
    /// What is told of values to come by what stands beside them.
    beside: HashMap<NodeId, Telling>,
}

impl Told {
    /// What is told of a node. The nodes must come in their order, each of them.
    pub(super) fn of(&mut self, document: &Document, node: NodeId) -> Option<Telling> {
        if document.is_key(node) {
            let name = bytes_of(document, node);
            let nodes = document.nodes_of_value(node);
            self.last = telling(name).map(|telling| (telling, nodes.clone()));
            if is_of_secrets(name) {
                self.tell_members(document, nodes);
            }
        }
        let named = self
            .last
            .as_ref()
            .filter(|(_, nodes)| nodes.contains(&node))
            .map(|(telling, _)| *telling);
        match document.kind(node) {
            Kind::Object => self.tell_held(document, node, named),
            Kind::Array => self.tell_next(document, node),
            _ => {}
        }
        // The name a value stands under is nearer to it, but `value` says nothing.
        match self.beside.is_empty() || document.is_key(node) {
            true => named,
            false => named.or(self.beside.remove(&node)),
        }
    }

    /// In `{"name": "Authorization", "value": "…"}` and `"password": {"value": "…"}`.
    fn tell_held(&mut self, document: &Document, object: NodeId, named: Option<Telling>) {
        let members = || document.written_members(object);
        let holds = |(key, _): &(NodeId, NodeId)| is_holding(bytes_of(document, *key));
        if !members().any(|member| holds(&member)) {
            return;
        }
        let told = members()
            .filter(|(key, _)| is_naming(bytes_of(document, *key)))
            .map(|(_, name)| bytes_of(document, name))
            .filter(|name| name.len() <= LONGEST_NAME)
            .find_map(telling)
            .or(named);
        if let Some(told) = told {
            for (_, value) in members().filter(holds) {
                self.tell_all(document, value, told);
            }
        }
    }

    /// In `["--password", "…"]`, and in a pair such as `["Authorization", "Basic …"]`.
    fn tell_next(&mut self, document: &Document, array: NodeId) {
        let mut elements = document.elements(array).take(3);
        let is_pair = elements.by_ref().count() == 2;
        let mut before: Option<NodeId> = None;
        for element in document.elements(array) {
            if let Some(name) = before {
                let name = bytes_of(document, name);
                let is_flag = name.starts_with(b"-") && !name.contains(&b'=');
                let value = bytes_of(document, element);
                let may_tell = (is_flag || is_pair) && name.len() <= LONGEST_NAME;
                let told = may_tell.then(|| telling(name)).flatten();
                let told = told.filter(|told| match is_flag {
                    true => !value.starts_with(b"-"),
                    // Two names are more likely than a name and a word.
                    false => {
                        let is_token = value.len() >= 6 && value.iter().any(u8::is_ascii_digit);
                        is_token && telling(value).is_none() && *told != Telling::Opaque
                    }
                });
                if let Some(told) = told {
                    self.beside.insert(element, told);
                }
            }
            before = Some(element);
        }
    }

    /// In `"secrets": {"database": "…"}`.
    fn tell_members(&mut self, document: &Document, objects: Range<NodeId>) {
        if document.kind(objects.start) == Kind::Object {
            for (_, value) in document.written_members(objects.start) {
                self.tell_all(document, value, Telling::Token);
            }
        }
    }

    /// Tells of a value, and of its elements if it is a list.
    fn tell_all(&mut self, document: &Document, value: NodeId, told: Telling) {
        self.beside.insert(value, told);
        for element in document.elements(value) {
            self.beside.insert(element, told);
        }
    }
}

fn bytes_of(document: &Document, node: NodeId) -> &[u8] {
    document.string(node).map_or(&[][..], Text::as_bytes)
}

fn is_of_secrets(name: &[u8]) -> bool {
    let plain = name.iter().filter(|byte| !b"_-".contains(byte));
    name.len() <= 16
        && OF_SECRETS.iter().any(|known| {
            let lower = plain.clone().map(u8::to_ascii_lowercase);
            lower.eq(known.iter().copied())
        })
}

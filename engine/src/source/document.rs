//! A JSON document in which every value knows its place.

use super::escape::RawCursor;
use super::place::PlaceIndex;
use super::pointer::push_token;
use super::reader::{self, SyntaxError};
use super::text::Text;
use super::tree::{Flags, Kind, Overridden, Tree};
use crate::order::sort_by_key;
use crate::problem::Place;
use std::num::NonZeroU32;
use std::ops::Range;
use std::sync::OnceLock;

/// A value of a [`Document`], or the key of a member.
///
/// Never zero inside, so that an optional one takes no more room: typed steps are mostly optional nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The id of the node at an index.
    #[inline]
    fn at(index: u32) -> NodeId {
        NodeId(NonZeroU32::MIN.saturating_add(index))
    }

    #[inline]
    fn index(self) -> u32 {
        self.0.get() - 1
    }
}

/// A member of an object.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// The key, as the reference reads it.
    pub name: Text<'a>,
    /// The key's node. Of repeated keys, the last one.
    pub key: NodeId,
    /// The value's node. Of repeated keys, the last one's: the reference reads that one, in the first one's place.
    pub value: NodeId,
}

/// A key that stands more than once in its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepeatedKey {
    /// The first of the keys.
    pub first: NodeId,
    /// The last of the keys: its value is the one that is read.
    pub last: NodeId,
}

/// The tree of a JSON text, with its text.
#[derive(Debug)]
pub struct Document {
    text: Box<str>,
    tree: Tree,
    places: OnceLock<PlaceIndex>,
    parents: OnceLock<Vec<Parent>>,
}

/// Where a node hangs: its container (or the key, for a member's value) and its number among the elements.
#[derive(Clone, Copy, Debug)]
struct Parent {
    container: u32,
    ordinal: u32,
}

impl Document {
    /// Reads a JSON text the way the reference does. The text itself comes back with an error.
    pub fn parse(text: impl Into<Box<str>>) -> Result<Document, Box<(SyntaxError, Box<str>)>> {
        let text = text.into();
        match reader::read(&text) {
            Ok(mut tree) => {
                sort_by_key(&mut tree.overridden, |entry| entry.key);
                Ok(Document {
                    text,
                    tree,
                    places: OnceLock::new(),
                    parents: OnceLock::new(),
                })
            }
            Err(error) => Err(Box::new((error, text))),
        }
    }

    /// The whole text.
    pub fn source(&self) -> &str {
        &self.text
    }

    /// The outermost value.
    pub fn root(&self) -> NodeId {
        NodeId::at(0)
    }

    /// The type of a value.
    #[inline]
    pub fn kind(&self, id: NodeId) -> Kind {
        self.tree.node(id.index()).kind
    }

    /// The value's own text in the document, quotes and brackets included.
    pub fn raw(&self, id: NodeId) -> &str {
        let node = self.tree.node(id.index());
        self.text
            .get(node.start as usize..node.end as usize)
            .unwrap_or_default()
    }

    /// The text of a string or key, escapes decoded; `None` for a value of another type.
    #[inline]
    pub fn string(&self, id: NodeId) -> Option<Text<'_>> {
        (self.kind(id) == Kind::String).then(|| self.tree.string(&self.text, id.index()))
    }

    /// The elements of an array; nothing for a value of another type.
    pub fn elements(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let node = self.tree.node(id.index());
        let end = if node.kind == Kind::Array {
            node.link
        } else {
            0
        };
        let mut next = id.index() + 1;
        std::iter::from_fn(move || {
            let element = next;
            (element < end).then(|| {
                next = self.tree.after(element);
                NodeId::at(element)
            })
        })
    }

    /// The members of an object as the reference reads them: of repeated keys there is one member, in the place of
    /// the first, with the value of the last. Nothing for a value of another type.
    pub fn members(&self, id: NodeId) -> impl Iterator<Item = Member<'_>> + '_ {
        let node = self.tree.node(id.index());
        let end = if node.kind == Kind::Object {
            node.link
        } else {
            0
        };
        let repeats = node.flags.has(Flags::REPEATS);
        let mut next = id.index() + 1;
        std::iter::from_fn(move || {
            while next < end {
                let mut key = next;
                next = self.tree.after(key + 1);
                if repeats && let Some(entry) = self.overridden(key) {
                    match entry.winner {
                        Some(winner) => key = winner,
                        None => continue,
                    }
                }
                return Some(Member {
                    name: self.tree.string(&self.text, key),
                    key: NodeId::at(key),
                    value: NodeId::at(key + 1),
                });
            }
            None
        })
    }

    /// All keys and values of an object in the order of the text, repeated keys included.
    pub fn written_members(&self, id: NodeId) -> impl Iterator<Item = (NodeId, NodeId)> + '_ {
        let object = self.kind(id) == Kind::Object;
        self.tree
            .keys(id.index())
            .take_while(move |_| object)
            .map(|key| (NodeId::at(key), NodeId::at(key + 1)))
    }

    fn overridden(&self, key: u32) -> Option<&Overridden> {
        let at = self
            .tree
            .overridden
            .binary_search_by_key(&key, |entry| entry.key)
            .ok()?;
        self.tree.overridden.get(at)
    }

    /// The value of a member, as the reference reads it.
    pub fn get(&self, object: NodeId, name: &str) -> Option<NodeId> {
        self.members(object)
            .find(|member| member.name == name)
            .map(|member| member.value)
    }

    /// The number of elements or members; of repeated keys one counts.
    pub fn len(&self, id: NodeId) -> usize {
        match self.kind(id) {
            Kind::Array => self.elements(id).count(),
            Kind::Object => self.members(id).count(),
            _ => 0,
        }
    }

    /// Whether an array or object holds nothing; also for a value of another type.
    #[inline]
    pub fn is_empty(&self, id: NodeId) -> bool {
        self.tree.after(id.index()) == id.index() + 1
    }

    /// Every key that stands more than once in its object, in the order of the text.
    pub fn repeated_keys(&self) -> impl Iterator<Item = RepeatedKey> + '_ {
        self.tree.overridden.iter().filter_map(|entry| {
            Some(RepeatedKey {
                first: NodeId::at(entry.key),
                last: NodeId::at(entry.winner?),
            })
        })
    }

    /// Calls `visit` with every non-empty string value at or below `id`, in the order in which the reference meets
    /// them; keys are no values.
    pub fn for_each_string<'a>(&'a self, id: NodeId, visit: &mut impl FnMut(NodeId, Text<'a>)) {
        let end = self.tree.after(id.index());
        if self.tree.overridden.is_empty() {
            for (at, node) in (id.index()..end).zip(
                self.tree
                    .nodes
                    .get(id.index() as usize..end as usize)
                    .unwrap_or_default(),
            ) {
                if node.kind == Kind::String
                    && !node.flags.has(Flags::KEY)
                    && node.end - node.start > 2
                {
                    visit(NodeId::at(at), self.tree.string(&self.text, at));
                }
            }
            return;
        }
        // Overridden members are not values: walk by members, with a stack of our own.
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            let from = stack.len();
            match self.kind(id) {
                Kind::String => {
                    let text = self.tree.string(&self.text, id.index());
                    if !text.is_empty() {
                        visit(id, text);
                    }
                }
                Kind::Array => stack.extend(self.elements(id)),
                Kind::Object => stack.extend(self.members(id).map(|member| member.value)),
                _ => {}
            }
            if let Some(added) = stack.get_mut(from..) {
                added.reverse();
            }
        }
    }

    /// The place of a value or key. A key's pointer is that of its value.
    pub fn place(&self, id: NodeId) -> Place {
        let node = self.tree.node(id.index());
        self.place_of_bytes(self.pointer(id), node.start as usize, node.end as usize)
    }

    /// The place of some bytes within a string value, given as offsets into its decoded text, for instance what is
    /// wrong in a pattern. Its pointer is the string's.
    pub fn place_in_string(&self, id: NodeId, from: usize, to: usize) -> Place {
        let start = self.source_offset(id, from);
        let end = self.source_offset(id, to).max(start);
        self.place_of_bytes(self.pointer(id), start, end)
    }

    /// The place of a range of the text, in bytes.
    pub(crate) fn place_of_bytes(&self, pointer: String, start: usize, end: usize) -> Place {
        self.places
            .get_or_init(|| PlaceIndex::new(&self.text))
            .place(&self.text, pointer, start, end)
    }

    /// Every value and key in the order of the text, those of overridden members included.
    pub(crate) fn all_nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        (0..self.tree.nodes.len() as u32).map(NodeId::at)
    }

    /// Whether a node is the key of a member. Its value is the node after it.
    pub(crate) fn is_key(&self, id: NodeId) -> bool {
        self.tree.node(id.index()).flags.has(Flags::KEY)
    }

    /// The value of a key, and the elements if it is an array; of an object, only itself.
    pub(crate) fn nodes_of_value(&self, key: NodeId) -> Range<NodeId> {
        let value = key.index() + 1;
        let end = match self.tree.node(value).kind {
            Kind::Array => self.tree.after(value),
            _ => value + 1,
        };
        NodeId::at(value)..NodeId::at(end)
    }

    /// The bytes of a value or key in the text, quotes and brackets included.
    pub(crate) fn byte_range(&self, id: NodeId) -> Range<usize> {
        let node = self.tree.node(id.index());
        node.start as usize..node.end as usize
    }

    /// Turns ranges of a string's decoded text, in order and not overlapping, into the bytes of the text they come
    /// from.
    pub(crate) fn source_ranges<'a>(
        &'a self,
        id: NodeId,
        ranges: impl IntoIterator<Item = Range<usize>> + 'a,
    ) -> impl Iterator<Item = Range<usize>> + 'a {
        let node = self.tree.node(id.index());
        let (start, end) = (node.start as usize + 1, node.end as usize - 1);
        let raw = self.text.as_bytes().get(start..end).unwrap_or_default();
        let mut cursor = node.flags.has(Flags::ESCAPED).then(|| RawCursor::new(raw));
        let mut source = move |offset: usize| match &mut cursor {
            Some(cursor) => start + cursor.advance(offset),
            None => start + offset.min(raw.len()),
        };
        ranges.into_iter().map(move |range| {
            let from = source(range.start);
            from..source(range.end)
        })
    }

    /// Where the byte at `offset` of a string's decoded text comes from.
    fn source_offset(&self, id: NodeId, offset: usize) -> usize {
        let node = self.tree.node(id.index());
        let (start, end) = (node.start as usize + 1, node.end as usize - 1);
        let raw = self.text.as_bytes().get(start..end).unwrap_or_default();
        if node.flags.has(Flags::ESCAPED) {
            start + RawCursor::new(raw).advance(offset)
        } else {
            start + offset.min(raw.len())
        }
    }

    /// The JSON Pointer of a value, or of the member a key belongs to.
    pub fn pointer(&self, id: NodeId) -> String {
        let parents = self.parents.get_or_init(|| self.find_parents());
        let mut path = Vec::new();
        let mut at = id.index();
        if self.tree.node(at).flags.has(Flags::KEY) {
            at += 1;
        }
        while at != 0 {
            let parent = parents[at as usize];
            path.push((parent, at));
            at = parent.container;
        }
        let mut pointer = String::new();
        for (parent, at) in path.into_iter().rev() {
            if self.tree.node(parent.container).kind == Kind::Object {
                let name = self.tree.string(&self.text, at - 1).display();
                push_token(&mut pointer, &name);
            } else {
                push_token(&mut pointer, &parent.ordinal.to_string());
            }
        }
        pointer
    }

    /// The container each node stands in. Made once, when the first pointer is asked for.
    fn find_parents(&self) -> Vec<Parent> {
        let mut parents = Vec::with_capacity(self.tree.nodes.len());
        let mut open: Vec<(u32, u32, u32)> = Vec::new();
        for (at, node) in (0u32..).zip(&self.tree.nodes) {
            while open.last().is_some_and(|(_, end, _)| *end <= at) {
                open.pop();
            }
            let parent = match open.last_mut() {
                Some((container, _, children)) => {
                    let ordinal = *children;
                    *children += u32::from(!node.flags.has(Flags::KEY));
                    Parent {
                        container: *container,
                        ordinal,
                    }
                }
                None => Parent {
                    container: 0,
                    ordinal: 0,
                },
            };
            parents.push(parent);
            if matches!(node.kind, Kind::Array | Kind::Object) {
                open.push((at, node.link, 0));
            }
        }
        parents
    }
}

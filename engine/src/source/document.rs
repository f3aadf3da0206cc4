//! A JSON document in which every value knows its place.

use super::place::PlaceIndex;
use super::reader::{self, SyntaxError};
use super::text::{Text, decode};
use crate::problem::Place;
use std::sync::OnceLock;

/// A value of a [`Document`], or the key of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

/// The JSON type of a value. A number is an integer or a float by its spelling, as for the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true`
    True,
    /// `false`
    False,
    /// A number without fraction and exponent.
    Int,
    /// A number with fraction or exponent, `NaN`, `Infinity` or `-Infinity`.
    Float,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flags(u8);

impl Flags {
    pub(super) const NONE: Flags = Flags(0);
    /// A string with escapes: its decoded text stands in `Tree::decoded`.
    pub(super) const ESCAPED: Flags = Flags(1);
    /// The key of a member.
    pub(super) const KEY: Flags = Flags(2);
    /// An object in which a key is repeated.
    pub(super) const REPEATS: Flags = Flags(4);

    pub(super) fn has(self, flag: Flags) -> bool {
        self.0 & flag.0 != 0
    }

    pub(super) fn with(self, flag: Flags) -> Flags {
        Flags(self.0 | flag.0)
    }
}

/// One value or key. Nodes stand in the order of the text: a container, then all it holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) start: u32,
    pub(super) end: u32,
    /// For a container, the node after all it holds; for a string with escapes, its index in `decoded`.
    pub(super) link: u32,
    pub(super) kind: Kind,
    pub(super) flags: Flags,
}

#[derive(Debug)]
pub(super) enum Decoded {
    Utf8(Box<str>),
    Wtf8(Box<[u8]>),
}

/// A key that is repeated in its object.
#[derive(Debug)]
pub(super) struct Overridden {
    pub(super) key: u32,
    /// For the first of the repeated keys, the last one, whose value counts; `None` for the others.
    pub(super) winner: Option<u32>,
}

#[derive(Debug)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) decoded: Vec<Decoded>,
    /// Sorted by key once reading is done.
    pub(super) overridden: Vec<Overridden>,
}

impl Tree {
    pub(super) fn with_capacity(nodes: usize) -> Tree {
        Tree {
            nodes: Vec::with_capacity(nodes),
            decoded: Vec::new(),
            overridden: Vec::new(),
        }
    }

    #[inline]
    fn node(&self, id: u32) -> Node {
        // Ids are only made here and only used with their own document.
        self.nodes[id as usize]
    }

    /// The node after a value and all it holds.
    #[inline]
    fn after(&self, id: u32) -> u32 {
        let node = self.node(id);
        match node.kind {
            Kind::Array | Kind::Object => node.link,
            _ => id + 1,
        }
    }

    /// The keys of an object, or of one still being read, in the order of the text.
    pub(super) fn keys(&self, object: u32) -> impl Iterator<Item = u32> + '_ {
        let end = match self.node(object).link {
            0 => self.nodes.len() as u32,
            closed => closed,
        };
        let mut next = object + 1;
        std::iter::from_fn(move || {
            let key = next;
            (key + 1 < end).then(|| {
                next = self.after(key + 1);
                key
            })
        })
    }

    /// Whether an object that is still being read has the same key before `key`.
    pub(super) fn has_key_before(&self, text: &str, object: u32, key: u32) -> bool {
        let name = self.string(text, key);
        self.keys(object)
            .take_while(|other| *other < key)
            .any(|other| self.string(text, other) == name)
    }

    #[inline]
    pub(super) fn string<'a>(&'a self, text: &'a str, id: u32) -> Text<'a> {
        let node = self.node(id);
        if node.flags.has(Flags::ESCAPED) {
            match &self.decoded[node.link as usize] {
                Decoded::Utf8(text) => Text::Utf8(text),
                Decoded::Wtf8(bytes) => Text::Wtf8(bytes),
            }
        } else {
            Text::Utf8(
                text.get(node.start as usize + 1..node.end as usize - 1)
                    .unwrap_or_default(),
            )
        }
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
                tree.overridden.sort_unstable_by_key(|entry| entry.key);
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
        NodeId(0)
    }

    /// The type of a value.
    #[inline]
    pub fn kind(&self, id: NodeId) -> Kind {
        self.tree.node(id.0).kind
    }

    /// The value's own text in the document, quotes and brackets included.
    pub fn raw(&self, id: NodeId) -> &str {
        let node = self.tree.node(id.0);
        self.text
            .get(node.start as usize..node.end as usize)
            .unwrap_or_default()
    }

    /// The text of a string or key, escapes decoded; `None` for a value of another type.
    #[inline]
    pub fn string(&self, id: NodeId) -> Option<Text<'_>> {
        (self.kind(id) == Kind::String).then(|| self.tree.string(&self.text, id.0))
    }

    /// The elements of an array; nothing for a value of another type.
    pub fn elements(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let node = self.tree.node(id.0);
        let end = if node.kind == Kind::Array {
            node.link
        } else {
            0
        };
        let mut next = id.0 + 1;
        std::iter::from_fn(move || {
            let element = next;
            (element < end).then(|| {
                next = self.tree.after(element);
                NodeId(element)
            })
        })
    }

    /// The members of an object as the reference reads them: of repeated keys there is one member, in the place of
    /// the first, with the value of the last. Nothing for a value of another type.
    pub fn members(&self, id: NodeId) -> impl Iterator<Item = Member<'_>> + '_ {
        let node = self.tree.node(id.0);
        let end = if node.kind == Kind::Object {
            node.link
        } else {
            0
        };
        let repeats = node.flags.has(Flags::REPEATS);
        let mut next = id.0 + 1;
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
                    key: NodeId(key),
                    value: NodeId(key + 1),
                });
            }
            None
        })
    }

    /// All keys and values of an object in the order of the text, repeated keys included.
    pub fn written_members(&self, id: NodeId) -> impl Iterator<Item = (NodeId, NodeId)> + '_ {
        let object = self.kind(id) == Kind::Object;
        self.tree
            .keys(id.0)
            .take_while(move |_| object)
            .map(|key| (NodeId(key), NodeId(key + 1)))
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
        self.tree.after(id.0) == id.0 + 1
    }

    /// Every key that stands more than once in its object, in the order of the text.
    pub fn repeated_keys(&self) -> impl Iterator<Item = RepeatedKey> + '_ {
        self.tree.overridden.iter().filter_map(|entry| {
            Some(RepeatedKey {
                first: NodeId(entry.key),
                last: NodeId(entry.winner?),
            })
        })
    }

    /// Calls `visit` with every non-empty string value at or below `id`, in the order in which the reference meets
    /// them; keys are no values.
    pub fn for_each_string<'a>(&'a self, id: NodeId, visit: &mut impl FnMut(NodeId, Text<'a>)) {
        let end = self.tree.after(id.0);
        if self.tree.overridden.is_empty() {
            for (at, node) in (id.0..end).zip(
                self.tree
                    .nodes
                    .get(id.0 as usize..end as usize)
                    .unwrap_or_default(),
            ) {
                if node.kind == Kind::String
                    && !node.flags.has(Flags::KEY)
                    && node.end - node.start > 2
                {
                    visit(NodeId(at), self.tree.string(&self.text, at));
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
                    let text = self.tree.string(&self.text, id.0);
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
        let node = self.tree.node(id.0);
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

    /// Where the byte at `offset` of a string's decoded text comes from.
    fn source_offset(&self, id: NodeId, offset: usize) -> usize {
        let node = self.tree.node(id.0);
        let first = node.start as usize + 1;
        if !node.flags.has(Flags::ESCAPED) {
            return (first + offset).min(node.end as usize - 1);
        }
        let raw = self
            .text
            .as_bytes()
            .get(first..node.end as usize - 1)
            .unwrap_or_default();
        let (mut at, mut decoded) = (0, 0);
        while decoded < offset && at < raw.len() {
            let (length, size) = match raw.get(at..) {
                Some([b'\\', b'u', digits @ ..]) => match surrogate_pair(digits) {
                    true => (12, 4),
                    false => (6, unicode_escape_size(digits)),
                },
                Some([b'\\', ..]) => (2, 1),
                Some(rest) => match decode(rest) {
                    Some((_, length)) => (length, length),
                    None => break,
                },
                None => break,
            };
            at += length;
            decoded += size;
        }
        first + at.min(raw.len())
    }

    /// The JSON Pointer of a value, or of the member a key belongs to.
    pub fn pointer(&self, id: NodeId) -> String {
        let parents = self.parents.get_or_init(|| self.find_parents());
        let mut path = Vec::new();
        let mut at = id.0;
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
            pointer.push('/');
            if self.tree.node(parent.container).kind == Kind::Object {
                let name = self.tree.string(&self.text, at - 1).display();
                pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
            } else {
                pointer.push_str(&parent.ordinal.to_string());
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

/// Whether what follows `\u` is a high surrogate with the escape of a low one behind it.
fn surrogate_pair(digits: &[u8]) -> bool {
    matches!(
        digits,
        [
            b'd' | b'D',
            b'8' | b'9' | b'a' | b'b' | b'A' | b'B',
            _,
            _,
            b'\\',
            b'u',
            b'd' | b'D',
            b'c'..=b'f' | b'C'..=b'F',
            ..,
        ]
    )
}

/// The bytes that the character of a `\u` escape takes in WTF-8.
fn unicode_escape_size(digits: &[u8]) -> usize {
    let value = digits.iter().take(4).fold(0u32, |value, digit| {
        value << 4 | char::from(*digit).to_digit(16).unwrap_or(0)
    });
    match value {
        0..=0x7f => 1,
        0x80..=0x7ff => 2,
        _ => 3,
    }
}

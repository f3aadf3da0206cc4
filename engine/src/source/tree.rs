//! The flat tree behind a [`Document`](super::Document): one node after the other, in the order of the text.

use super::text::Text;

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
    pub(super) fn node(&self, id: u32) -> Node {
        // Ids are only made here and only used with their own document.
        self.nodes[id as usize]
    }

    /// The node after a value and all it holds.
    #[inline]
    pub(super) fn after(&self, id: u32) -> u32 {
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

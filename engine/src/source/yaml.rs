//! YAML 1.2 with the core schema, as the gate reads it: values that know their place in the text around the YAML.
//!
//! Stricter than YAML: explicit tags, repeated keys, a second document and too many aliases are refused. An alias is a
//! node of its own that shares what it names, so a document is never larger than its text. The parser also refuses some
//! things that the reference reads: a tab right after a colon, a colon right before a bracket, NUL and byte order marks
//! in the text.

mod build;
mod cap;
mod directives;
mod number;
mod origin;
mod refusal;
mod scalar;
mod span;

pub use refusal::Refusal;

pub(crate) use number::number_text;
pub(crate) use origin::Origin;

use build::{Node, Value};
use std::ops::Range;

/// A value of a [`Document`], or a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

/// What a value is. An alias is what it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing, or a spelling of null.
    Null,
    /// A truth value.
    Bool,
    /// A number: a double, whatever its spelling.
    Number,
    /// Text.
    String,
    /// A list.
    Sequence,
    /// Keys and values.
    Mapping,
}

/// An entry of a mapping.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// The key as text, as which all keys end.
    pub name: &'a str,
    /// The key's node.
    pub key: NodeId,
    /// The value's node.
    pub value: NodeId,
}

/// The tree of one YAML document.
#[derive(Debug)]
pub struct Document {
    nodes: Vec<Node>,
    /// The decoded text of all strings and keys.
    texts: String,
    steps: u64,
}

impl Document {
    /// Reads the text of a block; `origin` says where each of its bytes stands in the text around it.
    pub(crate) fn parse(text: &str, origin: &Origin) -> Result<Document, Refusal> {
        build::read(text, origin)
    }

    /// The outermost value.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// How much work reading it was: bytes read, nodes built and nodes looked at again.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The type of a value.
    pub fn kind(&self, id: NodeId) -> Kind {
        match self.named(id).1.value {
            Value::Null | Value::Alias(_) => Kind::Null,
            Value::Bool(_) => Kind::Bool,
            Value::Number(_) => Kind::Number,
            Value::Text => Kind::String,
            Value::Sequence => Kind::Sequence,
            Value::Mapping => Kind::Mapping,
        }
    }

    /// The text of a string; `None` for a value of another type.
    pub fn string(&self, id: NodeId) -> Option<&str> {
        let (_, node) = self.named(id);
        matches!(node.value, Value::Text).then(|| self.text(node))
    }

    /// The number; `None` for a value of another type.
    pub fn number(&self, id: NodeId) -> Option<f64> {
        match self.named(id).1.value {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The truth value; `None` for a value of another type.
    pub fn boolean(&self, id: NodeId) -> Option<bool> {
        match self.named(id).1.value {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The elements of a sequence; nothing for a value of another type.
    pub fn elements(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let (index, node) = self.named(id);
        self.children(index, node, matches!(node.value, Value::Sequence))
    }

    /// The entries of a mapping in their order; nothing for a value of another type.
    pub fn members(&self, id: NodeId) -> impl Iterator<Item = Member<'_>> {
        let (index, node) = self.named(id);
        let mut children = self.children(index, node, matches!(node.value, Value::Mapping));
        std::iter::from_fn(move || {
            let (key, value) = (children.next()?, children.next()?);
            let name = self.text(self.node(key.0));
            Some(Member { name, key, value })
        })
    }

    /// The value of a key.
    pub fn get(&self, id: NodeId, name: &str) -> Option<NodeId> {
        self.members(id)
            .find(|member| member.name == name)
            .map(|member| member.value)
    }

    /// Where the value stands in the text around the YAML, in bytes. Of an alias, the alias itself; of an empty value,
    /// its key.
    pub fn range(&self, id: NodeId) -> Range<usize> {
        let node = self.node(id.0);
        node.start as usize..node.end as usize
    }

    /// The JSON Pointer (RFC 6901) of a value; of a key, its value's. A value under an alias is where it is written.
    pub fn pointer(&self, id: NodeId) -> String {
        let mut tokens = Vec::new();
        let mut at = id.0;
        // A container comes before what it holds.
        while at > 0 {
            let node = self.node(at);
            tokens.push(match self.node(node.parent).value {
                Value::Mapping => self.text(self.node(node.ordinal)).to_owned(),
                _ => node.ordinal.to_string(),
            });
            at = node.parent;
        }
        let mut pointer = String::new();
        for token in tokens.iter().rev() {
            super::pointer::push_token(&mut pointer, token);
        }
        pointer
    }

    fn text(&self, node: &Node) -> &str {
        let texts = self.texts.get(node.at as usize..);
        texts
            .and_then(|texts| texts.get(..node.length as usize))
            .unwrap_or_default()
    }

    fn children(
        &self,
        index: u32,
        node: &Node,
        wanted: bool,
    ) -> impl Iterator<Item = NodeId> + use<'_> {
        let end = if wanted { node.after } else { 0 };
        let mut next = index + 1;
        std::iter::from_fn(move || {
            let child = next;
            (child < end).then(|| {
                next = self.node(child).after;
                NodeId(child)
            })
        })
    }

    /// The node, or what it names.
    fn named(&self, id: NodeId) -> (u32, &Node) {
        let node = self.node(id.0);
        match node.value {
            Value::Alias(target) => (target, self.node(target)),
            _ => (id.0, node),
        }
    }

    fn node(&self, index: u32) -> &Node {
        const NOTHING: &Node = &Node::NOTHING;
        self.nodes.get(index as usize).unwrap_or(NOTHING)
    }
}

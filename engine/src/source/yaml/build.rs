//! From the parser's events to the tree.

mod rules;

use super::cap::{Anchor, count_use};
use super::number::number_text;
use super::origin::{Characters, Origin};
use super::refusal::{Refusal, sentence};
use super::{Document, directives, scalar, span};
use saphyr_parser::{Event, Parser, ScalarStyle, Span};
use std::ops::Range;

/// What a node is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    Null,
    Bool(bool),
    Number(f64),
    /// The node's part of the document's texts.
    Text,
    Sequence,
    Mapping,
    /// What another node is.
    Alias(u32),
}

/// One value or key. Nodes stand in the order of the text: a container, then all it holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) parent: u32,
    /// In a list, its number from 0; in a mapping, the node of its key.
    pub(super) ordinal: u32,
    /// The node after this one and all it holds.
    pub(super) after: u32,
    /// Of a text or key, where its text starts among the document's texts.
    pub(super) at: u32,
    pub(super) length: u32,
    /// Of an alias, the parser's number of the anchor.
    pub(super) anchor: u32,
    /// Whether a scalar is in it or in what it names.
    pub(super) holds_scalar: bool,
    pub(super) value: Value,
}

impl Node {
    pub(super) const NOTHING: Node = Node {
        start: 0,
        end: 0,
        parent: 0,
        ordinal: 0,
        after: 0,
        at: 0,
        length: 0,
        anchor: 0,
        holds_scalar: false,
        value: Value::Null,
    };

    fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A container that is not complete.
struct Open {
    node: u32,
    /// Whether the next child of this mapping is a key.
    expects_key: bool,
    is_mapping: bool,
    /// Whether it is in brackets, or in something that is.
    is_flow: bool,
    last_child: Option<u32>,
    children: u32,
}

struct Builder<'a> {
    text: &'a str,
    origin: &'a Origin,
    characters: Characters<'a>,
    nodes: Vec<Node>,
    texts: String,
    open: Vec<Open>,
    /// By the parser's numbers.
    anchors: Vec<Option<Anchor>>,
    steps: u64,
}

/// Reads the first and only document of a text.
pub(super) fn read(text: &str, origin: &Origin) -> Result<Document, Refusal> {
    let mut builder = Builder {
        text,
        origin,
        characters: Characters::new(text),
        nodes: Vec::new(),
        texts: String::new(),
        open: Vec::new(),
        anchors: Vec::new(),
        steps: text.len() as u64,
    };
    // The parser would end there.
    if let Some(at) = memchr::memchr(0, text.as_bytes()) {
        let message = "A NUL character stands here: remove it";
        return Err(builder.refusal(message, at..at + 1));
    }
    if let Some((message, range)) = directives::check(text) {
        return Err(builder.refusal(message, range));
    }
    let mut parser = Parser::new_from_str(text);
    let mut documents = 0;
    while let Some(event) = parser.next_event() {
        let (event, at) = match event {
            Ok(event) => event,
            Err(error) => {
                let start = builder.characters.byte(error.marker().index());
                return Err(builder.parser_refusal(error.info(), start));
            }
        };
        if let Event::DocumentStart(_) = event {
            documents += 1;
            if documents > 1 {
                let range = builder.stopped_at(builder.bytes(at).start);
                let message = "The gate reads one document and silently drops what follows it: remove the line and \
                               what follows, or move it up into the one document";
                return Err(builder.refusal(message, range));
            }
        }
        builder.event(event, at)?;
    }
    if builder.nodes.is_empty() {
        builder.push(Value::Null, 0..0);
    }
    for node in &mut builder.nodes {
        node.start = origin.locate(node.start as usize) as u32;
        node.end = origin.locate(node.end as usize) as u32;
    }
    Ok(Document {
        nodes: builder.nodes,
        texts: builder.texts,
        steps: builder.steps,
    })
}

impl Builder<'_> {
    fn event(&mut self, event: Event<'_>, at: Span) -> Result<(), Refusal> {
        let at = self.bytes(at);
        let (value, anchor, tag) = match event {
            Event::Scalar(text, style, anchor, tag) => {
                if tag.is_some() {
                    return Err(self.tag_refusal(at));
                }
                return self.scalar(&text, style, anchor, at);
            }
            Event::Alias(anchor) => return self.alias(anchor, at),
            Event::SequenceStart(anchor, tag) => (Value::Sequence, anchor, tag),
            Event::MappingStart(anchor, tag) => (Value::Mapping, anchor, tag),
            Event::SequenceEnd | Event::MappingEnd => return self.close(at),
            _ => return Ok(()),
        };
        if tag.is_some() {
            return Err(self.tag_refusal(at));
        }
        self.check_anchor(anchor, &at)?;
        let is_mapping = matches!(value, Value::Mapping);
        let start = span::after_anchor(self.text, at.clone());
        let opens = !at.is_empty() && matches!(self.text.as_bytes().get(start), Some(b'{' | b'['));
        let is_flow = opens || self.is_in_flow();
        let start = match span::dash_before(self.text, start) {
            Some(dash) if !is_flow && !is_mapping => dash,
            _ => start,
        };
        let before = self.text.get(..start).unwrap_or_default();
        let blanks = before.trim_end_matches([' ', '\t']).len();
        if !is_flow
            && before
                .get(blanks..)
                .is_some_and(|blanks| blanks.contains('\t'))
        {
            return Err(self.refusal(sentence("tab"), self.stopped_at(start)));
        }
        let node = self.push(value, start..start);
        self.remember(anchor, node);
        self.open.push(Open {
            node,
            expects_key: true,
            is_mapping,
            is_flow,
            last_child: None,
            children: 0,
        });
        Ok(())
    }

    fn scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        anchor: usize,
        at: Range<usize>,
    ) -> Result<(), Refusal> {
        self.check_anchor(anchor, &at)?;
        let mut range = self.scalar_range(at, style);
        let plain = match style {
            ScalarStyle::Plain => scalar::plain(text),
            _ => None,
        };
        if matches!(plain, Some(Value::Null)) && range.is_empty() {
            range = self.empty_range(range);
        }
        match style {
            ScalarStyle::Plain if text.starts_with(['|', '>']) => {
                return Err(self.refusal(sentence("is only valid inside a block"), range));
            }
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted if !self.is_in_flow() => {
                self.check_lines(&range)?;
            }
            _ => {}
        }
        let node = self.push(plain.unwrap_or(Value::Text), range);
        if plain.is_none() {
            let (at, length) = self.store(text);
            if let Some(node) = self.nodes.get_mut(node as usize) {
                node.at = at;
                node.length = length;
            }
        }
        self.remember(anchor, node);
        self.complete(node)
    }

    fn alias(&mut self, id: usize, at: Range<usize>) -> Result<(), Refusal> {
        let at = span::trimmed(self.text, at);
        self.check_anchor(id, &at)?;
        let target = self.anchors.get(id).copied().flatten().map(|it| it.node);
        let Some(target) = target else {
            return Err(self.refusal(sentence("unknown anchor"), at));
        };
        if self.open.iter().any(|open| open.node == target) {
            let message =
                "This alias stands inside of what it names, which never ends: write the value out";
            return Err(self.refusal(message, at));
        }
        let node = self.push(Value::Alias(target), at.clone());
        let holds_scalar = self.node(target).holds_scalar;
        if let Some(node) = self.nodes.get_mut(node as usize) {
            node.anchor = id as u32;
            node.holds_scalar = holds_scalar;
        }
        if !count_use(&mut self.anchors, id, &self.nodes, &mut self.steps) {
            let message = "Aliases are used more often than is read here (32, with the anchor, and with what it holds): \
                           write the value out";
            return Err(self.refusal(message, at));
        }
        self.complete(node)
    }

    /// Ends the innermost container.
    fn close(&mut self, at: Range<usize>) -> Result<(), Refusal> {
        let Some(open) = self.open.pop() else {
            return Ok(());
        };
        let start = self.node(open.node).start as usize;
        let byte = |at: usize| self.text.as_bytes().get(at).copied();
        let is_flow =
            matches!(byte(start), Some(b'{' | b'[')) && matches!(byte(at.start), Some(b'}' | b']'));
        let end = match open.last_child {
            _ if is_flow => at.start + 1,
            Some(child) => self.node(child).end as usize,
            None => start,
        };
        let after = self.nodes.len() as u32;
        if let Some(node) = self.nodes.get_mut(open.node as usize) {
            node.end = end as u32;
            node.after = after;
        }
        if open.is_flow && !self.is_in_flow() {
            self.check_lines(&(start..end))?;
        }
        if open.is_mapping {
            self.check_keys(open.node)?;
        }
        self.complete(open.node)
    }

    fn is_in_flow(&self) -> bool {
        self.open.last().is_some_and(|open| open.is_flow)
    }

    /// Hangs a complete node into the container it stands in.
    fn complete(&mut self, node: u32) -> Result<(), Refusal> {
        let Some(open) = self.open.last_mut() else {
            return Ok(());
        };
        let is_key = open.is_mapping && open.expects_key;
        let ordinal = match (open.is_mapping, open.last_child) {
            (true, Some(key)) if !is_key => key,
            (true, _) => node,
            (false, _) => open.children,
        };
        open.expects_key = !open.expects_key;
        open.last_child = Some(node);
        open.children += 1;
        let container = open.node;
        if is_key {
            self.name_key(node);
        }
        let mut holds_scalar = false;
        if let Some(node) = self.nodes.get_mut(node as usize) {
            node.ordinal = ordinal;
            holds_scalar = node.holds_scalar;
        }
        if let Some(container) = self.nodes.get_mut(container as usize) {
            container.holds_scalar |= holds_scalar;
        }
        Ok(())
    }

    /// Gives a key the text it ends as.
    fn name_key(&mut self, id: u32) {
        let node = *self.node(id);
        let named = match node.value {
            Value::Alias(target) => *self.node(target),
            _ => node,
        };
        let (at, length) = match named.value {
            Value::Text => (named.at, named.length),
            Value::Null => (0, 0),
            Value::Bool(true) => self.store("true"),
            Value::Bool(false) => self.store("false"),
            Value::Number(number) => self.store(&number_text(number)),
            // The reference writes such a key out; no key that is known looks like that.
            Value::Sequence | Value::Mapping | Value::Alias(_) => {
                let text = self.text.get(node.range()).unwrap_or_default();
                self.store(text)
            }
        };
        if let Some(node) = self.nodes.get_mut(id as usize) {
            node.at = at;
            node.length = length;
        }
    }

    fn push(&mut self, value: Value, range: Range<usize>) -> u32 {
        self.steps += 1;
        let id = self.nodes.len() as u32;
        self.nodes.push(Node {
            start: range.start as u32,
            end: range.end as u32,
            parent: self.open.last().map_or(0, |open| open.node),
            after: id + 1,
            holds_scalar: !matches!(value, Value::Sequence | Value::Mapping | Value::Alias(_)),
            value,
            ..Node::NOTHING
        });
        id
    }

    /// Notes which node an anchor names from here on.
    fn remember(&mut self, anchor: usize, node: u32) {
        if anchor > 0 {
            if self.anchors.len() <= anchor {
                self.anchors.resize(anchor + 1, None);
            }
            if let Some(slot) = self.anchors.get_mut(anchor) {
                *slot = Some(Anchor::new(node));
            }
        }
    }

    /// Keeps a text; returns where it stands among the texts.
    fn store(&mut self, text: &str) -> (u32, u32) {
        let at = self.texts.len() as u32;
        self.texts.push_str(text);
        (at, text.len() as u32)
    }

    fn text_of(&self, node: &Node) -> &str {
        let texts = self.texts.get(node.at as usize..);
        texts
            .and_then(|texts| texts.get(..node.length as usize))
            .unwrap_or_default()
    }

    fn node(&self, id: u32) -> &Node {
        self.nodes.get(id as usize).unwrap_or(&Node::NOTHING)
    }

    /// A span in bytes of the text.
    fn bytes(&self, at: Span) -> Range<usize> {
        let start = self.characters.byte(at.start.index());
        start..self.characters.byte(at.end.index()).max(start)
    }

    fn scalar_range(&self, at: Range<usize>, style: ScalarStyle) -> Range<usize> {
        let start = span::after_anchor(self.text, at.clone());
        match style {
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => {
                start..span::quoted_end(self.text, start)
            }
            _ => span::trimmed(self.text, start..at.end),
        }
    }

    /// What to show for a value that is not there: its key, or the dash of its entry.
    fn empty_range(&self, range: Range<usize>) -> Range<usize> {
        match self.open.last() {
            Some(open) if open.is_mapping && !open.expects_key => {
                let key = open.last_child.map(|key| self.node(key).range());
                key.unwrap_or(range)
            }
            Some(open) if !open.is_mapping => match span::dash_before(self.text, range.start) {
                Some(dash) => dash..dash + 1,
                None => range,
            },
            _ => range,
        }
    }

    fn refusal(&self, message: impl Into<String>, range: Range<usize>) -> Refusal {
        Refusal {
            message: message.into(),
            range: self.located(range),
            first: None,
        }
    }

    fn located(&self, range: Range<usize>) -> Range<usize> {
        self.origin.locate(range.start)..self.origin.locate(range.end)
    }
}

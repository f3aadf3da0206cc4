//! The tools that a trace calls.

use crate::arh::text_index::TextIndex;
use crate::source::{Document, NodeId, Text};

/// The number of a tool among the tools a trace calls, in the order of their first calls.
pub(in crate::arh) type ToolNumber = u32;

/// The tools that a trace calls, numbered in the order of their first calls.
#[derive(Debug, Default)]
pub(in crate::arh) struct Tools {
    names: Vec<NodeId>,
    pub(super) index: TextIndex,
}

impl Tools {
    /// How many tools there are.
    pub(in crate::arh) fn len(&self) -> usize {
        self.names.len()
    }

    /// The `tool_name` of each tool's first call.
    pub(in crate::arh) fn names(&self) -> &[NodeId] {
        &self.names
    }

    pub(super) fn name<'a>(&self, document: &'a Document, tool: ToolNumber) -> Text<'a> {
        self.names
            .get(tool as usize)
            .and_then(|node| document.string(*node))
            .unwrap_or(Text::Utf8(""))
    }

    /// The number of a tool by its name; `node` is the `tool_name` it is met at.
    pub(super) fn number_or_add(
        &mut self,
        document: &Document,
        name: Text<'_>,
        node: NodeId,
    ) -> ToolNumber {
        let next = self.names.len() as ToolNumber;
        self.names.push(node);
        let names = &self.names;
        let text_of = |tool: ToolNumber| {
            let node = names.get(tool as usize).copied().unwrap_or(node);
            document.string(node).unwrap_or(Text::Utf8(""))
        };
        let number = self.index.number_or_add(name, next, text_of);
        if number != next {
            self.names.pop();
        }
        number
    }
}

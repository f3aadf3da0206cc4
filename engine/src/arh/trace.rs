//! The typed trace: one recorded run of an agent.

mod step;
mod tools;

pub(super) use step::STEP_FIELDS;
pub use step::{Status, Step, StepKind};
pub(super) use tools::{ToolNumber, Tools};

use super::fields::{Fields, Read, read_document, refuse};
use crate::problem::{DocumentKind, Place, Problem};
use crate::source::{Document, Kind, NodeId, Text, TextBuf, type_name};

/// A trace, read and typed.
#[derive(Debug)]
pub struct Trace {
    pub(super) document: Document,
    pub(super) id: TextBuf,
    pub(super) agent_name: TextBuf,
    pub(super) workflow: TextBuf,
    /// The `steps` array.
    pub(super) steps_node: NodeId,
    pub(super) steps: Vec<Step>,
    pub(super) tools: Tools,
}

impl Trace {
    /// Reads a trace in the ARH format from its JSON text.
    ///
    /// # Errors
    /// The first thing that is wrong, in the reference's order, with its place.
    pub fn parse(text: &str) -> Result<Trace, Problem> {
        let document = read_document(text, DocumentKind::Trace)?;
        read_trace(document).map_err(|refusal| refusal.about(DocumentKind::Trace))
    }

    /// The `trace_id`.
    pub fn id(&self) -> Text<'_> {
        self.id.as_text()
    }

    /// The `agent_name`.
    pub fn agent_name(&self) -> Text<'_> {
        self.agent_name.as_text()
    }

    /// The `workflow`.
    pub fn workflow(&self) -> Text<'_> {
        self.workflow.as_text()
    }

    /// The steps in the order of execution.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// A step's id, as the reference prints it.
    pub fn step_id<'a>(&'a self, step: &'a Step) -> Text<'a> {
        match &step.printed_id {
            Some(printed) => printed.as_text(),
            None => self.document.string(step.id_node).unwrap_or(Text::Utf8("")),
        }
    }

    /// The name of the tool a step calls; `None` for a response or a nameless call.
    pub fn tool_name<'a>(&'a self, step: &Step) -> Option<Text<'a>> {
        step.tool
            .and(step.tool_name)
            .and_then(|node| self.document.string(node))
    }

    /// The names of the tools that are called, each once, in the order of their first calls.
    pub fn tool_names(&self) -> impl Iterator<Item = Text<'_>> {
        (0..self.tools.len()).map(|tool| self.tool(tool as ToolNumber))
    }

    /// The trace's text with its tree.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Where a value of the trace stands.
    pub fn place(&self, node: NodeId) -> Place {
        self.document.place(node)
    }

    /// The name of one of the trace's tools.
    pub(super) fn tool(&self, tool: ToolNumber) -> Text<'_> {
        self.tools.name(&self.document, tool)
    }

    /// The number of a tool, if the trace calls it.
    pub(super) fn tool_number(&self, name: Text<'_>) -> Option<ToolNumber> {
        self.tools.index.number(name, |tool| self.tool(tool))
    }
}

fn read_trace(document: Document) -> Read<Trace> {
    let root = Fields::root(&document, "trace")?;
    root.check_version()?;
    for required in ["trace_id", "agent_name", "workflow", "steps"] {
        if root.get(required).is_none() {
            return root.missing(required);
        }
    }
    let steps_node = root.get("steps").unwrap_or(root.node);
    if document.kind(steps_node) != Kind::Array {
        return refuse(
            &document,
            steps_node,
            format!(
                "`steps` must be an array, not {}",
                type_name(document.kind(steps_node))
            ),
        );
    }
    let (steps, tools) = read_steps(&document, steps_node)?;
    root.section("metadata")?;
    Ok(Trace {
        id: root.required_text("trace_id")?,
        agent_name: root.required_text("agent_name")?,
        workflow: root.required_text("workflow")?,
        steps_node,
        steps,
        tools,
        document,
    })
}

/// Reads the steps, and numbers the tools they call.
fn read_steps(document: &Document, steps_node: NodeId) -> Read<(Vec<Step>, Tools)> {
    let mut tools = Tools::default();
    let mut steps = Vec::with_capacity(document.elements(steps_node).count());
    for node in document.elements(steps_node) {
        let mut step = step::read_step(document, node)?;
        if step.kind == StepKind::ToolCall
            && let Some(name) = step.tool_name
            && let Some(text) = document.string(name)
            && !text.is_empty()
        {
            step.tool = Some(tools.number_or_add(document, text, name));
        }
        steps.push(step);
    }
    Ok((steps, tools))
}

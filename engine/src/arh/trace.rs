//! The typed trace: one recorded run of an agent.

use super::fields::{Fields, Read, read_document, refuse};
use crate::problem::{DocumentKind, Place, Problem};
use crate::source::{
    Document, Integer, Kind, NodeId, Number, Text, TextBuf, is_truthy, printed, type_name,
};
use hashbrown::HashMap;

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
    /// The first call's `tool_name` of every tool that is called, in the order of those calls.
    pub(super) tools: Vec<NodeId>,
}

/// What a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// The agent called a tool.
    ToolCall,
    /// The model answered.
    ModelResponse,
}

impl StepKind {
    /// The name in the format.
    pub const fn name(self) -> &'static str {
        match self {
            StepKind::ToolCall => "tool_call",
            StepKind::ModelResponse => "model_response",
        }
    }
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Well.
    Ok,
    /// With an error.
    Error,
}

/// The number of a tool among the tools a trace calls, see `Trace::tools`.
pub(super) type ToolNumber = u32;

/// One step. Nodes are those of the trace's document.
#[derive(Debug)]
pub struct Step {
    /// The whole step.
    pub node: NodeId,
    /// What it is.
    pub kind: StepKind,
    /// How it ended.
    pub status: Status,
    /// The latency in milliseconds, with its node.
    pub latency_ms: Option<(f64, NodeId)>,
    /// The cost in US dollars.
    pub cost_usd: Option<f64>,
    id_node: NodeId,
    /// The id as printed, where it is no string.
    printed_id: Option<Box<TextBuf>>,
    /// The tool of a call that names one.
    pub(super) tool: Option<ToolNumber>,
    pub(super) type_node: NodeId,
    pub(super) tool_name: Option<NodeId>,
    pub(super) arguments: Option<NodeId>,
    pub(super) text: Option<NodeId>,
    pub(super) output: Option<NodeId>,
    pub(super) status_node: Option<NodeId>,
    pub(super) error: Option<NodeId>,
    /// `citations`, whatever its value.
    pub(super) citations_node: Option<NodeId>,
    /// Whether there is any citation.
    pub(super) cited: bool,
    pub(super) requires_grounding: bool,
    /// Input and output tokens together, where the step records any.
    pub(super) tokens: Option<Integer>,
}

impl Step {
    /// The node of the step's `step_id`.
    pub fn id_node(&self) -> NodeId {
        self.id_node
    }
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
        self.tools
            .get(tool as usize)
            .and_then(|node| self.document.string(*node))
            .unwrap_or(Text::Utf8(""))
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

/// Reads the steps, and notes the first call of every tool.
fn read_steps(document: &Document, steps_node: NodeId) -> Read<(Vec<Step>, Vec<NodeId>)> {
    let mut tools = Tools::default();
    let mut steps = Vec::with_capacity(document.elements(steps_node).count());
    for node in document.elements(steps_node) {
        let mut step = StepFields::gather(document, node)?.read()?;
        if step.kind == StepKind::ToolCall
            && let Some(name) = step.tool_name
            && let Some(text) = document.string(name)
            && !text.is_empty()
        {
            step.tool = Some(tools.number(text, name));
        }
        steps.push(step);
    }
    Ok((steps, tools.first_calls))
}

/// Numbers the tools as they are met.
#[derive(Default)]
struct Tools<'a> {
    first_calls: Vec<NodeId>,
    by_name: HashMap<Text<'a>, ToolNumber>,
}

impl<'a> Tools<'a> {
    fn number(&mut self, name: Text<'a>, node: NodeId) -> ToolNumber {
        *self.by_name.entry(name).or_insert_with(|| {
            self.first_calls.push(node);
            self.first_calls.len() as ToolNumber - 1
        })
    }
}

/// The fields of one step, gathered in a single pass over its members.
struct StepFields<'a> {
    document: &'a Document,
    node: NodeId,
    step_id: Option<NodeId>,
    kind: Option<NodeId>,
    tool_name: Option<NodeId>,
    arguments: Option<NodeId>,
    text: Option<NodeId>,
    citations: Option<NodeId>,
    latency_ms: Option<NodeId>,
    cost_usd: Option<NodeId>,
    requires_grounding: Option<NodeId>,
    output: Option<NodeId>,
    status: Option<NodeId>,
    error: Option<NodeId>,
    input_tokens: Option<NodeId>,
    output_tokens: Option<NodeId>,
    metadata: Option<NodeId>,
}

/// The fields of a step that the format knows.
pub(super) const STEP_FIELDS: [&str; 15] = [
    "step_id",
    "type",
    "tool_name",
    "arguments",
    "text",
    "citations",
    "latency_ms",
    "cost_usd",
    "requires_grounding",
    "output",
    "status",
    "error",
    "input_tokens",
    "output_tokens",
    "metadata",
];

impl<'a> StepFields<'a> {
    fn gather(document: &'a Document, node: NodeId) -> Read<StepFields<'a>> {
        let kind = document.kind(node);
        if kind != Kind::Object {
            return refuse(
                document,
                node,
                format!("a step must be an object, not {}", type_name(kind)),
            );
        }
        let mut fields = StepFields {
            document,
            node,
            step_id: None,
            kind: None,
            tool_name: None,
            arguments: None,
            text: None,
            citations: None,
            latency_ms: None,
            cost_usd: None,
            requires_grounding: None,
            output: None,
            status: None,
            error: None,
            input_tokens: None,
            output_tokens: None,
            metadata: None,
        };
        for member in document.members(node) {
            let field = match member.name.as_bytes() {
                b"step_id" => &mut fields.step_id,
                b"type" => &mut fields.kind,
                b"tool_name" => &mut fields.tool_name,
                b"arguments" => &mut fields.arguments,
                b"text" => &mut fields.text,
                b"citations" => &mut fields.citations,
                b"latency_ms" => &mut fields.latency_ms,
                b"cost_usd" => &mut fields.cost_usd,
                b"requires_grounding" => &mut fields.requires_grounding,
                b"output" => &mut fields.output,
                b"status" => &mut fields.status,
                b"error" => &mut fields.error,
                b"input_tokens" => &mut fields.input_tokens,
                b"output_tokens" => &mut fields.output_tokens,
                b"metadata" => &mut fields.metadata,
                _ => continue,
            };
            *field = Some(member.value);
        }
        Ok(fields)
    }

    /// Types the fields, in the order in which the reference looks at them.
    fn read(&self) -> Read<Step> {
        let document = self.document;
        let Some(id_node) = self.step_id else {
            return refuse(
                document,
                self.node,
                "this step has no `step_id`, which it must have",
            );
        };
        let Some(type_node) = self.kind else {
            return refuse(
                document,
                self.node,
                format!("{} has no `type`, which it must have", self.label()),
            );
        };
        let kind = match document.string(type_node) {
            Some(name) if name == "tool_call" => StepKind::ToolCall,
            Some(name) if name == "model_response" => StepKind::ModelResponse,
            _ => {
                return refuse(
                    document,
                    type_node,
                    format!(
                        "`type` of {} must be \"tool_call\" or \"model_response\"",
                        self.label()
                    ),
                );
            }
        };
        let status_node = self.set(self.status);
        let status = match status_node.map(|node| document.string(node)) {
            None if self.error.is_some_and(|node| is_truthy(document, node)) => Status::Error,
            None => Status::Ok,
            Some(Some(name)) if name == "ok" => Status::Ok,
            Some(Some(name)) if name == "error" => Status::Error,
            Some(_) => {
                return refuse(
                    document,
                    status_node.unwrap_or(self.node),
                    format!("`status` of {} must be \"ok\" or \"error\"", self.label()),
                );
            }
        };
        let arguments = self.set(self.arguments);
        if let Some(node) = arguments
            && document.kind(node) != Kind::Object
        {
            return self.refuse_type(node, "arguments", "an object");
        }
        if let Some(node) = self.metadata
            && is_truthy(document, node)
            && document.kind(node) != Kind::Object
        {
            return self.refuse_type(node, "metadata", "an object");
        }
        let tool_name = self.string(self.tool_name, "tool_name")?;
        let text = self.string(self.text, "text")?;
        let cited = self.citations.is_some_and(|node| is_truthy(document, node));
        if let Some(node) = self.citations
            && cited
            && !matches!(
                document.kind(node),
                Kind::String | Kind::Array | Kind::Object
            )
        {
            return self.refuse_type(node, "citations", "an array");
        }
        let latency_ms = self.metric(self.latency_ms, "latency_ms")?;
        let cost_usd = self.metric(self.cost_usd, "cost_usd")?;
        let error = self.string(self.error, "error")?;
        let tokens = match (
            self.tokens(self.input_tokens, "input_tokens")?,
            self.tokens(self.output_tokens, "output_tokens")?,
        ) {
            (Some(input), Some(output)) => Some(input.plus(&output)),
            (input, output) => input.or(output),
        };
        Ok(Step {
            node: self.node,
            kind,
            status,
            latency_ms: latency_ms.zip(self.latency_ms),
            cost_usd,
            id_node,
            printed_id: match document.kind(id_node) {
                Kind::String => None,
                _ => Some(Box::new(printed(document, id_node))),
            },
            tool: None,
            type_node,
            tool_name,
            arguments,
            text,
            output: self.output,
            status_node,
            error,
            citations_node: self.citations,
            cited,
            requires_grounding: self
                .requires_grounding
                .is_some_and(|node| is_truthy(document, node)),
            tokens,
        })
    }

    /// What the step is called in sentences.
    fn label(&self) -> String {
        match self.step_id {
            Some(id) => format!("step `{}`", printed(self.document, id).as_text()),
            None => "this step".into(),
        }
    }

    /// A field unless it is absent or null.
    fn set(&self, field: Option<NodeId>) -> Option<NodeId> {
        field.filter(|node| self.document.kind(*node) != Kind::Null)
    }

    fn string(&self, field: Option<NodeId>, name: &str) -> Read<Option<NodeId>> {
        match self.set(field) {
            Some(node) if self.document.kind(node) != Kind::String => {
                self.refuse_type(node, name, "a string")
            }
            node => Ok(node),
        }
    }

    /// A number of milliseconds or dollars: finite and not negative.
    fn metric(&self, field: Option<NodeId>, name: &str) -> Read<Option<f64>> {
        let Some(node) = self.set(field) else {
            return Ok(None);
        };
        match Number::read(self.document, node).map(|number| number.to_double()) {
            Some(value) if value.is_finite() && value >= 0.0 => Ok(Some(value)),
            _ => self.refuse_type(node, name, "a finite number of at least 0"),
        }
    }

    /// A number of tokens. A whole float is taken.
    fn tokens(&self, field: Option<NodeId>, name: &str) -> Read<Option<Integer>> {
        let Some(node) = self.set(field) else {
            return Ok(None);
        };
        let value = match Number::read(self.document, node) {
            Some(Number::Int(value)) if value.to_double().is_finite() => Some(value),
            Some(Number::Float(value)) => Integer::from_double(value),
            _ => None,
        };
        match value {
            Some(value) if !value.is_negative() => Ok(Some(value)),
            _ => self.refuse_type(node, name, "a whole number of at least 0"),
        }
    }

    #[cold]
    fn refuse_type<T>(&self, node: NodeId, name: &str, wanted: &str) -> Read<T> {
        let kind = self.document.kind(node);
        let found = match kind {
            Kind::Int | Kind::Float => String::new(),
            kind => format!(", not {}", type_name(kind)),
        };
        refuse(
            self.document,
            node,
            format!("`{name}` of {} must be {wanted}{found}", self.label()),
        )
    }
}

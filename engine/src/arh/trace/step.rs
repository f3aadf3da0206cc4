//! One step of a trace, and reading it.

use super::ToolNumber;
use crate::arh::fields::{Read, refuse};
use crate::source::{
    Document, Integer, Kind, NodeId, Number, TextBuf, is_truthy, printed, type_name,
};

/// What a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// The agent called a tool.
    ToolCall,
    /// The model answered.
    ModelResponse,
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Well.
    Ok,
    /// With an error.
    Error,
}

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
    pub(in crate::arh) cost_usd: Option<f64>,
    pub(in crate::arh) id_node: NodeId,
    /// The id as printed, where it is no string.
    pub(super) printed_id: Option<Box<TextBuf>>,
    /// The tool of a call that names one.
    pub(in crate::arh) tool: Option<ToolNumber>,
    pub(in crate::arh) type_node: NodeId,
    pub(in crate::arh) tool_name: Option<NodeId>,
    pub(in crate::arh) arguments: Option<NodeId>,
    pub(in crate::arh) text: Option<NodeId>,
    pub(in crate::arh) output: Option<NodeId>,
    pub(in crate::arh) status_node: Option<NodeId>,
    pub(in crate::arh) error: Option<NodeId>,
    /// `citations`, whatever its value.
    pub(in crate::arh) citations_node: Option<NodeId>,
    /// Whether there is any citation.
    pub(in crate::arh) cited: bool,
    pub(in crate::arh) requires_grounding: bool,
    /// Input and output tokens together, where the step records any.
    pub(in crate::arh) tokens: Option<Integer>,
}

impl Step {
    /// The tool of a call that names one: its index in [`super::Trace::tool_names`].
    pub fn tool_index(&self) -> Option<usize> {
        self.tool.map(|tool| tool as usize)
    }
}

/// Reads one step.
pub(super) fn read_step(document: &Document, node: NodeId) -> Read<Step> {
    StepFields::gather(document, node)?.read()
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
pub(in crate::arh) const STEP_FIELDS: [&str; 15] = [
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

//! The typed policy: POLICY-SPEC.md, "Top level" to "completion" and "Validation errors".

use super::fields::{Fields, Read, Refusal, Setting, read_document, refuse};
use super::hints::{Hint, policy_hints};
use crate::pattern::{Mode, Pattern, PatternError, PatternSet};
use crate::problem::{DocumentKind, Place, Problem, ProblemKind};
use crate::source::{
    Document, Integer, Kind, NodeId, Number, Text, TextBuf, float_from_text, printed, read_double,
    type_name,
};
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// A policy, read and prepared: its patterns are compiled. Worth keeping while only traces change.
#[derive(Debug)]
pub struct Policy {
    pub(super) document: Document,
    pub(super) id: TextBuf,
    pub(super) allow_unlisted_tools: Setting<bool>,
    /// `allowed_tools`, or what is nearest to where it would be.
    pub(super) tools_clause: NodeId,
    pub(super) tools: Vec<ToolSchema>,
    tool_by_name: HashMap<Box<[u8]>, usize>,
    pub(super) budgets: Budgets,
    pub(super) unsafe_patterns: UnsafePatterns,
    pub(super) grounding: Grounding,
    pub(super) sequence: Sequence,
    pub(super) error_handling: ErrorHandling,
    pub(super) completion: Completion,
    hints: OnceLock<Vec<Hint>>,
}

/// One tool of `allowed_tools`.
#[derive(Debug)]
pub(super) struct ToolSchema {
    pub(super) name: TextBuf,
    pub(super) clause: NodeId,
    pub(super) required: Vec<Argument>,
    pub(super) optional: Vec<Argument>,
    pub(super) side_effect: Setting<bool>,
    pub(super) max_calls: Option<Setting<Integer>>,
    pub(super) min_calls: Option<Setting<Integer>>,
}

impl ToolSchema {
    /// What a declared argument must be. Of an argument in both sections the optional one counts.
    pub(super) fn argument(&self, name: Text<'_>) -> Option<&Argument> {
        let named = |argument: &&Argument| argument.name.as_text() == name;
        self.optional
            .iter()
            .find(named)
            .or_else(|| self.required.iter().find(named))
    }
}

/// A declared argument with its ArgSpec.
#[derive(Debug)]
pub(super) struct Argument {
    pub(super) name: TextBuf,
    /// The whole ArgSpec.
    pub(super) clause: NodeId,
    pub(super) declared: Setting<DeclaredType>,
    pub(super) members: Option<Setting<Vec<NodeId>>>,
    pub(super) pattern: Option<Setting<Pattern>>,
    pub(super) min: Option<Setting<Number>>,
    pub(super) max: Option<Setting<Number>>,
}

/// The type an argument must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DeclaredType {
    Any,
    Str,
    Int,
    Float,
    Bool,
    List,
    Dict,
    /// A name the format does not know: the type is not checked.
    Unknown(String),
}

impl DeclaredType {
    /// The names of the format.
    pub(super) const NAMES: [&'static str; 7] =
        ["any", "str", "int", "float", "bool", "list", "dict"];

    fn named(name: Text<'_>) -> DeclaredType {
        match name.as_str() {
            Some("any") => DeclaredType::Any,
            Some("str") => DeclaredType::Str,
            Some("int") => DeclaredType::Int,
            Some("float") => DeclaredType::Float,
            Some("bool") => DeclaredType::Bool,
            Some("list") => DeclaredType::List,
            Some("dict") => DeclaredType::Dict,
            _ => DeclaredType::Unknown(name.to_string()),
        }
    }

    /// The type's name.
    pub(super) fn name(&self) -> &str {
        match self {
            DeclaredType::Any => "any",
            DeclaredType::Str => "str",
            DeclaredType::Int => "int",
            DeclaredType::Float => "float",
            DeclaredType::Bool => "bool",
            DeclaredType::List => "list",
            DeclaredType::Dict => "dict",
            DeclaredType::Unknown(name) => name,
        }
    }

    /// Whether a value has the type. A boolean is no number; an integer is a `float`, a float no `int`.
    pub(super) fn admits(&self, kind: Kind) -> bool {
        match self {
            DeclaredType::Any | DeclaredType::Unknown(_) => true,
            DeclaredType::Str => kind == Kind::String,
            DeclaredType::Int => kind == Kind::Int,
            DeclaredType::Float => matches!(kind, Kind::Int | Kind::Float),
            DeclaredType::Bool => matches!(kind, Kind::True | Kind::False),
            DeclaredType::List => kind == Kind::Array,
            DeclaredType::Dict => kind == Kind::Object,
        }
    }
}

/// `budgets`: latencies in milliseconds, costs in US dollars.
#[derive(Debug)]
pub(super) struct Budgets {
    pub(super) max_step_latency_ms: Option<Setting<Limit>>,
    pub(super) max_total_latency_ms: Option<Setting<Limit>>,
    pub(super) max_total_cost_usd: Option<Setting<Limit>>,
    pub(super) max_total_tokens: Option<Setting<Integer>>,
}

/// A budget as it is written. The reference only looks at it when there is something to compare.
#[derive(Clone, Debug)]
pub(super) enum Limit {
    Number(Number),
    /// Of a type that cannot be compared with a number.
    NotComparable,
}

/// `unsafe_patterns`. An invalid one is found, as by the reference, only when a trace is judged.
#[derive(Debug)]
pub(super) struct UnsafePatterns {
    pub(super) clauses: Vec<NodeId>,
    pub(super) compiled: Result<PatternSet, Box<Problem>>,
}

/// `grounding`.
#[derive(Debug)]
pub(super) struct Grounding {
    pub(super) require_citations: Setting<bool>,
    pub(super) min_citation_coverage: Setting<f64>,
    pub(super) require_valid_citation_urls: Setting<bool>,
}

/// `sequence`.
#[derive(Debug)]
pub(super) struct Sequence {
    pub(super) required_tools: Vec<ListedTool>,
    pub(super) forbidden_tools: Vec<ListedTool>,
    pub(super) call_order: Vec<ListedTool>,
}

/// A tool's name in a list.
#[derive(Debug)]
pub(super) struct ListedTool {
    pub(super) name: TextBuf,
    pub(super) clause: NodeId,
}

/// `error_handling`.
#[derive(Debug)]
pub(super) struct ErrorHandling {
    pub(super) require_retry_on_error: Setting<bool>,
    pub(super) max_attempts: Option<Setting<Integer>>,
}

/// `completion`.
#[derive(Debug)]
pub(super) struct Completion {
    pub(super) require_final_response: Setting<bool>,
    pub(super) max_steps: Option<Setting<Integer>>,
}

impl Policy {
    /// Reads a policy from its JSON text and compiles its patterns.
    ///
    /// Accepts and refuses what the reference does. One thing it tells later: an invalid unsafe pattern makes
    /// [`Policy::problem`] and every judgement fail, not the reading.
    ///
    /// # Errors
    /// The first thing that is wrong, in the reference's order, with its place.
    pub fn parse(text: &str) -> Result<Policy, Problem> {
        let document = read_document(text, DocumentKind::Policy)?;
        read_policy(document).map_err(|refusal| refusal.about(DocumentKind::Policy))
    }

    /// The `policy_id`.
    pub fn id(&self) -> Text<'_> {
        self.id.as_text()
    }

    /// The policy's text with its tree.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The invalid unsafe pattern that keeps the policy from judging anything, if there is one.
    pub fn problem(&self) -> Option<&Problem> {
        self.unsafe_patterns
            .compiled
            .as_ref()
            .err()
            .map(|problem| &**problem)
    }

    /// The hints that the policy alone gives; made once, when first asked for.
    pub fn hints(&self) -> &[Hint] {
        self.hints.get_or_init(|| policy_hints(self))
    }

    /// Where a value of the policy stands.
    pub fn place(&self, node: NodeId) -> Place {
        self.document.place(node)
    }

    /// The schema of a tool by its name.
    pub(super) fn tool(&self, name: Text<'_>) -> Option<&ToolSchema> {
        self.tool_by_name
            .get(name.as_bytes())
            .and_then(|index| self.tools.get(*index))
    }
}

fn read_policy(document: Document) -> Read<Policy> {
    let root = Fields::root(&document, "policy")?;
    root.check_version()?;
    if root.get("policy_id").is_none() {
        return root.missing("policy_id");
    }
    let tools_section = root.section("allowed_tools")?;
    let tools = read_tools(&tools_section)?;
    let clauses = read_pattern_list(&root)?;
    let budgets = read_budgets(&root.section("budgets")?)?;
    let grounding = read_grounding(&root.section("grounding")?)?;
    let sequence = read_sequence(&root.section("sequence")?)?;
    let error_handling = read_error_handling(&root.section("error_handling")?)?;
    let completion = read_completion(&root.section("completion")?)?;
    let compiled = compile_unsafe_patterns(&document, &clauses);
    let tool_by_name = tools
        .iter()
        .enumerate()
        .map(|(index, tool)| (tool.name.as_text().as_bytes().into(), index))
        .collect();
    Ok(Policy {
        id: root.required_text("policy_id")?,
        allow_unlisted_tools: root.flag("allow_unlisted_tools"),
        tools_clause: tools_section.node,
        tools,
        tool_by_name,
        budgets,
        unsafe_patterns: UnsafePatterns { clauses, compiled },
        grounding,
        sequence,
        error_handling,
        completion,
        hints: OnceLock::new(),
        document,
    })
}

fn read_tools(section: &Fields<'_>) -> Read<Vec<ToolSchema>> {
    let mut tools = Vec::new();
    for member in section.members() {
        let label = format!("tool `{}`", member.name);
        let kind = section.document.kind(member.value);
        if kind != Kind::Object {
            return refuse(
                section.document,
                member.value,
                format!(
                    "{label} must be described by an object, not {}",
                    type_name(kind)
                ),
            );
        }
        let fields = Fields::object(section.document, member.value, &label);
        let max_calls = fields.count("max_calls", 0)?;
        let min_calls = fields.count("min_calls", 0)?;
        if let (Some(max), Some(min)) = (&max_calls, &min_calls)
            && min.value > max.value
        {
            return refuse(
                section.document,
                min.clause,
                format!(
                    "`min_calls` of {label} is {}, which is more than its `max_calls` of {}",
                    min.value, max.value
                ),
            );
        }
        tools.push(ToolSchema {
            name: member.name.to_buf(),
            clause: member.value,
            required: read_arguments(&fields, "required_arguments")?,
            optional: read_arguments(&fields, "optional_arguments")?,
            side_effect: fields.flag("side_effect"),
            max_calls,
            min_calls,
        });
    }
    Ok(tools)
}

fn read_arguments(tool: &Fields<'_>, section: &str) -> Read<Vec<Argument>> {
    let document = tool.document;
    let Some(node) = tool.get_truthy(section) else {
        return Ok(Vec::new());
    };
    if document.kind(node) != Kind::Object {
        return refuse(
            document,
            node,
            format!(
                "`{section}` of {} must be an object, not {}",
                tool.name,
                type_name(document.kind(node))
            ),
        );
    }
    document
        .members(node)
        .map(|member| read_argument(document, member.name, member.value, tool.name))
        .collect()
}

fn read_argument(document: &Document, name: Text<'_>, node: NodeId, tool: &str) -> Read<Argument> {
    let label = format!("argument `{name}` of {tool}");
    let mut argument = Argument {
        name: name.to_buf(),
        clause: node,
        declared: Setting {
            value: DeclaredType::Any,
            clause: node,
        },
        members: None,
        pattern: None,
        min: None,
        max: None,
    };
    match document.kind(node) {
        Kind::String => {
            argument.declared.value =
                DeclaredType::named(document.string(node).unwrap_or(Text::Utf8("")));
            return Ok(argument);
        }
        Kind::Object => {}
        kind => {
            return refuse(
                document,
                node,
                format!(
                    "{label} must be a type's name or an object, not {}",
                    type_name(kind)
                ),
            );
        }
    }
    let fields = Fields::object(document, node, &label);
    if let Some(node) = fields.get_set("enum") {
        if document.kind(node) != Kind::Array {
            return refuse(
                document,
                node,
                format!(
                    "`enum` of {label} must be an array, not {}",
                    type_name(document.kind(node))
                ),
            );
        }
        argument.members = Some(Setting {
            value: document.elements(node).collect(),
            clause: node,
        });
    }
    if let Some(node) = fields.get_set("pattern") {
        let Some(source) = document.string(node) else {
            return refuse(
                document,
                node,
                format!(
                    "`pattern` of {label} must be a string, not {}",
                    type_name(document.kind(node))
                ),
            );
        };
        match Pattern::compile(source, Mode::FullMatch) {
            Ok(pattern) => {
                argument.pattern = Some(Setting {
                    value: pattern,
                    clause: node,
                })
            }
            Err(error) => {
                return Err(invalid_pattern(
                    document,
                    node,
                    format!("`pattern` of {label} is no valid regular expression"),
                    error,
                ));
            }
        }
    }
    argument.min = read_bound(&fields, "min")?;
    argument.max = read_bound(&fields, "max")?;
    if let (Some(min), Some(max)) = (&argument.min, &argument.max)
        && min.value.is_above(&max.value)
    {
        return refuse(
            document,
            min.clause,
            format!(
                "`min` of {label} is {}, which is more than its `max` of {}",
                document.raw(min.clause),
                document.raw(max.clause)
            ),
        );
    }
    if let Some(node) = fields.get("type") {
        argument.declared = Setting {
            value: DeclaredType::named(printed(document, node).as_text()),
            clause: node,
        };
    }
    Ok(argument)
}

fn read_bound(fields: &Fields<'_>, name: &str) -> Read<Option<Setting<Number>>> {
    let Some(node) = fields.get_set(name) else {
        return Ok(None);
    };
    match Number::read(fields.document, node) {
        Some(value) if value.to_double().is_finite() => Ok(Some(Setting {
            value,
            clause: node,
        })),
        _ => refuse(
            fields.document,
            node,
            format!(
                "`{name}` of {} must be a finite number within the range of a double",
                fields.name
            ),
        ),
    }
}

fn read_pattern_list(root: &Fields<'_>) -> Read<Vec<NodeId>> {
    let Some(node) = root.get_truthy("unsafe_patterns") else {
        return Ok(Vec::new());
    };
    let document = root.document;
    if document.kind(node) != Kind::Array {
        return refuse(
            document,
            node,
            format!(
                "`unsafe_patterns` must be an array of regular expressions, not {}",
                type_name(document.kind(node))
            ),
        );
    }
    strings(document, node, "unsafe_patterns")
}

/// The elements of an array, which must all be strings.
fn strings(document: &Document, node: NodeId, name: &str) -> Read<Vec<NodeId>> {
    document
        .elements(node)
        .map(|element| match document.kind(element) {
            Kind::String => Ok(element),
            kind => refuse(
                document,
                element,
                format!(
                    "`{name}` must hold strings only, and this is {}",
                    type_name(kind)
                ),
            ),
        })
        .collect()
}

fn compile_unsafe_patterns(
    document: &Document,
    clauses: &[NodeId],
) -> Result<PatternSet, Box<Problem>> {
    let sources = clauses
        .iter()
        .map(|clause| document.string(*clause).unwrap_or(Text::Utf8("")));
    PatternSet::compile(sources).map_err(|(index, error)| {
        let clause = clauses.get(index).copied().unwrap_or(document.root());
        let refusal = invalid_pattern(
            document,
            clause,
            "this unsafe pattern is no valid regular expression".into(),
            error,
        );
        Box::new(refusal.about(DocumentKind::Policy))
    })
}

fn invalid_pattern(
    document: &Document,
    node: NodeId,
    subject: String,
    error: PatternError,
) -> Refusal {
    let length = document
        .string(node)
        .map_or(0, |text| text.as_bytes().len());
    let from = error.offset.min(length);
    Refusal {
        kind: ProblemKind::Pattern,
        message: format!("{subject}: {}", error.message),
        place: document.place_in_string(node, from, (from + 1).min(length)),
    }
}

fn read_budgets(section: &Fields<'_>) -> Read<Budgets> {
    let max_total_tokens = section.count("max_total_tokens", 0)?;
    let limit = |name| {
        section.get_set(name).map(|node| {
            let value = match section.document.kind(node) {
                Kind::True => Limit::Number(Number::Int(Integer::Small(1))),
                Kind::False => Limit::Number(Number::Int(Integer::Small(0))),
                _ => {
                    Number::read(section.document, node).map_or(Limit::NotComparable, Limit::Number)
                }
            };
            Setting {
                value,
                clause: node,
            }
        })
    };
    Ok(Budgets {
        max_step_latency_ms: limit("max_step_latency_ms"),
        max_total_latency_ms: limit("max_total_latency_ms"),
        max_total_cost_usd: limit("max_total_cost_usd"),
        max_total_tokens,
    })
}

fn read_grounding(section: &Fields<'_>) -> Read<Grounding> {
    let require_citations = section.flag("require_citations");
    let min_citation_coverage = match section.get("min_citation_coverage") {
        None => Setting {
            value: 0.0,
            clause: section.node,
        },
        Some(node) => Setting {
            value: read_coverage(section.document, node)?,
            clause: node,
        },
    };
    Ok(Grounding {
        require_citations,
        min_citation_coverage,
        require_valid_citation_urls: section.flag("require_valid_citation_urls"),
    })
}

fn read_coverage(document: &Document, node: NodeId) -> Read<f64> {
    let raw = document.raw(node);
    let value = match document.kind(node) {
        Kind::True => Some(1.0),
        Kind::False => Some(0.0),
        Kind::Int => Some(Integer::parse(raw).to_double()).filter(|value| value.is_finite()),
        Kind::Float => Some(read_double(raw)),
        Kind::String => document.string(node).and_then(float_from_text),
        Kind::Null | Kind::Array | Kind::Object => None,
    };
    match value {
        Some(value) => Ok(value),
        None => refuse(
            document,
            node,
            "`min_citation_coverage` must be a number from 0 to 1; leave it out to ask for none",
        ),
    }
}

fn read_sequence(section: &Fields<'_>) -> Read<Sequence> {
    let list = |name: &str| -> Read<Vec<ListedTool>> {
        let Some(node) = section.get_truthy(name) else {
            return Ok(Vec::new());
        };
        let document = section.document;
        if document.kind(node) != Kind::Array {
            return refuse(
                document,
                node,
                format!(
                    "`{name}` of `sequence` must be an array of tool names, not {}",
                    type_name(document.kind(node))
                ),
            );
        }
        let clauses = strings(document, node, name)?;
        Ok(clauses
            .into_iter()
            .map(|clause| ListedTool {
                name: printed(document, clause),
                clause,
            })
            .collect())
    };
    let sequence = Sequence {
        required_tools: list("required_tools")?,
        forbidden_tools: list("forbidden_tools")?,
        call_order: list("call_order")?,
    };
    let required: HashSet<Text<'_>> = sequence
        .required_tools
        .iter()
        .map(|tool| tool.name.as_text())
        .collect();
    if let Some(tool) = sequence
        .forbidden_tools
        .iter()
        .find(|tool| required.contains(&tool.name.as_text()))
    {
        return refuse(
            section.document,
            tool.clause,
            format!(
                "tool `{}` is both required and forbidden",
                tool.name.as_text()
            ),
        );
    }
    let mut seen = HashSet::new();
    if let Some(tool) = sequence
        .call_order
        .iter()
        .find(|tool| !seen.insert(tool.name.as_text()))
    {
        return refuse(
            section.document,
            tool.clause,
            format!(
                "tool `{}` stands more than once in `call_order`",
                tool.name.as_text()
            ),
        );
    }
    Ok(sequence)
}

fn read_error_handling(section: &Fields<'_>) -> Read<ErrorHandling> {
    Ok(ErrorHandling {
        max_attempts: section.count("max_attempts", 1)?,
        require_retry_on_error: section.flag("require_retry_on_error"),
    })
}

fn read_completion(section: &Fields<'_>) -> Read<Completion> {
    Ok(Completion {
        max_steps: section.count("max_steps", 1)?,
        require_final_response: section.flag("require_final_response"),
    })
}

//! The typed policy: the specification's "Top level" to "completion" and "Validation errors".

mod arguments;
mod sections;
mod tools;

use super::fields::{Fields, Read, Setting, read_document};
use super::hints::{Hint, policy_hints};
use super::values::Members;
use crate::pattern::{AllNames, CharacterNames, Pattern, PatternSet};
use crate::problem::{DocumentKind, Place, Problem};
use crate::source::{Document, Integer, Kind, NodeId, Number, Text, TextBuf};
use hashbrown::HashMap;
use std::sync::OnceLock;

pub(super) use arguments::Arguments;

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
    pub(super) arguments: Arguments,
    pub(super) side_effect: Setting<bool>,
    pub(super) max_calls: Option<Setting<Integer>>,
    pub(super) min_calls: Option<Setting<Integer>>,
}

/// A declared argument with its ArgSpec.
#[derive(Debug)]
pub(super) struct Argument {
    pub(super) name: TextBuf,
    /// The whole ArgSpec.
    pub(super) clause: NodeId,
    pub(super) declared: Setting<DeclaredType>,
    pub(super) members: Option<Setting<Members>>,
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
        Policy::parse_naming(text, &AllNames)
    }

    /// The same where patterns may use these names of characters.
    ///
    /// # Errors
    /// The same.
    pub fn parse_naming(text: &str, names: &dyn CharacterNames) -> Result<Policy, Problem> {
        let document = read_document(text, DocumentKind::Policy)?;
        read_policy(document, names).map_err(|refusal| refusal.about(DocumentKind::Policy))
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

    /// The compiled unsafe patterns and where each stands; `None` when one of them is invalid.
    pub(crate) fn unsafe_patterns(&self) -> Option<(&PatternSet, &[NodeId])> {
        let patterns = self.unsafe_patterns.compiled.as_ref().ok()?;
        Some((patterns, &self.unsafe_patterns.clauses))
    }

    /// The schema of a tool by its name.
    pub(super) fn tool(&self, name: Text<'_>) -> Option<&ToolSchema> {
        self.tool_by_name
            .get(name.as_bytes())
            .and_then(|index| self.tools.get(*index))
    }
}

fn read_policy(document: Document, names: &dyn CharacterNames) -> Read<Policy> {
    let root = Fields::root(&document, "policy")?;
    root.check_version()?;
    if root.get("policy_id").is_none() {
        return root.missing("policy_id");
    }
    let tools_section = root.section("allowed_tools")?;
    let tools = tools::read_tools(&tools_section, names)?;
    let clauses = sections::read_pattern_list(&root)?;
    let budgets = sections::read_budgets(&root.section("budgets")?)?;
    let grounding = sections::read_grounding(&root.section("grounding")?)?;
    let sequence = sections::read_sequence(&root.section("sequence")?)?;
    let error_handling = sections::read_error_handling(&root.section("error_handling")?)?;
    let completion = sections::read_completion(&root.section("completion")?)?;
    let compiled = sections::compile_unsafe_patterns(&document, &clauses, names);
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

//! A policy that has passed the schema, in the form the gate reads.
//!
//! Only what something reads is typed; the rest is in the document ([`super::Load::document`]).

use super::autonomy::Level;
use crate::source::yaml::NodeId;

/// Something that is written in the policy, with the node that says it.
pub type Written<T> = (T, NodeId);

/// A whole policy.
#[derive(Debug, Default)]
pub struct Policy {
    /// `version`, as written.
    pub version: String,
    /// `defaults`.
    pub defaults: Defaults,
    /// `classes`, in the order of the file.
    pub classes: Vec<Rule>,
    /// `tools`, in the order of the file: the first that matches decides.
    pub tools: Vec<ToolEntry>,
    /// `approvers`, in the order of the file.
    pub approvers: Vec<Approver>,
    /// `protected_paths`, in the order of the file.
    pub protected_paths: Vec<ProtectedPath>,
    /// `read_scope.roots`; `None` where only the built-in roots count.
    pub read_roots: Option<Vec<Written<String>>>,
    /// `delegation`, if there is such a block.
    pub delegation: Option<Delegation>,
}

/// What holds where no rule says otherwise.
#[derive(Debug, Default)]
pub struct Defaults {
    /// `defaults.autonomy`; absent means manual.
    pub autonomy: Option<Written<Level>>,
    /// `defaults.unmapped_tool`; absent means that such calls are not gated.
    pub unmapped_tool: Option<Written<Unmapped>>,
    /// `defaults.channel`.
    pub channel: Option<String>,
    /// `defaults.approval_ttl`, as written.
    pub approval_ttl: Option<String>,
    /// `defaults.on_expiry`.
    pub on_expiry: Option<String>,
}

/// What happens to a call of a tool that nothing maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmapped {
    /// `record`: it happens, and is recorded.
    Record,
    /// `ask`: a person decides.
    Ask,
}

impl Unmapped {
    /// The word in a policy.
    pub const fn name(self) -> &'static str {
        match self {
            Unmapped::Record => "record",
            Unmapped::Ask => "ask",
        }
    }
}

/// A key of `classes`: segments between dots, any of which may be `*`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClassPattern(String);

impl ClassPattern {
    /// A pattern as it is written.
    pub fn new(text: impl Into<String>) -> ClassPattern {
        ClassPattern(text.into())
    }

    /// The whole text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What stands between the dots.
    pub fn segments(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.split('.')
    }
}

/// One entry of `classes`.
#[derive(Debug)]
pub struct Rule {
    /// The key.
    pub pattern: ClassPattern,
    /// The key's node.
    pub key: NodeId,
    /// The rule's node.
    pub node: NodeId,
    /// `autonomy`, as written.
    pub level: Level,
    /// The node of `autonomy`.
    pub level_node: NodeId,
    /// `live_rate`: the share that waits for a person.
    pub live_rate: Option<f64>,
    /// `retro_rate`: the share that is looked at afterwards.
    pub retro_rate: Option<f64>,
    /// `allow_irreversible`.
    pub allow_irreversible: Option<bool>,
    /// `agent_may_request`.
    pub agent_may_request: Option<bool>,
    /// `approvers`: ids, which need not be declared.
    pub approvers: Option<Vec<Written<String>>>,
    /// `limits`: names and values.
    pub limits: Option<Vec<(String, f64, NodeId)>>,
}

/// One entry of `tools`.
#[derive(Debug)]
pub struct ToolEntry {
    /// `match`: a tool name in which `*` stands for any run of characters.
    pub glob: String,
    /// `class`: what its calls are.
    pub class: String,
    /// The entry's node.
    pub node: NodeId,
    /// The node of `match`.
    pub glob_node: NodeId,
    /// The node of `class`.
    pub class_node: NodeId,
}

/// One entry of `approvers`.
#[derive(Debug)]
pub struct Approver {
    /// The key.
    pub id: String,
    /// The key's node.
    pub key: NodeId,
    /// `channels`, in order.
    pub channels: Vec<String>,
    /// `senders`: channel and value.
    pub senders: Vec<(String, Written<String>)>,
}

/// One entry of `protected_paths`.
#[derive(Debug)]
pub struct ProtectedPath {
    /// The path.
    pub path: String,
    /// The class edits of it are routed to, where the entry names one.
    pub class: Option<Written<String>>,
    /// The entry's node.
    pub node: NodeId,
}

/// The reserved `delegation` block. An absent key is at its off value.
#[derive(Debug)]
pub struct Delegation {
    /// The block's key.
    pub key: NodeId,
    /// The block's node.
    pub node: NodeId,
    /// `model`; `None` where it is null or absent.
    pub model: Option<Written<String>>,
    /// `classes`.
    pub classes: Vec<Written<String>>,
    /// `max_autonomy`; absent means manual.
    pub max_autonomy: Option<Written<Level>>,
    /// `daily_cap`.
    pub daily_cap: f64,
    /// `escalate_on`.
    pub escalate_on: Vec<Written<String>>,
    /// `advice`.
    pub advice: bool,
    /// `reviewers`.
    pub reviewers: Vec<Written<String>>,
}

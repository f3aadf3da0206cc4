//! Rules on tool calls against `allowed_tools`, and the lint on step ids.

use super::{Category, Example, Rule, Severity};

pub(super) const SCH_001: Rule = Rule {
    id: "ARH-SCH-001",
    category: Category::Schema,
    severity: Severity::Error,
    title: "The tool is not allowed",
    explanation: "A tool call names a tool that is no key of allowed_tools, and allow_unlisted_tools is \
        not set. One finding for each such call; the call counts as a failed check. Names are \
        compared exactly, letter case included.",
    remediation: "Add the tool to allowed_tools, or set allow_unlisted_tools to true if any tool may be \
        called.",
    spec_section: "allowed_tools",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allowed_tools": { "find_order": {} }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "tool_call",
      "tool_name": "delete_order"
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allowed_tools": { "find_order": {} }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "tool_call",
      "tool_name": "find_order"
    }
  ]
}"#,
    },
};

pub(super) const SCH_002: Rule = Rule {
    id: "ARH-SCH-002",
    category: Category::Schema,
    severity: Severity::Error,
    title: "The tool call names no tool",
    explanation: "A step of type tool_call has no tool_name, or null, or an empty one. Such a call fails \
        its schema check and counts in no sequence or flow rule. A name of blanks is a name.",
    remediation: "Record the tool's name in tool_name.",
    spec_section: "allowed_tools",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allow_unlisted_tools": true
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    { "step_id": "s1", "type": "tool_call" }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allow_unlisted_tools": true
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "tool_call",
      "tool_name": "find_order"
    }
  ]
}"#,
    },
};

pub(super) const SCH_003: Rule = Rule {
    id: "ARH-SCH-003",
    category: Category::Schema,
    severity: Severity::Error,
    title: "A required argument is missing",
    explanation: "A call of a listed tool lacks a key of required_arguments. One finding for each missing \
        argument. An argument that is null is present, and is then judged by its type.",
    remediation: "Pass the argument, or move it to optional_arguments.",
    spec_section: "allowed_tools",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allowed_tools": {
    "find_order": {
      "required_arguments": { "order": "str" }
    }
  }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "tool_call",
      "tool_name": "find_order",
      "arguments": {}
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allowed_tools": {
    "find_order": {
      "required_arguments": { "order": "str" }
    }
  }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "tool_call",
      "tool_name": "find_order",
      "arguments": { "order": "A-17" }
    }
  ]
}"#,
    },
};

pub(super) const SCH_005: Rule = Rule {
    id: "ARH-SCH-005",
    category: Category::Schema,
    severity: Severity::Warning,
    title: "An argument is not declared",
    explanation: "A call of a listed tool passes an argument that is neither in required_arguments nor in \
        optional_arguments. A warning; it costs no points. The arguments of unlisted tools are \
        not judged.",
    remediation: "Declare the argument under optional_arguments, or stop passing it.",
    spec_section: "allowed_tools",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allowed_tools": {
    "find_order": {
      "required_arguments": { "order": "str" }
    }
  }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "tool_call",
      "tool_name": "find_order",
      "arguments": { "order": "A-17", "shop": "Bern" }
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allowed_tools": {
    "find_order": {
      "required_arguments": { "order": "str" },
      "optional_arguments": { "shop": "str" }
    }
  }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "tool_call",
      "tool_name": "find_order",
      "arguments": { "order": "A-17", "shop": "Bern" }
    }
  ]
}"#,
    },
};

pub(super) const SCH_010: Rule = Rule {
    id: "ARH-SCH-010",
    category: Category::Schema,
    severity: Severity::Warning,
    title: "A step id is used twice",
    explanation: "Two or more steps have the same step_id, compared as text. One finding for each id, \
        whatever the policy says; it costs no points. Findings on such steps cannot be told \
        apart by their id.",
    remediation: "Give every step an id of its own.",
    spec_section: "Structure lint",
    failing: Example {
        policy: r#"{
  "policy_id": "desk"
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "One moment."
    },
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "Done."
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk"
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "One moment."
    },
    {
      "step_id": "s2",
      "type": "model_response",
      "text": "Done."
    }
  ]
}"#,
    },
};

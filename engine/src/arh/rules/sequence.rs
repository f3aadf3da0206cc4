//! Rules on `sequence` and the call counts of a tool.

use super::{Category, Example, Rule, Severity};

pub(super) const SEQ_001: Rule = Rule {
    id: "ARH-SEQ-001",
    category: Category::Sequence,
    severity: Severity::Error,
    title: "A required tool was never called",
    explanation: "No tool call names a tool of required_tools. One check and at most one finding for each \
        entry of the list. A failed call counts as a call.",
    remediation: "Call the tool, or take it out of required_tools.",
    spec_section: "sequence",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allow_unlisted_tools": true,
  "sequence": { "required_tools": ["find_order"] }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "Your order is on its way."
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allow_unlisted_tools": true,
  "sequence": { "required_tools": ["find_order"] }
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
    },
    {
      "step_id": "s2",
      "type": "model_response",
      "text": "Your order is on its way."
    }
  ]
}"#,
    },
};

pub(super) const SEQ_002: Rule = Rule {
    id: "ARH-SEQ-002",
    category: Category::Sequence,
    severity: Severity::Error,
    title: "A forbidden tool was called",
    explanation: "A call names a tool of forbidden_tools, even one that is also in allowed_tools. One \
        finding for each call, but one check for each entry of the list.",
    remediation: "Keep the agent from calling the tool, or take it out of forbidden_tools.",
    spec_section: "sequence",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allow_unlisted_tools": true,
  "sequence": { "forbidden_tools": ["delete_order"] }
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
  "allow_unlisted_tools": true,
  "sequence": { "forbidden_tools": ["delete_order"] }
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

pub(super) const SEQ_003: Rule = Rule {
    id: "ARH-SEQ-003",
    category: Category::Sequence,
    severity: Severity::Error,
    title: "Tools were first called in the wrong order",
    explanation: "For each pair of call_order of which both tools were called, the first call of the \
        earlier one must come before the first call of the later one. Later calls are free, \
        other tools may stand anywhere, and a pair with an uncalled tool is no check.",
    remediation: "Call the tools in the listed order, or change call_order.",
    spec_section: "sequence",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allow_unlisted_tools": true,
  "sequence": {
    "call_order": ["find_order", "pay_back"]
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
      "tool_name": "pay_back"
    },
    {
      "step_id": "s2",
      "type": "tool_call",
      "tool_name": "find_order"
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allow_unlisted_tools": true,
  "sequence": {
    "call_order": ["find_order", "pay_back"]
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
      "tool_name": "find_order"
    },
    {
      "step_id": "s2",
      "type": "tool_call",
      "tool_name": "pay_back"
    }
  ]
}"#,
    },
};

pub(super) const SEQ_004: Rule = Rule {
    id: "ARH-SEQ-004",
    category: Category::Sequence,
    severity: Severity::Error,
    title: "A tool was called too often",
    explanation: "A tool was called more often than its max_calls. Failed calls count. One finding for the \
        tool; 0 means never.",
    remediation: "Call the tool less often, or raise max_calls.",
    spec_section: "sequence",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allowed_tools": { "pay_back": { "max_calls": 1 } }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "tool_call",
      "tool_name": "pay_back"
    },
    {
      "step_id": "s2",
      "type": "tool_call",
      "tool_name": "pay_back"
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allowed_tools": { "pay_back": { "max_calls": 1 } }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "tool_call",
      "tool_name": "pay_back"
    }
  ]
}"#,
    },
};

pub(super) const SEQ_005: Rule = Rule {
    id: "ARH-SEQ-005",
    category: Category::Sequence,
    severity: Severity::Error,
    title: "A tool was called too rarely",
    explanation: "A tool was called less often than its min_calls. Failed calls count. One finding for the \
        tool, also when it was never called.",
    remediation: "Call the tool more often, or lower min_calls.",
    spec_section: "sequence",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allowed_tools": { "find_order": { "min_calls": 2 } }
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
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allowed_tools": { "find_order": { "min_calls": 2 } }
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
    },
    {
      "step_id": "s2",
      "type": "tool_call",
      "tool_name": "find_order"
    }
  ]
}"#,
    },
};

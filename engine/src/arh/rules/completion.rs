//! Rules on `completion`.

use super::{Category, Example, Rule, Severity};

pub(super) const CMP_001: Rule = Rule {
    id: "ARH-CMP-001",
    category: Category::Completion,
    severity: Severity::Error,
    title: "The run does not end in a response",
    explanation: "With require_final_response the last step must be a model_response with status ok and a \
        text that is not blank. Also found for a trace without steps.",
    remediation: "End the run with an answer, or find out why it was cut off.",
    spec_section: "completion",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allow_unlisted_tools": true,
  "completion": { "require_final_response": true }
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
  "completion": { "require_final_response": true }
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

pub(super) const CMP_002: Rule = Rule {
    id: "ARH-CMP-002",
    category: Category::Completion,
    severity: Severity::Error,
    title: "The run has too many steps",
    explanation: "The trace has more steps than max_steps, of any type. One check for the run.",
    remediation: "Make the run shorter, or raise max_steps.",
    spec_section: "completion",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "completion": { "max_steps": 2 }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "Hm."
    },
    {
      "step_id": "s2",
      "type": "model_response",
      "text": "Let me see."
    },
    {
      "step_id": "s3",
      "type": "model_response",
      "text": "Done."
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "completion": { "max_steps": 2 }
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

//! Rules on `error_handling` and side effects.

use super::{Category, Example, Rule, Severity};

pub(super) const FLW_001: Rule = Rule {
    id: "ARH-FLW-001",
    category: Category::Flow,
    severity: Severity::Error,
    title: "A failed call was never retried",
    explanation: "With require_retry_on_error each call with status error must be followed, anywhere \
        later, by another call of the same tool. Its arguments do not matter, nor whether it \
        succeeds. A step with an error text and no status counts as failed.",
    remediation: "Call the tool again after the failure.",
    spec_section: "error_handling",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allow_unlisted_tools": true,
  "error_handling": { "require_retry_on_error": true }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "tool_call",
      "tool_name": "mail_guest",
      "status": "error"
    },
    {
      "step_id": "s2",
      "type": "model_response",
      "text": "I could not mail you."
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allow_unlisted_tools": true,
  "error_handling": { "require_retry_on_error": true }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "tool_call",
      "tool_name": "mail_guest",
      "status": "error"
    },
    {
      "step_id": "s2",
      "type": "tool_call",
      "tool_name": "mail_guest"
    }
  ]
}"#,
    },
};

pub(super) const FLW_002: Rule = Rule {
    id: "ARH-FLW-002",
    category: Category::Flow,
    severity: Severity::Error,
    title: "The same call was tried too many times",
    explanation: "One tool was called with equal arguments more than max_attempts times, whatever came of \
        the calls. The order of keys does not matter; 1, 1.0 and true differ. One finding for \
        each such group, at the first call too many; each tool with its arguments is one check.",
    remediation: "Stop sooner, or change the arguments before trying again.",
    spec_section: "error_handling",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allow_unlisted_tools": true,
  "error_handling": { "max_attempts": 2 }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "tool_call",
      "tool_name": "mail_guest"
    },
    {
      "step_id": "s2",
      "type": "tool_call",
      "tool_name": "mail_guest"
    },
    {
      "step_id": "s3",
      "type": "tool_call",
      "tool_name": "mail_guest"
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allow_unlisted_tools": true,
  "error_handling": { "max_attempts": 2 }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "tool_call",
      "tool_name": "mail_guest"
    },
    {
      "step_id": "s2",
      "type": "tool_call",
      "tool_name": "mail_guest"
    }
  ]
}"#,
    },
};

pub(super) const FLW_003: Rule = Rule {
    id: "ARH-FLW-003",
    category: Category::Flow,
    severity: Severity::Error,
    title: "A side effect was repeated",
    explanation: "A tool with side_effect was called again with equal arguments after such a call had \
        succeeded, however far apart. One finding for each repeat, even a failed one. Repeating \
        after a failure is allowed. Each set of arguments is one check.",
    remediation: "Remember what has been done and do not repeat it, or take side_effect off a tool that is \
        safe to repeat.",
    spec_section: "Side effects (flow)",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allowed_tools": {
    "pay_back": {
      "side_effect": true,
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
      "tool_name": "pay_back",
      "arguments": { "order": "A-17" }
    },
    {
      "step_id": "s2",
      "type": "tool_call",
      "tool_name": "pay_back",
      "arguments": { "order": "A-17" }
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allowed_tools": {
    "pay_back": {
      "side_effect": true,
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
      "tool_name": "pay_back",
      "arguments": { "order": "A-17" },
      "status": "error"
    },
    {
      "step_id": "s2",
      "type": "tool_call",
      "tool_name": "pay_back",
      "arguments": { "order": "A-17" }
    }
  ]
}"#,
    },
};

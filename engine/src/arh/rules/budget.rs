//! Rules on `budgets`.

use super::{Category, Example, Rule, Severity};

pub(super) const BUD_001: Rule = Rule {
    id: "ARH-BUD-001",
    category: Category::Budget,
    severity: Severity::Error,
    title: "A step took too long",
    explanation: "The latency_ms of a step is above max_step_latency_ms. One finding for each such step, \
        of any type. Every step that records a latency is one check; steps without one are left \
        out.",
    remediation: "Make the step faster, or raise max_step_latency_ms.",
    spec_section: "budgets",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "budgets": { "max_step_latency_ms": 2000 }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "Done.",
      "latency_ms": 2600
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "budgets": { "max_step_latency_ms": 2000 }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "Done.",
      "latency_ms": 900
    }
  ]
}"#,
    },
};

pub(super) const BUD_002: Rule = Rule {
    id: "ARH-BUD-002",
    category: Category::Budget,
    severity: Severity::Error,
    title: "The run took too long",
    explanation: "The latencies that steps record add up to more than max_total_latency_ms. One check for \
        the run; steps without latency_ms add nothing.",
    remediation: "Save steps or time, or raise max_total_latency_ms.",
    spec_section: "budgets",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "budgets": { "max_total_latency_ms": 5000 }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "One moment.",
      "latency_ms": 2600
    },
    {
      "step_id": "s2",
      "type": "model_response",
      "text": "Done.",
      "latency_ms": 2700
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "budgets": { "max_total_latency_ms": 5000 }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "One moment.",
      "latency_ms": 900
    },
    {
      "step_id": "s2",
      "type": "model_response",
      "text": "Done.",
      "latency_ms": 1200
    }
  ]
}"#,
    },
};

pub(super) const BUD_003: Rule = Rule {
    id: "ARH-BUD-003",
    category: Category::Budget,
    severity: Severity::Error,
    title: "The run cost too much",
    explanation: "The costs that steps record add up to more than max_total_cost_usd. They are added as \
        doubles, from left to right, so 0.1 and 0.2 are a little more than 0.3. One check for \
        the run.",
    remediation: "Use fewer or cheaper steps, or raise max_total_cost_usd.",
    spec_section: "budgets",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "budgets": { "max_total_cost_usd": 0.05 }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "Done.",
      "cost_usd": 0.08
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "budgets": { "max_total_cost_usd": 0.05 }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "Done.",
      "cost_usd": 0.02
    }
  ]
}"#,
    },
};

pub(super) const BUD_004: Rule = Rule {
    id: "ARH-BUD-004",
    category: Category::Budget,
    severity: Severity::Error,
    title: "The run used too many tokens",
    explanation: "The input_tokens and output_tokens of all steps add up to more than max_total_tokens. \
        One check for the run.",
    remediation: "Shorten prompts and answers, or raise max_total_tokens.",
    spec_section: "budgets",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "budgets": { "max_total_tokens": 1000 }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "Done.",
      "input_tokens": 1100,
      "output_tokens": 40
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "budgets": { "max_total_tokens": 1000 }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "Done.",
      "input_tokens": 600,
      "output_tokens": 40
    }
  ]
}"#,
    },
};

pub(super) const BUD_005: Rule = Rule {
    id: "ARH-BUD-005",
    category: Category::Budget,
    severity: Severity::Warning,
    title: "The token budget cannot be verified",
    explanation: "max_total_tokens is set, but no step records input_tokens or output_tokens. A warning \
        instead of a silent pass. It is no check; with nothing else to check the budget category \
        counts as 100.",
    remediation: "Record tokens in the trace, or take max_total_tokens out of the policy.",
    spec_section: "budgets",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "budgets": { "max_total_tokens": 1000 }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
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
  "policy_id": "desk",
  "budgets": { "max_total_tokens": 1000 }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "Done.",
      "input_tokens": 600,
      "output_tokens": 40
    }
  ]
}"#,
    },
};

pub(super) const BUD_006: Rule = Rule {
    id: "ARH-BUD-006",
    category: Category::Budget,
    severity: Severity::Warning,
    title: "The latency budget cannot be verified",
    explanation: "max_step_latency_ms or max_total_latency_ms is set, but no step records latency_ms. One \
        warning for both, instead of a silent pass. It is no check; with nothing else to check \
        the budget category counts as 100.",
    remediation: "Record latency_ms in the trace, or take the latency budget out of the policy.",
    spec_section: "budgets",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "budgets": { "max_total_latency_ms": 5000 }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
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
  "policy_id": "desk",
  "budgets": { "max_total_latency_ms": 5000 }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "Done.",
      "latency_ms": 900
    }
  ]
}"#,
    },
};

pub(super) const BUD_007: Rule = Rule {
    id: "ARH-BUD-007",
    category: Category::Budget,
    severity: Severity::Warning,
    title: "The cost budget cannot be verified",
    explanation: "max_total_cost_usd is set, but no step records cost_usd. A warning instead of a silent \
        pass. It is no check; with nothing else to check the budget category counts as 100.",
    remediation: "Record cost_usd in the trace, or take max_total_cost_usd out of the policy.",
    spec_section: "budgets",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "budgets": { "max_total_cost_usd": 0.05 }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
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
  "policy_id": "desk",
  "budgets": { "max_total_cost_usd": 0.05 }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "Done.",
      "cost_usd": 0.02
    }
  ]
}"#,
    },
};

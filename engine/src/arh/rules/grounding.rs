//! Rules on `grounding`.

use super::{Category, Example, Rule, Severity};

pub(super) const GRD_001: Rule = Rule {
    id: "ARH-GRD-001",
    category: Category::Grounding,
    severity: Severity::Warning,
    title: "A grounded response has no citation",
    explanation: "A model_response with requires_grounding has no citations. An error when \
        require_citations is true, else a warning; it is found even when the policy has no \
        grounding section. Each uncited response lowers the citation coverage, and with it the \
        score.",
    remediation: "Give the response a citation, or take requires_grounding off the step.",
    spec_section: "grounding",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "grounding": { "require_citations": false }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "Refunds take 5 days.",
      "requires_grounding": true
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "grounding": { "require_citations": false }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "Refunds take 5 days.",
      "requires_grounding": true,
      "citations": [
        { "source": "refund handbook, page 4" }
      ]
    }
  ]
}"#,
    },
};

pub(super) const GRD_002: Rule = Rule {
    id: "ARH-GRD-002",
    category: Category::Grounding,
    severity: Severity::Error,
    title: "Too few grounded responses are cited",
    explanation: "Cited divided by grounded responses is below min_citation_coverage. One finding for the \
        run. The score is coverage divided by the minimum, at most 100; with a minimum of 0 it \
        is the coverage itself, so uncited responses still cost points.",
    remediation: "Cite more responses, or lower min_citation_coverage.",
    spec_section: "grounding",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "grounding": { "min_citation_coverage": 0.5 }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "Refunds take 5 days.",
      "requires_grounding": true
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "grounding": { "min_citation_coverage": 0.5 }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "Refunds take 5 days.",
      "requires_grounding": true,
      "citations": [
        { "source": "refund handbook, page 4" }
      ]
    }
  ]
}"#,
    },
};

pub(super) const GRD_003: Rule = Rule {
    id: "ARH-GRD-003",
    category: Category::Grounding,
    severity: Severity::Error,
    title: "A citation is not usable",
    explanation: "With require_valid_citation_urls each citation must be an object with an http or https \
        url that has a host, or without a url and with a source that is not blank. A url that is \
        there decides alone, whatever the source says. One finding for each citation; it still \
        counts as cited. The address is not visited.",
    remediation: "Give the citation a complete http(s) url, or leave url out and name the source.",
    spec_section: "grounding",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "grounding": { "require_valid_citation_urls": true }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "Refunds take 5 days.",
      "requires_grounding": true,
      "citations": [{ "url": "handbook/4" }]
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "grounding": { "require_valid_citation_urls": true }
}"#,
        trace: r#"{
  "trace_id": "run-1",
  "agent_name": "desk",
  "workflow": "refund",
  "steps": [
    {
      "step_id": "s1",
      "type": "model_response",
      "text": "Refunds take 5 days.",
      "requires_grounding": true,
      "citations": [{ "url": "https://kb.example/4" }]
    }
  ]
}"#,
    },
};

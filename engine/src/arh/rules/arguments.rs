//! Schema rules on the value of one declared argument.

use super::{Category, Example, Rule, Severity};

pub(super) const SCH_004: Rule = Rule {
    id: "ARH-SCH-004",
    category: Category::Schema,
    severity: Severity::Error,
    title: "An argument has the wrong type",
    explanation: "The value is not of the declared type. A bool is never an int or float, an int may stand \
        for a float, and 4.0 is no int: the spelling in the JSON text decides. When the type is \
        wrong, enum, pattern, min and max are not looked at.",
    remediation: "Pass a value of the declared type, or change the type in the policy.",
    spec_section: "allowed_tools",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allowed_tools": {
    "pay_back": {
      "required_arguments": { "cents": "int" }
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
      "arguments": { "cents": "4000" }
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allowed_tools": {
    "pay_back": {
      "required_arguments": { "cents": "int" }
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
      "arguments": { "cents": 4000 }
    }
  ]
}"#,
    },
};

pub(super) const SCH_006: Rule = Rule {
    id: "ARH-SCH-006",
    category: Category::Schema,
    severity: Severity::Info,
    title: "The declared type is unknown",
    explanation: "The policy declares a type other than str, int, float, bool, list, dict or any. The type \
        check is left out; enum, pattern, min and max still apply. Noted for each call that \
        passes the argument, and not at all when none does.",
    remediation: "Write one of the seven type names, for example str for text.",
    spec_section: "allowed_tools",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allowed_tools": {
    "find_order": {
      "required_arguments": { "order": "string" }
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

pub(super) const SCH_007: Rule = Rule {
    id: "ARH-SCH-007",
    category: Category::Schema,
    severity: Severity::Error,
    title: "The value is not in the enum",
    explanation: "The value equals no member of enum. Equality is Python's: 1, 1.0 and true are equal, so \
        are 0 and false, also inside lists and objects; texts are equal letter by letter.",
    remediation: "Pass one of the listed values, or add the value to enum.",
    spec_section: "allowed_tools",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allowed_tools": {
    "file_ticket": {
      "required_arguments": {
        "urgency": { "enum": ["low", "high"] }
      }
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
      "tool_name": "file_ticket",
      "arguments": { "urgency": "asap" }
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allowed_tools": {
    "file_ticket": {
      "required_arguments": {
        "urgency": { "enum": ["low", "high"] }
      }
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
      "tool_name": "file_ticket",
      "arguments": { "urgency": "high" }
    }
  ]
}"#,
    },
};

pub(super) const SCH_008: Rule = Rule {
    id: "ARH-SCH-008",
    category: Category::Schema,
    severity: Severity::Error,
    title: "The text does not match the pattern",
    explanation: "The pattern, a Python regular expression, must match the whole text, and letter case \
        counts. Values that are no text are not judged by a pattern.",
    remediation: "Pass a text of the expected form, or loosen the pattern, for example with .* at its \
        ends.",
    spec_section: "allowed_tools",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allowed_tools": {
    "find_order": {
      "required_arguments": {
        "order": {
          "type": "str",
          "pattern": "[A-Z]-[0-9]+"
        }
      }
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
      "arguments": { "order": "no. A-17" }
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allowed_tools": {
    "find_order": {
      "required_arguments": {
        "order": {
          "type": "str",
          "pattern": "[A-Z]-[0-9]+"
        }
      }
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

pub(super) const SCH_009: Rule = Rule {
    id: "ARH-SCH-009",
    category: Category::Schema,
    severity: Severity::Error,
    title: "The number is out of range",
    explanation: "A number is below min or above max; the bounds themselves are allowed. NaN is out of \
        every range. Booleans and values that are no numbers are not judged by bounds.",
    remediation: "Pass a number within the bounds, or change them.",
    spec_section: "allowed_tools",
    failing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allowed_tools": {
    "pay_back": {
      "required_arguments": {
        "euros": {
          "type": "float",
          "min": 1,
          "max": 200
        }
      }
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
      "arguments": { "euros": 4000 }
    }
  ]
}"#,
    },
    passing: Example {
        policy: r#"{
  "policy_id": "desk",
  "allowed_tools": {
    "pay_back": {
      "required_arguments": {
        "euros": {
          "type": "float",
          "min": 1,
          "max": 200
        }
      }
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
      "arguments": { "euros": 40 }
    }
  ]
}"#,
    },
};

//! The keys of each object of the two formats, and what a written key is taken for.

use crate::arh::trace::STEP_FIELDS;
use crate::closest::closest_key;
use crate::source::Text;

/// How the reader takes a key's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// By truthiness.
    Flag,
    /// As an object, or as absent when falsy.
    Object,
    /// As an array, or as absent when falsy.
    List,
    /// Printed.
    Id,
    /// Printed, then only up to the first dot.
    Version,
    /// In a way of its own.
    Other,
}

/// One kind of object.
pub(super) struct Level {
    /// What it is called in messages.
    pub(super) name: &'static str,
    /// Where it stands, as it would be written with dots; empty for the whole document.
    path: &'static str,
    keys: &'static [&'static str],
    shapes: &'static [Shape],
    /// Keys that people write for others, too far apart to be found by likeness.
    aliases: &'static [(&'static str, &'static str)],
}

use Shape::{Flag, Id, List, Object, Other, Version};

pub(super) static POLICY: Level = Level {
    name: "a policy",
    path: "",
    keys: &[
        "schema_version",
        "policy_id",
        "allow_unlisted_tools",
        "allowed_tools",
        "budgets",
        "unsafe_patterns",
        "grounding",
        "sequence",
        "error_handling",
        "completion",
    ],
    shapes: &[
        Version, Id, Flag, Object, Object, List, Object, Object, Object, Object,
    ],
    aliases: &[
        ("version", "schema_version"),
        ("tools", "allowed_tools"),
        ("limits", "budgets"),
        ("patterns", "unsafe_patterns"),
        ("forbidden_patterns", "unsafe_patterns"),
        ("citations", "grounding"),
        ("order", "sequence"),
        ("retries", "error_handling"),
        ("errors", "error_handling"),
    ],
};

pub(super) static TOOL: Level = Level {
    name: "a tool",
    path: "allowed_tools.<tool>",
    keys: &[
        "required_arguments",
        "optional_arguments",
        "side_effect",
        "max_calls",
        "min_calls",
    ],
    shapes: &[Object, Object, Flag, Other, Other],
    aliases: &[
        ("arguments", "required_arguments"),
        ("args", "required_arguments"),
        ("parameters", "required_arguments"),
        ("properties", "required_arguments"),
        ("required", "required_arguments"),
        ("optional", "optional_arguments"),
        ("max", "max_calls"),
        ("min", "min_calls"),
        ("limit", "max_calls"),
    ],
};

pub(super) static ARGUMENT: Level = Level {
    name: "an argument",
    path: "allowed_tools.<tool>.required_arguments.<argument>",
    keys: &["type", "enum", "pattern", "min", "max"],
    shapes: &[Other; 5],
    aliases: &[
        ("minimum", "min"),
        ("maximum", "max"),
        ("regex", "pattern"),
        ("values", "enum"),
        ("choices", "enum"),
        ("options", "enum"),
        ("one_of", "enum"),
        ("const", "enum"),
    ],
};

pub(super) static BUDGETS: Level = Level {
    name: "`budgets`",
    path: "budgets",
    keys: &[
        "max_step_latency_ms",
        "max_total_latency_ms",
        "max_total_cost_usd",
        "max_total_tokens",
    ],
    shapes: &[Other; 4],
    aliases: &[
        ("max_latency_ms", "max_total_latency_ms"),
        ("max_latency", "max_total_latency_ms"),
    ],
};

pub(super) static GROUNDING: Level = Level {
    name: "`grounding`",
    path: "grounding",
    keys: &[
        "require_citations",
        "min_citation_coverage",
        "require_valid_citation_urls",
    ],
    shapes: &[Flag, Other, Flag],
    aliases: &[],
};

pub(super) static SEQUENCE: Level = Level {
    name: "`sequence`",
    path: "sequence",
    keys: &["required_tools", "forbidden_tools", "call_order"],
    shapes: &[List; 3],
    aliases: &[
        ("required", "required_tools"),
        ("forbidden", "forbidden_tools"),
        ("order", "call_order"),
    ],
};

pub(super) static ERROR_HANDLING: Level = Level {
    name: "`error_handling`",
    path: "error_handling",
    keys: &["require_retry_on_error", "max_attempts"],
    shapes: &[Flag, Other],
    aliases: &[
        ("max_retries", "max_attempts"),
        ("retry", "require_retry_on_error"),
    ],
};

pub(super) static COMPLETION: Level = Level {
    name: "`completion`",
    path: "completion",
    keys: &["require_final_response", "max_steps"],
    shapes: &[Flag, Other],
    aliases: &[("max_turns", "max_steps"), ("steps", "max_steps")],
};

pub(super) static TRACE: Level = Level {
    name: "a trace",
    path: "",
    keys: &[
        "schema_version",
        "trace_id",
        "agent_name",
        "workflow",
        "steps",
        "source",
        "metadata",
    ],
    shapes: &[Version, Id, Id, Id, Other, Other, Object],
    aliases: &[("version", "schema_version"), ("meta", "metadata")],
};

pub(super) static STEP: Level = Level {
    name: "a step",
    path: "steps.<number>",
    keys: &STEP_FIELDS,
    shapes: &[
        Id, Other, Other, Other, Other, Other, Other, Other, Flag, Other, Other, Other, Other,
        Other, Object,
    ],
    aliases: &[
        ("tool", "tool_name"),
        ("function", "tool_name"),
        ("args", "arguments"),
        ("parameters", "arguments"),
        ("params", "arguments"),
        ("content", "text"),
        ("message", "text"),
        ("result", "output"),
        ("sources", "citations"),
        ("references", "citations"),
        ("duration", "latency_ms"),
        ("duration_ms", "latency_ms"),
        ("elapsed_ms", "latency_ms"),
        ("exception", "error"),
        ("prompt_tokens", "input_tokens"),
        ("completion_tokens", "output_tokens"),
    ],
};

/// The levels of a policy, the more telling ones first.
static POLICY_LEVELS: [&Level; 8] = [
    &POLICY,
    &BUDGETS,
    &GROUNDING,
    &SEQUENCE,
    &ERROR_HANDLING,
    &COMPLETION,
    &TOOL,
    &ARGUMENT,
];

impl Level {
    /// How a key's value is read; `None` for an unknown key.
    #[inline]
    pub(super) fn shape(&self, key: Text<'_>) -> Option<Shape> {
        let index = self
            .keys
            .iter()
            .position(|known| known.as_bytes() == key.as_bytes())?;
        self.shapes.get(index).copied()
    }

    /// The key that an unknown one was probably meant to be.
    pub(super) fn meant(&self, key: Text<'_>) -> Option<&'static str> {
        let alias = self.aliases.iter().find(|(written, _)| key == *written);
        alias
            .map(|(_, meant)| *meant)
            .or_else(|| closest_key(key, self.keys))
    }
}

/// Where in a policy a key that is unknown at one level is read, as it would be written with dots.
pub(super) fn elsewhere(level: &Level, key: Text<'_>) -> Option<String> {
    let home = POLICY_LEVELS
        .into_iter()
        .find(|home| home.path != level.path && home.shape(key).is_some())?;
    Some(if home.path.is_empty() {
        key.to_string()
    } else {
        format!("{}.{key}", home.path)
    })
}

/// Keys that people add to explain something to each other; nobody expects them to be read.
pub(super) fn is_comment(key: Text<'_>) -> bool {
    let Some(key) = key.as_str() else {
        return false;
    };
    key.starts_with(['$', '_', '#', '/'])
        || key.starts_with("x-")
        || matches!(
            key,
            "comment" | "comments" | "description" | "note" | "notes" | "title" | "name"
        )
}

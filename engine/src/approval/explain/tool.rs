//! The lines about a tool's name, which come before those about its class.

use super::{LineKind, Path, words};
use crate::approval::gate::{Decision, Gate};
use crate::approval::harness::Harness;
use crate::approval::load::Load;
use crate::approval::tools::{ToolVerdict, is_recordable};
use crate::approval::words::FAIL_CLOSED_CALLS;

/// Adds the lines about a tool's name.
pub(super) fn explain(
    path: &mut Path,
    load: &Load,
    gate: &Gate,
    harness: Harness,
    decision: &Decision,
) {
    let tool = &decision.tool;
    let title = harness.title();
    path.line(
        LineKind::Tool,
        None,
        format_args!("Tool `{tool}` under {title}"),
    );
    if let ToolVerdict::Adapter(claim) = decision.verdict {
        let told = claim.told();
        path.line(
            LineKind::Adapter,
            None,
            format_args!("The {title} adapter has a rule of its own for it: {told}"),
        );
        if let Some((index, entry)) = gate.tools().first_match(tool) {
            let (glob, number) = (&entry.glob, index + 1);
            path.line(
                LineKind::Mapping,
                Some(entry.node),
                format_args!("Entry {number} of `tools`, `{glob}`, is not asked"),
            );
        }
        return;
    }
    path.line(
        LineKind::Adapter,
        None,
        format_args!(
            "The {title} adapter has no rule of its own for it, so the policy's `tools` are asked"
        ),
    );
    let node = decision.mapping;
    match decision.verdict {
        ToolVerdict::Adapter(_) => {}
        ToolVerdict::Unavailable => {
            let told = load.policy().err().map(words::told).unwrap_or_default();
            path.line(
                LineKind::Policy,
                None,
                format_args!(
                    "The policy does not load ({told}): what nobody could read maps nothing and excuses nothing, so {FAIL_CLOSED_CALLS}"
                ),
            );
        }
        ToolVerdict::Mapped { entry, index } => {
            let (glob, class, number) = (&entry.glob, &entry.class, index + 1);
            path.line(
                LineKind::Mapping,
                node,
                format_args!(
                    "Entry {number} of `tools`, `{glob}`, is the first that matches: class `{class}`"
                ),
            );
        }
        ToolVerdict::Unmapped(mode) => {
            let mode = mode.name();
            path.line(
                LineKind::Mapping,
                node,
                format_args!(
                    "No entry of `tools` matches; `defaults.unmapped_tool: {mode}` makes it class `harness.tool.unmapped`"
                ),
            );
        }
        ToolVerdict::NotGated => path.line(
            LineKind::Mapping,
            None,
            format_args!(
                "No entry of `tools` matches, and there is no `defaults.unmapped_tool`: the gate is not asked"
            ),
        ),
    }
    if decision.class.is_some() && !is_recordable(tool) {
        path.line(
            LineKind::Name,
            node,
            format_args!(
                "No record can carry this name, so the call is refused before its class matters; names are 1 to 256 letters, digits and `_ . : -`"
            ),
        );
    }
}

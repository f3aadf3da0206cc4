//! Rules about tools that rule each other out, and tool names that nearly match.

use super::names::Shown;
use super::{HintKind, Hints};
use crate::arh::policy::{ListedTool, Policy, ToolSchema};
use crate::arh::trace::Trace;
use crate::closest::closest_name;
use crate::source::{Integer, Text};
use hashbrown::HashSet;

/// A name is compared with this many listed tools at most.
const MOST_COMPARED: usize = 200;

/// Looks at `sequence`, and at the rules that count steps and calls.
pub(super) fn look(policy: &Policy, hints: &mut Hints) {
    let sequence = &policy.sequence;
    if let [tool] = &sequence.call_order[..] {
        let message = format_args!(
            "an order of one tool is no rule: {} has nothing to come before or after",
            Shown(tool.name.as_text())
        );
        hints.add(HintKind::CallOrderOfOne, tool.clause, message);
    }
    for tool in &sequence.required_tools {
        let name = tool.name.as_text();
        look_at_listing(
            policy,
            tool,
            Some((HintKind::RequiredToolNotAllowed, "must be called")),
            hints,
        );
        if let Some(max) = policy
            .tool(name)
            .and_then(|schema| schema.max_calls.as_ref())
            && max.value == Integer::Small(0)
        {
            let message = format_args!(
                "tool {} must be called, but its `max_calls` is 0: one of the two rules is always broken",
                Shown(name)
            );
            hints.add(HintKind::RequiredToolNeverCallable, tool.clause, message);
        }
    }
    for tool in &sequence.call_order {
        look_at_listing(
            policy,
            tool,
            Some((HintKind::OrderedToolNotAllowed, "has a place in the order")),
            hints,
        );
    }
    look_at_forbidden(policy, hints);
    for list in [&sequence.required_tools, &sequence.forbidden_tools] {
        let mut seen = HashSet::new();
        for tool in list.iter().filter(|tool| !seen.insert(tool.name.as_text())) {
            add_duplicate(tool.name.as_text(), tool.clause, hints);
        }
    }
    let mut seen = HashSet::new();
    for clause in &policy.unsafe_patterns.clauses {
        let pattern = policy.document.string(*clause).unwrap_or(Text::Utf8(""));
        if !seen.insert(pattern) {
            add_duplicate(pattern, *clause, hints);
        }
    }
    look_at_retries(policy, hints);
    look_at_step_limit(policy, hints);
}

fn add_duplicate(name: Text<'_>, node: crate::source::NodeId, hints: &mut Hints) {
    let message = format_args!(
        "{} is listed twice, and each entry is counted and reported on its own",
        Shown(name)
    );
    hints.add(HintKind::DuplicateEntry, node, message);
}

/// Looks for a named tool that is not in `allowed_tools`: one that is refused when called (where a rule expects a
/// call), or one that is nearly a listed one.
fn look_at_listing(
    policy: &Policy,
    tool: &ListedTool,
    expected: Option<(HintKind, &str)>,
    hints: &mut Hints,
) {
    let name = tool.name.as_text();
    if name.is_empty() || policy.tool(name).is_some() {
        return;
    }
    let refused = expected.filter(|_| !policy.allow_unlisted_tools.value);
    let kind = refused.map_or(HintKind::ToolNearListed, |(kind, _)| kind);
    if !hints.wants(kind) {
        return;
    }
    let near = closest_tool(policy, name);
    match (refused, near) {
        (Some((_, expectation)), _) => {
            let message = format_args!(
                "tool {} {expectation}, but `allowed_tools` does not list it, so each call of it is an error",
                Shown(name)
            );
            hints.suggest(kind, tool.clause, message, near);
        }
        (None, Some(listed)) => {
            let message = format_args!(
                "tool {} is not in `allowed_tools`, which lists {}; names are compared exactly",
                Shown(name),
                Shown(Text::Utf8(listed))
            );
            hints.suggest(kind, tool.clause, message, near);
        }
        (None, None) => {}
    }
}

fn closest_tool<'a>(policy: &'a Policy, name: Text<'_>) -> Option<&'a str> {
    closest_name(
        name,
        policy
            .tools
            .iter()
            .take(MOST_COMPARED)
            .map(|tool| tool.name.as_text()),
    )
}

fn look_at_forbidden(policy: &Policy, hints: &mut Hints) {
    let ordered: HashSet<Text<'_>> = policy
        .sequence
        .call_order
        .iter()
        .map(|tool| tool.name.as_text())
        .collect();
    for tool in &policy.sequence.forbidden_tools {
        let name = tool.name.as_text();
        look_at_listing(policy, tool, None, hints);
        let schema = policy.tool(name);
        let least = schema
            .and_then(|schema| schema.min_calls.as_ref())
            .filter(|min| min.value > Integer::Small(0));
        if let Some(min) = least {
            let message = format_args!(
                "tool {} is forbidden, but its `min_calls` is {}: one of the two rules is always broken",
                Shown(name),
                min.value
            );
            hints.add(HintKind::ForbiddenToolExpected, tool.clause, message);
        } else if ordered.contains(&name) {
            let message = format_args!(
                "tool {} is forbidden, so its place in `call_order` only matters in a run that fails anyway",
                Shown(name)
            );
            hints.add(HintKind::ForbiddenToolExpected, tool.clause, message);
        } else if schema.is_some() {
            let message = format_args!(
                "tool {} is in `allowed_tools` too; being forbidden wins, so each call of it is an error",
                Shown(name)
            );
            hints.add(HintKind::ForbiddenToolAllowed, tool.clause, message);
        }
    }
}

/// Looks for calls that must be retried and must not.
fn look_at_retries(policy: &Policy, hints: &mut Hints) {
    if !policy.error_handling.require_retry_on_error.value {
        return;
    }
    let one = Integer::Small(1);
    if let Some(attempts) = policy
        .error_handling
        .max_attempts
        .as_ref()
        .filter(|attempts| attempts.value == one)
    {
        let message = format_args!(
            "a failed call must be retried, but with `max_attempts` 1 only with other arguments: the same ones would be an attempt too many"
        );
        hints.suggest(
            HintKind::RetryAgainstMaxAttempts,
            attempts.clause,
            message,
            Some("2"),
        );
    }
    for tool in &policy.tools {
        if let Some(max) = tool.max_calls.as_ref().filter(|max| max.value == one) {
            let message = format_args!(
                "a failed call of tool {} must be retried, but `max_calls` 1 leaves no call for that",
                Shown(tool.name.as_text())
            );
            hints.suggest(
                HintKind::RetryAgainstMaxCalls,
                max.clause,
                message,
                Some("2"),
            );
        }
    }
}

/// Looks for a step limit below what other rules ask for.
fn look_at_step_limit(policy: &Policy, hints: &mut Hints) {
    let Some(limit) = &policy.completion.max_steps else {
        return;
    };
    let required: HashSet<Text<'_>> = policy
        .sequence
        .required_tools
        .iter()
        .map(|tool| tool.name.as_text())
        .collect();
    let unlisted = required
        .iter()
        .filter(|name| !name.is_empty() && policy.tool(**name).is_none())
        .count();
    let mut needed =
        Integer::Small(unlisted as i64 + i64::from(policy.completion.require_final_response.value));
    // No call has an empty name, so what is asked of one is no step.
    for tool in policy
        .tools
        .iter()
        .filter(|tool| !tool.name.as_text().is_empty())
    {
        needed = needed.plus(&least_calls(tool, required.contains(&tool.name.as_text())));
    }
    if needed > limit.value {
        let message = format_args!(
            "`max_steps` is {}, but the calls and the response that other rules ask for are {needed} steps",
            limit.value
        );
        hints.suggest(
            HintKind::MaxStepsTooSmall,
            limit.clause,
            message,
            Some(&needed.to_string()),
        );
    }
}

fn least_calls(tool: &ToolSchema, required: bool) -> Integer {
    let required = Integer::Small(i64::from(required));
    match &tool.min_calls {
        Some(min) if min.value > required => min.value.clone(),
        _ => required,
    }
}

/// Looks for called tools that are admitted as unlisted ones, but are nearly a listed one.
pub(super) fn look_at_calls(policy: &Policy, trace: &Trace, hints: &mut Hints) {
    if !policy.allow_unlisted_tools.value || policy.tools.is_empty() {
        return;
    }
    for node in trace.tools.names().iter().take(MOST_COMPARED) {
        let Some(name) = trace.document.string(*node) else {
            continue;
        };
        if policy.tool(name).is_some() {
            continue;
        }
        if let Some(listed) = closest_tool(policy, name) {
            let message = format_args!(
                "tool {} is admitted as an unlisted one, so its arguments are not judged; `allowed_tools` lists {}",
                Shown(name),
                Shown(Text::Utf8(listed))
            );
            hints.suggest(HintKind::ToolNearListed, *node, message, Some(listed));
        }
    }
}

//! Protected paths that are routed to a class: what the gate protects anyway may not become looser by that.

use super::super::classes::{Classes, Reversible, Ruling};
use super::super::policy::{Policy, ProtectedPath};

/// The class of a path that the gate protects whatever a policy says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BuiltIn {
    LogMutate,
    PolicyCore,
    PolicyEdit,
}

/// Whether the named file or folder stands last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    /// As the last segment.
    Last,
    /// As any segment.
    Anywhere,
}

/// The paths the gate protects: a segment, what the one after it starts with, and its class. The first that fits
/// counts. Builds for other harnesses know more of them.
const BUILT_IN: [(&str, &str, Where, BuiltIn); 9] = [
    (".approval", "log", Where::Anywhere, BuiltIn::LogMutate),
    ("APPROVAL.md", "", Where::Last, BuiltIn::PolicyCore),
    ("APPROVALS.md", "", Where::Last, BuiltIn::PolicyCore),
    (".approval", "", Where::Anywhere, BuiltIn::PolicyCore),
    (".claude", "settings", Where::Anywhere, BuiltIn::PolicyCore),
    ("CLAUDE.md", "", Where::Last, BuiltIn::PolicyEdit),
    ("AGENTS.md", "", Where::Last, BuiltIn::PolicyEdit),
    (".npmrc", "", Where::Last, BuiltIn::PolicyEdit),
    (".github", "workflows", Where::Anywhere, BuiltIn::PolicyEdit),
];

/// The first entry that makes a protected path looser, and what to write instead.
pub(super) fn check(policy: &Policy) -> Option<(&ProtectedPath, String)> {
    let mut classes = None;
    for entry in &policy.protected_paths {
        let Some((class, _)) = &entry.class else {
            continue;
        };
        let built_in = match built_in(&entry.path) {
            None => continue,
            Some(BuiltIn::PolicyEdit) => None,
            Some(BuiltIn::LogMutate) => Some("log.mutate"),
            Some(BuiltIn::PolicyCore) => Some("policy.core"),
        };
        if let Some(built_in) = built_in {
            let message = format!(
                "This path is always `{built_in}` and cannot be routed: write the path alone, without a class"
            );
            return Some((entry, message));
        }
        let classes = classes.get_or_insert_with(|| Classes::of(Some(policy)));
        for reversible in [Reversible::NotStated, Reversible::No] {
            let line = classes.resolve("policy.edit", reversible).ruling;
            let routed = classes.resolve(class, reversible).ruling;
            if is_looser(&routed, &line) {
                let when = match reversible {
                    Reversible::No => " for irreversible actions",
                    _ => "",
                };
                let message = format!(
                    "`{class}` is {}{when}, looser than `policy.edit` ({}), which protects this path: make its rule as \
                     strict, or remove the class here",
                    said(&routed),
                    said(&line)
                );
                return Some((entry, message));
            }
        }
    }
    None
}

fn is_looser(routed: &Ruling<'_>, line: &Ruling<'_>) -> bool {
    let (ours, theirs) = (routed.declared.looseness(), line.declared.looseness());
    let samples_less = match (routed.live_rate, line.live_rate) {
        (Some(routed), Some(line)) => routed < line,
        _ => false,
    };
    ours > theirs || (ours == theirs && samples_less)
}

/// A level as it is told, with its rate.
fn said(ruling: &Ruling<'_>) -> String {
    match ruling.live_rate {
        Some(rate) => format!("{} at {rate}", ruling.declared.name()),
        None => ruling.declared.name().to_owned(),
    }
}

/// The class of a path that the gate protects anyway.
fn built_in(path: &str) -> Option<BuiltIn> {
    let segments: Vec<_> = path
        .split(['/', '\\'])
        .filter(|segment| !matches!(*segment, "" | "."))
        .collect();
    let fits = |(name, next, place, _): &&(&str, &str, Where, BuiltIn)| {
        let mut at = (0..segments.len()).filter(|at| segments.get(*at) == Some(name));
        at.any(|at| match (place, segments.get(at + 1)) {
            (Where::Last, after) => after.is_none(),
            (Where::Anywhere, _) if next.is_empty() => true,
            // The log's folder has exactly this name; settings may have endings.
            (Where::Anywhere, after) => after.is_some_and(|after| match *name {
                ".claude" => after.starts_with(next),
                _ => after == next,
            }),
        })
    };
    BUILT_IN.iter().find(fits).map(|(_, _, _, class)| *class)
}

//! Hints: places where a policy that loads may not do what it seems to.
//!
//! A hint never changes an answer. Each pass is linear in the size of the policy, but for the number of patterns a class
//! can match; of one kind at most [`MOST_PER_KIND`] hints are given. The kinds are the table in `kinds.rs`; each has cases in
//! `tests/cases/approval-hints.jsonl`.

mod kinds;
mod reach;

pub use kinds::HintKind;

use super::autonomy::Level;
use super::harness::Harness;
use super::load::Load;
use super::policy::{Policy, Rule};
use super::tools::{ToolMap, glob};
use crate::closest::closest_name;
use crate::order::sort_by_key;
use crate::problem::Place;
use crate::source::Text;
use crate::source::yaml::NodeId;
use hashbrown::HashSet;
use std::fmt::Arguments;

/// The most hints of one kind that are given.
pub const MOST_PER_KIND: usize = 100;

/// A place where a policy may not do what it seems to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// What it is about.
    pub kind: HintKind,
    /// Where it is.
    pub place: Place,
    /// One sentence without a final period.
    pub message: String,
    /// What was probably meant, as it would be written in the policy.
    pub suggestion: Option<String>,
}

/// The hints on a policy under a harness, in the order of its text. A policy that does not load has none: everything in
/// it is inert, and its failure says why.
pub fn hints(load: &Load, harness: Harness) -> Vec<Hint> {
    let Ok(policy) = load.policy() else {
        return Vec::new();
    };
    let mut hints = Hints {
        load,
        found: Vec::new(),
        counts: [0; HintKind::COUNT],
    };
    look_at_entries(policy, harness, &mut hints);
    reach::look_at_classes(policy, &mut hints);
    look_at_approvers(policy, &mut hints);
    look_at_defaults(policy, &mut hints);
    sort_by_key(&mut hints.found, |hint| (hint.place.range, hint.kind));
    hints.found
}

struct Hints<'l> {
    load: &'l Load,
    found: Vec<Hint>,
    counts: [usize; HintKind::COUNT],
}

impl Hints<'_> {
    /// Whether another hint of this kind would be kept.
    fn wants(&self, kind: HintKind) -> bool {
        self.counts[kind as usize] < MOST_PER_KIND
    }

    #[inline(never)]
    fn add(
        &mut self,
        kind: HintKind,
        node: NodeId,
        suggestion: Option<&str>,
        message: Arguments<'_>,
    ) {
        if self.wants(kind) {
            self.counts[kind as usize] += 1;
            self.found.push(Hint {
                kind,
                place: self.load.place(node),
                message: message.to_string(),
                suggestion: suggestion.map(str::to_owned),
            });
        }
    }
}

fn look_at_entries(policy: &Policy, harness: Harness, hints: &mut Hints) {
    let map = ToolMap::new(hints.load, harness);
    let title = harness.title();
    for (index, entry) in policy.tools.iter().enumerate() {
        let glob = &entry.glob;
        // Patterns are matched as texts here: see `glob::covers`.
        if let Some((first, earlier)) = map.first_match(glob)
            && first < index
        {
            let (number, wider) = (first + 1, &earlier.glob);
            let class = &earlier.class;
            hints.add(
                HintKind::ShadowedEntry,
                entry.glob_node,
                None,
                format_args!(
                    "This entry is never reached: entry {number}, `{wider}`, stands before it and matches every name that `{glob}` does, so they are class `{class}`"
                ),
            );
        }
        let mut claims = harness.claims().iter();
        if let Some(claim) = claims.clone().find(|claim| glob::covers(claim.glob, glob)) {
            let told = claim.told();
            hints.add(
                HintKind::ClaimedEntry,
                entry.glob_node,
                None,
                format_args!(
                    "This entry does nothing under {title}: `{glob}` is {told}, and `tools` is not asked"
                ),
            );
        } else if glob != glob::CATCH_ALL
            && let Some(claim) = claims.find(|claim| glob::covers(glob, claim.glob))
        {
            // What matches every name is a net for what is not known, and meant for no claimed tool in particular.
            let name = claim.glob;
            hints.add(
                HintKind::PartlyClaimedEntry,
                entry.glob_node,
                None,
                format_args!(
                    "`{glob}` also matches `{name}`, but does not reach it under {title}: it is {}",
                    claim.told()
                ),
            );
        }
    }
    if let (Some(entry), None) = (policy.tools.last(), policy.defaults.unmapped_tool)
        && !policy
            .tools
            .iter()
            .any(|entry| entry.glob == glob::CATCH_ALL)
    {
        hints.add(
            HintKind::UnmappedToolUnset,
            entry.node,
            Some("unmapped_tool: ask"),
            format_args!(
                "A tool that no entry names is not gated: its calls go ahead and nothing records them; `unmapped_tool: record` or `ask` under `defaults` changes that"
            ),
        );
    }
}

fn look_at_approvers(policy: &Policy, hints: &mut Hints) {
    let declared: HashSet<&str> = policy
        .approvers
        .iter()
        .map(|approver| approver.id.as_str())
        .collect();
    for (id, node) in policy.classes.iter().flat_map(named_approvers) {
        if !declared.contains(id) && hints.wants(HintKind::UndeclaredApprover) {
            let ids = policy.approvers.iter();
            let meant = closest_name(Text::Utf8(id), ids.map(|approver| Text::Utf8(&approver.id)));
            hints.add(
                HintKind::UndeclaredApprover,
                node,
                meant,
                format_args!("`{id}` is no key of `approvers`, so nobody can approve by that name"),
            );
        }
    }
}

fn named_approvers(rule: &Rule) -> impl Iterator<Item = (&str, NodeId)> {
    let named = rule.approvers.iter().flatten();
    named.map(|(id, node)| (id.as_str(), *node))
}

fn look_at_defaults(policy: &Policy, hints: &mut Hints) {
    let Some((level, node)) = policy.defaults.autonomy else {
        return;
    };
    let loosest = policy
        .classes
        .iter()
        .map(|rule| rule.level)
        .max_by_key(|level| level.looseness());
    if let Some(loosest) = loosest
        && loosest.looseness() < level.looseness()
    {
        let (default, loosest) = (level.name(), loosest.name());
        hints.add(
            HintKind::LooseDefault,
            node,
            Some(Level::Manual.name()),
            format_args!(
                "Every class that no rule matches is {default}, looser than the loosest rule, which is {loosest}: what was not thought of goes ahead more easily than what was"
            ),
        );
    }
}

//! The tool map: what a policy's `tools` say about the name of a tool. (Section (f) of the specification.)

pub mod glob;
mod index;

use super::harness::{Claim, Harness};
use super::load::Load;
use super::policy::{ToolEntry, Unmapped};
use index::EntryIndex;

/// What a tool's name comes to.
#[derive(Clone, Copy, Debug)]
pub enum ToolVerdict<'l> {
    /// The harness's adapter has rules of its own for it, and the policy's entries are not asked.
    Adapter(&'static Claim),
    /// The policy did not load, so nothing is known about the tool.
    Unavailable,
    /// An entry names it.
    Mapped {
        /// The first entry that does.
        entry: &'l ToolEntry,
        /// Its index in `tools`.
        index: usize,
    },
    /// No entry names it, and `defaults.unmapped_tool` says what then.
    Unmapped(Unmapped),
    /// No entry names it, and nothing says what then: the gate is not asked.
    NotGated,
}

impl ToolVerdict<'_> {
    /// The word in answers.
    pub const fn name(&self) -> &'static str {
        match self {
            ToolVerdict::Adapter(_) => "adapter",
            ToolVerdict::Unavailable => "unavailable",
            ToolVerdict::Mapped { .. } => "mapped",
            ToolVerdict::Unmapped(_) => "unmapped",
            ToolVerdict::NotGated => "not-gated",
        }
    }
}

/// The longest name a record can carry, in characters.
const MOST_NAME_CHARACTERS: usize = 256;

/// Whether a record can carry a tool's name: 1 to 256 ASCII letters, digits and `_ . : -`.
pub fn is_recordable(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.:-".contains(&byte);
    (1..=MOST_NAME_CHARACTERS).contains(&name.len()) && name.bytes().all(allowed)
}

/// The tool map of a policy, ready for many names.
pub struct ToolMap<'l> {
    harness: Harness,
    loaded: bool,
    entries: EntryIndex<'l>,
    unmapped: Option<Unmapped>,
}

impl<'l> ToolMap<'l> {
    /// The tool map of a policy that may not have loaded.
    pub fn new(load: &'l Load, harness: Harness) -> ToolMap<'l> {
        let policy = load.policy().ok();
        let unmapped = policy.and_then(|policy| policy.defaults.unmapped_tool);
        ToolMap {
            harness,
            loaded: policy.is_some(),
            entries: EntryIndex::new(policy.map_or(&[], |policy| &policy.tools)),
            unmapped: unmapped.map(|(mode, _)| mode),
        }
    }

    /// What a tool's name comes to.
    pub fn verdict(&self, tool: &str) -> ToolVerdict<'l> {
        if let Some(claim) = self.harness.claim(tool) {
            return ToolVerdict::Adapter(claim);
        }
        if !self.loaded {
            return ToolVerdict::Unavailable;
        }
        if let Some((index, entry)) = self.first_match(tool) {
            return ToolVerdict::Mapped { entry, index };
        }
        self.unmapped
            .map_or(ToolVerdict::NotGated, ToolVerdict::Unmapped)
    }

    /// The first entry that matches a name, whoever claims it.
    pub fn first_match(&self, tool: &str) -> Option<(usize, &'l ToolEntry)> {
        self.entries.first_match(tool)
    }
}

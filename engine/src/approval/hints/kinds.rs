//! The table of hint kinds.

/// What a hint is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HintKind {
    /// An entry of `tools` whose names an earlier entry all takes.
    ShadowedEntry,
    /// An entry of `tools` whose names the harness's adapter all claims.
    ClaimedEntry,
    /// An entry of `tools` that is no catch-all and matches a name that the adapter claims.
    PartlyClaimedEntry,
    /// `unmapped_tool` is absent, though `tools` has entries and no catch-all.
    UnmappedToolUnset,
    /// A rule for classes that nothing known comes to.
    UnreachedClass,
    /// An approver named by a rule and not declared.
    UndeclaredApprover,
    /// A default that is looser than every rule.
    LooseDefault,
}

static TABLE: [(HintKind, &str, &str); HintKind::COUNT] = [
    (
        HintKind::ShadowedEntry,
        "shadowed-entry",
        "An entry that an earlier one leaves nothing to",
    ),
    (
        HintKind::ClaimedEntry,
        "claimed-entry",
        "An entry for tools that the harness's adapter claims",
    ),
    (
        HintKind::PartlyClaimedEntry,
        "partly-claimed-entry",
        "An entry that seems to reach a tool that the adapter claims",
    ),
    (
        HintKind::UnmappedToolUnset,
        "unmapped-tool-unset",
        "A tool map under which the tools it leaves out are not gated",
    ),
    (
        HintKind::UnreachedClass,
        "unreached-class",
        "A rule for classes that no tool comes to",
    ),
    (
        HintKind::UndeclaredApprover,
        "undeclared-approver",
        "An approver who is not declared",
    ),
    (
        HintKind::LooseDefault,
        "loose-default",
        "A default that is looser than every rule",
    ),
];

impl HintKind {
    pub(super) const COUNT: usize = HintKind::LooseDefault as usize + 1;

    /// All kinds.
    pub fn all() -> impl Iterator<Item = HintKind> {
        TABLE.iter().map(|(kind, ..)| *kind)
    }

    /// The name in answers, in small letters with hyphens.
    pub fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// A few words that say what it is.
    pub fn title(self) -> &'static str {
        TABLE[self as usize].2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_kinds() {
        for (index, kind) in HintKind::all().enumerate() {
            assert_eq!(kind as usize, index, "{}", kind.name());
        }
    }
}

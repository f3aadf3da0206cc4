//! The table of hint kinds.

/// What kind of surprise a hint is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(
    missing_docs,
    reason = "each is a row of the table, which says what it is"
)]
pub enum HintKind {
    UnknownKey,
    MisplacedKey,
    DuplicateKey,
    SectionReadAsAbsent,
    BooleanAsText,
    BooleanAsValue,
    IdNotText,
    SchemaVersionNotText,
    EmptyToolName,
    PaddedName,
    UnknownType,
    TypeNotText,
    EnumEquality,
    EnumDuplicate,
    EnumTypeMismatch,
    EnumEmpty,
    EnumOutsideBounds,
    PatternOnOtherType,
    PatternSkipsOtherTypes,
    BoundsOnOtherType,
    BoundsSkipOtherTypes,
    ArgumentInBothSections,
    MinCallsZero,
    BudgetNeverBreached,
    BudgetAsBoolean,
    BudgetNegative,
    BudgetNotANumber,
    StepBudgetAboveTotal,
    CoverageStillCostsPoints,
    CoverageOutOfRange,
    CoverageAsText,
    CoverageAsBoolean,
    PatternMatchesNearlyAll,
    CaseFlagRedundant,
    CaseIgnoredInPattern,
    CallOrderOfOne,
    RequiredToolNotAllowed,
    OrderedToolNotAllowed,
    ToolNearListed,
    ForbiddenToolAllowed,
    ForbiddenToolExpected,
    RequiredToolNeverCallable,
    DuplicateEntry,
    RetryAgainstMaxAttempts,
    RetryAgainstMaxCalls,
    MaxStepsTooSmall,
    CitationsNotAList,
    CitationNotAnObject,
    GroundingOnToolCall,
    CallFieldsOnResponse,
    StatusAgainstError,
    BlankError,
    OutputLooksLikeError,
    PartlyRecordedBudget,
}

/// The documents in which hints of a kind are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundIn {
    /// Only policies.
    Policy,
    /// Only traces.
    Trace,
    /// Both.
    Both,
}

struct Row {
    kind: HintKind,
    name: &'static str,
    found_in: FoundIn,
    title: &'static str,
}

const fn row(kind: HintKind, name: &'static str, found_in: FoundIn, title: &'static str) -> Row {
    Row {
        kind,
        name,
        found_in,
        title,
    }
}

use FoundIn::{Both, Policy, Trace};

#[rustfmt::skip]
static TABLE: [Row; HintKind::COUNT] = [
    row(HintKind::UnknownKey, "unknown-key", Both, "A key that is not read"),
    row(HintKind::MisplacedKey, "misplaced-key", Policy, "A key that is read elsewhere, not here"),
    row(HintKind::DuplicateKey, "duplicate-key", Both, "A key written twice: only the last is read"),
    row(HintKind::SectionReadAsAbsent, "section-read-as-absent", Both, "A section of the wrong type, read as absent"),
    row(HintKind::BooleanAsText, "boolean-as-text", Both, "A text in place of true or false"),
    row(HintKind::BooleanAsValue, "boolean-as-value", Both, "A value in place of true or false"),
    row(HintKind::IdNotText, "id-not-text", Both, "A name that is no text, read as it prints"),
    row(HintKind::SchemaVersionNotText, "schema-version-not-text", Both, "A version that is no text, read as it prints"),
    row(HintKind::EmptyToolName, "empty-tool-name", Policy, "An empty tool name, which no call can have"),
    row(HintKind::PaddedName, "padded-name", Both, "A name with spaces or invisible characters"),
    row(HintKind::UnknownType, "unknown-type", Policy, "A type name that is not known, so not checked"),
    row(HintKind::TypeNotText, "type-not-text", Policy, "A type that is no text, so not checked"),
    row(HintKind::EnumEquality, "enum-equality", Policy, "An enum that lets equal values of another type through"),
    row(HintKind::EnumDuplicate, "enum-duplicate", Policy, "An enum member that equals an earlier one"),
    row(HintKind::EnumTypeMismatch, "enum-type-mismatch", Policy, "An enum member that the declared type rules out"),
    row(HintKind::EnumEmpty, "enum-empty", Policy, "An enum that allows no value"),
    row(HintKind::EnumOutsideBounds, "enum-outside-bounds", Policy, "An enum member that min or max rules out"),
    row(HintKind::PatternOnOtherType, "pattern-on-other-type", Policy, "A pattern on a type that is no text"),
    row(HintKind::PatternSkipsOtherTypes, "pattern-skips-other-types", Policy, "A pattern that values other than text pass"),
    row(HintKind::BoundsOnOtherType, "bounds-on-other-type", Policy, "Bounds on a type that is no number"),
    row(HintKind::BoundsSkipOtherTypes, "bounds-skip-other-types", Policy, "Bounds that values other than numbers pass"),
    row(HintKind::ArgumentInBothSections, "argument-in-both-sections", Policy, "An argument declared as required and as optional"),
    row(HintKind::MinCallsZero, "min-calls-zero", Policy, "A call count that is never missed and still scores"),
    row(HintKind::BudgetNeverBreached, "budget-never-breached", Policy, "A budget that nothing is above"),
    row(HintKind::BudgetAsBoolean, "budget-as-boolean", Policy, "A boolean read as a budget of 1 or 0"),
    row(HintKind::BudgetNegative, "budget-negative", Policy, "A budget that even 0 is above"),
    row(HintKind::BudgetNotANumber, "budget-not-a-number", Policy, "A budget that cannot be compared with a number"),
    row(HintKind::StepBudgetAboveTotal, "step-budget-above-total", Policy, "A step budget above the total one"),
    row(HintKind::CoverageStillCostsPoints, "coverage-still-costs-points", Policy, "A minimum of 0 under which uncited responses cost points"),
    row(HintKind::CoverageOutOfRange, "coverage-out-of-range", Policy, "A minimum that is always or never missed"),
    row(HintKind::CoverageAsText, "coverage-as-text", Policy, "A text read as a number"),
    row(HintKind::CoverageAsBoolean, "coverage-as-boolean", Policy, "A boolean read as a minimum of 1 or 0"),
    row(HintKind::PatternMatchesNearlyAll, "pattern-matches-nearly-all", Policy, "An unsafe pattern that nearly every text matches"),
    row(HintKind::CaseFlagRedundant, "case-flag-redundant", Policy, "A flag that changes nothing"),
    row(HintKind::CaseIgnoredInPattern, "case-ignored-in-pattern", Policy, "Capital letters that also match small ones"),
    row(HintKind::CallOrderOfOne, "call-order-of-one", Policy, "An order of one tool, which is no rule"),
    row(HintKind::RequiredToolNotAllowed, "required-tool-not-allowed", Policy, "A tool that must be called but is not allowed"),
    row(HintKind::OrderedToolNotAllowed, "ordered-tool-not-allowed", Policy, "A tool with a place in the order that is not allowed"),
    row(HintKind::ToolNearListed, "tool-near-listed", Both, "A tool that is nearly, but not quite, a listed one"),
    row(HintKind::ForbiddenToolAllowed, "forbidden-tool-allowed", Policy, "A tool that is both listed and forbidden"),
    row(HintKind::ForbiddenToolExpected, "forbidden-tool-expected", Policy, "A forbidden tool that other rules expect"),
    row(HintKind::RequiredToolNeverCallable, "required-tool-never-callable", Policy, "A required tool that may be called 0 times"),
    row(HintKind::DuplicateEntry, "duplicate-entry", Policy, "An entry listed twice and counted twice"),
    row(HintKind::RetryAgainstMaxAttempts, "retry-against-max-attempts", Policy, "A retry that max_attempts rules out"),
    row(HintKind::RetryAgainstMaxCalls, "retry-against-max-calls", Policy, "A retry that max_calls rules out"),
    row(HintKind::MaxStepsTooSmall, "max-steps-too-small", Policy, "Fewer steps than the other rules need"),
    row(HintKind::CitationsNotAList, "citations-not-a-list", Trace, "Citations counted by letter or by key"),
    row(HintKind::CitationNotAnObject, "citation-not-an-object", Trace, "A citation without url and source that still counts"),
    row(HintKind::GroundingOnToolCall, "grounding-on-tool-call", Trace, "Grounding asked of a tool call"),
    row(HintKind::CallFieldsOnResponse, "call-fields-on-response", Trace, "A tool named by a step that is no call"),
    row(HintKind::StatusAgainstError, "status-against-error", Trace, "A status of ok beside an error text"),
    row(HintKind::BlankError, "blank-error", Trace, "A blank error text that makes a failure"),
    row(HintKind::OutputLooksLikeError, "output-looks-like-error", Trace, "An output that reads like an error in a successful call"),
    row(HintKind::PartlyRecordedBudget, "partly-recorded-budget", Policy, "A budget that some steps do not count towards"),
];

impl HintKind {
    pub(super) const COUNT: usize = HintKind::PartlyRecordedBudget as usize + 1;

    /// All kinds, in the order of the table.
    pub fn all() -> impl Iterator<Item = HintKind> {
        TABLE.iter().map(|row| row.kind)
    }

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The name used in reports, in small letters with hyphens.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Where such hints are found.
    pub fn found_in(self) -> FoundIn {
        self.row().found_in
    }

    /// A few words that say what it is.
    pub fn title(self) -> &'static str {
        self.row().title
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

//! The rule table: one row for each of the 31 rules.

/// How serious a finding is. Only errors fail a trace by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Fails the trace whatever its score.
    Error,
    /// Does not fail a trace by itself.
    Warning,
    /// A note.
    Info,
}

impl Severity {
    /// The name used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        }
    }
}

/// A scoring category, in the order in which weights and products are summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub enum Category {
    Schema,
    Budget,
    Safety,
    Grounding,
    Sequence,
    Flow,
    Completion,
}

impl Category {
    /// All categories, in scoring order.
    pub const ALL: [Category; 7] = [
        Category::Schema,
        Category::Budget,
        Category::Safety,
        Category::Grounding,
        Category::Sequence,
        Category::Flow,
        Category::Completion,
    ];

    /// The name used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Category::Schema => "schema",
            Category::Budget => "budget",
            Category::Safety => "safety",
            Category::Grounding => "grounding",
            Category::Sequence => "sequence",
            Category::Flow => "flow",
            Category::Completion => "completion",
        }
    }
}

/// A policy and a trace as JSON text, small enough to read at a glance.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The policy's text.
    pub policy: &'static str,
    /// The trace's text.
    pub trace: &'static str,
}

/// A row of the rule table.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The stable id, such as `ARH-SCH-001`.
    pub id: &'static str,
    /// The category it is counted in.
    pub category: Category,
    /// The severity unless the policy says otherwise.
    pub severity: Severity,
    /// A few words that name the problem.
    pub title: &'static str,
    /// What exactly is counted, and how it weighs.
    pub explanation: &'static str,
    /// What a person can do about it.
    pub remediation: &'static str,
    /// The heading of the policy specification that the rule belongs to.
    pub spec_section: &'static str,
    /// A policy and a trace that give this rule.
    pub failing: Example,
    /// The same with the problem mended: no findings, and the trace passes.
    pub passing: Example,
}

/// A rule, by the last two parts of its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(
    missing_docs,
    reason = "each is a row of the table, which says what it is"
)]
pub enum RuleId {
    Sch001,
    Sch002,
    Sch003,
    Sch004,
    Sch005,
    Sch006,
    Sch007,
    Sch008,
    Sch009,
    Sch010,
    Bud001,
    Bud002,
    Bud003,
    Bud004,
    Bud005,
    Bud006,
    Bud007,
    Saf001,
    Grd001,
    Grd002,
    Grd003,
    Seq001,
    Seq002,
    Seq003,
    Seq004,
    Seq005,
    Flw001,
    Flw002,
    Flw003,
    Cmp001,
    Cmp002,
}

impl RuleId {
    /// All rules, in the order of the specification.
    pub const ALL: [RuleId; 31] = [
        RuleId::Sch001,
        RuleId::Sch002,
        RuleId::Sch003,
        RuleId::Sch004,
        RuleId::Sch005,
        RuleId::Sch006,
        RuleId::Sch007,
        RuleId::Sch008,
        RuleId::Sch009,
        RuleId::Sch010,
        RuleId::Bud001,
        RuleId::Bud002,
        RuleId::Bud003,
        RuleId::Bud004,
        RuleId::Bud005,
        RuleId::Bud006,
        RuleId::Bud007,
        RuleId::Saf001,
        RuleId::Grd001,
        RuleId::Grd002,
        RuleId::Grd003,
        RuleId::Seq001,
        RuleId::Seq002,
        RuleId::Seq003,
        RuleId::Seq004,
        RuleId::Seq005,
        RuleId::Flw001,
        RuleId::Flw002,
        RuleId::Flw003,
        RuleId::Cmp001,
        RuleId::Cmp002,
    ];

    /// The rule's row.
    pub const fn rule(self) -> &'static Rule {
        &TABLE[self as usize]
    }

    /// The rule with an id such as `ARH-SCH-001`.
    pub fn from_id(id: &str) -> Option<RuleId> {
        RuleId::ALL.into_iter().find(|rule| rule.rule().id == id)
    }
}

const fn row(
    id: &'static str,
    severity: Severity,
    category: Category,
    title: &'static str,
) -> Rule {
    const NONE: Example = Example {
        policy: "",
        trace: "",
    };
    Rule {
        id,
        category,
        severity,
        title,
        explanation: "",
        remediation: "",
        spec_section: "",
        failing: NONE,
        passing: NONE,
    }
}

static TABLE: [Rule; 31] = [
    row(
        "ARH-SCH-001",
        Severity::Error,
        Category::Schema,
        "The tool is not allowed",
    ),
    row(
        "ARH-SCH-002",
        Severity::Error,
        Category::Schema,
        "The tool call names no tool",
    ),
    row(
        "ARH-SCH-003",
        Severity::Error,
        Category::Schema,
        "A required argument is missing",
    ),
    row(
        "ARH-SCH-004",
        Severity::Error,
        Category::Schema,
        "An argument has the wrong type",
    ),
    row(
        "ARH-SCH-005",
        Severity::Warning,
        Category::Schema,
        "An argument is not declared",
    ),
    row(
        "ARH-SCH-006",
        Severity::Info,
        Category::Schema,
        "The declared type is unknown",
    ),
    row(
        "ARH-SCH-007",
        Severity::Error,
        Category::Schema,
        "The value is not in the enum",
    ),
    row(
        "ARH-SCH-008",
        Severity::Error,
        Category::Schema,
        "The text does not match the pattern",
    ),
    row(
        "ARH-SCH-009",
        Severity::Error,
        Category::Schema,
        "The number is out of range",
    ),
    row(
        "ARH-SCH-010",
        Severity::Warning,
        Category::Schema,
        "A step id is used twice",
    ),
    row(
        "ARH-BUD-001",
        Severity::Error,
        Category::Budget,
        "A step took too long",
    ),
    row(
        "ARH-BUD-002",
        Severity::Error,
        Category::Budget,
        "The run took too long",
    ),
    row(
        "ARH-BUD-003",
        Severity::Error,
        Category::Budget,
        "The run cost too much",
    ),
    row(
        "ARH-BUD-004",
        Severity::Error,
        Category::Budget,
        "The run used too many tokens",
    ),
    row(
        "ARH-BUD-005",
        Severity::Warning,
        Category::Budget,
        "The token budget cannot be verified",
    ),
    row(
        "ARH-BUD-006",
        Severity::Warning,
        Category::Budget,
        "The latency budget cannot be verified",
    ),
    row(
        "ARH-BUD-007",
        Severity::Warning,
        Category::Budget,
        "The cost budget cannot be verified",
    ),
    row(
        "ARH-SAF-001",
        Severity::Error,
        Category::Safety,
        "A text matches an unsafe pattern",
    ),
    row(
        "ARH-GRD-001",
        Severity::Warning,
        Category::Grounding,
        "A grounded response has no citation",
    ),
    row(
        "ARH-GRD-002",
        Severity::Error,
        Category::Grounding,
        "Too few grounded responses are cited",
    ),
    row(
        "ARH-GRD-003",
        Severity::Error,
        Category::Grounding,
        "A citation is not usable",
    ),
    row(
        "ARH-SEQ-001",
        Severity::Error,
        Category::Sequence,
        "A required tool was never called",
    ),
    row(
        "ARH-SEQ-002",
        Severity::Error,
        Category::Sequence,
        "A forbidden tool was called",
    ),
    row(
        "ARH-SEQ-003",
        Severity::Error,
        Category::Sequence,
        "Tools were first called in the wrong order",
    ),
    row(
        "ARH-SEQ-004",
        Severity::Error,
        Category::Sequence,
        "A tool was called too often",
    ),
    row(
        "ARH-SEQ-005",
        Severity::Error,
        Category::Sequence,
        "A tool was called too rarely",
    ),
    row(
        "ARH-FLW-001",
        Severity::Error,
        Category::Flow,
        "A failed call was never retried",
    ),
    row(
        "ARH-FLW-002",
        Severity::Error,
        Category::Flow,
        "The same call was tried too many times",
    ),
    row(
        "ARH-FLW-003",
        Severity::Error,
        Category::Flow,
        "A side effect was repeated",
    ),
    row(
        "ARH-CMP-001",
        Severity::Error,
        Category::Completion,
        "The run does not end in a response",
    ),
    row(
        "ARH-CMP-002",
        Severity::Error,
        Category::Completion,
        "The run has too many steps",
    ),
];

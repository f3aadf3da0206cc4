//! The rule table: one row for each of the 31 rules.

mod arguments;
mod budget;
mod completion;
mod flow;
mod grounding;
mod safety;
mod schema;
mod sequence;

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
    /// All severities, worst first.
    pub const ALL: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Info];

    /// The severity with a name used in reports.
    pub fn from_name(name: &str) -> Option<Severity> {
        Self::ALL.into_iter().find(|each| each.name() == name)
    }

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

    /// The category with a name used in reports.
    pub fn from_name(name: &str) -> Option<Category> {
        Self::ALL.into_iter().find(|each| each.name() == name)
    }

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

static TABLE: [Rule; 31] = [
    schema::SCH_001,
    schema::SCH_002,
    schema::SCH_003,
    arguments::SCH_004,
    schema::SCH_005,
    arguments::SCH_006,
    arguments::SCH_007,
    arguments::SCH_008,
    arguments::SCH_009,
    schema::SCH_010,
    budget::BUD_001,
    budget::BUD_002,
    budget::BUD_003,
    budget::BUD_004,
    budget::BUD_005,
    budget::BUD_006,
    budget::BUD_007,
    safety::SAF_001,
    grounding::GRD_001,
    grounding::GRD_002,
    grounding::GRD_003,
    sequence::SEQ_001,
    sequence::SEQ_002,
    sequence::SEQ_003,
    sequence::SEQ_004,
    sequence::SEQ_005,
    flow::FLW_001,
    flow::FLW_002,
    flow::FLW_003,
    completion::CMP_001,
    completion::CMP_002,
];

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
}

/// The rules, by the last two parts of their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each is a row of the table, which says what it is")]
pub enum RuleId {
    Sch001, Sch002, Sch003, Sch004, Sch005, Sch006, Sch007, Sch008, Sch009, Sch010,
    Bud001, Bud002, Bud003, Bud004, Bud005, Bud006, Bud007,
    Saf001,
    Grd001, Grd002, Grd003,
    Seq001, Seq002, Seq003, Seq004, Seq005,
    Flw001, Flw002, Flw003,
    Cmp001, Cmp002,
}

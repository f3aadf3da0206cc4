//! What a gate can say to a call, and in which words it is told. Nothing here needs a policy.

/// What the gate says to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It goes ahead, and is recorded.
    Allow,
    /// It waits for a person.
    Ask,
    /// It does not happen.
    Deny,
    /// The gate is not asked: it goes ahead without a record.
    NotGated,
    /// The harness's adapter has rules of its own for it, which look at the arguments.
    Claimed,
}

impl Outcome {
    /// How many there are.
    pub const COUNT: usize = 5;

    /// All outcomes, in the order in which they are counted.
    pub const ALL: [Outcome; Outcome::COUNT] = [
        Outcome::Allow,
        Outcome::Ask,
        Outcome::Deny,
        Outcome::NotGated,
        Outcome::Claimed,
    ];

    /// All outcomes, in the order in which one of them stands for several.
    pub const STRICTEST_FIRST: [Outcome; Outcome::COUNT] = [
        Outcome::Deny,
        Outcome::Ask,
        Outcome::Claimed,
        Outcome::NotGated,
        Outcome::Allow,
    ];

    /// The outcome of a name.
    pub fn from_name(name: &str) -> Option<Outcome> {
        Outcome::ALL
            .into_iter()
            .find(|outcome| outcome.name() == name)
    }

    /// The word in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Allow => "allow",
            Outcome::Ask => "ask",
            Outcome::Deny => "deny",
            Outcome::NotGated => "not-gated",
            Outcome::Claimed => "claimed",
        }
    }

    /// The word for people.
    pub const fn told(self) -> &'static str {
        match self {
            Outcome::NotGated => "not gated",
            other => other.name(),
        }
    }
}

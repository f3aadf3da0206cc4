//! Levels of autonomy: as a policy writes them, and what they come down to.

/// A level as it is written in a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// `human-only`: no agent may do it.
    HumanOnly,
    /// `manual`: a person decides every time.
    Manual,
    /// `supervised-live`: a sample waits for a person before it happens.
    SupervisedLive,
    /// `supervised`: an older word for `supervised-retro`.
    Supervised,
    /// `supervised-retro`: it happens, and a sample is looked at afterwards.
    SupervisedRetro,
    /// `autonomous`: it happens.
    Autonomous,
}

/// What a level comes down to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Autonomy {
    /// No agent may do it.
    HumanOnly,
    /// A person decides.
    Manual,
    /// People look at a sample: see [`Supervision`].
    Supervised,
    /// It happens.
    Autonomous,
}

/// When people look at the sample of a supervised class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Supervision {
    /// Before it happens.
    Live,
    /// Afterwards.
    Retro,
}

impl Level {
    /// All levels, the strictest first.
    pub const ALL: [Level; 6] = [
        Level::HumanOnly,
        Level::Manual,
        Level::SupervisedLive,
        Level::Supervised,
        Level::SupervisedRetro,
        Level::Autonomous,
    ];

    /// The word in a policy.
    pub const fn name(self) -> &'static str {
        match self {
            Level::HumanOnly => "human-only",
            Level::Manual => "manual",
            Level::SupervisedLive => "supervised-live",
            Level::Supervised => "supervised",
            Level::SupervisedRetro => "supervised-retro",
            Level::Autonomous => "autonomous",
        }
    }

    /// The level a word stands for.
    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// How loose it is, 0 the strictest. The two words for looking afterwards are equally loose.
    pub const fn looseness(self) -> u8 {
        match self {
            Level::HumanOnly => 0,
            Level::Manual => 1,
            Level::SupervisedLive => 2,
            Level::Supervised | Level::SupervisedRetro => 3,
            Level::Autonomous => 4,
        }
    }

    /// What it comes down to.
    pub const fn collapse(self) -> (Autonomy, Option<Supervision>) {
        match self {
            Level::HumanOnly => (Autonomy::HumanOnly, None),
            Level::Manual => (Autonomy::Manual, None),
            Level::SupervisedLive => (Autonomy::Supervised, Some(Supervision::Live)),
            Level::Supervised | Level::SupervisedRetro => {
                (Autonomy::Supervised, Some(Supervision::Retro))
            }
            Level::Autonomous => (Autonomy::Autonomous, None),
        }
    }
}

impl Autonomy {
    /// The word in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Autonomy::HumanOnly => "human-only",
            Autonomy::Manual => "manual",
            Autonomy::Supervised => "supervised",
            Autonomy::Autonomous => "autonomous",
        }
    }
}

impl Supervision {
    /// The word in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Supervision::Live => "live",
            Supervision::Retro => "retro",
        }
    }
}

//! The closed schema of version 0.4.3, as tables. What version 0.4.1 does not know is marked.

use super::forms::{self, TextForm};

/// A version of the schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum SchemaVersion {
    /// Without `tools`, `delegation` and `defaults.unmapped_tool`.
    V0_4_1,
    /// The current one.
    V0_4_3,
}

/// What a value has to be.
pub(super) enum Shape {
    Text(Text),
    /// One of some words.
    Word(&'static [&'static str]),
    Number(Bounds),
    /// A number without a fraction.
    Count(Bounds),
    Boolean,
    List(&'static List),
    Object(&'static Object),
    /// Any mapping.
    AnyObject,
    /// A text or null.
    TextOrNull(Text),
    /// A text or a mapping.
    TextOrObject(Text, &'static Object),
}

/// A text: its length in code points, and its form.
pub(super) struct Text {
    pub(super) least: usize,
    pub(super) most: usize,
    pub(super) form: Option<&'static TextForm>,
}

/// Bounds of a number.
pub(super) struct Bounds {
    /// The number must be above it.
    pub(super) above: f64,
    pub(super) least: f64,
    pub(super) most: f64,
}

pub(super) struct List {
    pub(super) item: Shape,
    pub(super) least: usize,
    pub(super) unique: bool,
    /// Whether entries that are no texts are compared as well, as the reference does where an entry is a shape of its own.
    pub(super) compares_all: bool,
}

pub(super) struct Object {
    pub(super) keys: &'static [Key],
    pub(super) least: usize,
    pub(super) names: Names,
    /// What values of other keys have to be; `None` where there are no other keys.
    pub(super) others: Option<Shape>,
    /// Whether it is a rule, whose keys depend on each other.
    pub(super) is_rule: bool,
}

/// What the keys of a mapping have to be, beside those that are named.
pub(super) enum Names {
    Any,
    /// Of a form; another key is unknown and its value is not looked at.
    Known(&'static TextForm),
    /// Of a form; the value of another key is looked at all the same.
    Formed(&'static TextForm),
    /// One of the keys, said twice.
    Words,
    /// Of a length in code points.
    Length(usize),
}

pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) shape: Shape,
    pub(super) required: bool,
    pub(super) since: SchemaVersion,
}

/// An optional key.
const fn key(name: &'static str, shape: Shape) -> Key {
    Key {
        name,
        shape,
        required: false,
        since: SchemaVersion::V0_4_1,
    }
}

/// A key that must be there.
const fn required(name: &'static str, shape: Shape) -> Key {
    Key {
        required: true,
        ..key(name, shape)
    }
}

/// A key that version 0.4.1 does not know.
const fn new(name: &'static str, shape: Shape) -> Key {
    Key {
        since: SchemaVersion::V0_4_3,
        ..key(name, shape)
    }
}

const ANY_LENGTH: usize = usize::MAX;

const fn text(least: usize, most: usize, form: &'static TextForm) -> Text {
    Text {
        least,
        most,
        form: Some(form),
    }
}

const fn formed(form: &'static TextForm) -> Shape {
    Shape::Text(text(0, ANY_LENGTH, form))
}

const WORD: Shape = Shape::Text(Text {
    least: 1,
    most: ANY_LENGTH,
    form: None,
});
const DURATION: Shape = formed(&forms::DURATION);
const NAMED_CLASS: Shape = Shape::Text(text(1, 256, &forms::CLASS));

const FREE: Bounds = Bounds {
    above: f64::NEG_INFINITY,
    least: f64::NEG_INFINITY,
    most: f64::INFINITY,
};
const POSITIVE: Bounds = Bounds { above: 0.0, ..FREE };
const RATE: Shape = Shape::Number(Bounds {
    above: 0.0,
    most: 1.0,
    ..FREE
});
const POSITIVE_NUMBER: Shape = Shape::Number(POSITIVE);
const POSITIVE_COUNT: Shape = Shape::Count(POSITIVE);

const fn between(least: f64, most: f64) -> Bounds {
    Bounds {
        least,
        most,
        ..FREE
    }
}

/// A list of different entries.
const fn set(item: Shape) -> List {
    List {
        item,
        least: 0,
        unique: true,
        compares_all: false,
    }
}

/// A list of different entries, whatever their types.
const fn set_of_all(item: Shape) -> List {
    List {
        compares_all: true,
        ..set(item)
    }
}

/// A mapping of known keys only.
const fn closed(keys: &'static [Key]) -> Object {
    Object {
        keys,
        least: 0,
        names: Names::Any,
        others: None,
        is_rule: false,
    }
}

/// A mapping of keys that are not named.
const fn map(names: Names, others: Shape) -> Object {
    Object {
        keys: &[],
        least: 0,
        names,
        others: Some(others),
        is_rule: false,
    }
}

/// The levels a rule may have, the strictest first.
pub(super) const LEVELS: &[&str] = &[
    "human-only",
    "manual",
    "supervised-live",
    "supervised",
    "supervised-retro",
    "autonomous",
];
const DEFAULT_LEVELS: &[&str] = &[
    "human-only",
    "manual",
    "supervised",
    "supervised-retro",
    "autonomous",
];

/// The rows of a prompt.
pub(in super::super) const ROWS: &[&str] = &[
    "action_key",
    "task",
    "class",
    "command_breakdown",
    "protected_path",
    "policy_diff",
    "policy_load",
    "autonomy",
    "provenance",
    "state",
    "requested_ts",
    "waiting",
    "ttl_remaining_ms",
    "payload_hash",
    "attestation",
    "budgets",
    "chain",
    "token_delivery",
    "est_cost_usd",
    "gloss",
    "summary",
    "rationale",
    "confidence",
];

/// The styles of a prompt.
pub(in super::super) const STYLES: &[&str] = &["technical", "minimal"];
/// What a phrase may say of a summary.
pub(in super::super) const SUMMARY_NOTES: &[&str] = &["summary", "none"];

/// A whole policy.
pub(super) static POLICY: Shape = Shape::Object(&closed(&[
    required("version", WORD),
    key("defaults", Shape::Object(&DEFAULTS)),
    key("payload_retention", DURATION),
    key("protected_paths", Shape::List(&PROTECTED_PATHS)),
    new("tools", Shape::List(&TOOLS)),
    new("delegation", Shape::Object(&DELEGATION)),
    key("read_scope", Shape::Object(&READ_SCOPE)),
    key("approvers", Shape::Object(&APPROVERS)),
    key("daemons", Shape::List(&DAEMONS)),
    key("classes", Shape::Object(&CLASSES)),
    key("budgets", Shape::Object(&BUDGETS)),
    key("audit", Shape::Object(&AUDIT)),
    key("daemon", Shape::Object(&DAEMON)),
    key(
        "vault",
        Shape::Object(&closed(&[key("passphrase_env", WORD)])),
    ),
    key("channels", Shape::Object(&CHANNELS)),
]));

static DEFAULTS: Object = closed(&[
    key("autonomy", Shape::Word(DEFAULT_LEVELS)),
    key("channel", WORD),
    key("approval_ttl", DURATION),
    key("token_delivery", Shape::Word(&["manual", "sealed"])),
    new("unmapped_tool", Shape::Word(&["record", "ask"])),
    key("on_expiry", Shape::Word(&["reject"])),
]);

static PROTECTED_PATHS: List = set_of_all(Shape::TextOrObject(PROTECTED_PATH, &ROUTE));
const PROTECTED_PATH: Text = text(1, ANY_LENGTH, &forms::PROTECTED_PATH);
static ROUTE: Object = closed(&[
    required("path", Shape::Text(PROTECTED_PATH)),
    required("class", formed(&forms::ROUTE_CLASS)),
]);

static TOOLS: List = List {
    unique: false,
    ..set(Shape::Object(&TOOL))
};
static TOOL: Object = closed(&[
    required("match", Shape::Text(text(1, 256, &forms::TOOL_MATCH))),
    required("class", NAMED_CLASS),
]);

static DELEGATION: Object = closed(&[
    key("model", Shape::TextOrNull(text(0, 128, &forms::MODEL))),
    key("classes", Shape::List(&DELEGATED_CLASSES)),
    key(
        "max_autonomy",
        Shape::Word(&["manual", "supervised-live", "supervised-retro"]),
    ),
    key("daily_cap", Shape::Count(between(0.0, 1000.0))),
    key("escalate_on", Shape::List(&ESCALATIONS)),
    key("advice", Shape::Boolean),
    key("reviewers", Shape::List(&REVIEWERS)),
]);
static DELEGATED_CLASSES: List = set(NAMED_CLASS);
static ESCALATIONS: List = set(Shape::Word(&[
    "deny",
    "low_confidence",
    "irreversible",
    "unknown_class",
]));
static REVIEWERS: List = set_of_all(Shape::Text(text(0, 128, &forms::REVIEWER)));

static READ_SCOPE: Object = closed(&[key("roots", Shape::List(&READ_ROOTS))]);
static READ_ROOTS: List = set(Shape::Text(text(1, ANY_LENGTH, &forms::READ_ROOT)));

static APPROVERS: Object = map(Names::Known(&forms::IDENTIFIER), Shape::Object(&APPROVER));
static APPROVER: Object = closed(&[
    required("channels", Shape::List(&APPROVER_CHANNELS)),
    key("senders", Shape::Object(&SENDERS)),
]);
static APPROVER_CHANNELS: List = List {
    least: 1,
    ..set(WORD)
};
static SENDERS: Object = Object {
    least: 1,
    names: Names::Words,
    ..closed(&[
        key("telegram", formed(&forms::TELEGRAM_SENDER)),
        key(
            "edgeos",
            Shape::Text(text(1, ANY_LENGTH, &forms::EDGEOS_SENDER)),
        ),
    ])
};

static DAEMONS: List = set(Shape::Text(text(1, 64, &forms::DAEMON)));

static CLASSES: Object = map(Names::Known(&forms::CLASS_PATTERN), Shape::Object(&RULE));
static RULE: Object = Object {
    is_rule: true,
    ..closed(&[
        required("autonomy", Shape::Word(LEVELS)),
        key("live_rate", RATE),
        key("retro_rate", RATE),
        key("allow_irreversible", Shape::Boolean),
        key("agent_may_request", Shape::Boolean),
        key("approvers", Shape::List(&RULE_APPROVERS)),
        key("limits", Shape::Object(&LIMITS)),
    ])
};
static RULE_APPROVERS: List = List {
    least: 1,
    ..set(formed(&forms::IDENTIFIER))
};
static LIMITS: Object = Object {
    keys: &[
        key("max_pending", POSITIVE_COUNT),
        key("requests_per_hour", POSITIVE_COUNT),
    ],
    least: 1,
    ..map(Names::Formed(&forms::IDENTIFIER), POSITIVE_NUMBER)
};

static BUDGETS: Object = map(Names::Any, Shape::Object(&BUDGET));
static BUDGET: Object = Object {
    least: 1,
    ..closed(&[
        key("daily_usd", POSITIVE_NUMBER),
        key("daily_actions", POSITIVE_COUNT),
        key("max_pending", POSITIVE_COUNT),
    ])
};

static AUDIT: Object = closed(&[
    key("supervised_sample_rate", Shape::Number(between(0.0, 1.0))),
    key("sampling_secret_env", WORD),
    key("skew_tolerance", DURATION),
    key("checkpoint_keys", Shape::List(&CHECKPOINT_KEYS)),
    key("checkpoint_every", DURATION),
]);
static CHECKPOINT_KEYS: List = set(formed(&forms::CHECKPOINT_KEY));

static DAEMON: Object = closed(&[
    key("read_proof", Shape::Word(&["full", "incremental"])),
    key(
        "full_reproof_every",
        Shape::Count(between(1.0, f64::INFINITY)),
    ),
    key("full_reproof_after", DURATION),
]);

static CHANNELS: Object = Object {
    keys: &[
        key("telegram", Shape::Object(&TELEGRAM)),
        key("web", Shape::Object(&WEB)),
        key("cli", Shape::Object(&CLI)),
    ],
    ..map(Names::Any, Shape::AnyObject)
};
static TELEGRAM: Object = closed(&[
    key("chat_id_env", WORD),
    key("token_env", WORD),
    key("delivery", Shape::Word(&["paced", "burst"])),
    key("prompt", Shape::Object(&PROMPT)),
]);
static WEB: Object = closed(&[
    key("port", Shape::Count(between(1.0, 65535.0))),
    key("prompt", Shape::Object(&PROMPT)),
]);
static CLI: Object = closed(&[key("prompt", Shape::Object(&PROMPT))]);

static PROMPT: Object = closed(&[
    key("rows", Shape::List(&ROW_LIST)),
    key("always", Shape::List(&ROW_LIST)),
    key("hide", Shape::List(&ROW_LIST)),
    key("style", Shape::Word(STYLES)),
    key("say", Shape::Object(&SAY)),
]);
static ROW_LIST: List = set_of_all(Shape::Word(ROWS));
static SAY: Object = map(Names::Formed(&forms::CLASS), Shape::Object(&PHRASE));
static PHRASE: Object = closed(&[
    key(
        "does",
        Shape::Text(Text {
            least: 1,
            most: 120,
            form: None,
        }),
    ),
    key("quote", Shape::Object(&QUOTE)),
    key("note", Shape::Word(SUMMARY_NOTES)),
]);
static QUOTE: Object = map(
    Names::Length(64),
    Shape::TextOrNull(Text {
        least: 0,
        most: 24,
        form: None,
    }),
);

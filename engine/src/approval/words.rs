//! The words of a gate's answers that need no policy: they are made of names, codes and counts.

use super::outcome::Outcome;

/// What it means for classes that a policy does not load.
pub const FAIL_CLOSED_CLASSES: &str = "every class is manual";

/// What it means for calls of tools that a policy does not load.
pub const FAIL_CLOSED_CALLS: &str = "calls of tools that no adapter claims are denied";

/// How many calls came to each outcome, in the order of [`Outcome::ALL`].
pub type Counts = [u32; Outcome::COUNT];

/// A level with the share of calls that wait for a person and that which is looked at afterwards:
/// `supervised-live, live rate 0.5`.
pub fn with_rates(level: &str, rates: [Option<f64>; 2]) -> String {
    let rates = rates.into_iter().zip(["live", "retro"]);
    rates.fold(level.to_owned(), |told, (rate, name)| match rate {
        Some(rate) => format!("{told}, {name} rate {rate}"),
        None => told,
    })
}

/// Counts, with each number written in the reader's way: `3 allow, 1 ask, 1 deny, 0 not gated, 2 claimed`.
pub fn counted(counts: Counts, number: fn(u64) -> String) -> String {
    let counts = Outcome::ALL.iter().zip(counts);
    let told: Vec<String> = counts
        .map(|(outcome, count)| format!("{} {}", number(u64::from(count)), outcome.told()))
        .collect();
    told.join(", ")
}

/// What a gate says in one line: `GATE 3 allow, 1 ask, 1 deny, 0 not gated, 2 claimed`,
/// `FAILS CLOSED (schema-invalid)`. There are no counts without a trace.
pub fn verdict(fails_closed: Option<&str>, counts: Option<Counts>) -> String {
    match (fails_closed, counts) {
        (Some(code), _) => format!("FAILS CLOSED ({code})"),
        (None, None) => "GATE loads".to_owned(),
        (None, Some(counts)) => format!("GATE {}", counted(counts, |count| count.to_string())),
    }
}

/// The same as it is written in the attribute `expect` of an example: `gate 3 allow 1 ask`, in which an outcome of no
/// calls is left out, or `fails closed schema-invalid`.
pub fn declared(fails_closed: Option<&str>, counts: Option<Counts>) -> String {
    if let Some(code) = fails_closed {
        return format!("fails closed {code}");
    }
    let counts = Outcome::ALL.iter().zip(counts.unwrap_or_default());
    let told = counts.filter(|(_, count)| *count > 0);
    told.fold("gate".to_owned(), |told, (outcome, count)| {
        format!("{told} {count} {}", outcome.name())
    })
}

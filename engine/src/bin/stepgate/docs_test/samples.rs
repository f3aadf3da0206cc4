//! The playground's samples, compiled into the command.

/// A sample.
pub struct Sample {
    /// Its name in `samples/index.json`.
    pub name: &'static str,
    /// The policy's text.
    pub policy: &'static str,
    /// The trace's text.
    pub trace: &'static str,
}

/// `include_str!` takes nothing but literals.
macro_rules! samples {
    ($($name:literal),* $(,)?) => {
        &[$(Sample {
            name: $name,
            policy: include_str!(concat!("../../../../../samples/", $name, ".policy.json")),
            trace: include_str!(concat!("../../../../../samples/", $name, ".trace.json")),
        }),*]
    };
}

/// All of them, in the order of the index.
pub const SAMPLES: &[Sample] = samples![
    "refund-paid-twice",
    "clean-pass",
    "payment-arguments",
    "crm-over-budget",
    "unverifiable-budget",
    "code-agent-unsafe",
    "research-citations",
    "uncited-warning",
    "travel-wrong-order",
    "runbook-retry-storm",
    "export-cut-off",
    "look-around",
    "many-scripts",
    "hints-only",
    "empty-start",
];

#[cfg(test)]
mod tests {
    use super::SAMPLES;

    #[test]
    fn all_samples_of_the_index_are_here() {
        let index: serde_json::Value =
            serde_json::from_str(include_str!("../../../../../samples/index.json"))
                .unwrap_or_default();
        let listed: Vec<Option<&str>> = index
            .as_array()
            .into_iter()
            .flatten()
            .map(|sample| sample["name"].as_str())
            .collect();
        let here: Vec<Option<&str>> = SAMPLES.iter().map(|sample| Some(sample.name)).collect();
        assert_eq!(here, listed);
    }
}

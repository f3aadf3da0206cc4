//! The playground's samples, compiled into the command.

/// A sample.
pub struct Sample {
    /// Its name in `samples/index.json`.
    pub name: &'static str,
    /// The policy's text, if it has one.
    pub policy: Option<&'static str>,
    /// The text of the APPROVAL.md, if it has one.
    pub approval: Option<&'static str>,
    /// The trace's text.
    pub trace: &'static str,
}

/// `include_str!` takes nothing but literals.
macro_rules! text {
    ($name:literal, policy) => {
        include_str!(concat!("../../../../../samples/", $name, ".policy.json"))
    };
    ($name:literal, approval) => {
        include_str!(concat!("../../../../../samples/", $name, ".APPROVAL.md"))
    };
    ($name:literal, trace) => {
        include_str!(concat!("../../../../../samples/", $name, ".trace.json"))
    };
}

/// Each with the policies that it has.
macro_rules! samples {
    ($($name:literal: $($kind:ident)+),* $(,)?) => {
        &[$(Sample {
            $($kind: Some(text!($name, $kind)),)+
            ..Sample { name: $name, policy: None, approval: None, trace: text!($name, trace) }
        }),*]
    };
}

/// All of them, in the order of the index.
pub const SAMPLES: &[Sample] = samples![
    "refund-paid-twice": policy,
    "clean-pass": policy,
    "shop-desk-gate": approval,
    "payment-arguments": policy,
    "crm-over-budget": policy,
    "unverifiable-budget": policy,
    "code-agent-unsafe": policy,
    "research-citations": policy,
    "uncited-warning": policy,
    "travel-wrong-order": policy,
    "runbook-retry-storm": policy,
    "export-cut-off": policy,
    "look-around": policy,
    "many-scripts": policy,
    "hints-only": policy,
    "empty-start": policy,
    "undeclared-class-gate": approval,
    "shadowed-entry-gate": approval,
    "unmapped-record-gate": approval,
    "unmapped-ask-gate": approval,
    "delegation-gate": approval,
    "irreversible-gate": approval,
    "both-systems": policy approval,
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

//! Which engine this is, as reports and links say.

/// What made a report.
#[derive(Clone, Copy, serde::Serialize)]
#[expect(missing_docs, reason = "the keys are those of the report format")]
pub struct EngineEntry {
    pub name: &'static str,
    pub version: &'static str,
}

impl EngineEntry {
    /// This engine.
    pub const THIS: EngineEntry = EngineEntry {
        name: "stepgate",
        version: env!("CARGO_PKG_VERSION"),
    };
}

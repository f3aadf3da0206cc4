//! Reports for other programs, one file a format.

mod json;

pub use json::{
    Anchor, Categories, CategoryEntry, Double, EngineEntry, FindingEntry, HintEntry, JsonText,
    LoneSurrogates, ReportEntry, StepAnchor,
};

//! Reports for other programs, one file a format.

mod json;

pub use json::{EngineEntry, LoneSurrogates, ReportEntry};

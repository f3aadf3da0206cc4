//! The report as a file.

use serde::Serialize;
use serde_json::value::RawValue;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use stepgate_engine::EngineEntry;
use stepgate_engine::Place;
use stepgate_engine::arh::round;

/// The whole report file.
#[derive(Serialize)]
struct ReportFile<'a> {
    schema_version: &'static str,
    engine: EngineEntry,
    summary: Summary,
    reports: &'a [Box<RawValue>],
    invalid_files: &'a [InvalidFile],
}

#[derive(Serialize)]
struct Summary {
    total_traces: usize,
    passed_traces: usize,
    failed_traces: usize,
    average_score: f64,
}

/// A file that could not be judged.
#[derive(Serialize)]
pub struct InvalidFile {
    /// The file.
    pub path: String,
    /// A sentence without a final period.
    pub error: String,
    /// Where in the file, if it is about a place.
    #[serde(flatten)]
    pub place: Option<Place>,
}

/// The verdicts so far. A trace is let go of once it is judged: there may be many.
#[derive(Default)]
pub struct Verdicts {
    /// The score of each trace that was judged.
    pub scores: Vec<f64>,
    /// How many of them passed.
    pub passed: usize,
    /// The report's entries, kept only where they will be written.
    pub entries: Vec<Box<RawValue>>,
}

/// Writes the file.
pub fn write_report(path: &Path, verdicts: &Verdicts, invalid: &[InvalidFile]) -> io::Result<()> {
    let total = verdicts.scores.len();
    let average = match total {
        0 => 0.0,
        total => verdicts.scores.iter().sum::<f64>() / total as f64,
    };
    let file = ReportFile {
        schema_version: "1",
        engine: EngineEntry::THIS,
        summary: Summary {
            total_traces: total,
            passed_traces: verdicts.passed,
            failed_traces: total - verdicts.passed,
            average_score: round(average, 2),
        },
        reports: &verdicts.entries,
        invalid_files: invalid,
    };
    let mut out = BufWriter::new(File::create(path)?);
    serde_json::to_writer_pretty(&mut out, &file)?;
    writeln!(out)?;
    out.flush()
}

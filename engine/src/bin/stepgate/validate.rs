//! `stepgate validate`: verdicts on files, for people and for CI.

use crate::Outcome;
use crate::files::read_text;
use clap::ValueEnum;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use stepgate_engine::arh::{DEFAULT_FAIL_UNDER, Policy, Report, Severity, Trace, round, validate};
use stepgate_engine::export::{EngineEntry, LoneSurrogates, ReportEntry};
use stepgate_engine::{DocumentKind, Place, Problem};

/// Judge traces by a policy
#[derive(clap::Args)]
pub struct Arguments {
    /// The policy, a JSON file
    #[arg(long)]
    policy: PathBuf,
    /// The score from which a trace without errors passes, from 0 to 100
    #[arg(long, value_name = "N", default_value_t = DEFAULT_FAIL_UNDER, value_parser = percentage, allow_negative_numbers = true)]
    fail_under: f64,
    /// The format of the traces
    #[arg(long, value_enum, default_value_t = Format::Auto)]
    format: Format,
    /// Also write the report as JSON
    #[arg(long, value_name = "FILE")]
    json_out: Option<PathBuf>,
    /// Print nothing but errors
    #[arg(long)]
    quiet: bool,
    /// The traces; `-` is standard input
    #[arg(required = true, value_name = "TRACE")]
    traces: Vec<PathBuf>,
}

/// The trace formats.
#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Whatever the trace is recognised as; for now always `arh`
    Auto,
    /// The ARH trace format
    Arh,
}

fn percentage(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(value) if (0.0..=100.0).contains(&value) => Ok(value),
        _ => Err("it must be a number from 0 to 100".into()),
    }
}

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
struct InvalidFile {
    path: String,
    error: String,
    #[serde(flatten)]
    place: Option<Place>,
}

/// The verdicts so far. A trace is let go of once it is judged: there may be many.
#[derive(Default)]
struct Verdicts {
    scores: Vec<f64>,
    passed: usize,
    /// The report's entries, kept only where they will be written.
    entries: Vec<Box<RawValue>>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Outcome> {
    // The ARH format is the only one so far, so both choices read it.
    let (Format::Auto | Format::Arh) = arguments.format;
    let mut invalid = Vec::new();
    let mut verdicts = Verdicts::default();
    let policy_path = arguments.policy.display().to_string();
    let policy = load(
        &arguments.policy,
        DocumentKind::Policy,
        &mut invalid,
        |text| {
            let policy = Policy::parse(text)?;
            policy.problem().cloned().map_or(Ok(policy), Err)
        },
    );
    let mut out = BufWriter::new(io::stdout().lock());
    if let Some(policy) = &policy {
        for path in &arguments.traces {
            let Some(trace) = load(path, DocumentKind::Trace, &mut invalid, Trace::parse) else {
                continue;
            };
            let path = path.display().to_string();
            match validate(policy, &trace, arguments.fail_under) {
                Ok(report) => {
                    if !arguments.quiet {
                        print_verdict(&mut out, &path, &policy_path, policy, &trace, &report)?;
                    }
                    verdicts.scores.push(report.score);
                    verdicts.passed += usize::from(report.passed);
                    if arguments.json_out.is_some() {
                        let entry = ReportEntry {
                            source_path: Some(&path),
                            ..ReportEntry::new(policy, &trace, &report, LoneSurrogates::Escaped)
                        };
                        verdicts.entries.push(to_raw_value(&entry)?);
                    }
                }
                Err(problem) => {
                    // The policy is at fault, but only with this trace: the others are still judged.
                    eprintln!(
                        "{} (with the trace {path})",
                        problem_line(DocumentKind::Policy, &policy_path, &problem)
                    );
                    invalid.push(InvalidFile {
                        path,
                        error: problem.message,
                        place: None,
                    });
                }
            }
        }
    }
    out.flush()?;
    if let Some(path) = &arguments.json_out
        && let Err(error) = write_report(path, &verdicts, &invalid)
    {
        eprintln!("error: cannot write {}: {error}", path.display());
        return Ok(Outcome::Unusable);
    }
    let all_passed = invalid.is_empty() && verdicts.passed == verdicts.scores.len();
    Ok(if all_passed {
        Outcome::Passed
    } else {
        Outcome::Failed
    })
}

/// Reads and parses a file. What is wrong with it is printed and noted.
fn load<T>(
    path: &Path,
    document: DocumentKind,
    invalid: &mut Vec<InvalidFile>,
    parse: impl FnOnce(&str) -> Result<T, Problem>,
) -> Option<T> {
    let shown = path.display().to_string();
    let text = match read_text(path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("error: invalid {} {shown}: {error}", document.name());
            invalid.push(InvalidFile {
                path: shown,
                error,
                place: None,
            });
            return None;
        }
    };
    match parse(&text) {
        Ok(value) => Some(value),
        Err(problem) => {
            eprintln!("{}", problem_line(document, &shown, &problem));
            invalid.push(InvalidFile {
                path: shown,
                error: problem.message,
                place: Some(problem.place),
            });
            None
        }
    }
}

fn problem_line(document: DocumentKind, path: &str, problem: &Problem) -> String {
    let Place { line, column, .. } = problem.place;
    format!(
        "error: invalid {} {path}: {}, line {line}, column {column}",
        document.name(),
        problem.message
    )
}

fn print_verdict(
    out: &mut impl Write,
    path: &str,
    policy_path: &str,
    policy: &Policy,
    trace: &Trace,
    report: &Report,
) -> io::Result<()> {
    let word = if report.passed { "PASS" } else { "FAIL" };
    let counts = [
        (Severity::Error, "error"),
        (Severity::Warning, "warning"),
        (Severity::Info, "info"),
    ]
    .map(|(severity, noun)| (report.count(severity), noun));
    let counts: Vec<String> = counts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, noun)| format!("{count} {noun}{}", if count == 1 { "" } else { "s" }))
        .collect();
    let counts = if counts.is_empty() {
        "no findings".into()
    } else {
        counts.join(", ")
    };
    let score = round(report.score, 2);
    write!(
        out,
        "{word} {path} {} {score:.2}/100 {counts} (fail under {})",
        trace.id(),
        report.fail_under
    )?;
    if report.rounds_up_to(report.fail_under) {
        write!(
            out,
            " (the score is a hair below {}: {})",
            report.fail_under, report.score
        )?;
    }
    writeln!(out)?;
    for finding in &report.findings {
        let place = trace.place(finding.trace_node);
        let rule = finding.rule.rule();
        write!(
            out,
            "  {path}:{}:{}: {} {}: {}",
            place.line,
            place.column,
            finding.severity.name(),
            rule.id,
            finding.message
        )?;
        match finding.policy_node.map(|node| policy.place(node)) {
            Some(clause) => writeln!(out, " ({policy_path}:{}:{})", clause.line, clause.column)?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}

fn write_report(path: &Path, verdicts: &Verdicts, invalid: &[InvalidFile]) -> io::Result<()> {
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

//! `stepgate validate`: verdicts on files, for people and for CI.

use crate::Outcome;
use crate::files::{is_stdin, read_text};
use crate::line::on_one_line;
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
    let paths = arguments.traces.iter().chain([&arguments.policy]);
    if paths.filter(|path| is_stdin(path)).count() > 1 {
        eprintln!("error: standard input can be read once, but `-` is given more than once");
        return Ok(Outcome::Unusable);
    }
    let mut invalid = Vec::new();
    let mut verdicts = Verdicts::default();
    let policy_path = arguments.policy.display().to_string();
    let mut out = BufWriter::new(io::stdout().lock());
    let policy = load(
        &arguments.policy,
        DocumentKind::Policy,
        &mut out,
        &mut invalid,
        |text| {
            let policy = Policy::parse(text)?;
            policy.problem().cloned().map_or(Ok(policy), Err)
        },
    )?;
    if let Some(policy) = &policy {
        for path in &arguments.traces {
            let trace = load(
                path,
                DocumentKind::Trace,
                &mut out,
                &mut invalid,
                Trace::parse,
            )?;
            let Some(trace) = trace else { continue };
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
                    let policy = InvalidFile {
                        path: policy_path.clone(),
                        error: problem.message,
                        place: Some(problem.place),
                    };
                    let line = problem_line(DocumentKind::Policy, &policy);
                    out.flush()?;
                    eprintln!("{line} (with the trace {})", on_one_line(&path));
                    let told = line.strip_prefix("error: ").unwrap_or(&line);
                    invalid.push(InvalidFile {
                        path,
                        error: format!("not judged: {told}"),
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

/// Reads and parses a file. What is wrong with it is told after what was printed so far, and noted.
fn load<T>(
    path: &Path,
    document: DocumentKind,
    out: &mut impl Write,
    invalid: &mut Vec<InvalidFile>,
    parse: impl FnOnce(&str) -> Result<T, Problem>,
) -> io::Result<Option<T>> {
    let (error, place) = match read_text(path).map(|text| parse(&text)) {
        Ok(Ok(value)) => return Ok(Some(value)),
        Ok(Err(problem)) => (problem.message, Some(problem.place)),
        Err(unreadable) => (unreadable.message, unreadable.place),
    };
    let file = InvalidFile {
        path: path.display().to_string(),
        error,
        place,
    };
    out.flush()?;
    eprintln!("{}", problem_line(document, &file));
    invalid.push(file);
    Ok(None)
}

fn problem_line(document: DocumentKind, file: &InvalidFile) -> String {
    let place = match &file.place {
        Some(Place { line, column, .. }) => format!(", line {line}, column {column}"),
        None => String::new(),
    };
    let text = format!(
        "error: invalid {} {}: {}{place}",
        document.name(),
        file.path,
        file.error
    );
    on_one_line(&text).into_owned()
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
    let bound = report.fail_under;
    let hair = match report.rounds_up_to(bound) {
        true => format!(" (the score is a hair below {bound}: {})", report.score),
        false => String::new(),
    };
    let id = trace.id();
    let line = format!("{word} {path} {id} {score:.2}/100 {counts} (fail under {bound}){hair}");
    writeln!(out, "{}", on_one_line(&line))?;
    for finding in &report.findings {
        let Place { line, column, .. } = trace.place(finding.trace_node);
        let (severity, rule) = (finding.severity.name(), finding.rule.rule().id);
        let clause = match finding.policy_node.map(|node| policy.place(node)) {
            Some(Place { line, column, .. }) => format!(" ({policy_path}:{line}:{column})"),
            None => String::new(),
        };
        let message = &finding.message;
        let line = format!("{path}:{line}:{column}: {severity} {rule}: {message}{clause}");
        writeln!(out, "  {}", on_one_line(&line))?;
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

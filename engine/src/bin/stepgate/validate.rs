//! `stepgate validate`: verdicts on files, for people and for CI.

mod links;
mod report_file;

use crate::ExitStatus;
use crate::files::{is_stdin, read_text};
use crate::line::on_one_line;
use crate::reproduce::{Named, base_parser};
use crate::words::counted;
use clap::ValueEnum;
use links::Links;
use report_file::{InvalidFile, Verdicts, write_report};
use serde_json::value::to_raw_value;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use stepgate_engine::arh::{DEFAULT_FAIL_UNDER, Policy, Report, Severity, Trace, round, validate};
use stepgate_engine::export::{LoneSurrogates, ReportEntry};
use stepgate_engine::{DocumentKind, Place};

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
    /// Under each trace that does not pass, print a link that opens it in the playground at this address; what looks
    /// secret or personal is replaced in it, because logs are public; the findings above it quote the trace as it is
    #[arg(long, value_name = "URL", value_parser = base_parser())]
    share_base: Option<String>,
    /// Have the links hold the documents exactly as they are
    #[arg(long, requires = "share_base")]
    no_redact: bool,
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

/// Reads a score from the command line.
pub fn percentage(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(value) if (0.0..=100.0).contains(&value) => Ok(value),
        _ => Err("it must be a number from 0 to 100".into()),
    }
}

/// What a run has come to so far.
struct Run<'a, W> {
    arguments: &'a Arguments,
    links: Option<Links<'a>>,
    out: W,
    verdicts: Verdicts,
    invalid: Vec<InvalidFile>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<ExitStatus> {
    // The ARH format is the only one so far, so both choices read it.
    let (Format::Auto | Format::Arh) = arguments.format;
    let paths = arguments.traces.iter().chain([&arguments.policy]);
    if paths.filter(|path| is_stdin(path)).count() > 1 {
        eprintln!("error: standard input can be read once, but `-` is given more than once");
        return Ok(ExitStatus::Unusable);
    }
    let mut run = Run {
        arguments,
        links: arguments.share_base.as_deref().map(|base| Links {
            base,
            redacted: !arguments.no_redact,
            fail_under: arguments.fail_under,
        }),
        out: BufWriter::new(io::stdout().lock()),
        verdicts: Verdicts::default(),
        invalid: Vec::new(),
    };
    run.judge_all()?;
    run.out.flush()?;
    let Run {
        verdicts, invalid, ..
    } = run;
    if let Some(path) = &arguments.json_out
        && let Err(error) = write_report(path, &verdicts, &invalid)
    {
        eprintln!("error: cannot write {}: {error}", path.display());
        return Ok(ExitStatus::Unusable);
    }
    let all_passed = invalid.is_empty() && verdicts.passed == verdicts.scores.len();
    Ok(if all_passed {
        ExitStatus::Passed
    } else {
        ExitStatus::Failed
    })
}

impl<W: Write> Run<'_, W> {
    fn judge_all(&mut self) -> io::Result<()> {
        let path = &self.arguments.policy;
        let Some(text) = self.read(path, DocumentKind::Policy)? else {
            return Ok(());
        };
        let named = Named { text: &text, path };
        let parsed = Policy::parse(&text)
            .and_then(|policy| policy.problem().cloned().map_or(Ok(policy), Err));
        match parsed {
            Ok(policy) => {
                for path in &self.arguments.traces {
                    self.judge(named, &policy, path)?;
                }
            }
            Err(problem) => {
                self.refuse(
                    path,
                    DocumentKind::Policy,
                    problem.message,
                    Some(problem.place),
                )?;
                // No trace was looked at, so the link opens the policy alone.
                let no_trace = Named {
                    text: "",
                    path: Path::new("-"),
                };
                self.link_errors(named, no_trace);
            }
        }
        Ok(())
    }

    fn judge(&mut self, named_policy: Named, policy: &Policy, path: &Path) -> io::Result<()> {
        let Some(text) = self.read(path, DocumentKind::Trace)? else {
            return Ok(());
        };
        let named = Named { text: &text, path };
        let trace = match Trace::parse(&text) {
            Ok(trace) => trace,
            Err(problem) => {
                self.refuse(
                    path,
                    DocumentKind::Trace,
                    problem.message,
                    Some(problem.place),
                )?;
                self.link_errors(named_policy, named);
                return Ok(());
            }
        };
        let path = path.display().to_string();
        let policy_path = self.arguments.policy.display().to_string();
        match validate(policy, &trace, self.arguments.fail_under) {
            Ok(report) => {
                if !self.arguments.quiet {
                    print_verdict(&mut self.out, &path, &policy_path, policy, &trace, &report)?;
                    if let Some(links) = self.links.as_ref().filter(|_| !report.passed) {
                        links.print(&mut self.out, named_policy, named)?;
                    }
                }
                self.verdicts.scores.push(report.score);
                self.verdicts.passed += usize::from(report.passed);
                if self.arguments.json_out.is_some() {
                    let entry = ReportEntry {
                        source_path: Some(&path),
                        ..ReportEntry::new(policy, &trace, &report, LoneSurrogates::Escaped)
                    };
                    self.verdicts.entries.push(to_raw_value(&entry)?);
                }
            }
            Err(problem) => {
                // The policy is at fault, but only with this trace: the others are still judged.
                let policy = InvalidFile {
                    path: policy_path,
                    error: problem.message,
                    place: Some(problem.place),
                };
                let line = problem_line(DocumentKind::Policy, &policy);
                self.out.flush()?;
                eprintln!("{line} (with the trace {})", on_one_line(&path));
                self.link_errors(named_policy, named);
                let told = line.strip_prefix("error: ").unwrap_or(&line);
                self.invalid.push(InvalidFile {
                    path,
                    error: format!("not judged: {told}"),
                    place: None,
                });
            }
        }
        Ok(())
    }

    /// Reads a file; what is wrong with it is told and noted.
    fn read(&mut self, path: &Path, document: DocumentKind) -> io::Result<Option<String>> {
        match read_text(path) {
            Ok(text) => Ok(Some(text)),
            Err(unreadable) => {
                self.refuse(path, document, unreadable.message, unreadable.place)?;
                Ok(None)
            }
        }
    }

    /// Tells what is wrong with a file, after what was printed so far, and notes it.
    fn refuse(
        &mut self,
        path: &Path,
        document: DocumentKind,
        error: String,
        place: Option<Place>,
    ) -> io::Result<()> {
        let file = InvalidFile {
            path: path.display().to_string(),
            error,
            place,
        };
        self.out.flush()?;
        eprintln!("{}", problem_line(document, &file));
        self.invalid.push(file);
        Ok(())
    }

    /// Prints a link under an error, where errors go.
    fn link_errors(&self, policy: Named, trace: Named) {
        if let Some(links) = &self.links {
            // Where errors cannot be told, this cannot either; the verdicts still can.
            let _ = links.print(&mut io::stderr().lock(), policy, trace);
        }
    }
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
        .map(|(count, noun)| counted(count, noun))
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

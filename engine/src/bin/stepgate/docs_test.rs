//! `stepgate docs-test`: the examples of a documentation, held against what they are declared to be.

mod declaration;
mod documents;
mod example;
mod expectation;
mod folder;
mod markdown;
mod pieces;
mod samples;

use crate::ExitStatus;
use crate::files::read_text;
use crate::line::on_one_line;
use crate::words::counted;
use documents::{Documents, Missing, Site, documents};
use example::{ELEMENT, Example, examples};
use expectation::Expectation;
use folder::{Language, documents_below};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use stepgate_engine::DocumentKind;
use stepgate_engine::approval::Load;
use stepgate_engine::approval::gate::Gate;
use stepgate_engine::arh::{DEFAULT_FAIL_UNDER, Trace};
use stepgate_engine::pattern::AllNames;
use stepgate_engine::share::{FindingId, GateVerdict, Judged, Reported, System, decision_ids};

/// Judge the examples in a documentation and hold them against their attribute `expect`
///
/// Finds every `<stepgate-example>` in the Markdown, MDX and HTML files below the folders. An example that declares
/// nothing is judged too, and only must not be invalid. Nothing is fetched: an example whose documents are on the
/// network cannot be checked, and fails when it declares a verdict.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folders, or single files
    #[arg(required = true, value_name = "DIR")]
    paths: Vec<PathBuf>,
}

/// How many examples came to what.
#[derive(Default)]
struct Tally {
    declared: usize,
    undeclared: usize,
    wrong: usize,
    /// A file or folder could not be read.
    is_incomplete: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<ExitStatus> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut tally = Tally::default();
    for path in &arguments.paths {
        if path.is_dir() {
            for found in documents_below(path) {
                match found {
                    Ok(file) => test_file(&file, path, &mut tally, &mut out)?,
                    Err(sentence) => refuse(&sentence, &mut tally, &mut out)?,
                }
            }
        } else if Language::of(path).is_some() || !path.exists() {
            let folder = path.parent().unwrap_or(Path::new(""));
            test_file(path, folder, &mut tally, &mut out)?;
        } else {
            let sentence = format!(
                "{} is neither a folder nor Markdown nor HTML",
                path.display()
            );
            refuse(&sentence, &mut tally, &mut out)?;
        }
    }
    let Tally {
        declared,
        undeclared,
        wrong,
        is_incomplete,
    } = tally;
    let count = declared + undeclared + wrong;
    if count == 0 {
        out.flush()?;
        if is_incomplete {
            return Ok(ExitStatus::Failed);
        }
        let paths: Vec<String> = arguments
            .paths
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        eprintln!(
            "error: there is no <{ELEMENT}> in {}",
            on_one_line(&paths.join(", "))
        );
        return Ok(ExitStatus::Failed);
    }
    let silent = match undeclared {
        0 => String::new(),
        count => format!(", {count} without a declaration"),
    };
    let examples = counted(count, "example");
    writeln!(
        out,
        "{examples}: {declared} as declared, {wrong} not{silent}"
    )?;
    out.flush()?;
    Ok(if wrong == 0 && !is_incomplete {
        ExitStatus::Passed
    } else {
        ExitStatus::Failed
    })
}

/// Tells of a file that cannot be tested, after what was printed so far.
fn refuse(sentence: &str, tally: &mut Tally, out: &mut impl Write) -> io::Result<()> {
    tally.is_incomplete = true;
    out.flush()?;
    eprintln!("error: {}", on_one_line(sentence));
    Ok(())
}

/// Tests the examples of a document.
fn test_file(file: &Path, root: &Path, tally: &mut Tally, out: &mut impl Write) -> io::Result<()> {
    let source = match read_text(file) {
        Ok(source) => source,
        // Pages in other encodings are no concern of ours as long as there is nothing in them to test.
        Err(unreadable) if unreadable.place.is_some() && !mentions_examples(file) => return Ok(()),
        Err(unreadable) => {
            let sentence = format!("{} {}", file.display(), unreadable.message);
            return refuse(&sentence, tally, out);
        }
    };
    let language = Language::of(file);
    let pieces = language.map(|language| language.pieces(&source));
    let site = Site { file, root };
    for example in examples(pieces.unwrap_or_default()) {
        let tested = test(&example, &site);
        let (count, told) = match &tested.result {
            Kept::AsDeclared(told) => (&mut tally.declared, format!("as declared: {told}")),
            Kept::Undeclared(told) => (&mut tally.undeclared, format!("nothing declared: {told}")),
            Kept::Other(told) => (&mut tally.wrong, format!("not as declared: {told}")),
            Kept::Wrong(told) => (&mut tally.wrong, format!("error: {told}")),
        };
        *count += 1;
        let line = format!("{}:{}: {told}", file.display(), example.tag.line);
        writeln!(out, "{}", on_one_line(&line))?;
        for detail in &tested.details {
            writeln!(out, "  {}", on_one_line(detail))?;
        }
    }
    Ok(())
}

/// Whether the element is named in a file that is no UTF-8.
fn mentions_examples(file: &Path) -> bool {
    std::fs::read(file).is_ok_and(|bytes| {
        String::from_utf8_lossy(&bytes)
            .to_ascii_lowercase()
            .contains(ELEMENT)
    })
}

/// What a test of an example came to.
struct Tested {
    result: Kept,
    /// What was found where, a line each.
    details: Vec<String>,
}

enum Kept {
    AsDeclared(String),
    Undeclared(String),
    /// The verdict is another one.
    Other(String),
    /// There is no telling, or something else is wrong.
    Wrong(String),
}

impl From<Kept> for Tested {
    fn from(result: Kept) -> Self {
        let details = Vec::new();
        Tested { result, details }
    }
}

fn test(example: &Example, site: &Site) -> Tested {
    if let Some(fault) = &example.fault {
        return Kept::Wrong(fault.clone()).into();
    }
    let declaration = match declaration::read(example) {
        Ok(declaration) => declaration,
        Err(fault) => return Kept::Wrong(fault).into(),
    };
    let documents = match documents(&declaration.source, example, site) {
        Ok(documents) => documents,
        Err(Missing::Elsewhere(reason)) if declaration.expect.is_none() => {
            return Kept::Undeclared(format!("not checked, because {reason}")).into();
        }
        Err(Missing::Elsewhere(reason)) => {
            return Kept::Wrong(format!("its verdict cannot be checked: {reason}")).into();
        }
        Err(Missing::Fault(fault)) => return Kept::Wrong(fault).into(),
    };
    let fail_under = declaration
        .fail_under
        .or(documents.fail_under)
        .unwrap_or(DEFAULT_FAIL_UNDER);
    let judged = Judged::of(
        &documents.policy.text,
        &documents.trace.text,
        fail_under,
        &AllNames,
    );
    let found = match documents.system {
        System::Arh => Expectation::of(&judged),
        System::Approval => gate(&documents),
    };
    let is_stale = declaration
        .finding
        .is_some_and(|id| !is_found(id, &judged, &documents));
    let result = match declaration.expect {
        Some(expect) if !expect.holds_for(&found) => {
            Kept::Other(format!("`{found}` where `{expect}` is expected"))
        }
        None if found.is_invalid() => {
            let verb = match found {
                Expectation::Verdict { .. } => "is an ",
                Expectation::Gate(_) => "",
            };
            Kept::Wrong(format!("nothing is declared, and it {verb}{found}"))
        }
        _ if is_stale => {
            let what = match documents.system {
                System::Arh => "findings",
                System::Approval => "decisions",
            };
            Kept::Wrong(format!(
                "the one that `finding` names is not among its {what}"
            ))
        }
        Some(_) => Kept::AsDeclared(found.to_string()),
        None => Kept::Undeclared(found.to_string()),
    };
    let details = match result {
        Kept::Other(_) | Kept::Wrong(_) => match documents.system {
            System::Arh => details(&judged, &documents),
            System::Approval => gate_details(&documents),
        },
        _ => Vec::new(),
    };
    Tested { result, details }
}

/// Whether an id is that of a finding in an example, or of a decision of its gate.
fn is_found(id: FindingId, judged: &Judged, documents: &Documents) -> bool {
    let findings = judged.report().map(Reported::finding_ids);
    findings.is_some_and(|ids| ids.contains(&id)) || decisions(documents).contains(&id)
}

/// The ids of the decisions of an example's gate.
fn decisions(documents: &Documents) -> Vec<FindingId> {
    let approval = &*documents.approval.text;
    let Ok(trace) = Trace::parse(&documents.trace.text) else {
        return Vec::new();
    };
    if approval.trim_ascii().is_empty() {
        return Vec::new();
    }
    let load = Load::of_text(approval);
    let replay = Gate::new(&load, documents.harness).replay(&trace);
    decision_ids(&trace, &replay)
}

/// What the gate says of the trace of an example.
fn gate(documents: &Documents) -> Expectation {
    let Documents {
        approval,
        trace,
        harness,
        ..
    } = documents;
    match Trace::parse(&trace.text) {
        Ok(trace) => {
            let verdict = GateVerdict::of(&approval.text, Some(&trace), *harness);
            Expectation::Gate(verdict.unwrap_or_default().as_declared())
        }
        Err(problem) => Expectation::of(&Judged::Problem(problem)),
    }
}

/// Why the policy of an example fails closed, or what its gate says of which tool.
fn gate_details(documents: &Documents) -> Vec<String> {
    let Documents { approval, .. } = documents;
    let load = Load::of_text(&*approval.text);
    if let Err(failure) = load.policy() {
        let place = approval.place(&failure.place);
        return vec![format!("{place}: in the approval: {}", failure.message)];
    }
    let trace = Trace::parse(&documents.trace.text).ok();
    let verdict = GateVerdict::of(&approval.text, trace.as_ref(), documents.harness);
    let tools = verdict.unwrap_or_default().tools.into_iter();
    tools
        .map(|(tool, outcome)| format!("{tool}: {outcome}"))
        .collect()
}

/// What was found in the documents of an example, and where.
fn details(judged: &Judged, documents: &Documents) -> Vec<String> {
    match judged {
        Judged::Report(judged) => {
            let (_, trace, report) = &**judged;
            let findings = report.findings.iter();
            findings
                .map(|finding| {
                    let place = documents.trace.place(&trace.place(finding.trace_node));
                    let (severity, rule) = (finding.severity.name(), finding.rule.rule().id);
                    format!("{place}: {severity} {rule}: {}", finding.message)
                })
                .collect()
        }
        Judged::Problem(problem) => {
            let document = match problem.document {
                DocumentKind::Trace => &documents.trace,
                _ => &documents.policy,
            };
            let place = document.place(&problem.place);
            let name = problem.document.name();
            vec![format!("{place}: in the {name}: {}", problem.message)]
        }
        Judged::Missing(document) => vec![format!("the {} is empty", document.name())],
    }
}

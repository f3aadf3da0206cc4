//! `stepgate share`: policies and a trace as a link, or as a reproduction file.

use crate::ExitStatus;
use crate::approval::harness_parser;
use crate::files::{is_stdin, read_text};
use crate::line::on_one_line;
use crate::reproduce::{Given, Named, base_parser, reproduce};
use crate::validate::percentage;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use stepgate_engine::DocumentKind;
use stepgate_engine::approval::Harness;
use stepgate_engine::arh::DEFAULT_FAIL_UNDER;
use stepgate_engine::share::{advice, link};

/// Where the workflow of the project's repository publishes the playground.
const PUBLIC_PLAYGROUND: &str = "https://stepgate.github.io/stepgate/";

/// Print a link that opens a policy, an APPROVAL.md or both with a trace in the playground
///
/// What looks secret or personal is replaced in the shared copy, because a link cannot be taken back; `--no-redact`
/// shares the documents as they are. None need be valid. Nothing is sent anywhere: the link itself holds them.
#[derive(clap::Args)]
pub struct Arguments {
    /// The policy, a JSON file
    #[arg(long, required_unless_present = "approval")]
    policy: Option<PathBuf>,
    /// The APPROVAL.md, whose gate is asked about the trace
    #[arg(long, value_name = "FILE")]
    approval: Option<PathBuf>,
    /// The harness whose gate it is
    #[arg(long, value_name = "H", default_value = Harness::default().name(), value_parser = harness_parser())]
    harness: Harness,
    /// The address of the playground
    #[arg(long, value_name = "URL", default_value = PUBLIC_PLAYGROUND, value_parser = base_parser())]
    base: String,
    /// The score from which the trace passes, from 0 to 100
    #[arg(long, value_name = "N", default_value_t = DEFAULT_FAIL_UNDER, value_parser = percentage, allow_negative_numbers = true)]
    fail_under: f64,
    /// Replace what looks secret or personal; this is the default
    #[arg(long, overrides_with = "no_redact")]
    redact: bool,
    /// Share the documents exactly as they are
    #[arg(long, overrides_with = "redact")]
    no_redact: bool,
    /// Write a reproduction file instead of printing a link; `-` is standard output
    #[arg(long, value_name = "OUT")]
    file: Option<PathBuf>,
    /// The trace; `-` is standard input
    #[arg(value_name = "TRACE")]
    trace: PathBuf,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<ExitStatus> {
    let trace = &arguments.trace;
    let policies = [&arguments.policy, &arguments.approval]
        .into_iter()
        .flatten();
    let paths: Vec<&PathBuf> = policies.chain([trace]).collect();
    if paths.iter().filter(|path| is_stdin(path)).count() > 1 {
        eprintln!("error: standard input can be read once, but `-` is given more than once");
        return Ok(ExitStatus::Unusable);
    }
    if let Some(path) = &arguments.file
        && paths.into_iter().any(|read| is_same_file(path, read))
    {
        let path = path.display();
        tell(&format!(
            "error: {path} is what is to be shared, and would be lost; choose another file for --file"
        ));
        return Ok(ExitStatus::Unusable);
    }
    let documents = [
        (DocumentKind::Policy, arguments.policy.as_ref()),
        (DocumentKind::Approval, arguments.approval.as_ref()),
        (DocumentKind::Trace, Some(trace)),
    ];
    // All of them, so that all that cannot be read are told.
    let texts = documents.map(|(document, path)| path.map(|path| read(path, document)));
    if texts.iter().flatten().any(Option::is_none) {
        return Ok(ExitStatus::Failed);
    }
    let [policy, approval, Some(trace)] = [0, 1, 2].map(|at| {
        let text = texts.get(at)?.as_ref()?.as_deref()?;
        let path = documents.get(at)?.1?;
        Some(Named { text, path })
    }) else {
        return Ok(ExitStatus::Failed);
    };
    let given = Given {
        policy,
        approval,
        trace,
        fail_under: arguments.fail_under,
        harness: arguments.harness,
    };
    let reproduced = reproduce(&given, !arguments.no_redact);
    let mut remarks = reproduced.remarks();
    if let Some(path) = &arguments.file {
        let json = reproduced.reproduction.to_json();
        if is_stdin(path) {
            io::stdout().lock().write_all(json.as_bytes())?;
        } else if let Err(error) = fs::write(path, json) {
            eprintln!("error: cannot write {}: {error}", path.display());
            return Ok(ExitStatus::Unusable);
        }
    } else {
        let link = match link(&arguments.base, &reproduced.reproduction) {
            Ok(link) => link,
            Err(error) => {
                eprintln!(
                    "error: {error} A reproduction file has no such bound: --file OUT writes one."
                );
                return Ok(ExitStatus::Failed);
            }
        };
        writeln!(io::stdout().lock(), "{link}")?;
        let length = link.chars().count();
        remarks.extend(advice(length).map(|advice| format!("{length} characters. {advice}")));
    }
    if !reproduced.secrets.found.is_empty() {
        for secret in &reproduced.secrets.found {
            let (line, column) = (secret.place.line, secret.place.column);
            let mut documents = documents.iter();
            let path = documents
                .find_map(|(document, path)| path.filter(|_| *document == secret.document));
            let Some(path) = path else { continue };
            let (path, title, placeholder) = (path.display(), &secret.title, &secret.placeholder);
            tell(&format!(
                "{path}:{line}:{column}: {title} is {placeholder} in the copy"
            ));
        }
        remarks.push("--no-redact shares the documents exactly as they are".to_owned());
    }
    for remark in remarks {
        tell(&format!("note: {remark}"));
    }
    Ok(ExitStatus::Passed)
}

/// Whether two paths lead to one file that is there.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let file = |path: &Path| fs::canonicalize(path).ok().filter(|path| path.is_file());
    !is_stdin(one) && !is_stdin(other) && file(one).is_some_and(|one| file(other) == Some(one))
}

fn read(path: &Path, document: DocumentKind) -> Option<String> {
    match read_text(path) {
        Ok(text) => Some(text),
        Err(unreadable) => {
            let (name, path) = (document.name(), path.display());
            let line = format!("error: invalid {name} {path}: {}", unreadable.message);
            tell(&line);
            None
        }
    }
}

fn tell(text: &str) {
    eprintln!("{}", on_one_line(text));
}

#[cfg(test)]
mod tests {
    use super::PUBLIC_PLAYGROUND;

    #[test]
    fn the_public_playground_belongs_to_the_owner_of_the_repository() {
        let repository = env!("CARGO_PKG_REPOSITORY").trim_start_matches("https://github.com/");
        let published = repository
            .split_once('/')
            .map(|(owner, name)| format!("https://{}.github.io/{name}/", owner.to_lowercase()));
        assert_eq!(published.as_deref(), Some(PUBLIC_PLAYGROUND));
    }
}

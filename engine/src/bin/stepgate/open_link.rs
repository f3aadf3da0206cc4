//! `stepgate open-link`: the documents of a link, back in files.

use crate::ExitStatus;
use crate::file_names::for_documents;
use crate::files::{is_stdin, read_text};
use crate::line::on_one_line;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use stepgate_engine::EngineEntry;
use stepgate_engine::share::Parts;
use stepgate_engine::share::{
    Difference, FindingKey, Fragment, GateVerdict, Opened, Reproduction, ShareError, Verdict,
    is_reproduction, read_fragment,
};

/// Write the policies and the trace of a link to files, as they were
#[derive(clap::Args)]
pub struct Arguments {
    /// The link, a file that holds it, or a reproduction file; `-` is standard input
    #[arg(value_name = "LINK")]
    link: PathBuf,
    /// The folder for the files; it is made if need be
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Write over files that are there
    #[arg(long)]
    force: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<ExitStatus> {
    let opened = match read(&arguments.link) {
        Ok(opened) => opened,
        Err(sentence) => {
            eprintln!("error: {}", on_one_line(&sentence));
            return Ok(ExitStatus::Failed);
        }
    };
    let reproduction = &opened.reproduction;
    let paths = match write(reproduction, &arguments.out, arguments.force) {
        Ok(paths) => paths,
        Err(sentence) => {
            eprintln!("error: {}", on_one_line(&sentence));
            return Ok(ExitStatus::Unusable);
        }
    };
    let mut out = io::stdout().lock();
    let mut line = |text: &str| writeln!(out, "{}", on_one_line(text));
    for path in &paths {
        line(&format!("wrote {}", path.display()))?;
    }
    if opened.mended {
        line(
            "The link was mended: another program had broken it over lines or added to it. Its content is whole.",
        )?;
    }
    for text in compared(reproduction) {
        line(&text)?;
    }
    Ok(ExitStatus::Passed)
}

/// Reads whatever was given: a file, standard input, or the link itself.
fn read(link: &Path) -> Result<Opened, String> {
    let is_file = is_stdin(link) || link.is_file();
    let text = if is_file {
        read_text(link).map_err(|error| format!("{} {}", link.display(), error.message))?
    } else {
        link.to_string_lossy().into_owned()
    };
    // What is JSON is no link: if it is no reproduction either, that is what to say of it.
    if is_reproduction(&text) || text.trim_start().starts_with('{') {
        let reproduction = Reproduction::from_json(&text).map_err(|error| error.to_string())?;
        let mended = false;
        return Ok(Opened {
            reproduction,
            mended,
        });
    }
    match read_fragment(text.trim()) {
        Ok(Fragment::Reproduction(opened)) => Ok(*opened),
        Ok(Fragment::Addresses(addresses)) => {
            let addresses: Vec<String> = [addresses.policy, addresses.trace]
                .into_iter()
                .flatten()
                .collect();
            Err(format!(
                "This link holds no documents, only where they are ({}), and this command fetches nothing. Download \
                 them yourself, or open the link in a browser.",
                addresses.join(", ")
            ))
        }
        Ok(Fragment::Empty) => Err("There is no link: nothing follows # in the address.".into()),
        Err(ShareError::NotALink) if !is_file && !text.contains('#') => Err(format!(
            "{text} is neither a link nor a file that is there."
        )),
        Err(error) => Err(error.to_string()),
    }
}

/// Writes the documents; of two policies none that is empty. Nothing is written where a file is in the way.
fn write(reproduction: &Reproduction, folder: &Path, force: bool) -> Result<Vec<PathBuf>, String> {
    let Reproduction {
        policy,
        approval,
        trace,
        ..
    } = reproduction;
    let names = for_documents([
        &reproduction.policy_name,
        &reproduction.approval_name,
        &reproduction.trace_name,
    ]);
    let wanted = [
        !policy.is_empty() || approval.is_empty(),
        !approval.is_empty(),
        true,
    ];
    let (paths, texts): (Vec<PathBuf>, Vec<&String>) = names
        .iter()
        .zip([policy, approval, trace])
        .zip(wanted)
        .filter(|(_, wanted)| *wanted)
        .map(|((name, text), _)| (folder.join(name), text))
        .unzip();
    fs::create_dir_all(folder)
        .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    if !force && let Some(path) = paths.iter().find(|path| path.symlink_metadata().is_ok()) {
        return Err(format!(
            "{} is there already and was left as it is; choose another folder, or write over it with --force",
            path.display()
        ));
    }
    if force {
        let is_folder = |path: &&PathBuf| path.symlink_metadata().is_ok_and(|found| found.is_dir());
        if let Some(path) = paths.iter().find(is_folder) {
            return Err(format!("{} is a folder", path.display()));
        }
        for path in &paths {
            remove(path).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
    }
    for (path, text) in paths.iter().zip(texts) {
        // Never through a link that leads elsewhere, nor one document over another where a file system takes
        // their names for the same.
        OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(path)
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(paths)
}

/// Removes a file, if it is there; of a link, the link.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

/// What the link says of its documents, against what is said of them today.
fn compared(reproduction: &Reproduction) -> Vec<String> {
    let engine = match reproduction.engine.as_str() {
        "" => "an engine that does not say its version".to_owned(),
        version => format!("engine {version}"),
    };
    let from = format!("shared from {engine}");
    let bound = format!("(fail under {})", reproduction.fail_under);
    let (judged, gate) = reproduction.judge(Parts::ALL);
    let mut lines = Vec::new();
    let (recorded, today) = (reproduction.verdict.as_ref(), judged.verdict());
    if recorded.is_some() || today.is_some() || gate.is_none() {
        let words = today.as_ref().map(Verdict::in_words);
        let difference = recorded
            .zip(today.as_ref())
            .map(|(recorded, today)| recorded.difference(today));
        lines.push(told(
            &from,
            recorded.map(Verdict::in_words),
            words.unwrap_or_else(|| "NOTHING TO CHECK".to_owned()),
            &format!(" {bound}"),
            difference == Some(None),
        ));
        lines.extend(difference.flatten().iter().flat_map(differing));
    }
    if let Some(today) = gate {
        let recorded = reproduction.gate.as_ref();
        let difference = recorded.map(|recorded| recorded.difference(&today));
        let is_same = difference == Some(None);
        let words = recorded.map(GateVerdict::in_words);
        lines.push(told(&from, words, today.in_words(), "", is_same));
        let changed = difference
            .flatten()
            .into_iter()
            .flat_map(|difference| difference.changed);
        lines.extend(
            changed.map(|[tool, before, after]| format!("  {tool}: {before} became {after}")),
        );
    }
    lines
}

/// What was recorded, against what is said today.
fn told(from: &str, recorded: Option<String>, today: String, bound: &str, is_same: bool) -> String {
    let this = EngineEntry::THIS.version;
    match recorded {
        None => format!("{from}, without a verdict; engine {this} says {today}{bound}"),
        Some(recorded) if is_same => {
            format!("{from}: {recorded}{bound}; engine {this} says the same")
        }
        Some(recorded) => format!("{from}: {recorded}{bound}; engine {this} differs: {today}"),
    }
}

/// A line for each finding that is on one side only.
fn differing(difference: &Difference) -> Vec<String> {
    let line = |word: &str, key: &FindingKey| {
        let FindingKey { rule, pointer } = key;
        format!("  {word} {rule} at {pointer}")
    };
    let gone = difference.gone.iter().map(|key| line("gone:", key));
    let new = difference.new.iter().map(|key| line("new: ", key));
    gone.chain(new).collect()
}

//! `stepgate approval diff`: what another version of a policy answers differently.

use super::answers::{LoadEntry, RulingEntry};
use super::words::write_failure;
use super::{AtHarness, Named, Output, reads_stdin_twice, status, write_json, write_line};
use crate::ExitStatus;
use serde::Serialize;
use std::io;
use std::path::PathBuf;
use stepgate_engine::approval::diff::{
    Answer, Change, Comparison, Difference, Direction, OVERLAPS_LEFT_OUT, compare,
};

/// Say which classes and tools another version of a policy makes looser or stricter
///
/// The exit code is 1 when any became looser, in all cases or only in some.
#[derive(clap::Args)]
pub struct Arguments {
    /// The policy as it was
    old: PathBuf,
    /// The policy as it is
    new: PathBuf,
    #[command(flatten)]
    at: AtHarness,
    #[command(flatten)]
    output: Output,
}

#[derive(Serialize)]
struct Body<'a> {
    old: &'a str,
    new: &'a str,
    harness: &'static str,
    old_load: LoadEntry<'a>,
    new_load: LoadEntry<'a>,
    counts: Counts,
    differences: Vec<DifferenceEntry<'a>>,
    changes: Vec<ChangeEntry<'a>>,
    /// Whether a change in what two patterns match between them may be missing.
    overlaps_left_out: bool,
}

#[derive(Serialize)]
struct Counts {
    loosened: usize,
    mixed: usize,
    tightened: usize,
    same: usize,
}

#[derive(Serialize)]
struct DifferenceEntry<'a> {
    direction: &'static str,
    kind: &'static str,
    /// `null` for all that nothing names.
    name: Option<&'a str>,
    before: AnswerEntry<'a>,
    after: AnswerEntry<'a>,
}

#[derive(Serialize)]
struct AnswerEntry<'a> {
    verdict: Option<&'static str>,
    class: Option<&'a str>,
    ruling: Option<RulingEntry<'a>>,
    irreversible: Option<RulingEntry<'a>>,
    may_request: bool,
}

#[derive(Serialize)]
struct ChangeEntry<'a> {
    section: &'static str,
    path: &'a str,
    before: Option<&'a str>,
    after: Option<&'a str>,
    dangling: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<ExitStatus> {
    if reads_stdin_twice([&arguments.old, &arguments.new]) {
        return Ok(ExitStatus::Unusable);
    }
    let (Some(old), Some(new)) = (Named::read(&arguments.old), Named::read(&arguments.new)) else {
        return Ok(ExitStatus::Failed);
    };
    let comparison = compare(&old.load, &new.load, arguments.at.harness);
    let count = |direction| comparison.count(direction);
    if arguments.output.json {
        let body = Body {
            old: &old.file,
            new: &new.file,
            harness: arguments.at.harness.name(),
            old_load: LoadEntry::new(&old.load),
            new_load: LoadEntry::new(&new.load),
            counts: Counts {
                loosened: count(Direction::Loosened),
                mixed: count(Direction::Mixed),
                tightened: count(Direction::Tightened),
                same: count(Direction::Same),
            },
            differences: comparison
                .differences
                .iter()
                .map(difference_entry)
                .collect(),
            changes: comparison.changes.iter().map(change_entry).collect(),
            overlaps_left_out: comparison.overlaps_left_out,
        };
        write_json("diff", body)?;
    } else {
        print(&old, &new, &comparison)?;
    }
    let looser = count(Direction::Loosened) + count(Direction::Mixed);
    Ok(status(looser == 0))
}

fn difference_entry<'a>(difference: &'a Difference<'a>) -> DifferenceEntry<'a> {
    DifferenceEntry {
        direction: difference.direction.name(),
        kind: difference.probe.kind(),
        name: difference.probe.name(),
        before: answer_entry(&difference.before),
        after: answer_entry(&difference.after),
    }
}

fn answer_entry<'a>(answer: &Answer<'a>) -> AnswerEntry<'a> {
    AnswerEntry {
        verdict: answer.verdict.map(|verdict| verdict.name()),
        class: answer.class,
        ruling: answer.ruling.as_ref().map(RulingEntry::new),
        irreversible: answer.irreversible.as_ref().map(RulingEntry::new),
        may_request: answer.may_request,
    }
}

fn change_entry(change: &Change) -> ChangeEntry<'_> {
    ChangeEntry {
        section: change.section.name(),
        path: &change.path,
        before: change.before.as_deref(),
        after: change.after.as_deref(),
        dangling: change.dangling,
    }
}

fn print(old: &Named, new: &Named, comparison: &Comparison) -> io::Result<()> {
    for named in [old, new] {
        write_failure(named)?;
    }
    let counts = [
        Direction::Loosened,
        Direction::Mixed,
        Direction::Tightened,
        Direction::Same,
    ]
    .map(|direction| {
        let told = match direction {
            Direction::Same => "as strict as before",
            other => other.name(),
        };
        format!("{} {told}", comparison.count(direction))
    });
    let (old, new) = (&old.file, &new.file);
    write_line(&format!("{old} → {new}: {}", counts.join(", ")))?;
    for difference in &comparison.differences {
        let Difference {
            probe,
            before,
            after,
            direction,
        } = difference;
        let (direction, kind) = (direction.name(), probe.kind());
        let name = match probe.name() {
            Some(name) => format!("`{name}`"),
            None => "that nothing names".to_owned(),
        };
        let [was, is] = [before, after].map(told);
        write_line(&format!("  {direction} {kind} {name}: {was} → {is}"))?;
        // A recorded call says nothing of reversibility: that is a question about classes.
        let [was, is] = [before, after].map(Answer::if_irreversible);
        if before.verdict.is_none() && was != is {
            write_line(&format!("    irreversible: {was} → {is}"))?;
        }
        if before.may_request != after.may_request {
            let told = match after.may_request {
                true => "agents may now ask for it",
                false => "agents may no longer ask for it",
            };
            write_line(&format!("    {told}"))?;
        }
    }
    if comparison.overlaps_left_out {
        write_line(&format!("  {OVERLAPS_LEFT_OUT}"))?;
    }
    for change in &comparison.changes {
        let [was, is] = [&change.before, &change.after]
            .map(|value| value.as_deref().unwrap_or("nothing").to_owned());
        let dangling = match change.dangling {
            true => "; a rule still names this approver",
            false => "",
        };
        let path = &change.path;
        write_line(&format!("  changed {path}: {was} → {is}{dangling}"))?;
    }
    Ok(())
}

fn told(answer: &Answer) -> String {
    match answer.class {
        Some(class) => format!("class `{class}`, {}", answer.as_is()),
        None => answer.as_is().to_string(),
    }
}

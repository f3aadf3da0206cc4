//! Answers about an APPROVAL.md in words.

use super::{Named, write_line};
use std::io;
use stepgate_engine::Place;
use stepgate_engine::approval::words::{FAIL_CLOSED_CALLS, FAIL_CLOSED_CLASSES};
use stepgate_engine::approval::{Form, Load, LoadError};
use stepgate_engine::source::yaml::NodeId;

/// A place as editors and CI read it.
pub fn at(file: &str, place: &Place) -> String {
    format!("{file}:{}:{}", place.line, place.column)
}

/// The place of a node, in brackets after a sentence; nothing without one.
pub fn clause(named: &Named, node: Option<NodeId>) -> String {
    node.map_or(String::new(), |node| {
        format!(" ({})", at(&named.file, &named.load.place(node)))
    })
}

/// What a policy holds, in a few words.
pub fn contents(load: &Load) -> String {
    let form = match load.form() {
        Form::Markdown => "markdown",
        Form::BareYaml => "bare YAML",
    };
    match load.policy() {
        Ok(policy) => {
            let version = &policy.version;
            let classes = of_many(policy.classes.len(), "class", "classes");
            let entries = of_many(policy.tools.len(), "tool entry", "tool entries");
            let approvers = of_many(policy.approvers.len(), "approver", "approvers");
            format!("version {version}: {classes}, {entries}, {approvers}, read as {form}")
        }
        Err(failure) => format!("{}, read as {form}", failure.code.name()),
    }
}

fn of_many(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The lines about a policy that does not load.
pub fn write_failure(named: &Named) -> io::Result<()> {
    let Err(failure) = named.load.policy() else {
        return Ok(());
    };
    let (file, code) = (&named.file, failure.code.name());
    write_line(&format!(
        "FAILS CLOSED {file} ({}): {FAIL_CLOSED_CLASSES}, and {FAIL_CLOSED_CALLS}",
        contents(&named.load)
    ))?;
    if failure.errors.is_empty() {
        let at = at(file, &failure.place);
        write_line(&format!("  {at}: error {code}: {}", failure.message))?;
    }
    let mut said: Option<&LoadError> = None;
    for error in &failure.errors {
        // One fault of a key is reported under two keywords.
        if said.is_some_and(|said| (&said.place, &said.message) == (&error.place, &error.message)) {
            continue;
        }
        said = Some(error);
        let at = at(file, &error.place);
        write_line(&format!(
            "  {at}: error {}: {}",
            error.keyword, error.message
        ))?;
    }
    Ok(())
}

//! What is checked of prompt blocks after the schema, under every channel name.

mod phrase;

use super::super::schema::forms::{is_class, is_class_pattern};
use super::super::schema::tables::{ROWS, STYLES};
use super::{LoadError, MOST_ERRORS, Reading};
use crate::order::sort_by_key;
use crate::source::yaml::{Document, Kind, NodeId};
use hashbrown::HashSet;

/// The keys of a prompt block.
const KEYS: [&str; 5] = ["rows", "always", "hide", "style", "say"];

/// The rows that cannot be hidden.
const NEEDED_ROWS: [&str; 6] = [
    "action_key",
    "class",
    "command_breakdown",
    "protected_path",
    "policy_diff",
    "policy_load",
];

/// Collects what is wrong with prompt blocks. Pointers here are joined plainly, as the reference joins them.
struct Report<'a> {
    reading: &'a Reading<'a>,
    document: &'a Document,
    errors: Vec<LoadError>,
}

impl Report<'_> {
    fn push(
        &mut self,
        keyword: &'static str,
        pointer: String,
        node: NodeId,
        message: impl Into<String>,
    ) {
        if self.errors.len() >= MOST_ERRORS {
            return;
        }
        let error = self
            .reading
            .error(self.document, keyword, pointer, node, message.into());
        self.errors.push(error);
    }
}

/// What is wrong with the prompt blocks of all channels.
pub(super) fn check(reading: &Reading<'_>, document: &Document) -> Vec<LoadError> {
    let mut report = Report {
        reading,
        document,
        errors: Vec::new(),
    };
    if let Some(channels) = document.get(document.root(), "channels") {
        let mut channels: Vec<_> = document.members(channels).collect();
        sort_by_key(&mut channels, |channel| channel.name);
        for channel in channels {
            if let Some(prompt) = document.get(channel.value, "prompt") {
                block(
                    &mut report,
                    &format!("/channels/{}/prompt", channel.name),
                    prompt,
                );
            }
        }
    }
    report.errors
}

fn block(report: &mut Report<'_>, path: &str, node: NodeId) {
    let document = report.document;
    if document.kind(node) != Kind::Mapping {
        let message = "A prompt block is a mapping: write keys such as `style: minimal`";
        return report.push("prompt-block-shape", path.to_owned(), node, message);
    }
    let mut members: Vec<_> = document.members(node).collect();
    sort_by_key(&mut members, |member| member.name);
    for member in members.iter().filter(|member| !KEYS.contains(&member.name)) {
        let message = "This key is not known in a prompt block: write one of `rows`, `always`, `hide`, `style` and `say`";
        report.push(
            "prompt-key-unknown",
            format!("{path}/{}", member.name),
            member.key,
            message,
        );
    }
    let get = |name: &str| {
        members
            .iter()
            .find(|member| member.name == name)
            .map(|member| member.value)
    };
    if let Some(style) = get("style")
        && !document
            .string(style)
            .is_some_and(|style| STYLES.contains(&style))
    {
        let message = "This style is not known: write `technical` or `minimal`";
        report.push(
            "prompt-style-unknown",
            format!("{path}/style"),
            style,
            message,
        );
    }
    if let Some(say) = get("say") {
        phrases(report, &format!("{path}/say"), say);
    }
    lists(report, path, [get("rows"), get("always"), get("hide")]);
}

fn phrases(report: &mut Report<'_>, path: &str, say: NodeId) {
    let document = report.document;
    if document.kind(say) != Kind::Mapping {
        let message =
            "`say` is a mapping from classes to phrases: write keys such as `files.delete`";
        return report.push("prompt-say-shape", path.to_owned(), say, message);
    }
    let mut members: Vec<_> = document.members(say).collect();
    sort_by_key(&mut members, |member| member.name);
    for member in members {
        let path = format!("{path}/{}", member.name);
        if !is_class(member.name) {
            let (keyword, message) = if is_class_pattern(member.name) {
                (
                    "prompt-say-wildcard",
                    "A phrase is for one class: write the class out, without `*`",
                )
            } else {
                (
                    "prompt-say-shape",
                    "This is no class: write names of small letters and digits with dots between them",
                )
            };
            report.push(keyword, path.clone(), member.key, message);
        }
        phrase::check(report, &path, &member);
    }
}

/// Looks at the lists of rows, then holds what is always shown against what is hidden.
fn lists(report: &mut Report<'_>, path: &str, lists: [Option<NodeId>; 3]) {
    let document = report.document;
    for (name, list) in ["rows", "always", "hide"].into_iter().zip(lists) {
        let Some(list) = list else {
            continue;
        };
        if document.kind(list) != Kind::Sequence {
            let message = "This is no list: write the names of rows, such as `[chain, waiting]`";
            report.push(
                "prompt-block-shape",
                format!("{path}/{name}"),
                list,
                message,
            );
        }
        for (index, item) in document.elements(list).enumerate() {
            let row = document.string(item);
            let (keyword, message) = match row {
                Some(row) if name == "hide" && NEEDED_ROWS.contains(&row) => (
                    "prompt-row-required",
                    "This row cannot be hidden: remove it from `hide`",
                ),
                Some(row) if ROWS.contains(&row) => continue,
                _ => (
                    "prompt-row-unknown",
                    "This row is not known: write one such as `chain`, `summary` or `budgets`, or remove it",
                ),
            };
            report.push(keyword, format!("{path}/{name}/{index}"), item, message);
        }
    }
    if let [_, Some(always), Some(hide)] = lists {
        let shown = document
            .elements(always)
            .filter_map(|item| document.string(item));
        let mut shown: HashSet<&str> = shown.collect();
        for item in document.elements(hide) {
            if document.string(item).is_some_and(|row| shown.remove(row)) {
                let message = "This row is in `always` as well: remove it from one of the two";
                report.push("prompt-row-conflict", format!("{path}/hide"), item, message);
            }
        }
    }
}

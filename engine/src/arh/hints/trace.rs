//! What a trace says that is not read as it looks.

use super::keys::{self, Shape};
use super::names::Shown;
use super::settings::{add_unknown_key, look_at_padding, look_at_repeated_keys, look_at_value};
use super::{HintKind, Hints, member_of};
use crate::arh::trace::{Status, Step, StepKind, Trace};
use crate::source::{Document, Kind, NodeId, Text, is_blank, is_truthy};
use hashbrown::HashMap;

/// So many different unknown keys are compared with known ones; further ones get no hint.
const MOST_COMPARED: usize = 200;
/// How an output that tells of an error begins, in small letters.
const ERROR_BEGINNINGS: [&str; 5] = [
    "error:",
    "error -",
    "exception:",
    "traceback (most recent call last)",
    "fatal:",
];

/// Looks at a whole trace.
pub(super) fn look(trace: &Trace, hints: &mut Hints) {
    let document = trace.document();
    for member in document.members(document.root()) {
        match keys::TRACE.shape(member.name) {
            Some(shape) => look_at_value(document, member, shape, hints),
            // Any other key is welcome; only a near miss is worth a word.
            None => {
                if let Some(meant) = keys::TRACE
                    .meant(member.name)
                    .filter(|meant| member_of(document, document.root(), meant).is_none())
                {
                    add_unknown_key(member, &keys::TRACE, Some(meant), hints);
                }
            }
        }
    }
    let mut meanings = Meanings::default();
    for step in &trace.steps {
        look_at_members(document, step, &mut meanings, hints);
        look_at_citations(document, step, hints);
        look_at_outcome(document, step, hints);
    }
    for node in trace.tools.names() {
        look_at_padding(
            document.string(*node).unwrap_or(Text::Utf8("")),
            "tool",
            *node,
            hints,
        );
    }
    look_at_repeated_keys(document, hints);
}

/// What unknown keys were probably meant to be, each looked up once.
#[derive(Default)]
struct Meanings<'a> {
    numbers: HashMap<Text<'a>, u32>,
    meant: Vec<Option<&'static str>>,
}

impl<'a> Meanings<'a> {
    fn of(&mut self, key: Text<'a>) -> Option<&'static str> {
        if let Some(number) = self.numbers.get(&key) {
            return self.meant.get(*number as usize).copied().flatten();
        }
        if self.meant.len() == MOST_COMPARED {
            return None;
        }
        let meant = keys::STEP.meant(key);
        self.numbers.insert(key, self.meant.len() as u32);
        self.meant.push(meant);
        meant
    }
}

fn look_at_members<'a>(
    document: &'a Document,
    step: &Step,
    meanings: &mut Meanings<'a>,
    hints: &mut Hints,
) {
    for member in document.members(step.node) {
        match keys::STEP.shape(member.name) {
            Some(Shape::Other) => {}
            Some(shape) => {
                look_at_value(document, member, shape, hints);
                if shape == Shape::Flag
                    && step.kind == StepKind::ToolCall
                    && step.requires_grounding
                {
                    let message = format_args!(
                        "grounding is asked of responses only, so on a tool call this means nothing"
                    );
                    hints.add(HintKind::GroundingOnToolCall, member.value, message);
                }
            }
            None => {
                if let Some(meant) = meanings.of(member.name)
                    && (step.kind == StepKind::ToolCall
                        || !matches!(meant, "tool_name" | "arguments"))
                    && member_of(document, step.node, meant).is_none()
                {
                    add_unknown_key(member, &keys::STEP, Some(meant), hints);
                }
            }
        }
    }
}

fn look_at_citations(document: &Document, step: &Step, hints: &mut Hints) {
    let Some(node) = step.citations_node.filter(|_| step.cited) else {
        return;
    };
    match document.kind(node) {
        Kind::String => add_miscounted(
            document,
            node,
            "text, which counts as one citation for each of its characters",
            hints,
        ),
        Kind::Object => add_miscounted(
            document,
            node,
            "an object, which counts as one citation for each of its keys",
            hints,
        ),
        _ => {
            for citation in document.elements(node) {
                if document.kind(citation) != Kind::Object {
                    let message = format_args!(
                        "{} counts as a citation, though it is no object with a `url` or `source`; `require_valid_citation_urls` would refuse it",
                        Shown::raw(document, citation)
                    );
                    let meant = document
                        .string(citation)
                        .filter(|text| !is_blank(*text))
                        .map(|text| as_citation(text, document.raw(citation)));
                    hints.suggest(
                        HintKind::CitationNotAnObject,
                        citation,
                        message,
                        meant.as_deref(),
                    );
                }
            }
        }
    }
}

fn add_miscounted(document: &Document, node: NodeId, what: &str, hints: &mut Hints) {
    let raw = document.raw(node);
    let meant = match document.string(node) {
        Some(text) => format!("[{}]", as_citation(text, raw)),
        None => format!("[{raw}]"),
    };
    // A suggestion is to be read; a long one would not be.
    let meant = Some(meant).filter(|meant| meant.len() <= 200);
    hints.suggest(
        HintKind::CitationsNotAList,
        node,
        format_args!("`citations` is {what}"),
        meant.as_deref(),
    );
}

/// A text as the citation it was probably meant to be; `raw` is its spelling in the document.
fn as_citation(text: Text<'_>, raw: &str) -> String {
    let web = text
        .as_str()
        .is_some_and(|text| text.starts_with("https://") || text.starts_with("http://"));
    format!("{{ \"{}\": {raw} }}", if web { "url" } else { "source" })
}

/// Looks at what a step says about how it ended, and at call fields on a response.
fn look_at_outcome(document: &Document, step: &Step, hints: &mut Hints) {
    let error = step
        .error
        .and_then(|node| Some((node, document.string(node)?)))
        .filter(|(_, text)| !text.is_empty());
    match (error, step.status_node, step.status) {
        (Some((node, text)), Some(_), Status::Ok) if !is_blank(text) => {
            let message = format_args!(
                "the status is `ok`, so this step counts as successful in spite of its error text"
            );
            hints.suggest(
                HintKind::StatusAgainstError,
                node,
                message,
                Some("\"status\": \"error\""),
            );
        }
        (Some((node, text)), None, _) if is_blank(text) => {
            let message = format_args!(
                "this error text is blank, but not empty, so without a `status` the step counts as failed"
            );
            hints.suggest(HintKind::BlankError, node, message, Some("null"));
        }
        _ => {}
    }
    match step.kind {
        StepKind::ToolCall => {
            if step.status == Status::Ok
                && let Some(node) = step.output
                && let Some(output) = document.string(node)
                && reads_like_error(output)
            {
                let message = format_args!(
                    "this output reads like an error, but the call counts as successful"
                );
                hints.suggest(
                    HintKind::OutputLooksLikeError,
                    node,
                    message,
                    Some("\"status\": \"error\""),
                );
            }
        }
        StepKind::ModelResponse => {
            let named = step.tool_name.filter(|node| is_truthy(document, *node));
            if let Some(node) = named.or(step.arguments.filter(|node| is_truthy(document, *node))) {
                let message = format_args!(
                    "a response is no call, so no rule about tools sees this; a call has the type `tool_call`"
                );
                hints.suggest(
                    HintKind::CallFieldsOnResponse,
                    node,
                    message,
                    Some("\"type\": \"tool_call\""),
                );
            }
        }
    }
}

fn reads_like_error(output: Text<'_>) -> bool {
    let bytes = output.as_bytes().trim_ascii_start();
    ERROR_BEGINNINGS.iter().any(|beginning| {
        bytes
            .get(..beginning.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(beginning.as_bytes()))
    })
}

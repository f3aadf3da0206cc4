//! Finding the one fenced block of an APPROVAL.md.
//!
//! Not as CommonMark has it: only backticks fence, only at the start of a line, and HTML comments hide nothing.

mod near_miss;

use crate::source::Lines;
use crate::source::yaml::Origin;
use std::ops::Range;

/// The info string of the block.
pub(super) const INFO: &str = "yaml approval-policy";

/// What a text is: markdown with the block, or the block's YAML alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Markdown in which one block holds the policy.
    Markdown,
    /// The policy's YAML.
    BareYaml,
}

/// The policy's YAML, its lines ended by LF, and where it stands in the text.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) text: String,
    pub(super) origin: Origin,
}

/// Why there is not one block.
#[derive(Debug)]
pub(super) struct NoBlock {
    /// Whether there are several.
    pub(super) multiple: bool,
    /// One sentence without a final period.
    pub(super) message: String,
    /// Where to mend it, in bytes.
    pub(super) range: Range<usize>,
}

/// Whether a text is an APPROVAL.md at all, and in which form: markdown that opens a policy block, or YAML with a
/// `version` at its outermost level, which is markdown again where a fence of another kind comes first. JSON is not.
pub fn detect(text: &str) -> Option<Form> {
    if opens_block(text) {
        return Some(Form::Markdown);
    }
    let mut root = None;
    let mut form = Form::BareYaml;
    for (line, _) in Lines::new(text) {
        let line = line.trim_start_matches('\u{feff}');
        let content = line.trim_start_matches(' ');
        if content.is_empty() || content.starts_with(['#', '%']) || content.starts_with("---") {
            continue;
        }
        let indentation = line.len() - content.len();
        if root.is_none() && content.starts_with(['{', '[']) {
            return None;
        }
        // No value of YAML starts with a backtick.
        if content.starts_with("```") {
            form = Form::Markdown;
        }
        if *root.get_or_insert(indentation) == indentation {
            let key = content.split_once(':').map(|(key, _)| key.trim_end());
            if matches!(key, Some("version" | "\"version\"" | "'version'")) {
                return Some(form);
            }
        }
    }
    None
}

fn opens_block(text: &str) -> bool {
    let mut open = None;
    Lines::new(text).any(|(line, _)| match open {
        None => match opener(line) {
            Some(fence) if fence.is_wanted => true,
            fence => {
                open = fence.map(|fence| fence.backticks);
                false
            }
        },
        Some(backticks) => {
            if closes(line, backticks) {
                open = None;
            }
            false
        }
    })
}

/// The block of a text.
pub(super) fn find(text: &str, form: Form) -> Result<Block, NoBlock> {
    if form == Form::BareYaml {
        return Ok(gather(text, 0..text.len()));
    }
    let mut open: Option<OpenFence> = None;
    let mut found: Option<OpenFence> = None;
    let mut second = None;
    for (line, at) in Lines::new(text) {
        let line_range = at.start..at.start + line.len();
        match &mut open {
            None => {
                open = opener(line).map(|fence| OpenFence {
                    fence,
                    line: line_range,
                    body: at.end..at.end,
                });
            }
            Some(fence) if !closes(line, fence.fence.backticks) => fence.body.end = line_range.end,
            Some(_) => {
                let closed = open.take().filter(|closed| closed.fence.is_wanted);
                if let (Some(_), Some(closed)) = (&found, &closed) {
                    second.get_or_insert(closed.line.clone());
                }
                found = found.or(closed);
            }
        }
    }
    // Looked at first, even where another block is complete.
    if let Some(open) = open.filter(|open| open.fence.is_wanted) {
        let backticks = open.fence.backticks;
        return Err(NoBlock {
            multiple: false,
            message: format!(
                "This policy block is never closed: add a line of {backticks} backticks and nothing else after it"
            ),
            range: open.line,
        });
    }
    match (found, second) {
        (Some(_), Some(range)) => Err(NoBlock {
            multiple: true,
            message: "This is a second policy block, and a policy has exactly one: remove one of them, or put it in \
                      a longer fence to show it as an example"
                .to_owned(),
            range,
        }),
        (Some(found), None) => Ok(gather(text, found.body)),
        (None, _) => Err(near_miss::explain(text)),
    }
}

/// The lines of a part of the text, joined by LF.
fn gather(text: &str, body: Range<usize>) -> Block {
    let mut block = Block {
        text: String::with_capacity(body.len()),
        origin: Origin::default(),
    };
    let lines = Lines::new(text.get(body.clone()).unwrap_or_default());
    for (index, (line, at)) in lines.enumerate() {
        if index > 0 {
            block.text.push('\n');
        }
        block.origin.push(block.text.len(), body.start + at.start);
        block.text.push_str(line);
    }
    block
}

/// A fence whose end is not reached, or a whole block.
struct OpenFence {
    fence: Opener,
    /// The line that opens it.
    line: Range<usize>,
    /// The lines inside so far, without the end of the last one.
    body: Range<usize>,
}

/// What opens a fence.
struct Opener {
    backticks: usize,
    is_wanted: bool,
}

fn opener(line: &str) -> Option<Opener> {
    let (backticks, info) = fence(line)?;
    // To the reference's pattern these two end a line.
    if info.contains(['`', '\u{2028}', '\u{2029}']) {
        return None;
    }
    Some(Opener {
        backticks,
        is_wanted: words(info).eq(INFO.split(' ')),
    })
}

/// The words of an info string.
fn words(info: &str) -> impl Iterator<Item = &str> {
    info.split(super::is_script_space)
        .filter(|word| !word.is_empty())
}

fn closes(line: &str, backticks: usize) -> bool {
    fence(line).is_some_and(|(run, rest)| {
        run >= backticks && rest.bytes().all(|byte| matches!(byte, b' ' | b'\t'))
    })
}

/// The length of the backtick run that a line starts with, and what follows it.
fn fence(line: &str) -> Option<(usize, &str)> {
    let content = line.trim_start_matches(' ');
    let rest = content.trim_start_matches('`');
    let run = content.len() - rest.len();
    (line.len() - content.len() <= 3 && run >= 3).then_some((run, rest))
}

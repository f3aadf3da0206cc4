//! What a text that has no policy block has instead.

use super::{INFO, NoBlock, closes, opener, words};
use crate::source::Lines;

/// Says why there is no block: at the first line that looks like its opener, or at the end of the text.
pub(super) fn explain(text: &str) -> NoBlock {
    let mut foreign: Option<usize> = None;
    let mut miss = None;
    for (line, at) in Lines::new(text) {
        let inside = foreign.is_some();
        match foreign {
            Some(backticks) if closes(line, backticks) => {
                foreign = None;
                continue;
            }
            None => foreign = opener(line).map(|fence| fence.backticks),
            Some(_) => {}
        }
        if miss.is_none()
            && let Some(reason) = reason(line, inside)
        {
            miss = Some((reason, at.start..at.start + line.len()));
        }
    }
    let (reason, range) = miss.unwrap_or(("The text has no policy block", text.len()..text.len()));
    NoBlock {
        multiple: false,
        message: format!(
            "{reason}: write the policy between a line ```` ```{INFO} ```` and a line ```` ``` ````, both at the start \
             of the line"
        ),
        range,
    }
}

/// Why a line that looks like the opener of a policy block is none.
fn reason(line: &str, inside: bool) -> Option<&'static str> {
    let content = line.trim_start();
    let marked = content.trim_start_matches(['\u{feff}', '>', '-', '*', '+', ' ', '\t']);
    let (fence, info) = marked.split_at(marked.len() - marked.trim_start_matches(['`', '~']).len());
    if fence.len() < 3 || info.contains('`') {
        return None;
    }
    let is_wanted = words(info).eq(INFO.split(' '));
    let lowered = info.to_ascii_lowercase();
    if !(is_wanted || lowered.contains("approval") && lowered.contains("policy")) {
        return None;
    }
    Some(if !is_wanted {
        "The words after this fence are not exactly those of a policy block"
    } else if inside {
        "This policy block stands inside of another fence, where it is only shown"
    } else if fence.starts_with('~') {
        "Tildes fence no policy block"
    } else if content.starts_with('\u{feff}') || line.starts_with('\u{feff}') {
        "A byte order mark before this fence hides it"
    } else if marked.len() < content.len() {
        "A quoted or listed fence is no policy block"
    } else {
        "This fence is indented too far to be one"
    })
}

//! What is refused beyond what the parser refuses, and what is said of both.

use super::super::refusal::{Refusal, sentence};
use super::super::span;
use super::Builder;
use hashbrown::HashMap;
use std::ops::Range;

impl Builder<'_> {
    /// Refuses an anchor or alias whose name the reference would not end where the parser does.
    pub(super) fn check_anchor(&self, anchor: usize, at: &Range<usize>) -> Result<(), Refusal> {
        if anchor == 0 {
            return Ok(());
        }
        let name = self.text.get(at.start..).unwrap_or_default();
        let end = name.find(|letter: char| {
            letter.is_whitespace() || matches!(letter, '{' | '}' | '[' | ']' | ',')
        });
        let (name, rest) = name.split_at(end.unwrap_or(name.len()));
        if name.ends_with(':') || rest.starts_with(['{', '[']) {
            let message = "An anchor or alias needs a blank right after its name: add one";
            return Err(self.refusal(message, at.start..at.start + name.len()));
        }
        Ok(())
    }

    /// Refuses a quoted or bracketed value of several lines in which one is not indented further than the block that
    /// the value stands in.
    pub(super) fn check_lines(&mut self, range: &Range<usize>) -> Result<(), Refusal> {
        let text = self.text.get(range.clone()).unwrap_or_default();
        let block = self.open.iter().rfind(|open| !open.is_flow);
        let (Some(block), true) = (block, text.contains('\n')) else {
            return Ok(());
        };
        self.steps += text.len() as u64;
        let block = self.node(block.node).start as usize;
        let before = self.text.get(..block).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        let least = line.trim_start_matches('\u{feff}').chars().count() + 1;
        let is_flow = text.starts_with(['{', '[']);
        let mut at = range.start;
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let content = line.trim_start_matches(' ');
            let indentation = line.len() - content.len();
            let start = at + indentation;
            at += line.len();
            let is_free = match content.trim() {
                "" => true,
                // The last bracket may stand where the key does.
                "}" | "]" if is_flow && at == range.end => indentation + 1 >= least,
                comment => is_flow && comment.starts_with('#'),
            };
            if index > 0 && indentation < least && !is_free {
                let message = format!(
                    "This line belongs to quotes or brackets above it: close them, or indent it by {least} or more spaces"
                );
                return Err(self.refusal(message, start..start + content.trim_end().len()));
            }
        }
        Ok(())
    }

    /// Refuses a mapping in which two keys are the same text.
    pub(super) fn check_keys(&mut self, mapping: u32) -> Result<(), Refusal> {
        let mut seen = HashMap::new();
        let mut at = mapping + 1;
        let after = self.node(mapping).after;
        let mut steps = 0;
        while at < after {
            let key = self.node(at);
            steps += 1;
            if let Some(first) = seen.insert(self.text_of(key), at) {
                let name = self.text_of(key).escape_debug();
                let message =
                    format!("The key `{name}` stands twice in one mapping: keep one of the two");
                let mut refusal = self.refusal(message, key.range());
                refusal.first = Some(self.located(self.node(first).range()));
                return Err(refusal);
            }
            // After the key comes the value.
            at = self.node(key.after).after;
        }
        drop(seen);
        self.steps += steps;
        Ok(())
    }

    /// What the parser says, with what of the text it is about.
    pub(super) fn parser_refusal(&mut self, said: &str, start: usize) -> Refusal {
        let rest = self.text.get(start..).unwrap_or_default();
        let unclosed = self.open.iter().find(|open| open.is_flow);
        if let Some(open) = unclosed {
            let opener = self.node(open.node).start as usize;
            if rest.trim().is_empty() {
                let message = "This bracket is never closed: add the closing one";
                return self.refusal(message, opener..opener + 1);
            }
            let end = start + rest.find('\n').unwrap_or(rest.len());
            if let Err(refusal) = self.check_lines(&(opener..end)) {
                return refusal;
            }
        }
        let rest = self.text.get(start..).unwrap_or_default();
        // A colon that is not followed by a blank separates nothing.
        let said = if rest.starts_with(':') { "':'" } else { said };
        self.refusal(sentence(said), self.stopped_at(start))
    }

    /// What to show where the parser stopped: the word there, or the last character before where there is none.
    pub(super) fn stopped_at(&self, start: usize) -> Range<usize> {
        let rest = self.text.get(start..).unwrap_or_default();
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        if length > 0 {
            return start..start + length;
        }
        let before = self.text.get(..start).unwrap_or_default().trim_end();
        let last = before.chars().next_back().map_or(0, char::len_utf8);
        before.len() - last..before.len()
    }

    pub(super) fn tag_refusal(&self, at: Range<usize>) -> Refusal {
        let range = span::tag(self.text, at);
        let tag = self.text.get(range.clone()).unwrap_or_default();
        let message = format!(
            "The tag `{}` is not read here: remove it, and put what shall be text in quotes",
            tag.escape_debug()
        );
        self.refusal(message, range)
    }
}

//! Regular patterns: an automaton forwards for the end of a match, and one backwards for its start.

use std::ops::Range;

use super::Mode;
use super::automaton::{Automaton, Failure, Preference};
use super::compile::{Target, compile};
use super::syntax::{Greed, Item, Syntax};

#[derive(Debug)]
pub(super) struct Regular {
    forwards: Automaton,
    /// Not needed where only the whole text can match.
    backwards: Option<Automaton>,
}

impl Regular {
    /// Whether there is no item that rules it out.
    pub(super) fn is_conceivable(syntax: &Syntax) -> bool {
        !syntax.sequences.iter().flatten().any(|item| match item {
            Item::Atomic(_) | Item::Look { .. } | Item::Reference(_) | Item::Conditional { .. } => {
                true
            }
            Item::Repeat { greed, .. } => *greed == Greed::Possessive,
            _ => false,
        })
    }

    /// `None` when the pattern is not regular, or too large. `full`: only the whole text can match.
    pub(super) fn new(syntax: &Syntax, full: bool) -> Option<Regular> {
        let mode = if full { Mode::FullMatch } else { Mode::Search };
        let automaton = |reverse, preference| {
            let program = compile(syntax, mode, Target::Automaton { reverse }).ok()?;
            Automaton::new(program, reverse, preference)
        };
        Some(match full {
            true => Regular {
                forwards: automaton(false, Preference::All)?,
                backwards: None,
            },
            false => Regular {
                forwards: automaton(false, Preference::First)?,
                backwards: Some(automaton(true, Preference::All)?),
            },
        })
    }

    /// The match the reference would give, searching from a place on. Adds to `read` the bytes that were read.
    pub(super) fn find(
        &mut self,
        text: &[u8],
        from: usize,
        read: &mut u64,
    ) -> Result<Option<Range<usize>>, Failure> {
        let Some(backwards) = &mut self.backwards else {
            return Ok(self.forwards.matches_whole(text)?.then_some(0..text.len()));
        };
        let found = self.forwards.first_end(text, from)?;
        *read += self.forwards.bytes_read() as u64;
        let Some((least, end)) = found else {
            return Ok(None);
        };
        *read += (end - least) as u64;
        Ok(backwards
            .first_start(text, end, least)?
            .map(|start| start..end))
    }
}

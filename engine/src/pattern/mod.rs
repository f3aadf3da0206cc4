//! Patterns in the dialect of Python 3.11's `re`, decided exactly.

mod alternation;
mod automaton;
mod class;
mod compile;
mod escape;
mod filter;
mod group;
mod matcher;
mod memo;
mod parse;
mod plan;
mod prefix;
mod program;
mod reader;
mod regular;
mod symbol;
mod syntax;
mod text;

pub use crate::unicode::{AllNames, CharacterNames, NoNames};

use std::fmt;
use std::ops::Range;
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::source::Text;
use automaton::Failure;
use compile::Target;
use filter::Filter;
use plan::Plan;
use program::Program;
use regular::Regular;
use syntax::{Flags, Syntax};

/// What the matcher may spend on a text before the automaton takes over: so many steps, and one for so many bytes.
const QUICK_STEPS: u64 = 500;
const QUICK_BYTES_PER_STEP: u64 = 8;

/// How a pattern meets a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Anywhere in the text, letter case ignored, as `re.search(pattern, text, re.IGNORECASE)`.
    Search,
    /// The whole text, letter case minded, as `re.fullmatch(pattern, text)`.
    FullMatch,
}

/// Why a pattern is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// What is wrong, and what to write instead where that can be said.
    pub message: String,
    /// Where in the pattern, in bytes of its WTF-8.
    pub offset: usize,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PatternError {}

/// A pattern took more steps on a text than it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepLimitExceeded;

impl fmt::Display for StepLimitExceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("deciding this pattern on a text takes too many steps; simplify its repeats")
    }
}

impl std::error::Error for StepLimitExceeded {}

/// One compiled pattern.
#[derive(Debug)]
pub struct Pattern {
    mode: Mode,
    syntax: Syntax,
    program: Program,
    plan: Plan,
    may_be_regular: bool,
    /// Made when the matcher alone would take long; `None` when the pattern is not regular.
    regular: OnceLock<Option<Mutex<Regular>>>,
}

impl Pattern {
    /// Compiles a pattern that may use these names of characters, or says what is wrong with it.
    pub fn compile(
        source: Text<'_>,
        mode: Mode,
        names: &dyn CharacterNames,
    ) -> Result<Pattern, PatternError> {
        let flags = match mode {
            Mode::Search => Flags::IGNORE_CASE,
            Mode::FullMatch => Flags::NONE,
        };
        let syntax =
            parse::parse(source.code_points().collect(), flags, names).map_err(|error| {
                PatternError {
                    offset: byte_offset(source, error.offset),
                    ..error
                }
            })?;
        let program =
            compile::compile(&syntax, mode, Target::Matcher).map_err(|_| PatternError {
                message: "this pattern is too large".to_owned(),
                offset: 0,
            })?;
        let plan = Plan::new(&program);
        Ok(Pattern {
            mode,
            may_be_regular: Regular::is_conceivable(&syntax),
            syntax,
            program,
            plan,
            regular: OnceLock::new(),
        })
    }

    /// The match the reference would give, in bytes of the text's WTF-8.
    pub fn find(&self, text: Text<'_>) -> Result<Option<Range<usize>>, StepLimitExceeded> {
        self.find_from(text.as_bytes(), 0, &mut 0)
    }

    /// The first match that starts at `from` or after, which is 0 for [`Mode::FullMatch`]. Adds to `spent` what it
    /// took, in steps.
    fn find_from(
        &self,
        text: &[u8],
        from: usize,
        spent: &mut u64,
    ) -> Result<Option<Range<usize>>, StepLimitExceeded> {
        let full = self.mode == Mode::FullMatch;
        let run = |limit, spent: &mut u64| {
            matcher::find(&self.program, &self.plan, text, from, full, limit, spent)
        };
        if !full && self.plan.prefix.next_start(text, from).is_none() {
            return Ok(None);
        }
        // Most texts are decided before an automaton would be ready.
        let rest = text.len().saturating_sub(from) as u64;
        if self.may_be_regular
            && let Ok(found) = run(QUICK_STEPS + rest / QUICK_BYTES_PER_STEP, spent)
        {
            return Ok(found);
        }
        if let Some(regular) = self.regular() {
            let mut regular = regular.lock().unwrap_or_else(PoisonError::into_inner);
            let mut read = 0;
            let found = regular.find(text, from, &mut read);
            *spent += read / QUICK_BYTES_PER_STEP;
            match found {
                Ok(found) => return Ok(found),
                Err(Failure::TooManySteps) => return Err(StepLimitExceeded),
                Err(Failure::Unsuited) => {}
            }
        }
        run(matcher::STEP_LIMIT, spent)
    }

    /// Calls `visit` with each match that holds a character, from left to right, none of which overlap.
    ///
    /// # Errors
    /// All of them together take more steps than one match may, and one for each byte. The matches so far were
    /// visited.
    fn for_each_match(
        &self,
        text: &[u8],
        mut visit: impl FnMut(Range<usize>),
    ) -> Result<(), StepLimitExceeded> {
        let limit = matcher::STEP_LIMIT + text.len() as u64;
        let (mut from, mut spent) = (0, 0);
        while let Some(found) = self.find_from(text, from, &mut spent)? {
            from = found.end;
            if found.is_empty() {
                match text::point_at(text, from) {
                    Some((_, length)) => from += length,
                    None => break,
                }
            } else {
                visit(found);
            }
            if spent > limit {
                return Err(StepLimitExceeded);
            }
        }
        Ok(())
    }
}

impl Pattern {
    fn regular(&self) -> Option<&Mutex<Regular>> {
        if !self.may_be_regular {
            return None;
        }
        let full = self.mode == Mode::FullMatch;
        self.regular
            .get_or_init(|| Regular::new(&self.syntax, full).map(Mutex::new))
            .as_ref()
    }
}

/// The place in bytes of a place in code points.
fn byte_offset(source: Text<'_>, points: usize) -> usize {
    let bytes = source.as_bytes();
    let starts = bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte & 0xc0 != 0x80);
    starts
        .map(|(index, _)| index)
        .nth(points)
        .unwrap_or(bytes.len())
}

/// All unsafe patterns of a policy.
#[derive(Debug)]
pub struct PatternSet {
    patterns: Vec<Pattern>,
    filter: Filter,
}

impl PatternSet {
    /// Compiles the patterns for [`Mode::Search`]; the error is the first illegal one's, with its index.
    pub fn compile<'a>(
        sources: impl IntoIterator<Item = Text<'a>>,
        names: &dyn CharacterNames,
    ) -> Result<PatternSet, (usize, PatternError)> {
        let patterns = sources.into_iter().enumerate().map(|(index, source)| {
            Pattern::compile(source, Mode::Search, names).map_err(|error| (index, error))
        });
        let patterns: Vec<Pattern> = patterns.collect::<Result<_, _>>()?;
        let filter = Filter::new(patterns.iter().map(|pattern| &pattern.program));
        Ok(PatternSet { patterns, filter })
    }

    /// Appends the index and the match of each pattern that is in the text, in the order listed. An error carries
    /// the index of the pattern that takes too many steps.
    pub fn find_all(
        &self,
        text: Text<'_>,
        found: &mut Vec<(usize, Range<usize>)>,
    ) -> Result<(), (usize, StepLimitExceeded)> {
        self.filter.candidates(text.as_bytes(), |index| {
            if let Some(pattern) = self.patterns.get(index)
                && let Some(range) = pattern.find(text).map_err(|error| (index, error))?
            {
                found.push((index, range));
            }
            Ok(())
        })
    }

    /// Calls `visit` with the index of a pattern and a match, for each match of each pattern that holds a character;
    /// or with the error, last, for a pattern that takes too many steps.
    pub fn for_each_match(
        &self,
        text: Text<'_>,
        mut visit: impl FnMut(usize, Result<Range<usize>, StepLimitExceeded>),
    ) {
        let text = text.as_bytes();
        let done: Result<(), std::convert::Infallible> = self.filter.candidates(text, |index| {
            if let Some(pattern) = self.patterns.get(index)
                && let Err(error) = pattern.for_each_match(text, |range| visit(index, Ok(range)))
            {
                visit(index, Err(error));
            }
            Ok(())
        });
        match done {
            Ok(()) => {}
        }
    }
}

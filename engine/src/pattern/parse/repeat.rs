//! Repeats: `*`, `+`, `?` and braces.

use super::super::PatternError;
use super::super::reader::Token;
use super::super::syntax::{Flags, Greed, Item};
use super::{Frame, MAX_REPEAT, Parser};

impl Parser<'_> {
    pub(super) fn repeat(&mut self, token: Token, frame: &mut Frame) -> Result<(), PatternError> {
        let here = self.reader.tell();
        let (min, max) = match token.plain() {
            Some('?') => (0, Some(1)),
            Some('*') => (0, None),
            Some('+') => (1, None),
            _ => match self.bounds(here)? {
                Some(bounds) => bounds,
                None => {
                    frame.items.push(Item::Literal(token.first));
                    return Ok(());
                }
            },
        };
        let at_quantifier = |message: &str| PatternError {
            message: message.to_owned(),
            offset: here - 1,
        };
        match frame.items.last() {
            None | Some(Item::Place(_)) => {
                return Err(at_quantifier(
                    "there is nothing to repeat before this; put a backslash before the character to mean itself",
                ));
            }
            Some(Item::Repeat { .. }) => {
                return Err(at_quantifier(
                    "this repeats a repeat; put the repeat before it in a group (?:…)",
                ));
            }
            _ => {}
        }
        let greed = if self.reader.take('?')? {
            Greed::Lazy
        } else if self.reader.take('+')? {
            Greed::Possessive
        } else {
            Greed::Greedy
        };
        if self.flags.has_any(Flags::TEMPLATE) {
            self.fail_late(
                here - 1,
                "nothing can be repeated under the flag t; leave the flag out",
            );
        }
        let body = match frame.items.pop() {
            Some(Item::Group {
                number: None,
                added: Flags::NONE,
                removed: Flags::NONE,
                body,
            }) => body,
            Some(item) => self.sequence(vec![item]),
            None => return Ok(()),
        };
        frame.items.push(Item::Repeat {
            min,
            max,
            greed,
            body,
        });
        Ok(())
    }

    /// The bounds of `{…}` whose brace is taken already; `None` when it is no repeat but plain text.
    fn bounds(&mut self, here: usize) -> Result<Option<(u32, Option<u32>)>, PatternError> {
        if self.reader.next_is('}') {
            return Ok(None);
        }
        let low = self.reader.number()?;
        let high = if self.reader.take(',')? {
            self.reader.number()?
        } else {
            low
        };
        if !self.reader.take('}')? {
            self.reader.seek(here)?;
            return Ok(None);
        }
        let within = |bound: Option<u64>| match bound {
            Some(bound) if bound >= MAX_REPEAT => Err(PatternError {
                message: format!(
                    "a repeat count must be less than {MAX_REPEAT}; leave the upper bound out for no limit"
                ),
                offset: here,
            }),
            bound => Ok(bound.map(|bound| bound as u32)),
        };
        let (min, max) = (within(low)?.unwrap_or(0), within(high)?);
        if max.is_some_and(|max| max < min) {
            return Err(PatternError {
                message: "the least count of this repeat is above the greatest; swap them"
                    .to_owned(),
                offset: here,
            });
        }
        Ok(Some((min, max)))
    }
}

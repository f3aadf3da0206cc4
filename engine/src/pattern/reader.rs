//! The characters of a pattern, taken as the reference takes them: a backslash and what follows it together, and
//! always one token ahead.

use super::{CharacterNames, PatternError};

/// One or, after a backslash, two code points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) first: u32,
    /// What follows the backslash.
    pub(super) escaped: Option<u32>,
}

impl Token {
    pub(super) fn is(self, character: char) -> bool {
        self.escaped.is_none() && self.first == u32::from(character)
    }

    /// The token as a `char`, when it is no escape.
    pub(super) fn plain(self) -> Option<char> {
        match self.escaped {
            None => char::from_u32(self.first),
            Some(_) => None,
        }
    }

    pub(super) fn len(self) -> usize {
        if self.escaped.is_some() { 2 } else { 1 }
    }
}

pub(super) struct Reader<'n> {
    pub(super) names: &'n dyn CharacterNames,
    points: Vec<u32>,
    index: usize,
    next: Option<Token>,
}

impl<'n> Reader<'n> {
    pub(super) fn new(
        points: Vec<u32>,
        names: &'n dyn CharacterNames,
    ) -> Result<Reader<'n>, PatternError> {
        let mut reader = Reader {
            names,
            points,
            index: 0,
            next: None,
        };
        reader.advance()?;
        Ok(reader)
    }

    fn advance(&mut self) -> Result<(), PatternError> {
        let Some(first) = self.points.get(self.index).copied() else {
            self.next = None;
            return Ok(());
        };
        let mut escaped = None;
        if first == u32::from('\\') {
            escaped = self.points.get(self.index + 1).copied();
            if escaped.is_none() {
                return Err(PatternError {
                    message: "the pattern ends in a backslash; write \\\\ for the character itself"
                        .to_owned(),
                    offset: self.points.len() - 1,
                });
            }
        }
        let token = Token { first, escaped };
        self.index += token.len();
        self.next = Some(token);
        Ok(())
    }

    pub(super) fn next(&self) -> Option<Token> {
        self.next
    }

    pub(super) fn next_is(&self, character: char) -> bool {
        self.next.is_some_and(|token| token.is(character))
    }

    pub(super) fn get(&mut self) -> Result<Option<Token>, PatternError> {
        let token = self.next;
        self.advance()?;
        Ok(token)
    }

    /// Moves past the character if it comes next.
    pub(super) fn take(&mut self, character: char) -> Result<bool, PatternError> {
        let found = self.next_is(character);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// Up to `most` digits of the base, and how many there were.
    pub(super) fn digits(&mut self, base: u32, most: usize) -> Result<(u32, usize), PatternError> {
        let mut number = 0u32;
        let mut count = 0;
        while count < most
            && let Some(digit) = self.next_digit(base)
        {
            number = number.wrapping_mul(base).wrapping_add(digit);
            count += 1;
            self.advance()?;
        }
        Ok((number, count))
    }

    /// The value of the next character as an ASCII digit of the base.
    pub(super) fn next_digit(&self, base: u32) -> Option<u32> {
        self.next?.plain()?.to_digit(base)
    }

    /// A decimal number of any length, capped at `u64::MAX`; `None` when there is no digit.
    pub(super) fn number(&mut self) -> Result<Option<u64>, PatternError> {
        let mut number = None;
        while let Some(digit) = self.next_digit(10) {
            number = Some(
                number
                    .unwrap_or(0u64)
                    .saturating_mul(10)
                    .saturating_add(u64::from(digit)),
            );
            self.advance()?;
        }
        Ok(number)
    }

    /// The code points up to `terminator`, which is taken too.
    pub(super) fn until(&mut self, terminator: char, what: &str) -> Result<Vec<u32>, PatternError> {
        let mut name = Vec::new();
        loop {
            match self.get()? {
                None if name.is_empty() => {
                    return Err(self.error(format!("a {what} is missing here"), 0));
                }
                None => {
                    return Err(self.error(
                        format!("this {what} is not closed with {terminator}"),
                        name.len(),
                    ));
                }
                Some(token) if token.is(terminator) => {
                    if name.is_empty() {
                        return Err(self.error(format!("a {what} is missing here"), 1));
                    }
                    return Ok(name);
                }
                Some(token) => {
                    name.push(token.first);
                    name.extend(token.escaped);
                }
            }
        }
    }

    /// The place of the next token, in code points.
    pub(super) fn tell(&self) -> usize {
        self.index - self.next.map_or(0, Token::len)
    }

    pub(super) fn seek(&mut self, index: usize) -> Result<(), PatternError> {
        self.index = index;
        self.advance()
    }

    /// An error `back` code points before the next token. Its offset is in code points until the parser is done.
    pub(super) fn error(&self, message: impl Into<String>, back: usize) -> PatternError {
        PatternError {
            message: message.into(),
            offset: self.tell().saturating_sub(back),
        }
    }
}

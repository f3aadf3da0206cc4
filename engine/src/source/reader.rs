//! The JSON reader: text into the flat tree of [`Document`](super::Document).
//!
//! It accepts what Python's `json.loads` accepts, since that is what the reference reads: RFC 8259 and, beyond it,
//! `NaN`, `Infinity` and `-Infinity`, lone surrogate escapes, integers of up to 4300 digits and repeated keys. It
//! keeps an explicit stack, so nesting cannot overflow the machine's.

mod strings;

use super::place::place_in_text;
use super::tree::{Flags, Kind, Node, Overridden, Tree};
use crate::problem::Place;

/// Nesting beyond this many levels is refused. The reference's reader gives up where its interpreter's recursion
/// limit of 1000 frames is used up.
const MAX_DEPTH: usize = 991;
/// The longest integer that is read, in digits, as in the reference.
const MAX_INTEGER_DIGITS: usize = 4300;
/// The longest text that is read, in bytes: positions are held in 32 bits.
const MAX_BYTES: usize = 1 << 30;

/// Objects with more members than this look for repeated keys by sorting when they close.
const SCANNED_MEMBERS: u32 = 16;

/// The text is not JSON as the reference reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// One sentence without a final period.
    pub message: String,
    /// Where the trouble starts, in bytes.
    pub start: usize,
    /// Where it ends, in bytes, exclusive; the end of the text may have nothing to show.
    pub end: usize,
}

impl SyntaxError {
    /// The place in the text that was read.
    pub fn place(&self, text: &str) -> Place {
        place_in_text(text, self.start, self.end)
    }
}

/// An open array or object.
struct Open {
    node: u32,
    kind: Kind,
    members: u32,
    /// One bit for each hash of a key seen so far: a bit met twice asks for a closer look.
    seen: u64,
    repeats: bool,
}

pub(super) struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    position: usize,
    tree: Tree,
    open: Vec<Open>,
}

type Read<T> = Result<T, SyntaxError>;

/// Reads a whole text.
pub(super) fn read(text: &str) -> Read<Tree> {
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        position: 0,
        // Dense traces have a node for about every seven bytes. Room that is not used is never touched.
        tree: Tree::with_capacity(text.len() / 6 + 8),
        open: Vec::with_capacity(16),
    };
    if text.len() > MAX_BYTES {
        return Err(reader.error(
            "the text is longer than 1 GiB, which is more than is read",
            0,
            0,
        ));
    }
    if text.starts_with('\u{feff}') {
        return Err(reader.error(
            "the text starts with a byte order mark, which JSON does not allow; save it as UTF-8 without one",
            0,
            3,
        ));
    }
    reader.document()?;
    Ok(reader.tree)
}

impl Reader<'_> {
    fn document(&mut self) -> Read<()> {
        self.skip_space();
        loop {
            if !self.value()? {
                // A container was opened: its first value comes next.
                continue;
            }
            if self.after_value()? {
                return Ok(());
            }
        }
    }

    /// Reads the value at the position. `false` when it opened a container that is not empty.
    fn value(&mut self) -> Read<bool> {
        let start = self.position;
        match self.peek() {
            Some(b'"') => self.string(Flags::NONE).map(|()| true),
            Some(b'{') => {
                self.enter(Kind::Object)?;
                if self.peek() == Some(b'}') {
                    self.leave();
                    return Ok(true);
                }
                self.key()?;
                Ok(false)
            }
            Some(b'[') => {
                self.enter(Kind::Array)?;
                if self.peek() == Some(b']') {
                    self.leave();
                    return Ok(true);
                }
                Ok(false)
            }
            Some(b'-' | b'0'..=b'9') => self.number().map(|()| true),
            Some(b't') => self.word("true", Kind::True),
            Some(b'f') => self.word("false", Kind::False),
            Some(b'n') => self.word("null", Kind::Null),
            Some(b'N') => self.word("NaN", Kind::Float),
            Some(b'I') => self.word("Infinity", Kind::Float),
            None if start == 0 || self.tree.nodes.is_empty() => {
                Err(self.error("there is no JSON here: the text is empty", start, start))
            }
            None => Err(self.error("the text ends where a value is missing", start, start)),
            Some(b']' | b'}') => Err(self.error_here(
                "a value is missing before this; a comma may stand only between two values",
            )),
            Some(b'\'') => Err(self.error_here("strings are written in double quotes")),
            Some(b'T' | b'F') => {
                Err(self.error_here("the words `true` and `false` are written in small letters"))
            }
            Some(_) => Err(self.error_here("this starts no JSON value")),
        }
    }

    /// Reads on after a value: the next comma with the key behind it, or the ends of containers. `true` at the end
    /// of the document.
    fn after_value(&mut self) -> Read<bool> {
        loop {
            self.skip_space();
            let Some(open) = self.open.last() else {
                return match self.peek() {
                    None => Ok(true),
                    Some(_) => {
                        Err(self.error_here("the document has ended, but there is more text"))
                    }
                };
            };
            match (self.peek(), open.kind == Kind::Object) {
                (Some(b','), true) => {
                    self.position += 1;
                    self.skip_space();
                    self.key()?;
                    return Ok(false);
                }
                (Some(b','), false) => {
                    self.position += 1;
                    self.skip_space();
                    return Ok(false);
                }
                (Some(b'}'), true) | (Some(b']'), false) => self.leave(),
                (None, true) => {
                    return Err(
                        self.error_here("the text ends before this object is closed with `}`")
                    );
                }
                (None, false) => {
                    return Err(
                        self.error_here("the text ends before this array is closed with `]`")
                    );
                }
                (Some(_), true) => {
                    return Err(self.error_here("a comma or `}` is missing before this"));
                }
                (Some(_), false) => {
                    return Err(self.error_here("a comma or `]` is missing before this"));
                }
            }
        }
    }

    fn enter(&mut self, kind: Kind) -> Read<()> {
        if self.open.len() >= MAX_DEPTH {
            return Err(self.error_here("values are nested deeper than 991 levels"));
        }
        let node = self.tree.nodes.len() as u32;
        self.push(kind, self.position, self.position + 1, Flags::NONE);
        self.open.push(Open {
            node,
            kind,
            members: 0,
            seen: 0,
            repeats: false,
        });
        self.position += 1;
        self.skip_space();
        Ok(())
    }

    fn leave(&mut self) {
        self.position += 1;
        let Some(open) = self.open.pop() else { return };
        let after = self.tree.nodes.len() as u32;
        if let Some(node) = self.tree.nodes.get_mut(open.node as usize) {
            node.end = self.position as u32;
            node.link = after;
        }
        if open.repeats || open.members > SCANNED_MEMBERS {
            self.find_repeated_keys(open.node);
        }
    }

    /// Reads a key and the colon behind it.
    fn key(&mut self) -> Read<()> {
        match self.peek() {
            Some(b'"') => {}
            None => {
                return Err(
                    self.error_here("the text ends where a key in double quotes is missing")
                );
            }
            Some(b'}') => {
                return Err(self.error_here("a comma stands before the closing `}`; take it away"));
            }
            Some(_) => return Err(self.error_here("a key in double quotes is missing here")),
        }
        let key = self.tree.nodes.len();
        let start = self.position;
        self.string(Flags::KEY)?;
        let raw = self
            .bytes
            .get(start + 1..self.position - 1)
            .unwrap_or_default();
        let escaped = self
            .tree
            .nodes
            .get(key)
            .is_some_and(|node| node.flags.has(Flags::ESCAPED));
        if let Some(open) = self.open.last_mut() {
            open.members += 1;
            if open.members <= SCANNED_MEMBERS {
                let bit = 1u64 << key_hash(raw);
                // An escaped key may spell any other one.
                let look = escaped || open.seen & bit != 0;
                open.seen |= if escaped { u64::MAX } else { bit };
                if look && !open.repeats {
                    open.repeats = self.tree.has_key_before(self.text, open.node, key as u32);
                }
            }
        }
        self.skip_space();
        if self.peek() != Some(b':') {
            return Err(self.error_here("a colon is missing after the key"));
        }
        self.position += 1;
        self.skip_space();
        Ok(())
    }

    /// Notes which members of an object are overridden by a later one of the same key.
    fn find_repeated_keys(&mut self, object: u32) {
        let mut keys: Vec<u32> = self.tree.keys(object).collect();
        keys.sort_by(|a, b| {
            self.tree
                .string(self.text, *a)
                .cmp(&self.tree.string(self.text, *b))
                .then(a.cmp(b))
        });
        let mut found = Vec::new();
        for run in
            keys.chunk_by(|a, b| self.tree.string(self.text, *a) == self.tree.string(self.text, *b))
        {
            if let [first, .., last] = run {
                found.push(Overridden {
                    key: *first,
                    winner: Some(*last),
                });
                found.extend(run.iter().skip(1).map(|key| Overridden {
                    key: *key,
                    winner: None,
                }));
            }
        }
        if found.is_empty() {
            return;
        }
        if let Some(node) = self.tree.nodes.get_mut(object as usize) {
            node.flags = node.flags.with(Flags::REPEATS);
        }
        self.tree.overridden.extend(found);
    }

    fn word(&mut self, word: &str, kind: Kind) -> Read<bool> {
        let start = self.position;
        let end = start + word.len();
        if self.bytes.get(start..end) != Some(word.as_bytes()) {
            return Err(self.error_here("this starts no JSON value"));
        }
        self.position = end;
        self.push(kind, start, end, Flags::NONE);
        Ok(true)
    }

    fn number(&mut self) -> Read<()> {
        let start = self.position;
        if self.bytes.get(start..start + 9) == Some(b"-Infinity") {
            self.position += 9;
            self.push(Kind::Float, start, self.position, Flags::NONE);
            return Ok(());
        }
        let negative = usize::from(self.peek() == Some(b'-'));
        self.position += negative;
        match self.peek() {
            Some(b'0') => {
                self.position += 1;
                if matches!(self.peek(), Some(b'0'..=b'9')) {
                    return Err(self.error(
                        "a number has no leading zeros",
                        start,
                        self.position + 1,
                    ));
                }
            }
            Some(b'1'..=b'9') => self.skip_digits(),
            _ => {
                return Err(self.error(
                    "a digit is missing after the minus sign",
                    start,
                    self.position,
                ));
            }
        }
        let mut kind = Kind::Int;
        let digits = self.position - start - negative;
        if self.peek() == Some(b'.') {
            if !matches!(self.bytes.get(self.position + 1), Some(b'0'..=b'9')) {
                return Err(self.error(
                    "a digit is missing after the decimal point",
                    start,
                    self.position + 1,
                ));
            }
            self.position += 1;
            self.skip_digits();
            kind = Kind::Float;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(
                self.bytes.get(self.position + 1),
                Some(b'+' | b'-')
            ));
            if !matches!(self.bytes.get(self.position + 1 + sign), Some(b'0'..=b'9')) {
                return Err(self.error(
                    "a digit is missing in the exponent",
                    start,
                    self.position + 1 + sign,
                ));
            }
            self.position += 1 + sign;
            self.skip_digits();
            kind = Kind::Float;
        }
        if kind == Kind::Int && digits > MAX_INTEGER_DIGITS {
            return Err(self.error(
                "an integer has more than 4300 digits, which the reference does not read",
                start,
                self.position,
            ));
        }
        self.push(kind, start, self.position, Flags::NONE);
        Ok(())
    }

    fn skip_digits(&mut self) {
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.position += 1;
        }
    }

    #[inline]
    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.position += 1;
        }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    #[inline]
    fn push(&mut self, kind: Kind, start: usize, end: usize, flags: Flags) {
        self.tree.nodes.push(Node {
            start: start as u32,
            end: end as u32,
            link: 0,
            kind,
            flags,
        });
    }

    /// An error about the character at the position.
    #[cold]
    fn error_here(&self, message: &str) -> SyntaxError {
        let end = self
            .text
            .ceil_char_boundary((self.position + 1).min(self.text.len()));
        self.error(message, self.position, end)
    }

    #[cold]
    fn error(&self, message: &str, start: usize, end: usize) -> SyntaxError {
        SyntaxError {
            message: message.to_owned(),
            start: start.min(self.text.len()),
            end: end.min(self.text.len()),
        }
    }
}

/// A number below 64 that differs for most keys of one object.
#[inline]
fn key_hash(key: &[u8]) -> u32 {
    let byte = |at: Option<&u8>| u32::from(at.copied().unwrap_or(0));
    let mixed = (key.len() as u32)
        .wrapping_mul(0x9e37_79b1)
        .wrapping_add(byte(key.first()).wrapping_mul(0x85eb_ca6b))
        .wrapping_add(byte(key.last()).wrapping_mul(0xc2b2_ae35))
        .wrapping_add(byte(key.get(key.len() / 2)).wrapping_mul(0x27d4_eb2f));
    mixed >> 26
}

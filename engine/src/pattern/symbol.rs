//! Code points as an automaton tells them apart.
//!
//! Two code points that are in the same classes of a program, and alike at the places it tests, are one symbol. So
//! the automaton reads code points, not bytes, and its tables are as small as its pattern.

use super::class::Category;
use super::program::{Inst, Position, Program};

/// What a place test can see of a neighbour, a bit each.
pub(super) mod sight {
    /// There is none: the text starts or ends here.
    pub(in crate::pattern) const EDGE: u8 = 1;
    pub(in crate::pattern) const NEWLINE: u8 = 2;
    /// A newline that is the last code point of the text.
    pub(in crate::pattern) const LAST_NEWLINE: u8 = 4;
    pub(in crate::pattern) const WORD: u8 = 8;
    pub(in crate::pattern) const ASCII_WORD: u8 = 16;
}

/// The number of a symbol.
pub(super) type Symbol = u8;

/// The symbol of a newline that ends the text.
const LAST_NEWLINE: Symbol = 0;
/// Symbols a program may tell apart.
const LIMIT: usize = 200;
/// Classes and kinds of sight that fit a signature.
const MAX_CLASSES: usize = 56;
/// Code points beyond ASCII remembered at one time; a power of two.
const REMEMBERED: usize = 512;

/// The symbols of one program.
#[derive(Clone, Debug)]
pub(super) struct Symbols {
    /// What the program's tests look at.
    pub(super) seen: u8,
    ascii: [Symbol; 128],
    /// For each symbol, the classes it is in and, above them, what a test sees of it.
    signatures: Vec<u64>,
    remembered: Vec<(u32, Symbol)>,
}

impl Symbols {
    /// `None` when there would be too many.
    pub(super) fn new(program: &Program) -> Option<Symbols> {
        if program.classes.all().len() > MAX_CLASSES {
            return None;
        }
        let mut symbols = Symbols {
            seen: seen(program),
            ascii: [0; 128],
            signatures: Vec::new(),
            remembered: vec![(u32::MAX, 0); REMEMBERED],
        };
        let last_newline = u64::from(symbols.seen & sight::LAST_NEWLINE) << MAX_CLASSES;
        // Not the signature of any other code point, as it has a bit of its own or equals the newline's.
        let signature = symbols.signature(program, 0x0a) | last_newline;
        symbols.signatures.push(signature);
        for point in 0..0x80u32 {
            let symbol = symbols.intern(program, point)?;
            if let Some(slot) = symbols.ascii.get_mut(point as usize) {
                *slot = symbol;
            }
        }
        Some(symbols)
    }

    pub(super) fn len(&self) -> usize {
        self.signatures.len()
    }

    /// The symbol of a byte that is ASCII and not the last newline.
    #[inline]
    pub(super) fn of_ascii(&self, byte: u8) -> Symbol {
        self.ascii.get(usize::from(byte)).copied().unwrap_or(0)
    }

    /// The symbol of a newline that ends the text.
    pub(super) fn last_newline(&self) -> Symbol {
        LAST_NEWLINE
    }

    /// The symbol of a code point beyond ASCII; `None` when it would be one too many.
    pub(super) fn of_point(&mut self, program: &Program, point: u32) -> Option<Symbol> {
        let place = point as usize % REMEMBERED;
        match self.remembered.get(place) {
            Some((known, symbol)) if *known == point => Some(*symbol),
            _ => {
                let symbol = self.intern(program, point)?;
                if let Some(slot) = self.remembered.get_mut(place) {
                    *slot = (point, symbol);
                }
                Some(symbol)
            }
        }
    }

    pub(super) fn is_in(&self, symbol: Symbol, class: u32) -> bool {
        self.signatures
            .get(usize::from(symbol))
            .is_some_and(|signature| signature >> class & 1 != 0)
    }

    /// What a test sees of the symbol.
    pub(super) fn sight(&self, symbol: Symbol) -> u8 {
        self.signatures
            .get(usize::from(symbol))
            .map_or(0, |signature| (signature >> MAX_CLASSES) as u8)
    }

    fn intern(&mut self, program: &Program, point: u32) -> Option<Symbol> {
        let signature = self.signature(program, point);
        let known = self
            .signatures
            .iter()
            .rposition(|other| *other == signature);
        match known {
            Some(symbol) => Some(symbol as Symbol),
            None if self.signatures.len() >= LIMIT => None,
            None => {
                self.signatures.push(signature);
                Some((self.signatures.len() - 1) as Symbol)
            }
        }
    }

    fn signature(&self, program: &Program, point: u32) -> u64 {
        let mut signature = 0;
        for (index, class) in program.classes.all().iter().enumerate() {
            signature |= u64::from(class.contains(point)) << index;
        }
        let mut sight = 0;
        if point == 0x0a {
            sight |= sight::NEWLINE;
        }
        if self.seen & sight::WORD != 0 && Category::Word.contains(point, false) {
            sight |= sight::WORD;
        }
        if Category::Word.contains(point, true) {
            sight |= sight::ASCII_WORD;
        }
        signature | u64::from(sight & self.seen) << MAX_CLASSES
    }
}

/// Everything the place tests of a program look at.
fn seen(program: &Program) -> u8 {
    program
        .insts
        .iter()
        .map(|inst| match inst {
            Inst::Position { position, .. } => match position {
                Position::TextStart | Position::TextEnd => sight::EDGE,
                Position::LineStart | Position::LineEnd => sight::EDGE | sight::NEWLINE,
                Position::End => sight::EDGE | sight::LAST_NEWLINE,
                Position::Boundary { ascii: false, .. } => sight::EDGE | sight::WORD,
                Position::Boundary { ascii: true, .. } => sight::EDGE | sight::ASCII_WORD,
            },
            _ => 0,
        })
        .fold(0, |all, seen| all | seen)
}

/// Whether a test holds between two neighbours.
pub(super) fn holds(position: Position, before: u8, after: u8) -> bool {
    let edge = |sight: u8| sight & sight::EDGE != 0;
    match position {
        Position::TextStart => edge(before),
        Position::LineStart => before & (sight::EDGE | sight::NEWLINE) != 0,
        Position::End => after & (sight::EDGE | sight::LAST_NEWLINE) != 0,
        Position::LineEnd => after & (sight::EDGE | sight::NEWLINE) != 0,
        Position::TextEnd => edge(after),
        Position::Boundary { ascii, negated } => {
            let word = if ascii {
                sight::ASCII_WORD
            } else {
                sight::WORD
            };
            // Nothing holds in an empty text.
            !(edge(before) && edge(after))
                && ((before & word != 0) != (after & word != 0)) != negated
        }
    }
}

//! The automaton for regular patterns: time linear in the text, states made when first needed.
//!
//! A state is the ordered list of instructions at which the backtracking matcher would stand, best first, so the
//! automaton finds the same match. Place tests are decided when the next symbol is known; a match is therefore
//! noticed one symbol late.

use std::collections::HashMap;

use super::matcher::STEP_LIMIT;
use super::program::{Inst, Pc, Program};
use super::symbol::{Symbol, Symbols, holds, sight};
use super::text::{point_at, point_before};

/// States kept at one time.
const STATE_LIMIT: usize = 1_000;
/// The table's width that is enough for every symbol there can be.
const FULL_STRIDE: usize = 256;
/// Instructions visited while making states count one step for so many.
const VISITS_PER_STEP: u64 = 16;

/// An entry of the table: the number of the state a symbol leads to, and flags.
type Entry = u32;
const UNKNOWN: Entry = Entry::MAX;
/// The pattern had matched before the symbol.
const MATCHED: Entry = 1 << 31;
/// The state is dead, or has nothing under way.
const IDLE: Entry = 1 << 30;
const STATE: Entry = IDLE - 1;
/// The state with no way on, the first one made.
const DEAD: u32 = 0;

/// How ways are weighed against one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Preference {
    /// As the backtracking matcher does: a match ends all lesser ways.
    First,
    /// Every way is followed.
    All,
}

/// Why a scan gave no answer.
enum Stop {
    /// The table is full or too narrow. What is in it depends on earlier texts, so that the answer does not, the
    /// scan is made once more from nothing.
    Restart,
    Final(Failure),
}

/// Why the automaton has no answer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Failure {
    /// Too many symbols to tell apart.
    Unsuited,
    TooManySteps,
}

#[derive(Debug)]
struct State {
    insts: Box<[Pc]>,
    /// What a test sees of the symbol before.
    sight: u8,
    /// Whether a match may still start anew.
    searching: bool,
    /// Whether the pattern has matched if the text ends here.
    accepts: Option<bool>,
}

/// A program with its table.
#[derive(Debug)]
pub(super) struct Automaton {
    program: Program,
    reverse: bool,
    preference: Preference,
    symbols: Symbols,
    stride: usize,
    table: Vec<Entry>,
    states: Vec<State>,
    known: HashMap<(Box<[Pc]>, u8, bool), u32>,
    /// Scratch: the instructions of the state being made, and those visited on the way.
    list: Vec<Pc>,
    listed: Marks,
    visited: Marks,
    stack: Vec<Pc>,
    visits: u64,
    bytes_read: usize,
    /// The table was empty when the scan began, and is wide enough.
    from_nothing: bool,
    full: bool,
    /// The table was full in this scan; only then are visits held against it.
    crowded: bool,
}

/// A set of instructions that is emptied at once.
#[derive(Debug)]
struct Marks {
    stamps: Vec<u32>,
    stamp: u32,
}

impl Marks {
    fn new(count: usize) -> Marks {
        Marks {
            stamps: vec![0; count],
            stamp: 0,
        }
    }

    fn clear(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
    }

    /// Whether it was not there yet.
    fn insert(&mut self, pc: Pc) -> bool {
        match self.stamps.get_mut(pc as usize) {
            Some(stamp) if *stamp != self.stamp => {
                *stamp = self.stamp;
                true
            }
            _ => false,
        }
    }
}

impl Automaton {
    /// `None` when the program tells too many symbols apart.
    pub(super) fn new(
        program: Program,
        reverse: bool,
        preference: Preference,
    ) -> Option<Automaton> {
        let symbols = Symbols::new(&program)?;
        let count = program.insts.len();
        let stride = (symbols.len() + 8).next_power_of_two();
        let mut automaton = Automaton {
            program,
            reverse,
            preference,
            symbols,
            stride,
            table: Vec::new(),
            states: Vec::new(),
            known: HashMap::new(),
            list: Vec::new(),
            listed: Marks::new(count),
            visited: Marks::new(count),
            stack: Vec::new(),
            visits: 0,
            bytes_read: 0,
            from_nothing: false,
            full: false,
            crowded: false,
        };
        automaton.clear();
        Some(automaton)
    }

    /// Empties the table.
    fn clear(&mut self) {
        self.table.clear();
        self.states.clear();
        self.known.clear();
        self.full = false;
        self.list.clear();
        self.state(0, false);
    }

    /// Scans, if need be a second time from nothing.
    fn scanned<T>(&mut self, scan: impl Fn(&mut Self) -> Result<T, Stop>) -> Result<T, Failure> {
        self.from_nothing = false;
        let mut scanned = scan(self);
        if let Err(Stop::Restart) = scanned {
            self.symbols = Symbols::new(&self.program).ok_or(Failure::Unsuited)?;
            self.stride = FULL_STRIDE;
            self.clear();
            self.from_nothing = true;
            self.crowded = false;
            scanned = scan(self);
        }
        scanned.map_err(|stop| match stop {
            Stop::Restart => Failure::Unsuited,
            Stop::Final(failure) => failure,
        })
    }

    /// Whether the whole text matches.
    pub(super) fn matches_whole(&mut self, text: &[u8]) -> Result<bool, Failure> {
        let found = self.scanned(|automaton| automaton.scan(text, 0, false))?;
        Ok(found.is_some_and(|(_, end)| end == text.len()))
    }

    /// The end of the first match that starts at `from` or after, and a place before which it does not start.
    pub(super) fn first_end(
        &mut self,
        text: &[u8],
        from: usize,
    ) -> Result<Option<(usize, usize)>, Failure> {
        self.scanned(|automaton| automaton.scan(text, from, true))
    }

    /// The bytes read by the last scan forwards.
    pub(super) fn bytes_read(&self) -> usize {
        self.bytes_read
    }

    /// Read backwards: the leftmost start of a match with this end, not before `least`.
    pub(super) fn first_start(
        &mut self,
        text: &[u8],
        end: usize,
        least: usize,
    ) -> Result<Option<usize>, Failure> {
        self.scanned(|automaton| automaton.scan_back(text, end, least))
    }

    /// Scans forwards from a place in the text. With `search`, a match may start anywhere after it.
    fn scan(
        &mut self,
        text: &[u8],
        from: usize,
        search: bool,
    ) -> Result<Option<(usize, usize)>, Stop> {
        let before = match point_before(text, from) {
            None => sight::EDGE,
            Some((_, length)) => {
                let (symbol, _) = self.symbol_at(text, from - length)?;
                self.symbols.sight(symbol)
            }
        };
        let mut state = self.start(before, search);
        let mut matched = None;
        let mut fresh = from;
        let mut pos = from;
        self.bytes_read = text.len() - from.min(text.len());
        while let Some(byte) = text.get(pos).copied() {
            let (symbol, length) = if byte < 0x80 {
                if byte == b'\n' && pos + 1 == text.len() {
                    (self.symbols.last_newline(), 1)
                } else {
                    (self.symbols.of_ascii(byte), 1)
                }
            } else {
                self.symbol_at(text, pos)?
            };
            let entry = match self
                .table
                .get(state as usize * self.stride + usize::from(symbol))
            {
                Some(entry) if *entry != UNKNOWN => *entry,
                _ => self.follow(&mut state, symbol)?,
            };
            state = entry & STATE;
            if entry >= IDLE {
                if entry & MATCHED != 0 {
                    matched = Some((fresh, pos));
                }
                if state == DEAD {
                    self.bytes_read = pos - from;
                    return Ok(matched);
                }
                if entry & IDLE != 0 {
                    fresh = pos + length;
                }
            }
            pos += length;
        }
        if self.accepts(state) {
            matched = Some((fresh, pos));
        }
        Ok(matched)
    }

    fn scan_back(&mut self, text: &[u8], end: usize, least: usize) -> Result<Option<usize>, Stop> {
        let after = match point_at(text, end) {
            None => sight::EDGE,
            Some(_) => {
                let (symbol, _) = self.symbol_at(text, end)?;
                self.symbols.sight(symbol)
            }
        };
        let mut state = self.start(after, false);
        let mut start = None;
        let mut pos = end;
        while let Some((_, length)) = point_before(text, pos) {
            let (symbol, _) = self.symbol_at(text, pos - length)?;
            let entry = match self
                .table
                .get(state as usize * self.stride + usize::from(symbol))
            {
                Some(entry) if *entry != UNKNOWN => *entry,
                _ => self.follow(&mut state, symbol)?,
            };
            if entry & MATCHED != 0 {
                start = Some(pos);
            }
            state = entry & STATE;
            if pos <= least || state == DEAD {
                return Ok(start);
            }
            pos -= length;
        }
        if self.accepts(state) {
            start = Some(pos);
        }
        Ok(start)
    }

    fn symbol_at(&mut self, text: &[u8], pos: usize) -> Result<(Symbol, usize), Stop> {
        let (point, length) = point_at(text, pos).unwrap_or((0, 1));
        if point == 0x0a && pos + 1 == text.len() {
            return Ok((self.symbols.last_newline(), 1));
        }
        if let Ok(byte) = u8::try_from(point)
            && byte < 0x80
        {
            return Ok((self.symbols.of_ascii(byte), 1));
        }
        let symbol = self
            .symbols
            .of_point(&self.program, point)
            .ok_or(Stop::Restart)?;
        if usize::from(symbol) >= self.stride {
            return Err(Stop::Restart);
        }
        Ok((symbol, length))
    }

    fn start(&mut self, sight: u8, search: bool) -> u32 {
        self.list.clear();
        if !search {
            self.list.push(self.program.start);
        }
        self.state(sight & self.symbols.seen, search)
    }

    /// The number of the state with the listed instructions.
    fn state(&mut self, sight: u8, searching: bool) -> u32 {
        let key = (self.list.as_slice().into(), sight, searching);
        if let Some(state) = self.known.get(&key) {
            return *state;
        }
        let state = self.states.len() as u32;
        self.states.push(State {
            insts: key.0.clone(),
            sight,
            searching,
            accepts: None,
        });
        self.known.insert(key, state);
        self.table.resize(self.states.len() * self.stride, UNKNOWN);
        self.full |= self.states.len() >= STATE_LIMIT;
        state
    }

    /// Makes the entry for a symbol. Emptying a full table gives `state` a new number.
    fn follow(&mut self, state: &mut u32, symbol: Symbol) -> Result<Entry, Stop> {
        if self.full {
            if !self.from_nothing {
                return Err(Stop::Restart);
            }
            if !self.crowded {
                self.crowded = true;
                self.visits = 0;
            }
            let kept = self.states.swap_remove(*state as usize);
            self.clear();
            self.list.clear();
            self.list.extend_from_slice(&kept.insts);
            *state = self.state(kept.sight, kept.searching);
        }
        let sight = self.symbols.sight(symbol);
        let (matched, searching) = self.step(*state, sight, Some(symbol));
        if self.crowded && self.visits / VISITS_PER_STEP > STEP_LIMIT {
            return Err(Stop::Final(Failure::TooManySteps));
        }
        let idle = self.list.is_empty();
        let next = if idle && !searching {
            DEAD
        } else {
            self.state(sight, searching)
        };
        let entry = next | if matched { MATCHED } else { 0 } | if idle { IDLE } else { 0 };
        if let Some(slot) = self
            .table
            .get_mut(*state as usize * self.stride + usize::from(symbol))
        {
            *slot = entry;
        }
        Ok(entry)
    }

    fn accepts(&mut self, state: u32) -> bool {
        if let Some(accepts) = self
            .states
            .get(state as usize)
            .and_then(|state| state.accepts)
        {
            return accepts;
        }
        let (accepts, _) = self.step(state, sight::EDGE, None);
        if let Some(state) = self.states.get_mut(state as usize) {
            state.accepts = Some(accepts);
        }
        accepts
    }

    /// Lists where the instructions of a state lead with a symbol, or nothing at the end of the text. Gives whether
    /// the pattern has matched before the symbol, and whether a match may still start after it.
    fn step(&mut self, state: u32, next_sight: u8, symbol: Option<Symbol>) -> (bool, bool) {
        self.list.clear();
        self.listed.clear();
        self.visited.clear();
        let Some(state) = self.states.get(state as usize) else {
            return (false, false);
        };
        let (before, after) = match self.reverse {
            false => (state.sight, next_sight),
            true => (next_sight, state.sight),
        };
        let fresh = state.searching.then_some(self.program.start);
        let mut matched = false;
        for root in state.insts.iter().copied().chain(fresh) {
            self.stack.push(root);
            while let Some(pc) = self.stack.pop() {
                if !self.visited.insert(pc) {
                    continue;
                }
                self.visits += 1;
                match self.program.insts.get(pc as usize) {
                    Some(Inst::Char { class, next }) => {
                        if let Some(symbol) = symbol
                            && self.symbols.is_in(symbol, *class)
                            && self.listed.insert(*next)
                        {
                            self.list.push(*next);
                        }
                    }
                    Some(Inst::Split { first, second, .. }) => self.stack.extend([*second, *first]),
                    Some(Inst::Jump { next }) => self.stack.push(*next),
                    Some(Inst::Position { position, next }) if holds(*position, before, after) => {
                        self.stack.push(*next);
                    }
                    Some(Inst::Accept) => {
                        matched = true;
                        if self.preference == Preference::First {
                            self.stack.clear();
                            return (true, false);
                        }
                    }
                    _ => {}
                }
            }
        }
        (matched, state.searching)
    }
}

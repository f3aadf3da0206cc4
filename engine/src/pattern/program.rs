//! Patterns as instructions.

use super::class::{Classes, Fold};
use super::syntax::Greed;

/// The place of an instruction.
pub(super) type Pc = u32;

/// Stands for no limit of a repeat.
pub(super) const UNLIMITED: u32 = u32::MAX;

/// A test of the place between two code points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    TextStart,
    LineStart,
    /// The end of the text, or before a newline that ends it.
    End,
    LineEnd,
    TextEnd,
    Boundary {
        ascii: bool,
        negated: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inst {
    /// The pattern is done.
    Accept,
    /// The body of an atomic group or look-around is done. `next` is what follows an atomic group.
    Leave {
        next: Option<Pc>,
    },
    Char {
        class: u32,
        next: Pc,
    },
    /// One class many times.
    Run {
        class: u32,
        min: u32,
        max: u32,
        greed: Greed,
        next: Pc,
        /// Whether coming back restores the marks and not only their number.
        marks: bool,
    },
    /// Tries `first`, then `second`.
    Split {
        first: Pc,
        second: Pc,
        marks: bool,
    },
    Position {
        position: Position,
        next: Pc,
    },
    /// Sets the start (even) or end (odd) of a group.
    Mark {
        slot: u32,
        next: Pc,
    },
    /// Notes in a register that an iteration begins here.
    Begin {
        register: u32,
        next: Pc,
    },
    /// Whether the iteration has moved on.
    IfMoved {
        register: u32,
        then: Pc,
        otherwise: Pc,
    },
    /// Forgets where an iteration began, as before the first one.
    Forget {
        register: u32,
        next: Pc,
    },
    Jump {
        next: Pc,
    },
    /// Starts to count.
    Count {
        spec: u32,
        next: Pc,
    },
    /// The head of a counted loop.
    Loop {
        spec: u32,
    },
    /// Matches the body by itself and never goes back into it.
    Atomic {
        body: Pc,
        next: Pc,
    },
    Look {
        body: Pc,
        /// Code points to go back first.
        width: u32,
        negated: bool,
        next: Pc,
        marks: bool,
    },
    Reference {
        group: u32,
        fold: Fold,
        next: Pc,
    },
    Conditional {
        group: u32,
        yes: Pc,
        no: Pc,
    },
}

/// What a counted loop does at its head.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoopSpec {
    pub(super) min: u32,
    pub(super) max: u32,
    pub(super) lazy: bool,
    pub(super) body: Pc,
    pub(super) next: Pc,
    /// The register that holds the number of iterations.
    pub(super) counter: u32,
    /// The register that holds where the iteration began, when the body can match nothing.
    pub(super) began: Option<u32>,
    pub(super) marks: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Register {
    /// The number of iterations of a counted loop.
    Count,
    /// Where an iteration began.
    Began,
}

#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) insts: Vec<Inst>,
    pub(super) loops: Vec<LoopSpec>,
    pub(super) classes: Classes,
    pub(super) start: Pc,
    /// The least number of code points a match takes.
    pub(super) least: u64,
    /// Instructions through which every match goes.
    pub(super) required: Vec<Pc>,
    /// What each register holds.
    pub(super) registers: Vec<Register>,
    /// Marks the program sets; none when nothing asks for a group's text.
    pub(super) marks: u32,
}

//! The backtracking matcher: decides what no automaton can.
//!
//! It follows the reference step by step, including when that restores groups on its way back, on a stack of its
//! own. Where nothing asks for a group's text, what failed once at a place is not tried there again, so that nested
//! repeats do not blow up.

mod marks;
mod repeats;

use std::ops::Range;

use super::StepLimitExceeded;
use super::memo::Memo;
use super::plan::Plan;
use super::program::{Inst, Pc, Position, Program};
use super::text::{back, point_at, point_before};

/// A pattern and text may take this many steps.
pub(super) const STEP_LIMIT: u64 = 5_000_000;
/// Places to come back to at one time.
const FRAME_LIMIT: usize = 1_000_000;
/// Marks kept at one time for coming back.
const SAVED_LIMIT: usize = 4_000_000;
/// Scanning a run costs one step for so many bytes.
const RUN_BYTES_PER_STEP: usize = 8;
/// Answers of sets kept at one time; a power of two.
const ASKED: usize = 512;
/// No mark is set.
const NO_MARK: i32 = -1;
const UNSET: usize = usize::MAX;

/// Where to go on when a way has failed.
#[derive(Clone, Copy)]
enum Frame {
    Branch {
        pc: Pc,
        pos: usize,
        marks: Marks,
    },
    /// A greedy run, which can give back what lies after `least`.
    Shorter {
        pc: Pc,
        least: usize,
        pos: usize,
        marks: Marks,
    },
    /// A lazy run from `from`, which can take `left` more.
    Longer {
        pc: Pc,
        left: u32,
        from: usize,
        pos: usize,
        marks: Marks,
        asks: u32,
    },
    /// A lazy counted loop, which can take one more iteration.
    Iterate {
        spec: u32,
        pos: usize,
        marks: Marks,
    },
    /// A register's value before.
    Register {
        register: u32,
        value: usize,
    },
    /// All ways on from here have failed.
    Failed {
        slot: u32,
        pos: usize,
        state: u64,
        asks: u32,
    },
    /// All ways on from a run from here to its end have failed.
    FailedRun {
        pc: Pc,
        from: usize,
        to: usize,
        asks: u32,
    },
    /// The start of an atomic group or look-around at `pc`.
    Barrier {
        pc: Pc,
        pos: usize,
        marks: Marks,
    },
}

/// The marks as they were: the last one set, and where in the list of saved marks they begin.
#[derive(Clone, Copy)]
struct Marks {
    last: i32,
    saved: u32,
    restores: bool,
}

pub(super) struct Matcher<'a> {
    program: &'a Program,
    plan: &'a Plan,
    text: &'a [u8],
    full: bool,
    limit: u64,
    steps: u64,
    frames: Vec<Frame>,
    barriers: Vec<usize>,
    marks: Vec<usize>,
    last_mark: i32,
    saved: Vec<usize>,
    registers: Vec<usize>,
    /// How often a group's text was asked for. A failure on whose way it was not holds whatever the groups took.
    asks: u32,
    memo: Memo,
    /// For each run without limits: where it was last found to reach from where.
    reaches: Vec<(usize, usize)>,
    /// Answers of sets about code points beyond ASCII.
    asked: Vec<(usize, bool)>,
}

/// Finds what the reference would within `limit` steps: the first match that starts at `from` or after, or with `full`
/// one of the whole text. Adds to `spent` the steps that it took.
pub(super) fn find(
    program: &Program,
    plan: &Plan,
    text: &[u8],
    from: usize,
    full: bool,
    limit: u64,
    spent: &mut u64,
) -> Result<Option<Range<usize>>, StepLimitExceeded> {
    let mut matcher = Matcher {
        program,
        plan,
        text,
        full,
        limit,
        steps: 0,
        frames: Vec::new(),
        barriers: Vec::new(),
        marks: vec![UNSET; program.marks as usize],
        last_mark: NO_MARK,
        saved: Vec::new(),
        registers: vec![UNSET; program.registers.len()],
        asks: 0,
        memo: Memo::new(plan, program, text.len()),
        reaches: vec![(1, 0); plan.runs as usize],
        asked: Vec::new(),
    };
    let found = matcher.search(from);
    *spent += matcher.steps;
    found
}

impl Matcher<'_> {
    fn search(&mut self, from: usize) -> Result<Option<Range<usize>>, StepLimitExceeded> {
        let Matcher {
            program,
            plan,
            text,
            full,
            ..
        } = *self;
        // A text in bytes is never shorter than in code points.
        let least = usize::try_from(program.least).unwrap_or(usize::MAX);
        let Some(last) = text.len().checked_sub(least) else {
            return Ok(None);
        };
        if full {
            return Ok(self.attempt(0)?.map(|end| 0..end));
        }
        let mut start = from;
        while let Some(candidate) = plan
            .prefix
            .next_start(text, start)
            .filter(|next| *next <= last)
        {
            if let Some(end) = self.attempt(candidate)? {
                return Ok(Some(candidate..end));
            }
            if plan.anchored || candidate >= last {
                break;
            }
            start = candidate + point_at(text, candidate).map_or(1, |(_, length)| length);
        }
        Ok(None)
    }

    fn attempt(&mut self, start: usize) -> Result<Option<usize>, StepLimitExceeded> {
        self.frames.clear();
        self.barriers.clear();
        self.saved.clear();
        self.last_mark = NO_MARK;
        let mut at = Some((self.program.start, start));
        while let Some((pc, pos)) = at {
            self.steps += 1;
            if self.steps > self.limit
                || self.frames.len() > FRAME_LIMIT
                || self.saved.len() > SAVED_LIMIT
            {
                return Err(StepLimitExceeded);
            }
            let Some(inst) = self.program.insts.get(pc as usize).copied() else {
                return Ok(None);
            };
            at = match self.step(inst, pc, pos) {
                None => self.backtrack(),
                Some(_) if inst == Inst::Accept => return Ok(Some(pos)),
                on => on,
            };
        }
        // The last way may have been a long one.
        if self.steps > self.limit {
            return Err(StepLimitExceeded);
        }
        Ok(None)
    }

    /// Where one instruction leads; `None` when it fails.
    fn step(&mut self, inst: Inst, pc: Pc, pos: usize) -> Option<(Pc, usize)> {
        match inst {
            Inst::Accept => (!self.full || pos == self.text.len()).then_some((pc, pos)),
            Inst::Leave { .. } => self.leave(pos),
            Inst::Char { class, next } => {
                let (point, length) = point_at(self.text, pos)?;
                self.is_in(class, point).then_some((next, pos + length))
            }
            Inst::Run { .. } => self.run(inst, pc, pos),
            Inst::Split {
                first,
                second,
                marks,
            } => {
                if let Some(slot) = self.memo_slot(pc) {
                    let state = self.memo.state(&self.registers, pos);
                    if self.memo.has_failed(slot, pos, state) {
                        return None;
                    }
                    self.frames.push(Frame::Failed {
                        slot,
                        pos,
                        state,
                        asks: self.asks,
                    });
                }
                let marks = self.keep(marks);
                self.frames.push(Frame::Branch {
                    pc: second,
                    pos,
                    marks,
                });
                Some((first, pos))
            }
            Inst::Position { position, next } => self.holds(position, pos).then_some((next, pos)),
            Inst::Mark { slot, next } => {
                self.mark(slot, pos);
                Some((next, pos))
            }
            Inst::Begin { register, next } => {
                self.set(register, pos);
                Some((next, pos))
            }
            Inst::Forget { register, next } => {
                self.set(register, UNSET);
                Some((next, pos))
            }
            Inst::IfMoved {
                register,
                then,
                otherwise,
            } => {
                let moved = self.register(register) != pos;
                Some((if moved { then } else { otherwise }, pos))
            }
            Inst::Jump { next } => Some((next, pos)),
            Inst::Count { spec, next } => {
                let spec = self.program.loops.get(spec as usize)?;
                self.set(spec.counter, 0);
                if let Some(began) = spec.began {
                    self.set(began, UNSET);
                }
                Some((next, pos))
            }
            Inst::Loop { spec } => self.loop_head(spec, pc, pos),
            Inst::Atomic { body, .. } => {
                self.enter(pc, pos, false);
                Some((body, pos))
            }
            Inst::Look {
                body,
                width,
                negated,
                next,
                marks,
            } => match back(self.text, pos, width) {
                None => negated.then_some((next, pos)),
                Some(from) => {
                    self.enter(pc, pos, negated && marks);
                    Some((body, from))
                }
            },
            Inst::Reference { group, fold, next } => {
                self.asks += 1;
                let range = self.group(group)?;
                self.same(range, pos, fold).map(|end| (next, end))
            }
            Inst::Conditional { group, yes, no } => {
                self.asks += 1;
                let pc = if self.group(group).is_some() { yes } else { no };
                Some((pc, pos))
            }
        }
    }

    /// The next place to try; `None` when there is none left.
    fn backtrack(&mut self) -> Option<(Pc, usize)> {
        loop {
            self.steps += 1;
            match self.frames.pop()? {
                Frame::Branch { pc, pos, marks } => {
                    self.restore(marks);
                    self.forget(marks);
                    return Some((pc, pos));
                }
                Frame::Shorter {
                    pc,
                    least,
                    pos,
                    marks,
                } => {
                    self.restore(marks);
                    if let Some(on) = self.shorter(pc, least, pos, marks) {
                        return Some(on);
                    }
                    self.forget(marks);
                }
                Frame::Longer {
                    pc,
                    left,
                    from,
                    pos,
                    marks,
                    asks,
                } => {
                    self.restore(marks);
                    if let Some(on) = self.longer(pc, left, (from, pos), (marks, asks)) {
                        return Some(on);
                    }
                    self.forget(marks);
                }
                Frame::Iterate { spec, pos, marks } => {
                    self.restore(marks);
                    self.forget(marks);
                    return self.iterate(spec, pos);
                }
                Frame::Register { register, value } => {
                    if let Some(slot) = self.registers.get_mut(register as usize) {
                        *slot = value;
                    }
                }
                Frame::Failed {
                    slot,
                    pos,
                    state,
                    asks,
                } => {
                    if asks == self.asks {
                        self.memo.record(slot, pos, state);
                    }
                }
                Frame::FailedRun { pc, from, to, asks } => {
                    if asks == self.asks {
                        self.memo.record_run(self.plan.run(pc), from, to);
                    }
                }

                Frame::Barrier { pc, pos, marks } => {
                    self.barriers.pop();
                    if let Some(Inst::Look {
                        negated: true,
                        next,
                        ..
                    }) = self.program.insts.get(pc as usize)
                    {
                        self.restore(marks);
                        self.forget(marks);
                        return Some((*next, pos));
                    }
                    self.forget(marks);
                }
            }
        }
    }

    fn memo_slot(&self, pc: Pc) -> Option<u32> {
        if self.steps < self.memo.starts_at() {
            return None;
        }
        self.plan.memo_slot(pc)
    }

    // Atomic groups and look-around.

    fn enter(&mut self, pc: Pc, pos: usize, restores: bool) {
        let marks = self.keep(restores);
        self.barriers.push(self.frames.len());
        self.frames.push(Frame::Barrier { pc, pos, marks });
    }

    /// The body of an atomic group or look-around has matched up to `end`.
    fn leave(&mut self, end: usize) -> Option<(Pc, usize)> {
        let barrier = self.barriers.pop()?;
        let Some(Frame::Barrier { pc, pos, marks }) = self.frames.get(barrier).copied() else {
            return None;
        };
        self.frames.truncate(barrier);
        self.forget(marks);
        match self.program.insts.get(pc as usize)? {
            Inst::Atomic { next, .. } => Some((*next, end)),
            Inst::Look {
                negated: false,
                next,
                ..
            } => Some((*next, pos)),
            _ => None,
        }
    }

    #[inline]
    fn is_in(&mut self, class: u32, point: u32) -> bool {
        match self.program.classes.all().get(class as usize) {
            Some(set) if point < 0x80 => set.holds_ascii(point),
            Some(_) => self.is_in_beyond_ascii(class, point),
            None => false,
        }
    }

    /// A text has few different characters beyond ASCII, and asking a set for one takes long.
    #[cold]
    fn is_in_beyond_ascii(&mut self, class: u32, point: u32) -> bool {
        let Some(set) = self.program.classes.all().get(class as usize) else {
            return false;
        };
        if self.asked.is_empty() {
            self.asked = vec![(UNSET, false); ASKED];
        }
        let key = (class as usize) << 21 | point as usize;
        match self.asked.get_mut((key ^ key >> 16) % ASKED) {
            Some((known, answer)) if *known == key => *answer,
            slot => {
                let answer = set.contains(point);
                if let Some(slot) = slot {
                    *slot = (key, answer);
                }
                answer
            }
        }
    }

    // Places.

    fn holds(&self, position: Position, pos: usize) -> bool {
        let end = self.text.len();
        let newline = |pos: usize| self.text.get(pos) == Some(&b'\n');
        match position {
            Position::TextStart => pos == 0,
            Position::LineStart => pos == 0 || newline(pos - 1),
            Position::End => pos == end || (pos + 1 == end && newline(pos)),
            Position::LineEnd => pos == end || newline(pos),
            Position::TextEnd => pos == end,
            Position::Boundary { ascii, negated } => {
                let word = |point: Option<(u32, usize)>| {
                    point.is_some_and(|(point, _)| {
                        super::class::Category::Word.contains(point, ascii)
                    })
                };
                let before = word(point_before(self.text, pos));
                let after = word(point_at(self.text, pos));
                !self.text.is_empty() && (before != after) != negated
            }
        }
    }
}

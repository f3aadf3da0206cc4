//! Repeats: written out, looped, or counted.

use super::super::program::{Inst, LoopSpec, Pc, Register, UNLIMITED};
use super::super::syntax::{Flags, Greed, SequenceId};
use super::{AUTOMATON_LIMIT, Compiler, Target, Unsuited};

/// Beyond this the matcher counts iterations instead of writing them out.
const EXPANSION_LIMIT: usize = 2_000;
/// A program that is this long already writes no iterations out.
const TOTAL_EXPANSION_LIMIT: usize = 50_000;

impl Compiler<'_> {
    pub(super) fn repeat(
        &mut self,
        body: SequenceId,
        (min, max): (u32, u32),
        greed: Greed,
        flags: Flags,
        repeated: bool,
        next: Pc,
    ) -> Result<Pc, Unsuited> {
        if max == 0 {
            return Ok(next);
        }
        // What takes no text holds once or not at all.
        let (min, max) = match self.syntax.width(body).max {
            0 if !self.captures => (min.min(1), 1),
            _ => (min, max),
        };
        let single = self.syntax.single(body, flags);
        if let (Some((item, flags)), Target::Matcher) = (single, self.target) {
            let class = self.class(item, flags);
            return self.push(Inst::Run {
                class,
                min,
                max,
                greed,
                next,
                marks: repeated,
            });
        }
        if greed == Greed::Possessive {
            self.matcher_only()?;
            let leave = self.push(Inst::Leave { next: Some(next) })?;
            let looped = self.greedy_atoms(body, (min, max), flags, repeated, leave)?;
            return self.push(Inst::Atomic { body: looped, next });
        }
        let emit = |compiler: &mut Self, next| compiler.sequence(body, flags, true, next);
        // A repeat of one code point is no repeat of its own to the reference; here it only is one in the automaton.
        self.looped(
            &emit,
            self.is_nullable(body),
            (min, max),
            greed == Greed::Lazy,
            repeated,
            next,
        )
    }

    /// A possessive repeat: each iteration is matched by itself.
    fn greedy_atoms(
        &mut self,
        body: SequenceId,
        bounds: (u32, u32),
        flags: Flags,
        repeated: bool,
        next: Pc,
    ) -> Result<Pc, Unsuited> {
        let emit = |compiler: &mut Self, next| {
            let leave = compiler.push(Inst::Leave { next: Some(next) })?;
            let body = compiler.sequence(body, flags, repeated, leave)?;
            compiler.push(Inst::Atomic { body, next })
        };
        self.looped(&emit, self.is_nullable(body), bounds, false, repeated, next)
    }

    fn is_nullable(&self, body: SequenceId) -> bool {
        self.syntax.width(body).min == 0
    }

    fn looped(
        &mut self,
        emit: &dyn Fn(&mut Self, Pc) -> Result<Pc, Unsuited>,
        nullable: bool,
        (min, max): (u32, u32),
        lazy: bool,
        repeated: bool,
        next: Pc,
    ) -> Result<Pc, Unsuited> {
        // The way out of a lazy loop is tried first, outside the loop.
        let marks = !lazy || repeated;
        let split = |body, next| match lazy {
            false => Inst::Split {
                first: body,
                second: next,
                marks,
            },
            true => Inst::Split {
                first: next,
                second: body,
                marks,
            },
        };
        if (min, max) == (0, 1) {
            let body = emit(self, next)?;
            return self.push(split(body, next));
        }
        // After an iteration that matched nothing there is no other, which has to be kept in mind.
        let heeds = nullable && max > min.saturating_add(1);
        let began = match self.target {
            Target::Matcher if heeds => Some(self.register(Register::Began)),
            // Read backwards, all ways are followed, and one more empty iteration makes no difference.
            Target::Matcher | Target::Automaton { reverse: true } => None,
            Target::Automaton { reverse: false } if heeds => {
                return self.unrolled(emit, (min, max), lazy, next);
            }
            Target::Automaton { reverse: false } => None,
        };
        let copies = if max == UNLIMITED { min.max(1) } else { max };
        let before = self.program.insts.len();
        // What the first copy of the body goes on to, decided below.
        let after = self.push(Inst::Accept)?;
        let body = emit(self, after)?;
        let size = (self.program.insts.len() - before).saturating_mul(copies as usize);
        if self.target != Target::Matcher && size > AUTOMATON_LIMIT {
            return Err(Unsuited::TooLarge);
        }
        if copies > 1
            && self.target == Target::Matcher
            && (size > EXPANSION_LIMIT || before > TOTAL_EXPANSION_LIMIT)
        {
            return self.counted(after, body, began, (min, max), (lazy, marks), next);
        }
        let mut head = body;
        if max == UNLIMITED {
            let again = self.iteration(after, body, began, next, split)?;
            if min == 0 {
                head = again;
            } else if let Some(began) = began {
                head = self.push(Inst::Forget {
                    register: began,
                    next: body,
                })?;
            }
        } else {
            self.set(after, Inst::Jump { next });
            if max > min {
                head = self.begin(body, began)?;
                head = self.push(split(head, next))?;
                for _ in 1..max - min {
                    let after = self.push(Inst::Accept)?;
                    let body = emit(self, after)?;
                    self.set(after, moved(began, head, next));
                    head = self.begin(body, began)?;
                    head = self.push(split(head, next))?;
                }
            }
        }
        // One mandatory copy is written already where the loop shares it or nothing can be left out.
        let written = u32::from(max == UNLIMITED || max == min);
        for _ in written..min {
            head = emit(self, head)?;
        }
        Ok(head)
    }

    /// A loop for the automaton whose body can match nothing. Each iteration is written twice: as it is before it has
    /// moved on, when its end leads out, and after, when its end leads to the next one.
    fn unrolled(
        &mut self,
        emit: &dyn Fn(&mut Self, Pc) -> Result<Pc, Unsuited>,
        (min, max): (u32, u32),
        lazy: bool,
        next: Pc,
    ) -> Result<Pc, Unsuited> {
        let endless = max == UNLIMITED;
        let mut head = next;
        for _ in 0..if endless { 1 } else { max - min } {
            let split = self.push(Inst::Accept)?;
            let again = if endless { split } else { head };
            let moved_from = self.program.insts.len() as Pc;
            let moved_end = self.push(Inst::Jump { next: again })?;
            emit(self, moved_end)?;
            let fresh_from = self.program.insts.len() as Pc;
            let fresh_end = self.push(Inst::Jump { next })?;
            let body = emit(self, fresh_end)?;
            let distance = fresh_from - moved_from;
            for inst in self.program.insts.iter_mut().skip(fresh_from as usize) {
                if let Inst::Char { next, .. } = inst
                    && *next >= fresh_from
                {
                    *next -= distance;
                }
            }
            let (first, second) = if lazy { (next, body) } else { (body, next) };
            self.set(
                split,
                Inst::Split {
                    first,
                    second,
                    marks: false,
                },
            );
            head = split;
        }
        for _ in 0..min {
            head = emit(self, head)?;
        }
        Ok(head)
    }

    /// Makes `after` the head of an endless loop and gives the place that enters it.
    fn iteration(
        &mut self,
        after: Pc,
        body: Pc,
        began: Option<u32>,
        next: Pc,
        split: impl Fn(Pc, Pc) -> Inst,
    ) -> Result<Pc, Unsuited> {
        if began.is_none() {
            self.set(after, split(body, next));
            return Ok(after);
        }
        let begin = self.begin(body, began)?;
        let again = self.push(split(begin, next))?;
        self.set(after, moved(began, again, next));
        Ok(again)
    }

    fn begin(&mut self, body: Pc, began: Option<u32>) -> Result<Pc, Unsuited> {
        match began {
            None => Ok(body),
            Some(register) => self.push(Inst::Begin {
                register,
                next: body,
            }),
        }
    }

    fn register(&mut self, register: Register) -> u32 {
        self.program.registers.push(register);
        self.program.registers.len() as u32 - 1
    }

    fn counted(
        &mut self,
        after: Pc,
        body: Pc,
        began: Option<u32>,
        (min, max): (u32, u32),
        (lazy, marks): (bool, bool),
        next: Pc,
    ) -> Result<Pc, Unsuited> {
        let counter = self.register(Register::Count);
        let spec = self.program.loops.len() as u32;
        self.program.loops.push(LoopSpec {
            min,
            max,
            lazy,
            body,
            next,
            counter,
            began,
            marks,
        });
        self.set(after, Inst::Loop { spec });
        self.push(Inst::Count { spec, next: after })
    }
}

/// What comes after an iteration: one that matched nothing is the last.
fn moved(began: Option<u32>, again: Pc, next: Pc) -> Inst {
    match began {
        None => Inst::Jump { next: again },
        Some(register) => Inst::IfMoved {
            register,
            then: again,
            otherwise: next,
        },
    }
}

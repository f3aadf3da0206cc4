//! Patterns as instructions.
//!
//! One compiler serves both engines. The backtracking matcher gets everything; the automaton gets only what is
//! regular, forwards or backwards. Code is written from the end to the front, so that an instruction knows the one
//! after it.

use super::class::{Class, Classes, Fold};
use super::syntax::{Flags, Greed, Item, Place, SequenceId, Syntax};

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
    /// Instructions through which every match goes.
    pub(super) required: Vec<Pc>,
    /// What each register holds.
    pub(super) registers: Vec<Register>,
    /// Marks the program sets; none when nothing asks for a group's text.
    pub(super) marks: u32,
}

/// Why there is no program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unsuited {
    /// Not what an automaton can do.
    NotRegular,
    TooLarge,
}

/// Which engine a program is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Matcher,
    Automaton { reverse: bool },
}

/// The automaton's programs are kept small: its states are sets of instructions.
const AUTOMATON_LIMIT: usize = 4_000;
/// Beyond this the matcher counts iterations instead of writing them out.
const EXPANSION_LIMIT: usize = 2_000;
/// No text is so long that a repeat of this many more than it must be could not as well be endless.
const ENDLESS: u32 = 1 << 30;
/// Required instructions that are noted.
const REQUIRED_LIMIT: usize = 64;
/// A program that is this long already writes no iterations out.
const TOTAL_EXPANSION_LIMIT: usize = 50_000;

pub(super) fn compile(syntax: &Syntax, target: Target) -> Result<Program, Unsuited> {
    let asks = syntax
        .sequences
        .iter()
        .flatten()
        .any(|item| matches!(item, Item::Reference(_) | Item::Conditional { .. }));
    let mut compiler = Compiler {
        syntax,
        target,
        captures: asks,
        optional: 0,
        program: Program {
            insts: Vec::new(),
            loops: Vec::new(),
            classes: Classes::default(),
            start: 0,
            required: Vec::new(),
            registers: Vec::new(),
            marks: if asks { syntax.groups * 2 } else { 0 },
        },
    };
    let accept = compiler.push(Inst::Accept)?;
    compiler.program.start = compiler.sequence(syntax.root, syntax.flags, false, accept)?;
    Ok(compiler.program)
}

struct Compiler<'a> {
    syntax: &'a Syntax,
    target: Target,
    captures: bool,
    /// How many items around the current one may be left out or go another way.
    optional: u32,
    program: Program,
}

impl Compiler<'_> {
    fn push(&mut self, inst: Inst) -> Result<Pc, Unsuited> {
        let limit = match self.target {
            Target::Matcher => 1 << 24,
            Target::Automaton { .. } => AUTOMATON_LIMIT,
        };
        if self.program.insts.len() >= limit {
            return Err(Unsuited::TooLarge);
        }
        self.program.insts.push(inst);
        Ok(self.program.insts.len() as Pc - 1)
    }

    fn set(&mut self, pc: Pc, inst: Inst) {
        if let Some(slot) = self.program.insts.get_mut(pc as usize) {
            *slot = inst;
        }
    }

    fn matcher_only(&self) -> Result<(), Unsuited> {
        match self.target {
            Target::Matcher => Ok(()),
            Target::Automaton { .. } => Err(Unsuited::NotRegular),
        }
    }

    fn sequence(
        &mut self,
        id: SequenceId,
        flags: Flags,
        repeated: bool,
        next: Pc,
    ) -> Result<Pc, Unsuited> {
        let syntax = self.syntax;
        let items = syntax.items(id);
        let reverse = self.target == Target::Automaton { reverse: true };
        let mut next = next;
        for index in 0..items.len() {
            let index = if reverse {
                index
            } else {
                items.len() - 1 - index
            };
            if let Some(item) = items.get(index) {
                let plain = item.is_single() || matches!(item, Item::Group { .. } | Item::Place(_));
                self.optional += u32::from(!plain);
                next = self.item(item, flags, repeated, next)?;
                self.optional -= u32::from(!plain);
                if self.optional == 0 && self.program.required.len() < REQUIRED_LIMIT {
                    self.program.required.push(next);
                }
            }
        }
        Ok(next)
    }

    /// `repeated`: the item is inside a repeat, where the reference restores groups on its way back.
    fn item(
        &mut self,
        item: &Item,
        flags: Flags,
        repeated: bool,
        next: Pc,
    ) -> Result<Pc, Unsuited> {
        match item {
            Item::Literal(_) | Item::NotLiteral(_) | Item::Any | Item::Set { .. } => {
                let class = self.class(item, flags);
                self.push(Inst::Char { class, next })
            }
            Item::Place(place) => {
                let position = position(*place, flags);
                self.push(Inst::Position { position, next })
            }
            Item::Group {
                number,
                added,
                removed,
                body,
            } => {
                let flags = flags.inside(*added, *removed);
                match number {
                    Some(number) if self.captures => {
                        let slot = (number - 1) * 2;
                        let end = self.push(Inst::Mark {
                            slot: slot + 1,
                            next,
                        })?;
                        let body = self.sequence(*body, flags, repeated, end)?;
                        self.push(Inst::Mark { slot, next: body })
                    }
                    _ => self.sequence(*body, flags, repeated, next),
                }
            }
            Item::Branch(alternatives) => {
                let mut rest: Option<Pc> = None;
                for alternative in alternatives.iter().rev() {
                    let first = self.sequence(*alternative, flags, repeated, next)?;
                    rest = Some(match rest {
                        None => first,
                        Some(second) => self.push(Inst::Split {
                            first,
                            second,
                            marks: repeated,
                        })?,
                    });
                }
                Ok(rest.unwrap_or(next))
            }
            Item::Repeat {
                min,
                max,
                greed,
                body,
            } => {
                let max = max.filter(|max| max - min < ENDLESS).unwrap_or(UNLIMITED);
                self.repeat(*body, (*min, max), *greed, flags, repeated, next)
            }
            Item::Atomic(body) => {
                self.matcher_only()?;
                let leave = self.push(Inst::Leave { next: Some(next) })?;
                let body = self.sequence(*body, flags, repeated, leave)?;
                self.push(Inst::Atomic { body, next })
            }
            Item::Look {
                negated,
                body,
                width,
                ..
            } => {
                self.matcher_only()?;
                let leave = self.push(Inst::Leave { next: None })?;
                let body = self.sequence(*body, flags, repeated, leave)?;
                self.push(Inst::Look {
                    body,
                    width: u32::try_from(*width).unwrap_or(u32::MAX),
                    negated: *negated,
                    next,
                    marks: repeated,
                })
            }
            Item::Reference(group) => {
                self.matcher_only()?;
                self.push(Inst::Reference {
                    group: *group,
                    fold: fold(flags),
                    next,
                })
            }
            Item::Conditional { group, yes, no } => {
                self.matcher_only()?;
                let yes = self.sequence(*yes, flags, repeated, next)?;
                let no = match no {
                    Some(no) => self.sequence(*no, flags, repeated, next)?,
                    None => next,
                };
                self.push(Inst::Conditional {
                    group: *group,
                    yes,
                    no,
                })
            }
        }
    }

    fn repeat(
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

    fn class(&mut self, item: &Item, flags: Flags) -> u32 {
        let fold = fold(flags);
        let class = match item {
            Item::Literal(point) => Class::literal(*point, false, fold),
            Item::NotLiteral(point) => Class::literal(*point, true, fold),
            Item::Set { members, negated } => {
                Class::set(members, *negated, fold, !flags.has_any(Flags::UNICODE))
            }
            _ => Class::any(flags.has_any(Flags::DOT_ALL)),
        };
        self.program.classes.intern(class)
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

fn fold(flags: Flags) -> Fold {
    match (
        flags.has_any(Flags::IGNORE_CASE),
        flags.has_any(Flags::UNICODE),
    ) {
        (false, _) => Fold::None,
        (true, false) => Fold::Ascii,
        (true, true) => Fold::Unicode,
    }
}

fn position(place: Place, flags: Flags) -> Position {
    let lines = flags.has_any(Flags::MULTI_LINE);
    let ascii = !flags.has_any(Flags::UNICODE);
    match place {
        Place::Start if lines => Position::LineStart,
        Place::Start | Place::TextStart => Position::TextStart,
        Place::End if lines => Position::LineEnd,
        Place::End => Position::End,
        Place::TextEnd => Position::TextEnd,
        Place::Boundary => Position::Boundary {
            ascii,
            negated: false,
        },
        Place::NoBoundary => Position::Boundary {
            ascii,
            negated: true,
        },
    }
}

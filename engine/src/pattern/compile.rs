//! From a parsed pattern to instructions.
//!
//! One compiler serves both engines. The backtracking matcher gets everything; the automaton gets only what is
//! regular, forwards or backwards. Code is written from the end to the front, so that an instruction knows the one
//! after it.

mod repeat;

use super::Mode;
use super::class::{Class, Classes, Fold};
use super::program::{Inst, Pc, Position, Program, UNLIMITED};
use super::syntax::{Flags, Item, Place, SequenceId, Syntax};

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
/// No text is so long that a repeat of this many more than it must be could not as well be endless.
const ENDLESS: u32 = 1 << 30;
/// Required instructions that are noted.
const REQUIRED_LIMIT: usize = 64;

pub(super) fn compile(syntax: &Syntax, mode: Mode, target: Target) -> Result<Program, Unsuited> {
    let asks = syntax
        .sequences
        .iter()
        .flatten()
        .any(|item| matches!(item, Item::Reference(_) | Item::Conditional { .. }));
    let mut compiler = Compiler {
        syntax,
        target,
        captures: asks,
        gated: if mode == Mode::Search {
            gated(syntax)
        } else {
            None
        },
        optional: 0,
        program: Program {
            insts: Vec::new(),
            loops: Vec::new(),
            classes: Classes::default(),
            start: 0,
            least: syntax.width(syntax.root).min,
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
    /// A sequence whose first item the reference also checks with the flags of the whole pattern.
    gated: Option<SequenceId>,
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
                next = match item {
                    Item::Set { .. } if index == 0 && self.gated == Some(id) => {
                        let ascii = !syntax.flags.has_any(Flags::UNICODE);
                        let class = self.set_class(item, flags).gated(ascii);
                        let class = self.program.classes.intern(class);
                        self.push(Inst::Char { class, next })?
                    }
                    _ => self.item(item, flags, repeated, next)?,
                };
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

    fn class(&mut self, item: &Item, flags: Flags) -> u32 {
        let class = self.set_class(item, flags);
        self.program.classes.intern(class)
    }

    fn set_class(&self, item: &Item, flags: Flags) -> Class {
        let fold = fold(flags);
        match item {
            Item::Literal(point) => Class::literal(*point, false, fold),
            Item::NotLiteral(point) => Class::literal(*point, true, fold),
            Item::Set { members, negated } => {
                Class::set(members, *negated, fold, !flags.has_any(Flags::UNICODE))
            }
            _ => Class::any(flags.has_any(Flags::DOT_ALL)),
        }
    }
}

/// The sequence that begins with the set a match begins with, where the reference's search has a quirk: it looks for
/// the set's characters ahead with the flags of the whole pattern, not with those of the group the set is in.
fn gated(syntax: &Syntax) -> Option<SequenceId> {
    if syntax.width(syntax.root).min == 0 {
        return None;
    }
    let mut flags = syntax.flags;
    let mut id = syntax.root;
    loop {
        match syntax.items(id).first()? {
            Item::Group {
                added,
                removed,
                body,
                ..
            } => {
                flags = flags.inside(*added, *removed);
                id = *body;
            }
            Item::Set { members, .. } => {
                let fold = fold(flags);
                let folds = members.iter().any(|member| member.folds(fold));
                return (!folds).then_some(id);
            }
            _ => return None,
        }
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

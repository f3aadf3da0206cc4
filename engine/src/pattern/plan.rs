//! What can be said about a program before it meets a text.

use super::class::Classes;
use super::prefix::Prefix;
use super::program::{Inst, Pc, Position, Program};

const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct Run {
    /// What can come after the run: the ASCII characters, and whether anything else can. `None`: anything, or the
    /// end.
    follow: Option<(u128, bool)>,
    /// Nothing the run takes can follow it, so it never gives anything back.
    exclusive: bool,
    memoised: bool,
    /// What comes after the run asks for no group's text.
    free: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) prefix: Prefix,
    /// A match can only start where the text starts.
    pub(super) anchored: bool,
    /// The number of places where failures are worth keeping.
    pub(super) memo_slots: u32,
    pub(super) runs: u32,
    slot_of: Vec<u32>,
    run_of: Vec<u32>,
    run_facts: Vec<Run>,
}

impl Plan {
    pub(super) fn new(program: &Program) -> Plan {
        let asks = asks_for_groups(program);
        let mut plan = Plan {
            prefix: Prefix::new(program),
            anchored: is_anchored(program),
            memo_slots: 0,
            runs: 0,
            slot_of: vec![NONE; program.insts.len()],
            run_of: vec![NONE; program.insts.len()],
            run_facts: Vec::new(),
        };
        for (pc, inst) in program.insts.iter().enumerate() {
            let free = !asks.get(pc).copied().unwrap_or(true);
            match inst {
                Inst::Split { .. } | Inst::Loop { .. } => {
                    if let Some(slot) = plan.slot_of.get_mut(pc) {
                        *slot = plan.memo_slots;
                        plan.memo_slots += 1;
                    }
                }
                Inst::Run { class, next, .. } => {
                    let follow = follow(program, *next);
                    let exclusive = follow.is_some_and(|(ascii, other)| {
                        is_apart(&program.classes, *class, ascii, other)
                    });
                    plan.run_facts.push(Run {
                        follow,
                        exclusive,
                        memoised: program.registers.is_empty(),
                        free,
                    });
                    if let Some(run) = plan.run_of.get_mut(pc) {
                        *run = plan.runs;
                        plan.runs += 1;
                    }
                }
                _ => {}
            }
        }
        plan
    }

    /// Where failures at this instruction are kept.
    pub(super) fn memo_slot(&self, pc: Pc) -> Option<u32> {
        self.slot_of
            .get(pc as usize)
            .copied()
            .filter(|slot| *slot != NONE)
    }

    /// The number of a run.
    pub(super) fn run(&self, pc: Pc) -> u32 {
        self.run_of.get(pc as usize).copied().unwrap_or(NONE)
    }

    pub(super) fn is_exclusive(&self, run: u32) -> bool {
        self.run_facts
            .get(run as usize)
            .is_some_and(|run| run.exclusive)
    }

    pub(super) fn run_is_memoised(&self, run: u32) -> bool {
        self.run_facts
            .get(run as usize)
            .is_some_and(|run| run.memoised)
    }

    /// Whether failures of a run that gives nothing back are worth keeping.
    pub(super) fn run_is_free(&self, run: u32) -> bool {
        let facts = self.run_facts.get(run as usize);
        facts.is_some_and(|run| run.memoised && run.free)
    }

    /// Whether what follows the run may begin here; never wrongly `false`.
    #[inline]
    pub(super) fn may_follow(&self, run: u32, text: &[u8], pos: usize) -> bool {
        let Some((ascii, other)) = self.run_facts.get(run as usize).and_then(|run| run.follow)
        else {
            return true;
        };
        match text.get(pos) {
            None => false,
            Some(byte) if *byte < 0x80 => ascii >> byte & 1 != 0,
            Some(_) => other,
        }
    }
}

fn is_apart(classes: &Classes, class: u32, ascii: u128, other: bool) -> bool {
    classes
        .all()
        .get(class as usize)
        .is_some_and(|class| class.ascii() & ascii == 0 && !(other && class.may_hold_other()))
}

fn is_anchored(program: &Program) -> bool {
    let mut pc = program.start;
    loop {
        match program.insts.get(pc as usize) {
            Some(Inst::Mark { next, .. }) => pc = *next,
            Some(Inst::Position {
                position: Position::TextStart,
                ..
            }) => return true,
            _ => return false,
        }
    }
}

/// For each instruction, whether what happens from there can depend on the text of a group.
fn asks_for_groups(program: &Program) -> Vec<bool> {
    let mut asks = vec![false; program.insts.len()];
    if program.marks == 0 {
        return asks;
    }
    let mut into: Vec<Vec<Pc>> = vec![Vec::new(); program.insts.len()];
    let mut work: Vec<Pc> = Vec::new();
    for (pc, inst) in program.insts.iter().enumerate() {
        if matches!(inst, Inst::Reference { .. } | Inst::Conditional { .. }) {
            work.push(pc as Pc);
        }
        successors(program, inst, &mut |next| {
            if let Some(list) = into.get_mut(next as usize) {
                list.push(pc as Pc);
            }
        });
    }
    while let Some(pc) = work.pop() {
        match asks.get_mut(pc as usize) {
            Some(known) if !*known => *known = true,
            _ => continue,
        }
        work.extend(into.get(pc as usize).into_iter().flatten());
    }
    asks
}

fn successors(program: &Program, inst: &Inst, visit: &mut impl FnMut(Pc)) {
    match *inst {
        Inst::Accept | Inst::Leave { .. } => {}
        Inst::Char { next, .. }
        | Inst::Run { next, .. }
        | Inst::Position { next, .. }
        | Inst::Mark { next, .. }
        | Inst::Begin { next, .. }
        | Inst::Forget { next, .. }
        | Inst::Jump { next }
        | Inst::Count { next, .. }
        | Inst::Reference { next, .. } => visit(next),
        Inst::Split { first, second, .. } => [first, second].into_iter().for_each(visit),
        Inst::IfMoved {
            then, otherwise, ..
        } => [then, otherwise].into_iter().for_each(visit),
        Inst::Loop { spec } => {
            if let Some(spec) = program.loops.get(spec as usize) {
                [spec.body, spec.next].into_iter().for_each(visit);
            }
        }
        Inst::Atomic { body, next } | Inst::Look { body, next, .. } => {
            [body, next].into_iter().for_each(visit)
        }
        Inst::Conditional { yes, no, .. } => [yes, no].into_iter().for_each(visit),
    }
}

/// What can be the next code point from here: the ASCII characters, and whether anything else. `None` when the
/// pattern may be done without one.
fn follow(program: &Program, pc: Pc) -> Option<(u128, bool)> {
    /// Instructions to look at before giving up.
    const LIMIT: usize = 64;
    let mut seen: Vec<Pc> = Vec::new();
    let mut work = vec![pc];
    let (mut ascii, mut other) = (0, false);
    while let Some(pc) = work.pop() {
        if seen.contains(&pc) {
            continue;
        }
        if seen.len() == LIMIT {
            return None;
        }
        seen.push(pc);
        match *program.insts.get(pc as usize)? {
            Inst::Accept | Inst::Leave { .. } | Inst::Reference { .. } | Inst::Atomic { .. } => {
                return None;
            }
            Inst::Char { class, .. } => add(&program.classes, class, &mut ascii, &mut other),
            Inst::Run {
                class, min, next, ..
            } => {
                add(&program.classes, class, &mut ascii, &mut other);
                if min == 0 {
                    work.push(next);
                }
            }
            Inst::Look { next, .. } => work.push(next),
            ref inst => successors(program, inst, &mut |next| work.push(next)),
        }
    }
    Some((ascii, other))
}

fn add(classes: &Classes, class: u32, ascii: &mut u128, other: &mut bool) {
    if let Some(class) = classes.all().get(class as usize) {
        *ascii |= class.ascii();
        *other |= class.may_hold_other();
    }
}

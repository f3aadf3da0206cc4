//! Repeats: counted loops, and runs of one set.

use super::super::program::{Inst, Pc, UNLIMITED};
use super::super::syntax::Greed;
use super::super::text::{back, point_at};
use super::{Frame, Marks, Matcher, RUN_BYTES_PER_STEP, UNSET};

impl Matcher<'_> {
    pub(super) fn register(&self, register: u32) -> usize {
        self.registers
            .get(register as usize)
            .copied()
            .unwrap_or(UNSET)
    }

    pub(super) fn set(&mut self, register: u32, value: usize) {
        if let Some(slot) = self.registers.get_mut(register as usize) {
            self.frames.push(Frame::Register {
                register,
                value: *slot,
            });
            *slot = value;
        }
    }

    pub(super) fn loop_head(&mut self, index: u32, pc: Pc, pos: usize) -> Option<(Pc, usize)> {
        let spec = *self.program.loops.get(index as usize)?;
        let count = self.register(spec.counter);
        if count < spec.min as usize {
            self.set(spec.counter, count + 1);
            return Some((spec.body, pos));
        }
        let moved = spec.began.is_none_or(|began| self.register(began) != pos);
        let more = moved && (spec.max == UNLIMITED || count < spec.max as usize);
        if !more {
            return Some((spec.next, pos));
        }
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
        let marks = self.keep(spec.marks);
        if spec.lazy {
            self.frames.push(Frame::Iterate {
                spec: index,
                pos,
                marks,
            });
            return Some((spec.next, pos));
        }
        self.frames.push(Frame::Branch {
            pc: spec.next,
            pos,
            marks,
        });
        self.iterate(index, pos)
    }

    pub(super) fn iterate(&mut self, spec: u32, pos: usize) -> Option<(Pc, usize)> {
        let spec = *self.program.loops.get(spec as usize)?;
        self.set(spec.counter, self.register(spec.counter) + 1);
        if let Some(began) = spec.began {
            self.set(began, pos);
        }
        Some((spec.body, pos))
    }

    pub(super) fn run(&mut self, inst: Inst, pc: Pc, pos: usize) -> Option<(Pc, usize)> {
        let Inst::Run {
            class,
            min,
            max,
            greed,
            next,
            marks,
        } = inst
        else {
            return None;
        };
        let run = self.plan.run(pc);
        if self.memo.has_failed_run(run, pos) {
            return None;
        }
        if min as usize > self.text.len() - pos {
            return None;
        }
        if greed == Greed::Lazy {
            let least = if min == 0 {
                pos
            } else {
                self.take(class, min, min, pos)?
            };
            let marks = self.keep(marks);
            let left = if max == UNLIMITED {
                UNLIMITED
            } else {
                max - min
            };
            self.frames.push(Frame::Longer {
                pc,
                left,
                from: pos,
                pos: least,
                marks,
                asks: self.asks,
            });
            return Some((next, least));
        }
        let end = if max == UNLIMITED && min <= 1 {
            let end = self.reach(run, class, pos);
            if min == 1 && end == pos {
                return None;
            }
            end
        } else {
            self.take(class, min, max, pos)?
        };
        let exclusive = self.plan.is_exclusive(run);
        if greed == Greed::Possessive || exclusive {
            if !self.plan.may_follow(run, self.text, end) {
                return None;
            }
            if max == UNLIMITED && self.plan.run_is_free(run) {
                self.frames.push(Frame::FailedRun {
                    pc,
                    from: pos,
                    to: end,
                    asks: self.asks,
                });
            }
            return Some((next, end));
        }
        let least = match min {
            0 => pos,
            1 => pos + point_at(self.text, pos)?.1,
            _ => self.forward(pos, min)?,
        };
        if end == least {
            return Some((next, end));
        }
        if max == UNLIMITED && self.plan.run_is_memoised(run) {
            self.frames.push(Frame::FailedRun {
                pc,
                from: pos,
                to: end,
                asks: self.asks,
            });
        }
        let marks = self.keep(marks);
        if self.plan.may_follow(run, self.text, end) {
            self.frames.push(Frame::Shorter {
                pc,
                least,
                pos: end,
                marks,
            });
            return Some((next, end));
        }
        let on = self.shorter(pc, least, end, marks);
        if on.is_none() {
            self.forget(marks);
        }
        on
    }

    /// Goes on after a greedy run one code point less, or as many as it takes for what follows to be possible.
    pub(super) fn shorter(
        &mut self,
        pc: Pc,
        least: usize,
        pos: usize,
        marks: Marks,
    ) -> Option<(Pc, usize)> {
        let Some(Inst::Run { next, .. }) = self.program.insts.get(pc as usize).copied() else {
            return None;
        };
        let run = self.plan.run(pc);
        let from = pos;
        let mut pos = pos;
        while pos > least {
            pos = back(self.text, pos, 1)?;
            if self.plan.may_follow(run, self.text, pos) {
                self.steps += ((from - pos) / RUN_BYTES_PER_STEP) as u64;
                if pos > least {
                    self.frames.push(Frame::Shorter {
                        pc,
                        least,
                        pos,
                        marks,
                    });
                } else {
                    self.forget(marks);
                }
                return Some((next, pos));
            }
        }
        self.steps += ((from - pos) / RUN_BYTES_PER_STEP) as u64;
        None
    }

    pub(super) fn longer(
        &mut self,
        pc: Pc,
        left: u32,
        (from, pos): (usize, usize),
        (marks, asks): (Marks, u32),
    ) -> Option<(Pc, usize)> {
        let Some(Inst::Run { class, next, .. }) = self.program.insts.get(pc as usize).copied()
        else {
            return None;
        };
        let run = self.plan.run(pc);
        let before = pos;
        let (mut pos, mut left) = (pos, left);
        let mut on = None;
        while left > 0
            && let Some((point, length)) = point_at(self.text, pos)
            && self.is_in(class, point)
        {
            pos += length;
            if left != UNLIMITED {
                left -= 1;
            }
            if self.plan.may_follow(run, self.text, pos) {
                on = Some((next, pos));
                break;
            }
        }
        self.steps += ((pos - before) / RUN_BYTES_PER_STEP) as u64;
        if on.is_some() {
            self.frames.push(Frame::Longer {
                pc,
                left,
                from,
                pos,
                marks,
                asks,
            });
        } else if left == UNLIMITED && asks == self.asks && self.plan.run_is_memoised(run) {
            self.memo.record_run(run, from, pos);
        }
        on
    }

    /// The end of the run of a class from here, which is the same for every place inside it.
    pub(super) fn reach(&mut self, run: u32, class: u32, pos: usize) -> usize {
        if let Some((from, to)) = self.reaches.get(run as usize).copied()
            && (from..=to).contains(&pos)
        {
            return to;
        }
        let end = self.take(class, 0, UNLIMITED, pos).unwrap_or(pos);
        if let Some(reach) = self.reaches.get_mut(run as usize) {
            *reach = (pos, end);
        }
        end
    }

    /// The end of at least `min` and at most `max` code points of a class.
    pub(super) fn take(&mut self, class: u32, min: u32, max: u32, pos: usize) -> Option<usize> {
        let from = pos;
        let (mut pos, mut count) = (pos, 0);
        while (count < max || max == UNLIMITED)
            && let Some((point, length)) = point_at(self.text, pos)
            && self.is_in(class, point)
        {
            pos += length;
            count = count.saturating_add(1);
        }
        self.steps += ((pos - from) / RUN_BYTES_PER_STEP) as u64;
        (count >= min).then_some(pos)
    }

    pub(super) fn forward(&mut self, pos: usize, count: u32) -> Option<usize> {
        self.steps += u64::from(count) / RUN_BYTES_PER_STEP as u64;
        let mut pos = pos;
        for _ in 0..count {
            pos += point_at(self.text, pos)?.1;
        }
        Some(pos)
    }
}

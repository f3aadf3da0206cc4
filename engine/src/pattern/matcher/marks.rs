//! Groups: what they took, and how that is undone as the reference undoes it.

use std::ops::Range;

use super::super::class::Fold;
use super::super::text::point_at;
use super::{Marks, Matcher, UNSET};

impl Matcher<'_> {
    pub(super) fn mark(&mut self, slot: u32, pos: usize) {
        let slot = slot as i32;
        if slot > self.last_mark {
            for unset in self.last_mark + 1..slot {
                self.put_mark(unset, UNSET);
            }
            self.last_mark = slot;
        }
        self.put_mark(slot, pos);
    }

    pub(super) fn put_mark(&mut self, slot: i32, value: usize) {
        if let Some(mark) = usize::try_from(slot)
            .ok()
            .and_then(|slot| self.marks.get_mut(slot))
        {
            *mark = value;
        }
    }

    /// What a group took, as the reference sees it: both marks set, in order.
    pub(super) fn group(&self, group: u32) -> Option<Range<usize>> {
        let slot = (group as usize - 1) * 2;
        if slot as i64 >= i64::from(self.last_mark) {
            return None;
        }
        let (start, end) = (*self.marks.get(slot)?, *self.marks.get(slot + 1)?);
        (start != UNSET && end != UNSET && start <= end).then_some(start..end)
    }

    pub(super) fn keep(&mut self, restores: bool) -> Marks {
        let marks = Marks {
            last: self.last_mark,
            saved: self.saved.len() as u32,
            restores,
        };
        if restores {
            let count = (self.last_mark + 1) as usize;
            self.saved.extend(self.marks.iter().take(count));
        }
        marks
    }

    pub(super) fn restore(&mut self, marks: Marks) {
        self.last_mark = marks.last;
        if marks.restores {
            let saved = self.saved.iter().skip(marks.saved as usize);
            let count = (marks.last + 1) as usize;
            for (mark, saved) in self.marks.iter_mut().take(count).zip(saved) {
                *mark = *saved;
            }
        }
    }

    pub(super) fn forget(&mut self, marks: Marks) {
        self.saved.truncate(marks.saved as usize);
    }

    pub(super) fn same(&self, range: Range<usize>, pos: usize, fold: Fold) -> Option<usize> {
        let mut pos = pos;
        let mut from = range.start;
        while from < range.end {
            let (wanted, length) = point_at(self.text, from)?;
            let (point, taken) = point_at(self.text, pos)?;
            if point != wanted && fold.lower(point) != fold.lower(wanted) {
                return None;
            }
            from += length;
            pos += taken;
        }
        Some(pos)
    }
}

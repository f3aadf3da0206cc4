//! What has failed already in one search.

use std::collections::HashSet;

use super::plan::Plan;
use super::program::{Program, Register};

/// Bits a table may have; beyond that single entries are kept.
const TABLE_LIMIT: usize = 1 << 27;
const ENTRY_LIMIT: usize = 1_000_000;
/// Registers whose values can be part of an entry.
const MAX_BEGAN: usize = 16;
const MAX_COUNTS: usize = 2;

pub(super) struct Memo {
    registers: Vec<Register>,
    starts_at: u64,
    width: usize,
    slots: usize,
    table: Vec<u64>,
    entries: HashSet<(u64, u64)>,
    /// For each run: from where to where it has failed.
    runs: Vec<(usize, usize)>,
}

impl Memo {
    pub(super) fn new(plan: &Plan, program: &Program, length: usize) -> Memo {
        let count = |wanted| {
            program
                .registers
                .iter()
                .filter(|register| **register == wanted)
                .count()
        };
        let usable = count(Register::Began) <= MAX_BEGAN && count(Register::Count) <= MAX_COUNTS;
        Memo {
            registers: program.registers.clone(),
            // A search that goes well does not pay for this.
            starts_at: if usable {
                1_000 + 4 * length as u64
            } else {
                u64::MAX
            },
            width: length + 1,
            slots: plan.memo_slots as usize,
            table: Vec::new(),
            entries: HashSet::new(),
            runs: vec![(1, 0); plan.runs as usize],
        }
    }

    /// The number of steps after which failures are kept.
    pub(super) fn starts_at(&self) -> u64 {
        self.starts_at
    }

    /// What, besides the place, decides how the pattern goes on.
    pub(super) fn state(&self, values: &[usize], pos: usize) -> u64 {
        let mut state = 0u64;
        for (register, value) in self.registers.iter().zip(values) {
            state = match register {
                Register::Began => state << 1 | u64::from(*value != pos),
                Register::Count => state << 24 | (*value as u64 & 0xff_ffff),
            };
        }
        state
    }

    pub(super) fn has_failed(&self, slot: u32, pos: usize, state: u64) -> bool {
        if self.registers.is_empty() && self.fits() {
            let bit = slot as usize * self.width + pos;
            return self
                .table
                .get(bit / 64)
                .is_some_and(|word| word >> (bit % 64) & 1 != 0);
        }
        self.entries.contains(&entry(slot, pos, state))
    }

    pub(super) fn record(&mut self, slot: u32, pos: usize, state: u64) {
        if self.registers.is_empty() && self.fits() {
            if self.table.is_empty() {
                self.table = vec![0; (self.slots * self.width).div_ceil(64)];
            }
            let bit = slot as usize * self.width + pos;
            if let Some(word) = self.table.get_mut(bit / 64) {
                *word |= 1 << (bit % 64);
            }
        } else if self.entries.len() < ENTRY_LIMIT {
            self.entries.insert(entry(slot, pos, state));
        }
    }

    fn fits(&self) -> bool {
        self.slots.saturating_mul(self.width) <= TABLE_LIMIT
    }

    pub(super) fn has_failed_run(&self, run: u32, pos: usize) -> bool {
        self.runs
            .get(run as usize)
            .is_some_and(|(from, to)| (*from..=*to).contains(&pos))
    }

    pub(super) fn record_run(&mut self, run: u32, from: usize, to: usize) {
        if let Some(slot) = self.runs.get_mut(run as usize) {
            *slot = (from, to);
        }
    }
}

fn entry(slot: u32, pos: usize, state: u64) -> (u64, u64) {
    (u64::from(slot) << 40 | pos as u64, state)
}

//! Which patterns of a set can be in a text at all, told in one pass over the text.
//!
//! Each pattern gives the rarest four code points in a row that every match of it has. A text without them is
//! without the pattern. As a mask holds a bit for each pattern, all are looked for at once.

use super::prefix::{LENGTH, Prefix};
use super::program::Program;

/// Patterns that share a mask.
const WIDTH: usize = 64;

type Table = [u64; 256];

#[derive(Debug)]
struct Group {
    /// For each place of the window and each byte, the patterns that allow it.
    tables: Box<[Table; LENGTH]>,
    /// For each place of the window, the patterns that need none there.
    free: [u64; LENGTH],
    /// The patterns of which nothing is known.
    always: u64,
}

#[derive(Debug)]
pub(super) struct Filter {
    groups: Vec<Group>,
}

impl Filter {
    pub(super) fn new<'a>(programs: impl IntoIterator<Item = &'a Program>) -> Filter {
        let mut groups: Vec<Group> = Vec::new();
        for (index, program) in programs.into_iter().enumerate() {
            if index % WIDTH == 0 {
                groups.push(Group {
                    tables: Box::new([[0; 256]; LENGTH]),
                    free: [0; LENGTH],
                    always: 0,
                });
            }
            if let Some(group) = groups.last_mut() {
                group.add(1 << (index % WIDTH), &rarest(program));
            }
        }
        Filter { groups }
    }

    /// Calls `visit` with the index of each pattern that may be in the text, in order, until it fails.
    pub(super) fn candidates<E>(
        &self,
        text: &[u8],
        mut visit: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<(), E> {
        for (index, group) in self.groups.iter().enumerate() {
            let mut mask = group.mask(text);
            while mask != 0 {
                visit(index * WIDTH + mask.trailing_zeros() as usize)?;
                mask &= mask - 1;
            }
        }
        Ok(())
    }
}

impl Group {
    fn add(&mut self, bit: u64, window: &Prefix) {
        if window.len() == 0 {
            self.always |= bit;
            return;
        }
        for (place, table) in self.tables.iter_mut().enumerate() {
            let free = place >= window.len();
            if free && let Some(mask) = self.free.get_mut(place) {
                *mask |= bit;
            }
            for (byte, mask) in (0..=255u8).zip(table.iter_mut()) {
                if free || window.places(byte) >> place & 1 != 0 {
                    *mask |= bit;
                }
            }
        }
    }

    fn mask(&self, text: &[u8]) -> u64 {
        let [first, second, third, fourth] = &*self.tables;
        let at = |table: &Table, byte: u8| table[usize::from(byte)];
        let mut mask = self.always;
        if text.is_ascii() {
            for window in text.windows(LENGTH) {
                if let [a, b, c, d] = *window {
                    mask |= at(first, a) & at(second, b) & at(third, c) & at(fourth, d);
                }
            }
        } else {
            for window in text.windows(LENGTH) {
                if let [a, b, c, d] = *window {
                    // Where the third byte is allowed and not ASCII, the fourth need not be the fourth code point.
                    // Before that, a window that starts at the last byte of a code point stays in step.
                    let last = if c < 0x80 { at(fourth, d) } else { u64::MAX };
                    mask |= at(first, a) & at(second, b) & at(third, c) & last;
                }
            }
        }
        // Windows that reach over the end.
        let from = text.len().saturating_sub(LENGTH - 1);
        for start in from..text.len() {
            let mut possible = u64::MAX;
            for (place, table) in self.tables.iter().enumerate() {
                possible &= match text.get(start + place) {
                    Some(byte) => at(table, *byte),
                    None => self.free.get(place).copied().unwrap_or(0),
                };
            }
            mask |= possible;
        }
        mask
    }
}

/// How often a byte beyond ASCII is met in a thousand, in texts of all scripts together.
const OTHERS: u32 = 200;

/// How often a byte is met in a thousand, roughly, in prose and records.
fn frequency(byte: u8) -> u32 {
    match byte.to_ascii_lowercase() {
        b' ' => 160,
        b'e' => 95,
        b't' => 70,
        b'a' | b'o' => 62,
        b'i' | b'n' | b's' | b'r' => 55,
        b'h' | b'l' => 35,
        b'd' | b'c' | b'u' | b'm' => 28,
        b'p' | b'f' | b'g' | b'w' | b'y' | b'b' => 18,
        b'v' | b'k' => 9,
        b'0'..=b'9' => 10,
        b'.' | b',' | b'-' | b'"' | b':' | b'/' | b'_' | b'\n' => 8,
        b'j' | b'x' | b'q' | b'z' => 3,
        _ => 1,
    }
}

/// The window of the program that a text is least likely to have.
fn rarest(program: &Program) -> Prefix {
    let windows = program.required.iter().map(|pc| Prefix::from(program, *pc));
    let scored = windows.map(|window| {
        let score: f64 = (0..window.len())
            .map(|place| {
                let sum: u32 = (0..0x80u8)
                    .filter(|byte| window.places(*byte) >> place & 1 != 0)
                    .map(frequency)
                    .sum();
                let other = window.places(0x80) >> place & 1;
                let sum = sum + u32::from(other) * OTHERS;
                f64::from(sum.clamp(1, 1_600)) / 1_600.0
            })
            .product();
        (score, window)
    });
    scored
        .min_by(|(score, _), (other, _)| score.total_cmp(other))
        .map_or_else(|| Prefix::new(program), |(_, window)| window)
}

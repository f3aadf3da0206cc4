//! Readers of the packed tables: each is unpacked once, when first asked.

use std::sync::OnceLock;

/// The LEB128 number at the front of `bytes`, which moves past it; zero at the end.
pub(super) fn varint(bytes: &mut &[u8]) -> u32 {
    let mut number = 0;
    let mut shift = 0;
    while let Some((byte, rest)) = bytes.split_first() {
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 || shift > 28 {
            break;
        }
    }
    number
}

/// A set of code points held as ranges.
pub(super) struct Ranges {
    packed: &'static [u8],
    unpacked: OnceLock<Vec<(u32, u32)>>,
}

impl Ranges {
    pub(super) const fn new(packed: &'static [u8]) -> Self {
        Ranges {
            packed,
            unpacked: OnceLock::new(),
        }
    }

    pub(super) fn contains(&self, point: u32) -> bool {
        let ranges = self.unpacked.get_or_init(|| {
            let mut bytes = self.packed;
            let mut ranges = Vec::new();
            let mut next = 0;
            while !bytes.is_empty() {
                let first = next + varint(&mut bytes);
                let last = first + varint(&mut bytes);
                ranges.push((first, last));
                next = last + 1;
            }
            ranges
        });
        let after = ranges.partition_point(|(first, _)| *first <= point);
        after > 0
            && ranges
                .get(after - 1)
                .is_some_and(|(_, last)| point <= *last)
    }
}

/// A rising sequence of code points.
pub(super) struct Steps {
    packed: &'static [u8],
    unpacked: OnceLock<Vec<u32>>,
}

impl Steps {
    pub(super) const fn new(packed: &'static [u8]) -> Self {
        Steps {
            packed,
            unpacked: OnceLock::new(),
        }
    }

    /// The greatest member that is not above `point`.
    pub(super) fn at_or_before(&self, point: u32) -> Option<u32> {
        let steps = self.unpacked.get_or_init(|| {
            let mut bytes = self.packed;
            let mut steps = Vec::new();
            let mut step = 0;
            while !bytes.is_empty() {
                step += varint(&mut bytes);
                steps.push(step);
            }
            steps
        });
        let after = steps.partition_point(|step| *step <= point);
        steps.get(after.checked_sub(1)?).copied()
    }
}

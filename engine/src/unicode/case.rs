//! One-to-one case mappings, as Python's `re` uses them when it ignores case.

use crate::order::sort_by;
use std::sync::OnceLock;

use super::tables::varint;

/// Code points `first`, `first + stride`, … `last`, each mapped to itself plus `distance`.
struct Run {
    first: u32,
    last: u32,
    stride: u32,
    distance: i32,
}

struct Mapping {
    packed: &'static [u8],
    unpacked: OnceLock<Vec<Run>>,
}

static LOWER: Mapping = Mapping::new(include_bytes!("lower.bin"));
static UPPER: Mapping = Mapping::new(include_bytes!("upper.bin"));
/// The lower-case mapping the other way round: (mapped, code point), sorted.
static RAISED: OnceLock<Vec<(u32, u32)>> = OnceLock::new();

impl Mapping {
    const fn new(packed: &'static [u8]) -> Self {
        Mapping {
            packed,
            unpacked: OnceLock::new(),
        }
    }

    fn runs(&self) -> &[Run] {
        self.unpacked.get_or_init(|| {
            let mut bytes = self.packed;
            let mut runs = Vec::new();
            let mut previous = 0;
            while !bytes.is_empty() {
                let first = previous + varint(&mut bytes);
                let shape = varint(&mut bytes);
                let zigzag = varint(&mut bytes);
                let stride = 1 + (shape & 1);
                let last = first + (shape >> 1) * stride;
                let distance = (zigzag >> 1) as i32 ^ -((zigzag & 1) as i32);
                runs.push(Run {
                    first,
                    last,
                    stride,
                    distance,
                });
                previous = last;
            }
            runs
        })
    }

    fn map(&self, point: u32) -> u32 {
        let runs = self.runs();
        let after = runs.partition_point(|run| run.first <= point);
        match after.checked_sub(1).and_then(|index| runs.get(index)) {
            Some(run) if point <= run.last && (point - run.first).is_multiple_of(run.stride) => {
                point.wrapping_add_signed(run.distance)
            }
            _ => point,
        }
    }

    fn maps_any(&self, first: u32, last: u32) -> bool {
        let runs = self.runs();
        let from = runs.partition_point(|run| run.last < first);
        runs.iter()
            .skip(from)
            .take_while(|run| run.first <= last)
            .any(|run| {
                let start = first.max(run.first);
                let aligned = start + (run.stride - (start - run.first) % run.stride) % run.stride;
                aligned <= last.min(run.last)
            })
    }
}

/// The lower-case counterpart, or the code point itself.
pub fn lower(point: u32) -> u32 {
    match point {
        0x41..=0x5a => point + 0x20,
        0..0x80 => point,
        _ => LOWER.map(point),
    }
}

/// A text in small letters, character by character: what is looked for in it is put in small letters alike.
pub fn in_small_letters(text: &str) -> String {
    let small = |letter: char| char::from_u32(lower(letter.into())).unwrap_or(letter);
    text.chars().map(small).collect()
}

/// The upper-case counterpart, or the code point itself. Where the full mapping has several code points this is
/// the first, as in Python (`ß` gives `S`).
pub fn upper(point: u32) -> u32 {
    match point {
        0x61..=0x7a => point - 0x20,
        0..0x80 => point,
        _ => UPPER.map(point),
    }
}

/// Whether the code point has another case.
pub fn is_cased(point: u32) -> bool {
    lower(point) != point || upper(point) != point
}

/// Whether any code point from `first` to `last` has another case.
pub fn any_cased(first: u32, last: u32) -> bool {
    LOWER.maps_any(first, last) || UPPER.maps_any(first, last)
}

/// Calls `visit` with every other code point whose lower-case counterpart is `lowered`.
pub fn same_lower(lowered: u32, mut visit: impl FnMut(u32)) {
    if lowered < 0x80 {
        match lowered {
            0x61..=0x7a => visit(lowered - 0x20),
            _ => return,
        }
        match lowered {
            0x69 => visit(0x130),
            0x6b => visit(0x212a),
            _ => {}
        }
        return;
    }
    let raised = RAISED.get_or_init(|| {
        let mut pairs: Vec<(u32, u32)> = LOWER
            .runs()
            .iter()
            .flat_map(|run| {
                (run.first..=run.last)
                    .step_by(run.stride as usize)
                    .map(|point| (point.wrapping_add_signed(run.distance), point))
            })
            .collect();
        sort_by(&mut pairs, Ord::cmp);
        pairs
    });
    let from = raised.partition_point(|(mapped, _)| *mapped < lowered);
    raised
        .iter()
        .skip(from)
        .take_while(|(mapped, _)| *mapped == lowered)
        .for_each(|(_, point)| visit(*point));
}

//! Where a match may begin.

use super::program::{Inst, Pc, Program};

/// Code points looked at.
pub(super) const LENGTH: usize = 4;
/// Ways through the program to follow before giving up.
const LIMIT: usize = 256;

/// For each byte, a bit for each of the first places of a match at which it may be.
///
/// Bytes and code points part where a code point beyond ASCII may be; from there on such bytes may be anywhere.
#[derive(Clone, Debug)]
pub(super) struct Prefix {
    table: Box<[u8; 256]>,
    length: usize,
}

impl Prefix {
    /// What every match of the program begins with.
    pub(super) fn new(program: &Program) -> Prefix {
        Prefix::from(program, program.start)
    }

    /// What every way on from `start` begins with.
    pub(super) fn from(program: &Program, start: Pc) -> Prefix {
        let mut prefix = Prefix {
            table: Box::new([0; 256]),
            length: 0,
        };
        // An instruction, and how much of a run was taken already.
        let mut places = vec![(start, 0u32)];
        let mut apart = false;
        for index in 0..LENGTH {
            let mut next = Vec::new();
            let Some((ascii, other)) = advance(program, places, &mut next) else {
                break;
            };
            apart |= other;
            for byte in 0..=255u8 {
                let possible = if byte < 0x80 {
                    ascii >> byte & 1 != 0
                } else {
                    apart
                };
                if possible && let Some(entry) = prefix.table.get_mut(usize::from(byte)) {
                    *entry |= 1 << index;
                }
            }
            prefix.length = index + 1;
            places = next;
        }
        prefix
    }

    /// The number of code points about which something is known.
    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// The places at which the byte may be, a bit each.
    pub(super) fn places(&self, byte: u8) -> u8 {
        self.table.get(usize::from(byte)).copied().unwrap_or(0)
    }

    /// The first place from `from` on, between two code points, where a match may start.
    pub(super) fn next_start(&self, text: &[u8], from: usize) -> Option<usize> {
        if self.length == 0 {
            return (from <= text.len()).then_some(from);
        }
        let rest = text.get(from..)?;
        let start = rest.windows(self.length).position(|window| {
            for (index, byte) in window.iter().enumerate() {
                if self.places(*byte) >> index & 1 == 0 {
                    return false;
                }
                if *byte >= 0x80 {
                    // From here on bytes are no code points. A match starts at no byte inside one.
                    return index > 0 || byte & 0x40 != 0;
                }
            }
            true
        });
        start.map(|start| from + start)
    }
}

/// Follows all ways over one code point: the ASCII characters it can be, whether it can be another, and where the
/// ways lead. `None` when it cannot be told, or a match may end before.
fn advance(
    program: &Program,
    places: Vec<(Pc, u32)>,
    next: &mut Vec<(Pc, u32)>,
) -> Option<(u128, bool)> {
    let mut ascii = 0;
    let mut other = false;
    let mut seen: Vec<(Pc, u32)> = Vec::new();
    let mut work = places;
    let mut take = |class: u32| {
        if let Some(class) = program.classes.all().get(class as usize) {
            ascii |= class.ascii();
            other |= class.may_hold_other();
        }
    };
    while let Some(place) = work.pop() {
        if seen.contains(&place) {
            continue;
        }
        if seen.len() == LIMIT {
            return None;
        }
        seen.push(place);
        let (pc, taken) = place;
        match *program.insts.get(pc as usize)? {
            Inst::Accept | Inst::Leave { next: None } | Inst::Reference { .. } => return None,
            Inst::Leave { next: Some(after) } => work.push((after, 0)),
            Inst::Char { class, next: after } => {
                take(class);
                next.push((after, 0));
            }
            Inst::Run {
                class,
                min,
                max,
                next: after,
                ..
            } => {
                if taken >= min {
                    work.push((after, 0));
                }
                if taken < max {
                    take(class);
                    next.push((pc, taken + 1));
                }
            }
            Inst::Split { first, second, .. } => work.extend([(first, 0), (second, 0)]),
            Inst::IfMoved {
                then, otherwise, ..
            } => work.extend([(then, 0), (otherwise, 0)]),
            Inst::Conditional { yes, no, .. } => work.extend([(yes, 0), (no, 0)]),
            Inst::Loop { spec } => {
                let spec = program.loops.get(spec as usize)?;
                work.extend([(spec.body, 0), (spec.next, 0)]);
            }
            Inst::Atomic { body, .. } => work.push((body, 0)),
            Inst::Look { next: after, .. }
            | Inst::Position { next: after, .. }
            | Inst::Mark { next: after, .. }
            | Inst::Begin { next: after, .. }
            | Inst::Forget { next: after, .. }
            | Inst::Jump { next: after }
            | Inst::Count { next: after, .. } => work.push((after, 0)),
        }
    }
    Some((ascii, other))
}

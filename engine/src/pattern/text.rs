//! Code points at byte places of WTF-8.

use crate::source::decode;

/// The code point at `pos` and its length in bytes; `None` at the end.
#[inline]
pub(super) fn point_at(text: &[u8], pos: usize) -> Option<(u32, usize)> {
    match *text.get(pos)? {
        byte if byte < 0x80 => Some((u32::from(byte), 1)),
        _ => decode(text.get(pos..)?),
    }
}

/// The code point that ends at `pos`, and its length; `None` at the start.
#[inline]
pub(super) fn point_before(text: &[u8], pos: usize) -> Option<(u32, usize)> {
    let from = back(text, pos, 1)?;
    point_at(text, from)
}

/// The place `count` code points before `pos`; `None` when there are fewer.
#[inline]
pub(super) fn back(text: &[u8], pos: usize, count: u32) -> Option<usize> {
    let mut pos = pos;
    for _ in 0..count {
        pos = pos.checked_sub(1)?;
        while text.get(pos).is_some_and(|byte| byte & 0xc0 == 0x80) {
            pos = pos.checked_sub(1)?;
        }
    }
    Some(pos)
}

//! E-mail addresses.

use super::placeholder::has_placeholder;
use memchr::{memchr_iter, memmem};
use std::ops::Range;

/// Longer ones are no addresses (RFC 5321).
const MAX_LOCAL: usize = 64;
const MAX_DOMAIN: usize = 255;
/// How far before an address the beginning of a URL is looked for.
const MAX_USER_INFO: usize = 128;
/// Ends of file names that come after an `@`, as in `logo@2x.png`, and are no domains.
const FILE_ENDINGS: [&[u8]; 9] = [
    b"png", b"jpg", b"jpeg", b"gif", b"svg", b"webp", b"css", b"js", b"json",
];

/// How queries write an `@`.
const ENCODED_AT: &[u8] = b"%40";

/// Calls `found` with each e-mail address in a text.
pub(super) fn for_each_email(text: &[u8], found: &mut impl FnMut(Range<usize>)) {
    let plain = memchr_iter(b'@', text).map(|at| at..at + 1);
    for_each_around(text, plain, found);
    let encoded = memmem::find_iter(text, ENCODED_AT).map(|at| at..at + ENCODED_AT.len());
    for_each_around(text, encoded, found);
}

fn for_each_around(
    text: &[u8],
    signs: impl Iterator<Item = Range<usize>>,
    found: &mut impl FnMut(Range<usize>),
) {
    let mut from = 0;
    for Range {
        start: at,
        end: after,
    } in signs
    {
        let Some(start) = local_start(text, from, at) else {
            continue;
        };
        let Some(end) = domain_end(text, after) else {
            continue;
        };
        let local = text.get(start..at).unwrap_or_default();
        if has_placeholder(text.get(start..end).unwrap_or_default())
            || is_user_info(text, start)
            || (local == b"git" && text.get(end) == Some(&b':'))
        {
            continue;
        }
        found(start..end);
        from = end;
    }
}

fn local_start(text: &[u8], from: usize, at: usize) -> Option<usize> {
    let before = text.get(from.max(at.saturating_sub(MAX_LOCAL))..at)?;
    let length = before
        .iter()
        .rev()
        .take_while(|byte| is_letter(**byte) || b"._%+'-".contains(byte))
        .count();
    let local = before.get(before.len() - length..)?;
    let lead = local.iter().position(|byte| is_letter(*byte))?;
    let start = at - length + lead;
    // Not within a character.
    let inside = text.get(start).is_some_and(|byte| byte & 0xc0 == 0x80);
    (!inside && local.last() != Some(&b'.')).then_some(start)
}

/// The end of the longest domain whose last label is a name.
fn domain_end(text: &[u8], start: usize) -> Option<usize> {
    let mut end = None;
    let mut label = start;
    while label - start < MAX_DOMAIN {
        let rest = text.get(label..)?;
        let length = rest
            .iter()
            .take(MAX_DOMAIN)
            .take_while(|byte| is_letter(**byte) || **byte == b'-')
            .count();
        // What ends with hyphens, as in "ann@example.com - hello", ends before them.
        let name = rest.get(..length)?;
        let trimmed = name.len() - name.iter().rev().take_while(|byte| **byte == b'-').count();
        let name = name.get(..trimmed)?;
        if name.is_empty() || name.first() == Some(&b'-') {
            break;
        }
        if label > start && is_top_level(name) {
            end = Some(label + trimmed);
        }
        label += length;
        if trimmed < length || text.get(label) != Some(&b'.') {
            break;
        }
        label += 1;
    }
    end
}

fn is_top_level(name: &[u8]) -> bool {
    let ascii = name.iter().all(u8::is_ascii_alphabetic) && name.len() >= 2;
    let other = name.starts_with(b"xn--") || name.iter().any(|byte| *byte >= 0x80);
    (ascii || other) && !FILE_ENDINGS.contains(&name.to_ascii_lowercase().as_slice())
}

/// Whether the address is the user and host of a URL: `https://user@host`, `postgres://user:password@host`.
fn is_user_info(text: &[u8], start: usize) -> bool {
    let before = text
        .get(start.saturating_sub(MAX_USER_INFO)..start)
        .unwrap_or_default();
    let authority = before
        .iter()
        .rev()
        .take_while(|byte| !b" \t\r\n\"'<>/?#,;|()[]".contains(byte))
        .count();
    before
        .get(..before.len() - authority)
        .is_some_and(|lead| lead.ends_with(b"://"))
}

/// Characters beyond ASCII count as letters.
fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80
}

//! Secrets behind telling names within a text: `password=…`, `"api_key": "…"`, `--token …`, `Cookie: …`,
//! `<secret>…</secret>`, `the password is …`.

use super::SecretKind;
use super::names::{Telling, is_holding, secret_in, telling};
use super::placeholder::has_placeholder;
use memchr::{memchr_iter, memchr2_iter, memmem};
use std::ops::Range;

/// Names are at most so long, in bytes.
const MAX_NAME: usize = 64;

/// Between a name and the sign after it: quotes, with the backslashes of JSON within JSON within JSON.
const MAX_GAP: usize = 10;

/// Between a string and the name of the next member, with line breaks and indentation.
const MAX_BETWEEN: usize = 48;

/// The longest value in quotes within a text, in bytes.
const MAX_QUOTED: usize = 4_096;

/// Calls `found` with what stands behind telling names within a text.
pub(super) fn for_each_assignment(text: &[u8], found: &mut impl FnMut(SecretKind, Range<usize>)) {
    // Values are not looked into again, so that no text is read over and over.
    let mut from = 0;
    for at in memchr2_iter(b'=', b':', text) {
        if at < from {
            continue;
        }
        if let Some(name) = name_before(text, at) {
            from = value_of(text, name, at, found).unwrap_or(from);
        }
    }
    for at in memchr_iter(b'>', text) {
        element(text, at, found);
    }
    let mut from = 0;
    for dashes in memmem::find_iter(text, "--") {
        if dashes < from {
            continue;
        }
        let name = name_at(text, dashes + 2);
        if text.get(name.end) == Some(&b' ') && text.get(name.end + 1) != Some(&b'-') {
            let end = name.end;
            from = value_of(text, name, end, found).unwrap_or(from);
        }
    }
    for verb in [" is ", " to "] {
        let mut from = 0;
        for at in memmem::find_iter(text, verb) {
            if at < from {
                continue;
            }
            if let Some(name) = name_before(text, at)
                && text
                    .get(name.clone())
                    .and_then(telling)
                    .is_some_and(|told| matches!(told, Telling::Secret | Telling::Code))
            {
                from = value_of(text, name, at + verb.len() - 1, found).unwrap_or(from);
            }
        }
    }
}

/// Looks at the value after the sign at a place, whose name stands before it. Gives the end of a value that need not be
/// looked into again.
fn value_of(
    text: &[u8],
    name: Range<usize>,
    at: usize,
    found: &mut impl FnMut(SecretKind, Range<usize>),
) -> Option<usize> {
    let told = told_of(text, &name).filter(|told| *told != Telling::Opaque)?;
    let (value, quoted) = value_after(text, at, told)?;
    let written = text.get(value.clone()).unwrap_or_default();
    let possible = match told {
        Telling::Phone | Telling::Authorization | Telling::Cookie => true,
        // In prose and code, only what no word is.
        _ => {
            quoted
                || may_be_written_bare(told, written)
                || (told == Telling::Secret
                    && value.start == at + 1
                    && is_of_variable_or_form(text, &name, at, value.end)
                    && is_word(written))
        }
    };
    if possible && let Some((kind, range)) = secret_in(told, written) {
        found(kind, value.start + range.start..value.start + range.end);
    }
    (!quoted).then_some(value.end)
}

/// What a name tells; of a name such as `value`, what the string before it tells, as in
/// `"name": "Authorization", "value": "…"`.
fn told_of(text: &[u8], name: &Range<usize>) -> Option<Telling> {
    let written = text.get(name.clone())?;
    if !is_holding(written) {
        return telling(written);
    }
    let before = text.get(..name.start)?;
    let is_between = |byte: &&u8| b" \"'\\,\t\r\nnr".contains(byte);
    let gap = before.iter().rev().take(MAX_BETWEEN).take_while(is_between);
    let gap = before.len() - gap.count();
    let quote = before.get(gap..)?.iter().position(|byte| *byte == b'"')?;
    let is_next = before.get(gap..)?.contains(&b',');
    let subject = name_before(text, gap + quote)?;
    is_next.then(|| telling(text.get(subject)?)).flatten()
}

/// Looks at the content of an element, `<password>…</password>`, whose opening tag ends at a place.
fn element(text: &[u8], at: usize, found: &mut impl FnMut(SecretKind, Range<usize>)) {
    let Some(name) = name_before(text, at) else {
        return;
    };
    let opens = name.end == at && name.start > 0 && text.get(name.start - 1) == Some(&b'<');
    let Some(told) = text.get(name).filter(|_| opens).and_then(telling) else {
        return;
    };
    let content = text.get(at + 1..).unwrap_or_default();
    let Some(length) = content
        .iter()
        .take(MAX_QUOTED)
        .position(|byte| *byte == b'<')
    else {
        return;
    };
    if content.get(length + 1) == Some(&b'/')
        && let Some((kind, range)) = secret_in(told, content.get(..length).unwrap_or_default())
    {
        found(kind, at + 1 + range.start..at + 1 + range.end);
    }
}

fn is_of_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-".contains(byte)
}

/// The name that begins at a place.
fn name_at(text: &[u8], start: usize) -> Range<usize> {
    let rest = text.get(start..).unwrap_or_default().iter();
    start
        ..start
            + rest
                .take(MAX_NAME)
                .take_while(|byte| is_of_name(byte))
                .count()
}

/// The name that ends before a place, past quotes and spaces.
fn name_before(text: &[u8], at: usize) -> Option<Range<usize>> {
    let before = text.get(at.saturating_sub(MAX_NAME + MAX_GAP)..at)?;
    let gap = before
        .iter()
        .rev()
        .take(MAX_GAP)
        .take_while(|byte| b" \"'\\`".contains(byte))
        .count();
    let end = at - gap;
    let before = before.get(..before.len() - gap)?;
    let length = before
        .iter()
        .rev()
        .take_while(|byte| is_of_name(byte))
        .count();
    Some(end - length..end)
}

/// The value after `=` or `:`, and whether it is in quotes.
fn value_after(text: &[u8], at: usize, told: Telling) -> Option<(Range<usize>, bool)> {
    let rest = text.get(at + 1..)?;
    let gap = rest
        .iter()
        .take(8)
        .take_while(|byte| b" >=\t".contains(byte))
        .count();
    let rest = rest.get(gap..)?;
    // In JSON within JSON, quotes have backslashes.
    let slashes = rest
        .iter()
        .take(8)
        .take_while(|byte| **byte == b'\\')
        .count();
    let start = at + 1 + gap;
    if let Some(quote @ (b'"' | b'\'' | b'`')) = rest.get(slashes) {
        let start = start + slashes + 1;
        let length = quoted_length(text.get(start..)?, *quote, slashes)?;
        return Some((start..start + length, true));
    }
    let is_end = |byte: &u8| match told {
        Telling::Cookie | Telling::Authorization => b"\r\n\"'`".contains(byte),
        Telling::Phone => b"\r\n\"'`,;&<>|".contains(byte),
        _ => b" \t\r\n\"'`,;&<>|\\)}]".contains(byte),
    };
    let length = rest.iter().position(is_end).unwrap_or(rest.len());
    let value = rest.get(..length)?;
    let spaces = value
        .iter()
        .rev()
        .take_while(|byte| b" .".contains(byte))
        .count();
    let end = start + length - spaces;
    (start < end).then_some((start..end, false))
}

/// The length of what stands before the closing quote, where the opening one has so many backslashes before it. A quote
/// with more of them belongs to the value, as in `"a\"b"`.
fn quoted_length(within: &[u8], quote: u8, slashes: usize) -> Option<usize> {
    let mut run = 0;
    for (at, byte) in within.iter().enumerate().take(MAX_QUOTED) {
        if b"\r\n".contains(byte) {
            return Some(at);
        }
        if *byte == quote && (run < slashes || run % (2 * (slashes + 1)) == slashes) {
            return Some(at - run.min(slashes));
        }
        run = if *byte == b'\\' { run + 1 } else { 0 };
    }
    (within.len() < MAX_QUOTED).then_some(within.len())
}

fn may_be_written_bare(told: Telling, value: &[u8]) -> bool {
    if told == Telling::Code && value.len() >= 3 && value.iter().all(u8::is_ascii_digit) {
        return true;
    }
    value.len() >= 6 && value.iter().any(u8::is_ascii_digit) && is_word(value)
}

/// Whether a value is no call, index or variable of a program, and was not replaced already.
fn is_word(value: &[u8]) -> bool {
    value.len() >= 4
        && !value.starts_with(b"$")
        && !value.iter().any(|byte| b"([{".contains(byte))
        && !has_placeholder(value)
}

/// Whether a pair is that of an environment variable, `DB_PASSWORD=…`, or of a form or query, `password=…&`: what
/// stands there is the value itself, even where it is a word.
fn is_of_variable_or_form(text: &[u8], name: &Range<usize>, at: usize, end: usize) -> bool {
    let written = text.get(name.clone()).unwrap_or_default();
    let before = name
        .start
        .checked_sub(1)
        .and_then(|before| text.get(before));
    text.get(at) == Some(&b'=')
        && name.end == at
        && !has_placeholder(written)
        && (!written.iter().any(u8::is_ascii_lowercase)
            || matches!(before, Some(b'?' | b'&'))
            || text.get(end) == Some(&b'&'))
}

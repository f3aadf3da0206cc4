//! Card and phone numbers.

use super::SecretKind;
use std::ops::{Range, RangeInclusive};

/// Digits that make a phone number, country code included (E.164); fewer than eight are too often something else.
const PHONE_DIGITS: RangeInclusive<usize> = 8..=15;
/// What can stand between the digits of one number.
const SEPARATORS: &[u8] = b" -.()";
/// The longest number with its separators, in bytes.
const MAX_NUMBER: usize = 32;

/// Calls `found` with each card and phone number in a text.
pub(super) fn for_each_number(text: &[u8], found: &mut impl FnMut(SecretKind, Range<usize>)) {
    let mut at = 0;
    while let Some(start) = text
        .get(at..)
        .and_then(|rest| rest.iter().position(u8::is_ascii_digit))
        .map(|digit| at + digit)
    {
        let run = digits_end(text, start);
        at = run;
        let is_alone = !text.get(run).is_some_and(|byte| SEPARATORS.contains(byte));
        // As most numbers are.
        if is_alone && run - start < *PHONE_DIGITS.start() {
            continue;
        }
        let opened = with_lead(text, start);
        // No number begins with one or two digits, but for a country code of one before three others.
        let is_country_code = run - start == 1 && digits_end(text, run + 1) == run + 4;
        if run - start < 3 && opened == start && !is_country_code {
            continue;
        }
        // The longest that is one: what follows may be another number.
        let mut end = group_end(text, run, start + MAX_NUMBER);
        while end >= run {
            if is_apart(text, opened, end)
                && let Some(kind) = kind_of(text.get(opened..end).unwrap_or_default())
            {
                found(kind, opened..end);
                at = end;
                break;
            }
            end = shorter(text, end);
        }
    }
}

/// Whether a whole number is a card number.
pub(super) fn is_card(digits: &[u8]) -> bool {
    let lengths: &[usize] = match digits {
        [b'4', ..] => &[13, 16, 19],
        [b'5', b'1'..=b'5', ..] | [b'2', b'2'..=b'7', ..] => &[16],
        [b'3', b'4' | b'7', ..] => &[15],
        [b'3', b'0' | b'6' | b'8', ..] => &[14, 16],
        [b'3', b'5', ..] | [b'6', b'0' | b'2' | b'4' | b'5', ..] => &[16, 19],
        _ => &[],
    };
    lengths.contains(&digits.len()) && has_check_digit(digits)
}

/// Whether a whole value is written as phone numbers are.
pub(super) fn is_phone(value: &[u8]) -> bool {
    let digits = value.iter().filter(|byte| byte.is_ascii_digit()).count();
    (7..=15).contains(&digits)
        && value
            .iter()
            .all(|byte| byte.is_ascii_digit() || b"+-. ()/x".contains(byte))
}

fn digits_end(text: &[u8], start: usize) -> usize {
    let digits = text.get(start..).unwrap_or_default().iter();
    start + digits.take_while(|byte| byte.is_ascii_digit()).count()
}

/// The end of the last run of digits that belongs to those before and ends before `limit`. Between two runs are at most
/// two separators, as in `) `.
fn group_end(text: &[u8], run: usize, limit: usize) -> usize {
    let mut end = run;
    loop {
        let gap = text.get(end..).unwrap_or_default().iter().take(2);
        let next = end + gap.take_while(|byte| SEPARATORS.contains(byte)).count();
        let next_end = digits_end(text, next);
        if next == end || next_end == next || next_end > limit {
            return end;
        }
        end = next_end;
    }
}

/// The group without its last run of digits.
fn shorter(text: &[u8], end: usize) -> usize {
    let group = text.get(end.saturating_sub(MAX_NUMBER)..end);
    let mut last = group.unwrap_or_default().iter().rev().peekable();
    let mut dropped = 0;
    while last.next_if(|byte| byte.is_ascii_digit()).is_some() {
        dropped += 1;
    }
    while last.next_if(|byte| SEPARATORS.contains(byte)).is_some() {
        dropped += 1;
    }
    end - dropped
}

/// The start with a plus sign or parenthesis before it.
fn with_lead(text: &[u8], start: usize) -> usize {
    match text.get(..start) {
        Some([.., b'+', b'(']) => start - 2,
        Some([.., b'+' | b'(']) => start - 1,
        _ => start,
    }
}

/// Whether a number is not a part of a longer word or number.
fn is_apart(text: &[u8], start: usize, end: usize) -> bool {
    let before = start.checked_sub(1).and_then(|at| text.get(at));
    let after = text.get(end);
    let is_part =
        |byte: &u8| byte.is_ascii_alphanumeric() || b"_-+/#$%=".contains(byte) || *byte >= 0x80;
    // `=` and `/` come before values in addresses, where long numbers are ids more often than not.
    !before.is_some_and(|byte| is_part(byte) || *byte == b'.')
        && !after.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_-%".contains(byte))
}

fn kind_of(number: &[u8]) -> Option<SecretKind> {
    let digits: Vec<u8> = number
        .iter()
        .copied()
        .filter(u8::is_ascii_digit)
        .take(40)
        .collect();
    let separators: Vec<u8> = number
        .iter()
        .copied()
        .filter(|byte| !byte.is_ascii_digit())
        .take(40)
        .collect();
    if is_card(&digits) && separators.iter().all(|byte| b" -".contains(byte)) {
        return Some(SecretKind::CardNumber);
    }
    let international = number.first() == Some(&b'+')
        && digits.first() != Some(&b'0')
        && PHONE_DIGITS.contains(&digits.len());
    (international || is_north_american(number)).then_some(SecretKind::PhoneNumber)
}

/// `555-123-4567`, `555.123.4567`, `(555) 123-4567`, each with a `1` before it or not.
fn is_north_american(number: &[u8]) -> bool {
    let shape: Vec<u8> = number
        .iter()
        .take(20)
        .map(|byte| if byte.is_ascii_digit() { b'd' } else { *byte })
        .collect();
    let national = match shape.strip_prefix(b"d") {
        Some([b'-' | b'.' | b' ', rest @ ..]) => rest,
        _ => &shape,
    };
    matches!(
        national,
        b"ddd-ddd-dddd" | b"ddd.ddd.dddd" | b"(ddd) ddd-dddd" | b"(ddd)ddd-dddd" | b"ddd ddd-dddd"
    )
}

/// The Luhn check.
fn has_check_digit(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(index, digit)| {
            let value = u32::from(digit - b'0');
            match index % 2 {
                0 => value,
                _ if value > 4 => value * 2 - 9,
                _ => value * 2,
            }
        })
        .sum();
    sum.is_multiple_of(10) && digits.iter().any(|digit| *digit != b'0')
}

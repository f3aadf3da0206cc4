//! All detectors over one text.

use super::SecretKind;
use super::assignments::for_each_assignment;
use super::patterns::{ROWS, compiled};
use super::placeholder::has_placeholder;
use super::{address, digits, names, random};
use crate::pattern::PatternSet;
use crate::source::Text;
use std::borrow::Cow;
use std::ops::Range;

/// A find in a text.
#[derive(Clone, Debug)]
pub(super) struct Hit {
    /// Bytes of the text.
    pub(super) range: Range<usize>,
    pub(super) kind: SecretKind,
    pub(super) title: Cow<'static, str>,
}

impl Hit {
    pub(super) fn new(kind: SecretKind, range: Range<usize>) -> Hit {
        Hit {
            range,
            kind,
            title: kind.title().into(),
        }
    }
}

/// No token of a service is shorter.
const MIN_TOKEN: usize = 20;

/// Looks for everything that needs no more than the text itself. `undecided` takes the titles of what could not be
/// decided. With `opaque`, random strings are taken for ids.
pub(super) fn scan(
    text: Text<'_>,
    opaque: bool,
    hits: &mut Vec<Hit>,
    undecided: &mut Vec<Cow<'static, str>>,
) {
    let bytes = text.as_bytes();
    // Most names and many values are done with here: short secrets have one of these.
    if bytes.len() < MIN_TOKEN
        && !bytes
            .iter()
            .any(|byte| byte.is_ascii_digit() || matches!(byte, b'@' | b'=' | b':'))
    {
        return;
    }
    if let Some(patterns) = compiled() {
        patterns.for_each_match(text, |index, found| {
            let Some(row) = ROWS.get(index) else {
                return;
            };
            match found {
                Ok(range) => {
                    let range = match row.after {
                        Some(end) => behind(bytes, range, end),
                        None => range,
                    };
                    let value = bytes.get(range.clone()).unwrap_or_default();
                    let is_secret = match row.kind {
                        SecretKind::PrivateKey => true,
                        SecretKind::AddressPassword => {
                            !names::is_stand_in(value) && !has_placeholder(value)
                        }
                        // Real ones do not go without digits as words do.
                        SecretKind::Authorization => {
                            value.iter().any(u8::is_ascii_digit) && !has_placeholder(value)
                        }
                        _ => !has_placeholder(value),
                    };
                    if is_secret {
                        hits.push(Hit {
                            range,
                            kind: row.kind,
                            title: row.title.into(),
                        });
                    }
                }
                Err(_) => undecided.push(row.title.into()),
            }
        });
    }
    address::for_each_email(bytes, &mut |range| {
        hits.push(Hit::new(SecretKind::EmailAddress, range));
    });
    digits::for_each_number(bytes, &mut |kind, range| hits.push(Hit::new(kind, range)));
    for_each_assignment(bytes, &mut |kind, range| hits.push(Hit::new(kind, range)));
    if !opaque {
        random::for_each_random(bytes, &mut |range| {
            hits.push(Hit::new(SecretKind::RandomText, range));
        });
    }
}

/// Looks for what the policy's unsafe patterns match.
pub(super) fn scan_unsafe(
    patterns: &PatternSet,
    text: Text<'_>,
    hits: &mut Vec<Hit>,
    undecided: &mut Vec<Cow<'static, str>>,
) {
    patterns.for_each_match(text, |index, found| {
        let title = || format!("Match of unsafe pattern {}", index + 1).into();
        match found {
            Ok(range) => hits.push(Hit {
                range,
                kind: SecretKind::UnsafePattern,
                title: title(),
            }),
            Err(_) => undecided.push(title()),
        }
    });
}

/// What of a match stands behind the last `end`; of an address with a password, the first one after the scheme's.
fn behind(text: &[u8], range: Range<usize>, end: u8) -> Range<usize> {
    let matched = text.get(range.clone()).unwrap_or_default();
    let lead = match end {
        b':' => memchr::memmem::find(matched, b"://").map_or(0, |at| at + 3),
        _ => 0,
    };
    let at = matched
        .get(lead..)
        .and_then(|rest| match end {
            b':' => memchr::memchr(end, rest),
            _ => memchr::memrchr(end, rest),
        })
        .map_or(lead, |at| lead + at + 1);
    range.start + at..range.end
}

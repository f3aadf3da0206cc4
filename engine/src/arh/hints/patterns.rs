//! `unsafe_patterns`: expressions that find more than they seem to.

use super::{HintKind, Hints};
use crate::arh::policy::Policy;
use crate::source::Text;

/// Looks at the text of every unsafe pattern.
pub(super) fn look(policy: &Policy, hints: &mut Hints) {
    let document = policy.document();
    for clause in &policy.unsafe_patterns.clauses {
        let Some(pattern) = document.string(*clause).and_then(Text::as_str) else {
            continue;
        };
        let (flags, body) = split_flags(pattern);
        if flags.contains('i') {
            let rest = flags.replace('i', "");
            let meant = match rest.is_empty() {
                true => body.to_owned(),
                false => format!("(?{rest}){body}"),
            };
            let message =
                "unsafe patterns ignore letter case anyway, so the flag `i` changes nothing";
            hints.suggest(
                HintKind::CaseFlagRedundant,
                *clause,
                format_args!("{message}"),
                Some(&meant),
            );
        }
        if may_hold_remarks(pattern) {
            // What looks like a set or an alternative may be a remark.
            continue;
        }
        if finds_more_than_capitals(body.as_bytes()) {
            let message = "unsafe patterns ignore letter case, so `A-Z` also finds small letters; `(?-i:…)` around it would not";
            let meant = flags.is_empty().then(|| format!("(?-i:{body})"));
            hints.suggest(
                HintKind::CaseIgnoredInPattern,
                *clause,
                format_args!("{message}"),
                meant.as_deref(),
            );
        }
        if let Some(reason) = matches_nearly_all(body) {
            hints.add(
                HintKind::PatternMatchesNearlyAll,
                *clause,
                format_args!("this pattern {reason}, so nearly every text counts as unsafe"),
            );
        }
    }
}

/// Whether a pattern has a remark, or a flag `x`, under which `#` begins one.
fn may_hold_remarks(pattern: &str) -> bool {
    pattern.split("(?").skip(1).any(|rest| {
        let flags = rest
            .bytes()
            .take_while(|byte| byte.is_ascii_alphabetic() || *byte == b'-');
        rest.starts_with('#') || flags.into_iter().any(|flag| flag == b'x')
    })
}

/// The global flags in front of a pattern, and the rest.
fn split_flags(pattern: &str) -> (&str, &str) {
    let Some(rest) = pattern.strip_prefix("(?") else {
        return ("", pattern);
    };
    let end = rest.bytes().take_while(u8::is_ascii_lowercase).count();
    match (
        rest.get(..end),
        rest.get(end..).and_then(|rest| rest.strip_prefix(')')),
    ) {
        (Some(flags), Some(body)) => (flags, body),
        _ => ("", pattern),
    }
}

/// Whether capital letters are named as a range and small ones are not.
fn finds_more_than_capitals(body: &[u8]) -> bool {
    let find = |wanted: &[u8]| body.windows(wanted.len()).position(|part| part == wanted);
    let escaped = |at: usize| at > 0 && body.get(at - 1) == Some(&b'\\');
    find(b"A-Z").is_some_and(|at| !escaped(at)) && find(b"a-z").is_none() && find(b"(?-i").is_none()
}

/// Why a pattern of one of the simplest forms is found in nearly every text. Other patterns are not looked into.
fn matches_nearly_all(body: &str) -> Option<&'static str> {
    let anchored = body.strip_prefix('^').unwrap_or(body);
    if anchored.is_empty() {
        return Some("is empty");
    }
    let before_bar = anchored.strip_suffix('|');
    let backslashes = |rest: &str| rest.bytes().rev().take_while(|byte| *byte == b'\\').count();
    if body.starts_with('|') || before_bar.is_some_and(|rest| backslashes(rest) % 2 == 0) {
        return Some("has an empty alternative");
    }
    let repeat = anchored
        .strip_suffix('?')
        .filter(|rest| rest.ends_with(['*', '+']))
        .unwrap_or(anchored);
    let atom = repeat.strip_suffix(['*', '?', '+']).unwrap_or(repeat);
    let single = match atom.as_bytes() {
        [letter] => *letter == b'.' || letter.is_ascii_alphanumeric(),
        [b'\\', class] => b"wWdDsS".contains(class),
        _ => false,
    };
    let optional = repeat.len() > atom.len() && !repeat.ends_with('+');
    if optional && single {
        Some("is found even where nothing stands")
    } else if !optional && matches!(atom, "." | "\\S") {
        Some("is found in any letter")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_simple_patterns_are_called_too_wide() {
        for pattern in [
            "", "^", ".*", "^.*", ".", ".+", "a*", "\\s*?", "a|", "|a", "x?",
        ] {
            assert!(matches_nearly_all(pattern).is_some(), "{pattern}");
        }
        for pattern in [
            "a", "ab*", "^$", "a\\|", "\\.*", "\\*", "(a)*b", "a+", "^a+$",
        ] {
            assert!(matches_nearly_all(pattern).is_none(), "{pattern}");
        }
    }
}

//! `unsafe_patterns`: expressions that find more than they seem to.

use super::{HintKind, Hints};
use crate::arh::policy::Policy;

/// Looks at the text of every unsafe pattern.
pub(super) fn look(policy: &Policy, hints: &mut Hints) {
    let document = policy.document();
    for clause in &policy.unsafe_patterns.clauses {
        let Some(pattern) = document
            .string(*clause)
            .and_then(crate::source::Text::as_str)
        else {
            continue;
        };
        let (flags, body) = split_flags(pattern);
        if flags.contains('i') {
            let rest: String = flags.chars().filter(|flag| *flag != 'i').collect();
            let meant = if rest.is_empty() {
                body.to_owned()
            } else {
                format!("(?{rest}){body}")
            };
            let message =
                "unsafe patterns ignore letter case anyway, so the flag `i` changes nothing";
            hints.suggest(
                HintKind::CaseFlagRedundant,
                *clause,
                message.into(),
                Some(meant),
            );
        }
        if finds_capitals_only_in_name(body) {
            let message = "unsafe patterns ignore letter case, so `A-Z` also finds small letters; `(?-i:…)` around it would not";
            let meant = flags.is_empty().then(|| format!("(?-i:{body})"));
            hints.suggest(
                HintKind::CaseIgnoredInPattern,
                *clause,
                message.into(),
                meant,
            );
        }
        if let Some(reason) = matches_nearly_all(body) {
            let message = format!("this pattern {reason}, so nearly every text counts as unsafe");
            hints.add(HintKind::PatternMatchesNearlyAll, *clause, message);
        }
    }
}

/// The global flags in front of a pattern, and the rest.
fn split_flags(pattern: &str) -> (&str, &str) {
    let split = pattern
        .strip_prefix("(?")
        .and_then(|rest| rest.split_once(')'));
    match split {
        Some((flags, body))
            if !flags.is_empty() && flags.bytes().all(|flag| flag.is_ascii_lowercase()) =>
        {
            (flags, body)
        }
        _ => ("", pattern),
    }
}

fn finds_capitals_only_in_name(body: &str) -> bool {
    let range = body.find("A-Z");
    range.is_some_and(|at| !body.get(..at).unwrap_or_default().ends_with('\\'))
        && !body.contains("a-z")
        && !body.contains("(?-i")
}

/// Why a pattern of one of the simplest forms is found in nearly every text. Other patterns are not looked into.
fn matches_nearly_all(body: &str) -> Option<&'static str> {
    let anchored = body.strip_prefix('^').unwrap_or(body);
    if anchored.is_empty() {
        return Some("is empty");
    }
    let escaped = anchored
        .strip_suffix('|')
        .map(|rest| rest.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1);
    if escaped == Some(false) || body.starts_with('|') {
        return Some("has an empty alternative");
    }
    let repeat = anchored
        .strip_suffix('?')
        .filter(|rest| rest.ends_with(['*', '+']))
        .unwrap_or(anchored);
    let (atom, quantifier) = match repeat.char_indices().next_back() {
        Some((at, quantifier @ ('*' | '?' | '+'))) => {
            (repeat.get(..at).unwrap_or_default(), quantifier)
        }
        _ => (repeat, ' '),
    };
    let mut letters = atom.chars();
    let single = match (letters.next(), letters.next(), letters.next()) {
        (Some(letter), None, _) => letter == '.' || letter.is_alphanumeric(),
        (Some('\\'), Some(class), None) => "wWdDsS".contains(class),
        _ => false,
    };
    match quantifier {
        '*' | '?' if single => Some("is found even where nothing stands"),
        ' ' | '+' if matches!(atom, "." | "\\S") => Some("is found in any letter"),
        _ => None,
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

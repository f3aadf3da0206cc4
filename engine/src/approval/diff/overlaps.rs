//! What two patterns match between them. Where neither covers the other, no pattern stands for what both match, and that
//! may change although nothing changes for either of the two: by their order, or by one that is new.

use crate::approval::policy::ClassPattern;
use crate::approval::tools::glob;
use std::collections::BTreeSet;

/// Two patterns and one that stands for what both match.
pub(super) struct Overlap<'l> {
    pub(super) of: [&'l str; 2],
    pub(super) text: String,
}

/// The overlaps of patterns, as far as they were looked for.
#[derive(Default)]
pub(super) struct Overlaps<'l> {
    pub(super) found: Vec<Overlap<'l>>,
    /// Whether there were too many patterns to look at every two of them.
    pub(super) stopped: bool,
}

/// The most pairs of patterns that are looked at.
const MOST_PAIRS: usize = 200_000;

/// The most overlaps that are given. Among patterns that people write they are rare.
const MOST_OVERLAPS: usize = 2000;

/// The overlaps of patterns of tools.
pub(super) fn of_tools<'l>(globs: &BTreeSet<&'l str>) -> Overlaps<'l> {
    let parts = |glob: &&'l str| {
        let (start, rest) = glob.split_once('*')?;
        let (inner, end) = rest.rsplit_once('*').unwrap_or(("", rest));
        Some((*glob, start, inner, end))
    };
    // In the order of text, `*` comes before all else: a pattern with a shorter start stands before those whose start
    // goes on from there, and nothing else between.
    let globs: Vec<_> = globs.iter().filter_map(parts).collect();
    let pairs = globs.iter().enumerate().flat_map(|(index, first)| {
        let after = globs.iter().skip(index + 1);
        let compatible = after.take_while(|second| second.1.starts_with(first.1));
        compatible.map(move |second| (first, second))
    });
    find(pairs, |(first, second)| {
        let (of, ends) = ([first.0, second.0], [first.3, second.3]);
        let [shorter, longer] = match ends[0].len() <= ends[1].len() {
            true => ends,
            false => [ends[1], ends[0]],
        };
        if !longer.ends_with(shorter) || glob::covers(of[0], of[1]) || glob::covers(of[1], of[0]) {
            return None;
        }
        let mut text = second.1.to_owned();
        for inner in [first.2, second.2, longer] {
            if !text.ends_with('*') {
                text.push('*');
            }
            text.push_str(inner);
        }
        Some(Overlap { of, text })
    })
}

/// The overlaps of patterns of classes.
pub(super) fn of_classes<'l>(patterns: &BTreeSet<&'l str>) -> Overlaps<'l> {
    let patterns: Vec<(&str, ClassPattern)> = patterns
        .iter()
        .filter(|pattern| pattern.contains('*'))
        .map(|pattern| (*pattern, ClassPattern::new(*pattern)))
        .collect();
    let pairs = patterns.iter().enumerate().flat_map(|(index, first)| {
        let after = patterns.iter().skip(index + 1);
        after.map(move |second| (first, second))
    });
    find(pairs, |(first, second)| {
        let of = [first.0, second.0];
        let text = both(&first.1, &second.1)?;
        (!of.contains(&text.as_str())).then_some(Overlap { of, text })
    })
}

/// Looks at pairs of patterns, in bounded time.
fn find<'l, T>(
    pairs: impl Iterator<Item = T>,
    overlap: impl Fn(T) -> Option<Overlap<'l>>,
) -> Overlaps<'l> {
    let mut overlaps = Overlaps::default();
    for (looked_at, pair) in pairs.enumerate() {
        if looked_at == MOST_PAIRS || overlaps.found.len() == MOST_OVERLAPS {
            overlaps.stopped = true;
            break;
        }
        overlaps.found.extend(overlap(pair));
    }
    overlaps
}

/// The pattern that matches what two patterns match.
fn both(first: &ClassPattern, second: &ClassPattern) -> Option<String> {
    let has_tail = |pattern: &ClassPattern| pattern.as_str().ends_with(".*");
    let (mut firsts, mut seconds) = (first.segments(), second.segments());
    let mut text = String::new();
    loop {
        let segment = match (firsts.next(), seconds.next()) {
            (None, None) => return Some(text),
            (Some(one), None) if has_tail(second) => one,
            (None, Some(one)) if has_tail(first) => one,
            (Some("*"), Some(one)) | (Some(one), Some("*")) => one,
            (Some(one), Some(other)) if one == other => one,
            _ => return None,
        };
        if !text.is_empty() {
            text.push('.');
        }
        text.push_str(segment);
    }
}

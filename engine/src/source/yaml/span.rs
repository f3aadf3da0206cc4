//! What of the text a node is. The parser's spans take in anchors, and blanks and comments after quoted texts.

use std::ops::Range;

/// The start of a node whose span may start with an anchor.
pub(super) fn after_anchor(text: &str, span: Range<usize>) -> usize {
    let mut start = span.start;
    loop {
        let rest = text.get(start..span.end).unwrap_or_default();
        let content = rest.trim_start();
        let skipped = if content.starts_with('&') {
            content.find(char::is_whitespace).unwrap_or(content.len())
        } else if content.starts_with('#') {
            content.find('\n').unwrap_or(content.len())
        } else {
            return start + (rest.len() - content.len());
        };
        if skipped == content.len() {
            // Nothing but the anchor.
            return span.start;
        }
        start += rest.len() - content.len() + skipped;
    }
}

/// The end of a quoted text that starts at `start`.
pub(super) fn quoted_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes().get(start..).unwrap_or_default();
    let quote = bytes.first().copied();
    let mut at = 1;
    while let Some(byte) = bytes.get(at) {
        if *byte == b'\\' && quote == Some(b'"') {
            at += 1;
        } else if Some(*byte) == quote {
            if quote == Some(b'\'') && bytes.get(at + 1) == Some(&b'\'') {
                at += 1;
            } else {
                return start + at + 1;
            }
        }
        at += 1;
    }
    text.len()
}

/// The span without what is blank at its end.
pub(super) fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let content = text.get(span.clone()).unwrap_or_default().trim_end();
    span.start..span.start + content.len()
}

/// The `-` right before a place, if one stands there.
pub(super) fn dash_before(text: &str, at: usize) -> Option<usize> {
    let before = text.get(..at)?.trim_end();
    before.strip_suffix('-').map(str::len)
}

/// The tag in a node's span, or the whole span.
pub(super) fn tag(text: &str, span: Range<usize>) -> Range<usize> {
    let rest = text.get(span.clone()).unwrap_or_default();
    let Some(at) = rest.find('!') else {
        return span;
    };
    let tag = rest.get(at..).unwrap_or_default();
    let length = tag.find(char::is_whitespace).unwrap_or(tag.len());
    span.start + at..span.start + at + length
}

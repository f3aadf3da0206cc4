//! The ids by which channels know an approver, in an APPROVAL.md: `telegram: "12345"`, `edgeos: ada.l`.

use memchr::memmem;
use std::ops::Range;

/// The channels that know senders.
const CHANNELS: [&str; 2] = ["telegram", "edgeos"];

/// The most characters of a sender's id.
const LONGEST: usize = 128;

/// What stands for a sender's digits in a copy begins so, and has ten digits. No real id begins with zeros.
pub(super) const STAND_IN: &[u8] = b"000000";

/// Calls `found` with each sender's id in a text.
pub(super) fn for_each_sender(text: &[u8], found: &mut impl FnMut(Range<usize>)) {
    for channel in CHANNELS {
        for at in memmem::find_iter(text, channel) {
            let is_inside = at
                .checked_sub(1)
                .and_then(|at| text.get(at))
                .is_some_and(is_of_id);
            if let (false, Some(id)) = (is_inside, id_after(text, at + channel.len())) {
                found(id);
            }
        }
    }
}

/// The id after a channel's name: past its quote, a colon, spaces and a quote, to the end of the value.
fn id_after(text: &[u8], at: usize) -> Option<Range<usize>> {
    let quotes = |at: usize| usize::from(matches!(text.get(at), Some(b'"' | b'\'')));
    let at = at + quotes(at);
    let at = at + spaces(text, at);
    let colon = text.get(at) == Some(&b':');
    let at = at + 1 + spaces(text, at + 1);
    let start = at + quotes(at);
    let rest = text.get(start..)?.iter();
    let length = rest
        .take(LONGEST + 1)
        .take_while(|byte| is_of_id(byte))
        .count();
    let id = start..start + length;
    let written = text.get(id.clone())?;
    let ends = text
        .get(id.end)
        .is_none_or(|byte| b" \t\r\n\"',}#".contains(byte));
    let is_id = (1..=LONGEST).contains(&length)
        && ends
        && written.first().is_some_and(u8::is_ascii_alphanumeric)
        && !written.starts_with(STAND_IN);
    (colon && is_id).then_some(id)
}

fn spaces(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default().iter();
    rest.take(LONGEST)
        .take_while(|byte| b" \t".contains(byte))
        .count()
}

fn is_of_id(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b"._-".contains(byte)
}

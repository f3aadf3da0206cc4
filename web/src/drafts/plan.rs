//! What becomes of what is stored: which draft a tab takes up, which go to the history, and which are given up. Pure.

use super::entry::Entry;
use crate::storage::tab::Id;
use stepgate_engine::order::sort_by;

/// How many entries the history has at most.
const HISTORY: usize = 20;
/// How long all texts of the history are at most, in UTF-16 units.
const HISTORY_LENGTH: u64 = 24_000_000;

/// Which of the others live.
pub enum Others<'a> {
    /// The tabs with these ids.
    Live(&'a [Id]),
    /// Nobody can tell: what they hold is left where it is, and they write it anew when it changes.
    Unknown,
}

impl Others<'_> {
    fn holds(&self, id: &Id) -> bool {
        matches!(self, Others::Live(ids) if ids.contains(id))
    }
}

/// The draft that a new tab takes up: the latest, if this is the only tab. A second tab starts with nothing.
pub fn adopted<'a>(entries: &'a [Entry], own: &Id, others: &Others) -> Option<&'a Entry> {
    let alone = match others {
        Others::Live(ids) => ids.iter().all(|id| id == own),
        Others::Unknown => true,
    };
    let drafts = entries
        .iter()
        .filter(|entry| alone && entry.reason.is_none());
    drafts.max_by(|a, b| a.saved_at.total_cmp(&b.saved_at))
}

/// The drafts of tabs that are gone.
pub fn left_behind<'a>(
    entries: &'a [Entry],
    own: &'a Id,
    others: &'a Others,
) -> impl Iterator<Item = &'a Entry> {
    let drafts = entries.iter().filter(|entry| entry.reason.is_none());
    drafts.filter(move |entry| entry.id != *own && !others.holds(&entry.id))
}

/// The entries of the history that are given up, oldest first: too many, too long, or with nothing in them.
pub fn given_up(entries: &[Entry]) -> Vec<&Entry> {
    let mut length = 0;
    let kept = |(at, entry): &(usize, &Entry)| {
        length += entry.length();
        // However long it is, the last thing that was put aside stays.
        *at < HISTORY && (*at == 0 || length <= HISTORY_LENGTH) && entry.length() > 0
    };
    let newest_first = history(entries).into_iter().enumerate();
    let (_, mut given_up): (Vec<_>, Vec<_>) = newest_first.partition(kept);
    given_up.reverse();
    given_up.into_iter().map(|(_, entry)| entry).collect()
}

/// The older half of the history, at least one: what goes first when there is no room.
pub fn older_half(entries: &[Entry]) -> Vec<&Entry> {
    let mut history = history(entries);
    let newer = history.len() / 2;
    history.split_off(newer)
}

/// The history, newest first.
pub fn history(entries: &[Entry]) -> Vec<&Entry> {
    let mut history: Vec<&Entry> = entries.iter().filter(|it| it.reason.is_some()).collect();
    sort_by(&mut history, |a, b| b.saved_at.total_cmp(&a.saved_at));
    history
}

/// Whether so much of a text is gone at once that it is worth keeping.
pub fn is_mostly_deleted(before: u32, after: u32) -> bool {
    before >= 200 && after < before / 3
}

#[cfg(test)]
mod tests;

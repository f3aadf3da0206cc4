//! Finding the first entry that matches a name without trying every entry.

use super::glob;
use crate::approval::policy::ToolEntry;
use hashbrown::HashMap;

/// Where in a name the longest written-out piece of a pattern has to stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Anchor {
    /// It is the whole name.
    Whole,
    Start,
    End,
    Anywhere,
}

/// As much of a piece that may stand anywhere as is looked for. With this, one length does for most of them.
const MOST_ANYWHERE: usize = 8;

/// The entries of a tool map by the longest piece of each pattern.
pub(super) struct EntryIndex<'l> {
    entries: &'l [ToolEntry],
    /// The indices of the entries, in order.
    by_piece: HashMap<(Anchor, &'l str), Vec<u32>>,
    /// The lengths of the pieces with an anchor, each once, in bytes.
    lengths: Vec<(Anchor, usize)>,
}

impl<'l> EntryIndex<'l> {
    pub(super) fn new(entries: &'l [ToolEntry]) -> EntryIndex<'l> {
        let mut by_piece: HashMap<_, Vec<u32>> = HashMap::with_capacity(entries.len());
        let mut lengths = Vec::new();
        for (number, entry) in entries.iter().enumerate() {
            let (anchor, piece) = longest_piece(&entry.glob);
            by_piece
                .entry((anchor, piece))
                .or_default()
                .push(number as u32);
            let length = (anchor, piece.len());
            if anchor != Anchor::Whole && !lengths.contains(&length) {
                lengths.push(length);
            }
        }
        EntryIndex {
            entries,
            by_piece,
            lengths,
        }
    }

    /// The first entry that matches a name.
    pub(super) fn first_match(&self, name: &str) -> Option<(usize, &'l ToolEntry)> {
        let mut first = None;
        self.look(Anchor::Whole, Some(name), name, &mut first);
        // Patterns are ASCII: where a character of the name would be cut, no piece of theirs stands.
        for (anchor, length) in self.lengths.iter().copied() {
            let Some(last) = name.len().checked_sub(length) else {
                continue;
            };
            match anchor {
                Anchor::Whole | Anchor::Start => {
                    self.look(anchor, name.get(..length), name, &mut first);
                }
                Anchor::End => self.look(anchor, name.get(last..), name, &mut first),
                Anchor::Anywhere => {
                    for at in 0..=last {
                        self.look(anchor, name.get(at..at + length), name, &mut first);
                    }
                }
            }
        }
        let number = first? as usize;
        Some((number, self.entries.get(number)?))
    }

    /// Tries the entries with a piece that stands in a name, as far as they come before the first that is known.
    fn look(&self, anchor: Anchor, piece: Option<&str>, name: &str, first: &mut Option<u32>) {
        let numbers = piece.and_then(|piece| self.by_piece.get(&(anchor, piece)));
        for number in numbers.into_iter().flatten().copied() {
            if first.is_some_and(|first| first <= number) {
                return;
            }
            let entry = self.entries.get(number as usize);
            if entry.is_some_and(|entry| glob::matches(&entry.glob, name)) {
                *first = Some(number);
                return;
            }
        }
    }
}

/// The longest piece of a pattern that is written out; of two, the one whose place is more certain.
fn longest_piece(glob: &str) -> (Anchor, &str) {
    let (Some((start, _)), Some((_, end))) = (glob.split_once('*'), glob.rsplit_once('*')) else {
        return (Anchor::Whole, glob);
    };
    let anywhere = glob.split('*').max_by_key(|piece| piece.len());
    let anywhere = anywhere.unwrap_or_default();
    if start.len() >= anywhere.len() {
        return (Anchor::Start, start);
    }
    if end.len() >= anywhere.len() {
        return (Anchor::End, end);
    }
    // Names that go by numbers differ in their ends.
    let cut = anywhere.len().saturating_sub(MOST_ANYWHERE);
    (Anchor::Anywhere, anywhere.get(cut..).unwrap_or(anywhere))
}

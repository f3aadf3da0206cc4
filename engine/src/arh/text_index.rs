//! Finding texts by their value.

use crate::source::Text;
use hashbrown::{DefaultHashBuilder, HashTable, hash_table::Entry};
use std::hash::BuildHasher;

/// Finds texts that are held elsewhere and go by numbers. It keeps eight bytes a text, so that an index of many texts
/// stays in the cache, and does not look at their texts again when it grows.
#[derive(Debug, Default)]
pub(super) struct TextIndex {
    known: HashTable<Known>,
    hasher: DefaultHashBuilder,
}

#[derive(Clone, Copy, Debug)]
struct Known {
    hash: u32,
    number: u32,
}

/// The table takes its place from the low bits and its tag from the high ones: both must vary.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl TextIndex {
    /// An empty index with room for some texts.
    pub(super) fn with_capacity(texts: usize) -> TextIndex {
        TextIndex {
            known: HashTable::with_capacity(texts),
            hasher: DefaultHashBuilder::default(),
        }
    }

    /// The number an equal text goes by. Where there is none yet, this text is added under `number`, which comes
    /// back. `text_of` gives the text of each number added so far.
    pub(super) fn number_or_add<'t>(
        &mut self,
        text: Text<'_>,
        number: u32,
        text_of: impl Fn(u32) -> Text<'t>,
    ) -> u32 {
        let hash = self.hash(text);
        let entry = self.known.entry(
            spread(hash),
            |known| known.hash == hash && text_of(known.number) == text,
            |known| spread(known.hash),
        );
        match entry {
            Entry::Occupied(known) => known.get().number,
            Entry::Vacant(room) => room.insert(Known { hash, number }).get().number,
        }
    }

    /// The number an equal text goes by.
    pub(super) fn number<'t>(
        &self,
        text: Text<'_>,
        text_of: impl Fn(u32) -> Text<'t>,
    ) -> Option<u32> {
        let hash = self.hash(text);
        self.known
            .find(spread(hash), |known| {
                known.hash == hash && text_of(known.number) == text
            })
            .map(|known| known.number)
    }

    fn hash(&self, text: Text<'_>) -> u32 {
        self.hasher.hash_one(text) as u32
    }
}

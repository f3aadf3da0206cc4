//! Finding texts by their value.

use crate::source::Text;
use hashbrown::{DefaultHashBuilder, HashTable, hash_table::Entry};
use std::hash::BuildHasher;

/// Finds texts that are held elsewhere and go by numbers. It keeps the numbers only, four bytes a text, so that an
/// index of many texts stays in the cache.
#[derive(Debug, Default)]
pub(super) struct TextIndex {
    numbers: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl TextIndex {
    /// An empty index with room for some texts.
    pub(super) fn with_capacity(texts: usize) -> TextIndex {
        TextIndex {
            numbers: HashTable::with_capacity(texts),
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
        let hasher = &self.hasher;
        let entry = self.numbers.entry(
            hasher.hash_one(text),
            |known| text_of(*known) == text,
            |known| hasher.hash_one(text_of(*known)),
        );
        match entry {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(room) => *room.insert(number).get(),
        }
    }

    /// The number an equal text goes by.
    pub(super) fn number<'t>(
        &self,
        text: Text<'_>,
        text_of: impl Fn(u32) -> Text<'t>,
    ) -> Option<u32> {
        let hash = self.hasher.hash_one(text);
        self.numbers
            .find(hash, |known| text_of(*known) == text)
            .copied()
    }
}

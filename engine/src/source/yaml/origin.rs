//! Where the bytes of a block stand in the text around it.

/// Maps byte offsets of a block to those of the text it was taken from. The block's lines end with LF whatever ends
/// them there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origin {
    /// Where each run of bytes that were moved alike starts: in the block, and in the text around it.
    runs: Vec<(u32, u32)>,
}

impl Origin {
    /// From here on, the byte `block` of the block is the byte `around` of the text around it.
    pub(crate) fn push(&mut self, block: usize, around: usize) {
        let moved = |(block, around): (u32, u32)| around - block;
        let run = (block as u32, around as u32);
        if self.runs.last().copied().map(moved) != Some(moved(run)) {
            self.runs.push(run);
        }
    }

    /// Where a byte of the block stands in the text around it.
    pub(crate) fn locate(&self, offset: usize) -> usize {
        let offset = offset as u32;
        let run = self.runs.partition_point(|(block, _)| *block <= offset);
        match self.runs.get(run.saturating_sub(1)) {
            Some((block, around)) => (around + offset.saturating_sub(*block)) as usize,
            None => offset as usize,
        }
    }
}

/// Turns offsets in characters into offsets in bytes.
pub(super) struct Characters<'a> {
    text: &'a str,
    /// The byte at which each [`STRIDE`]th character starts; empty for an ASCII text.
    starts: Vec<u32>,
}

/// Characters between two noted positions.
const STRIDE: usize = 64;

impl<'a> Characters<'a> {
    pub(super) fn new(text: &'a str) -> Characters<'a> {
        let starts = if text.is_ascii() {
            Vec::new()
        } else {
            let starts = text.char_indices().step_by(STRIDE);
            starts.map(|(at, _)| at as u32).collect()
        };
        Characters { text, starts }
    }

    /// The byte at which a character starts, or the end of the text.
    pub(super) fn byte(&self, character: usize) -> usize {
        if self.starts.is_empty() {
            return character.min(self.text.len());
        }
        let Some(start) = self.starts.get(character / STRIDE) else {
            return self.text.len();
        };
        let start = *start as usize;
        let rest = self.text.get(start..).unwrap_or_default();
        match rest.char_indices().nth(character % STRIDE) {
            Some((at, _)) => start + at,
            None => self.text.len(),
        }
    }
}

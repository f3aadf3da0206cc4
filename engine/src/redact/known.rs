//! Secrets that were found in one place, wherever else they stand: a password that is `"password"` in the arguments of
//! a call is as secret in the message that repeats it.

use super::SecretKind;
use crate::source::Text;
use hashbrown::HashMap;
use std::borrow::Cow;
use std::ops::Range;

/// Shorter ones, and words, stand in too many texts that have nothing to do with them.
const SHORTEST: usize = 6;
/// Longer ones are not looked for: they are hardly repeated, and most of them have a form of their own.
const LONGEST: usize = 256;
/// So much is remembered, in bytes.
const MOST: usize = 1 << 20;

/// The texts of secrets, as a trie over their bytes.
#[derive(Debug, Default)]
pub(super) struct Known {
    next: HashMap<(u32, u8), u32>,
    ends: HashMap<u32, (SecretKind, Cow<'static, str>)>,
    nodes: u32,
}

impl Known {
    /// Remembers a secret whose form alone would not tell it.
    pub(super) fn remember(&mut self, kind: SecretKind, title: Cow<'static, str>, text: &[u8]) {
        let tells = matches!(
            kind,
            SecretKind::NamedSecret
                | SecretKind::Authorization
                | SecretKind::AddressPassword
                | SecretKind::Sender
        );
        if !tells || !(SHORTEST..=LONGEST).contains(&text.len()) || is_plain(text) {
            return;
        }
        if self.next.len() + text.len() > MOST {
            return;
        }
        let mut node = 0;
        for byte in text {
            node = *self.next.entry((node, *byte)).or_insert_with(|| {
                self.nodes += 1;
                self.nodes
            });
        }
        self.ends.entry(node).or_insert_with(|| (kind, title));
    }

    /// Whether there is nothing to look for.
    pub(super) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Calls `found` with each place in a text at which a secret stands as a word of its own, the longest one there.
    pub(super) fn for_each(
        &self,
        text: Text<'_>,
        found: &mut impl FnMut(SecretKind, Cow<'static, str>, Range<usize>),
    ) {
        let bytes = text.as_bytes();
        let mut from = 0;
        while from < bytes.len() {
            let end = begins_word(bytes, from)
                .then(|| self.longest(bytes, from))
                .flatten();
            from = match end {
                Some((end, (kind, title))) => {
                    found(*kind, title.clone(), from..end);
                    end
                }
                None => from + 1,
            };
        }
    }

    /// What a whole text is, if it is a secret.
    pub(super) fn whole(&self, text: &[u8]) -> Option<&(SecretKind, Cow<'static, str>)> {
        let (end, found) = self.longest(text, 0)?;
        (end == text.len()).then_some(found)
    }

    fn longest(
        &self,
        text: &[u8],
        start: usize,
    ) -> Option<(usize, &(SecretKind, Cow<'static, str>))> {
        let mut node = 0;
        let mut longest = None;
        for (length, byte) in text.get(start..)?.iter().enumerate() {
            let Some(next) = self.next.get(&(node, *byte)) else {
                break;
            };
            node = *next;
            let end = start + length + 1;
            if let Some(found) = self.ends.get(&node)
                && ends_word(text, end)
            {
                longest = Some((end, found));
            }
        }
        longest
    }
}

/// Whether a text could as well be a word or a name.
fn is_plain(text: &[u8]) -> bool {
    text.iter()
        .all(|byte| byte.is_ascii_alphabetic() || b"_-. ".contains(byte))
        && text.iter().filter(|byte| **byte == b' ').count() < 2
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn begins_word(text: &[u8], at: usize) -> bool {
    let inside =
        |byte: u8| text.get(at).is_some_and(|first| is_of_word(*first)) && is_of_word(byte);
    match text.get(..at) {
        // An escape of JSON within JSON.
        Some([.., b'\\', b'n' | b'r' | b't']) => true,
        Some([.., before]) => !inside(*before),
        _ => true,
    }
}

fn ends_word(text: &[u8], end: usize) -> bool {
    let last = end.checked_sub(1).and_then(|last| text.get(last));
    let after = text.get(end);
    !(last.is_some_and(|byte| is_of_word(*byte)) && after.is_some_and(|byte| is_of_word(*byte)))
}

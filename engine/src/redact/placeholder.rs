//! Placeholders: `REDACTED-EMAIL-1`.
//!
//! Capital letters, hyphens and a number: valid in a JSON string, no HTML and no Markdown, and nothing that is looked
//! for.

use super::SecretKind;
use super::senders::STAND_IN;
use hashbrown::HashMap;
use memchr::memmem;
use std::ops::Range;

const PREFIX: &str = "REDACTED-";

/// More bytes than the longest of the words between prefix and number has, hyphens included.
const LONGEST_WORD: usize = 32;

/// Gives placeholders out.
#[derive(Debug)]
pub(super) struct Placeholders {
    /// The last number taken, for each word.
    last: HashMap<&'static str, u64>,
    known: HashMap<Box<[u8]>, String>,
}

impl Placeholders {
    /// Gives out none that is in one of the texts already.
    pub(super) fn avoiding<'a>(texts: impl IntoIterator<Item = &'a str>) -> Placeholders {
        let mut last: HashMap<&'static str, u64> = HashMap::new();
        for text in texts {
            let sender = last.entry(SecretKind::Sender.word()).or_default();
            *sender = (*sender).max(last_stand_in(text.as_bytes()));
            for range in placeholders_in(text.as_bytes()) {
                let placeholder = text.get(range).unwrap_or_default();
                let parts = placeholder
                    .strip_prefix(PREFIX)
                    .and_then(|rest| rest.rsplit_once('-'));
                if let Some((word, number)) = parts
                    && let Some(word) = word_named(word)
                {
                    let taken = last.entry(word).or_default();
                    *taken = number.parse().unwrap_or(0).max(*taken);
                }
            }
        }
        Placeholders {
            last,
            known: HashMap::new(),
        }
    }

    /// The placeholder of a secret.
    pub(super) fn of(&mut self, kind: SecretKind, secret: &[u8]) -> String {
        if let Some(known) = self.known.get(secret) {
            return known.clone();
        }
        let last = self.last.entry(kind.word()).or_default();
        *last = last.saturating_add(1);
        let placeholder = match kind == SecretKind::Sender && secret.iter().all(u8::is_ascii_digit)
        {
            // Digits only: where they stand, nothing else is legal.
            true => format!("{last:010}"),
            false => format!("{PREFIX}{}-{last}", kind.word()),
        };
        self.known.insert(secret.into(), placeholder.clone());
        placeholder
    }
}

/// The highest number that stands for a sender's digits in a text, or 0.
fn last_stand_in(text: &[u8]) -> u64 {
    memmem::find_iter(text, STAND_IN)
        .filter_map(|at| {
            std::str::from_utf8(text.get(at..at + 10)?)
                .ok()?
                .parse()
                .ok()
        })
        .max()
        .unwrap_or(0)
}

const KINDS: [SecretKind; 12] = [
    SecretKind::PrivateKey,
    SecretKind::ServiceToken,
    SecretKind::JsonWebToken,
    SecretKind::Authorization,
    SecretKind::AddressPassword,
    SecretKind::Sender,
    SecretKind::CardNumber,
    SecretKind::EmailAddress,
    SecretKind::PhoneNumber,
    SecretKind::NamedSecret,
    SecretKind::UnsafePattern,
    SecretKind::RandomText,
];

fn word_named(word: &str) -> Option<&'static str> {
    KINDS
        .into_iter()
        .map(SecretKind::word)
        .find(|known| *known == word)
}

/// Where placeholders are in a text.
pub(super) fn placeholders_in(text: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    memmem::find_iter(text, PREFIX).filter_map(move |start| {
        let rest = text.get(start + PREFIX.len()..)?;
        // No word is longer; a text of nothing but capitals must not be read again from each of its places.
        let words = rest
            .iter()
            .take(LONGEST_WORD)
            .position(|byte| !byte.is_ascii_uppercase() && *byte != b'-')?;
        let digits = rest
            .get(words..)?
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            // What follows belongs to something else: at most so many digits make a placeholder's number.
            .take(9)
            .count();
        let word = std::str::from_utf8(rest.get(..words)?)
            .ok()?
            .strip_suffix('-')?;
        let end = start + PREFIX.len() + words + digits;
        (digits > 0 && word_named(word).is_some()).then_some(start..end)
    })
}

/// Whether some of it was replaced already: what is left is then judged no more by its form.
pub(super) fn has_placeholder(text: &[u8]) -> bool {
    placeholders_in(text).next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_on_after_those_in_the_text() {
        let mut placeholders =
            Placeholders::avoiding(["x REDACTED-EMAIL-7 REDACTED-PRIVATE-KEY-2"]);
        let mut give = |kind, secret: &str| placeholders.of(kind, secret.as_bytes());
        assert_eq!(give(SecretKind::EmailAddress, "a"), "REDACTED-EMAIL-8");
        assert_eq!(give(SecretKind::PrivateKey, "b"), "REDACTED-PRIVATE-KEY-3");
        assert_eq!(give(SecretKind::PhoneNumber, "c"), "REDACTED-PHONE-1");
        assert_eq!(give(SecretKind::PhoneNumber, "a"), "REDACTED-EMAIL-8");
    }
}

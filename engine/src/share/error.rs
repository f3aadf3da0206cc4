//! Why a link cannot be read or made.

use super::bounds::LARGEST;
use std::fmt;

/// Why a link or a reproduction file cannot be read or made. `Display` gives one sentence with its final period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShareError {
    /// The link's first character is no version of this engine.
    UnknownVersion(char),
    /// The link ends before its content does.
    CutOff,
    /// The content is not what was shared: characters are missing in the middle, or were changed.
    Damaged,
    /// The content would be larger than [`LARGEST`].
    TooLarge,
    /// The content is no text.
    NotText,
    /// The content is intact and no reproduction; why.
    NotAReproduction(String),
    /// The fragment is neither a link of ours nor a pair of addresses.
    NotALink,
}

impl fmt::Display for ShareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShareError::UnknownVersion(version) => write!(
                f,
                "This link is of version {version:?}, which this Stepgate does not know: a newer one made it, or its \
                 first characters are missing."
            ),
            ShareError::CutOff => f.write_str(
                "This link is cut off: its end is missing, as when a chat or mail program shortens it. Ask for it \
                 again, or for a reproduction file.",
            ),
            ShareError::Damaged => f.write_str(
                "This link is damaged: some of its characters were changed or are missing. Ask for it again, or for a \
                 reproduction file.",
            ),
            ShareError::TooLarge => write!(
                f,
                "The documents take more than {} MiB as the JSON of a link, the most that it may hold.",
                LARGEST >> 20
            ),
            ShareError::NotText => f.write_str("This link does not hold text (its content is not UTF-8)."),
            ShareError::NotAReproduction(reason) => {
                write!(f, "This is not a reproduction that can be opened: {reason}.")
            }
            ShareError::NotALink => f.write_str(
                "What follows # in this address is no link of Stepgate: it should begin with 1, with policy= or with \
                 trace=.",
            ),
        }
    }
}

impl std::error::Error for ShareError {}

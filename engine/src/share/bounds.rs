//! How much a link may hold, and how long it may get before it meets trouble.

/// The most bytes that a link may hold once it is inflated.
pub const LARGEST: usize = 16 << 20;

/// Above this many characters the page keeps a link out of its own address.
pub const ADDRESS_BAR_LIMIT: usize = 32_000;

/// From how many characters on a link is likely to meet which trouble, longest first.
const ADVICE: [(usize, &str); 3] = [
    (
        ADDRESS_BAR_LIMIT,
        "Longer than 32,000 characters: many programs cut it, and the address bar does not carry it. Send the \
         reproduction file instead.",
    ),
    (
        8_000,
        "Longer than 8,000 characters: chat tools and mail programs are likely to cut it. The reproduction file is \
         safer.",
    ),
    (
        2_000,
        "Longer than 2,000 characters: too long for a Discord message, and some mail programs break it over lines. \
         Issue trackers and documents take it.",
    ),
];

/// What to know about a link of some length in characters; `None` when it is short enough for anything.
pub fn advice(length: usize) -> Option<&'static str> {
    ADVICE
        .iter()
        .find(|(bound, _)| length > *bound)
        .map(|(_, advice)| *advice)
}

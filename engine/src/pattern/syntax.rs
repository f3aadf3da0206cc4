//! A parsed pattern: sequences of items, held in one list and named by their place in it.

use super::class::Member;

/// The flags a pattern can set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flags {
    bits: u8,
}

impl Flags {
    pub(super) const NONE: Flags = Flags { bits: 0 };
    pub(super) const IGNORE_CASE: Flags = Flags { bits: 1 };
    pub(super) const MULTI_LINE: Flags = Flags { bits: 2 };
    pub(super) const DOT_ALL: Flags = Flags { bits: 4 };
    pub(super) const VERBOSE: Flags = Flags { bits: 8 };
    pub(super) const ASCII: Flags = Flags { bits: 16 };
    pub(super) const UNICODE: Flags = Flags { bits: 32 };
    pub(super) const LOCALE: Flags = Flags { bits: 64 };
    pub(super) const TEMPLATE: Flags = Flags { bits: 128 };
    /// The flags of which only one can hold.
    pub(super) const TYPES: Flags = Flags { bits: 16 | 32 | 64 };

    /// The flag of a letter after `(?`.
    pub(super) fn of_letter(letter: u32) -> Option<Flags> {
        Some(match char::from_u32(letter)? {
            'i' => Flags::IGNORE_CASE,
            'L' => Flags::LOCALE,
            'm' => Flags::MULTI_LINE,
            's' => Flags::DOT_ALL,
            'x' => Flags::VERBOSE,
            'a' => Flags::ASCII,
            't' => Flags::TEMPLATE,
            'u' => Flags::UNICODE,
            _ => return None,
        })
    }

    pub(super) fn has_any(self, other: Flags) -> bool {
        self.bits & other.bits != 0
    }

    pub(super) fn with(self, other: Flags) -> Flags {
        Flags {
            bits: self.bits | other.bits,
        }
    }

    pub(super) fn without(self, other: Flags) -> Flags {
        Flags {
            bits: self.bits & !other.bits,
        }
    }

    /// These flags inside a group that adds and removes some.
    pub(super) fn inside(self, added: Flags, removed: Flags) -> Flags {
        let kept = if added.has_any(Flags::TYPES) {
            self.without(Flags::TYPES)
        } else {
            self
        };
        kept.with(added).without(removed)
    }
}

/// A place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// `^`
    Start,
    /// `$`
    End,
    /// `\A`
    TextStart,
    /// `\Z`
    TextEnd,
    /// `\b`
    Boundary,
    /// `\B`
    NoBoundary,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Greed {
    Greedy,
    Lazy,
    Possessive,
}

/// The place of a sequence in [`Syntax::sequences`].
pub(super) type SequenceId = usize;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Literal(u32),
    NotLiteral(u32),
    Any,
    Set {
        members: Vec<Member>,
        negated: bool,
    },
    Place(Place),
    Repeat {
        min: u32,
        /// `None` is without limit.
        max: Option<u32>,
        greed: Greed,
        body: SequenceId,
    },
    Group {
        /// The number of a capturing group.
        number: Option<u32>,
        added: Flags,
        removed: Flags,
        body: SequenceId,
    },
    Atomic(SequenceId),
    Look {
        behind: bool,
        negated: bool,
        body: SequenceId,
        /// Code points to go back.
        width: u64,
    },
    Reference(u32),
    Conditional {
        group: u32,
        yes: SequenceId,
        no: Option<SequenceId>,
    },
    Branch(Vec<SequenceId>),
}

impl Item {
    /// Whether the item takes exactly one code point by itself.
    pub(super) fn is_single(&self) -> bool {
        matches!(
            self,
            Item::Literal(_) | Item::NotLiteral(_) | Item::Any | Item::Set { .. }
        )
    }

    /// Whether two items of one alternation can be told to be the same by looking at them alone.
    pub(super) fn is_comparable(&self) -> bool {
        self.is_single() || matches!(self, Item::Place(_) | Item::Reference(_))
    }
}

/// The least and greatest number of code points something takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Width {
    pub(super) min: u64,
    pub(super) max: u64,
}

impl Width {
    pub(super) const ZERO: Width = Width { min: 0, max: 0 };
    /// Stands for no limit.
    pub(super) const UNLIMITED: u64 = u64::MAX;

    pub(super) fn plus(self, other: Width) -> Width {
        Width {
            min: self.min.saturating_add(other.min),
            max: self.max.saturating_add(other.max),
        }
    }

    pub(super) fn or(self, other: Width) -> Width {
        Width {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }
}

/// A legal pattern.
#[derive(Clone, Debug)]
pub(super) struct Syntax {
    pub(super) sequences: Vec<Vec<Item>>,
    pub(super) widths: Vec<Width>,
    pub(super) root: SequenceId,
    pub(super) flags: Flags,
    /// The number of capturing groups.
    pub(super) groups: u32,
}

impl Syntax {
    pub(super) fn items(&self, id: SequenceId) -> &[Item] {
        self.sequences
            .get(id)
            .map(Vec::as_slice)
            .unwrap_or_default()
    }

    pub(super) fn width(&self, id: SequenceId) -> Width {
        self.widths.get(id).copied().unwrap_or(Width::ZERO)
    }

    /// The one item a repeat repeats when it takes exactly one code point, with the flags it is read under.
    pub(super) fn single(&self, body: SequenceId, flags: Flags) -> Option<(&Item, Flags)> {
        let mut body = body;
        let mut flags = flags;
        loop {
            match self.items(body) {
                [item] if item.is_single() => return Some((item, flags)),
                [
                    Item::Group {
                        number: None,
                        added,
                        removed,
                        body: inner,
                    },
                ] => {
                    flags = flags.inside(*added, *removed);
                    body = *inner;
                }
                _ => return None,
            }
        }
    }
}

//! Sets of code points: what one position of a pattern takes.

use crate::order::sort_by;
use std::collections::HashMap;

use crate::unicode;

/// Lower-case code points that a pattern takes for one another besides the ones their lower case joins, because
/// they share an upper case.
const SAME_UPPER: [&[u32]; 24] = [
    &[0x69, 0x131],
    &[0x73, 0x17f],
    &[0xb5, 0x3bc],
    &[0x345, 0x3b9, 0x1fbe],
    &[0x390, 0x1fd3],
    &[0x3b0, 0x1fe3],
    &[0x3b2, 0x3d0],
    &[0x3b5, 0x3f5],
    &[0x3b8, 0x3d1],
    &[0x3ba, 0x3f0],
    &[0x3c0, 0x3d6],
    &[0x3c1, 0x3f1],
    &[0x3c2, 0x3c3],
    &[0x3c6, 0x3d5],
    &[0x432, 0x1c80],
    &[0x434, 0x1c81],
    &[0x43e, 0x1c82],
    &[0x441, 0x1c83],
    &[0x442, 0x1c84, 0x1c85],
    &[0x44a, 0x1c86],
    &[0x463, 0x1c87],
    &[0x1c88, 0xa64b],
    &[0x1e61, 0x1e9b],
    &[0xfb05, 0xfb06],
];

/// The last code point of the Basic Multilingual Plane, where the reference folds sets in another way.
const LAST_BASIC: u32 = 0xffff;

fn same_upper(lowered: u32) -> &'static [u32] {
    SAME_UPPER
        .iter()
        .find(|group| group.contains(&lowered))
        .copied()
        .unwrap_or_default()
}

/// How letters of different case are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Fold {
    /// Not at all.
    None,
    /// A to Z only.
    Ascii,
    /// By the one-to-one mappings of Unicode.
    Unicode,
}

impl Fold {
    pub(super) fn lower(self, point: u32) -> u32 {
        match self {
            Fold::None => point,
            Fold::Ascii => match point {
                0x41..=0x5a => point + 0x20,
                _ => point,
            },
            Fold::Unicode => unicode::lower(point),
        }
    }

    fn is_cased(self, first: u32, last: u32) -> bool {
        match self {
            Fold::None => false,
            Fold::Ascii => (first <= 0x5a && last >= 0x41) || (first <= 0x7a && last >= 0x61),
            Fold::Unicode if first == last => unicode::is_cased(first),
            Fold::Unicode => unicode::any_cased(first, last),
        }
    }
}

/// `\d`, `\s` or `\w`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Category {
    Digit,
    Space,
    Word,
}

impl Category {
    pub(super) fn contains(self, point: u32, ascii: bool) -> bool {
        if ascii && point >= 0x80 {
            return false;
        }
        match self {
            Category::Digit => unicode::decimal_digit(point).is_some(),
            Category::Space => {
                unicode::is_space(point) && !(ascii && (0x1c..=0x1f).contains(&point))
            }
            Category::Word => point == 0x5f || unicode::is_alnum(point),
        }
    }
}

/// A member of a set as the pattern spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Member {
    Point(u32),
    Range(u32, u32),
    Category { category: Category, negated: bool },
}

impl Member {
    /// Whether the case of letters matters to a set with this member.
    pub(super) fn folds(self, fold: Fold) -> bool {
        fold != Fold::None
            && match self {
                Member::Point(point) => point > LAST_BASIC || fold.is_cased(point, point),
                Member::Range(first, last) => last > LAST_BASIC || fold.is_cased(first, last),
                Member::Category { .. } => false,
            }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Rule {
    Point(u32),
    Range(u32, u32),
    /// Takes a lowered code point when a code point of this range lowers to it or shares its upper case.
    Lowered(u32, u32),
    /// Takes a lowered code point when it or its upper case is in this range.
    Raised(u32, u32),
    Category {
        category: Category,
        negated: bool,
    },
}

/// A set of code points, ready to be asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Class {
    ascii: [u64; 2],
    negated: bool,
    ascii_only: bool,
    /// Another value of `ascii_only` with which the set has to hold the code point as well.
    gate: Option<bool>,
    fold: Fold,
    /// The rules that are plain ranges, sorted and joined.
    ranges: Vec<(u32, u32)>,
    /// The others.
    rules: Vec<Rule>,
}

impl Class {
    /// `.`, with or without the newline.
    pub(super) fn any(newline: bool) -> Class {
        let rules = if newline {
            Vec::new()
        } else {
            vec![Rule::Point(0x0a)]
        };
        Class::new(rules, true, Fold::None, false)
    }

    /// One code point, or with `negated` any other.
    pub(super) fn literal(point: u32, negated: bool, fold: Fold) -> Class {
        if !fold.is_cased(point, point) {
            return Class::new(vec![Rule::Point(point)], negated, Fold::None, false);
        }
        let lowered = fold.lower(point);
        let mut rules = vec![Rule::Point(lowered)];
        if fold == Fold::Unicode {
            rules.extend(
                same_upper(lowered)
                    .iter()
                    .filter(|p| **p != lowered)
                    .map(|p| Rule::Point(*p)),
            );
        }
        Class::new(rules, negated, fold, false)
    }

    /// A set in brackets. `ascii` limits `\d`, `\s` and `\w`.
    ///
    /// The reference compares the lowered text with a set it has lowered as well; what it does beyond the basic
    /// plane is kept, including that an upper-case letter there, listed by itself, never matches.
    pub(super) fn set(members: &[Member], negated: bool, fold: Fold, ascii: bool) -> Class {
        let folds = members.iter().any(|member| member.folds(fold));
        let mut rules = Vec::new();
        for member in members {
            match *member {
                Member::Point(point) if !folds || point > LAST_BASIC => {
                    rules.push(Rule::Point(point))
                }
                Member::Point(point) => {
                    let lowered = fold.lower(point);
                    rules.push(Rule::Point(lowered));
                    if fold == Fold::Unicode {
                        rules.extend(same_upper(lowered).iter().map(|p| Rule::Point(*p)));
                    }
                }
                Member::Range(first, last) if !folds => rules.push(Rule::Range(first, last)),
                Member::Range(first, last) => {
                    if first <= LAST_BASIC {
                        rules.push(Rule::Lowered(first, last.min(LAST_BASIC)));
                    }
                    if last > LAST_BASIC {
                        rules.push(Rule::Raised(first, last));
                    }
                }
                Member::Category { category, negated } => {
                    rules.push(Rule::Category { category, negated })
                }
            }
        }
        Class::new(rules, negated, if folds { fold } else { Fold::None }, ascii)
    }

    fn new(rules: Vec<Rule>, negated: bool, fold: Fold, ascii_only: bool) -> Class {
        let mut ranges = Vec::new();
        let mut others = Vec::new();
        for rule in rules {
            match rule {
                Rule::Point(point) => ranges.push((point, point)),
                Rule::Range(first, last) => ranges.push((first, last)),
                rule => others.push(rule),
            }
        }
        sort_by(&mut ranges, Ord::cmp);
        ranges.dedup_by(|next, kept| {
            let joins = next.0 <= kept.1.saturating_add(1);
            if joins {
                kept.1 = kept.1.max(next.1);
            }
            joins
        });
        let mut class = Class {
            ascii: [0; 2],
            negated,
            ascii_only,
            gate: None,
            fold,
            ranges,
            rules: others,
        };
        class.list_ascii();
        class
    }

    /// The code points that are in this set whether or not `\d`, `\s` and `\w` are limited to ASCII as `ascii` says.
    pub(super) fn gated(mut self, ascii: bool) -> Class {
        self.gate = (ascii != self.ascii_only).then_some(ascii);
        self.list_ascii();
        self
    }

    fn list_ascii(&mut self) {
        self.ascii = [0; 2];
        for point in 0..0x80u32 {
            let bit = u64::from(self.decide(point)) << (point & 63);
            self.ascii[(point >> 6) as usize] |= bit;
        }
    }

    /// The ASCII characters of the set, a bit each.
    pub(super) fn ascii(&self) -> u128 {
        u128::from(self.ascii[1]) << 64 | u128::from(self.ascii[0])
    }

    /// Whether the set holds a code point below 128.
    #[inline]
    pub(super) fn holds_ascii(&self, point: u32) -> bool {
        self.ascii[(point >> 6 & 1) as usize] >> (point & 63) & 1 != 0
    }

    /// Whether the set may hold anything beyond ASCII; never wrongly `false`.
    pub(super) fn may_hold_other(&self) -> bool {
        // The ASCII letters that others lower to, or share an upper case with.
        let joined = |first: u32, last: u32| {
            self.fold == Fold::Unicode
                && b"IKSiks"
                    .iter()
                    .any(|letter| (first..=last).contains(&u32::from(*letter)))
        };
        let wide = |first: u32, last: u32| last >= 0x80 || joined(first, last);
        self.negated
            || self.ranges.iter().any(|(first, last)| wide(*first, *last))
            || self.rules.iter().any(|rule| match *rule {
                Rule::Point(point) => wide(point, point),
                Rule::Range(first, last) | Rule::Lowered(first, last) => wide(first, last),
                Rule::Raised(..) => true,
                Rule::Category { negated, .. } => negated || !self.ascii_only,
            })
    }

    pub(super) fn contains(&self, point: u32) -> bool {
        if point < 0x80 {
            self.holds_ascii(point)
        } else {
            self.decide(point)
        }
    }

    fn decide(&self, point: u32) -> bool {
        let point = self.fold.lower(point);
        self.holds(point, self.ascii_only) && self.gate.is_none_or(|ascii| self.holds(point, ascii))
    }

    fn holds(&self, point: u32, ascii: bool) -> bool {
        let after = self.ranges.partition_point(|(first, _)| *first <= point);
        let ranged = after
            .checked_sub(1)
            .and_then(|index| self.ranges.get(index));
        let listed = ranged.is_some_and(|(_, last)| point <= *last);
        self.negated
            != (listed
                || self
                    .rules
                    .iter()
                    .any(|rule| self.obeys(point, *rule, ascii)))
    }

    fn obeys(&self, point: u32, rule: Rule, ascii: bool) -> bool {
        let within = |first: u32, last: u32, point: u32| (first..=last).contains(&point);
        match rule {
            Rule::Point(other) => point == other,
            Rule::Range(first, last) => within(first, last, point),
            Rule::Lowered(first, last) => lowers_from(first, last, point, self.fold),
            Rule::Raised(first, last) => {
                within(first, last, point) || within(first, last, unicode::upper(point))
            }
            Rule::Category { category, negated } => category.contains(point, ascii) != negated,
        }
    }
}

/// Whether a code point from `first` to `last` lowers to `point`, or to one of the same upper case.
fn lowers_from(first: u32, last: u32, point: u32, fold: Fold) -> bool {
    let inside = |point: u32| (first..=last).contains(&point);
    let reached = |lowered: u32| {
        let mut found = inside(lowered);
        match fold {
            Fold::Unicode => unicode::same_lower(lowered, |other| found |= inside(other)),
            _ => found |= matches!(lowered, 0x61..=0x7a) && inside(lowered.wrapping_sub(0x20)),
        }
        found
    };
    reached(point)
        || (fold == Fold::Unicode && same_upper(point).iter().any(|other| reached(*other)))
}

/// The classes of a pattern, each once.
#[derive(Clone, Debug, Default)]
pub(super) struct Classes {
    all: Vec<Class>,
    known: HashMap<Class, u32>,
}

impl Classes {
    pub(super) fn intern(&mut self, class: Class) -> u32 {
        if let Some(index) = self.known.get(&class) {
            return *index;
        }
        let index = self.all.len() as u32;
        self.all.push(class.clone());
        self.known.insert(class, index);
        index
    }

    pub(super) fn all(&self) -> &[Class] {
        &self.all
    }
}

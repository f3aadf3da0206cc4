//! Finding the rules that match a class without trying every rule.

use crate::approval::policy::Rule;
use hashbrown::HashMap;

/// The patterns of a policy as a tree of segments. A class is looked up in steps of its own length, however many rules
/// there are, as long as few of them match it.
pub(super) struct RuleIndex<'l> {
    rules: &'l [Rule],
    places: Vec<Place>,
    /// The place that a written-out segment leads to.
    children: HashMap<(u32, &'l str), u32>,
}

/// Where some leading segments of a pattern lead.
#[derive(Clone, Copy, Default)]
struct Place {
    /// Where `*` leads on.
    any: Option<u32>,
    /// The rule whose pattern ends here.
    ends: Option<u32>,
    /// The rule whose pattern ends one segment further, with a `*` that takes all the rest.
    tail: Option<u32>,
}

impl<'l> RuleIndex<'l> {
    pub(super) fn new(rules: &'l [Rule]) -> RuleIndex<'l> {
        let mut index = RuleIndex {
            rules,
            places: vec![Place::default()],
            children: HashMap::with_capacity(2 * rules.len()),
        };
        for (number, rule) in rules.iter().enumerate() {
            index.add(rule, number as u32);
        }
        index
    }

    fn add(&mut self, rule: &'l Rule, number: u32) {
        let pattern = rule.pattern.as_str();
        let (leading, tail) = split_tail(pattern);
        let mut at = 0;
        for segment in leading.split('.') {
            let next = self.places.len() as u32;
            let known = match segment {
                "*" => *self.place_mut(at).any.get_or_insert(next),
                _ => *self.children.entry((at, segment)).or_insert(next),
            };
            if known == next {
                self.places.push(Place::default());
            }
            at = known;
        }
        let place = self.place_mut(at);
        *(if tail {
            &mut place.tail
        } else {
            &mut place.ends
        }) = Some(number);
    }

    fn place_mut(&mut self, at: u32) -> &mut Place {
        &mut self.places[at as usize]
    }

    fn place(&self, at: u32) -> Place {
        self.places[at as usize]
    }

    fn rule(&self, number: u32) -> &'l Rule {
        &self.rules[number as usize]
    }

    /// The rules that match a class, in no order.
    pub(super) fn matching(&self, class: &str) -> Vec<&'l Rule> {
        let segments: Vec<&str> = class.split('.').collect();
        let mut found = Vec::new();
        // No place is reached twice, so this is bounded by the size of the tree.
        let mut ahead = vec![(0, 0)];
        while let Some((at, depth)) = ahead.pop() {
            let place = self.place(at);
            let Some(segment) = segments.get(depth) else {
                found.extend(place.ends.map(|number| self.rule(number)));
                continue;
            };
            found.extend(place.tail.map(|number| self.rule(number)));
            let child = self.children.get(&(at, *segment)).copied();
            ahead.extend(child.into_iter().chain(place.any).map(|at| (at, depth + 1)));
        }
        found
    }

    /// The rule whose key is exactly this text.
    pub(super) fn exact(&self, key: &str) -> Option<&'l Rule> {
        let (leading, tail) = split_tail(key);
        let mut at = 0;
        for segment in leading.split('.') {
            at = match segment {
                "*" => self.place(at).any?,
                _ => *self.children.get(&(at, segment))?,
            };
        }
        let place = self.place(at);
        let number = if tail { place.tail } else { place.ends };
        number.map(|number| self.rule(number))
    }

    /// The rules `P.*` where P is written out and begins a class, the shortest first.
    pub(super) fn literal_tails(&self, class: &str) -> Vec<&'l Rule> {
        let mut found = Vec::new();
        let mut at = 0;
        for segment in class.split('.') {
            found.extend(self.place(at).tail.map(|number| self.rule(number)));
            match self.children.get(&(at, segment)) {
                Some(child) => at = *child,
                None => break,
            }
        }
        found
    }
}

/// A pattern without a last `*` that takes all the rest, and whether it has one. A `*` that stands alone has nothing
/// before it and takes one segment.
fn split_tail(pattern: &str) -> (&str, bool) {
    match pattern.strip_suffix(".*") {
        Some(leading) => (leading, true),
        None => (pattern, false),
    }
}

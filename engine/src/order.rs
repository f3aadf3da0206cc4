//! Sorting, with one sort for all types.
//!
//! The standard library makes a sort of its own, some four kilobytes of wasm, for every type and comparison. Where lists
//! are short, or sorted once, the page is better off with one that is told through a pointer what comes first. What is
//! sorted in a hot loop keeps the standard library's.

use std::cmp::Ordering;

/// Sorts by a comparison. Equal elements keep their order.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut order: Vec<u32> = (0..items.len() as u32).collect();
    sort_indices(&mut order, &mut |a, b| {
        compare(&items[a as usize], &items[b as usize])
    });
    // What belongs at each place stands where its turn says: each cycle of such moves is walked once.
    for start in 0..order.len() {
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut order[at], at as u32) as usize;
            if from == start {
                break;
            }
            items.swap(at, from);
            at = from;
        }
    }
}

/// Sorts by keys. Equal elements keep their order.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

#[inline(never)]
fn sort_indices(order: &mut [u32], compare: &mut dyn FnMut(u32, u32) -> Ordering) {
    order.sort_by(|a, b| compare(*a, *b));
}

#[cfg(test)]
mod tests {
    use super::sort_by_key;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_sorts_as_the_standard_library_does(items: Vec<(u8, u16)>) {
            let mut sorted = items.clone();
            sort_by_key(&mut sorted, |item| item.0);
            let mut expected = items;
            expected.sort_by_key(|item| item.0);
            prop_assert_eq!(sorted, expected);
        }
    }
}

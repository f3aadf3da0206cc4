//! Windows: the rows of a long list that are in the page.

use std::ops::Range;

use crate::protocol::{ALL_ROWS, Window};

/// The rows of a list that a window shows.
pub fn cut(window: Window, length: usize) -> Range<usize> {
    if length <= ALL_ROWS as usize {
        return 0..length;
    }
    let count = (window.count as usize).min(length);
    let start = (window.offset as usize).min(length - count);
    start..start + count
}

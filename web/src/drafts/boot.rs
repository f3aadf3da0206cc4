//! Whether the last start came to an end. A start leaves a mark and takes it away once the page has answered about what
//! it began with; whoever finds the mark of an earlier start begins with more care.

use crate::storage;

/// The shape of a mark: one of another shape does not count.
const VERSION: u32 = 1;

/// How a page begins with what it finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Care {
    /// As always.
    #[default]
    None,
    /// The last start did not come to an end: texts are shown and not judged.
    ShowOnly,
    /// Nor did the one that only showed them: they go to the history.
    SetAside,
}

impl Care {
    const fn after(failed: u32) -> Care {
        match failed {
            0 => Care::None,
            1 => Care::ShowOnly,
            _ => Care::SetAside,
        }
    }
}

/// Leaves the mark of a tab's start, and tells with how much care it has to be done.
pub fn begin(tab: &str) -> Care {
    let Some(storage) = storage::local() else {
        return Care::None;
    };
    let failed = storage.get_item(&key(tab)).ok().flatten();
    let failed = failed.and_then(|mark| read(&mark)).unwrap_or(0);
    // A start that cannot be marked is a start like any other.
    let _ = storage.set_item(&key(tab), &write(failed.saturating_add(1)));
    Care::after(failed)
}

/// Takes the mark away: the page is there, or it was left by a person.
pub fn end(tab: &str) {
    if let Some(storage) = storage::local() {
        let _ = storage.remove_item(&key(tab));
    }
}

fn key(tab: &str) -> String {
    format!("stepgate.start.{tab}")
}

/// How many starts a mark counts.
fn read(mark: &str) -> Option<u32> {
    let (version, starts) = mark.split_once(' ')?;
    (version.parse() == Ok(VERSION)).then(|| starts.parse().ok())?
}

fn write(starts: u32) -> String {
    format!("{VERSION} {starts}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn each_failed_start_asks_for_more_care() {
        let cares = [0, 1, 2, 9].map(Care::after);
        assert_eq!(
            cares,
            [Care::None, Care::ShowOnly, Care::SetAside, Care::SetAside]
        );
    }

    #[wasm_bindgen_test]
    fn only_a_mark_counts() {
        assert_eq!(read(&write(3)), Some(3));
        for other in ["", "1", "2 1", "1 x", "1 -1", "{\"version\":1}"] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}

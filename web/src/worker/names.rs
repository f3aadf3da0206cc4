//! The names of characters that a program holds, or does not.

use std::cell::Cell;

use stepgate_engine::pattern::CharacterNames;

/// The names that a program holds; without any, it remembers that one was asked for.
pub struct Names {
    held: Option<&'static dyn CharacterNames>,
    missed: Cell<bool>,
}

impl Names {
    /// What a program holds.
    pub fn new(held: Option<&'static dyn CharacterNames>) -> Names {
        Names {
            held,
            missed: Cell::new(false),
        }
    }

    /// Forgets what was asked for.
    pub fn forget(&self) {
        self.missed.set(false);
    }

    /// Whether a name was asked for and there were none: what came of it counts for nothing.
    pub fn were_missed(&self) -> bool {
        self.missed.get()
    }
}

impl CharacterNames for Names {
    fn named(&self, name: &str) -> Option<u32> {
        match self.held {
            Some(held) => held.named(name),
            None => {
                self.missed.set(true);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::extent::Extent;
    use stepgate_engine::arh::Policy;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn policy(pattern: &str) -> String {
        format!(r#"{{"policy_id": "p", "unsafe_patterns": ["{pattern}"]}}"#)
    }

    #[wasm_bindgen_test]
    fn only_a_pattern_that_names_a_character_needs_more() {
        for (pattern, misses) in [
            ("a", false),
            ("N{DIGIT ONE}", false),
            (r"\\N{DIGIT ONE}", true),
            (r"\u005c\u004E{DIGIT ONE}", true),
            (r"[\\N{DIGIT ONE}]", true),
            (r"\\N{NO SUCH NAME}", true),
        ] {
            let small = Names::new(Extent::arh_only().names);
            let _ = Policy::parse_naming(&policy(pattern), &small);
            assert_eq!(small.were_missed(), misses, "{pattern}");
            let whole = Names::new(Extent::whole().names);
            let _ = Policy::parse_naming(&policy(pattern), &whole);
            assert!(!whole.were_missed(), "{pattern}");
        }
    }
}

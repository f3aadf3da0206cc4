//! How much of the engine a worker's program holds.

use std::cell::Cell;
use std::rc::Rc;

use stepgate_engine::approval::Harness;
use stepgate_engine::arh::{Report, Trace};
use stepgate_engine::pattern::{AllNames, CharacterNames};
use stepgate_engine::share::{FindingId, GateOf, GateVerdict, Reproduction};

use super::gate::Gate;
use crate::protocol::{DecisionRow, GateAnswer, GateJudged, GateQuestion, Sealed};

/// What a program holds besides what judges by an ARH policy. A part that is named by one program only is not in the
/// wasm of the other.
pub struct Extent {
    /// The names of characters that patterns may use.
    pub names: Option<&'static dyn CharacterNames>,
    /// What answers about an APPROVAL.md.
    pub gate: Option<Box<dyn Gatekeeper>>,
}

impl Extent {
    /// Of the page's own program: nothing.
    pub fn small() -> Extent {
        Extent {
            names: None,
            gate: None,
        }
    }

    /// Of the program with the whole engine.
    pub fn whole() -> Extent {
        Extent {
            names: Some(&AllNames),
            gate: Some(Box::new(Gate::default())),
        }
    }
}

/// What answers about an APPROVAL.md and the trace beside it.
pub trait Gatekeeper {
    /// Reads the policy, unless it is the last one again, and replays the trace through its gate. `edition` tells texts
    /// apart.
    fn judge(&mut self, text: &str, edition: u32, trace: Option<&Rc<Trace>>, harness: Harness);
    /// Nothing is written in the APPROVAL.md.
    fn forget(&mut self);
    /// What the page is told about the last judgement.
    fn judged(&self) -> Option<Sealed<GateJudged>>;
    /// Answers a question of a view. `before` gives the text as it was before it was last edited, `report` is the verdict
    /// on the trace by an ARH policy.
    fn answer(
        &mut self,
        question: Sealed<GateQuestion>,
        report: Option<&Report>,
        before: &dyn Fn() -> Option<String>,
    ) -> Option<Sealed<GateAnswer>>;
    /// What the gate of a harness says of the trace.
    fn verdict(&self, harness: Harness) -> Option<GateVerdict>;
    /// The id of the decision on a step of the trace.
    fn decision_id(&self, step: u32) -> Option<FindingId>;
    /// The decision with an id.
    fn decision(&self, id: FindingId) -> Option<Sealed<DecisionRow>>;
    /// The id of the decision on a step of a copy: what is replaced there changes no step's place.
    fn decision_id_in(&self, copy: &Reproduction, step: u32) -> Option<FindingId>;
    /// What judges a copy.
    fn of_copy(&self) -> GateOf;
}

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
            let small = Names::new(Extent::small().names);
            let _ = Policy::parse_naming(&policy(pattern), &small);
            assert_eq!(small.were_missed(), misses, "{pattern}");
            let whole = Names::new(Extent::whole().names);
            let _ = Policy::parse_naming(&policy(pattern), &whole);
            assert!(!whole.were_missed(), "{pattern}");
        }
    }
}

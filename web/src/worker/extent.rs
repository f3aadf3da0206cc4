//! How much of the engine a worker's program holds.

use stepgate_engine::pattern::{AllNames, CharacterNames};

use super::gate::Gate;
use super::gatekeeper::Gatekeeper;

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
    pub fn arh_only() -> Extent {
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

//! APPROVAL.md: a policy in a fenced block of a markdown text, and what its gate says about classes and tools.
//!
//! Data flows one way: text, the one block (`block`), YAML with positions ([`crate::source::yaml`]), the closed schema
//! and the checks after it ([`load`]), typed policy ([`policy`]). A text that does not load is a value like one that
//! does: its [`Failure`] says what to mend, and every class is manual.
//!
//! From there, a class is resolved by its rules ([`classes`]), a tool's name is mapped to a class ([`tools`]) unless its
//! harness claims it ([`harness`]), and the gate answers a call or replays a whole trace ([`gate`]). [`explain`] says how
//! an answer came about, [`diff`] what another version answers differently, [`hints`] what may surprise.

pub mod autonomy;
mod beside;
mod block;
pub mod classes;
pub mod diff;
pub mod explain;
pub mod gate;
pub mod harness;
pub mod hints;
pub mod load;
mod meaning;
mod outcome;
pub mod policy;
mod schema;
pub mod tools;
pub mod words;

pub use autonomy::Level;
pub use beside::{Beside, Disagreement, beside};
pub use classes::{Classes, Reversible};
pub use gate::Gate;
pub use harness::Harness;
pub use load::{Failure, FailureCode, Form, Load, LoadError, Note, OlderReader, detect};
pub use meaning::{Meaning, meaning};
pub use outcome::Outcome;
pub use policy::Policy;

/// Whether JavaScript counts a character as whitespace, which the reference's patterns go by.
fn is_script_space(letter: char) -> bool {
    matches!(
        letter,
        '\t'..='\r'
            | ' '
            | '\u{a0}'
            | '\u{1680}'
            | '\u{2000}'..='\u{200a}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{202f}'
            | '\u{205f}'
            | '\u{3000}'
            | '\u{feff}'
    )
}

//! APPROVAL.md: a policy in a fenced block of a markdown text, and what its gate says about classes and tools.
//!
//! Data flows one way: text, the one block ([`block`]), YAML with positions ([`crate::source::yaml`]), the closed
//! schema and the checks after it ([`load`]), typed policy ([`policy`]). A text that does not load is a value like one
//! that does: its [`Failure`] says what to mend, and every class is manual.

pub mod autonomy;
mod block;
pub mod load;
pub mod policy;

pub use autonomy::Level;
pub use load::{Failure, FailureCode, Form, Load, LoadError, Note, detect};
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

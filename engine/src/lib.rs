//! The Stepgate engine: text in, report out.
#![forbid(unsafe_code)]

pub mod arh;
pub mod source;

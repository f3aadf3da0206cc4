//! Documents with positions: text in, a tree out in which every value knows its place.

mod text;

pub use text::{CodePoints, Text, TextBuf, decode, push_code_point};

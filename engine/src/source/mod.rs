//! Documents with positions: text in, a tree out in which every value knows its place.

mod document;
mod escape;
mod format;
mod lines;
mod number;
mod place;
mod pointer;
mod python;
mod reader;
mod text;
mod tree;
pub mod yaml;

pub use document::{Document, Member, NodeId, RepeatedKey};
pub use format::format_document;
pub use number::{Integer, Number};
pub use reader::SyntaxError;
pub use text::{CodePoints, Text, TextBuf, decode, push_code_point};
pub use tree::Kind;

pub(crate) use lines::Lines;
pub(crate) use number::read_double;
pub(crate) use place::PlaceIndex;
pub(crate) use pointer::push_token;
pub(crate) use python::{
    double_repr, float_from_text, is_blank, is_truthy, printed, type_name, write_json_ascii,
};

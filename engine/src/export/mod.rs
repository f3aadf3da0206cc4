//! Reports for other programs and for people, one file a format.

mod embed;
mod issue;
mod json;
mod markdown;

pub use embed::embed_snippet;
pub use issue::issue_body;
pub use json::{LoneSurrogates, ReportEntry};
pub use markdown::markdown_link;

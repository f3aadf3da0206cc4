//! What the page is made of, one component a file.

mod app;
mod by_hand;
mod clear;
mod dialog;
mod difference;
mod filters;
mod findings;
mod frame;
mod help;
mod hints;
mod history;
mod menu;
mod notice;
mod numbers;
mod overview;
mod pane_head;
mod problem;
mod prose;
mod redaction;
mod row;
mod rule_help;
mod safe_start;
mod saving;
mod scores;
mod share;
mod shared_verdict;
mod splitter;
mod steps;
mod tabs;
mod toolbar;
mod verdict;
mod welcome;
mod window;

pub use app::App;
pub use frame::start as start_frame;

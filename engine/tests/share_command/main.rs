//! `stepgate share`, there and back, and the links of `stepgate validate`.
#![cfg(feature = "cli")]
#![expect(clippy::panic, reason = "a test that cannot run the command fails")]

#[path = "../common/mod.rs"]
mod common;

mod approval;
mod files;
mod redaction;
mod validate;

use stepgate_engine::share::{Fragment, Reproduction, read_fragment};

const BASE: &str = "https://stepgate.example/";

fn opened(link: &str) -> Reproduction {
    match read_fragment(link.trim()) {
        Ok(Fragment::Reproduction(opened)) => opened.reproduction,
        other => panic!("{link}: {other:?}"),
    }
}

/// The links among the lines of an output.
fn links(text: &str) -> Vec<Reproduction> {
    let lines = text
        .lines()
        .filter_map(|line| line.strip_prefix("  link: "));
    lines.map(opened).collect()
}

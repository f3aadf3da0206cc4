//! Decision paths in the page's words.

use stepgate_engine::approval::explain::{Explanation, LineKind, explain, explain_tool};
use stepgate_engine::approval::{Harness, Load, Reversible, meaning};

use crate::protocol::{LineRow, PathView};

/// How calls of a tool come to their decision.
pub fn of_tool(load: &Load, harness: Harness, tool: &str) -> PathView {
    let explanation = explain_tool(load, harness, tool, Reversible::NotStated);
    path(load, false, tool, &explanation)
}

/// What would become of a tool, a class, or either.
pub fn of_text(load: &Load, harness: Harness, text: &str, irreversible: bool) -> Vec<PathView> {
    let reversible = match irreversible {
        true => Reversible::No,
        false => Reversible::NotStated,
    };
    let meaning = meaning(load, harness, text);
    let mut paths = Vec::new();
    if meaning.tool {
        let explanation = explain_tool(load, harness, text, reversible);
        paths.push(path(load, false, text, &explanation));
    }
    if meaning.class {
        let explanation = explain(load, text, reversible);
        paths.push(path(load, true, text, &explanation));
    }
    paths
}

fn path(load: &Load, is_class: bool, name: &str, explanation: &Explanation) -> PathView {
    let lines = explanation.lines.iter().map(|line| LineRow {
        text: line.text.clone(),
        is_candidate: line.kind == LineKind::Candidate,
        clause: line.node.map(|node| {
            let place = load.place(node);
            (place.pointer, place.range.into())
        }),
    });
    PathView {
        is_class,
        name: name.to_owned(),
        outcome: explanation.outcome,
        lines: lines.collect(),
    }
}

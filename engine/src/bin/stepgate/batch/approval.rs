//! Questions about an APPROVAL.md, one a line: whether it loads, what a class resolves to, what a tool comes to.

use super::{field_text, options_problem, request_problem};
use crate::approval::answers::{DecisionEntry, LoadEntry, ResolutionEntry};
use serde::Serialize;
use serde_json::Value;
use stepgate_engine::Problem;
use stepgate_engine::approval::{Classes, Form, Gate, Harness, Load, Reversible};
use stepgate_engine::source::{Document, Kind, NodeId};

#[derive(Serialize)]
struct Resolved<'a> {
    load: LoadEntry<'a>,
    #[serde(flatten)]
    resolution: ResolutionEntry<'a>,
}

#[derive(Serialize)]
struct Decided<'a> {
    load: LoadEntry<'a>,
    #[serde(flatten)]
    decision: DecisionEntry<'a>,
}

/// Answers a request of a kind.
pub fn answer(request: &Document, kind: NodeId) -> Result<Value, Problem> {
    let asked = request.string(kind).and_then(|kind| kind.as_str());
    let result = match asked {
        Some("load" | "schema" | "fence" | "delegation") => {
            serde_json::to_value(LoadEntry::new(&read(request)?))
        }
        Some("resolve") => {
            let load = read(request)?;
            let class = field_text(request, "class")?;
            let resolution = Classes::new(&load).resolve(&class, reversible(request)?);
            serde_json::to_value(Resolved {
                load: LoadEntry::new(&load),
                resolution: ResolutionEntry::new(&resolution),
            })
        }
        Some("tool") => {
            let load = read(request)?;
            let tool = field_text(request, "tool")?;
            let gate = Gate::new(&load, harness(request)?);
            serde_json::to_value(Decided {
                load: LoadEntry::new(&load),
                decision: DecisionEntry::new(&load, &gate.decide(tool)),
            })
        }
        _ => {
            return Err(options_problem(
                request,
                kind,
                "/kind",
                "`kind` must be \"load\", \"schema\", \"fence\", \"delegation\", \"resolve\" or \"tool\", or absent",
            ));
        }
    };
    result.map_err(|error| request_problem(&format!("the answer cannot be written: {error}")))
}

/// The policy of a request: a whole text, or `{"yaml": "…"}` for the block's YAML alone.
fn read(request: &Document) -> Result<Load, Problem> {
    let root = request.root();
    let bare = request
        .get(root, "policy")
        .and_then(|policy| request.get(policy, "yaml"));
    Ok(match bare.and_then(|yaml| request.string(yaml)) {
        Some(yaml) => Load::read(yaml.to_well_formed(), Form::BareYaml),
        None => Load::read(field_text(request, "policy")?, Form::Markdown),
    })
}

fn reversible(request: &Document) -> Result<Reversible, Problem> {
    let Some(node) = request.get(request.root(), "reversible") else {
        return Ok(Reversible::NotStated);
    };
    match request.kind(node) {
        Kind::True => Ok(Reversible::Yes),
        Kind::False => Ok(Reversible::No),
        Kind::Null => Ok(Reversible::NotStated),
        _ => Err(options_problem(
            request,
            node,
            "/reversible",
            "`reversible` must be true, false or absent",
        )),
    }
}

fn harness(request: &Document) -> Result<Harness, Problem> {
    let Some(node) = request.get(request.root(), "harness") else {
        return Ok(Harness::default());
    };
    let name = request.string(node).and_then(|name| name.as_str());
    name.and_then(Harness::from_name).ok_or_else(|| {
        options_problem(
            request,
            node,
            "/harness",
            "`harness` must be \"claude-code\" or \"hermes\"",
        )
    })
}

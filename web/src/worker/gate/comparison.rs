//! The comparison with another version of the policy, in the page's words.

use std::rc::Rc;

use js_sys::JsString;
use stepgate_engine::approval::diff::{Answer, Change, Difference, Direction, Probe, compare};
use stepgate_engine::approval::tools::ToolVerdict;
use stepgate_engine::approval::{Harness, Load};
use wasm_bindgen::JsCast;

use super::window::cut;
use crate::protocol::{
    AnswerView, ChangeRow, ComparisonRow, ComparisonView, MOST_CHANGES, Version, Window,
};

/// The version that was last compared with, as it was read.
#[derive(Default)]
pub struct Compared(Option<(String, Rc<Load>)>);

impl Compared {
    /// Compares another version with the policy.
    ///
    /// # Errors
    /// A sentence: there is no other version.
    pub fn with(
        &mut self,
        version: &Version,
        before: &dyn Fn() -> Option<String>,
        load: &Load,
        harness: Harness,
        window: Window,
    ) -> Result<ComparisonView, String> {
        let text = match version {
            Version::Text(text) => text.dyn_ref::<JsString>().map(String::from),
            Version::BeforeLastEdit => before(),
        };
        let Some(text) = text else {
            return Err("The policy has not been edited since the page was opened.".to_owned());
        };
        if text.trim_ascii().is_empty() {
            return Err("The other version is empty: paste its text or open its file.".to_owned());
        }
        let other = self.read(text);
        let comparison = compare(&other, load, harness);
        let shown = cut(window, comparison.differences.len());
        let rows = comparison.differences.get(shown.clone());
        let changes = comparison.changes.iter().take(MOST_CHANGES);
        Ok(ComparisonView {
            counts: [
                Direction::Loosened,
                Direction::Mixed,
                Direction::Tightened,
                Direction::Same,
            ]
            .map(|direction| comparison.count(direction) as u32),
            failures: [&other, load].map(|load| {
                let failure = load.policy().err()?;
                Some(format!("{}: {}", failure.code.name(), failure.message))
            }),
            offset: shown.start as u32,
            matching: comparison.differences.len() as u32,
            rows: rows
                .unwrap_or_default()
                .iter()
                .map(|difference| row(load, difference))
                .collect(),
            changes: changes.map(change).collect(),
            more_changes: comparison.changes.len().saturating_sub(MOST_CHANGES) as u32,
            overlaps_left_out: comparison.overlaps_left_out,
        })
    }

    fn read(&mut self, text: String) -> Rc<Load> {
        match &self.0 {
            Some((read, load)) if *read == text => Rc::clone(load),
            _ => {
                let load = Rc::new(Load::of_text(text.as_str()));
                self.0 = Some((text, Rc::clone(&load)));
                load
            }
        }
    }
}

fn row(load: &Load, difference: &Difference) -> ComparisonRow {
    let Difference {
        probe,
        before,
        after,
        ..
    } = difference;
    let node = match after.verdict {
        Some(ToolVerdict::Mapped { entry, .. }) => Some(entry.node),
        Some(_) => None,
        None => after.ruling.and_then(|ruling| Some(ruling.matched?.node)),
    };
    ComparisonRow {
        direction: difference.direction.name().to_owned(),
        is_tool: matches!(probe, Probe::Tool(_) | Probe::OtherTools),
        name: probe.name().map(str::to_owned),
        before: answer(before),
        after: answer(after),
        range: node.map(|node| {
            let place = load.place(node);
            place.range.into()
        }),
    }
}

fn answer(answer: &Answer) -> AnswerView {
    let as_is = answer.as_is();
    let mut from = match answer.class {
        Some(class) => format!("class `{class}`"),
        None => as_is.origin,
    };
    if answer.verdict.is_none() && answer.may_request {
        from.push_str("; agents may ask for it");
    }
    AnswerView {
        as_is: as_is.level,
        irreversible: answer.if_irreversible().level,
        from,
    }
}

fn change(change: &Change) -> ChangeRow {
    ChangeRow {
        path: change.path.clone(),
        before: change.before.clone(),
        after: change.after.clone(),
        dangling: change.dangling,
    }
}

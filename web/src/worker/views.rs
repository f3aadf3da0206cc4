//! What the views of the gate ask.

mod comparison;
mod path;

use std::rc::Rc;

use stepgate_engine::approval::{self, Disagreement, Harness, Load};
use stepgate_engine::arh::{Report, Trace};

use super::gate::Gated;
use super::strip::strip;
use crate::protocol::{BesideRow, BesideView, GateAnswer, GateQuestion, MOST_BESIDE};
use comparison::Compared;

/// What a question is about: the documents as they were last judged.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The APPROVAL.md.
    pub load: &'a Rc<Load>,
    /// What the gate says.
    pub gated: &'a Gated,
    /// Whose gate it is.
    pub harness: Harness,
    /// The trace, if it is valid.
    pub trace: Option<&'a Trace>,
    /// The verdict on it by an ARH policy.
    pub report: Option<&'a Report>,
}

/// What is remembered between two questions.
#[derive(Default)]
pub struct Views {
    compared: Compared,
}

impl Views {
    /// Answers a question. `before` gives the APPROVAL.md as it was before it was last edited.
    pub fn answer(
        &mut self,
        subject: Option<Subject<'_>>,
        before: impl FnOnce() -> Option<String>,
        question: GateQuestion,
    ) -> GateAnswer {
        let Some(subject) = subject else {
            return GateAnswer::Nothing;
        };
        let Subject { load, harness, .. } = subject;
        match question {
            GateQuestion::Decisions { query } => {
                subject.trace.map_or(GateAnswer::Nothing, |trace| {
                    GateAnswer::Decisions(subject.gated.decisions(&query, trace))
                })
            }
            GateQuestion::Classes { window } => {
                GateAnswer::Classes(subject.gated.classes(window, load, subject.trace))
            }
            GateQuestion::Locate { query, step } => GateAnswer::Located(
                subject
                    .trace
                    .and_then(|trace| subject.gated.locate(&query, trace, step)),
            ),
            GateQuestion::Call { tool } => {
                GateAnswer::Paths(vec![path::of_tool(load, harness, &tool)])
            }
            GateQuestion::Try { text, irreversible } => {
                GateAnswer::Paths(path::of_text(load, harness, text.trim(), irreversible))
            }
            GateQuestion::Comparison { with, window } => GateAnswer::Comparison(
                self.compared
                    .with(&with, before, load, harness, window)
                    .map(Box::new),
            ),
            GateQuestion::Steps => subject.trace.map_or(GateAnswer::Nothing, |trace| {
                let outcomes = subject.gated.outcomes();
                GateAnswer::Steps(Box::new(strip(trace, subject.report, outcomes)))
            }),
            GateQuestion::Beside => match (subject.trace, subject.report) {
                (Some(trace), Some(report)) => {
                    GateAnswer::Beside(beside(subject.gated, trace, report))
                }
                _ => GateAnswer::Nothing,
            },
        }
    }
}

/// The steps about which the gate and a report differ.
fn beside(gated: &Gated, trace: &Trace, report: &Report) -> BesideView {
    let steps = approval::beside(gated.outcomes(), report);
    let rows = steps.iter().take(MOST_BESIDE).filter_map(|beside| {
        let step = trace.steps().get(beside.step as usize)?;
        let place = trace.place(step.node);
        let finding = beside
            .finding
            .and_then(|at| report.findings.get(at as usize));
        let tool = trace.tool_name(step);
        Some(BesideRow {
            step: (beside.step, trace.step_id(step).to_string()),
            range: [place.range.0, place.range.1],
            tool: tool.map(|name| name.to_string()).unwrap_or_default(),
            outcome: beside.outcome,
            only_gate: beside.disagreement == Disagreement::OnlyGateRefuses,
            rule: finding.map(|finding| finding.rule.rule().id.to_owned()),
        })
    });
    BesideView {
        rows: rows.collect(),
        more: steps.len().saturating_sub(MOST_BESIDE) as u32,
    }
}

//! What the views of the gate ask.

use std::rc::Rc;

use stepgate_engine::approval::{self, Disagreement, Harness, Load};
use stepgate_engine::arh::{Report, Trace};

use super::comparison::Compared;
use super::path;
use super::replayed::Replayed;
use crate::protocol::{BesideRow, BesideView, GateAnswer, GateQuestion, MOST_BESIDE};
use crate::worker::strip::strip;

/// What a question is about: the documents as they were last judged.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The APPROVAL.md.
    pub load: &'a Rc<Load>,
    /// What the gate says.
    pub replayed: &'a Replayed,
    /// Whose gate it is.
    pub harness: Harness,
    /// The trace, if it is valid.
    pub trace: Option<&'a Trace>,
    /// The verdict on it by an ARH policy.
    pub report: Option<&'a Report>,
}

impl Subject<'_> {
    /// Answers a question; none where it is about a trace or a report that is not there. `before` gives the APPROVAL.md
    /// as it was before it was last edited.
    pub fn answer(
        self,
        question: GateQuestion,
        before: &dyn Fn() -> Option<String>,
        compared: &mut Compared,
    ) -> Option<GateAnswer> {
        let Subject {
            load,
            replayed,
            harness,
            trace,
            report,
        } = self;
        Some(match question {
            GateQuestion::Decisions { query } => {
                GateAnswer::Decisions(replayed.decisions(&query, trace?))
            }
            GateQuestion::Classes { window } => {
                GateAnswer::Classes(replayed.classes(window, load, trace))
            }
            GateQuestion::Locate { query, step } => {
                GateAnswer::Located(trace.and_then(|trace| replayed.locate(&query, trace, step)))
            }
            GateQuestion::Call { tool } => {
                GateAnswer::Paths(vec![path::of_tool(load, harness, &tool)])
            }
            GateQuestion::Try { text, irreversible } => {
                GateAnswer::Paths(path::of_text(load, harness, text.trim(), irreversible))
            }
            GateQuestion::Comparison { with, window } => {
                let comparison = compared.with(&with, before, load, harness, window);
                GateAnswer::Comparison(comparison.map(Box::new))
            }
            GateQuestion::Steps => {
                GateAnswer::Steps(Box::new(strip(trace?, report, replayed.outcomes())))
            }
            GateQuestion::Beside => GateAnswer::Beside(beside(replayed, trace?, report?)),
        })
    }
}

/// The steps about which the gate and a report differ.
fn beside(replayed: &Replayed, trace: &Trace, report: &Report) -> BesideView {
    let steps = approval::beside(replayed.outcomes(), report);
    let rows = steps.iter().take(MOST_BESIDE).filter_map(|beside| {
        let step = trace.steps().get(beside.step as usize)?;
        let place = trace.place(step.node);
        let finding = beside
            .finding
            .and_then(|at| report.findings.get(at as usize));
        let tool = trace.tool_name(step);
        Some(BesideRow {
            step: (beside.step, trace.step_id(step).to_string()),
            range: place.range.into(),
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

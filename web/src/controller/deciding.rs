//! Deciding: what the gate's views ask for, and from a decision to its step and its clause.

use super::Controller;
use crate::dom;
use crate::editors::{self, Place};
use crate::protocol::{
    Answer, DecisionRow, Document, GateAnswer, GateQuestion, Opaque, Request, System,
};
use crate::state::{Action, View};

impl Controller {
    /// Asks something about the gate; none when there is no answer, which the verdict then tells.
    pub async fn at_gate(&self, question: GateQuestion) -> Option<GateAnswer> {
        match self
            .asked(Request::Gate {
                question: Opaque::of(&question)?,
            })
            .await
        {
            Ok(Answer::Gate { answer }) => answer?.open(),
            _ => None,
        }
    }

    /// Follows a decision: the trace's editor goes to its step, and that of the policy lights the clause that decided. The
    /// view of one of the two takes the focus.
    pub fn follow_decision(&self, row: &DecisionRow, view: Option<View>) {
        self.dispatch(Action::Outdated);
        self.lead_to_decision(row, view);
    }

    /// Chooses a decision, and goes nowhere.
    pub fn decide(&self, row: &DecisionRow) {
        self.dispatch(Action::Decided(row.clone()));
    }

    /// Follows a decision, while what was said stands.
    pub(super) fn lead_to_decision(&self, row: &DecisionRow, view: Option<View>) {
        self.decide(row);
        let decision = &row.decision;
        let clause = decision.clause.or(decision.mapping).map(Place::Replayed);
        let clause = clause.filter(|clause| editors::reaches(Document::Approval, *clause));
        let step = Place::Replayed(row.step_range);
        if !editors::reaches(Document::Trace, step) {
            return self.gone(Document::Trace);
        }
        if view == Some(View::Policy) {
            if clause.is_none() {
                return self.gone(Document::Approval);
            }
            self.show_system(System::Approval);
        }
        if let Some(view) = view {
            self.bring_to_front(view);
        }
        // The view that is to show it must be in front before anything can scroll or take the focus.
        dom::next_frame(move || {
            editors::light(Document::Trace, step, false);
            editors::reveal(Document::Trace, step, view == Some(View::Trace));
            match clause {
                Some(clause) => editors::light(Document::Approval, clause, true),
                None => editors::unlight(Document::Approval),
            }
            if let (Some(View::Policy), Some(clause)) = (view, clause) {
                editors::reveal(Document::Approval, clause, true);
            }
        });
    }
}

//! What a link remembers: the finding or the decision that it points at, and the verdict that it was shared with.

use super::super::Controller;
use crate::protocol::{Answer, DecisionRow, Opaque, Query, Recall, Request, Row, System};
use crate::state::{Action, SharedVerdict};

impl Controller {
    /// Opens the finding or the decision that a link points at, and tells if today's verdict is another one.
    pub(super) async fn recall(&self, recall: Recall) {
        let verdicts = [&recall.verdict, &recall.gate];
        if recall.finding.is_none() && verdicts.iter().all(|verdict| verdict.is_none()) {
            return;
        }
        if recall.finding.is_some() && self.query() != Query::default() {
            self.ask(Query::default());
        }
        let (query, points) = (Query::default(), recall.finding.is_some());
        let engine = recall.engine.clone();
        let turn = self.0.links.turn.get();
        let answer = self.asked(Request::Recall { query, recall }).await;
        let Ok(Answer::Recalled { recalled }) = answer else {
            return;
        };
        if self.0.links.turn.get() != turn {
            // It is about what was there before.
            return;
        }
        if !self.lead_to_recalled(recalled.row, recalled.decision) && points {
            let what = match self.systems().shown {
                System::Arh => "finding",
                System::Approval => "decision",
            };
            self.say(format!(
                "The {what} that this link points at is not among today's {what}s."
            ));
        }
        self.dispatch(Action::Remembered(
            recalled
                .difference
                .map(|difference| SharedVerdict { engine, difference }),
        ));
    }

    /// Leads to the finding that was found again, with its place among the rows, or to the decision; false where there is
    /// neither.
    pub(in crate::controller) fn lead_to_recalled(
        &self,
        finding: Option<(Row, u32)>,
        decision: Option<Opaque<DecisionRow>>,
    ) -> bool {
        match (finding, decision.and_then(Opaque::open)) {
            (Some((row, place)), _) => {
                self.lead_to(&row, None);
                self.dispatch(Action::Located(place));
            }
            (None, Some(decision)) => self.lead_to_decision(&decision, None),
            (None, None) => return false,
        }
        true
    }
}

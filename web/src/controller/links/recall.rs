//! What a link remembers: the finding that it points at, and the verdict that it was shared with.

use super::super::Controller;
use crate::protocol::{Answer, Query, Recall, Request};
use crate::state::{Action, SharedVerdict};

impl Controller {
    /// Opens the finding that a link points at, and tells if today's verdict is another one.
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
        let Some(Answer::Recalled { recalled }) = answer else {
            return;
        };
        if self.0.links.turn.get() != turn {
            // It is about what was there before.
            return;
        }
        match (recalled.row, recalled.decision) {
            (Some((row, place)), _) => {
                self.lead_to(&row, None);
                self.dispatch(Action::Located(place));
            }
            (None, Some(decision)) => self.lead_to_decision(&decision, None),
            (None, None) if points => self.say(
                "The finding that this link points at is not among today's findings.".to_owned(),
            ),
            (None, None) => {}
        }
        self.dispatch(Action::Remembered(
            recalled
                .difference
                .map(|difference| SharedVerdict { engine, difference }),
        ));
    }
}

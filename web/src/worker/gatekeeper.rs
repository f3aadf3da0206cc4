//! What the session asks about an APPROVAL.md.
//!
//! There is one implementation, [`super::gate::Gate`], behind a trait object: a program that never makes one does not hold
//! its code.

use std::rc::Rc;

use stepgate_engine::approval::Harness;
use stepgate_engine::arh::{Report, Trace};
use stepgate_engine::share::{FindingId, GateOf, GateVerdict, Reproduction};

use crate::protocol::{DecisionRow, GateAnswer, GateJudged, GateQuestion, Opaque};

/// What answers about an APPROVAL.md and the trace beside it.
pub trait Gatekeeper {
    /// Reads the policy, unless it is the last one again, and replays the trace through its gate. `edition` tells texts
    /// apart.
    fn judge(&mut self, text: &str, edition: u32, trace: Option<&Rc<Trace>>, harness: Harness);
    /// Nothing is written in the APPROVAL.md.
    fn forget(&mut self);
    /// What the page is told about the last judgement.
    fn judged(&self) -> Option<Opaque<GateJudged>>;
    /// Answers a question of a view. `before` gives the text as it was before it was last edited, `report` is the verdict
    /// on the trace by an ARH policy.
    fn answer(
        &mut self,
        question: Opaque<GateQuestion>,
        report: Option<&Report>,
        before: &dyn Fn() -> Option<String>,
    ) -> Option<Opaque<GateAnswer>>;
    /// What the gate of a harness says of the trace.
    fn verdict(&self, harness: Harness) -> Option<GateVerdict>;
    /// The id of the decision on a step of the trace.
    fn decision_id(&self, step: u32) -> Option<FindingId>;
    /// The decision with an id.
    fn decision(&self, id: FindingId) -> Option<Opaque<DecisionRow>>;
    /// The id of the decision on a step of a copy: what is replaced there changes no step's place.
    fn decision_id_in(&self, copy: &Reproduction, step: u32) -> Option<FindingId>;
    /// What judges the text of a copy.
    fn verdict_of_text(&self) -> GateOf;
}

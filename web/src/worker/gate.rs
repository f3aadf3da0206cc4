//! What a worker with the whole engine answers about an APPROVAL.md. Nothing outside names what is in here, but for
//! [`Extent::whole`](super::extent::Extent::whole): so it is not in the wasm of the page.

mod answers;
mod comparison;
mod path;
mod replayed;
mod rows;
mod window;

use std::rc::Rc;

use stepgate_engine::approval::{self, Harness, Load};
use stepgate_engine::arh::{Report, Trace};
use stepgate_engine::share::{self, FindingId, GateOf, GateVerdict, Reproduction};

use super::gatekeeper::Gatekeeper;
use crate::protocol::{DecisionRow, GateAnswer, GateJudged, GateQuestion, Opaque};
use answers::Subject;
use comparison::Compared;
use replayed::Replayed;

/// The gate of the APPROVAL.md as it was last judged.
#[derive(Default)]
pub struct Gate {
    judged: Option<Judged>,
    compared: Compared,
}

/// A policy, and what its gate says of a trace.
struct Judged {
    /// Tells the policy's text from others.
    edition: u32,
    load: Rc<Load>,
    harness: Harness,
    trace: Option<Rc<Trace>>,
    replayed: Replayed,
}

impl Gatekeeper for Gate {
    fn judge(&mut self, text: &str, edition: u32, trace: Option<&Rc<Trace>>, harness: Harness) {
        let known = self.judged.take().filter(|it| it.edition == edition);
        let load = known.map_or_else(|| Rc::new(Load::of_text(text)), |known| known.load);
        self.judged = Some(Judged {
            edition,
            replayed: Replayed::of(&load, trace.map(Rc::as_ref), harness),
            load,
            harness,
            trace: trace.cloned(),
        });
    }

    fn forget(&mut self) {
        self.judged = None;
    }

    fn judged(&self) -> Option<Opaque<GateJudged>> {
        let judged = self.judged.as_ref()?;
        let trace = judged.trace.as_deref();
        Opaque::of(&judged.replayed.judged(&judged.load, trace))
    }

    fn answer(
        &mut self,
        question: Opaque<GateQuestion>,
        report: Option<&Report>,
        before: &dyn Fn() -> Option<String>,
    ) -> Option<Opaque<GateAnswer>> {
        let judged = self.judged.as_ref()?;
        let subject = Subject {
            load: &judged.load,
            replayed: &judged.replayed,
            harness: judged.harness,
            trace: judged.trace.as_deref(),
            report,
        };
        let answer = subject.answer(question.open()?, before, &mut self.compared)?;
        Opaque::of(&answer)
    }

    fn verdict(&self, harness: Harness) -> Option<GateVerdict> {
        let judged = self.judged.as_ref()?;
        let trace = judged.trace.as_deref();
        Some(GateVerdict::of_load(&judged.load, trace, harness))
    }

    fn decision_id(&self, step: u32) -> Option<FindingId> {
        let judged = self.judged.as_ref()?;
        decision_id(&judged.load, judged.trace.as_deref()?, judged.harness, step)
    }

    fn decision(&self, id: FindingId) -> Option<Opaque<DecisionRow>> {
        let judged = self.judged.as_ref()?;
        let trace = judged.trace.as_deref()?;
        let replay = approval::Gate::new(&judged.load, judged.harness).replay(trace);
        let ids = share::decision_ids(trace, &replay);
        let place = ids.iter().position(|each| *each == id)?;
        let row = judged.replayed.row(trace, replay.calls.get(place)?)?;
        Opaque::of(&row)
    }

    fn decision_id_in(&self, copy: &Reproduction, step: u32) -> Option<FindingId> {
        let load = Load::of_text(copy.approval.as_str());
        let trace = Trace::parse(&copy.trace).ok()?;
        decision_id(&load, &trace, copy.harness, step)
    }

    fn verdict_of_text(&self) -> GateOf {
        GateVerdict::of
    }
}

/// The id of the decision on a step of a trace.
fn decision_id(load: &Load, trace: &Trace, harness: Harness, step: u32) -> Option<FindingId> {
    let replay = approval::Gate::new(load, harness).replay(trace);
    let place = replay.calls.iter().position(|call| call.step == step)?;
    share::decision_ids(trace, &replay).get(place).copied()
}

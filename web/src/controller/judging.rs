//! Judging: when the worker is asked for a verdict, and what becomes of its answer.

use std::cell::{Cell, RefCell};

use gloo::timers::callback::Timeout;

use super::Controller;
use crate::dom;
use crate::editors;
use crate::protocol::{Document, GateJudged, Judged, Request};
use crate::settings::{self, Setting};
use crate::state::Action;
use crate::timeline;

/// After this many milliseconds without an answer the page says that it is checking.
const SLOW: u32 = 150;

/// After this many milliseconds a lost verdict is asked for once more: long enough to read why it was lost.
const AGAIN: u32 = 3_000;

/// Why there is no verdict while judging is off.
const OFF: &str = "judging is off, because the last start did not come to an end";

/// How long to wait after the last key, in milliseconds, by the length of all documents: a small text is judged at
/// once, a large one when the fingers rest.
const PATIENCE: [(u32, u32); 3] = [(200_000, 0), (1_000_000, 50), (u32::MAX, 120)];

/// Whether texts are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Not yet: what the page begins with is not decided.
    Starting,
    /// As they change.
    On,
    /// Not before a person asks for it: the last start did not survive it.
    Off,
}

/// Where the question for a verdict stands.
pub struct Judging {
    mode: Cell<Mode>,
    /// The request for a verdict that is on its way.
    asked: Cell<Option<u32>>,
    /// Whether something has changed since that request was sent, and when.
    changed: Cell<bool>,
    changed_at: Cell<f64>,
    /// When the texts of `asked` were last changed.
    sent_at: Cell<f64>,
    patience: RefCell<Option<Timeout>>,
    /// The second try after a loss, and whether these texts have had theirs.
    again: RefCell<Option<Timeout>>,
    tried_again: Cell<bool>,
    slow: RefCell<Option<Timeout>>,
    fail_under: Cell<f64>,
}

impl Judging {
    /// Nothing is asked yet.
    pub fn new(fail_under: f64) -> Judging {
        Judging {
            mode: Cell::new(Mode::Starting),
            asked: Cell::new(None),
            changed: Cell::new(false),
            changed_at: Cell::new(timeline::now()),
            sent_at: Cell::new(0.0),
            patience: RefCell::new(None),
            again: RefCell::new(None),
            tried_again: Cell::new(false),
            slow: RefCell::new(None),
            fail_under: Cell::new(fail_under),
        }
    }

    /// Whether a request is the one for a verdict that is on its way.
    pub fn is_asked(&self, number: u32) -> bool {
        self.asked.get() == Some(number)
    }
}

impl Controller {
    /// A bound that a person has chosen, and expects to find again.
    pub fn choose_fail_under(&self, bound: f64) {
        settings::keep(Setting::FailUnder, bound);
        self.dispatch(Action::Outdated);
        self.bound_chosen(bound);
        self.fail_under(bound);
    }

    /// Another bound: the same texts are judged again.
    pub fn fail_under(&self, bound: f64) {
        if self.0.judging.fail_under.replace(bound) == bound {
            return;
        }
        self.dispatch(Action::FailUnder(bound));
        self.leave_link();
        self.change();
    }

    /// The score from which a trace passes.
    pub fn bound(&self) -> f64 {
        self.0.judging.fail_under.get()
    }

    /// Whether the texts are other ones than those of the last request.
    pub(super) fn is_changed(&self) -> bool {
        self.0.judging.changed.get()
    }

    /// Judges from now on, or does not until a person asks for it.
    pub(super) fn begin_judging(&self, judges: bool) {
        let mode = if judges { Mode::On } else { Mode::Off };
        self.0.judging.mode.set(mode);
        self.dispatch(Action::JudgingOff(!judges));
        self.judge();
    }

    /// Whether nothing is judged until a person asks for it.
    pub(super) fn is_judging_off(&self) -> bool {
        self.0.judging.mode.get() == Mode::Off
    }

    /// Tries again after the worker was lost, or after judging was off.
    pub fn retry(&self) {
        if self.is_judging_off() {
            self.begin_judging(true);
        } else {
            self.change();
        }
    }

    /// Something that the verdict depends on has changed: it is asked for in good time.
    pub(super) fn change(&self) {
        let judging = &self.0.judging;
        judging.changed.set(true);
        judging.tried_again.set(false);
        judging.changed_at.set(timeline::now());
        self.dispatch(Action::Edited);
        if judging.slow.borrow().is_none() {
            let this = self.clone();
            let timer = Timeout::new(SLOW, move || this.dispatch(Action::Slow));
            judging.slow.replace(Some(timer));
        }
        let length: u32 = Document::ALL.map(editors::length).iter().sum();
        let wait = PATIENCE
            .iter()
            .find(|(bound, _)| length < *bound)
            .map_or(0, |(_, wait)| *wait);
        // A small text does not wait for the fingers to rest: the first timer stands.
        if wait > 0 || judging.patience.borrow().is_none() {
            let this = self.clone();
            let timer = Timeout::new(wait, move || {
                this.0.judging.patience.take();
                if this.0.judging.asked.get().is_none() {
                    this.judge();
                }
            });
            judging.patience.replace(Some(timer));
        }
    }

    /// Sends what has changed and asks for a verdict.
    pub(super) fn judge(&self) {
        let judging = &self.0.judging;
        let Some(line) = self.0.line.get() else {
            return;
        };
        match judging.mode.get() {
            Mode::Starting => return,
            Mode::Off => {
                judging.slow.take();
                editors::stale(true);
                self.dispatch(Action::NotVerified(OFF.to_owned()));
                return;
            }
            Mode::On => {}
        }
        if editors::length(Document::Approval) > 0 {
            // Not only when the worker says so: it has yet to start.
            self.fetch_whole();
        }
        let number = line.number();
        judging.patience.take();
        judging.again.take();
        judging.changed.set(false);
        judging.sent_at.set(judging.changed_at.get());
        judging.asked.set(Some(number));
        let request = Request::Judge {
            edits: Document::ALL.map(editors::take),
            harness: self.systems().harness,
            fail_under: judging.fail_under.get(),
            query: self.query(),
        };
        line.send(number, request);
    }

    /// Whether an answer is about the present texts; if not, they are sent in their turn.
    pub(super) fn is_current(&self, number: u32) -> bool {
        let judging = &self.0.judging;
        if judging.asked.get() != Some(number) {
            return false;
        }
        judging.asked.set(None);
        if !judging.changed.get() {
            return true;
        }
        if judging.patience.borrow().is_none() {
            self.judge();
        }
        false
    }

    /// Shows the answer about the present texts.
    pub(super) fn answered(
        &self,
        judged: Judged,
        gate: Option<Box<GateJudged>>,
        milliseconds: f64,
    ) {
        self.start_is_over();
        self.0.judging.slow.take();
        let replayed = gate.as_ref().and_then(|gate| gate.view.counts);
        editors::answered(matches!(judged, Judged::Report { .. }), replayed.is_some());
        match &judged {
            Judged::Report { marks, .. } => {
                for (document, marks) in Document::ARH.into_iter().zip(marks) {
                    editors::mark(document, marks);
                }
                editors::stale(false);
            }
            Judged::Invalid { problems, .. } => {
                editors::stale(true);
                for document in Document::ARH {
                    let mut own = problems
                        .iter()
                        .filter(|problem| problem.document == document)
                        .map(|problem| (problem.range, problem.message.as_str()))
                        .peekable();
                    if own.peek().is_some() {
                        editors::mark_problems(document, own);
                    }
                }
            }
            Judged::Bound { problem } => {
                editors::stale(true);
                let own = std::iter::once((problem.range, problem.message.as_str()));
                editors::mark_problems(problem.document, own);
            }
            Judged::Empty => {
                for document in Document::ARH {
                    editors::mark_problems(document, std::iter::empty());
                    editors::unlight(document);
                }
            }
        }
        match &gate {
            Some(gate) => editors::mark(Document::Approval, &gate.marks),
            None => editors::mark_problems(Document::Approval, std::iter::empty()),
        }
        self.dispatch(Action::Answered {
            judged,
            gate,
            milliseconds,
        });
        dom::measure_until_painted("stepgate:input-to-findings", self.0.judging.sent_at.get());
        self.settled();
    }

    /// There is no verdict on the present texts, and why.
    pub(super) fn not_verified(&self, reason: String) {
        self.0.judging.slow.take();
        self.start_is_over();
        editors::stale(true);
        self.dispatch(Action::NotVerified(reason));
    }

    /// The worker is gone, and with it what it knew.
    pub(super) fn lost(&self, reason: String) {
        let judging = &self.0.judging;
        editors::forget();
        let was_judging = judging.asked.take().is_some();
        if judging.changed.get() || !was_judging {
            // Either the texts are other ones by now, or they have been judged and are not to blame.
            self.judge();
            return;
        }
        self.not_verified(reason);
        // It may have been bad luck. If it was these texts, the second loss is the last until they change.
        if !judging.tried_again.replace(true) {
            let this = self.clone();
            let timer = Timeout::new(AGAIN, move || this.judge());
            judging.again.replace(Some(timer));
        }
    }
}

//! Effects: what happens between the editors, the worker and the state.

mod texts;

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use js_sys::JsString;
use yew::{Callback, UseReducerDispatcher};

use crate::editors::{self, Listeners};
use crate::line::{Event, Line};
use crate::paint;
use crate::protocol::{Answer, Document, Judged, Query, Request, Row};
use crate::state::{Action, LineEnding, Notice, View, Workspace};
use crate::timeline;

use texts::Saved;

/// After this many milliseconds without an answer the page says that it is checking.
const SLOW: u32 = 150;

/// After this many milliseconds a lost verdict is asked for once more: long enough to read why it was lost.
const AGAIN: u32 = 3_000;

/// How long to wait after the last key, in milliseconds, by the length of both documents: a small text is judged at
/// once, a large one when the fingers rest.
const PATIENCE: [(u32, u32); 3] = [(200_000, 0), (1_000_000, 50), (u32::MAX, 120)];

/// Does what people ask for.
#[derive(Clone)]
pub struct Controller(Rc<Inner>);

impl PartialEq for Controller {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

struct Inner {
    dispatch: UseReducerDispatcher<Workspace>,
    line: OnceCell<Line>,
    /// The request for a verdict that is on its way.
    judging: Cell<Option<u32>>,
    /// Whether something has changed since that request was sent, and when.
    changed: Cell<bool>,
    changed_at: Cell<f64>,
    /// When the texts of `judging` were last changed.
    sent_at: Cell<f64>,
    patience: RefCell<Option<Timeout>>,
    /// The second try after a loss, and whether these texts have had theirs.
    again: RefCell<Option<Timeout>>,
    tried_again: Cell<bool>,
    slow: RefCell<Option<Timeout>>,
    fail_under: Cell<f64>,
    query: RefCell<Query>,
    /// The last request for rows.
    asked: Cell<u32>,
    /// The last request for the row of a step.
    locating: Cell<u32>,
    origins: RefCell<[(String, LineEnding); 2]>,
    saved: RefCell<Option<[Saved; 2]>>,
    /// Both texts as the page itself put them there last.
    placed: RefCell<Option<[JsString; 2]>>,
    focused: Cell<Document>,
}

impl Controller {
    /// Starts the worker, listens to the editors, and has judged what was typed before.
    pub fn start(dispatch: UseReducerDispatcher<Workspace>, fail_under: f64) -> Controller {
        let controller = Controller(Rc::new(Inner {
            dispatch,
            line: OnceCell::new(),
            judging: Cell::new(None),
            changed: Cell::new(false),
            changed_at: Cell::new(timeline::now()),
            sent_at: Cell::new(0.0),
            patience: RefCell::new(None),
            again: RefCell::new(None),
            tried_again: Cell::new(false),
            slow: RefCell::new(None),
            fail_under: Cell::new(fail_under),
            query: RefCell::new(Query::default()),
            asked: Cell::new(0),
            locating: Cell::new(0),
            origins: RefCell::default(),
            saved: RefCell::new(None),
            placed: RefCell::new(None),
            focused: Cell::new(Document::Policy),
        }));
        let this = controller.clone();
        // The cell is empty: this is the only place that fills it.
        let _ = controller
            .0
            .line
            .set(Line::start(Callback::from(move |event| this.hear(event))));
        controller.listen();
        crate::drop::listen(&controller);
        controller.judge();
        controller
    }

    fn listen(&self) {
        let (changed, moved, weighed, focused) =
            (self.clone(), self.clone(), self.clone(), self.clone());
        editors::listen(Listeners {
            changed: Box::new(move |_, _, _| changed.change()),
            moved: Box::new(move |document, offset| {
                // A cursor in a text that is not judged yet is told about when it is.
                if !moved.0.changed.get() {
                    moved.dispatch(Action::Moved(document, offset));
                }
            }),
            weighed: Box::new(move |document, heavy| {
                weighed.dispatch(Action::Weighed(document, heavy));
            }),
            focused: Box::new(move |document| focused.0.focused.set(document)),
        });
        for document in Document::BOTH {
            if editors::heavy(document) {
                self.dispatch(Action::Weighed(document, true));
            }
        }
    }

    /// Tells the state.
    pub fn dispatch(&self, action: Action) {
        self.0.dispatch.dispatch(action);
    }

    /// Another bound: the same texts are judged again.
    pub fn fail_under(&self, bound: f64) {
        self.0.fail_under.set(bound);
        self.dispatch(Action::FailUnder(bound));
        self.change();
    }

    /// Tries again after the worker was lost.
    pub fn retry(&self) {
        self.change();
    }

    /// Other rows.
    pub fn ask(&self, query: Query) {
        self.0.query.replace(query.clone());
        self.dispatch(Action::Asked(query.clone()));
        if let Some(line) = self.0.line.get() {
            let number = line.number();
            self.0.asked.set(number);
            line.send(&Request::Rows { number, query });
        }
    }

    /// Brings the first finding of a step into view, wherever in a long table it is.
    pub fn locate(&self, step: u32) {
        if let Some(line) = self.0.line.get() {
            let number = line.number();
            self.0.locating.set(number);
            line.send(&Request::Locate {
                number,
                query: self.0.query.borrow().clone(),
                step,
            });
        }
    }

    /// Follows a finding: the trace's editor goes to its step and value, the policy's lights the clause.
    pub fn follow(&self, row: &Row, view: Option<View>) {
        self.dispatch(Action::Chose(row.finding));
        if let Some(view) = view {
            self.dispatch(Action::Show(view));
        }
        let row = row.clone();
        // The view that is to show it must be in front before anything can scroll or take the focus.
        paint::next_frame(move || {
            let to_clause = view == Some(View::Document(Document::Policy));
            match row.step_range {
                Some(range) => editors::light(Document::Trace, range, false),
                None => editors::unlight(Document::Trace),
            }
            editors::reveal(
                Document::Trace,
                row.trace,
                view == Some(View::Document(Document::Trace)),
            );
            match &row.clause {
                Some((_, range)) => {
                    editors::light(Document::Policy, *range, true);
                    if to_clause {
                        editors::reveal(Document::Policy, *range, true);
                    }
                }
                None => editors::unlight(Document::Policy),
            }
        });
    }

    /// Goes to a place in a document and takes the focus there.
    pub fn go(&self, document: Document, range: [u32; 2]) {
        self.dispatch(Action::Show(View::Document(document)));
        paint::next_frame(move || {
            editors::light(document, range, false);
            editors::reveal(document, range, true);
        });
    }

    /// Says a sentence.
    pub fn say(&self, text: String) {
        // What can be brought back stays in reach, whatever else there is to say.
        let restorable = self.0.saved.borrow().is_some();
        self.dispatch(Action::Say(Some(Notice { text, restorable })));
    }

    /// The document whose editor last had the focus.
    pub fn focused(&self) -> Document {
        self.0.focused.get()
    }

    fn change(&self) {
        let inner = &self.0;
        inner.changed.set(true);
        inner.tried_again.set(false);
        inner.changed_at.set(timeline::now());
        self.dispatch(Action::Edited);
        if inner.slow.borrow().is_none() {
            let this = self.clone();
            let timer = Timeout::new(SLOW, move || this.dispatch(Action::Slow));
            inner.slow.replace(Some(timer));
        }
        let length: u32 = Document::BOTH.map(editors::length).iter().sum();
        let wait = PATIENCE
            .iter()
            .find(|(bound, _)| length < *bound)
            .map_or(0, |(_, wait)| *wait);
        // A small text does not wait for the fingers to rest: the first timer stands.
        if wait > 0 || inner.patience.borrow().is_none() {
            let this = self.clone();
            let timer = Timeout::new(wait, move || {
                this.0.patience.take();
                if this.0.judging.get().is_none() {
                    this.judge();
                }
            });
            inner.patience.replace(Some(timer));
        }
    }

    /// Sends what has changed and asks for a verdict.
    fn judge(&self) {
        let inner = &self.0;
        let Some(line) = inner.line.get() else {
            return;
        };
        let number = line.number();
        inner.patience.take();
        inner.again.take();
        inner.changed.set(false);
        inner.sent_at.set(inner.changed_at.get());
        inner.judging.set(Some(number));
        line.send(&Request::Judge {
            number,
            policy: editors::take(Document::Policy),
            trace: editors::take(Document::Trace),
            fail_under: inner.fail_under.get(),
            query: inner.query.borrow().clone(),
        });
    }

    fn hear(&self, event: Event) {
        match event {
            Event::Lost(reason) => self.lost(reason),
            Event::Answer(Answer::Ready { engine }) => self.dispatch(Action::Ready(engine)),
            Event::Answer(Answer::Judged {
                number,
                milliseconds,
                outcome,
            }) => {
                if self.is_current(number) {
                    self.answered(outcome, milliseconds);
                }
            }
            Event::Answer(Answer::OutOfStep { number }) => {
                if self.0.judging.get() == Some(number) {
                    editors::forget();
                    self.judge();
                }
            }
            Event::Answer(Answer::Rows { number, rows }) => {
                if self.0.asked.get() == number {
                    self.dispatch(Action::Rows(rows));
                }
            }
            Event::Answer(Answer::Formatted {
                document,
                text,
                problem,
                ..
            }) => self.formatted(document, text.into(), problem),
            Event::Answer(Answer::Located { number, row }) => {
                if let (true, Some(row)) = (self.0.locating.get() == number, row) {
                    self.dispatch(Action::Located(row));
                }
            }
            // The line turns it into a loss.
            Event::Answer(Answer::Panicked { .. }) => {}
        }
    }

    /// Whether an answer is about the present texts; if not, they are sent in their turn.
    fn is_current(&self, number: u32) -> bool {
        let inner = &self.0;
        if inner.judging.get() != Some(number) {
            return false;
        }
        inner.judging.set(None);
        if !inner.changed.get() {
            return true;
        }
        if inner.patience.borrow().is_none() {
            self.judge();
        }
        false
    }

    fn answered(&self, judged: Judged, milliseconds: f64) {
        self.0.slow.take();
        match &judged {
            Judged::Report { marks, .. } => {
                for (document, marks) in Document::BOTH.into_iter().zip(marks) {
                    editors::mark(document, marks);
                }
                editors::judged();
                editors::stale(false);
            }
            Judged::Invalid { problems, .. } => {
                editors::stale(true);
                for document in Document::BOTH {
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
                for document in Document::BOTH {
                    editors::mark_problems(document, std::iter::empty());
                    editors::unlight(document);
                }
            }
        }
        self.dispatch(Action::Answered {
            judged,
            milliseconds,
        });
        paint::measure_until_painted("stepgate:input-to-findings", self.0.sent_at.get());
    }

    fn lost(&self, reason: String) {
        let inner = &self.0;
        editors::forget();
        let was_judging = inner.judging.take().is_some();
        if inner.changed.get() || !was_judging {
            // Either the texts are other ones by now, or they have been judged and are not to blame.
            self.judge();
            return;
        }
        inner.slow.take();
        editors::stale(true);
        self.dispatch(Action::Lost(reason));
        // It may have been bad luck. If it was these texts, the second loss is the last until they change.
        if !inner.tried_again.replace(true) {
            let this = self.clone();
            let timer = Timeout::new(AGAIN, move || this.judge());
            inner.again.replace(Some(timer));
        }
    }
}

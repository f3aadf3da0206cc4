//! Effects: what happens between the editors, the worker and the state.

mod deciding;
mod drafts;
mod following;
mod frame;
mod judging;
mod links;
mod opening;
mod share;
mod systems;
mod texts;
mod whole;

use std::cell::OnceCell;
use std::fmt;
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::{Callback, UseReducerDispatcher};

use crate::drafts::Drafts;
use crate::drop;
use crate::editors::{self, Listeners};
use crate::line::{Event, Line};
use crate::protocol::{Answer, Document, Message, Opaque, Request};
use crate::state::{Action, Workspace};

pub use share::Copying;

use following::Following;
use judging::Judging;
use links::Links;
use systems::Choice;
use texts::Texts;
use whole::Whole;

/// Why there is no verdict when page and worker are not of one version.
const UNREADABLE: &str = "the page cannot read what the engine answers; reload it";

/// Does what people ask for.
#[derive(Clone)]
pub struct Controller(Rc<Inner>);

impl PartialEq for Controller {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// Why the worker has not answered.
#[derive(Clone, Debug, PartialEq)]
enum Unanswered {
    /// It is gone; the next one knows nothing of the request.
    Lost,
    /// The answer needs the whole engine, and why that cannot be loaded: the rest of a sentence.
    NotLoaded(String),
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unanswered::Lost => "the engine stopped",
            Unanswered::NotLoaded(reason) => reason,
        })
    }
}

struct Inner {
    dispatch: UseReducerDispatcher<Workspace>,
    line: OnceCell<Line>,
    judging: Judging,
    following: Following,
    links: Links,
    systems: Choice,
    texts: Texts,
    whole: Whole,
    drafts: Drafts,
}

impl Controller {
    /// Starts the worker, listens to the editors, and begins with what was typed or stored before.
    pub fn start(dispatch: UseReducerDispatcher<Workspace>, fail_under: f64) -> Controller {
        let controller = Controller::resting(dispatch, fail_under);
        let this = controller.clone();
        drop::listen(move |files, into| this.open_files(files, into));
        controller.keep_drafts();
        if let Some(line) = controller.0.line.get() {
            line.wake();
        }
        let this = controller.clone();
        spawn_local(async move { this.begin().await });
        controller
    }

    /// Listens to the editors. Nothing is judged before [`Controller::wake`].
    pub fn resting(dispatch: UseReducerDispatcher<Workspace>, fail_under: f64) -> Controller {
        let tell = dispatch.clone();
        let told = Callback::from(move |saving| tell.dispatch(Action::Saving(saving)));
        let controller = Controller(Rc::new(Inner {
            dispatch,
            drafts: Drafts::new(told),
            line: OnceCell::new(),
            judging: Judging::new(fail_under),
            following: Following::default(),
            links: Links::new(),
            systems: Choice::default(),
            texts: Texts::new(),
            whole: Whole::default(),
        }));
        let this = controller.clone();
        // The cell is empty: this is the only place that fills it.
        let _ = controller
            .0
            .line
            .set(Line::resting(Callback::from(move |event| this.hear(event))));
        controller.listen();
        controller
    }

    /// Starts a worker and has the documents judged.
    pub fn wake(&self) {
        if let Some(line) = self.0.line.get() {
            line.wake();
            editors::forget();
            self.begin_judging(true);
        }
    }

    fn listen(&self) {
        let this = || self.clone();
        let (changed, named, moved, weighed, focused) = (this(), this(), this(), this(), this());
        editors::listen(Listeners {
            changed: Box::new(move |document, by_person, whole| {
                changed.text_changed(document, by_person, whole);
            }),
            named: Box::new(move |document, origin| {
                named.dispatch(Action::Named(document, origin));
            }),
            moved: Box::new(move |document, offset| {
                // A cursor in a text that is not judged yet is told about when it is.
                if !moved.is_changed() {
                    moved.dispatch(Action::Moved(document, offset));
                }
            }),
            weighed: Box::new(move |document, heavy| {
                weighed.dispatch(Action::Weighed(document, heavy));
            }),
            focused: Box::new(move |document| focused.focus_moved(document)),
        });
        for document in Document::ALL {
            self.dispatch(Action::Written(document, editors::length(document) > 0));
            if editors::heavy(document) {
                self.dispatch(Action::Weighed(document, true));
            }
        }
    }

    /// Tells the state.
    pub fn dispatch(&self, action: Action) {
        self.0.dispatch.dispatch(action);
    }

    /// Asks the worker something and waits for the answer; where it needs the whole engine, also for that.
    ///
    /// # Errors
    /// Why there is no answer.
    async fn asked(&self, request: Request) -> Result<Answer, Unanswered> {
        let line = self.0.line.get().ok_or(Unanswered::Lost)?.clone();
        match line.ask(request.clone()).await.ok_or(Unanswered::Lost)? {
            Answer::NeedsWholeEngine { .. } => {
                self.whole().await.map_err(Unanswered::NotLoaded)?;
                line.ask(request).await.ok_or(Unanswered::Lost)
            }
            answer => Ok(answer),
        }
    }

    fn hear(&self, event: Event) {
        let Message { number, content } = match event {
            Event::Lost(reason) => return self.lost(reason),
            Event::Exchanged => return self.exchanged(),
            Event::Answer(message) => message,
        };
        match content {
            Answer::Ready { engine } => self.dispatch(Action::Ready(engine)),
            Answer::Judged {
                milliseconds,
                outcome,
                gate,
                recognised,
            } => {
                // A text that is put in its place is judged anew: what is said of it elsewhere is of no use.
                if self.is_current(number) && !self.put_in_place(recognised) {
                    self.need_whole(false);
                    match gate.map(Opaque::open) {
                        Some(None) => self.not_verified(UNREADABLE.to_owned()),
                        gate => self.answered(outcome, gate.flatten().map(Box::new), milliseconds),
                    }
                }
            }
            Answer::NeedsWholeEngine { recognised } => {
                if self.is_current(number) && !self.put_in_place(recognised) {
                    self.need_whole(true);
                    // A link to them is true without a verdict, too.
                    self.keep_address();
                }
            }
            Answer::OutOfStep => {
                if self.0.judging.is_asked(number) {
                    editors::forget();
                    self.judge();
                }
            }
            Answer::Rows { rows } => self.rows(number, rows),
            Answer::Formatted {
                document,
                text,
                problem,
            } => self.formatted(document, text.into(), problem),
            Answer::Located { row } => self.located(number, row),
            // The line turns the first into a loss; the others go to whoever asked for them.
            Answer::Panicked { .. }
            | Answer::Recognised { .. }
            | Answer::Gate { .. }
            | Answer::Link { .. }
            | Answer::SharedCopy { .. }
            | Answer::ReproductionFile { .. }
            | Answer::LinkRead { .. }
            | Answer::Recalled { .. } => {}
        }
    }
}

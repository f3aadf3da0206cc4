//! What the page shows, and how it changes. Pure: effects are in [`crate::controller`].

use std::ops::RangeInclusive;
use std::rc::Rc;

use yew::Reducible;

use crate::content::Origin;
use crate::protocol::{
    DifferenceView, Document, Judged, ProblemView, Query, ReportView, Row, Rows, Summary,
};
use crate::shared::Shared;
use crate::strip::Steps;

/// Where the worker's answer about the present texts stands. Only [`Outcome::Judged`] can be green.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Nothing is written.
    Empty,
    /// There is no answer yet.
    Checking,
    /// A document is invalid or missing.
    NotJudged {
        problems: Vec<ProblemView>,
        blank: Option<Document>,
    },
    /// A deadline, a crash or a bound.
    CouldNotVerify {
        reason: String,
        /// The place of the pattern that was too expensive.
        problem: Option<ProblemView>,
    },
    /// A verdict.
    Judged(Shared<Judgement>),
}

/// A verdict with what belongs to it.
#[derive(Debug)]
pub struct Judgement {
    /// Score, counts, hints.
    pub report: ReportView,
    /// The run as a picture.
    pub steps: Steps,
    /// Time spent in the engine.
    pub milliseconds: f64,
}

/// What is known of one document besides its text, which its editor owns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DocumentState {
    /// Where it came from.
    pub origin: Origin,
    /// Whether it is too heavy for colours and folding.
    pub heavy: bool,
    /// What its header says; none until it has been read.
    pub summary: Option<Summary>,
}

/// The views of a narrow screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// An editor.
    Document(Document),
    /// Everything that follows from the two.
    Results,
}

/// Where the splitter may stand: the part of the width that the policy takes, in percent.
pub const SPLITS: RangeInclusive<u8> = 20..=80;

/// The split that leaves the trace as much.
pub const EVEN_SPLIT: u8 = 50;

/// A dialog that is open.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// What the page is and how it is used.
    Help,
    /// One rule, by its id.
    Rule(String),
    /// The copy that leaves.
    Share,
    /// What was replaced, deleted or left behind.
    History,
    /// Whether everything on this device is to be deleted.
    Clear,
}

/// How it stands with what is kept on this device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Saving {
    /// There is nothing to save.
    #[default]
    Nothing,
    /// Something is not written yet.
    Underway,
    /// Everything is.
    Saved,
    /// Something cannot be, and why.
    NotSaved(&'static str),
    /// Nothing is to be saved.
    Off,
}

/// Something the page has to say once.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// A sentence.
    pub text: String,
    /// Whether what was there before can be brought back.
    pub restorable: bool,
}

/// What the page's own address holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AddressBar {
    /// The documents, or nothing because there are none.
    #[default]
    Carries,
    /// Nothing: a link to the documents would be too long.
    TooLong,
}

/// A verdict that a link remembers and that is another one today.
#[derive(Clone, Debug, PartialEq)]
pub struct SharedVerdict {
    /// The version of the engine that gave it; empty when the link does not say.
    pub engine: String,
    /// How it differs from today's.
    pub difference: DifferenceView,
}

/// Where the cursor is, in terms of the judged texts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cursor {
    /// The step around the trace's cursor.
    pub step: Option<u32>,
    /// The policy's cursor.
    pub policy: Option<u32>,
}

/// Everything the page shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Workspace {
    /// The policy and the trace.
    pub documents: [DocumentState; 2],
    /// The score from which a trace passes.
    pub fail_under: f64,
    /// The answer about the present texts.
    pub outcome: Outcome,
    /// Whether the texts have changed since `outcome`.
    pub updating: bool,
    /// The last verdict: the present one, or a stale one.
    pub last: Option<Shared<Judgement>>,
    /// The rows of `last` that are in the page.
    pub rows: Shared<Rows>,
    /// What the rows are asked for by.
    pub query: Query,
    /// The finding that was followed.
    pub chosen: Option<u32>,
    /// Where the cursors are.
    pub cursor: Cursor,
    /// The row that the table was last asked to bring into view, and how often it was asked.
    pub located: (u32, u32),
    /// The view of a narrow screen.
    pub view: View,
    /// Where the splitter stands: the part of a wide screen's width that the policy takes, in percent; within [`SPLITS`].
    pub split: u8,
    /// Something to say.
    pub notice: Option<Notice>,
    /// How the verdict differs from the one that was shared.
    pub shared_verdict: Option<SharedVerdict>,
    /// What the address holds.
    pub address_bar: AddressBar,
    /// An open dialog.
    pub dialog: Option<Dialog>,
    /// The engine's version, once it has answered.
    pub engine: Option<String>,
    /// How it stands with what is kept on this device.
    pub saving: Saving,
    /// Whether nothing is judged until a person asks for it.
    pub judging_off: bool,
}

impl Workspace {
    /// The page as it opens, for a bound.
    pub fn new(fail_under: f64) -> Self {
        Self {
            documents: Default::default(),
            fail_under,
            outcome: Outcome::Checking,
            updating: false,
            last: None,
            rows: Shared::new(Rows::default()),
            query: Query::default(),
            chosen: None,
            cursor: Cursor::default(),
            located: (0, 0),
            view: View::Document(Document::Policy),
            split: EVEN_SPLIT,
            notice: None,
            shared_verdict: None,
            address_bar: AddressBar::default(),
            dialog: None,
            engine: None,
            saving: Saving::default(),
            judging_off: false,
        }
    }

    /// Whether `last` is about texts that are no longer there.
    pub fn is_stale(&self) -> bool {
        self.last.is_some() && !matches!(self.outcome, Outcome::Judged(_))
    }

    /// The problems of one document.
    pub fn problems(&self, document: Document) -> impl Iterator<Item = &ProblemView> {
        let problems = match &self.outcome {
            Outcome::NotJudged { problems, .. } => problems.as_slice(),
            Outcome::CouldNotVerify { problem, .. } => problem.as_slice(),
            _ => &[],
        };
        problems
            .iter()
            .filter(move |problem| problem.document == document)
    }

    /// Whether a row is about the step or the clause under a cursor.
    pub fn is_at_cursor(&self, row: &Row) -> bool {
        let step = row.step.as_ref().map(|(step, _)| *step);
        let in_clause = |offset: u32| {
            row.clause
                .as_ref()
                .is_some_and(|(_, [from, to])| *from <= offset && offset <= *to)
        };
        (step.is_some() && step == self.cursor.step) || self.cursor.policy.is_some_and(in_clause)
    }
}

/// What happens to the page.
#[derive(Debug)]
pub enum Action {
    /// A text has changed.
    Edited,
    /// A document is heavy now, or light.
    Weighed(Document, bool),
    /// A document came from somewhere.
    Named(Document, Origin),
    /// An answer takes long enough to be worth saying so.
    Slow,
    /// The worker has answered about the present texts.
    Answered { judged: Judged, milliseconds: f64 },
    /// The worker is gone.
    Lost(String),
    /// The worker listens; its engine's version.
    Ready(String),
    /// It stands otherwise with what is kept on this device.
    Saving(Saving),
    /// Judging is off, or no longer.
    JudgingOff(bool),
    /// Another bound.
    FailUnder(f64),
    /// Other rows are wanted.
    Asked(Query),
    /// They are here.
    Rows(Rows),
    /// A finding is followed.
    Chose(u32),
    /// A cursor has moved in a judged text.
    Moved(Document, u32),
    /// A row of the findings is to come into view.
    Located(u32),
    /// The policy takes another part of the width, in percent.
    Split(u8),
    /// Another view comes to the front.
    Show(View),
    /// Something is to be said, or has been read.
    Say(Option<Notice>),
    /// A person does the next thing: what was said before is old, but for a way back.
    Outdated,
    /// A link's verdict has been held against today's.
    Remembered(Option<SharedVerdict>),
    /// The address holds the documents, or not.
    Address(AddressBar),
    /// A dialog opens or closes.
    Open(Option<Dialog>),
}

impl Reducible for Workspace {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut next = (*self).clone();
        next.apply(action);
        if next == *self { self } else { Rc::new(next) }
    }
}

impl Workspace {
    fn apply(&mut self, action: Action) {
        match action {
            Action::Edited => {
                self.updating = true;
                self.shared_verdict = None;
            }
            Action::Weighed(document, heavy) => self.document(document).heavy = heavy,
            Action::Named(document, origin) => self.document(document).origin = origin,
            Action::Slow => {
                if self.updating {
                    self.outcome = Outcome::Checking;
                }
            }
            Action::Answered {
                judged,
                milliseconds,
            } => self.answered(judged, milliseconds),
            Action::Lost(reason) => {
                self.updating = false;
                self.outcome = Outcome::CouldNotVerify {
                    reason,
                    problem: None,
                };
                self.set_summaries([None, None]);
            }
            Action::Ready(engine) => self.engine = Some(engine),
            Action::Saving(saving) => self.saving = saving,
            Action::JudgingOff(off) => self.judging_off = off,
            Action::FailUnder(bound) => {
                self.fail_under = bound;
                self.updating = true;
            }
            Action::Asked(query) => self.query = query,
            Action::Rows(rows) => self.rows = Shared::new(rows),
            Action::Chose(finding) => self.chosen = Some(finding),
            Action::Moved(document, offset) => self.moved(document, offset),
            Action::Located(row) => self.located = (row, self.located.1 + 1),
            Action::Split(percent) => self.split = percent.clamp(*SPLITS.start(), *SPLITS.end()),
            Action::Show(view) => self.view = view,
            Action::Say(notice) => self.notice = notice,
            Action::Outdated => self.notice = self.notice.take().filter(|notice| notice.restorable),
            Action::Remembered(verdict) => self.shared_verdict = verdict,
            Action::Address(bar) => self.address_bar = bar,
            Action::Open(dialog) => self.dialog = dialog,
        }
    }

    fn document(&mut self, document: Document) -> &mut DocumentState {
        let [policy, trace] = &mut self.documents;
        match document {
            Document::Policy => policy,
            Document::Trace => trace,
        }
    }

    fn answered(&mut self, judged: Judged, milliseconds: f64) {
        self.updating = false;
        match judged {
            Judged::Empty => {
                self.outcome = Outcome::Empty;
                self.last = None;
                self.rows = Shared::new(Rows::default());
                self.chosen = None;
                self.set_summaries([None, None]);
            }
            Judged::Invalid {
                problems,
                blank,
                summaries,
            } => {
                self.outcome = Outcome::NotJudged { problems, blank };
                self.set_summaries(summaries.map(Some));
            }
            Judged::Bound { problem } => {
                self.outcome = Outcome::CouldNotVerify {
                    reason: problem.message.clone(),
                    problem: Some(problem),
                };
                self.set_summaries([None, None]);
            }
            Judged::Report { report, rows, .. } => {
                let steps = Steps::of(&report.strip);
                let [policy_hints, trace_hints] = report.hint_counts;
                let summary = |hints, steps| {
                    Some(Summary {
                        valid: true,
                        hints,
                        steps,
                    })
                };
                self.set_summaries([
                    summary(policy_hints, None),
                    summary(trace_hints, Some(steps.len())),
                ]);
                let judgement = Shared::new(Judgement {
                    report: *report,
                    steps,
                    milliseconds,
                });
                self.last = Some(judgement.clone());
                self.outcome = Outcome::Judged(judgement);
                // The chosen finding stays chosen wherever it now stands, and no other takes its place.
                let chosen = self
                    .chosen
                    .and_then(|finding| self.rows.items.iter().find(|row| row.finding == finding));
                self.chosen = chosen
                    .and_then(|chosen| rows.items.iter().find(|row| row.tells_of_the_same(chosen)))
                    .map(|row| row.finding);
                self.rows = Shared::new(rows);
            }
        }
    }

    fn set_summaries(&mut self, summaries: [Option<Summary>; 2]) {
        for (document, summary) in self.documents.iter_mut().zip(summaries) {
            document.summary = summary;
        }
    }

    fn moved(&mut self, document: Document, offset: u32) {
        // Positions are those of the judged text; in any other they would point at the wrong thing.
        let Outcome::Judged(judgement) = &self.outcome else {
            self.cursor = Cursor::default();
            return;
        };
        self.cursor = match document {
            Document::Policy => Cursor {
                step: None,
                policy: Some(offset),
            },
            Document::Trace => Cursor {
                step: judgement.steps.at(offset),
                policy: None,
            },
        };
    }
}

#[cfg(test)]
mod tests;

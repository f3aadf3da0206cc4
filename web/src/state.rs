//! What the page shows, and how it changes. Pure: effects are in [`crate::controller`].

mod action;

use std::ops::RangeInclusive;

use crate::content::Origin;
use crate::protocol::{
    DecisionRow, DifferenceView, Document, GateJudged, GateView, ProblemView, Query, ReportView,
    Row, Rows, Summary, System, Systems,
};
use crate::shared::Shared;
use crate::strip::Steps;

pub use action::Action;

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
    pub steps: Shared<Steps>,
    /// Time spent in the engine.
    pub milliseconds: f64,
}

/// What the gate says, with what belongs to it.
#[derive(Debug)]
pub struct Gating {
    /// The policy at the gate, with the first of its rows.
    pub judged: Box<GateJudged>,
    /// Time spent in the engine.
    pub milliseconds: f64,
}

impl Gating {
    /// Everything about the policy at the gate except the rows.
    pub fn view(&self) -> &GateView {
        &self.judged.view
    }
}

/// What is known of one document besides its text, which its editor owns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DocumentState {
    /// Where it came from.
    pub origin: Origin,
    /// Whether it is too heavy for colours and folding.
    pub heavy: bool,
    /// Whether anything is written in it.
    pub is_written: bool,
    /// What its header says; none until it has been read.
    pub summary: Option<Summary>,
}

/// The views of a narrow screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The editor of the policy system that is shown.
    Policy,
    /// The trace's editor.
    Trace,
    /// Everything that follows from the two.
    Results,
}

impl View {
    /// The view in which a document stands.
    pub const fn of(document: Document) -> View {
        match document {
            Document::Policy | Document::Approval => View::Policy,
            Document::Trace => View::Trace,
        }
    }
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
    /// The cursor of the ARH policy.
    pub policy: Option<u32>,
    /// The cursor of the APPROVAL.md.
    pub approval: Option<u32>,
    /// The cursor of the trace.
    pub trace: Option<u32>,
}

/// Everything the page shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Workspace {
    /// What is known of each document.
    pub documents: [DocumentState; 3],
    /// Which policy system is shown.
    pub systems: Systems,
    /// The score from which a trace passes.
    pub fail_under: f64,
    /// The answer about the present texts.
    pub outcome: Outcome,
    /// What the gate makes of the present texts; none where nothing is written in the APPROVAL.md, or nothing is known.
    pub gate: Option<Shared<Gating>>,
    /// The last that the gate said about a trace: the present answer, or a stale one.
    pub replayed: Option<Shared<Gating>>,
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
    /// The decision of the gate that was followed; with one, no finding is chosen.
    pub decided: Option<DecisionRow>,
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
    /// Whether the whole engine is on its way.
    pub fetching: bool,
}

impl Workspace {
    /// The page as it opens, for a bound.
    pub fn new(fail_under: f64) -> Self {
        Self {
            documents: Default::default(),
            systems: Systems::default(),
            fail_under,
            outcome: Outcome::Checking,
            gate: None,
            replayed: None,
            updating: false,
            last: None,
            rows: Shared::new(Rows::default()),
            query: Query::default(),
            chosen: None,
            decided: None,
            cursor: Cursor::default(),
            located: (0, 0),
            view: View::Policy,
            split: EVEN_SPLIT,
            notice: None,
            shared_verdict: None,
            address_bar: AddressBar::default(),
            dialog: None,
            engine: None,
            saving: Saving::default(),
            judging_off: false,
            fetching: false,
        }
    }

    /// Whether `last` is about texts that are no longer there.
    pub fn is_stale(&self) -> bool {
        self.last.is_some() && !matches!(self.outcome, Outcome::Judged(_))
    }

    /// Whether `replayed` is about texts that are no longer there.
    pub fn is_replay_stale(&self) -> bool {
        self.replayed.is_some() && (self.outcome == Outcome::Checking || self.replayed != self.gate)
    }

    /// What is known of one document.
    pub fn document(&self, document: Document) -> &DocumentState {
        let [policy, approval, trace] = &self.documents;
        match document {
            Document::Policy => policy,
            Document::Approval => approval,
            Document::Trace => trace,
        }
    }

    /// Whether there are two policy systems to choose between.
    pub fn has_tabs(&self) -> bool {
        let Systems { shown, forced, .. } = self.systems;
        let is_written = self.document(Document::Approval).is_written;
        is_written || shown == System::Approval || forced.is_some()
    }

    /// Whether both policy systems have a policy.
    pub fn has_both(&self) -> bool {
        let policies = System::BOTH.map(System::document);
        let mut policies = policies.iter();
        policies.all(|policy| self.document(*policy).is_written)
    }

    /// The problems of one document.
    pub fn problems(&self, document: Document) -> impl Iterator<Item = &ProblemView> {
        let problems = match &self.outcome {
            Outcome::NotJudged { problems, .. } => problems.as_slice(),
            Outcome::CouldNotVerify { problem, .. } => problem.as_slice(),
            _ => &[],
        };
        let gating = self.gate.as_ref();
        let failure = gating.and_then(|gating| gating.view().failure.as_ref());
        problems
            .iter()
            .chain(failure.map(|failure| &failure.problem))
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

#[cfg(test)]
mod tests;

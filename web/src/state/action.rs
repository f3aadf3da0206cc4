//! What happens to the page, and what it changes.

use std::rc::Rc;

use yew::Reducible;

use super::{
    AddressBar, Cursor, Dialog, DocumentState, Gating, Judgement, Notice, Outcome, SPLITS, Saving,
    SharedVerdict, View, Workspace,
};
use crate::content::Origin;
use crate::protocol::{
    ALL_ROWS, DecisionRow, Document, GateJudged, Judged, Query, Rows, Summary, Systems,
};
use crate::shared::Shared;
use crate::strip::Steps;

/// What happens to the page.
#[derive(Debug)]
pub enum Action {
    /// A text has changed.
    Edited,
    /// Something is written in a document, or nothing any more.
    Written(Document, bool),
    /// Another choice about the policy systems.
    Systems(Systems),
    /// A document is heavy now, or light.
    Weighed(Document, bool),
    /// A document came from somewhere.
    Named(Document, Origin),
    /// An answer takes long enough to be worth saying so.
    Slow,
    /// The worker has answered about the present texts.
    Answered {
        judged: Judged,
        gate: Option<Box<GateJudged>>,
        milliseconds: f64,
    },
    /// There is no verdict on the present texts, and why.
    NotVerified(String),
    /// The worker listens; its engine's version.
    Ready(String),
    /// It stands otherwise with what is kept on this device.
    Saving(Saving),
    /// Judging is off, or no longer.
    JudgingOff(bool),
    /// The whole engine is on its way, or no longer.
    Fetching(bool),
    /// Another bound.
    FailUnder(f64),
    /// Other rows are wanted.
    Asked(Query),
    /// They are here.
    Rows(Rows),
    /// A finding is followed.
    Chose(u32),
    /// A decision of the gate is followed.
    Decided(DecisionRow),
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
            Action::Written(document, written) => self.document_mut(document).is_written = written,
            Action::Systems(systems) => self.systems = systems,
            Action::Weighed(document, heavy) => self.document_mut(document).heavy = heavy,
            Action::Named(document, origin) => self.document_mut(document).origin = origin,
            Action::Slow => {
                if self.updating {
                    self.outcome = Outcome::Checking;
                }
            }
            Action::Answered {
                judged,
                gate,
                milliseconds,
            } => {
                self.answered(judged, milliseconds);
                self.gated(gate, milliseconds);
            }
            Action::NotVerified(reason) => {
                self.updating = false;
                self.outcome = Outcome::CouldNotVerify {
                    reason,
                    problem: None,
                };
                self.set_summaries([None, None]);
                self.document_mut(Document::Approval).summary = None;
                self.gate = None;
            }
            Action::Ready(engine) => self.engine = Some(engine),
            Action::Saving(saving) => self.saving = saving,
            Action::JudgingOff(off) => self.judging_off = off,
            Action::Fetching(fetching) => self.fetching = fetching,
            Action::FailUnder(bound) => {
                self.fail_under = bound;
                self.updating = true;
            }
            Action::Asked(query) => self.query = query,
            Action::Rows(rows) => self.rows = Shared::new(rows),
            Action::Chose(finding) => {
                self.chosen = Some(finding);
                self.decided = None;
            }
            Action::Decided(row) => {
                self.chosen = None;
                self.decided = Some(row);
            }
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

    fn document_mut(&mut self, document: Document) -> &mut DocumentState {
        let [policy, approval, trace] = &mut self.documents;
        match document {
            Document::Policy => policy,
            Document::Approval => approval,
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
                let steps = Shared::new(Steps::of(&report.strip));
                let [policy_hints, _, trace_hints] = report.hint_counts;
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

    fn gated(&mut self, gate: Option<Box<GateJudged>>, milliseconds: f64) {
        let summary = gate.as_ref().map(|gate| Summary {
            valid: gate.view.failure.is_none(),
            hints: gate.view.hint_count,
            steps: None,
        });
        self.document_mut(Document::Approval).summary = summary;
        self.gate = gate.map(|judged| {
            Shared::new(Gating {
                judged,
                milliseconds,
            })
        });
        let has_counts = |gate: &&Shared<Gating>| gate.view().counts.is_some();
        if let Some(gate) = self.gate.as_ref().filter(has_counts) {
            self.replayed = Some(gate.clone());
        } else if self.gate.is_none() || self.problems(Document::Trace).next().is_none() {
            // Nothing is there to be asked about any more; while a trace is invalid, what was said of it last stays.
            self.replayed = None;
        }
        let replayed = self.replayed.clone();
        self.decided = self.decided.take().and_then(|decided| {
            let decisions = &replayed.as_ref()?.judged.decisions;
            let same = |row: &&DecisionRow| {
                row.step == decided.step && row.decision.tool == decided.decision.tool
            };
            let now = decisions.items.iter().find(same).cloned();
            // Of many decisions only the first are here.
            now.or_else(|| (decisions.total > ALL_ROWS).then_some(decided))
        });
    }

    fn set_summaries(&mut self, summaries: [Option<Summary>; 2]) {
        for (document, summary) in Document::ARH.into_iter().zip(summaries) {
            self.document_mut(document).summary = summary;
        }
    }

    fn moved(&mut self, document: Document, offset: u32) {
        // Positions are those of the judged text; in any other they would point at the wrong thing.
        let judgement = match &self.outcome {
            Outcome::Judged(judgement) => Some(judgement),
            _ => None,
        };
        let is_replayed = self.replayed.is_some() && !self.is_replay_stale();
        let at_gate = is_replayed.then_some(offset);
        self.cursor = match document {
            Document::Policy => Cursor {
                policy: judgement.map(|_| offset),
                ..Cursor::default()
            },
            Document::Approval => Cursor {
                approval: at_gate,
                ..Cursor::default()
            },
            Document::Trace => Cursor {
                step: judgement.and_then(|judgement| judgement.steps.at(offset)),
                trace: at_gate,
                ..Cursor::default()
            },
        };
    }
}

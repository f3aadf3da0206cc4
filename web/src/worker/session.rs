//! The documents as they were last sent, what the engine made of them, and the last report.

use std::rc::Rc;

use stepgate_engine::approval::gate::Gate;
use stepgate_engine::approval::{Harness, Load};
use stepgate_engine::arh;
use stepgate_engine::share::{self, FindingId, GateVerdict, Reported};
use stepgate_engine::source::{self, format_document};
use stepgate_engine::{Problem, ProblemKind};

use super::findings::Findings;
use super::gate::Gated;
use super::recognise::recognise;
use super::text::KeptText;
use super::views::Subject;
use super::{marks, report};
use crate::protocol::{
    DecisionRow, Document, Edit, GateJudged, Judged, Query, Row, Rows, Summary, System,
};

/// A document: its text for the engine, and what the engine read from it.
struct Kept<T> {
    text: KeptText,
    source: String,
    /// Whether `source` is older than `text`, and `parsed` than `source`.
    stale: bool,
    parsed: Option<Result<Rc<T>, Problem>>,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self {
            text: KeptText::default(),
            source: String::new(),
            stale: true,
            parsed: None,
        }
    }
}

impl<T> Kept<T> {
    fn edit(&mut self, edit: &Edit) -> bool {
        self.stale = true;
        self.text.edit(edit)
    }

    fn load(&mut self) {
        if self.stale {
            self.source = self.text.read();
            self.parsed = None;
            self.stale = false;
        }
    }

    fn parse(&mut self, parse: impl FnOnce(&str) -> Result<T, Problem>) {
        if self.parsed.is_none() && !self.blank() {
            self.parsed = Some(parse(&self.source).map(Rc::new));
        }
    }

    fn blank(&self) -> bool {
        self.source.trim_ascii().is_empty()
    }

    fn good(&self) -> Option<&Rc<T>> {
        self.parsed.as_ref()?.as_ref().ok()
    }

    fn bad(&self) -> Option<&Problem> {
        self.parsed.as_ref()?.as_ref().err()
    }
}

/// A verdict with the documents it is about: its rows can be asked for while newer texts are invalid.
pub struct Shown {
    /// The policy.
    pub policy: Rc<arh::Policy>,
    /// The trace.
    pub trace: Rc<arh::Trace>,
    /// The verdict.
    pub report: arh::Report,
    findings: Findings,
}

impl Shown {
    /// The report with what it is about.
    pub fn reported(&self) -> Reported<'_> {
        Reported {
            policy: &self.policy,
            trace: &self.trace,
            report: &self.report,
        }
    }
}

/// Everything that the worker remembers between two requests.
#[derive(Default)]
pub struct Session {
    policy: Kept<arh::Policy>,
    approval: Kept<Load>,
    trace: Kept<arh::Trace>,
    verdict: Option<Result<arh::Report, Problem>>,
    /// What the gate says, and whose gate it is.
    gated: Option<Gated>,
    harness: Harness,
    /// Why valid documents have no verdict.
    late: Option<Problem>,
    shown: Option<Shown>,
}

impl Session {
    /// Applies an edit. False when the whole text is needed instead.
    pub fn edit(&mut self, document: Document, edit: &Edit) -> bool {
        match document {
            Document::Policy => self.policy.edit(edit),
            Document::Approval => self.approval.edit(edit),
            Document::Trace => self.trace.edit(edit),
        }
    }

    /// Fetches the texts that have changed.
    pub fn load(&mut self) {
        self.policy.load();
        self.approval.load();
        self.trace.load();
    }

    /// The engine's work: what has not changed is not read again.
    pub fn evaluate(&mut self, fail_under: f64, harness: Harness) {
        self.policy.parse(arh::Policy::parse);
        self.approval.parse(|text| Ok(Load::of_text(text)));
        self.trace.parse(arh::Trace::parse);
        let trace = self.trace.good().map(Rc::as_ref);
        self.harness = harness;
        self.gated = self
            .approval
            .good()
            .map(|load| Gated::of(load, trace, harness));
        self.late = None;
        self.verdict = match (self.policy.good(), self.trace.good()) {
            (Some(policy), Some(trace)) => Some(arh::validate(policy, trace, fail_under)),
            _ => None,
        };
    }

    /// What the page is told about the last evaluation.
    pub fn outcome(&mut self, query: &Query) -> Judged {
        if self.policy.blank() && self.trace.blank() {
            self.shown = None;
            return Judged::Empty;
        }
        let (Some(policy), Some(trace), Some(verdict)) =
            (self.policy.good(), self.trace.good(), self.verdict.take())
        else {
            return self.invalid(None);
        };
        let report = match verdict {
            Ok(report) => report,
            Err(problem) => {
                let judged = match problem.kind {
                    ProblemKind::StepLimit => Judged::Bound {
                        problem: report::problem(&problem),
                    },
                    _ => self.invalid(Some(&problem)),
                };
                self.late = Some(problem);
                return judged;
            }
        };
        let hints = arh::hints(policy, trace);
        let mut findings = Findings::of(policy, trace, &report);
        let judged = Judged::Report {
            report: Box::new(report::report(trace, &report, &hints)),
            marks: marks::of_report(trace, &report, &hints),
            rows: findings.rows(query, trace, &report),
        };
        self.shown = Some(Shown {
            policy: Rc::clone(policy),
            trace: Rc::clone(trace),
            report,
            findings,
        });
        judged
    }

    /// What the page is told about the gate.
    pub fn gate(&self) -> Option<Box<GateJudged>> {
        let (load, gated) = (self.approval.good()?, self.gated.as_ref()?);
        Some(Box::new(
            gated.judged(load, self.trace.good().map(Rc::as_ref)),
        ))
    }

    /// What questions about the gate are about.
    pub fn at_gate(&self) -> Option<Subject<'_>> {
        Some(Subject {
            load: self.approval.good()?,
            gated: self.gated.as_ref()?,
            harness: self.harness,
            trace: self.trace.good().map(Rc::as_ref),
            report: self.judged().map(|shown| &shown.report),
        })
    }

    /// The APPROVAL.md as it was before it was last edited.
    pub fn before_last_edit(&self) -> Option<String> {
        self.approval.text.before()
    }

    /// Other rows of the last report.
    pub fn rows(&mut self, query: &Query) -> Rows {
        self.shown.as_mut().map_or_else(Rows::default, |shown| {
            shown.findings.rows(query, &shown.trace, &shown.report)
        })
    }

    /// The row of the first finding about a step, among those that match.
    pub fn locate(&mut self, query: &Query, step: u32) -> Option<u32> {
        let shown = self.shown.as_mut()?;
        shown
            .findings
            .locate(query, &shown.trace, &shown.report, step)
    }

    /// The verdict on the documents as they were last judged, if both can be judged.
    pub fn judged(&self) -> Option<&Shown> {
        let (policy, trace) = (self.policy.good()?, self.trace.good()?);
        self.shown.as_ref().filter(|shown| {
            self.late.is_none()
                && Rc::ptr_eq(&shown.policy, policy)
                && Rc::ptr_eq(&shown.trace, trace)
        })
    }

    /// What the gate of a harness says of the trace as it was last judged; none without an APPROVAL.md.
    pub fn gate_verdict(&self, harness: Harness) -> Option<GateVerdict> {
        let trace = self.trace.good().map(Rc::as_ref);
        let load = self.approval.good()?;
        Some(GateVerdict::of_load(load, trace, harness))
    }

    /// The id of the gate's decision on a step of the trace as it was last judged.
    pub fn decision_id(&self, step: u32) -> Option<FindingId> {
        decision_id(
            self.approval.good()?,
            self.trace.good()?,
            self.harness,
            step,
        )
    }

    /// The decision with an id.
    pub fn find_decision(&self, id: FindingId) -> Option<DecisionRow> {
        let trace = self.trace.good()?;
        let replay = Gate::new(self.approval.good()?, self.harness).replay(trace);
        let ids = share::decision_ids(trace, &replay);
        let place = ids.iter().position(|each| *each == id)?;
        self.gated.as_ref()?.row(trace, replay.calls.get(place)?)
    }

    /// Why there is no verdict on documents that are both there.
    pub fn problem(&self) -> Option<&Problem> {
        let pattern = || self.policy.good().and_then(|policy| policy.problem());
        self.policy
            .bad()
            .or_else(pattern)
            .or_else(|| self.trace.bad())
            .or(self.late.as_ref())
    }

    /// The texts as they were last judged, in the order of [`Document::ALL`].
    pub fn texts(&self) -> [&str; 3] {
        [
            &self.policy.source,
            &self.approval.source,
            &self.trace.source,
        ]
    }

    /// What each policy looks like: the text of the ARH policy and that of the APPROVAL.md.
    pub fn recognised(&self) -> [Option<System>; 2] {
        [&self.policy.source, &self.approval.source].map(|source| recognise(source))
    }

    /// The row of a finding, and its place among those that match.
    pub fn find(&mut self, query: &Query, finding: u32) -> Option<(Row, u32)> {
        let shown = self.shown.as_mut()?;
        shown
            .findings
            .find(query, &shown.trace, &shown.report, finding)
    }

    /// A document as it was last sent, pretty-printed; or a sentence why not.
    pub fn format(&mut self, document: Document) -> Result<String, String> {
        let source = match document {
            Document::Policy => &self.policy.source,
            Document::Approval => &self.approval.source,
            Document::Trace => &self.trace.source,
        };
        match source::Document::parse(source.as_str()) {
            Ok(document) => Ok(format_document(&document)),
            Err(error) => Err(error.0.message),
        }
    }

    fn invalid(&self, late: Option<&Problem>) -> Judged {
        // An invalid unsafe pattern is told with the policy, even while the trace keeps anything from being judged.
        let pattern = self.policy.good().and_then(|policy| policy.problem());
        let late = late.filter(|late| Some(*late) != pattern);
        let problems = [self.policy.bad(), pattern, self.trace.bad(), late];
        let blank = match (self.policy.blank(), self.trace.blank()) {
            (true, _) => Some(Document::Policy),
            (_, true) => Some(Document::Trace),
            _ => None,
        };
        let policy = self
            .policy
            .good()
            .filter(|policy| policy.problem().is_none());
        Judged::Invalid {
            problems: problems
                .into_iter()
                .flatten()
                .map(report::problem)
                .collect(),
            blank,
            summaries: [
                Summary {
                    valid: policy.is_some(),
                    hints: policy.map_or(0, |policy| policy.hints().len() as u32),
                    steps: None,
                },
                Summary {
                    valid: self.trace.good().is_some(),
                    hints: 0,
                    steps: self.trace.good().map(|trace| trace.steps().len() as u32),
                },
            ],
        }
    }
}

/// The id of a gate's decision on a step of a trace.
pub fn decision_id(
    load: &Load,
    trace: &arh::Trace,
    harness: Harness,
    step: u32,
) -> Option<FindingId> {
    let replay = Gate::new(load, harness).replay(trace);
    let place = replay.calls.iter().position(|call| call.step == step)?;
    share::decision_ids(trace, &replay).get(place).copied()
}

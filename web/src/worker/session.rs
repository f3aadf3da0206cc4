//! The documents as they were last sent, what the engine made of them, and the last report.

use std::rc::Rc;

use stepgate_engine::approval::Harness;
use stepgate_engine::arh;
use stepgate_engine::share::{GateVerdict, Parts, Reported};
use stepgate_engine::source::{self, format_document};
use stepgate_engine::{Problem, ProblemKind};

use super::extent::Extent;
use super::findings::Findings;
use super::gatekeeper::Gatekeeper;
use super::names::Names;
use super::recognise::recognise;
use super::text::KeptText;
use super::{marks, report};
use crate::protocol::{
    Document, Edit, GateAnswer, GateQuestion, Judged, Opaque, Query, Row, Rows, Summary, System,
};

/// A document's text.
struct Source {
    text: KeptText,
    /// The text for the engine, as it was last fetched.
    read: String,
    /// Whether `read` is older than `text`.
    stale: bool,
    /// Tells what was fetched from what was fetched before.
    edition: u32,
}

impl Default for Source {
    fn default() -> Self {
        Self {
            text: KeptText::default(),
            read: String::new(),
            stale: true,
            edition: 0,
        }
    }
}

impl Source {
    fn edit(&mut self, edit: &Edit) -> bool {
        self.stale = true;
        self.text.edit(edit)
    }

    fn load(&mut self) {
        if self.stale {
            self.read = self.text.read();
            self.edition += 1;
            self.stale = false;
        }
    }

    fn is_blank(&self) -> bool {
        self.read.trim_ascii().is_empty()
    }
}

/// A document, and what the engine read from it.
struct Kept<T> {
    source: Source,
    /// What was read, and from which edition.
    parsed: Option<(u32, Result<Rc<T>, Problem>)>,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self {
            source: Source::default(),
            parsed: None,
        }
    }
}

impl<T> Kept<T> {
    fn parse(&mut self, parse: impl FnOnce(&str) -> Result<T, Problem>) {
        let edition = self.source.edition;
        if self.source.is_blank() {
            self.parsed = None;
        } else if self.parsed.as_ref().is_none_or(|(of, _)| *of != edition) {
            self.parsed = Some((edition, parse(&self.source.read).map(Rc::new)));
        }
    }

    fn good(&self) -> Option<&Rc<T>> {
        self.parsed.as_ref()?.1.as_ref().ok()
    }

    fn bad(&self) -> Option<&Problem> {
        self.parsed.as_ref()?.1.as_ref().err()
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
pub struct Session {
    names: Names,
    gate: Option<Box<dyn Gatekeeper>>,
    policy: Kept<arh::Policy>,
    approval: Source,
    trace: Kept<arh::Trace>,
    verdict: Option<Result<arh::Report, Problem>>,
    /// Why valid documents have no verdict.
    late: Option<Problem>,
    shown: Option<Shown>,
}

impl Session {
    /// A session without documents.
    pub fn new(extent: Extent) -> Session {
        Session {
            names: Names::new(extent.names),
            gate: extent.gate,
            policy: Kept::default(),
            approval: Source::default(),
            trace: Kept::default(),
            verdict: None,
            late: None,
            shown: None,
        }
    }

    /// Applies an edit. False when the whole text is needed instead.
    pub fn edit(&mut self, document: Document, edit: &Edit) -> bool {
        match document {
            Document::Policy => self.policy.source.edit(edit),
            Document::Approval => self.approval.edit(edit),
            Document::Trace => self.trace.source.edit(edit),
        }
    }

    /// Fetches the texts that have changed.
    pub fn load(&mut self) {
        self.policy.source.load();
        self.approval.load();
        self.trace.source.load();
    }

    /// The engine's work: what has not changed is not read again.
    pub fn evaluate(&mut self, fail_under: f64, harness: Harness) {
        let names = &self.names;
        self.policy.parse(|text| {
            names.forget();
            arh::Policy::parse_naming(text, names)
        });
        self.trace.parse(arh::Trace::parse);
        if let Some(gate) = &mut self.gate {
            match self.approval.is_blank() {
                true => gate.forget(),
                false => {
                    let Source { read, edition, .. } = &self.approval;
                    gate.judge(read, *edition, self.trace.good(), harness);
                }
            }
        }
        self.late = None;
        self.verdict = match (self.policy.good(), self.trace.good()) {
            (Some(policy), Some(trace)) => Some(arh::validate(policy, trace, fail_under)),
            _ => None,
        };
    }

    /// Whether the documents, as they were last evaluated, need a part of the engine that this program does not hold:
    /// then nothing else that is said of them counts.
    pub fn needs_whole_engine(&self) -> bool {
        let is_gated = !self.approval.is_blank();
        let has_policy = !self.policy.source.is_blank();
        (is_gated && self.gate.is_none()) || (has_policy && self.names.were_missed())
    }

    /// What judges copies.
    pub fn parts(&self) -> Parts<'_> {
        Parts {
            names: &self.names,
            gate: self
                .gate
                .as_ref()
                .map_or(no_gate, |gate| gate.verdict_of_text()),
        }
    }

    /// What the page is told about the last evaluation.
    pub fn outcome(&mut self, query: &Query) -> Judged {
        if self.policy.source.is_blank() && self.trace.source.is_blank() {
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

    /// What answers about the APPROVAL.md, if this program holds it.
    pub fn gate(&self) -> Option<&dyn Gatekeeper> {
        self.gate.as_deref()
    }

    /// Answers a question of one of the gate's views.
    pub fn answer(&mut self, question: Opaque<GateQuestion>) -> Option<Opaque<GateAnswer>> {
        let mut gate = self.gate.take()?;
        let report = self.judged().map(|shown| &shown.report);
        let answer = gate.answer(question, report, &|| self.approval.text.before());
        self.gate = Some(gate);
        answer
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
            &self.policy.source.read,
            &self.approval.read,
            &self.trace.source.read,
        ]
    }

    /// What each policy looks like: the text of the ARH policy and that of the APPROVAL.md.
    pub fn recognised(&self) -> [Option<System>; 2] {
        [&self.policy.source, &self.approval].map(|source| recognise(&source.read))
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
            Document::Policy => &self.policy.source.read,
            Document::Approval => &self.approval.read,
            Document::Trace => &self.trace.source.read,
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
        let blank = match (self.policy.source.is_blank(), self.trace.source.is_blank()) {
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

/// The gate of a program that holds none.
fn no_gate(_: &str, _: Option<&arh::Trace>, _: Harness) -> Option<GateVerdict> {
    None
}

//! The gate's answers about a policy and a trace, in the page's words.

use stepgate_engine::approval::gate::{Call, Gate};
use stepgate_engine::approval::hints::{Hint, hints};
use stepgate_engine::approval::policy::Rule;
use stepgate_engine::approval::{Failure, Harness, Load, Outcome, Reversible};
use stepgate_engine::arh::Trace;
use stepgate_engine::in_small_letters;

use super::rows::{
    decision_view, failure_view, hint_row, older_reader, other_classes, searchable_text, step,
};
use super::window::cut;
use crate::protocol::{
    ClassRow, ClassRows, DecisionQuery, DecisionRow, DecisionView, Decisions, GateJudged, GateView,
    MOST_ERRORS, MOST_HINTS, MOST_STEPS, MOST_TOOLS, Marks, NoteRow, Window,
};
use crate::worker::marks::{self, Gathered};

/// What the gate would have said to a trace, or to no trace: owned, so that rows can be asked for later.
pub struct Replayed {
    /// The calls of the trace.
    calls: Vec<Call>,
    /// What is decided about each tool, by the calls' numbers.
    decisions: Vec<DecisionView>,
    /// How many calls came to each outcome; none without a trace.
    counts: Option<[u32; Outcome::COUNT]>,
    hints: Vec<Hint>,
    /// Of each rule, in the order of the file: the entries of `tools` and the calls that it decides about.
    reached: Vec<Reached>,
}

#[derive(Clone, Default)]
struct Reached {
    entries: Vec<usize>,
    calls: Vec<u32>,
}

impl Replayed {
    /// The gate of a harness, and what it would have said to a trace.
    pub fn of(load: &Load, trace: Option<&Trace>, harness: Harness) -> Replayed {
        let gate = Gate::new(load, harness);
        let rules = load.policy().map_or(&[][..], |policy| &policy.classes);
        // Nodes are numbered as they stand in the text.
        let place_of = |rule: Option<&Rule>| {
            let key = rule?.key;
            rules.binary_search_by_key(&key, |rule| rule.key).ok()
        };
        let mut reached = vec![Reached::default(); rules.len()];
        let entries = load.policy().map_or(&[][..], |policy| &policy.tools);
        for (index, entry) in entries.iter().enumerate() {
            let ruling = gate
                .classes()
                .resolve(&entry.class, Reversible::NotStated)
                .ruling;
            if let Some(place) = place_of(ruling.matched)
                && let Some(reached) = reached.get_mut(place)
            {
                reached.entries.push(index);
            }
        }
        let replay = trace.map(|trace| gate.replay(trace));
        let mut replayed = Replayed {
            calls: Vec::new(),
            decisions: Vec::new(),
            counts: None,
            hints: hints(load, harness),
            reached,
        };
        let Some(replay) = replay else {
            return replayed;
        };
        let rule_of: Vec<Option<usize>> = replay
            .decisions
            .iter()
            .map(|decision| place_of(decision.ruling.as_ref()?.matched))
            .collect();
        for (call, index) in replay.calls.iter().zip(0..) {
            let rule = rule_of.get(call.decision as usize).copied().flatten();
            if let Some(reached) = rule.and_then(|rule| replayed.reached.get_mut(rule)) {
                reached.calls.push(index);
            }
        }
        replayed.counts = Some(replay.counts);
        replayed.decisions = replay
            .decisions
            .iter()
            .map(|decision| decision_view(load, decision))
            .collect();
        replayed.calls = replay.calls;
        replayed
    }

    /// What the page is told at once.
    pub fn judged(&self, load: &Load, trace: Option<&Trace>) -> GateJudged {
        let failure = load.policy().err();
        GateJudged {
            view: Box::new(GateView {
                failure: failure.map(failure_view),
                counts: self.counts,
                other_classes: other_classes(load),
                older: older_reader(load),
                notes: load
                    .notes()
                    .iter()
                    .take(MOST_ERRORS)
                    .map(|note| NoteRow {
                        code: note.code.to_owned(),
                        message: note.message.to_owned(),
                        path: note.at.clone(),
                        range: note.place.range.into(),
                        line: note.place.line,
                    })
                    .collect(),
                hints: self.hints.iter().take(MOST_HINTS).map(hint_row).collect(),
                hint_count: self.hints.len() as u32,
            }),
            marks: self.marks(failure),
            decisions: trace.map_or_else(Decisions::default, |trace| {
                self.decisions(&DecisionQuery::default(), trace)
            }),
            classes: self.classes(Window::default(), load, trace),
        }
    }

    fn marks(&self, failure: Option<&Failure>) -> Marks {
        let mut gathered = Gathered::default();
        if let Some(failure) = failure {
            if failure.errors.is_empty() {
                gathered.add(&failure.place, marks::ERROR, failure.message.clone());
            }
            for error in &failure.errors {
                gathered.add(&error.place, marks::ERROR, error.message.clone());
            }
        }
        for hint in &self.hints {
            let message = marks::suggesting(&hint.message, hint.suggestion.as_deref());
            gathered.add(&hint.place, marks::HINT, message);
        }
        gathered.finish()
    }

    /// A window of the decisions about a trace, which is the one that was replayed.
    pub fn decisions(&self, query: &DecisionQuery, trace: &Trace) -> Decisions {
        let matching = self.matching(query, trace);
        let window = cut(query.window, matching.len());
        Decisions {
            offset: window.start as u32,
            matching: matching.len() as u32,
            total: self.calls.len() as u32,
            items: matching
                .get(window)
                .unwrap_or_default()
                .iter()
                .filter_map(|call| self.row(trace, call))
                .collect(),
        }
    }

    /// The row of a call of the trace, which is the one that was replayed.
    pub fn row(&self, trace: &Trace, call: &Call) -> Option<DecisionRow> {
        let step = step(trace, call.step)?;
        Some(DecisionRow {
            step: step.step,
            step_id: step.id,
            step_range: step.range,
            decision: self.decisions.get(call.decision as usize)?.clone(),
        })
    }

    /// The calls that a query asks for.
    fn matching(&self, query: &DecisionQuery, trace: &Trace) -> Vec<&Call> {
        let words: Vec<String> = query
            .text
            .split_whitespace()
            .map(in_small_letters)
            .collect();
        let told: Vec<Option<String>> = self
            .decisions
            .iter()
            .map(|decision| {
                let outcome = decision.outcome as usize;
                let wanted = query.hidden.get(outcome) == Some(&false);
                // Without words nothing needs to be put together.
                wanted.then(|| {
                    if words.is_empty() {
                        String::new()
                    } else {
                        searchable_text(decision)
                    }
                })
            })
            .collect();
        let wanted = |call: &&Call| {
            let Some(Some(told)) = told.get(call.decision as usize) else {
                return false;
            };
            words.is_empty() || {
                let step = trace.steps().get(call.step as usize);
                let id = step.map(|step| in_small_letters(&trace.step_id(step).to_string()));
                let id = id.unwrap_or_default();
                words
                    .iter()
                    .all(|word| id.contains(word) || told.contains(word))
            }
        };
        self.calls.iter().filter(wanted).collect()
    }

    /// The place of the decision about a step among those that match.
    pub fn locate(&self, query: &DecisionQuery, trace: &Trace, step: u32) -> Option<u32> {
        let matching = self.matching(query, trace);
        let place = matching.binary_search_by_key(&step, |call| call.step);
        place.ok().map(|place| place as u32)
    }

    /// Each call's step and what the gate says to it.
    pub fn outcomes(&self) -> impl Iterator<Item = (u32, Outcome)> {
        self.calls.iter().filter_map(|call| {
            let decision = self.decisions.get(call.decision as usize)?;
            Some((call.step, decision.outcome))
        })
    }

    /// A window of the declared classes, in the order of the file.
    pub fn classes(&self, window: Window, load: &Load, trace: Option<&Trace>) -> ClassRows {
        let Ok(policy) = load.policy() else {
            return ClassRows::default();
        };
        let window = cut(window, policy.classes.len());
        let rows = policy.classes.iter().zip(&self.reached);
        ClassRows {
            offset: window.start as u32,
            total: policy.classes.len() as u32,
            items: rows
                .skip(window.start)
                .take(window.len())
                .map(|(rule, reached)| {
                    let place = load.place(rule.node);
                    let tools = reached.entries.iter().take(MOST_TOOLS);
                    let calls = reached.calls.iter().take(MOST_STEPS);
                    ClassRow {
                        pattern: rule.pattern.as_str().to_owned(),
                        level: rule.level.name().to_owned(),
                        rates: [rule.live_rate, rule.retro_rate],
                        approvers: rule
                            .approvers
                            .as_ref()
                            .map(|approvers| approvers.iter().map(|(id, _)| id.clone()).collect()),
                        limits: rule.limits.as_ref().map_or_else(Vec::new, |limits| {
                            let pairs = limits.iter();
                            pairs
                                .map(|(name, value, _)| (name.clone(), *value))
                                .collect()
                        }),
                        allow_irreversible: rule.allow_irreversible,
                        tools: tools
                            .filter_map(|index| policy.tools.get(*index))
                            .map(|entry| (entry.glob.clone(), load.place(entry.node).range.into()))
                            .collect(),
                        more_tools: reached.entries.len().saturating_sub(MOST_TOOLS) as u32,
                        steps: calls
                            .filter_map(|call| step(trace?, self.calls.get(*call as usize)?.step))
                            .collect(),
                        step_count: reached.calls.len() as u32,
                        range: place.range.into(),
                        line: place.line,
                    }
                })
                .collect(),
        }
    }
}

//! What the command and `batch` say about an APPROVAL.md, as JSON: `schemas/approval-answers.schema.json`.

use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use stepgate_engine::Place;
use stepgate_engine::approval::classes::{Resolution, Ruling};
use stepgate_engine::approval::explain::{ClassAnswer, Explanation};
use stepgate_engine::approval::gate::Decision;
use stepgate_engine::approval::policy::Rule;
use stepgate_engine::approval::tools::ToolVerdict;
use stepgate_engine::approval::{Load, LoadError};

/// Whether a policy loads, and if not, why.
#[derive(Serialize)]
pub struct LoadEntry<'a> {
    ok: bool,
    code: Option<&'static str>,
    message: Option<&'a str>,
    place: Option<&'a Place>,
    errors: Vec<ErrorEntry<'a>>,
    notes: Vec<NoteEntry<'a>>,
}

/// One thing that is wrong with a policy.
#[derive(Serialize)]
pub struct ErrorEntry<'a> {
    path: &'a str,
    keyword: &'static str,
    message: &'a str,
    place: &'a Place,
}

#[derive(Serialize)]
struct NoteEntry<'a> {
    code: &'static str,
    #[serde(rename = "where")]
    at: &'a str,
    place: &'a Place,
}

impl<'a> LoadEntry<'a> {
    /// Writes out what a load came to.
    pub fn new(load: &'a Load) -> LoadEntry<'a> {
        let failure = load.policy().err();
        let errors = failure.map_or(&[][..], |failure| &failure.errors);
        LoadEntry {
            ok: failure.is_none(),
            code: failure.map(|failure| failure.code.name()),
            message: failure.map(|failure| failure.message.as_str()),
            place: failure.map(|failure| &failure.place),
            errors: errors.iter().map(ErrorEntry::new).collect(),
            notes: load
                .notes()
                .iter()
                .map(|note| NoteEntry {
                    code: note.code,
                    at: &note.at,
                    place: &note.place,
                })
                .collect(),
        }
    }
}

impl<'a> ErrorEntry<'a> {
    /// Writes out an error.
    pub fn new(error: &'a LoadError) -> ErrorEntry<'a> {
        ErrorEntry {
            path: &error.place.pointer,
            keyword: error.keyword,
            message: &error.message,
            place: &error.place,
        }
    }
}

/// What is decided about a class.
#[derive(Serialize)]
pub struct RulingEntry<'a> {
    autonomy: &'static str,
    declared_autonomy: &'static str,
    supervision: Option<&'static str>,
    live_rate: Option<f64>,
    retro_rate: Option<f64>,
    provenance: &'static str,
    matched_pattern: Option<&'a str>,
    floor_applied: bool,
}

impl<'a> RulingEntry<'a> {
    /// Writes out a ruling.
    pub fn new(ruling: &Ruling<'a>) -> RulingEntry<'a> {
        RulingEntry {
            autonomy: ruling.autonomy.name(),
            declared_autonomy: ruling.declared.name(),
            supervision: ruling.supervision.map(|supervision| supervision.name()),
            live_rate: ruling.live_rate,
            retro_rate: ruling.retro_rate,
            provenance: ruling.provenance.name(),
            matched_pattern: ruling.matched.map(|rule| rule.pattern.as_str()),
            floor_applied: ruling.floor_applied(),
        }
    }
}

/// The whole record of a class.
#[derive(Serialize)]
pub struct ResolutionEntry<'a> {
    #[serde(flatten)]
    ruling: RulingEntry<'a>,
    allow_irreversible: bool,
    irreversible_patterns: Vec<&'a str>,
    approvers: Option<Vec<&'a str>>,
    limits: Option<BTreeMap<&'a str, f64>>,
    candidates: Vec<&'a str>,
    launch_unruled: bool,
}

impl<'a> ResolutionEntry<'a> {
    /// Writes out a resolution.
    pub fn new(resolution: &Resolution<'a>) -> ResolutionEntry<'a> {
        let ruling = &resolution.ruling;
        ResolutionEntry {
            ruling: RulingEntry::new(ruling),
            allow_irreversible: ruling.allow_irreversible,
            irreversible_patterns: patterns(&resolution.governing),
            approvers: ruling.approvers().map(Iterator::collect),
            limits: ruling.limits().map(Iterator::collect),
            candidates: patterns(&resolution.candidates),
            launch_unruled: ruling.launch_unruled,
        }
    }
}

fn patterns<'a>(rules: &[&'a Rule]) -> Vec<&'a str> {
    rules.iter().map(|rule| rule.pattern.as_str()).collect()
}

/// What the gate says to a call of a tool.
#[derive(Serialize)]
pub struct DecisionEntry<'a> {
    tool: Cow<'a, str>,
    verdict: &'static str,
    claimed_by: Option<&'static str>,
    class: Option<&'a str>,
    #[serde(rename = "match")]
    glob: Option<&'a str>,
    index: Option<usize>,
    mode: Option<&'static str>,
    autonomy: Option<&'static str>,
    supervision: Option<&'static str>,
    live_rate: Option<f64>,
    gate: &'static str,
    outcome: &'static str,
    deny_code: Option<&'static str>,
    detail: Option<&'static str>,
    clause: Option<Place>,
}

impl<'a> DecisionEntry<'a> {
    /// Writes out a decision.
    pub fn new(load: &Load, decision: &Decision<'a>) -> DecisionEntry<'a> {
        let ruling = decision.ruling.as_ref();
        let mut entry = DecisionEntry {
            tool: decision.tool.clone(),
            verdict: decision.verdict.name(),
            claimed_by: None,
            class: decision.class,
            glob: None,
            index: None,
            mode: None,
            autonomy: ruling.map(|ruling| ruling.autonomy.name()),
            supervision: ruling.and_then(|ruling| Some(ruling.supervision?.name())),
            live_rate: ruling.and_then(|ruling| ruling.live_rate),
            gate: decision.outcome.name(),
            outcome: decision.outcome.name(),
            deny_code: decision.refusal.map(|refusal| refusal.code),
            detail: decision.refusal.and_then(|refusal| refusal.detail),
            clause: decision.clause.map(|node| load.place(node)),
        };
        match decision.verdict {
            ToolVerdict::Adapter(claim) => entry.claimed_by = Some(claim.by.name()),
            ToolVerdict::Mapped { entry: tool, index } => {
                entry.glob = Some(&tool.glob);
                entry.index = Some(index);
            }
            ToolVerdict::Unmapped(mode) => entry.mode = Some(mode.name()),
            // What the gate is not asked about goes ahead.
            ToolVerdict::NotGated => entry.gate = "allow",
            ToolVerdict::Unavailable => {}
        }
        entry
    }
}

/// How an answer came about.
#[derive(Serialize)]
pub struct ExplanationEntry<'a> {
    load: LoadEntry<'a>,
    decision: Option<DecisionEntry<'a>>,
    resolution: Option<ClassEntry<'a>>,
    path: Vec<LineEntry<'a>>,
}

#[derive(Serialize)]
struct ClassEntry<'a> {
    #[serde(flatten)]
    record: ResolutionEntry<'a>,
    matching: Vec<CandidateEntry<'a>>,
    manual_because: Option<&'static str>,
    overridden: Option<OverriddenEntry<'a>>,
    irreversibility: &'static str,
    gate: &'static str,
    deny_code: Option<&'static str>,
}

#[derive(Serialize)]
struct CandidateEntry<'a> {
    pattern: &'a str,
    literals: u32,
    wildcards: u32,
    level: &'static str,
    winner: bool,
    tie_break: Option<&'static str>,
    place: Place,
}

#[derive(Serialize)]
struct OverriddenEntry<'a> {
    pattern: Option<&'a str>,
    level: &'static str,
}

#[derive(Serialize)]
struct LineEntry<'a> {
    kind: &'static str,
    text: &'a str,
    place: Option<Place>,
}

impl<'a> ExplanationEntry<'a> {
    /// Writes out an explanation.
    pub fn new(load: &'a Load, explanation: &'a Explanation<'a>) -> ExplanationEntry<'a> {
        ExplanationEntry {
            load: LoadEntry::new(load),
            decision: explanation
                .decision
                .as_ref()
                .map(|decision| DecisionEntry::new(load, decision)),
            resolution: explanation
                .class
                .as_ref()
                .map(|class| ClassEntry::new(load, class)),
            path: explanation
                .lines
                .iter()
                .map(|line| LineEntry {
                    kind: line.kind.name(),
                    text: &line.text,
                    place: line.node.map(|node| load.place(node)),
                })
                .collect(),
        }
    }
}

impl<'a> ClassEntry<'a> {
    fn new(load: &Load, class: &ClassAnswer<'a>) -> ClassEntry<'a> {
        ClassEntry {
            record: ResolutionEntry::new(&class.resolution),
            matching: class
                .candidates
                .iter()
                .map(|candidate| CandidateEntry {
                    pattern: candidate.rule.pattern.as_str(),
                    literals: candidate.specificity.literals(),
                    wildcards: candidate.specificity.wildcards(),
                    level: candidate.rule.level.name(),
                    winner: candidate.winner,
                    tie_break: candidate.tie_break.map(|tie_break| tie_break.name()),
                    place: load.place(candidate.rule.node),
                })
                .collect(),
            manual_because: class.manual_because.map(|because| because.name()),
            overridden: class.overridden.map(|overridden| OverriddenEntry {
                pattern: overridden.pattern,
                level: overridden.level.name(),
            }),
            irreversibility: class.irreversibility.name(),
            gate: class.outcome.name(),
            deny_code: class.refusal.map(|refusal| refusal.code),
        }
    }
}

//! Parts of the gate's answers in the page's words.

use stepgate_engine::approval::classes::Classes;
use stepgate_engine::approval::gate::Decision;
use stepgate_engine::approval::hints::Hint;
use stepgate_engine::approval::tools::ToolVerdict;
use stepgate_engine::approval::{self, Failure, Load, LoadError, Reversible};
use stepgate_engine::arh::Trace;
use stepgate_engine::in_small_letters;
use stepgate_engine::source::yaml::NodeId;

use crate::protocol::{
    ClassStep, DecisionView, Document, FailureView, HintRow, LoadErrorRow, MOST_ERRORS, MOST_NEWER,
    OlderReader, ProblemView,
};
use crate::wording;

/// What a reader of version 0.4.1 would say.
pub fn older_reader(load: &Load) -> OlderReader {
    let approval::OlderReader { loads, unknown } = load.under_0_4_1();
    OlderReader {
        loads,
        unknown: unknown.iter().take(MOST_NEWER).map(error_row).collect(),
        unknown_count: unknown.len() as u32,
    }
}

/// What is wrong with a policy.
pub fn error_row(error: &LoadError) -> LoadErrorRow {
    LoadErrorRow {
        keyword: error.keyword.to_owned(),
        path: error.place.pointer.clone(),
        message: wording::capital(&error.message),
        range: error.place.range.into(),
        line: error.place.line,
    }
}

/// The level of every class that no rule matches, and where that is said.
pub fn other_classes(load: &Load) -> (String, Option<[u32; 2]>) {
    let ruling = Classes::new(load).resolve_unmatched(Reversible::NotStated);
    let default = load.policy().ok().and_then(|it| it.defaults.autonomy);
    let place = default.map(|(_, node)| load.place(node).range.into());
    (ruling.declared.name().to_owned(), place)
}

/// Everything that a decision's row says but for the step, in small letters.
pub fn searchable_text(decision: &DecisionView) -> String {
    let outcome = decision.outcome.told();
    let parts = [
        &decision.entry,
        &decision.claim,
        &decision.class,
        &decision.level,
        &decision.provenance,
        &decision.refusal,
    ];
    let parts = parts.into_iter().flatten().map(String::as_str);
    let parts = parts.chain([decision.tool.as_str(), outcome]);
    in_small_letters(&parts.collect::<Vec<_>>().join("\n"))
}

/// A step of the trace, by its index.
pub fn step(trace: &Trace, index: u32) -> Option<ClassStep> {
    let step = trace.steps().get(index as usize)?;
    Some(ClassStep {
        step: index,
        id: trace.step_id(step).to_string(),
        range: trace.place(step.node).range.into(),
    })
}

/// What is decided about one tool, in the page's words.
pub fn decision_view(load: &Load, decision: &Decision) -> DecisionView {
    let (entry, claim) = match decision.verdict {
        ToolVerdict::Mapped { entry, .. } => (Some(entry.glob.clone()), None),
        ToolVerdict::Adapter(claim) => (None, Some(claim.told())),
        _ => (None, None),
    };
    let place = |node: Option<NodeId>| node.map(|node| load.place(node).range.into());
    let ruling = decision.ruling.as_ref();
    DecisionView {
        tool: decision.tool.to_string(),
        outcome: decision.outcome,
        entry,
        claim,
        class: decision.class.map(str::to_owned),
        level: ruling.map(|ruling| ruling.declared.name().to_owned()),
        rates: ruling.map_or([None; 2], |ruling| [ruling.live_rate, ruling.retro_rate]),
        provenance: ruling.map(|ruling| ruling.provenance.name().to_owned()),
        refusal: decision.refusal.map(|refusal| match refusal.detail {
            Some(detail) => format!("{}: {detail}", refusal.code),
            None => refusal.code.to_owned(),
        }),
        clause: place(decision.clause),
        mapping: place(decision.mapping),
        unmapped: match decision.verdict {
            ToolVerdict::Unmapped(mode) => Some(mode.name().to_owned()),
            _ => None,
        },
    }
}

/// Why a policy did not load.
pub fn failure_view(failure: &Failure) -> FailureView {
    FailureView {
        code: failure.code.name().to_owned(),
        problem: ProblemView {
            document: Document::Approval,
            message: wording::capital(&failure.message),
            range: failure.place.range.into(),
            at: [failure.place.line, failure.place.column],
        },
        errors: failure
            .errors
            .iter()
            .take(MOST_ERRORS)
            .map(error_row)
            .collect(),
        error_count: failure.errors.len() as u32,
    }
}

/// A hint.
pub fn hint_row(hint: &Hint) -> HintRow {
    HintRow {
        document: Document::Approval,
        title: hint.kind.title().to_owned(),
        message: hint.message.clone(),
        suggestion: hint.suggestion.clone(),
        range: hint.place.range.into(),
        line: hint.place.line,
    }
}

//! `budgets`, and `grounding`'s minimum: numbers that cannot do what they seem to.

use super::names::Shown;
use super::{HintKind, Hints, member_of};
use crate::arh::fields::Setting;
use crate::arh::policy::{Limit, Policy};
use crate::arh::trace::{Step, StepKind, Trace};
use crate::source::{Document, Kind, NodeId, Number, Text};

/// Looks at the budgets and the minimum coverage of a policy.
pub(super) fn look(policy: &Policy, hints: &mut Hints) {
    let document = policy.document();
    let budgets = &policy.budgets;
    for (name, limit) in [
        ("max_step_latency_ms", &budgets.max_step_latency_ms),
        ("max_total_latency_ms", &budgets.max_total_latency_ms),
        ("max_total_cost_usd", &budgets.max_total_cost_usd),
    ] {
        if let Some(limit) = limit {
            look_at_limit(document, name, limit, hints);
        }
    }
    if let (Some(step), Some(total)) = (&budgets.max_step_latency_ms, &budgets.max_total_latency_ms)
        && let (Limit::Number(step_limit), Limit::Number(total_limit)) = (&step.value, &total.value)
        && step_limit.is_above(total_limit)
    {
        let message = format_args!(
            "`max_step_latency_ms` is more than `max_total_latency_ms`: a step above it is above the total as well"
        );
        hints.add(HintKind::StepBudgetAboveTotal, step.clause, message);
    }
    if let Some(node) = member_of(document, document.root(), "grounding")
        .and_then(|section| member_of(document, section, "min_citation_coverage"))
    {
        look_at_coverage(
            document,
            node,
            policy.grounding.min_citation_coverage.value,
            hints,
        );
    }
}

fn look_at_limit(document: &Document, name: &str, limit: &Setting<Limit>, hints: &mut Hints) {
    let node = limit.clause;
    let raw = Shown::raw(document, node);
    match &limit.value {
        Limit::NotComparable => {
            let meant = document.string(node).and_then(number_in_text);
            let message = format_args!(
                "`{name}` is {raw}, which cannot be compared with a number: a trace that records a value for it cannot be judged"
            );
            hints.suggest(HintKind::BudgetNotANumber, node, message, meant.as_deref());
        }
        Limit::Number(number) => {
            let double = number.to_double();
            if matches!(document.kind(node), Kind::True | Kind::False) {
                let message =
                    format_args!("`{name}` is {raw}, which is read as a budget of {double}");
                hints.suggest(HintKind::BudgetAsBoolean, node, message, Some("null"));
            } else if double.is_nan()
                || (double == f64::INFINITY && matches!(number, Number::Float(_)))
            {
                let message =
                    format_args!("`{name}` is {raw}: nothing is above it, so it is never broken");
                hints.suggest(HintKind::BudgetNeverBreached, node, message, Some("null"));
            } else if double < 0.0 {
                let message =
                    format_args!("`{name}` is {raw}: even a run that records 0 is above it");
                hints.suggest(HintKind::BudgetNegative, node, message, Some("0"));
            }
        }
    }
}

/// The number that a text spells, if it is one in strict JSON.
pub(super) fn number_in_text(text: Text<'_>) -> Option<String> {
    let number = Document::parse(text.as_str()?).ok()?;
    let raw = number.raw(number.root());
    // Unlike `NaN` and `Infinity`.
    let strict = raw.ends_with(|last: char| last.is_ascii_digit());
    strict.then(|| raw.to_owned())
}

fn look_at_coverage(document: &Document, node: NodeId, value: f64, hints: &mut Hints) {
    let raw = Shown::raw(document, node);
    match document.kind(node) {
        Kind::String => {
            let message = format_args!(
                "`min_citation_coverage` is the text {raw}, which is read as the number {value}"
            );
            let meant = value.is_finite().then(|| value.to_string());
            hints.suggest(HintKind::CoverageAsText, node, message, meant.as_deref());
        }
        Kind::True | Kind::False => {
            let message = format_args!(
                "`min_citation_coverage` is {raw}, which is read as a minimum of {value}"
            );
            hints.suggest(
                HintKind::CoverageAsBoolean,
                node,
                message,
                Some(if value == 0.0 { "0" } else { "1" }),
            );
        }
        _ => {}
    }
    if value == 0.0 {
        let message = format_args!(
            "a minimum of 0 does not take grounding out of the score: the score is then the share of cited responses, so each uncited one costs points"
        );
        hints.add(HintKind::CoverageStillCostsPoints, node, message);
    } else if value > 1.0 {
        let message = format_args!(
            "a minimum of {value} is more than 1, which full coverage cannot reach: it is always missed"
        );
        // 80 was meant as a percentage; 2 hardly.
        let meant = match value {
            5.0..=100.0 => (value / 100.0).to_string(),
            _ => "1".to_owned(),
        };
        hints.suggest(HintKind::CoverageOutOfRange, node, message, Some(&meant));
    } else if value < 0.0 || value.is_nan() {
        let message = format_args!(
            "a minimum of {value} is never missed, and uncited responses still cost points"
        );
        hints.suggest(HintKind::CoverageOutOfRange, node, message, Some("0"));
    }
}

/// Looks for budgets towards which some steps of a trace do not count.
pub(super) fn look_at_records(policy: &Policy, trace: &Trace, hints: &mut Hints) {
    let budgets = &policy.budgets;
    let clause = |limit: &Option<Setting<Limit>>| limit.as_ref().map(|limit| limit.clause);
    let any = |_: &Step| true;
    // Tools seldom have a price or tokens, so only responses are missed.
    let response = |step: &Step| step.kind == StepKind::ModelResponse;
    let latency = |step: &Step| step.latency_ms.is_some();
    let cost = |step: &Step| step.cost_usd.is_some();
    let tokens = |step: &Step| step.tokens.is_some();
    type Test<'a> = &'a dyn Fn(&Step) -> bool;
    let rows: [(Option<NodeId>, &str, &str, Test<'_>, Test<'_>); 4] = [
        (
            clause(&budgets.max_step_latency_ms),
            "latency_ms",
            "steps",
            &any,
            &latency,
        ),
        (
            clause(&budgets.max_total_latency_ms),
            "latency_ms",
            "steps",
            &any,
            &latency,
        ),
        (
            clause(&budgets.max_total_cost_usd),
            "cost_usd",
            "responses",
            &response,
            &cost,
        ),
        (
            budgets.max_total_tokens.as_ref().map(|limit| limit.clause),
            "tokens",
            "responses",
            &response,
            &tokens,
        ),
    ];
    for (clause, field, what, counted, recorded) in rows {
        let Some(node) = clause else { continue };
        let (mut with, mut all) = (0, 0);
        for step in trace.steps.iter().filter(|step| counted(step)) {
            all += 1;
            with += usize::from(recorded(step));
        }
        if 0 < with && with < all {
            let message = format_args!(
                "this budget sees only {with} of {all} {what}: the others record no {field}"
            );
            hints.add(HintKind::PartlyRecordedBudget, node, message);
        }
    }
}

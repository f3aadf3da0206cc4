//! The engine's report in the page's words.

use stepgate_engine::arh::{self, round, shown_contributions};
use stepgate_engine::order::sort_by;
use stepgate_engine::{self as engine, DocumentKind};

use super::strip::strip;
use crate::protocol::{CategoryRow, Document, HintRow, MOST_HINTS, ProblemView, ReportView};
use crate::wording;

/// A problem as the page shows it.
pub fn problem(problem: &engine::Problem) -> ProblemView {
    ProblemView {
        document: document(problem.document),
        message: wording::problem(&problem.message),
        range: problem.place.range.into(),
        at: [problem.place.line, problem.place.column],
    }
}

/// A report as the page shows it, but for the rows.
pub fn report(trace: &arh::Trace, report: &arh::Report, hints: &[arh::Hint]) -> ReportView {
    let mut counts = [0; 3];
    for finding in &report.findings {
        if let Some(count) = counts.get_mut(finding.severity as usize) {
            *count += 1;
        }
    }
    let mut rules: Vec<&str> = Vec::new();
    for finding in &report.findings {
        let id = finding.rule.rule().id;
        if !rules.contains(&id) {
            rules.push(id);
        }
    }
    sort_by(&mut rules, Ord::cmp);
    let mut hint_counts = [0; 3];
    for hint in hints {
        if let Some(count) = hint_counts.get_mut(document(hint.document).index()) {
            *count += 1;
        }
    }
    let contributions = shown_contributions(&report.categories, report.score);
    let score = round(report.score, 2);
    ReportView {
        passed: report.passed,
        score: plain(score),
        just_short: report.rounds_up_to(report.fail_under),
        hair_below_100: report.rounds_up_to(100.0),
        fail_under: report.fail_under,
        counts,
        rules: rules.into_iter().map(str::to_owned).collect(),
        categories: report
            .categories
            .iter()
            .zip(contributions)
            .map(|(score, hundredths)| CategoryRow {
                name: score.category.name().to_owned(),
                reason: score.reason.as_ref().map(ToString::to_string),
                score: score.score.unwrap_or(0.0),
                shown: plain(round(score.score.unwrap_or(0.0), 2)),
                passed: score.passed as f64,
                total: score.total as f64,
                weight: score.weight,
                effective_weight: score.effective_weight,
                contribution: format!("{:.2}", hundredths as f64 / 100.0),
                minimum: score.minimum,
            })
            .collect(),
        hints: hints.iter().take(MOST_HINTS).map(row).collect(),
        hint_counts,
        strip: strip(trace, Some(report), []),
        latency_ms: report.total_latency_ms,
        cost_usd: report.total_cost_usd,
        tokens: report.total_tokens.as_ref().map(ToString::to_string),
        coverage: report.citation_coverage,
    }
}

/// A number without trailing zeros.
fn plain(value: f64) -> String {
    value.to_string()
}

fn row(hint: &arh::Hint) -> HintRow {
    let place = &hint.place;
    HintRow {
        document: document(hint.document),
        title: hint.kind.title().to_owned(),
        message: hint.message.clone(),
        suggestion: hint.suggestion.clone(),
        range: place.range.into(),
        line: place.line,
    }
}

/// The document of the page that the engine means.
pub fn document(kind: DocumentKind) -> Document {
    match kind {
        DocumentKind::Trace => Document::Trace,
        DocumentKind::Approval => Document::Approval,
        DocumentKind::Policy | DocumentKind::Options | DocumentKind::Request => Document::Policy,
    }
}

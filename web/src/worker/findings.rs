//! The findings table, filtered, sorted and cut to a window.

use stepgate_engine::arh::{self, Finding, Report, Trace};
use stepgate_engine::order::sort_by_key;
use stepgate_engine::{Place, in_small_letters};

use crate::protocol::{ALL_ROWS, Query, Row, Rows, Sort};

/// The policy clause that produced a finding: its pointer and range.
type Clause = Option<(String, [u32; 2])>;

/// The rows of one report: their places, and the order that the last query asked for.
#[derive(Default)]
pub struct Findings {
    /// Of each finding.
    clauses: Vec<Clause>,
    /// Of each finding: the range of what it is about in the trace.
    ranges: Vec<[u32; 2]>,
    /// The last query's order, kept while only the window moves.
    order: Option<(Query, Vec<u32>)>,
}

impl Findings {
    /// The rows of a report.
    pub fn of(policy: &arh::Policy, trace: &Trace, report: &Report) -> Findings {
        let range = |place: Place| place.range.into();
        Findings {
            clauses: report
                .findings
                .iter()
                .map(|finding| {
                    let place = policy.place(finding.policy_node?);
                    Some((place.pointer.clone(), range(place)))
                })
                .collect(),
            ranges: report
                .findings
                .iter()
                .map(|finding| range(trace.place(finding.trace_node)))
                .collect(),
            order: None,
        }
    }

    /// The window that a query asks for.
    pub fn rows(&mut self, query: &Query, trace: &Trace, report: &Report) -> Rows {
        let order = self.ordered(query, trace, report).to_vec();
        let matching = order.len() as u32;
        let (offset, count) = if matching <= ALL_ROWS {
            (0, matching)
        } else {
            (
                query.offset.min(matching.saturating_sub(query.count)),
                query.count,
            )
        };
        let window = order.iter().skip(offset as usize).take(count as usize);
        Rows {
            offset,
            matching,
            total: report.findings.len() as u32,
            items: window
                .filter_map(|index| self.row(*index, trace, report))
                .collect(),
        }
    }

    /// The place of a step's first finding among those that match.
    pub fn locate(
        &mut self,
        query: &Query,
        trace: &Trace,
        report: &Report,
        step: u32,
    ) -> Option<u32> {
        let of_step = |index: &u32| {
            let finding = report.findings.get(*index as usize);
            finding.is_some_and(|finding| finding.step == Some(step))
        };
        let order = self.ordered(query, trace, report);
        order.iter().position(of_step).map(|row| row as u32)
    }

    /// The row of a finding, and its place among those that match.
    pub fn find(
        &mut self,
        query: &Query,
        trace: &Trace,
        report: &Report,
        finding: u32,
    ) -> Option<(Row, u32)> {
        let order = self.ordered(query, trace, report);
        let place = order.iter().position(|index| *index == finding)?;
        Some((self.row(finding, trace, report)?, place as u32))
    }

    fn ordered(&mut self, query: &Query, trace: &Trace, report: &Report) -> &[u32] {
        let key = Query {
            offset: 0,
            count: 0,
            ..query.clone()
        };
        let order = match self.order.take() {
            Some((kept, order)) if kept == key => order,
            _ => sorted(&key, trace, report, &self.clauses),
        };
        &self.order.insert((key, order)).1
    }

    fn row(&self, index: u32, trace: &Trace, report: &Report) -> Option<Row> {
        let finding = report.findings.get(index as usize)?;
        let rule = finding.rule.rule();
        Some(Row {
            finding: index,
            severity: finding.severity,
            rule: rule.id.to_owned(),
            category: rule.category.name().to_owned(),
            step: finding.step.map(|step| (step, step_id(trace, step))),
            message: finding.message.to_string(),
            expected: finding.expected.to_string(),
            observed: finding.observed.to_string(),
            trace: *self.ranges.get(index as usize)?,
            step_range: finding.step.and_then(|step| {
                let place = trace.place(trace.steps().get(step as usize)?.node);
                Some(place.range.into())
            }),
            clause: self.clauses.get(index as usize)?.clone(),
        })
    }
}

fn step_id(trace: &Trace, step: u32) -> String {
    let step = trace.steps().get(step as usize);
    step.map(|step| trace.step_id(step).to_string())
        .unwrap_or_default()
}

fn sorted(query: &Query, trace: &Trace, report: &Report, clauses: &[Clause]) -> Vec<u32> {
    let words: Vec<String> = query
        .text
        .split_whitespace()
        .map(in_small_letters)
        .collect();
    let wanted = |(finding, clause): (&Finding, &Clause)| {
        let category = finding.rule.rule().category;
        query.severities.get(finding.severity as usize) == Some(&true)
            && query.category.is_none_or(|wanted| wanted == category)
            && (words.is_empty() || mentions(finding, trace, clause, &words))
    };
    let mut order: Vec<u32> = report
        .findings
        .iter()
        .zip(clauses)
        .zip(0..)
        .filter(|(found, _)| wanted(*found))
        .map(|(_, index)| index)
        .collect();
    let key = |index: &u32| {
        let finding = report.findings.get(*index as usize)?;
        Some(match query.sort {
            Sort::Found => (0, ""),
            Sort::Severity => (finding.severity as u32, ""),
            Sort::Rule => (0, finding.rule.rule().id),
            Sort::Category => (finding.rule.rule().category as u32, ""),
            Sort::Step => (finding.step.map_or(0, |step| step + 1), ""),
        })
    };
    // Stable both ways: equal rows stay in the engine's order.
    if query.descending {
        order.reverse();
        sort_by_key(&mut order, key);
        order.reverse();
    } else {
        sort_by_key(&mut order, key);
    }
    order
}

fn mentions(finding: &Finding, trace: &Trace, clause: &Clause, words: &[String]) -> bool {
    let rule = finding.rule.rule();
    let step = finding.step.map(|step| step_id(trace, step));
    let row = [
        rule.id,
        rule.title,
        rule.category.name(),
        finding.severity.name(),
        step.as_deref().unwrap_or(""),
        &finding.message,
        &finding.expected,
        &finding.observed,
        clause.as_ref().map_or("", |(pointer, _)| pointer),
    ]
    .join("\n");
    let row = in_small_letters(&row);
    words.iter().all(|word| row.contains(word.as_str()))
}

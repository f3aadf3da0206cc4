//! Budgets: the specification's "budgets". Latencies are in milliseconds, costs in US dollars.

use super::{Findings, Words, shown};
use crate::arh::fields::{Refusal, Setting};
use crate::arh::finding::Tally;
use crate::arh::policy::{Limit, Policy};
use crate::arh::rules::RuleId;
use crate::arh::score::round;
use crate::arh::trace::Trace;
use crate::problem::ProblemKind;
use crate::source::{Integer, NodeId, Number, type_name};

/// What a trace used in all.
#[derive(Clone, Debug)]
pub(in crate::arh) struct Totals {
    /// Plain sums of doubles in the order of the steps, as the reference makes them.
    pub(in crate::arh) latency_ms: f64,
    pub(in crate::arh) cost_usd: f64,
    /// `None` when no step records any.
    pub(in crate::arh) tokens: Option<Integer>,
    has_latency: bool,
    has_cost: bool,
}

/// Adds up a trace.
pub(in crate::arh) fn totals(trace: &Trace) -> Totals {
    let mut totals = Totals {
        latency_ms: 0.0,
        cost_usd: 0.0,
        tokens: None,
        has_latency: false,
        has_cost: false,
    };
    for step in &trace.steps {
        if let Some((latency, _)) = step.latency_ms {
            totals.latency_ms += latency;
            totals.has_latency = true;
        }
        if let Some(cost) = step.cost_usd {
            totals.cost_usd += cost;
            totals.has_cost = true;
        }
        if let Some(tokens) = &step.tokens {
            totals.tokens = Some(match totals.tokens {
                Some(sum) => sum.plus(tokens),
                None => tokens.clone(),
            });
        }
    }
    totals
}

/// Checks the budgets.
///
/// # Errors
/// A budget that is no number, once there is something to compare it with.
pub(in crate::arh) fn check_budget(
    policy: &Policy,
    trace: &Trace,
    totals: &Totals,
    findings: &mut Findings,
) -> Result<Tally, Refusal> {
    let budgets = &policy.budgets;
    let latency_budget = budgets
        .max_step_latency_ms
        .as_ref()
        .or(budgets.max_total_latency_ms.as_ref());
    if latency_budget.is_none()
        && budgets.max_total_cost_usd.is_none()
        && budgets.max_total_tokens.is_none()
    {
        return Ok(Tally::NotApplicable("the policy sets no budget"));
    }
    let mut check = BudgetCheck {
        policy,
        findings,
        passed: 0,
        total: 0,
    };
    if let Some(budget) = latency_budget
        && !totals.has_latency
    {
        check.unverifiable(RuleId::Bud006, budget.clause, "latency", "latency_ms");
    }
    if let Some(budget) = &budgets.max_step_latency_ms {
        check.step_latencies(trace, budget)?;
    }
    if let Some(budget) = &budgets.max_total_latency_ms
        && totals.has_latency
    {
        check.total(
            RuleId::Bud002,
            budget,
            totals.latency_ms,
            "the latencies add up to",
            " ms",
        )?;
    }
    if let Some(budget) = &budgets.max_total_cost_usd {
        if totals.has_cost {
            check.total(
                RuleId::Bud003,
                budget,
                totals.cost_usd,
                "the costs add up to",
                " US dollars",
            )?;
        } else {
            check.unverifiable(RuleId::Bud007, budget.clause, "cost", "cost_usd");
        }
    }
    if let Some(budget) = &budgets.max_total_tokens {
        match &totals.tokens {
            Some(tokens) => check.tokens(budget, tokens),
            None => check.unverifiable(
                RuleId::Bud005,
                budget.clause,
                "token",
                "input_tokens` or `output_tokens",
            ),
        }
    }
    let (passed, total) = (check.passed, check.total);
    Ok(Tally::Checks { passed, total })
}

struct BudgetCheck<'a> {
    policy: &'a Policy,
    findings: &'a mut Findings,
    passed: u64,
    total: u64,
}

impl BudgetCheck<'_> {
    /// Counts one check, and tells whether it failed.
    fn exceeds(&mut self, value: f64, budget: &Setting<Limit>) -> Result<bool, Refusal> {
        let Limit::Number(limit) = &budget.value else {
            let document = &self.policy.document;
            let kind = type_name(document.kind(budget.clause));
            let place = document.place(budget.clause);
            let name = place.pointer.rsplit('/').next().unwrap_or_default();
            return Err(Refusal {
                kind: ProblemKind::Structure,
                message: format!("`{name}` must be a number, not {kind}"),
                place,
            });
        };
        Ok(self.counts(Number::Float(value).is_above(limit)))
    }

    fn counts(&mut self, failed: bool) -> bool {
        self.total += 1;
        self.passed += u64::from(!failed);
        failed
    }

    fn step_latencies(&mut self, trace: &Trace, budget: &Setting<Limit>) -> Result<(), Refusal> {
        for (index, step) in trace.steps.iter().enumerate() {
            if let Some((latency, node)) = step.latency_ms
                && self.exceeds(latency, budget)?
            {
                let limit = shown(&self.policy.document, budget.clause);
                self.findings.at(
                    RuleId::Bud001,
                    index,
                    node,
                    budget.clause,
                    Words {
                        message: format!(
                            "the step took {latency} ms, more than the {limit} ms a step may take"
                        )
                        .into(),
                        expected: format!("<= {limit} ms").into(),
                        observed: format!("{latency} ms").into(),
                    },
                );
            }
        }
        Ok(())
    }

    fn total(
        &mut self,
        rule: RuleId,
        budget: &Setting<Limit>,
        sum: f64,
        subject: &str,
        unit: &str,
    ) -> Result<(), Refusal> {
        if self.exceeds(sum, budget)? {
            let limit = shown(&self.policy.document, budget.clause);
            // A sum of doubles drags digits along that nobody recorded. They are shown only where they decide.
            let rounded = round(sum, 6);
            let decides = |limit: &Number| !Number::Float(rounded).is_above(limit);
            let sum = match &budget.value {
                Limit::Number(limit) if decides(limit) => sum,
                _ => rounded,
            };
            self.findings.whole(
                rule,
                budget.clause,
                Words {
                    message: format!(
                        "{subject} {sum}{unit}, more than the budget of {limit}{unit}"
                    )
                    .into(),
                    expected: format!("<= {limit}{unit}").into(),
                    observed: format!("{sum}{unit}").into(),
                },
            );
        }
        Ok(())
    }

    fn tokens(&mut self, budget: &Setting<Integer>, tokens: &Integer) {
        if self.counts(*tokens > budget.value) {
            let limit = &budget.value;
            self.findings.whole(
                RuleId::Bud004,
                budget.clause,
                Words {
                    message: format!(
                        "the steps used {tokens} tokens, more than the budget of {limit}"
                    )
                    .into(),
                    expected: format!("<= {limit} tokens").into(),
                    observed: format!("{tokens} tokens").into(),
                },
            );
        }
    }

    fn unverifiable(&mut self, rule: RuleId, clause: NodeId, what: &str, field: &str) {
        self.findings.whole(
            rule,
            clause,
            Words {
                message: format!(
                    "the {what} budget cannot be verified, because no step records `{field}`"
                )
                .into(),
                expected: format!("steps that record `{field}`").into(),
                observed: "no step that does".into(),
            },
        );
    }
}

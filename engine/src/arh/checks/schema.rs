//! Schema: the specification's "allowed_tools" and "ArgSpec".

use super::{Findings, Words, counted, cut, field_or_step, shown};
use crate::arh::finding::Tally;
use crate::arh::policy::{Argument, DeclaredType, Policy, ToolSchema};
use crate::arh::rules::RuleId;
use crate::arh::trace::{Step, StepKind, Trace};
use crate::pattern::StepLimitExceeded;
use crate::source::{Member, NodeId, Number, Text, type_name};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt;

/// A pattern that could not be decided, by its clause.
type Undecided = (NodeId, StepLimitExceeded);

/// Checks every tool call against `allowed_tools`.
pub(in crate::arh) fn check_schema(
    policy: &Policy,
    trace: &Trace,
    findings: &mut Findings,
) -> Result<Tally, Undecided> {
    let mut check = SchemaCheck {
        policy,
        trace,
        findings,
        allowed_tools: OnceCell::new(),
    };
    // The schema of each of the trace's tools, looked up once.
    let schemas: Vec<Option<&ToolSchema>> = (0..trace.tools.len())
        .map(|tool| policy.tool(trace.tool(tool as u32)))
        .collect();
    let (mut passed, mut total) = (0, 0);
    for (index, step) in trace.steps.iter().enumerate() {
        if step.kind == StepKind::ToolCall {
            total += 1;
            let schema = step
                .tool
                .and_then(|tool| schemas.get(tool as usize).copied().flatten());
            passed += u64::from(check.call(index, step, schema)?);
        }
    }
    if total == 0 {
        return Ok(Tally::NotApplicable("the trace has no tool calls"));
    }
    Ok(Tally::Checks { passed, total })
}

/// Names to choose from: the first few of `total`.
fn one_of<'n>(
    names: impl Iterator<Item = Text<'n>>,
    total: usize,
    none: &'static str,
) -> Cow<'static, str> {
    const SHOWN_NAMES: usize = 4;
    // One more name is as short as to say that there is one more.
    let count = if total == SHOWN_NAMES + 1 {
        total
    } else {
        SHOWN_NAMES
    };
    let shown: Vec<String> = names.take(count).map(|name| format!("`{name}`")).collect();
    match (shown.as_slice(), total - shown.len()) {
        ([], _) => none.into(),
        ([only], 0) => only.clone().into(),
        ([before @ .., last], 0) => format!("{} or {last}", before.join(", ")).into(),
        (_, more) => format!("{} or one of {more} more", shown.join(", ")).into(),
    }
}

/// What an argument is called in sentences.
#[derive(Clone, Copy)]
struct Subject<'a> {
    argument: Text<'a>,
    tool: Text<'a>,
}

impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "argument `{}` of `{}`", self.argument, self.tool)
    }
}

struct SchemaCheck<'a> {
    policy: &'a Policy,
    trace: &'a Trace,
    findings: &'a mut Findings,
    /// What is said of every call that is not allowed.
    allowed_tools: OnceCell<Cow<'static, str>>,
}

impl<'a> SchemaCheck<'a> {
    fn allowed_tools(&self) -> Cow<'static, str> {
        let tools = &self.policy.tools;
        let say = || {
            let names = tools.iter().map(|tool| tool.name.as_text());
            one_of(
                names,
                tools.len(),
                "no tool calls, since no tool is allowed",
            )
        };
        self.allowed_tools.get_or_init(say).clone()
    }

    /// Judges one call. `true` when it passes.
    fn call(
        &mut self,
        index: usize,
        step: &Step,
        schema: Option<&'a ToolSchema>,
    ) -> Result<bool, Undecided> {
        let Some(tool) = self.trace.tool_name(step) else {
            let trace_node = field_or_step(step, step.tool_name);
            self.findings.at(
                RuleId::Sch002,
                index,
                trace_node,
                None,
                Words {
                    message: "a tool call names no tool".into(),
                    expected: "a non-empty `tool_name`".into(),
                    observed: match step.tool_name {
                        Some(node) => {
                            format!("`tool_name` is {}", shown(&self.trace.document, node)).into()
                        }
                        None => "no `tool_name`".into(),
                    },
                },
            );
            return Ok(false);
        };
        let Some(schema) = schema else {
            if self.policy.allow_unlisted_tools.value {
                return Ok(true);
            }
            self.findings.at(
                RuleId::Sch001,
                index,
                field_or_step(step, step.tool_name),
                self.policy.tools_clause,
                Words {
                    message: format!("`{tool}` is not an allowed tool").into(),
                    expected: self.allowed_tools(),
                    observed: format!("a call of `{tool}`").into(),
                },
            );
            return Ok(false);
        };
        let declared = &schema.arguments;
        let given = step.arguments.into_iter();
        let given: Vec<(Member<'_>, Option<usize>)> = given
            .flat_map(|node| self.trace.document.members(node))
            .map(|member| (member, declared.number(member.name)))
            .collect();
        let mut present = vec![false; declared.len()];
        for (_, number) in &given {
            if let Some(present) = number.and_then(|number| present.get_mut(number)) {
                *present = true;
            }
        }
        let mut passes = true;
        for (required, number) in declared.required() {
            if present.get(number) != Some(&true) {
                passes = false;
                let name = required.name.as_text();
                self.findings.at(
                    RuleId::Sch003,
                    index,
                    field_or_step(step, step.arguments),
                    required.clause,
                    Words {
                        message: format!(
                            "`{tool}` was called without its required argument `{name}`"
                        )
                        .into(),
                        expected: format!("argument `{name}`").into(),
                        observed: match given.len() {
                            0 => "no arguments".into(),
                            count => format!("{} without it", counted(count, "argument")).into(),
                        },
                    },
                );
            }
        }
        for (member, number) in given {
            match number.and_then(|number| declared.numbered(number)) {
                Some(argument) => passes &= self.argument(index, schema, argument, member)?,
                None => self.findings.at(
                    RuleId::Sch005,
                    index,
                    member.value,
                    schema.clause,
                    Words {
                        message: format!(
                            "`{tool}` does not declare the argument `{}`",
                            member.name
                        )
                        .into(),
                        expected: one_of(
                            declared.names(),
                            declared.len(),
                            "no arguments, since the tool declares none",
                        ),
                        observed: format!(
                            "`{}` = {}",
                            member.name,
                            shown(&self.trace.document, member.value)
                        )
                        .into(),
                    },
                ),
            }
        }
        Ok(passes)
    }

    /// Judges one argument's value. `true` when it is right.
    fn argument(
        &mut self,
        index: usize,
        schema: &ToolSchema,
        argument: &Argument,
        member: Member<'_>,
    ) -> Result<bool, Undecided> {
        let document = &self.trace.document;
        let value = member.value;
        let kind = document.kind(value);
        let subject = Subject {
            argument: member.name,
            tool: schema.name.as_text(),
        };
        let declared = &argument.declared;
        if let DeclaredType::Unknown(name) = &declared.value {
            self.findings.at(RuleId::Sch006, index, value, declared.clause, Words {
                message: format!("the policy gives {subject} the unknown type `{name}`, so its type is not checked").into(),
                expected: format!("one of the types {}", DeclaredType::NAMES.join(", ")).into(),
                observed: format!("type `{name}`").into(),
            });
        } else if !declared.value.admits(kind) {
            let wanted = declared.value.name();
            self.findings.at(
                RuleId::Sch004,
                index,
                value,
                declared.clause,
                Words {
                    message: format!(
                        "{subject} must be of type `{wanted}`, but is {}",
                        type_name(kind)
                    )
                    .into(),
                    expected: format!("type `{wanted}`").into(),
                    observed: format!("{}, {}", type_name(kind), shown(document, value)).into(),
                },
            );
            return Ok(false);
        }
        let mut right = true;
        if let Some(members) = &argument.members
            && !members.value.contain(document, value)
        {
            right = false;
            self.findings.at(
                RuleId::Sch007,
                index,
                value,
                members.clause,
                Words {
                    message: format!(
                        "{subject} is {}, which is not one of the allowed values",
                        shown(document, value)
                    )
                    .into(),
                    expected: format!("one of {}", shown(&self.policy.document, members.clause))
                        .into(),
                    observed: shown(document, value).into(),
                },
            );
        }
        if let Some(pattern) = &argument.pattern
            && let Some(text) = document.string(value)
            && pattern
                .value
                .find(text)
                .map_err(|limit| (pattern.clause, limit))?
                .is_none()
        {
            right = false;
            self.findings.at(
                RuleId::Sch008,
                index,
                value,
                pattern.clause,
                Words {
                    message: format!(
                        "{subject} is {}, which does not match its pattern as a whole",
                        shown(document, value)
                    )
                    .into(),
                    expected: format!(
                        "a text that `{}` matches as a whole",
                        self.pattern_text(pattern.clause)
                    )
                    .into(),
                    observed: shown(document, value).into(),
                },
            );
        }
        if let Some(number) = Number::read(document, value) {
            right &= self.range(index, argument, value, &number, subject);
        }
        Ok(right)
    }

    /// Judges a number against `min` and `max`. `true` when it is within.
    fn range(
        &mut self,
        index: usize,
        argument: &Argument,
        value: NodeId,
        number: &Number,
        subject: Subject<'_>,
    ) -> bool {
        let document = &self.trace.document;
        let written = |clause| shown(&self.policy.document, clause);
        if let Some(bound) = argument.min.as_ref().or(argument.max.as_ref())
            && number.to_double().is_nan()
        {
            self.findings.at(
                RuleId::Sch009,
                index,
                value,
                bound.clause,
                Words {
                    message: format!("{subject} is NaN, which is in no range").into(),
                    expected: "a number within the range".into(),
                    observed: "NaN".into(),
                },
            );
            return false;
        }
        let mut right = true;
        for (bound, outside, word, sign) in [
            (
                &argument.min,
                Number::is_below as fn(&Number, &Number) -> bool,
                "below its minimum",
                ">=",
            ),
            (&argument.max, Number::is_above, "above its maximum", "<="),
        ] {
            if let Some(bound) = bound
                && outside(number, &bound.value)
            {
                right = false;
                self.findings.at(
                    RuleId::Sch009,
                    index,
                    value,
                    bound.clause,
                    Words {
                        message: format!(
                            "{subject} is {}, {word} of {}",
                            shown(document, value),
                            written(bound.clause)
                        )
                        .into(),
                        expected: format!("{sign} {}", written(bound.clause)).into(),
                        observed: shown(document, value).into(),
                    },
                );
            }
        }
        right
    }

    fn pattern_text(&self, clause: NodeId) -> String {
        self.policy
            .document
            .string(clause)
            .map_or_else(String::new, |text| cut(&text.display()))
    }
}

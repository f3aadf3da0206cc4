//! The lines about a class.

use super::{Candidate, ClassAnswer, Irreversibility, LineKind, Path, TieBreak};
use crate::approval::autonomy::{Level, Supervision};
use crate::approval::classes::{
    MayRequest, Provenance, Resolution, Reversible, Ruling, UNMAPPED_TOOL,
};
use crate::approval::gate::Gate;
use crate::approval::load::{Form, Load};
use crate::approval::policy::{Policy, Rule};
use crate::approval::words::FAIL_CLOSED_CLASSES;

/// Adds the lines about a class, and gives its answer.
pub(super) fn explain<'l>(
    path: &mut Path,
    load: &'l Load,
    gate: &Gate<'l>,
    class: &str,
    reversible: Reversible,
) -> ClassAnswer<'l> {
    let said = match reversible {
        Reversible::Yes => "said to be reversible",
        Reversible::No => "said to be irreversible",
        Reversible::NotStated => "nothing said about reversibility",
    };
    path.line(
        LineKind::Class,
        None,
        format_args!("Class `{class}`, {said}"),
    );
    let answer = ClassAnswer::new(gate.classes().resolve(class, reversible), reversible);
    let ruling = &answer.resolution.ruling;
    match load.policy() {
        Err(failure) => {
            let told = super::words::told(failure);
            path.line(
                LineKind::Policy,
                None,
                format_args!(
                    "The policy does not load ({told}), so {FAIL_CLOSED_CLASSES}, whatever it says"
                ),
            );
        }
        Ok(policy) => {
            where_from(path, load, policy);
            if class == "read.shell" || class.starts_with("read.file") {
                read_roots(path, policy);
            }
            matches(path, &answer.candidates);
            decided(path, gate, policy, class, &answer);
            if reversible == Reversible::No {
                irreversibility(path, &answer);
            }
            agent_request(path, gate, policy, class);
        }
    }
    level(path, ruling);
    answer
}

fn where_from(path: &mut Path, load: &Load, policy: &Policy) {
    let version = &policy.version;
    match load.form() {
        Form::Markdown => path.line(
            LineKind::Policy,
            None,
            format_args!("The policy is the `yaml approval-policy` block, version {version}"),
        ),
        Form::BareYaml => path.line(
            LineKind::Policy,
            None,
            format_args!("The policy is the whole text, read as bare YAML, version {version}"),
        ),
    }
    if let Some(delegation) = &policy.delegation {
        path.line(
            LineKind::Delegation,
            Some(delegation.node),
            format_args!("A `delegation` block is declared and off: it changes nothing"),
        );
    }
}

fn read_roots(path: &mut Path, policy: &Policy) {
    let roots = policy.read_roots.as_deref().unwrap_or_default();
    let node = roots.first().map(|(_, node)| *node);
    let mut told = "Reads are in scope below the folder of the gate".to_owned();
    for (root, _) in roots {
        told.push_str(if root.starts_with('/') {
            ", `"
        } else {
            ", `<gate>/"
        });
        told.push_str(root);
        told.push('`');
    }
    path.line(
        LineKind::ReadRoots,
        node,
        format_args!(
            "{told}; the scratch and temporary folders, which are in scope too, are not shown"
        ),
    );
}

fn matches(path: &mut Path, candidates: &[Candidate]) {
    match candidates.len() {
        0 => path.line(LineKind::Matches, None, format_args!("No rule matches")),
        1 => path.line(LineKind::Matches, None, format_args!("1 rule matches")),
        count => path.line(
            LineKind::Matches,
            None,
            format_args!("{count} rules match, the most specific first"),
        ),
    }
    for candidate in candidates {
        let rule = candidate.rule;
        let (pattern, level) = (rule.pattern.as_str(), rule.level.name());
        let [literals, wildcards] = [
            (candidate.specificity.literals(), "literal"),
            (candidate.specificity.wildcards(), "wildcard"),
        ]
        .map(|(count, noun)| counted(count as usize, noun));
        let segments = counted(rule.pattern.segments().count(), "segment");
        let mark = match candidate.tie_break {
            None => "",
            Some(TieBreak::Specificity) => "; decides, as the most specific",
            Some(TieBreak::StrictestAutonomy) => "; decides, as the strictest of the most specific",
            Some(TieBreak::Lexicographic) => {
                "; decides, as the first by its text of those that are as specific and as strict"
            }
            Some(TieBreak::TiedSpecificity) => "; as specific as the one that decides",
        };
        path.line(
            LineKind::Candidate,
            Some(rule.node),
            format_args!("`{pattern}` ({literals}, {wildcards}, {segments}): {level}{mark}"),
        );
    }
}

fn decided(path: &mut Path, gate: &Gate, policy: &Policy, class: &str, answer: &ClassAnswer) {
    let ruling = &answer.resolution.ruling;
    let node = gate.clause_of(class, ruling);
    let declared = ruling.overridden.unwrap_or(ruling.declared).name();
    if let Some(rule) = ruling.matched {
        let pattern = rule.pattern.as_str();
        match answer.candidates.is_empty() {
            true => path.line(
                LineKind::Decided,
                node,
                format_args!(
                    "The rule `{pattern}` decides, because classes below `policy.edit` inherit its rule: {declared}"
                ),
            ),
            false => path.line(
                LineKind::Decided,
                node,
                format_args!("The rule `{pattern}` decides: {declared}"),
            ),
        }
        return;
    }
    match (policy.defaults.unmapped_tool, policy.defaults.autonomy) {
        (Some((mode, _)), _) if class == UNMAPPED_TOOL => {
            let mode = mode.name();
            path.line(
                LineKind::Decided,
                node,
                format_args!("`defaults.unmapped_tool: {mode}` decides: {declared}"),
            );
        }
        (_, Some(_)) => path.line(
            LineKind::Decided,
            node,
            format_args!("`defaults.autonomy` decides: {declared}"),
        ),
        (_, None) => path.line(
            LineKind::Decided,
            None,
            format_args!("There is no `defaults.autonomy`, which stands for manual"),
        ),
    }
}

fn irreversibility(path: &mut Path, answer: &ClassAnswer) {
    let Resolution {
        ruling, governing, ..
    } = &answer.resolution;
    let node = ruling.matched.map(|rule| rule.node);
    let told = match answer.irreversibility {
        Irreversibility::NotApplicable => return,
        Irreversibility::HumanOnly => {
            "The irreversibility floor leaves human-only as it is".to_owned()
        }
        Irreversibility::AlreadyManual => {
            "The irreversibility floor changes nothing: it is manual already".to_owned()
        }
        Irreversibility::PolicyAllowed => format!(
            "The irreversibility floor does not apply: `allow_irreversible: true` stands in every one of the most specific rules, {}",
            patterns(governing.iter().copied()),
        ),
        Irreversibility::FloorApplied => {
            let level = ruling.overridden.map_or("", Level::name);
            let silent = governing.iter().copied();
            let silent = silent.filter(|rule| rule.allow_irreversible != Some(true));
            let why = match governing.is_empty() {
                true => "a default cannot allow it".to_owned(),
                false => format!("`allow_irreversible: true` is not in {}", patterns(silent)),
            };
            format!("The irreversibility floor makes it manual in place of {level}: {why}")
        }
    };
    path.line(LineKind::Irreversibility, node, format_args!("{told}"));
}

fn agent_request(path: &mut Path, gate: &Gate, policy: &Policy, class: &str) {
    let states = |rule: &Rule| rule.agent_may_request.is_some();
    if !policy.classes.iter().any(states) {
        return;
    }
    let requestable = gate.classes().requestable(class);
    let pattern = requestable.rule.map_or("", |rule| rule.pattern.as_str());
    let node = requestable.rule.map(|rule| rule.node);
    let why = match requestable.answer {
        MayRequest::Allowed => format!("Agents may ask for it: `{pattern}` says so"),
        MayRequest::NotStated => {
            "Agents may not ask for it: no key that holds for it states `agent_may_request`"
                .to_owned()
        }
        MayRequest::Refused => {
            format!("Agents may not ask for it: `{pattern}` says `agent_may_request: false`")
        }
        MayRequest::NotNamed => format!(
            "Agents may not ask for it: `{pattern}` would let them, but the class is no key of `classes` itself"
        ),
        MayRequest::HumanOnly => {
            format!("Agents may not ask for it: `{pattern}` would let them, but it is human-only")
        }
    };
    path.line(LineKind::AgentRequest, node, format_args!("{why}"));
}

fn level(path: &mut Path, ruling: &Ruling) {
    let node = ruling.matched.map(|rule| rule.level_node);
    let node = node.filter(|_| ruling.provenance != Provenance::Floor);
    let mut told = format!("Level: {}", ruling.autonomy.name());
    match ruling.supervision {
        None => {}
        Some(Supervision::Live) => told.push_str(", live"),
        Some(Supervision::Retro) => told.push_str(", retro"),
    }
    for (rate, what) in [
        (ruling.live_rate, "waits for a person"),
        (ruling.retro_rate, "is looked at afterwards"),
    ] {
        if let Some(rate) = rate {
            told.push_str(&format!("; a share of {rate} {what}"));
        }
    }
    if ruling.supervision == Some(Supervision::Live) {
        told.push_str(
            "; which calls those are is drawn with the operator's secret, so without it any call may",
        );
    }
    if ruling.launch_unruled {
        told.push_str("; but a harness launch that no rule matches is refused");
    }
    path.line(LineKind::Level, node, format_args!("{told}"));
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The patterns of some rules, for a sentence. Of many, the first few.
fn patterns<'l>(rules: impl Iterator<Item = &'l Rule>) -> String {
    const SHOWN: usize = 5;
    let mut told = String::new();
    for (number, rule) in rules.enumerate() {
        if number == SHOWN {
            told.push_str(" and others");
            break;
        }
        told.push_str(if number == 0 { "`" } else { ", `" });
        told.push_str(rule.pattern.as_str());
        told.push('`');
    }
    told
}

//! Classes, tools and the gate: the cases of `tests/cases/approval.jsonl`, and what must hold for every policy.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot read its cases fails"
)]

mod common;

use common::read_lines;
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::OnceLock;
use stepgate_engine::approval::classes::Specificity;
use stepgate_engine::approval::gate::Decision;
use stepgate_engine::approval::policy::{ClassPattern, Rule};
use stepgate_engine::approval::tools::{ToolVerdict, glob};
use stepgate_engine::approval::{Classes, Form, Gate, Harness, Level, Load, Reversible};

#[derive(Deserialize)]
struct Case {
    id: String,
    kind: String,
    policy: Value,
    class: Option<String>,
    reversible: Option<bool>,
    harness: Option<String>,
    tool: Option<String>,
    expect: Map<String, Value>,
}

fn load(policy: &Value) -> Load {
    match policy.get("yaml").and_then(Value::as_str) {
        Some(yaml) => Load::read(
            format!("```yaml approval-policy\n{yaml}\n```\n"),
            Form::Markdown,
        ),
        None => Load::read(policy.as_str().unwrap(), Form::Markdown),
    }
}

fn patterns(rules: &[&Rule]) -> Vec<String> {
    let patterns = rules.iter().map(|rule| rule.pattern.as_str().to_owned());
    patterns.collect()
}

fn resolved(load: &Load, case: &Case) -> Value {
    let reversible = match case.reversible {
        None => Reversible::NotStated,
        Some(true) => Reversible::Yes,
        Some(false) => Reversible::No,
    };
    let resolution = Classes::new(load).resolve(case.class.as_ref().unwrap(), reversible);
    let ruling = resolution.ruling;
    json!({
        "autonomy": ruling.autonomy.name(),
        "declared_autonomy": ruling.declared.name(),
        "supervision": ruling.supervision.map(|supervision| supervision.name()),
        "live_rate": ruling.live_rate,
        "retro_rate": ruling.retro_rate,
        "provenance": ruling.provenance.name(),
        "matched_pattern": ruling.matched.map(|rule| rule.pattern.as_str()),
        "floor_applied": ruling.floor_applied(),
        "allow_irreversible": ruling.allow_irreversible,
        "irreversible_patterns": patterns(&resolution.governing),
        "approvers": ruling.approvers().map(Vec::from_iter),
        "limits": ruling.limits().map(|limits| {
            limits.map(|(name, value)| (name.to_owned(), json!(value))).collect::<Map<_, _>>()
        }),
        "candidates": patterns(&resolution.candidates),
        "launch_unruled": ruling.launch_unruled,
    })
}

fn decided(decision: &Decision) -> Value {
    let mapped = match decision.verdict {
        ToolVerdict::Mapped { entry, index } => Some((entry, index)),
        _ => None,
    };
    let outcome = match decision.verdict {
        // What is not gated goes ahead.
        ToolVerdict::NotGated => "allow",
        _ => decision.outcome.name(),
    };
    json!({
        "verdict": decision.verdict.name(),
        "class": decision.class,
        "match": mapped.map(|(entry, _)| &entry.glob),
        "index": mapped.map(|(_, index)| index),
        "mode": match decision.verdict {
            ToolVerdict::Unmapped(mode) => Some(mode.name()),
            _ => None,
        },
        "autonomy": decision.ruling.map(|ruling| ruling.autonomy.name()),
        "gate": outcome,
        "deny_code": decision.refusal.map(|refusal| refusal.code),
        "detail": decision.refusal.and_then(|refusal| refusal.detail),
        "claimed_by": match decision.verdict {
            ToolVerdict::Adapter(claim) => Some(claim.by.name()),
            _ => None,
        },
    })
}

/// Numbers compare by what they are, not by how they are written.
fn same(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Number(found), Value::Number(expected)) => found.as_f64() == expected.as_f64(),
        (Value::Object(found), Value::Object(expected)) => {
            found.len() == expected.len()
                && expected
                    .iter()
                    .all(|(key, value)| found.get(key).is_some_and(|found| same(found, value)))
        }
        _ => found == expected,
    }
}

#[test]
fn classes_and_tools_come_out_as_in_the_cases() {
    let mut tried = 0;
    let mut wrong = Vec::new();
    for case in read_lines::<Case>("tests/cases/approval.jsonl") {
        if !["resolve", "tool"].contains(&case.kind.as_str()) {
            continue;
        }
        tried += 1;
        let load = load(&case.policy);
        let mut found = match &case.tool {
            None => resolved(&load, &case),
            Some(tool) => {
                let harness = Harness::from_name(case.harness.as_ref().unwrap()).unwrap();
                decided(&Gate::new(&load, harness).decide(tool.as_str()))
            }
        };
        found["load"] = match load.policy() {
            Ok(_) => json!({"ok": true}),
            Err(failure) => json!({"ok": false, "code": failure.code.name()}),
        };
        for (key, expected) in &case.expect {
            if !same(&found[key], expected) {
                let found = &found[key];
                wrong.push(format!("{} {key}: {found}, not {expected}", case.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 50, "{tried}");
}

/// The plainest matcher there is: every way to split.
fn naive(glob: &[u8], name: &[u8]) -> bool {
    match glob.split_first() {
        None => name.is_empty(),
        Some((b'*', rest)) => (0..=name.len()).any(|taken| naive(rest, &name[taken..])),
        Some((letter, rest)) => name.first() == Some(letter) && naive(rest, &name[1..]),
    }
}

/// All texts of up to six letters, one of which no pattern here has. Patterns of six characters of which one does not
/// cover the other differ on one of them: a letter of neither in place of each `*`.
fn small_names() -> &'static [String] {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let mut names = vec![String::new()];
        let mut start = 0;
        for _ in 0..6 {
            let end = names.len();
            for index in start..end {
                for letter in ['a', 'b', 'c'] {
                    names.push(format!("{}{letter}", names[index]));
                }
            }
            start = end;
        }
        names
    })
}

fn glob_text() -> impl Strategy<Value = String> {
    "[ab*]{0,6}".prop_map(|text| {
        let mut text = text;
        while text.contains("**") {
            text = text.replace("**", "*");
        }
        text
    })
}

/// Rules as a policy may hold them: patterns of few segments that often match the same classes.
fn rules() -> impl Strategy<Value = Vec<(String, Level, bool)>> {
    let segment = prop_oneof![Just("a"), Just("b"), Just("*")];
    let pattern = prop::collection::vec(segment, 1..5).prop_map(|segments| segments.join("."));
    let level = (0..Level::ALL.len()).prop_map(|index| Level::ALL[index]);
    let rules = prop::collection::btree_map(pattern, (level, any::<bool>()), 0..12);
    rules.prop_map(|rules| {
        let rules = rules.into_iter();
        rules
            .map(|(pattern, (level, allow))| (pattern, level, allow))
            .collect()
    })
}

fn class() -> impl Strategy<Value = String> {
    prop::collection::vec(prop_oneof![Just("a"), Just("b"), Just("c")], 1..6)
        .prop_map(|segments| segments.join("."))
}

fn policy_of(rules: &[(String, Level, bool)]) -> Load {
    let mut yaml = "version: \"0.4.3\"\nclasses:\n".to_owned();
    for (pattern, level, allow) in rules {
        let rate = match level {
            Level::SupervisedLive => ", live_rate: 0.5",
            _ => "",
        };
        let allow = *allow && !matches!(level, Level::HumanOnly | Level::Manual);
        let name = level.name();
        yaml.push_str(&format!(
            "  \"{pattern}\": {{ autonomy: {name}, allow_irreversible: {allow}{rate} }}\n"
        ));
    }
    if rules.is_empty() {
        yaml.push_str("  {}\n");
    }
    Load::read(yaml, Form::BareYaml)
}

/// Section (e), word by word.
fn pattern_matches(pattern: &str, class: &str) -> bool {
    let pattern: Vec<&str> = pattern.split('.').collect();
    let class: Vec<&str> = class.split('.').collect();
    let fits = |(pattern, segment): (&&str, &&str)| *pattern == "*" || pattern == segment;
    match pattern.split_last() {
        Some((&"*", before)) if !before.is_empty() => {
            class.len() >= pattern.len() && before.iter().zip(&class).all(fits)
        }
        _ => pattern.len() == class.len() && pattern.iter().zip(&class).all(fits),
    }
}

proptest! {
    #[test]
    fn a_glob_matches_what_the_plain_matcher_does(glob in glob_text(), name in "[abc]{0,9}") {
        prop_assert_eq!(glob::matches(&glob, &name), naive(glob.as_bytes(), name.as_bytes()));
    }

    #[test]
    fn a_pattern_covers_another_if_it_matches_all_of_its_names(wider in glob_text(), narrower in glob_text()) {
        let all = small_names()
            .iter()
            .filter(|name| glob::matches(&narrower, name))
            .all(|name| glob::matches(&wider, name));
        prop_assert_eq!(glob::covers(&wider, &narrower), all);
    }

    #[test]
    fn the_first_entry_that_matches_decides(globs in prop::collection::btree_set(glob_text(), 1..8), order in any::<u64>(), name in "[abc]{0,6}") {
        let mut globs: Vec<String> = globs.into_iter().filter(|glob| !glob.is_empty()).collect();
        globs.sort_by_key(|glob| glob.bytes().fold(order, |hash, byte| hash.wrapping_mul(31).rotate_left(7) ^ u64::from(byte)));
        let mut yaml = "version: \"1\"\nclasses: { x: { autonomy: manual } }\ntools:\n  []\n".to_owned();
        if !globs.is_empty() {
            yaml.truncate(yaml.len() - 5);
            for glob in &globs {
                yaml.push_str(&format!("  - {{ match: \"{glob}\", class: x }}\n"));
            }
        }
        let load = Load::read(yaml, Form::BareYaml);
        let gate = Gate::new(&load, Harness::ClaudeCode);
        let found = gate.tools().first_match(&name).map(|(index, _)| index);
        prop_assert_eq!(found, globs.iter().position(|glob| naive(glob.as_bytes(), name.as_bytes())));
    }

    #[test]
    fn the_rules_that_match_are_found_in_their_order(rules in rules(), class in class()) {
        let load = policy_of(&rules);
        let resolution = Classes::new(&load).resolve(&class, Reversible::NotStated);
        let mut expected: Vec<ClassPattern> = rules
            .iter()
            .filter(|(pattern, ..)| pattern_matches(pattern, &class))
            .map(|(pattern, ..)| ClassPattern::new(pattern.clone()))
            .collect();
        expected.sort_by_key(|pattern| (Specificity::of(pattern), pattern.clone()));
        let found: Vec<ClassPattern> =
            resolution.candidates.iter().map(|rule| rule.pattern.clone()).collect();
        prop_assert_eq!(found, expected);
        let winner = resolution.ruling.matched.map(|rule| rule.pattern.as_str());
        prop_assert_eq!(winner.is_none(), resolution.candidates.is_empty());
        let strictest = resolution.governing.iter().map(|rule| rule.level.looseness()).min();
        let declared = winner.map(|_| resolution.ruling.declared.looseness());
        prop_assert_eq!(declared, strictest);
        let governing = patterns(&resolution.governing);
        prop_assert!(winner.is_none_or(|winner| governing.iter().any(|rule| rule == winner)));
    }

    #[test]
    fn the_floor_never_loosens(rules in rules(), class in class()) {
        let load = policy_of(&rules);
        let classes = Classes::new(&load);
        let as_is = classes.resolve(&class, Reversible::NotStated).ruling;
        let irreversible = classes.resolve(&class, Reversible::No).ruling;
        prop_assert!(irreversible.declared.looseness() <= as_is.declared.looseness());
        prop_assert_eq!(irreversible.overridden.unwrap_or(irreversible.declared), as_is.declared);
    }

    #[test]
    fn one_more_equally_specific_rule_never_loosens(rules in rules(), class in class(), level in 0..Level::ALL.len()) {
        let load = policy_of(&rules);
        let before = Classes::new(&load).resolve(&class, Reversible::No);
        // The same length and the same number of wildcards, in another order.
        let Some(head) = before.candidates.first() else { return Ok(()) };
        let segments: Vec<&str> = class.split('.').collect();
        let wildcards = Specificity::of(&head.pattern).wildcards() as usize;
        if head.pattern.segments().count() != segments.len() || wildcards == 0 { return Ok(()) }
        let added: Vec<&str> = segments
            .iter()
            .enumerate()
            .map(|(index, segment)| if index < wildcards { "*" } else { *segment })
            .collect();
        let added = added.join(".");
        if rules.iter().any(|(pattern, ..)| *pattern == added) { return Ok(()) }
        let mut more = rules.clone();
        more.push((added, Level::ALL[level], false));
        let load = policy_of(&more);
        let after = Classes::new(&load).resolve(&class, Reversible::No);
        prop_assert!(after.ruling.declared.looseness() <= before.ruling.declared.looseness());
    }
}

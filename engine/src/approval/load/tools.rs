//! What is checked of `tools` after the schema.

use super::super::classes::UNMAPPED_TOOL;
use super::super::policy::Policy;
use super::{LoadError, MOST_ERRORS, Reading};
use crate::source::yaml::Document;
use hashbrown::{HashMap, HashSet};

/// Entries that can never decide, and classes that nothing prices.
pub(super) fn check(reading: &Reading<'_>, document: &Document, policy: &Policy) -> Vec<LoadError> {
    let mut errors = Vec::new();
    let keys = policy.classes.iter().map(|rule| rule.pattern.as_str());
    let declared: HashSet<&str> = keys.clone().collect();
    let families: HashSet<&str> = keys.filter_map(|key| key.strip_suffix(".*")).collect();
    let mut matches = HashMap::new();
    for (index, entry) in policy.tools.iter().enumerate() {
        if errors.len() >= MOST_ERRORS {
            break;
        }
        if let Some(first) = matches.get(entry.glob.as_str()) {
            let place = reading.place_of(document, *first);
            errors.push(reading.error(
                document,
                "tool-match-duplicate",
                format!("/tools/{index}/match"),
                entry.glob_node,
                format!(
                    "The entry in line {} matches the same: remove this entry, which never decides",
                    place.line
                ),
            ));
        } else {
            matches.insert(entry.glob.as_str(), entry.glob_node);
        }
        let class = entry.class.as_str();
        let (keyword, message) = if class == UNMAPPED_TOOL {
            (
                "tool-class-reserved",
                format!(
                    "`{UNMAPPED_TOOL}` is the class of tools that no entry names: write a class of your own"
                ),
            )
        } else if !(declared.contains(class) || is_in_family(class, &families)) {
            (
                "tool-class-undeclared",
                format!(
                    "No rule declares the class `{class}`: add it to `classes`, as it is or as `{}`",
                    family(class)
                ),
            )
        } else {
            continue;
        };
        let pointer = format!("/tools/{index}/class");
        errors.push(reading.error(document, keyword, pointer, entry.class_node, message));
    }
    errors
}

/// Whether a key `P.*` takes the class in, where `P` is written out.
fn is_in_family(class: &str, families: &HashSet<&str>) -> bool {
    let dots = class.match_indices('.');
    dots.into_iter().any(|(dot, _)| {
        class
            .get(..dot)
            .is_some_and(|prefix| families.contains(prefix))
    })
}

/// The family that a class is a direct member of, or else the class itself.
fn family(class: &str) -> String {
    match class.rsplit_once('.') {
        Some((prefix, _)) => format!("\"{prefix}.*\""),
        None => class.to_owned(),
    }
}

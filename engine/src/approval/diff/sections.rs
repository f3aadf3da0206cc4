//! What is written differently besides the rules.

use crate::approval::load::Load;
use crate::approval::policy::Policy;
use crate::source::yaml::{Document, Kind, NodeId, number_text};
use std::collections::{BTreeMap, BTreeSet};

/// The part of a policy that a change is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// An approver and their channels.
    Approvers,
    /// What holds where no rule says otherwise.
    Defaults,
    /// A limit of a budget or of a rule.
    Limits,
    /// Anything else, by its dotted path.
    Settings,
}

impl Section {
    /// The word in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Section::Approvers => "approvers",
            Section::Defaults => "defaults",
            Section::Limits => "limits",
            Section::Settings => "settings",
        }
    }
}

/// Something that is written differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The part it is in.
    pub section: Section,
    /// The dotted path, such as `defaults.autonomy`.
    pub path: String,
    /// What was written; `None` for nothing.
    pub before: Option<String>,
    /// What is written now; `None` for nothing.
    pub after: Option<String>,
    /// Whether it is an approver that is gone and still named by a rule.
    pub dangling: bool,
}

/// What a policy writes.
#[derive(Default)]
struct Written {
    /// Values by where they stand. A path that stands twice, because keys hold dots, is one.
    values: BTreeMap<(Section, String), String>,
    /// Bytes of paths so far.
    bytes: usize,
}

/// The most bytes of paths that are compared. An alias can stand for much more than its own text.
const MOST_BYTES: usize = 8 << 20;

/// What is written differently in two policies. Approvers, defaults and limits are compared where both loaded; the rest
/// as long as both are YAML.
pub(super) fn changes(old: &Load, new: &Load) -> Vec<Change> {
    let (Some(old_document), Some(new_document)) = (old.document(), new.document()) else {
        return Vec::new();
    };
    let loaded = old.policy().is_ok() && new.policy().is_ok();
    let [before, after] = [(old, old_document), (new, new_document)].map(|(load, document)| {
        let mut written = Written::default();
        if let (true, Ok(policy)) = (loaded, load.policy()) {
            sections(policy, document, &mut written);
        }
        settings(document, loaded, &mut written);
        written.values
    });
    let named = new.policy().map(named_approvers).unwrap_or_default();
    let paths: BTreeSet<_> = before.keys().chain(after.keys()).collect();
    let mut changes = Vec::new();
    for at in paths {
        let (before, after) = (before.get(at), after.get(at));
        if before != after {
            let (section, path) = at;
            changes.push(Change {
                section: *section,
                path: path.clone(),
                before: before.cloned(),
                after: after.cloned(),
                dangling: *section == Section::Approvers
                    && after.is_none()
                    && path
                        .strip_prefix("approvers.")
                        .is_some_and(|id| named.contains(id)),
            });
        }
    }
    changes
}

/// The ids of the approvers that rules name.
fn named_approvers(policy: &Policy) -> BTreeSet<&str> {
    let named = policy.classes.iter().flat_map(|rule| &rule.approvers);
    named.flatten().map(|(id, _)| id.as_str()).collect()
}

/// Defaults with a line of their own.
const DEFAULTS: [&str; 4] = ["autonomy", "channel", "approval_ttl", "on_expiry"];

/// Writes down approvers, defaults and limits.
fn sections(policy: &Policy, document: &Document, written: &mut Written) {
    for approver in &policy.approvers {
        let path = format!("approvers.{}", approver.id);
        written
            .values
            .insert((Section::Approvers, path), approver.channels.join(", "));
    }
    let root = document.root();
    if let Some(defaults) = document.get(root, "defaults") {
        for name in DEFAULTS {
            if let Some(value) = document.get(defaults, name) {
                let path = format!("defaults.{name}");
                flatten(document, value, Section::Defaults, path, written);
            }
        }
    }
    if let Some(budgets) = document.get(root, "budgets") {
        flatten(
            document,
            budgets,
            Section::Limits,
            "budgets".to_owned(),
            written,
        );
    }
    for rule in &policy.classes {
        for (name, value, _) in rule.limits.iter().flatten() {
            let path = format!("classes.{}.limits.{name}", rule.pattern.as_str());
            written
                .values
                .insert((Section::Limits, path), number_text(*value));
        }
    }
}

/// Writes down everything but classes, and but what the other sections show. The tool map is asked as well, but whether
/// an entry stands before another can matter to names that were not asked about.
fn settings(document: &Document, sections_shown: bool, written: &mut Written) {
    for member in document.members(document.root()) {
        match member.name {
            // What they say is asked, not read.
            "classes" => continue,
            "budgets" if sections_shown => continue,
            name => flatten(
                document,
                member.value,
                Section::Settings,
                name.to_owned(),
                written,
            ),
        }
    }
    if sections_shown {
        written
            .values
            .retain(|(section, path), _| *section != Section::Settings || !is_shown(path));
    }
}

/// Whether another section shows what stands at a path.
fn is_shown(path: &str) -> bool {
    match path.split_once('.') {
        Some(("defaults", name)) => DEFAULTS.contains(&name),
        Some(("approvers", rest)) => rest
            .split_once('.')
            .is_some_and(|(_, name)| name.starts_with("channels[")),
        _ => false,
    }
}

/// The deepest that values are looked for.
const MOST_DEPTH: usize = 32;

/// Writes down all values below one, up to a bound.
fn flatten(
    document: &Document,
    node: NodeId,
    section: Section,
    path: String,
    written: &mut Written,
) {
    let mut ahead = vec![(node, path, 0)];
    while let Some((node, path, depth)) = ahead.pop() {
        let before = ahead.len();
        let kind = document.kind(node);
        let deeper = depth < MOST_DEPTH;
        let mut add = |node: NodeId, path: String| {
            written.bytes += path.len();
            ahead.push((node, path, depth + 1));
            written.bytes <= MOST_BYTES
        };
        let within = match kind {
            Kind::Mapping if deeper => document
                .members(node)
                .all(|member| add(member.value, format!("{path}.{}", member.name))),
            Kind::Sequence if deeper => document
                .elements(node)
                .enumerate()
                .all(|(index, element)| add(element, format!("{path}[{index}]"))),
            _ => true,
        };
        if !within {
            return;
        }
        if ahead.len() > before {
            continue;
        }
        let value = match kind {
            Kind::Mapping => "{}".to_owned(),
            Kind::Sequence => "[]".to_owned(),
            Kind::String => document.string(node).unwrap_or_default().to_owned(),
            Kind::Number => document.number(node).map(number_text).unwrap_or_default(),
            Kind::Bool => document.boolean(node).unwrap_or_default().to_string(),
            Kind::Null => "null".to_owned(),
        };
        written.values.insert((section, path), value);
    }
}

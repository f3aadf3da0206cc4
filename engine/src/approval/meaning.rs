//! What a text may mean that someone asks the gate about: the name of a tool, a class of actions, or either.

use super::harness::Harness;
use super::load::Load;
use super::policy::Policy;
use super::schema::forms::is_class;

/// What a text may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// A tool's name.
    pub tool: bool,
    /// A class.
    pub class: bool,
}

/// What a text may mean under a policy that may not have loaded: a class if it is one that the policy names, or has the
/// dots of one; a tool if it is no class, or if the adapter or an entry for more than just any name knows it.
pub fn meaning(load: &Load, harness: Harness, text: &str) -> Meaning {
    let policy = load.policy().ok();
    let class = (is_class(text) && text.contains('.')) || policy.is_some_and(|it| names(it, text));
    let is_mapped = |policy: &Policy| {
        let mut entries = policy.tools.iter().filter(|entry| entry.glob != "*");
        entries.any(|entry| super::tools::glob::matches(&entry.glob, text))
    };
    let known = harness.claim(text).is_some() || policy.is_some_and(is_mapped);
    Meaning {
        tool: !text.is_empty() && (known || !class),
        class,
    }
}

/// Whether a policy names a class, or its pattern, as a key or in an entry.
fn names(policy: &Policy, text: &str) -> bool {
    let mut keys = policy.classes.iter().map(|rule| rule.pattern.as_str());
    let mut classes = policy.tools.iter().map(|entry| entry.class.as_str());
    keys.any(|key| key == text) || classes.any(|class| class == text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::approval::Form;

    #[test]
    fn a_text_means_what_the_policy_and_its_form_say() {
        let policy = "version: \"0.1\"\nclasses:\n  files.*: { autonomy: manual }\n  wire: { autonomy: manual }\n\
                      tools:\n  - { match: shop.refund, class: wire }\n  - { match: \"*\", class: wire }\n";
        let load = Load::read(policy, Form::BareYaml);
        for (text, tool, class) in [
            ("mcp__shop__refund", true, false),
            ("files.delete", false, true),
            ("files.*", false, true),
            ("wire", false, true),
            ("refund", true, false),
            ("shop.refund", true, true),
            ("Bash", true, false),
            ("Files.Delete", true, false),
            ("a..b", true, false),
            ("", false, false),
        ] {
            let meaning = meaning(&load, Harness::ClaudeCode, text);
            assert_eq!((meaning.tool, meaning.class), (tool, class), "{text}");
        }
    }
}

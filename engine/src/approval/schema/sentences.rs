//! What a person is told about a fault: one sentence that says what to write instead.

use crate::source::yaml::{Document, Kind, NodeId};
use strsim::osa_distance;

pub(super) const EMPTY_TEXT: &str =
    "This text is empty: write at least one character, or remove the key";
pub(super) const EMPTY_LIST: &str = "This list is empty: write at least one entry";
pub(super) const EMPTY_MAPPING: &str =
    "This mapping is empty: write at least one key, or remove it";
pub(super) const REPEATED_ENTRY: &str =
    "This entry repeats an earlier one of the list: remove one of the two";
pub(super) const RATE_MISSING: &str = "`supervised-live` needs `live_rate`, the share that waits for a person: add one, such as `live_rate: 0.5`";
pub(super) const LIVE_RATE: &str =
    "`live_rate` goes with `autonomy: supervised-live` only: remove it, or change the level";
pub(super) const RETRO_RATE: &str = "`retro_rate` goes with the supervised levels only: remove it, or change the level to `supervised-retro`";
pub(super) const IRREVERSIBLE: &str = "`allow_irreversible: true` says nothing at this level: write \
                                       `supervised-live`, `supervised-retro` or `autonomous`, or remove it";
pub(super) const REQUESTABLE: &str =
    "`agent_may_request: true` contradicts `human-only`: write another level, or remove it";

/// The most characters of a name that a sentence shows.
const LONGEST_SHOWN: usize = 60;

/// The most bytes of a name that may be a misspelt word.
const LONGEST_SLIP: usize = 64;

pub(super) fn too_long(length: usize, most: usize) -> String {
    format!("This text has {length} characters: write at most {most}")
}

pub(super) fn bound(relation: &str, bound: f64) -> String {
    format!("This number is out of range: write one that is {relation} {bound}")
}

pub(super) fn missing(name: &str) -> String {
    match name {
        "version" => "The policy has no `version`: add one, such as `version: \"0.1\"`".to_owned(),
        "autonomy" => {
            "This rule has no `autonomy`: add a level, such as `autonomy: manual`".to_owned()
        }
        _ => format!("The key `{name}` is missing here: add it"),
    }
}

pub(super) fn newer(name: &str) -> String {
    format!("Version 0.4.1 does not know the key `{name}`: remove it for readers of that version")
}

/// A name as a sentence shows it: not all of a long one, and nothing invisible.
fn shown(name: &str) -> String {
    let cut: String = name.chars().take(LONGEST_SHOWN).collect();
    let rest = if cut.len() < name.len() { "…" } else { "" };
    format!("`{}{rest}`", cut.escape_debug())
}

pub(super) fn not_one_of(word: Option<&str>, words: &[&str]) -> String {
    let instead = instead(word, words);
    match word {
        Some(word) => format!("{} is not known here: {instead}", shown(word)),
        None => format!("This is not a word that is known here: {instead}"),
    }
}

pub(super) fn unknown_key(name: &str, keys: &[&str]) -> String {
    let shown = shown(name);
    if let Some((key, _)) = name.split_once(':')
        && keys.contains(&key)
    {
        return format!("{shown} is one key and no value: write a blank after `{key}:`");
    }
    match near(name, keys) {
        Some(near) => format!("The key {shown} is not known here: write `{near}`, or remove it"),
        None => {
            let keys = listed(keys);
            format!("The key {shown} is not known here: remove it, or write one of {keys}")
        }
    }
}

/// A type that is wanted: what it is called, and how to write it.
pub(super) struct Wanted(&'static str, &'static str);

pub(super) const TEXT: Wanted = Wanted("text", "write some");
pub(super) const TEXT_OR_NULL: Wanted = Wanted("text or `null`", "write one of the two");
pub(super) const TEXT_OR_MAPPING: Wanted = Wanted("text or a mapping", "write one of the two");
pub(super) const TRUTH: Wanted = Wanted("a truth value", "write `true` or `false`, without quotes");
pub(super) const NUMBER: Wanted = Wanted("a number", "write one, without quotes");
pub(super) const COUNT: Wanted = Wanted("a whole number", "write one, without quotes");
pub(super) const LIST: Wanted = Wanted("a list", "write one, such as `[first, second]`");
pub(super) const MAPPING: Wanted = Wanted(
    "a mapping",
    "write keys and values, such as `{ key: value }`",
);

pub(super) fn wrong_type(document: &Document, node: NodeId, wanted: &Wanted) -> String {
    let kind = document.kind(node);
    let found = match kind {
        Kind::Null => "Nothing",
        Kind::Bool => "A truth value",
        Kind::Number => "A number",
        Kind::String => "Text",
        Kind::Sequence => "A list",
        Kind::Mapping => "A mapping",
    };
    let Wanted(name, advice) = wanted;
    let advice = match kind {
        Kind::Bool | Kind::Number if name.starts_with("text") => "put it in quotes",
        _ => advice,
    };
    format!("{found} stands where {name} is wanted: {advice}")
}

/// What to write instead of a word.
fn instead(word: Option<&str>, words: &[&str]) -> String {
    match word.and_then(|word| near(word, words)) {
        Some(near) => format!("write `{near}`"),
        None => format!("write one of {}", listed(words)),
    }
}

/// The word that is nearest, if one is near.
fn near<'w>(name: &str, words: &[&'w str]) -> Option<&'w str> {
    // A long name is no slip of the finger, and comparing takes time in its length.
    if name.len() > LONGEST_SLIP {
        return None;
    }
    let distances = words.iter().map(|word| (osa_distance(name, word), *word));
    let (distance, word) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance <= 1 + word.len() / 4).then_some(word)
}

fn listed(words: &[&str]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => String::new(),
    }
}

//! What a prompt says of one class.

use super::super::super::schema::tables::SUMMARY_NOTES;
use super::Report;
use crate::source::yaml::{Kind, Member, NodeId};

/// The classes whose words are fixed.
const WORDED_CLASSES: [&str; 9] = [
    "network.call",
    "read.web",
    "browser.exec",
    "cron.manage",
    "process.write",
    "skill.manage",
    "agent.delegate",
    "message.send",
    "files.delete.scratch",
];

/// What cannot stand in a phrase, beside invisible characters: it would end the sentence, or could be taken for markup
/// or a warning.
const FORBIDDEN: &[char] = &['.', '!', '?', '…', ':', ';', '<', '>', '&', '⚠'];

const LONGEST_PHRASE: usize = 120;
const LONGEST_LABEL: usize = 24;
const LONGEST_FIELD: usize = 64;

/// Looks at the entry of one class.
pub(super) fn check(report: &mut Report<'_>, path: &str, entry: &Member<'_>) {
    let document = report.document;
    if document.kind(entry.value) != Kind::Mapping {
        let message = "A phrase is a mapping: write keys such as `does: send the parcel`";
        return report.push("prompt-say-shape", path.to_owned(), entry.value, message);
    }
    let (mut does, mut quote, mut note) = (None, None, None);
    for Member { name, key, value } in document.members(entry.value) {
        match name {
            "does" => does = Some(value),
            "quote" => quote = Some(value),
            "note" => note = Some(value),
            _ => {
                let message =
                    "This key is not known in a phrase: write one of `does`, `quote` and `note`";
                report.push("prompt-say-shape", format!("{path}/{name}"), key, message);
            }
        }
    }
    let is_worded = WORDED_CLASSES.contains(&entry.name);
    let fault = match does {
        Some(does) if is_worded => Some((
            "prompt-say-builtin",
            does,
            "The words for this class are fixed: remove `does`",
        )),
        Some(does) if !document.string(does).is_some_and(is_phrase) => Some((
            "prompt-say-does",
            does,
            "This is no phrase: write up to 120 characters that start with a letter, without `. ! ? : ; < > &`",
        )),
        None if !is_worded => Some((
            "prompt-say-does",
            entry.key,
            "This class has no words: add what it does, such as `does: send the parcel`",
        )),
        _ => None,
    };
    if let Some((keyword, node, message)) = fault {
        report.push(keyword, format!("{path}/does"), node, message);
    }
    if let Some(quote) = quote {
        fields(report, &format!("{path}/quote"), quote);
    }
    if let Some(note) = note
        && !document
            .string(note)
            .is_some_and(|note| SUMMARY_NOTES.contains(&note))
    {
        let message = "This is not known: write `summary` or `none`";
        report.push("prompt-say-shape", format!("{path}/note"), note, message);
    }
}

/// Looks at the fields that are quoted, and their labels.
fn fields(report: &mut Report<'_>, path: &str, quote: NodeId) {
    let document = report.document;
    let shown = document
        .members(quote)
        .filter(|field| document.string(field.value).is_some());
    let shown = shown.count();
    if shown == 0 {
        let message =
            "`quote` shows no field: write a label for at least one, such as `amount: Amount`";
        report.push("prompt-say-shape", path.to_owned(), quote, message);
    }
    for Member { name, key, value } in document.members(quote) {
        let length = name.chars().count();
        if length == 0 || length > LONGEST_FIELD || name.chars().any(is_invisible) {
            let message = "This is no field's name: write 1 to 64 visible characters";
            report.push("prompt-say-shape", format!("{path}/{name}"), key, message);
        }
        let message = match document.string(value) {
            None if document.kind(value) == Kind::Null => continue,
            Some(label) if !is_label(label) => {
                "This is no label: write up to 24 letters, digits and spaces"
            }
            Some(label) if shown > 1 && label.trim().is_empty() => {
                "Two fields or more need labels to tell them apart: write one"
            }
            Some(_) => continue,
            None => "This is no label: write a text, or nothing to leave the field out",
        };
        report.push("prompt-say-label", format!("{path}/{name}"), value, message);
    }
}

fn is_phrase(text: &str) -> bool {
    text.chars().count() <= LONGEST_PHRASE
        && text.starts_with(char::is_alphabetic)
        && !text.contains(FORBIDDEN)
        && !text.chars().any(is_invisible)
}

fn is_label(text: &str) -> bool {
    text.chars().count() <= LONGEST_LABEL
        && text
            .chars()
            .all(|letter| letter == ' ' || letter.is_alphanumeric())
}

/// Whether a character is a control or format character or separates lines.
fn is_invisible(letter: char) -> bool {
    const FORMAT: [(u32, u32); 21] = [
        (0xad, 0xad),
        (0x600, 0x605),
        (0x61c, 0x61c),
        (0x6dd, 0x6dd),
        (0x70f, 0x70f),
        (0x890, 0x891),
        (0x8e2, 0x8e2),
        (0x180e, 0x180e),
        (0x200b, 0x200f),
        (0x2028, 0x202e),
        (0x2060, 0x2064),
        (0x2066, 0x206f),
        (0xfeff, 0xfeff),
        (0xfff9, 0xfffb),
        (0x110bd, 0x110bd),
        (0x110cd, 0x110cd),
        (0x13430, 0x1343f),
        (0x1bca0, 0x1bca3),
        (0x1d173, 0x1d17a),
        (0xe0001, 0xe0001),
        (0xe0020, 0xe007f),
    ];
    let point = u32::from(letter);
    letter.is_control()
        || FORMAT
            .iter()
            .any(|(first, last)| (*first..=*last).contains(&point))
}

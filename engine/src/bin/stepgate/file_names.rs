//! Names for files that come from elsewhere: a link says what its documents were called, and may say anything.

use crate::line::breaks_out;

/// The most bytes of a name. File systems take 255; some add to it.
const LONGEST: usize = 120;

/// What Windows keeps for devices, whatever the extension.
const RESERVED: [&str; 8] = [
    "con", "prn", "aux", "nul", "conin$", "conout$", "com", "lpt",
];

/// The names under which a link's policy, APPROVAL.md and trace are written: their own where all are safe and differ.
pub fn for_documents(names: [&str; 3]) -> [&str; 3] {
    const PLAIN: [&str; 3] = ["policy.json", "APPROVAL.md", "trace.json"];
    let mut own = PLAIN;
    for (own, name) in own.iter_mut().zip(names) {
        if is_safe(name) {
            *own = name;
        }
    }
    // Not every file system tells upper case from lower.
    let [policy, approval, trace] = own.map(str::to_lowercase);
    if policy == trace || policy == approval || approval == trace {
        return PLAIN;
    }
    own
}

/// Whether a name is that of an ordinary file, in the folder that it is put into, on every system.
fn is_safe(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    !name.is_empty()
        && name.len() <= LONGEST
        // Hidden files are settings to many programs; a dash begins an option; a tilde may be somebody's home.
        && !name.starts_with(['.', '-', '~', ' '])
        && !name.ends_with(['.', ' '])
        && !name.contains(['/', '\\', ':', '*', '?', '"', '<', '>', '|'])
        && !name.contains(breaks_out)
        && !is_reserved(&stem.to_lowercase())
}

/// Whether Windows takes a name without extension for a device: `nul`, `com1`, `lpt²`.
fn is_reserved(stem: &str) -> bool {
    let numbered = stem
        .strip_suffix(|last: char| last.is_ascii_digit() || matches!(last, '¹' | '²' | '³'))
        .unwrap_or(stem);
    RESERVED.contains(&stem) || (matches!(numbered, "com" | "lpt") && numbered != stem)
}

#[cfg(test)]
mod tests {
    use super::{for_documents, is_safe};

    #[test]
    fn names_are_kept_where_they_are_safe() {
        for name in [
            "policy.json",
            "refund v2.policy.json",
            "Überweisung-🧾.json",
            "common.json",
            "a",
        ] {
            assert!(is_safe(name), "{name}");
        }
        for name in [
            "",
            ".",
            "..",
            "../x",
            "a/b",
            "a\\b",
            "/etc/passwd",
            "C:x",
            ".bashrc",
            "-rf",
            "~x",
            "nul",
            "NUL.json",
            "com1.json",
            "LPT².txt",
            "con .json",
            "a.",
            "a ",
            "a\nb",
            "a\u{0}",
            "a\u{202e}nosj",
            "a:stream",
            "a?b",
        ] {
            assert!(!is_safe(name), "{name:?}");
        }
        assert!(is_safe(&"x".repeat(120)) && !is_safe(&"x".repeat(121)));
    }

    #[test]
    fn two_documents_never_share_a_name() {
        const PLAIN: [&str; 3] = ["policy.json", "APPROVAL.md", "trace.json"];
        for (given, written) in [
            (
                ["p.json", "", "t.json"],
                ["p.json", "APPROVAL.md", "t.json"],
            ),
            (
                ["p.json", "gate.md", "t.json"],
                ["p.json", "gate.md", "t.json"],
            ),
            (["a.json", "", "A.json"], PLAIN),
            (["trace.json", "", "../t"], PLAIN),
            (["approval.md", "", ""], PLAIN),
            (["", "", ""], PLAIN),
            (
                ["..", "..", "t.json"],
                ["policy.json", "APPROVAL.md", "t.json"],
            ),
        ] {
            assert_eq!(for_documents(given), written);
        }
    }
}

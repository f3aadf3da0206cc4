//! Names for files that come from elsewhere: a link says what its documents were called, and may say anything.

use crate::line::breaks_out;

/// The most bytes of a name. File systems take 255; some add to it.
const LONGEST: usize = 120;

/// What Windows keeps for devices, whatever the extension.
const RESERVED: [&str; 8] = [
    "con", "prn", "aux", "nul", "conin$", "conout$", "com", "lpt",
];

/// The names under which a link's policy and trace are written: their own where both are safe and differ.
pub fn for_documents<'a>(policy: &'a str, trace: &'a str) -> (&'a str, &'a str) {
    const PLAIN: (&str, &str) = ("policy.json", "trace.json");
    let own = |name: &'a str, plain| if is_safe(name) { name } else { plain };
    let names = (own(policy, PLAIN.0), own(trace, PLAIN.1));
    // Not every file system tells upper case from lower.
    if names.0.to_lowercase() == names.1.to_lowercase() {
        PLAIN
    } else {
        names
    }
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
        assert_eq!(for_documents("p.json", "t.json"), ("p.json", "t.json"));
        for (policy, trace) in [("a.json", "A.json"), ("trace.json", "../t"), ("", "")] {
            assert_eq!(for_documents(policy, trace), ("policy.json", "trace.json"));
        }
        assert_eq!(for_documents("..", "t.json"), ("policy.json", "t.json"));
    }
}

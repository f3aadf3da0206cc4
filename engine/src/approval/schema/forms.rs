//! The forms that texts of a policy have. Whitespace in them is JavaScript's.

use super::super::is_script_space;

/// A form, and what a person is told who missed it.
pub(super) struct TextForm {
    pub(super) fits: fn(&str) -> bool,
    pub(super) sentence: &'static str,
}

pub(super) const DURATION: TextForm = TextForm {
    fits: is_duration,
    sentence: "This is no duration: write a whole number above 0 and one unit of ms, s, m, h, d and w, such as `24h`",
};

pub(super) const IDENTIFIER: TextForm = TextForm {
    fits: is_identifier,
    sentence: "This is no identifier: write small letters, digits, `_` and `-`, starting with a letter or digit",
};

pub(super) const CLASS: TextForm = TextForm {
    fits: is_class,
    sentence: "This is no class: write names of small letters, digits, `_` and `-` with dots between them and without \
               `*`, such as `files.delete`",
};

pub(super) const CLASS_PATTERN: TextForm = TextForm {
    fits: is_class_pattern,
    sentence: "This is no class pattern: write names of small letters, digits, `_` and `-` with dots between them, any \
               of them replaced by `*`, such as `\"files.*\"`",
};

pub(super) const ROUTE_CLASS: TextForm = TextForm {
    fits: is_route_class,
    sentence: "A path can be routed to a class right under `policy.edit` only: write one such as `policy.edit.docs`",
};

pub(super) const TOOL_MATCH: TextForm = TextForm {
    fits: is_tool_match,
    sentence: "This is no tool name: write letters, digits, `_`, `.`, `:`, `-` and single `*`, such as `mcp__shop__*`",
};

pub(super) const PROTECTED_PATH: TextForm = TextForm {
    fits: is_protected_path,
    sentence: "This is no path inside of the project: write it without a leading `/`, `//`, `.` or `..` segments, \
               blanks, backslashes and any of `*?[]{}`",
};

pub(super) const READ_ROOT: TextForm = TextForm {
    fits: is_read_root,
    sentence: "This is no plain path: write it out, without blanks, backslashes and any of `*?[]{}$~`",
};

pub(super) const DAEMON: TextForm = TextForm {
    fits: |text| {
        starts_then(text, is_small, |byte| {
            is_small(byte) || matches!(byte, b'.' | b'_' | b'-')
        })
    },
    sentence: "This is no daemon's name: write small letters, digits, `.`, `_` and `-`, starting with a letter or digit",
};

pub(super) const TELEGRAM_SENDER: TextForm = TextForm {
    fits: |text| is_digits(text) || is_keyed(text),
    sentence: "This is no Telegram sender: write the numeric id in quotes, or `hmac-sha256:` and 64 small hexadecimal \
               digits",
};

pub(super) const EDGEOS_SENDER: TextForm = TextForm {
    fits: |text| is_edgeos_sender(text) || is_keyed(text),
    sentence: "This is no EdgeOS sender: write letters, digits, `.`, `_` and `-`, or `hmac-sha256:` and 64 small \
               hexadecimal digits",
};

pub(super) const CHECKPOINT_KEY: TextForm = TextForm {
    fits: is_base64,
    sentence: "This is no key in Base64: write letters, digits, `+` and `/`, with at most two `=` at the end",
};

pub(super) const MODEL: TextForm = TextForm {
    fits: is_model,
    sentence: "This is no model identity: write `model:`, a name of small letters, digits and `-`, `@` and a version \
               of three numbers, such as `model:judge@0.3.0`",
};

pub(super) const REVIEWER: TextForm = TextForm {
    fits: |text| is_model(text) || text.strip_prefix("human:").is_some_and(is_identifier),
    sentence: "This is no reviewer: write `human:` and the id of an approver, or a model identity such as \
               `model:judge@0.3.0`",
};

fn is_small(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit()
}

/// Whether the first byte is of one kind and all others are of another.
fn starts_then(text: &str, first: fn(u8) -> bool, then: fn(u8) -> bool) -> bool {
    match text.as_bytes() {
        [start, rest @ ..] => first(*start) && rest.iter().all(|byte| then(*byte)),
        [] => false,
    }
}

fn is_digits(text: &str) -> bool {
    starts_then(
        text,
        |byte| byte.is_ascii_digit(),
        |byte| byte.is_ascii_digit(),
    )
}

fn is_duration(text: &str) -> bool {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
    let unit = text.get(digits.len()..).unwrap_or_default();
    is_digits(digits)
        && !digits.starts_with('0')
        && matches!(unit, "ms" | "s" | "m" | "h" | "d" | "w")
}

/// Whether a text is an approver's id or one segment of a class.
pub(super) fn is_identifier(text: &str) -> bool {
    starts_then(text, is_small, |byte| {
        is_small(byte) || matches!(byte, b'_' | b'-')
    })
}

/// Whether a text is the name of one class: parts between dots, each of small letters, digits, `_` and `-`, beginning
/// with a letter or a digit.
pub fn is_class(text: &str) -> bool {
    text.split('.').all(is_identifier)
}

/// Whether a text is a class in which any segment may be `*`.
pub(in super::super) fn is_class_pattern(text: &str) -> bool {
    text.split('.')
        .all(|segment| segment == "*" || is_identifier(segment))
}

fn is_route_class(text: &str) -> bool {
    let Some(name) = text.strip_prefix("policy.edit.") else {
        return false;
    };
    starts_then(
        name,
        |byte| byte.is_ascii_lowercase(),
        |byte| is_small(byte) || byte == b'-',
    )
}

fn is_tool_match(text: &str) -> bool {
    let is_part =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b':' | b'-' | b'*');
    !text.is_empty() && text.bytes().all(is_part) && !text.contains("**")
}

fn is_plain(letter: char) -> bool {
    !(matches!(letter, '*' | '?' | '[' | ']' | '{' | '}' | '\\') || is_script_space(letter))
}

fn is_protected_path(text: &str) -> bool {
    // One `/` at the end is fine.
    let segments = text.strip_suffix('/').unwrap_or(text).split('/');
    text.chars().all(is_plain)
        && segments
            .into_iter()
            .all(|it| !matches!(it, "" | "." | ".."))
}

fn is_read_root(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|letter| is_plain(letter) && !matches!(letter, '$' | '~'))
}

fn is_keyed(text: &str) -> bool {
    let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let digits = text.strip_prefix("hmac-sha256:").unwrap_or_default();
    digits.len() == 64 && digits.bytes().all(is_hex)
}

fn is_edgeos_sender(text: &str) -> bool {
    text.len() <= 128
        && starts_then(
            text,
            |byte| byte.is_ascii_alphanumeric(),
            |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'),
        )
}

fn is_base64(text: &str) -> bool {
    let digits = text.strip_suffix('=').unwrap_or(text);
    let digits = digits.strip_suffix('=').unwrap_or(digits);
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    !digits.is_empty() && digits.bytes().all(is_digit)
}

fn is_model(text: &str) -> bool {
    let Some((name, version)) = text
        .strip_prefix("model:")
        .and_then(|rest| rest.split_once('@'))
    else {
        return false;
    };
    let mut numbers = version.split('.');
    name.len() <= 64
        && starts_then(name, is_small, |byte| is_small(byte) || byte == b'-')
        && numbers.clone().count() == 3
        && numbers.all(is_digits)
}

//! Names that tell what stands under them, such as `password`.

use super::SecretKind;
use super::digits::is_phone;
use super::placeholder::has_placeholder;
use std::ops::Range;
use std::sync::OnceLock;

/// What a name tells about its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Telling {
    /// It is secret, whatever it looks like.
    Secret,
    /// It is secret if it could be a token at all.
    Token,
    /// A short secret of digits, which may be a number.
    Code,
    /// Credentials, perhaps with a scheme before them.
    Authorization,
    /// Names with values; all of it is secret.
    Cookie,
    /// A phone number, which may be a number.
    Phone,
    /// It looks random and is no secret.
    Opaque,
}

/// Names in small letters without separators. With `true`, longer names that end with it count too.
const NAMES: [(&str, bool, Telling); 62] = [
    ("password", true, Telling::Secret),
    ("passwd", true, Telling::Secret),
    ("passphrase", true, Telling::Secret),
    ("pwd", true, Telling::Secret),
    ("secret", true, Telling::Secret),
    ("credential", true, Telling::Token),
    ("credentials", true, Telling::Token),
    ("apikey", true, Telling::Secret),
    ("accesskey", true, Telling::Secret),
    ("accountkey", true, Telling::Secret),
    ("encryptionkey", true, Telling::Secret),
    ("masterkey", true, Telling::Secret),
    ("privatekey", true, Telling::Secret),
    ("secretkey", true, Telling::Secret),
    ("sessionkey", true, Telling::Secret),
    ("signingkey", true, Telling::Secret),
    ("subscriptionkey", true, Telling::Secret),
    ("connectionstring", true, Telling::Secret),
    ("amzsignature", true, Telling::Token),
    ("sig", false, Telling::Token),
    ("authorization", true, Telling::Authorization),
    ("cookie", true, Telling::Cookie),
    ("cookies", true, Telling::Cookie),
    ("cvc", false, Telling::Code),
    ("cvv", false, Telling::Code),
    ("cvv2", false, Telling::Code),
    ("cardsecuritycode", true, Telling::Code),
    ("otp", false, Telling::Code),
    ("otpcode", true, Telling::Code),
    ("passcode", true, Telling::Code),
    ("pin", false, Telling::Code),
    ("pincode", false, Telling::Code),
    ("ssn", true, Telling::Code),
    ("socialsecuritynumber", true, Telling::Code),
    ("phone", true, Telling::Phone),
    ("phonenumber", true, Telling::Phone),
    ("telephone", true, Telling::Phone),
    ("mobile", false, Telling::Phone),
    ("mobilenumber", true, Telling::Phone),
    ("msisdn", true, Telling::Phone),
    ("fax", false, Telling::Phone),
    ("faxnumber", true, Telling::Phone),
    ("whatsapp", true, Telling::Phone),
    // Tokens that are no secrets stand before all other tokens.
    ("pagetoken", true, Telling::Opaque),
    ("nexttoken", true, Telling::Opaque),
    ("continuationtoken", true, Telling::Opaque),
    ("synctoken", true, Telling::Opaque),
    ("cursor", true, Telling::Opaque),
    ("idempotencytoken", true, Telling::Opaque),
    ("token", true, Telling::Token),
    ("id", true, Telling::Opaque),
    ("ids", true, Telling::Opaque),
    ("hash", true, Telling::Opaque),
    ("digest", true, Telling::Opaque),
    ("checksum", true, Telling::Opaque),
    ("integrity", true, Telling::Opaque),
    ("fingerprint", true, Telling::Opaque),
    ("etag", true, Telling::Opaque),
    ("sha256", true, Telling::Opaque),
    ("sha512", true, Telling::Opaque),
    ("idempotencykey", true, Telling::Opaque),
    ("thoughtsignature", true, Telling::Opaque),
];

/// So much of a name is looked at, from its end.
const MAX_NAME: usize = 64;

/// What a name tells, whatever its case and separators.
pub(super) fn telling(name: &[u8]) -> Option<Telling> {
    if !may_tell(name) {
        return None;
    }
    let mut plain = [0u8; MAX_NAME];
    let mut start = MAX_NAME;
    for byte in name.iter().rev() {
        if b"_- .".contains(byte) {
            continue;
        }
        start = start.checked_sub(1)?;
        *plain.get_mut(start)? = byte.to_ascii_lowercase();
        if start == 0 {
            break;
        }
    }
    let plain = plain.get(start..)?;
    NAMES
        .iter()
        .find(|(known, as_ending, _)| match as_ending {
            true => plain.ends_with(known.as_bytes()),
            false => plain == known.as_bytes(),
        })
        .map(|(_, _, telling)| *telling)
}

/// Whether the last two letters are those of one of the names: most names are done with here.
fn may_tell(name: &[u8]) -> bool {
    static ENDINGS: OnceLock<[u32; 26]> = OnceLock::new();
    let [.., before, last] = name else {
        return false;
    };
    let letter = |byte: u8| match byte.to_ascii_lowercase() {
        lower @ b'a'..=b'z' => Some(usize::from(lower - b'a')),
        _ => None,
    };
    let (Some(before), Some(last)) = (letter(*before), letter(*last)) else {
        return before.is_ascii_alphanumeric() || last.is_ascii_alphanumeric();
    };
    let endings = ENDINGS.get_or_init(|| {
        let mut endings = [0; 26];
        for (known, _, _) in NAMES {
            if let [.., before, last] = known.as_bytes()
                && let (Some(before), Some(last)) = (letter(*before), letter(*last))
                && let Some(bits) = endings.get_mut(last)
            {
                *bits |= 1u32 << before;
            }
        }
        endings
    });
    endings
        .get(last)
        .is_some_and(|bits| bits >> before & 1 != 0)
}

/// The secret in a string that stands under a telling name.
pub(super) fn secret_in(telling: Telling, value: &[u8]) -> Option<(SecretKind, Range<usize>)> {
    let all = 0..value.len();
    if is_stand_in(value) {
        return None;
    }
    let has_digit = value.iter().any(u8::is_ascii_digit);
    let found = match telling {
        Telling::Secret => (SecretKind::NamedSecret, all),
        Telling::Token => {
            let spaced = value.iter().any(u8::is_ascii_whitespace);
            let possible = !spaced
                && value.len() >= 8
                && (has_digit || value.len() >= 24)
                && !has_placeholder(value);
            return possible.then_some((SecretKind::NamedSecret, all));
        }
        Telling::Code => {
            return (has_digit && !has_placeholder(value))
                .then_some((SecretKind::NamedSecret, all));
        }
        Telling::Authorization => {
            let start = after_scheme(value);
            let credentials = value.get(start..)?;
            return (!is_stand_in(credentials))
                .then_some((SecretKind::Authorization, start..value.len()));
        }
        Telling::Cookie => {
            return value
                .contains(&b'=')
                .then_some((SecretKind::Authorization, all));
        }
        Telling::Phone => return is_phone(value).then_some((SecretKind::PhoneNumber, all)),
        Telling::Opaque => return None,
    };
    Some(found)
}

/// What a number under a telling name is.
pub(super) fn secret_number(telling: Telling, digits: &[u8]) -> Option<SecretKind> {
    match telling {
        Telling::Secret | Telling::Code => Some(SecretKind::NamedSecret),
        Telling::Phone => is_phone(digits).then_some(SecretKind::PhoneNumber),
        _ => None,
    }
}

/// Where the credentials begin: behind `Bearer ` or another scheme.
fn after_scheme(value: &[u8]) -> usize {
    let scheme = value
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(byte))
        .count();
    let spaces = value
        .get(scheme..)
        .unwrap_or_default()
        .iter()
        .take_while(|byte| **byte == b' ')
        .count();
    let named = value.get(..scheme).unwrap_or_default().to_ascii_lowercase();
    let known = SCHEMES.iter().any(|known| known.as_bytes() == named);
    match known && spaces > 0 && scheme + spaces < value.len() {
        true => scheme + spaces,
        false => 0,
    }
}

/// What may stand before credentials in a header.
const SCHEMES: [&str; 9] = [
    "basic",
    "bearer",
    "digest",
    "dpop",
    "apikey",
    "key",
    "token",
    "negotiate",
    "aws4-hmac-sha256",
];

/// Words that people write where a secret would be, and types that a policy's arguments have.
const STAND_INS: [&str; 41] = [
    "any",
    "str",
    "int",
    "float",
    "bool",
    "list",
    "dict",
    "string",
    "number",
    "integer",
    "boolean",
    "object",
    "array",
    "true",
    "false",
    "yes",
    "no",
    "on",
    "off",
    "none",
    "null",
    "nil",
    "na",
    "n/a",
    "undefined",
    "unknown",
    "unset",
    "empty",
    "missing",
    "absent",
    "required",
    "optional",
    "hidden",
    "masked",
    "redacted",
    "removed",
    "secret",
    "password",
    "token",
    "basic",
    "bearer",
];

/// Whether a value is obviously no secret but stands for one.
pub(super) fn is_stand_in(value: &[u8]) -> bool {
    let trimmed = value.trim_ascii();
    let bare = trimmed
        .strip_prefix(b"[")
        .and_then(|rest| rest.strip_suffix(b"]"))
        .unwrap_or(trimmed);
    let wrapped = |start: &[u8], end: &[u8]| trimmed.starts_with(start) && trimmed.ends_with(end);
    let lower = bare.to_ascii_lowercase();
    trimmed.len() < 3
        || bare
            .first()
            .is_some_and(|first| bare.iter().all(|byte| byte == first))
        || !bare.iter().any(|byte| byte.is_ascii_alphanumeric() || *byte >= 0x80)
        || STAND_INS.iter().any(|word| word.as_bytes() == lower)
        || lower.starts_with(b"your")
        || lower.starts_with(b"<")
        || wrapped(b"${", b"}")
        || wrapped(b"{", b"}")
        || wrapped(b"%", b"%")
        || (trimmed.starts_with(b"$")
            && trimmed
                .iter()
                .skip(1)
                .all(|byte| byte.is_ascii_uppercase() || *byte == b'_'))
        // Where a secret is kept.
        || [b"/".as_slice(), b"~/", b"./", b"../", b"vault:", b"env:", b"arn:"]
            .iter()
            .any(|lead| trimmed.starts_with(lead))
}

/// The longest value in quotes within a text, in bytes.
const MAX_QUOTED: usize = 4_096;

/// Calls `found` with what stands behind telling names within a text: `password=…`, `"api_key": "…"`, `Cookie: …`.
pub(super) fn for_each_assignment(text: &[u8], found: &mut impl FnMut(SecretKind, Range<usize>)) {
    // Values are not looked into again, so that no text is read over and over.
    let mut from = 0;
    for at in memchr::memchr2_iter(b'=', b':', text) {
        if at < from {
            continue;
        }
        let Some(telling) = name_before(text, at).and_then(telling) else {
            continue;
        };
        if telling == Telling::Opaque {
            continue;
        }
        let Some((value, quoted)) = value_after(text, at, telling) else {
            continue;
        };
        if !quoted {
            from = value.end;
        }
        let written = text.get(value.clone()).unwrap_or_default();
        let possible = match telling {
            Telling::Phone | Telling::Authorization | Telling::Cookie => true,
            // In prose and code, only what no word is.
            _ => quoted || may_be_written_bare(written),
        };
        if possible && let Some((kind, range)) = secret_in(telling, written) {
            found(kind, value.start + range.start..value.start + range.end);
        }
    }
}

/// The name that ends before a place, past quotes and spaces.
fn name_before(text: &[u8], at: usize) -> Option<&[u8]> {
    let before = text.get(at.saturating_sub(MAX_NAME + 4)..at)?;
    let gap = before
        .iter()
        .rev()
        .take(4)
        .take_while(|byte| b" \"'\\`".contains(byte))
        .count();
    let before = before.get(..before.len() - gap)?;
    let length = before
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(byte))
        .count();
    before.get(before.len() - length..)
}

/// The value after `=` or `:`, and whether it is in quotes.
fn value_after(text: &[u8], at: usize, telling: Telling) -> Option<(Range<usize>, bool)> {
    let rest = text.get(at + 1..)?;
    let gap = rest
        .iter()
        .take(8)
        .take_while(|byte| b" >=\t".contains(byte))
        .count();
    let rest = rest.get(gap..)?;
    // In JSON within JSON, quotes have backslashes.
    let slashes = rest
        .iter()
        .take(4)
        .take_while(|byte| **byte == b'\\')
        .count();
    let start = at + 1 + gap;
    if let Some(quote @ (b'"' | b'\'' | b'`')) = rest.get(slashes) {
        let start = start + slashes + 1;
        let within = text.get(start..)?;
        let length = within
            .iter()
            .take(MAX_QUOTED)
            .position(|byte| byte == quote || b"\r\n".contains(byte))
            .or_else(|| (within.len() < MAX_QUOTED).then_some(within.len()))?;
        let value = within.get(..length)?;
        let kept = value.len()
            - value
                .iter()
                .rev()
                .take(slashes)
                .filter(|byte| **byte == b'\\')
                .count();
        return Some((start..start + kept, true));
    }
    let is_end = |byte: &u8| match telling {
        Telling::Cookie | Telling::Authorization => b"\r\n\"'`".contains(byte),
        Telling::Phone => b"\r\n\"'`,;&<>|".contains(byte),
        _ => b" \t\r\n\"'`,;&<>|\\)}]".contains(byte),
    };
    let length = rest.iter().position(is_end).unwrap_or(rest.len());
    let value = rest.get(..length)?;
    let spaces = value
        .iter()
        .rev()
        .take_while(|byte| b" .".contains(byte))
        .count();
    let end = start + length - spaces;
    (start < end).then_some((start..end, false))
}

fn may_be_written_bare(value: &[u8]) -> bool {
    value.len() >= 6
        && value.iter().any(u8::is_ascii_digit)
        && !value.iter().any(|byte| b"([{".contains(byte))
        && !has_placeholder(value)
}

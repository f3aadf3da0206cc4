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
const NAMES: [(&str, bool, Telling); 66] = [
    ("password", true, Telling::Secret),
    ("passwd", true, Telling::Secret),
    ("passphrase", true, Telling::Secret),
    ("passwordconfirm", true, Telling::Secret),
    ("passwordconfirmation", true, Telling::Secret),
    ("pwd", true, Telling::Secret),
    ("pw", false, Telling::Secret),
    // As often the outcome of a test.
    ("pass", true, Telling::Token),
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

/// What a name tells, whatever its case and separators, and whether it is numbered or in the plural.
pub(super) fn telling(name: &[u8]) -> Option<Telling> {
    told_by(name).or_else(|| {
        if has_placeholder(name) {
            return None;
        }
        let is_mark = |byte: &&u8| byte.is_ascii_digit() || b"_- .".contains(byte);
        let number = name.iter().rev().take_while(is_mark).count();
        let bare = name.get(..name.len() - number)?;
        let singular = match bare {
            [singular @ .., b's' | b'S'] if singular.len() > 2 => singular,
            _ if number > 0 => bare,
            _ => return None,
        };
        [bare, singular].into_iter().find_map(|name| {
            told_by(name)
                .filter(|told| matches!(told, Telling::Secret | Telling::Code | Telling::Phone))
        })
    })
}

fn told_by(name: &[u8]) -> Option<Telling> {
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
            // Without a known scheme it may be a sentence on who allowed what.
            let spaces = value.iter().filter(|byte| byte.is_ascii_whitespace());
            let is_token = match spaces.count() {
                0 => has_digit || value.len() >= 24,
                1 => has_digit,
                _ => false,
            };
            let possible = start > 0 || (is_token && !has_placeholder(value));
            return (possible && !is_stand_in(credentials))
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

/// No secret number has fewer digits: less is a count, or the number of something.
const FEWEST_DIGITS: usize = 3;

/// What a number under a telling name is.
pub(super) fn secret_number(telling: Telling, digits: &[u8]) -> Option<SecretKind> {
    match telling {
        Telling::Secret | Telling::Code => {
            (digits.len() >= FEWEST_DIGITS).then_some(SecretKind::NamedSecret)
        }
        Telling::Phone => is_phone(digits).then_some(SecretKind::PhoneNumber),
        _ => None,
    }
}

/// The names of members that say what the member beside them is: `{"name": "Authorization", "value": "…"}`.
const NAMING: [&str; 11] = [
    "name",
    "key",
    "header",
    "headername",
    "field",
    "fieldname",
    "param",
    "parameter",
    "variable",
    "id",
    "k",
];

/// The names of members that hold what another one names.
const HOLDING: [&str; 4] = ["value", "values", "val", "v"];

/// Whether a member's name says that its value is the name of something.
pub(super) fn is_naming(name: &[u8]) -> bool {
    is_one_of(&NAMING, name)
}

/// Whether a member's name says nothing but that it holds a value.
pub(super) fn is_holding(name: &[u8]) -> bool {
    is_one_of(&HOLDING, name)
}

fn is_one_of(names: &[&str], name: &[u8]) -> bool {
    let plain = name.iter().filter(|byte| !b"_- ".contains(byte));
    name.len() <= 16
        && names.iter().any(|known| {
            let lower = plain.clone().map(u8::to_ascii_lowercase);
            lower.eq(known.bytes())
        })
}

/// Whether a value is an identifier, such as a tool's or an argument's name: a policy holds these under the names of
/// tools, which may be telling.
pub(super) fn is_identifier(value: &[u8]) -> bool {
    value
        .iter()
        .all(|byte| byte.is_ascii_alphabetic() || b"_-.".contains(byte))
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

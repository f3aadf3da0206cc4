//! What a plain scalar is under the core schema.

use super::build::Value;
use crate::source::read_double;

/// The spellings that are no numbers.
const WORDS: [(&str, Value); 23] = [
    ("", Value::Null),
    ("~", Value::Null),
    ("null", Value::Null),
    ("Null", Value::Null),
    ("NULL", Value::Null),
    ("true", Value::Bool(true)),
    ("True", Value::Bool(true)),
    ("TRUE", Value::Bool(true)),
    ("false", Value::Bool(false)),
    ("False", Value::Bool(false)),
    ("FALSE", Value::Bool(false)),
    (".inf", Value::Number(f64::INFINITY)),
    (".Inf", Value::Number(f64::INFINITY)),
    (".INF", Value::Number(f64::INFINITY)),
    ("+.inf", Value::Number(f64::INFINITY)),
    ("+.Inf", Value::Number(f64::INFINITY)),
    ("+.INF", Value::Number(f64::INFINITY)),
    ("-.inf", Value::Number(f64::NEG_INFINITY)),
    ("-.Inf", Value::Number(f64::NEG_INFINITY)),
    ("-.INF", Value::Number(f64::NEG_INFINITY)),
    (".nan", Value::Number(f64::NAN)),
    (".NaN", Value::Number(f64::NAN)),
    (".NAN", Value::Number(f64::NAN)),
];

/// The longest of them.
const LONGEST_WORD: usize = 5;

/// The value of a plain scalar; `None` for a string.
pub(super) fn plain(text: &str) -> Option<Value> {
    if text.len() <= LONGEST_WORD {
        let word = WORDS.iter().find(|(word, _)| *word == text);
        if let Some((_, value)) = word {
            return Some(*value);
        }
    }
    number(text).map(Value::Number)
}

fn number(text: &str) -> Option<f64> {
    for (prefix, radix) in [("0o", 8), ("0x", 16)] {
        if let Some(digits) = text.strip_prefix(prefix) {
            return in_radix(digits, radix);
        }
    }
    is_decimal(text).then(|| read_double(text.strip_prefix('+').unwrap_or(text)))
}

fn in_radix(digits: &str, radix: u32) -> Option<f64> {
    let mut value = None;
    for digit in digits.chars() {
        let digit = f64::from(digit.to_digit(radix)?);
        value = Some(value.unwrap_or(0.0) * f64::from(radix) + digit);
    }
    value
}

/// Whether the text is a sign, digits with at most one point among them, and an exponent, as far as they are there.
fn is_decimal(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        None => (unsigned, "0"),
        Some((mantissa, exponent)) => (
            mantissa,
            exponent.strip_prefix(['+', '-']).unwrap_or(exponent),
        ),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    // `5.` is a number, `.5` is one, `.` is none.
    digits(whole)
        && digits(fraction)
        && !(whole.is_empty() && fraction.is_empty())
        && digits(exponent)
        && !exponent.is_empty()
}

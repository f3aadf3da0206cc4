//! Unicode 14.0 facts as Python 3.11 sees them.
//!
//! Code points are numbers, because a lone surrogate is a code point here too. The tables are written by
//! `generate.py`, which also describes their formats.

mod case;
mod names;
mod tables;

pub use case::{any_cased, in_small_letters, is_cased, lower, same_lower, upper};
pub use names::{AllNames, CharacterNames, LAST_NAMED, NoNames};

use tables::Ranges;

static ALNUM: Ranges = Ranges::new(include_bytes!("alnum.bin"));
static PRINTABLE: Ranges = Ranges::new(include_bytes!("printable.bin"));
static IDENTIFIER_START: Ranges = Ranges::new(include_bytes!("identifier_start.bin"));
static IDENTIFIER_CONTINUE: Ranges = Ranges::new(include_bytes!("identifier_continue.bin"));
static DECIMAL_ZEROS: tables::Steps = tables::Steps::new(include_bytes!("decimal.bin"));

/// Whether `str.isalnum` holds: letters, decimal digits and other numerals. `\w` is this and the underscore.
pub fn is_alnum(point: u32) -> bool {
    match u8::try_from(point) {
        Ok(byte) if byte.is_ascii() => byte.is_ascii_alphanumeric(),
        _ => ALNUM.contains(point),
    }
}

/// The value of a decimal digit of any script, as `\d` and `float()` take them.
pub fn decimal_digit(point: u32) -> Option<u8> {
    if point < 0x80 {
        return char::from_u32(point)?.to_digit(10).map(|digit| digit as u8);
    }
    let zero = DECIMAL_ZEROS.at_or_before(point)?;
    let digit = point - zero;
    (digit < 10).then_some(digit as u8)
}

/// Whether `str.isspace` holds, which is `\s` and what `str.strip` removes.
pub fn is_space(point: u32) -> bool {
    matches!(
        point,
        0x09..=0x0d
            | 0x1c..=0x20
            | 0x85
            | 0xa0
            | 0x1680
            | 0x2000..=0x200a
            | 0x2028
            | 0x2029
            | 0x202f
            | 0x205f
            | 0x3000
    )
}

/// Whether `str.isprintable` holds, that is whether `repr` shows the character itself.
pub fn is_printable(point: u32) -> bool {
    match point {
        0..0x80 => (0x20..0x7f).contains(&point),
        _ => PRINTABLE.contains(point),
    }
}

/// Whether `str.isidentifier` holds for these code points.
pub fn is_identifier(points: &[u32]) -> bool {
    match points {
        [] => false,
        [first, rest @ ..] => {
            IDENTIFIER_START.contains(*first)
                && rest
                    .iter()
                    .all(|point| IDENTIFIER_CONTINUE.contains(*point))
        }
    }
}

/// Whether compatibility normalisation (NFKC) turns this code point into text with one of `/ ? # @ :`, and it is
/// none of them itself.
pub fn nfkc_yields_delimiter(point: u32) -> bool {
    matches!(
        point,
        0x2047
            ..=0x2049
                | 0x2100
                | 0x2101
                | 0x2105
                | 0x2106
                | 0x2a74
                | 0xfe13
                | 0xfe16
                | 0xfe55
                | 0xfe56
                | 0xfe5f
                | 0xfe6b
                | 0xff03
                | 0xff0f
                | 0xff1a
                | 0xff1f
                | 0xff20
    )
}

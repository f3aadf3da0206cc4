//! Numbers as the reference holds them: integers of any size and doubles, compared exactly.

use super::document::{Document, NodeId};
use super::tree::Kind;
use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;

/// An integer of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Integer {
    /// One that fits, which is nearly every one.
    Small(i64),
    /// One beyond 64 bits.
    Big(Box<BigInt>),
}

impl Integer {
    /// Reads an integer as it is spelled in JSON.
    pub fn parse(digits: &str) -> Integer {
        match digits.parse() {
            Ok(small) => Integer::Small(small),
            Err(_) => Integer::from_big(digits.parse().unwrap_or_default()),
        }
    }

    /// The integer that a whole finite double stands for; `None` for another one.
    pub fn from_double(value: f64) -> Option<Integer> {
        if value.trunc() != value {
            return None;
        }
        BigInt::from_f64(value).map(Integer::from_big)
    }

    fn from_big(big: BigInt) -> Integer {
        match big.to_i64() {
            Some(small) => Integer::Small(small),
            None => Integer::Big(Box::new(big)),
        }
    }

    fn to_big(&self) -> BigInt {
        match self {
            Integer::Small(small) => BigInt::from(*small),
            Integer::Big(big) => (**big).clone(),
        }
    }

    /// The sum.
    pub fn plus(&self, other: &Integer) -> Integer {
        if let (Integer::Small(a), Integer::Small(b)) = (self, other)
            && let Some(sum) = a.checked_add(*b)
        {
            return Integer::Small(sum);
        }
        Integer::from_big(self.to_big() + other.to_big())
    }

    /// Whether it is below zero.
    pub fn is_negative(&self) -> bool {
        match self {
            Integer::Small(small) => *small < 0,
            Integer::Big(big) => **big < BigInt::zero(),
        }
    }

    /// The nearest double, infinite where there is none.
    pub fn to_double(&self) -> f64 {
        match self {
            Integer::Small(small) => *small as f64,
            // Reading the digits rounds once, to even.
            Integer::Big(big) => big.to_string().parse().unwrap_or(f64::INFINITY),
        }
    }

    fn compare_double(&self, double: f64) -> Option<Ordering> {
        if double.is_nan() {
            return None;
        }
        if double.is_infinite() {
            return Some(if double > 0.0 {
                Ordering::Less
            } else {
                Ordering::Greater
            });
        }
        // Both are exact as doubles here, as nearly always.
        if let Integer::Small(small @ -0x1f_ffff_ffff_ffff..=0x1f_ffff_ffff_ffff) = self {
            return (*small as f64).partial_cmp(&double);
        }
        let whole = BigInt::from_f64(double.trunc())?;
        Some(
            self.to_big()
                .cmp(&whole)
                .then_with(|| 0.0.partial_cmp(&double.fract()).unwrap_or(Ordering::Equal)),
        )
    }
}

impl From<u64> for Integer {
    fn from(value: u64) -> Integer {
        match i64::try_from(value) {
            Ok(small) => Integer::Small(small),
            Err(_) => Integer::Big(Box::new(BigInt::from(value))),
        }
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Integer::Small(a), Integer::Small(b)) => a.cmp(b),
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Integer::Small(small) => small.fmt(f),
            Integer::Big(big) => big.fmt(f),
        }
    }
}

/// A number of a document.
#[derive(Clone, Debug)]
pub enum Number {
    /// Spelled without fraction and exponent.
    Int(Integer),
    /// Spelled with one, or not finite.
    Float(f64),
}

impl Number {
    /// The number at a node; `None` for a value of another type. Booleans are none.
    pub fn read(document: &Document, id: NodeId) -> Option<Number> {
        match document.kind(id) {
            Kind::Int => Some(Number::Int(Integer::parse(document.raw(id)))),
            Kind::Float => Some(Number::Float(read_double(document.raw(id)))),
            _ => None,
        }
    }

    /// The nearest double; an integer beyond the range of doubles is infinite.
    pub fn to_double(&self) -> f64 {
        match self {
            Number::Int(integer) => integer.to_double(),
            Number::Float(double) => *double,
        }
    }

    /// Compares exactly, an integer with a float too. `None` when one is NaN.
    pub fn compare(&self, other: &Number) -> Option<Ordering> {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => Some(a.cmp(b)),
            (Number::Float(a), Number::Float(b)) => a.partial_cmp(b),
            (Number::Int(a), Number::Float(b)) => a.compare_double(*b),
            (Number::Float(a), Number::Int(b)) => b.compare_double(*a).map(Ordering::reverse),
        }
    }

    /// Whether it is below the other one.
    pub fn is_below(&self, other: &Number) -> bool {
        self.compare(other) == Some(Ordering::Less)
    }

    /// Whether it is above the other one.
    pub fn is_above(&self, other: &Number) -> bool {
        self.compare(other) == Some(Ordering::Greater)
    }
}

/// Reads a float as it is spelled in a document.
pub(crate) fn read_double(raw: &str) -> f64 {
    match raw {
        "NaN" => f64::NAN,
        "Infinity" => f64::INFINITY,
        "-Infinity" => f64::NEG_INFINITY,
        _ => raw.parse().unwrap_or(f64::NAN),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_and_doubles_compare_exactly() {
        let int = |digits| Number::Int(Integer::parse(digits));
        assert!(int("9007199254740993").is_above(&Number::Float(9007199254740992.0)));
        assert_eq!(int("1").compare(&Number::Float(1.0)), Some(Ordering::Equal));
        assert!(int("-1").is_above(&Number::Float(-1.5)));
        assert!(int("1").is_below(&Number::Float(1.5)));
        assert!(int("10000000000000000000001").is_above(&Number::Float(1e22)));
        assert_eq!(int("1").compare(&Number::Float(f64::NAN)), None);
    }

    #[test]
    fn sums_leave_64_bits() {
        let sum = Integer::parse("9223372036854775807").plus(&Integer::Small(1));
        assert_eq!(sum.to_string(), "9223372036854775808");
        assert_eq!(
            Integer::from_double(1e22).map(|i| i.to_string()).as_deref(),
            Some("10000000000000000000000")
        );
        assert_eq!(Integer::from_double(0.5), None);
    }
}

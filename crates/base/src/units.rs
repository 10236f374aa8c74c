//! Nanoseconds and bytes as types: how they are read, written and added.
//!
//! Sizes: `k`, `m`, `g`, `t` and `kib`, `mib`, … are powers of 1024, as in the storage field's command lines; `kb`,
//! `mb`, … (decimal, as vendors print them) are powers of 1000. Times: `ns`, `us` (or `µs`), `ms`, `s`, `m`, `h`. A
//! number without a unit is bytes for a size and is refused for a time: "5" seconds or milliseconds is a guess.

use std::fmt;
use std::ops::{Add, AddAssign, Sub};
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An instant on the Run's clock, or a span of it, in nanoseconds. Subtraction stops at zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Nanos(pub u64);

impl Nanos {
    /// The start of the clock, or no time at all.
    pub const ZERO: Nanos = Nanos(0);
    /// Later than every instant of a Run (584 years).
    pub const MAX: Nanos = Nanos(u64::MAX);

    /// From seconds; negative and not-a-number become zero.
    pub fn from_secs_f64(secs: f64) -> Nanos {
        Nanos((secs * 1e9).round() as u64)
    }
    /// From whole milliseconds.
    pub const fn from_millis(ms: u64) -> Nanos {
        Nanos(ms * 1_000_000)
    }
    /// From whole seconds.
    pub const fn from_secs(secs: u64) -> Nanos {
        Nanos(secs * 1_000_000_000)
    }
    /// As seconds.
    pub fn as_secs_f64(self) -> f64 {
        self.0 as f64 / 1e9
    }
}

impl Add for Nanos {
    type Output = Nanos;
    #[inline]
    fn add(self, other: Nanos) -> Nanos {
        Nanos(self.0.saturating_add(other.0))
    }
}
impl AddAssign for Nanos {
    #[inline]
    fn add_assign(&mut self, other: Nanos) {
        *self = *self + other;
    }
}
impl Sub for Nanos {
    type Output = Nanos;
    #[inline]
    fn sub(self, other: Nanos) -> Nanos {
        Nanos(self.0.saturating_sub(other.0))
    }
}

impl Nanos {
    /// As it stands in a sentence, with three digits: `889 µs`, `1.25 ms`, `12.5 s`.
    pub fn in_words(self) -> String {
        let (div, unit) = match self.0 {
            n if n >= 999_500_000 => (1e9, "s"),
            n if n >= 999_500 => (1e6, "ms"),
            n if n >= 1_000 => (1e3, "µs"),
            _ => return format!("{} ns", self.0),
        };
        let scaled = self.0 as f64 / div;
        let digits = if scaled >= 99.95 {
            0
        } else if scaled >= 9.995 {
            1
        } else {
            2
        };
        let text = format!("{scaled:.digits$}");
        let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        format!("{text} {unit}")
    }
}

impl fmt::Display for Nanos {
    /// Shortest exact form with one unit: `250us`, `1.5ms`, `60s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (div, unit) = match self.0 {
            0 => (1, "s"),
            n if n >= 1_000_000_000 => (1_000_000_000, "s"),
            n if n >= 1_000_000 => (1_000_000, "ms"),
            n if n >= 1_000 => (1_000, "us"),
            _ => (1, "ns"),
        };
        let whole = self.0 / div;
        let rest = self.0 % div;
        if rest == 0 {
            write!(f, "{whole}{unit}")
        } else {
            let digits = (div as f64).log10().round() as usize;
            let fraction = format!("{rest:0digits$}");
            write!(f, "{whole}.{}{unit}", fraction.trim_end_matches('0'))
        }
    }
}

impl FromStr for Nanos {
    type Err = UnitError;
    fn from_str(text: &str) -> Result<Nanos, UnitError> {
        const UNITS: [(&str, u64); 7] = [
            ("ns", 1),
            ("us", 1_000),
            ("µs", 1_000),
            ("ms", 1_000_000),
            ("s", 1_000_000_000),
            ("m", 60_000_000_000),
            ("h", 3_600_000_000_000),
        ];
        let (number, unit) = split(text);
        if unit.is_empty() {
            return Err(UnitError::NoTimeUnit { text: text.into() });
        }
        let factor = UNITS.iter().find(|(name, _)| *name == unit).map(|(_, factor)| *factor);
        scale_to_units(text, number, factor, "a time", "250us, 1ms, 5s, 2m, 1h").map(Nanos)
    }
}

/// A number of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    /// The largest power of 1024 that divides it: `8k`, `1g`, `1536` stays `1536`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (shift, unit) in [(40, "t"), (30, "g"), (20, "m"), (10, "k")] {
            if self.0 != 0 && self.0 % (1 << shift) == 0 {
                return write!(f, "{}{unit}", self.0 >> shift);
            }
        }
        write!(f, "{}", self.0)
    }
}

impl FromStr for Bytes {
    type Err = UnitError;
    fn from_str(text: &str) -> Result<Bytes, UnitError> {
        let (number, unit) = split(text);
        let unit = unit.to_ascii_lowercase();
        let power = |letter: &str| "kmgtp".find(letter).map(|at| at as u32 + 1);
        let factor = match unit.as_str() {
            "" | "b" => Some(1),
            u if u.len() == 1 => power(u).map(|p| 1024_u64.pow(p)),
            u if u.len() == 3 && u.ends_with("ib") => power(&u[..1]).map(|p| 1024_u64.pow(p)),
            u if u.len() == 2 && u.ends_with('b') => power(&u[..1]).map(|p| 1000_u64.pow(p)),
            _ => None,
        };
        scale_to_units(text, number, factor, "a size", "4096, 8k, 1m, 1g (powers of 1024) or 8kb, 1gb (powers of 1000)")
            .map(Bytes)
    }
}

/// Why a size or a time could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // The sentence of each says what its figures are.
pub enum UnitError {
    /// Neither digits nor a known unit.
    #[error("'{text}' is not {what}: write it as {examples}")]
    Malformed { text: String, what: &'static str, examples: &'static str },
    /// A time without a unit.
    #[error("'{text}' has no unit: write a time as 250us, 1ms, 5s, 2m, 1h")]
    NoTimeUnit { text: String },
    /// More than 64 bits hold.
    #[error("'{text}' is too large for {what}")]
    TooLarge { text: String, what: &'static str },
}

fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let at = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '_').unwrap_or(text.len());
    (&text[..at], text[at..].trim_start())
}

fn scale_to_units(
    text: &str,
    number: &str,
    factor: Option<u64>,
    what: &'static str,
    examples: &'static str,
) -> Result<u64, UnitError> {
    let malformed = || UnitError::Malformed { text: text.into(), what, examples };
    let too_large = || UnitError::TooLarge { text: text.into(), what };
    let factor = u128::from(factor.ok_or_else(malformed)?);
    let digits = number.replace('_', "");
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    if whole.is_empty() || fraction.contains('.') || fraction.len() > 18 {
        return Err(malformed());
    }
    // Decimal arithmetic in 128 bits: a float would not give back what was printed.
    let places = 10_u128.pow(fraction.len() as u32);
    let joined: u128 = format!("{whole}{fraction}").parse().map_err(|_| too_large())?;
    let product = joined.checked_mul(factor).ok_or_else(too_large)?;
    u64::try_from((product + places / 2) / places).map_err(|_| too_large())
}

/// A number of operations or requests: "1,234", "187.5", "0.25", "12.3 M".
pub fn rate(x: f64) -> String {
    if x >= 9_999_999.5 {
        let (short, unit) = if x >= 9_999_999_500.0 { (x / 1e9, "G") } else { (x / 1e6, "M") };
        return format!("{} {unit}", with_commas(short, if short < 100.0 { 1 } else { 0 }));
    }
    with_commas(
        x,
        if x >= 1000.0 {
            0
        } else if x >= 10.0 {
            1
        } else {
            2
        },
    )
}

/// Two rates that are set against each other, as [`rate`] has them; with more digits where they would read the same and
/// are not.
pub fn rates(x: f64, other: f64) -> [String; 2] {
    let short = [rate(x), rate(other)];
    if short[0] != short[1] {
        return short;
    }
    (1..=3).map(|digits| [x, other].map(|x| with_commas(x, digits))).find(|[x, other]| x != other).unwrap_or(short)
}

/// With commas, and at most so many digits behind the point.
fn with_commas(x: f64, digits: usize) -> String {
    let text = format!("{x:.digits$}");
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let mut out = String::new();
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    let rest = rest.trim_end_matches('0');
    if rest.is_empty() { out } else { format!("{out}.{rest}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn spans_in_sentences_have_three_digits() {
        for (nanos, words) in [
            (850, "850 ns"),
            (1_500, "1.5 µs"),
            (889_000, "889 µs"),
            (999_600, "1 ms"),
            (10_040_000, "10 ms"),
            (12_500_000_000, "12.5 s"),
            (150_000_000_000, "150 s"),
        ] {
            assert_eq!(Nanos(nanos).in_words(), words);
        }
    }

    #[test]
    fn sizes_read_as_the_field_writes_them() {
        for (text, bytes) in [
            ("4k", 4096),
            ("8KiB", 8192),
            ("1m", 1 << 20),
            ("1g", 1 << 30),
            ("1kb", 1000),
            ("2GB", 2_000_000_000),
            ("512", 512),
            ("0.5k", 512),
            ("64b", 64),
        ] {
            assert_eq!(text.parse::<Bytes>(), Ok(Bytes(bytes)), "{text}");
        }
    }

    #[test]
    fn times_read_with_their_unit_and_are_refused_without() {
        for (text, ns) in [
            ("1ms", 1_000_000),
            ("250us", 250_000),
            ("1.5s", 1_500_000_000),
            ("2m", 120_000_000_000),
            ("1h", 3_600_000_000_000),
        ] {
            assert_eq!(text.parse::<Nanos>(), Ok(Nanos(ns)), "{text}");
        }
        assert!(matches!("5".parse::<Nanos>(), Err(UnitError::NoTimeUnit { .. })));
    }

    #[test]
    fn nonsense_is_refused_with_examples() {
        for text in ["", "k", "4q", "-4k", "1..2k", "four"] {
            assert!(text.parse::<Bytes>().is_err(), "{text}");
        }
        for text in ["", "ms", "1 parsec", "-1ms"] {
            assert!(text.parse::<Nanos>().is_err(), "{text}");
        }
        assert!(matches!("99999999999g".parse::<Bytes>(), Err(UnitError::TooLarge { .. })));
    }

    proptest! {
        #[test]
        fn what_is_printed_reads_back_the_same(value in 0_u64..1 << 52) {
            prop_assert_eq!(Bytes(value).to_string().parse::<Bytes>(), Ok(Bytes(value)));
            prop_assert_eq!(Nanos(value).to_string().parse::<Nanos>(), Ok(Nanos(value)));
        }

        #[test]
        fn no_text_makes_the_parsers_panic(text in ".{0,20}") {
            let _ = text.parse::<Bytes>();
            let _ = text.parse::<Nanos>();
        }
    }

    #[test]
    fn a_rate_is_short_and_loses_nothing_that_matters() {
        let said = [0.25, 9.999, 187.46, 999.96, 2997.5, 103_667.2, 9_999_999.0, 12_345_678.0, 12e9].map(rate);
        assert_eq!(said, ["0.25", "10", "187.5", "1,000", "2,998", "103,667", "9,999,999", "12.3 M", "12 G"]);
    }

    #[test]
    fn rates_that_differ_do_not_read_the_same() {
        assert_eq!(rates(3000.0, 6000.0), ["3,000", "6,000"]);
        assert_eq!(rates(4999.6, 5000.0), ["4,999.6", "5,000"]);
        assert_eq!(rates(4999.96, 5000.0), ["4,999.96", "5,000"]);
        assert_eq!(rates(12_345_678.2, 12_350_000.0), ["12,345,678.2", "12,350,000"]);
        assert_eq!(rates(5000.0, 5000.0), ["5,000", "5,000"]);
    }
}

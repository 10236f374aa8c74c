//! Where operations go, as a value: written and read as one short text.
//!
//! | text | meaning |
//! |---|---|
//! | `random` | uniform over the working set |
//! | `random:once` | each worker goes to every place once, in random order, before any comes again |
//! | `zipf:1.1` | the k-th most used place has weight 1/k^1.1; places are scattered over the working set |
//! | `pareto:0.2` | a share h of the places gets 1−h of the operations, and so on inside it (80/20 is 0.2); scattered |
//! | `normal:10` | around the middle of the working set, standard deviation 10 % of it |
//! | `zones:90/10,10/90` | 90 % of the operations to the first 10 % of the working set, 10 % to the other 90 % |
//! | `sequential` | each worker walks its own region of the working set, round and round |
//! | `sequential:shared` | all workers together walk the working set |
//! | `sequential:each` | each worker walks the whole working set from its start |
//! | `strided:64k` | each worker walks its region in steps of 64 KiB |
//!
//! With `+N%random` behind a walk, N % of the operations go to a random place instead (`sequential+30%random`); with
//! `+N%` and a walk behind a distribution, N % of them walk (`zipf:1.1+20%sequential`, `normal:10+5%strided:64k`). Shares
//! are kept to nine decimals, so that what is printed is read again as the same pattern.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use plimsoll_base::Bytes;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The forms, for help and errors.
pub const FORMS: &str = "random, random:once, zipf:THETA, pareto:H, normal:STDDEV%, zones:OPS/SPACE,…, sequential, \
                         sequential:shared, sequential:each, strided:SIZE; behind a walk +N%random, behind a distribution +N%sequential (or another walk)";

/// How random places are drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Distribution {
    /// Every place as often as any other.
    Uniform,
    /// Each worker every place once, in an order of its own, then all of them in another.
    Once,
    /// Weight of the k-th most used place: 1/k^theta, theta > 0.
    Zipf {
        /// The exponent.
        theta: f64,
    },
    /// A share h of the places gets a share 1−h of the operations, again and again inside it; 0 < h < 1.
    Pareto {
        /// The share of places.
        h: f64,
    },
    /// Around the middle, cut at the ends of the working set.
    Normal {
        /// Standard deviation in percent of the working set.
        stddev_percent: f64,
    },
    /// Hot and cold parts of the working set, one behind the other.
    Zones(Vec<Zone>),
}

/// A part of the working set with its share of the operations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zone {
    /// Share of the operations in percent.
    pub operations_percent: f64,
    /// Share of the working set in percent.
    pub space_percent: f64,
}

/// How places follow each other when they are not drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Walk {
    /// Each worker its own region, round and round.
    Own,
    /// All workers together.
    Shared,
    /// Each worker the whole working set, from its start.
    Each,
    /// Each worker its own region, in steps of so many bytes.
    Strided(Bytes),
}

/// Where operations go: a share of them to random places, the rest along a walk.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// Share of the operations that go to random places, in percent.
    pub random_percent: f64,
    /// How those are drawn.
    pub distribution: Distribution,
    /// How the others walk.
    pub walk: Walk,
}

impl Pattern {
    /// Uniform over the working set.
    pub const RANDOM: Pattern = Pattern { random_percent: 100.0, distribution: Distribution::Uniform, walk: Walk::Own };
    /// Each worker walks its own region.
    pub const SEQUENTIAL: Pattern =
        Pattern { random_percent: 0.0, distribution: Distribution::Uniform, walk: Walk::Own };
}

/// An error in the text of a pattern.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)] // The sentence of each says what its figures are.
pub enum PatternError {
    /// Not one of the forms.
    #[error("unknown pattern '{text}' (known: {FORMS})")]
    Unknown { text: String },
    /// A number that makes no sense in its place.
    #[error("pattern '{text}': {why}")]
    Number { text: String, why: String },
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        let number = |why: &str| PatternError::Number { text: text.into(), why: why.into() };
        let unknown = || PatternError::Unknown { text: text.into() };
        let (head, mixed) = match text.trim().split_once('+') {
            Some((head, rest)) => (head.trim(), Some(rest.trim())),
            None => (text.trim(), None),
        };
        let (name, argument) = match head.split_once(':') {
            Some((name, argument)) => (name, Some(argument)),
            None => (head, None),
        };
        let real = |what: &str, low: f64, high: f64| -> Result<f64, PatternError> {
            let typed = argument.unwrap_or_default().trim_end_matches('%');
            match typed.parse::<f64>() {
                Ok(value) if value > low && value < high => Ok(value),
                _ => Err(number(&format!("{what} is a number above {low} and below {high}"))),
            }
        };
        let mut pattern = match (name, argument) {
            ("random", None) => Pattern::RANDOM,
            ("random", Some("once")) => Pattern { distribution: Distribution::Once, ..Pattern::RANDOM },
            ("zipf", Some(_)) => {
                Pattern { distribution: Distribution::Zipf { theta: real("theta", 0.0, 10.0)? }, ..Pattern::RANDOM }
            }
            ("pareto", Some(_)) => {
                Pattern { distribution: Distribution::Pareto { h: real("h", 0.0, 1.0)? }, ..Pattern::RANDOM }
            }
            ("normal", Some(_)) => Pattern {
                distribution: Distribution::Normal { stddev_percent: real("the standard deviation", 0.0, 1000.0)? },
                ..Pattern::RANDOM
            },
            ("zones", Some(list)) => Pattern {
                distribution: Distribution::Zones(zones(list).map_err(|why| number(&why))?),
                ..Pattern::RANDOM
            },
            _ => Pattern { walk: walk(head).ok_or_else(unknown)?.map_err(|why| number(&why))?, ..Pattern::SEQUENTIAL },
        };
        if let Some(mixed) = mixed {
            let (share, other) = mixed.split_once('%').ok_or_else(unknown)?;
            let share = share.trim().parse::<f64>().ok().filter(|s| (0.0..=100.0).contains(s));
            let share = share.ok_or_else(|| number("a share is a percentage from 0 to 100"))?;
            let other = other.trim();
            if pattern.random_percent > 0.0 {
                pattern.walk = walk(other).ok_or_else(unknown)?.map_err(|why| number(&why))?;
                pattern.random_percent = complement(share);
            } else if other == "random" {
                pattern.random_percent = round_percent(share);
            } else {
                return Err(unknown());
            }
        }
        // A part with no share is no part of the pattern.
        if pattern.random_percent <= 0.0 {
            pattern.distribution = Distribution::Uniform;
        } else if pattern.random_percent >= 100.0 {
            pattern.walk = Walk::Own;
        }
        Ok(pattern)
    }
}

/// A share to nine decimals of a percent: what subtraction from 100 leaves behind those is rounding.
fn round_percent(percent: f64) -> f64 {
    (percent * 1e9).round() / 1e9
}

fn complement(percent: f64) -> f64 {
    round_percent(100.0 - percent)
}

/// A walk, if the text begins like one; an error if its step is wrong.
fn walk(text: &str) -> Option<Result<Walk, String>> {
    match text.split_once(':').map_or((text, None), |(name, argument)| (name, Some(argument))) {
        ("sequential", None) => Some(Ok(Walk::Own)),
        ("sequential", Some("shared")) => Some(Ok(Walk::Shared)),
        ("sequential", Some("each")) => Some(Ok(Walk::Each)),
        ("strided", Some(size)) => Some(match size.parse::<Bytes>() {
            Ok(step) if step.0 > 0 => Ok(Walk::Strided(step)),
            Ok(_) => Err("the stride is above 0".into()),
            Err(error) => Err(error.to_string()),
        }),
        _ => None,
    }
}

fn zones(list: &str) -> Result<Vec<Zone>, String> {
    let mut zones = Vec::new();
    for part in list.split(',') {
        let pair = part.split_once('/').and_then(|(ops, space)| {
            let percent = |text: &str| text.trim().trim_end_matches('%').parse::<f64>().ok().filter(|p| *p > 0.0);
            Some(Zone { operations_percent: percent(ops)?, space_percent: percent(space)? })
        });
        zones.push(pair.ok_or("a zone is written OPERATIONS/SPACE in percent, both above 0, such as 90/10")?);
    }
    for (what, sum) in [
        ("operations", zones.iter().map(|z| z.operations_percent).sum::<f64>()),
        ("space", zones.iter().map(|z| z.space_percent).sum::<f64>()),
    ] {
        if (sum - 100.0).abs() > 1e-6 {
            return Err(format!("the zones' shares of {what} add up to {sum}, not to 100"));
        }
    }
    Ok(zones)
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let walks = self.random_percent <= 0.0;
        let distribution = |f: &mut fmt::Formatter<'_>| match &self.distribution {
            Distribution::Uniform => f.write_str("random"),
            Distribution::Once => f.write_str("random:once"),
            Distribution::Zipf { theta } => write!(f, "zipf:{theta}"),
            Distribution::Pareto { h } => write!(f, "pareto:{h}"),
            Distribution::Normal { stddev_percent } => write!(f, "normal:{stddev_percent}"),
            Distribution::Zones(zones) => {
                f.write_str("zones:")?;
                for (i, zone) in zones.iter().enumerate() {
                    let comma = if i == 0 { "" } else { "," };
                    write!(f, "{comma}{}/{}", zone.operations_percent, zone.space_percent)?;
                }
                Ok(())
            }
        };
        let walk = |f: &mut fmt::Formatter<'_>| match self.walk {
            Walk::Own => f.write_str("sequential"),
            Walk::Shared => f.write_str("sequential:shared"),
            Walk::Each => f.write_str("sequential:each"),
            Walk::Strided(step) => write!(f, "strided:{step}"),
        };
        if walks {
            walk(f)
        } else if self.random_percent >= 100.0 {
            distribution(f)
        } else if self.distribution == Distribution::Uniform {
            walk(f)?;
            write!(f, "+{}%random", self.random_percent)
        } else {
            distribution(f)?;
            write!(f, "+{}%", complement(self.random_percent))?;
            walk(f)
        }
    }
}

impl Serialize for Pattern {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Pattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pattern, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Pattern {
    fn schema_name() -> Cow<'static, str> {
        "Pattern".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "Where operations go: random, random:once, zipf:1.1, pareto:0.2, normal:10, zones:90/10,10/90, sequential, \
                            sequential:shared, sequential:each, strided:64k; behind a walk +30%random, behind a distribution +20%sequential or another walk."
        })
    }
}

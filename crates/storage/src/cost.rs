//! Size accounting: as how many operations a request counts, by its length.
//!
//! In whole numbers: an operation is divided into so many units that every cost and rate is one, and nothing is rounded
//! while requests pass. It does not count bytes; those are their own unit.
//!
//! A table is read with straight lines between its sizes. SolidFire, whose curve is such a list (costs relative to that
//! of 4096 bytes), does not say what lies between; a line meets every point and never falls.

use plimsoll_base::Bytes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::element::BrokenRule;
use crate::error::StackError;
use crate::read::Section;

/// How many operations a request counts as.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Cost {
    /// One, whatever its size.
    None {},
    /// Size / unit, rounded up; at least 1.
    Ceil {
        /// The unit.
        unit_bytes: Bytes,
    },
    /// Size / unit; at least 1.
    Linear {
        /// The unit.
        unit_bytes: Bytes,
    },
    /// As a table says: at a size of the table what stands there, between two sizes on the straight line between them,
    /// up to the first what stands there, beyond the last on along the line of the last two.
    Table {
        /// Sizes, rising, with what they cost, not falling.
        costs: Vec<(Bytes, f64)>,
    },
}

/// Parts of an operation in which it is counted: thousandths, so that 0.5 operations per second is a whole number of
/// them; millionths with a table. A linear cost divides further by its unit: 1e9/s · 1000 · 16 MiB stays below 2^64.
const PARTS: u64 = 1000;
const TABLE_PARTS: u64 = 1_000_000;
const LARGEST_UNIT: Bytes = Bytes(16 << 20);
/// Limit of an entry of a table, in operations.
const LARGEST_COST: f64 = 1e6;

impl Cost {
    /// Reads `cost`, `unit` and `costs`; `chosen` when `cost` was not written.
    pub(crate) fn read(from: &Section<'_>, chosen: &str) -> Result<Cost, StackError> {
        let words = ["none", "ceil", "linear", "table"];
        let word = from.choice("cost", &words.map(|word| (word, word)))?.unwrap_or(chosen);
        if from.has("unit") && !matches!(word, "ceil" | "linear") {
            return Err(from.wrong("unit", "has no effect without cost = \"ceil\" or \"linear\""));
        }
        if from.has("costs") && word != "table" {
            return Err(from.wrong("costs", "has no effect without cost = \"table\""));
        }
        let unit_bytes = from.size("unit")?.unwrap_or(Bytes(32 << 10));
        Ok(match word {
            "ceil" => Cost::Ceil { unit_bytes },
            "linear" => Cost::Linear { unit_bytes },
            "table" => {
                let what = "sizes and the operations they count as, such as [[\"4k\", 1], [\"32k\", 5]]";
                Cost::Table { costs: from.pairs("costs")?.ok_or_else(|| from.missing("costs", what))? }
            }
            _ => Cost::None {},
        })
    }

    pub(crate) fn check(&self) -> Result<(), BrokenRule> {
        match self {
            Cost::None {} => Ok(()),
            Cost::Ceil { unit_bytes: unit } | Cost::Linear { unit_bytes: unit } => {
                if unit.0 == 0 || *unit > LARGEST_UNIT {
                    return Err(("unit", format!("{unit} is not a unit: write a size from 1 to {LARGEST_UNIT}")));
                }
                Ok(())
            }
            Cost::Table { costs } => {
                if costs.is_empty() {
                    return Err(("costs", "is empty: write at least one size, such as [[\"4k\", 1]]".into()));
                }
                if let Some((size, cost)) = costs.iter().find(|(_, cost)| !(0.001..=LARGEST_COST).contains(cost)) {
                    return Err((
                        "costs",
                        format!("{cost} at {size} is out of range: 0.001 to {LARGEST_COST} operations"),
                    ));
                }
                match costs.windows(2).find(|w| w[1].0 <= w[0].0 || w[1].1 < w[0].1) {
                    None => Ok(()),
                    Some(w) => Err((
                        "costs",
                        format!("{} after {}: write rising sizes whose costs do not fall", w[1].0, w[0].0),
                    )),
                }
            }
        }
    }

    /// Bucket units of one operation.
    pub(crate) fn units_per_op(&self) -> u64 {
        match self {
            Cost::None {} | Cost::Ceil { .. } => PARTS,
            Cost::Linear { unit_bytes } => PARTS * unit_bytes.0,
            Cost::Table { .. } => TABLE_PARTS,
        }
    }

    /// `ops` operations in bucket units.
    pub(crate) fn to_units(&self, ops: f64) -> u64 {
        let per_op = self.units_per_op();
        // Rounding in parts first: 0.1 · 1000 is not a whole number in binary.
        let parts = if let Cost::Table { .. } = self { TABLE_PARTS } else { PARTS };
        ((ops * parts as f64).round() as u64).saturating_mul(per_op / parts)
    }

    /// Operations that a request of `len` bytes counts as.
    pub(crate) fn of(&self, len: u64) -> f64 {
        self.counting().units(len) as f64 / self.units_per_op() as f64
    }

    pub(crate) fn counting(&self) -> CostRule {
        match self {
            Cost::None {} => CostRule::One,
            Cost::Ceil { unit_bytes } => CostRule::Ceil(unit_bytes.0.max(1)),
            Cost::Linear { unit_bytes } => CostRule::Linear(unit_bytes.0.max(1)),
            Cost::Table { costs } => {
                CostRule::Table(costs.iter().map(|(size, cost)| (size.0, self.to_units(*cost))).collect())
            }
        }
    }
}

/// [`Cost`], ready to count.
#[derive(Clone, Debug)]
pub(crate) enum CostRule {
    One,
    Ceil(u64),
    Linear(u64),
    Table(Box<[(u64, u64)]>),
}

impl CostRule {
    /// Cost of a request of `len` bytes in the bucket of operations.
    #[inline]
    pub(crate) fn units(&self, len: u64) -> u64 {
        match self {
            CostRule::One => PARTS,
            CostRule::Ceil(unit) => PARTS * len.div_ceil(*unit).max(1),
            CostRule::Linear(unit) => PARTS * len.max(*unit),
            CostRule::Table(points) => interpolate(points, len),
        }
    }
}

/// The cost at `len` from points of rising size: flat up to the first, beyond the last along the last two.
fn interpolate(points: &[(u64, u64)], len: u64) -> u64 {
    let above = points.partition_point(|(size, _)| *size < len);
    if above == 0 || points.len() == 1 {
        return points.first().map_or(PARTS, |(_, cost)| *cost);
    }
    let upper = above.min(points.len() - 1);
    let ((x0, y0), (x1, y1)) = (points[upper - 1], points[upper]);
    // Sizes rise and costs don't fall (`Cost::check`). A request is below 2^32 bytes, an entry below 2^40 units.
    let (rise, run) = (u128::from(y1.saturating_sub(y0)), u128::from(x1.saturating_sub(x0).max(1)));
    let more = (rise * u128::from(len.saturating_sub(x0)) + run / 2) / run;
    y0.saturating_add(u64::try_from(more).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_table_meets_its_points_and_never_falls(
            steps in prop::collection::vec((1_u64..1 << 20, 0_u32..1000), 1..8), lens in prop::collection::vec(0_u64..1 << 32, 2..20)
        ) {
            let mut at = (0_u64, 1.0);
            let costs: Vec<(Bytes, f64)> = steps.iter().map(|(size, cost)| {
                at = (at.0 + size, at.1 + f64::from(*cost) / 8.0);
                (Bytes(at.0), at.1)
            }).collect();
            let cost = Cost::Table { costs: costs.clone() };
            prop_assert_eq!(cost.check(), Ok(()));
            let counting = cost.counting();
            for (size, ops) in costs {
                prop_assert_eq!(counting.units(size.0), (ops * TABLE_PARTS as f64) as u64);
            }
            let mut lens = lens;
            lens.sort_unstable();
            prop_assert!(lens.windows(2).all(|w| counting.units(w[0]) <= counting.units(w[1])));
        }
    }
}

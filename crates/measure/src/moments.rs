//! Moments of a distribution that add up exactly in 32 bytes: mean, standard deviation and the longest.
//!
//! For many small groups (reads and writes of an interval, the operations of one thread), where a histogram each would
//! take 272 KiB. Percentiles need histograms.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Sums of spans, in nanoseconds. Adding is exact and in any order: what several workers or hosts summed is what one
/// would have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    ns: u64,
    square: u128,
    longest: u64,
}

impl Sums {
    /// Adds a span. In the issue loop: two additions, a multiplication and a comparison, 1 ns an operation.
    #[inline]
    pub fn add(&mut self, span_ns: u64) {
        self.ns = self.ns.saturating_add(span_ns);
        self.square = self.square.saturating_add(u128::from(span_ns) * u128::from(span_ns));
        self.longest = self.longest.max(span_ns);
    }

    /// Adds what others summed.
    pub fn merge(&mut self, more: &Sums) {
        self.ns = self.ns.saturating_add(more.ns);
        self.square = self.square.saturating_add(more.square);
        self.longest = self.longest.max(more.longest);
    }

    /// The moments of `count` spans; none of none.
    pub fn of(&self, count: u64) -> Option<Moments> {
        if count == 0 {
            return None;
        }
        let n = u128::from(count);
        // Exact as long as it fits, which it does up to 2^64 ns in all: a difference of two large squares would not be.
        let total = u128::from(self.ns);
        let spread = n.checked_mul(self.square).and_then(|all| all.checked_sub(total * total));
        let mean = self.ns as f64 / count as f64;
        let variance = match spread {
            Some(spread) => spread as f64 / (count as f64 * count as f64),
            None => (self.square as f64 / count as f64 - mean * mean).max(0.0),
        };
        Some(Moments { mean, stddev: variance.sqrt(), max: self.longest })
    }
}

/// Mean, standard deviation and the largest of some spans, in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Moments {
    /// Arithmetic mean.
    pub mean: f64,
    /// Standard deviation of the single values.
    pub stddev: f64,
    /// Largest.
    pub max: u64,
}

impl Moments {
    /// The moments of several groups together, each with its count. `None` where all are empty, or one that is not has
    /// no moments.
    pub fn together(groups: impl Iterator<Item = (u64, Option<Moments>)> + Clone) -> Option<Moments> {
        let some = groups.filter(|(count, _)| *count > 0);
        let n: u64 = some.clone().map(|(count, _)| count).sum();
        let total = some.clone().try_fold(0.0, |sum, (count, one)| Some(sum + count as f64 * one?.mean))?;
        let mean = if n == 0 { return None } else { total / n as f64 };
        let (mut square, mut max) = (0.0, 0);
        for (count, one) in some.filter_map(|(count, one)| one.map(|one| (count as f64, one))) {
            square += count * (one.stddev * one.stddev + (one.mean - mean) * (one.mean - mean));
            max = max.max(one.max);
        }
        Some(Moments { mean, stddev: (square / n as f64).sqrt(), max })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sums(spans: &[u64]) -> Sums {
        let mut made = Sums::default();
        spans.iter().for_each(|span| made.add(*span));
        made
    }

    #[test]
    fn the_moments_of_a_few_are_those_of_the_textbook() {
        let told = sums(&[2, 4, 4, 4, 5, 5, 7, 9]).of(8).unwrap();
        assert_eq!(told, Moments { mean: 5.0, stddev: 2.0, max: 9 });
        assert_eq!(Sums::default().of(0), None);
    }

    #[test]
    fn equal_spans_scatter_by_nothing_however_long_they_are() {
        let span = 3_600_000_000_123;
        assert_eq!(sums(&[span; 1000]).of(1000).unwrap(), Moments { mean: span as f64, stddev: 0.0, max: span });
    }

    proptest! {
        /// Summed apart and added is summed as one, to the bit.
        #[test]
        fn what_several_summed_is_what_one_would_have(spans in prop::collection::vec(0_u64..1 << 42, 1..200), at in 0_usize..200) {
            let (left, right) = spans.split_at(at.min(spans.len()));
            let mut both = sums(left);
            both.merge(&sums(right));
            prop_assert_eq!(both, sums(&spans));
            let n = |part: &[u64]| part.len() as u64;
            let apart = [(n(left), sums(left).of(n(left))), (n(right), sums(right).of(n(right)))];
            let (put, whole) = (Moments::together(apart.into_iter()).unwrap(), both.of(n(&spans)).unwrap());
            prop_assert_eq!(put.max, whole.max);
            // Means and deviations are rounded to 53 bits each: a few of their steps, of spans up to 2^42.
            prop_assert!((put.mean - whole.mean).abs() <= 1e-12 * 4.4e12);
            prop_assert!((put.stddev - whole.stddev).abs() <= 1e-12 * 4.4e12);
        }
    }

    #[test]
    fn a_group_that_is_not_told_leaves_the_whole_untold_unless_it_is_empty() {
        let one = Some(Moments { mean: 5.0, stddev: 0.0, max: 5 });
        assert_eq!(Moments::together([(2, one), (1, None)].into_iter()), None);
        assert_eq!(Moments::together([(2, one), (0, None)].into_iter()), one);
        assert_eq!(Moments::together([(0, None)].into_iter()), None);
    }
}

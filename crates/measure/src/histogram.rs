//! Distributions of spans: HdrHistograms of nanoseconds, merged, summarised last, stored as V2.
//!
//! Three significant digits from 1 ns to 73 minutes (2^42 ns); longer spans count at that bound, and the record reports
//! them apart. One histogram is 34,816 counters (272 KiB), of which a Run touches a few kilobytes. Recording one value
//! costs about 3 ns.

use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Deserializer, Serializer, V2DeflateSerializer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Longest span that is exact (to three digits), in nanoseconds: 2^42, 73 minutes.
pub const LONGEST_NS: u64 = 1 << 42;

/// Samples that must lie beyond a percentile before it is shown.
pub const BEYOND: u64 = 10;

/// A distribution of nanoseconds.
pub type Spans = Histogram<u64>;

/// An empty distribution.
pub fn spans() -> Spans {
    // The bounds are constants that satisfy the constructor's rules (1 <= 2·low <= high, digits <= 5).
    Spans::new_with_bounds(1, LONGEST_NS, 3).unwrap_or_else(|_| unreachable!("constant bounds"))
}

/// Buckets to a power of two, as a number of bits: three significant digits.
pub const BITS: u32 = 10;

/// Buckets of a distribution.
pub const BUCKETS: usize = (LONGEST_NS.ilog2() - BITS + 2) as usize * (1 << BITS);

/// The bucket of a span where `1 << BITS` of them lie between a power of two and the next, as HdrHistogram counts them.
#[inline]
pub fn bucket<const BITS: u32>(ns: u64) -> usize {
    let shift = (ns | 1).ilog2().saturating_sub(BITS);
    ((shift as usize) << BITS) + (ns >> shift) as usize
}

/// The largest span of such a bucket.
#[inline]
pub fn largest<const BITS: u32>(bucket: usize) -> u64 {
    let shift = (bucket >> BITS).saturating_sub(1);
    (((bucket - (shift << BITS)) as u64 + 1) << shift) - 1
}

/// The HdrHistogram V2 encoding, deflated: what `HdrHistogram` libraries of every language read.
pub fn encode(spans: &Spans) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Writing to a vector does not fail, and counts of u64 always fit the encoding.
    let done = V2DeflateSerializer::new().serialize(spans, &mut bytes);
    debug_assert!(done.is_ok());
    bytes
}

/// Why a stored histogram could not be read.
#[derive(Debug, thiserror::Error)]
#[error("this is not an HdrHistogram V2 encoding ({0}): the store is damaged here")]
pub struct DecodeError(String);

impl DecodeError {
    /// The error of a histogram with other bounds than ours: it cannot be merged exactly.
    pub fn bounds() -> DecodeError {
        DecodeError("other bounds than ours".into())
    }
}

/// Reads what [`encode`] wrote (or any other HdrHistogram V2 writer).
pub fn decode(mut bytes: &[u8]) -> Result<Spans, DecodeError> {
    Deserializer::new().deserialize(&mut bytes).map_err(|e| DecodeError(format!("{e:?}")))
}

/// The figures of one distribution, in nanoseconds. `null` where the sample cannot carry the figure: fewer than ten
/// values lie beyond that percentile.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// Arithmetic mean.
    pub mean: Option<f64>,
    /// Standard deviation of the single values (they are correlated: this is not an error of the mean).
    pub stddev: Option<f64>,
    /// Smallest.
    pub min: Option<u64>,
    /// Median.
    pub p50: Option<u64>,
    /// 90th percentile.
    pub p90: Option<u64>,
    /// 95th percentile.
    pub p95: Option<u64>,
    /// 99th percentile.
    pub p99: Option<u64>,
    /// 99.9th percentile.
    pub p99_9: Option<u64>,
    /// 99.99th percentile.
    pub p99_99: Option<u64>,
    /// Largest.
    pub max: Option<u64>,
    /// Names of the figures above that are lower bounds ("> x"), because operations that never finished entered them
    /// with their age.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at_least: Vec<String>,
}

/// The percentiles of a [`Summary`], with their names.
pub(crate) const PERCENTILES: [(&str, f64); 6] =
    [("p50", 50.0), ("p90", 90.0), ("p95", 95.0), ("p99", 99.0), ("p99_9", 99.9), ("p99_99", 99.99)];

/// Whether `n` samples carry percentile `p`: at least [`BEYOND`] lie beyond it.
fn carries(n: u64, p: f64) -> bool {
    // Rounded, because 1 - 0.999 is not a thousandth in binary: 10,000 samples do carry p99.9.
    (n as f64 * (100.0 - p) / 100.0 * 1e6).round() / 1e6 >= BEYOND as f64
}

/// How many of `n` samples lie at or below percentile `p`.
fn rank(n: u64, p: f64) -> u64 {
    ((n as f64 * p / 100.0 * 1e6).round() / 1e6).ceil().max(1.0) as u64
}

/// Percentiles, in rising order, of so many zeroes and of the filled buckets `filled` (each with its count, in rising
/// order): the values of [`percentile_beside`], without a histogram.
pub fn percentiles_of<const N: usize>(
    zeroes: u64,
    filled: impl Iterator<Item = (usize, u64)> + Clone,
    wanted: [f64; N],
) -> [Option<u64>; N] {
    let n = filled.clone().fold(zeroes, |sum, (_, count)| sum.saturating_add(count));
    let (mut filled, mut seen, mut value) = (filled, zeroes, 0);
    debug_assert!(wanted.is_sorted(), "gone through once");
    wanted.map(|p| {
        let rank = (n > 0 && carries(n, p)).then(|| rank(n, p))?;
        while seen < rank {
            let (bucket, count) = filled.next()?;
            seen = seen.saturating_add(count);
            value = largest::<BITS>(bucket);
        }
        Some(value)
    })
}

/// The value at percentile `p`, or none when fewer than [`BEYOND`] samples lie beyond it.
pub fn percentile(spans: &Spans, p: f64) -> Option<u64> {
    (!spans.is_empty() && carries(spans.len(), p)).then(|| spans.value_at_quantile(p / 100.0))
}

/// The percentile of these spans and so many zeroes beside them.
pub fn percentile_beside(zeroes: u64, spans: &Spans, p: f64) -> Option<u64> {
    let n = spans.len() + zeroes;
    let rank = rank(n, p);
    if n == 0 || !carries(n, p) {
        return None;
    }
    // In the middle of a step: no rounding of the quotient leads to the next.
    let within = |rank: u64| spans.value_at_quantile((rank as f64 - 0.5) / spans.len() as f64);
    Some(if rank <= zeroes { 0 } else { within(rank - zeroes) })
}

/// The percentiles of a distribution, in nanoseconds; null where they cannot be told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Percentiles {
    /// Median.
    pub p50: Option<u64>,
    /// 90th percentile.
    pub p90: Option<u64>,
    /// 95th percentile.
    pub p95: Option<u64>,
    /// 99th percentile.
    pub p99: Option<u64>,
    /// 99.9th percentile.
    pub p99_9: Option<u64>,
    /// 99.99th percentile.
    pub p99_99: Option<u64>,
}

/// The percentiles of these spans and of `missing` others that may be of any length: what they are at most. Null where
/// the missing reach that far, or the sample does not carry the percentile.
pub fn at_most(spans: &Spans, missing: u64) -> Percentiles {
    let n = spans.len() + missing;
    let [p50, p90, p95, p99, p99_9, p99_99] = PERCENTILES.map(|(_, p)| {
        let rank = rank(n, p);
        (carries(n, p) && rank <= spans.len())
            .then(|| spans.value_at_quantile((rank as f64 - 0.5) / spans.len() as f64))
    });
    Percentiles { p50, p90, p95, p99, p99_9, p99_99 }
}

/// Summarises completed operations together with those that never finished (`ages`: how old they were at the end).
pub fn summarise(completed: &Spans, ages: Option<&Spans>) -> Summary {
    let ages = ages.filter(|a| !a.is_empty());
    let merged;
    let all = match ages {
        None => completed,
        Some(ages) => {
            let mut sum = completed.clone();
            // The same bounds on both sides: adding cannot fail.
            let added = sum.add(ages);
            debug_assert!(added.is_ok());
            merged = sum;
            &merged
        }
    };
    if all.is_empty() {
        return Summary::default();
    }
    let youngest = ages.map(|a| a.min());
    let n = all.len();
    // One pass over the counters for everything: an interval has several of these, and a pass is tens of microseconds.
    let mut wanted = PERCENTILES.map(|(_, p)| carries(n, p).then(|| rank(n, p)));
    let mut values = [None; PERCENTILES.len()];
    let (mut seen, mut mean, mut squares) = (0_u64, 0.0_f64, 0.0_f64);
    for step in all.iter_recorded() {
        let count = step.count_since_last_iteration();
        let value = step.value_iterated_to();
        // Welford, weighted: the variance does not drown in the square of the mean.
        let middle = all.median_equivalent(value) as f64;
        seen += count;
        let off = middle - mean;
        mean += off * count as f64 / seen as f64;
        squares += count as f64 * off * (middle - mean);
        for (wanted, found) in wanted.iter_mut().zip(&mut values) {
            if wanted.is_some_and(|rank| seen >= rank) {
                *found = Some(value);
                *wanted = None;
            }
        }
    }
    let mut summary = Summary {
        mean: Some(mean),
        stddev: (n > 1).then(|| (squares / n as f64).sqrt()),
        min: Some(all.min()),
        max: Some(all.max()),
        ..Summary::default()
    };
    [summary.p50, summary.p90, summary.p95, summary.p99, summary.p99_9, summary.p99_99] = values;
    for ((name, _), value) in PERCENTILES.iter().zip(values) {
        if let (Some(value), Some(youngest)) = (value, youngest) {
            if value >= youngest {
                summary.at_least.push((*name).into());
            }
        }
    }
    if youngest.is_some() {
        summary.at_least.extend(["mean".into(), "max".into()]);
    }
    summary
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_percentile_needs_ten_samples_beyond_it() {
        let mut s = spans();
        s.saturating_record_n(1000, 999);
        assert_eq!(summarise(&s, None).p99, None);
        s.saturating_record(1000);
        let summary = summarise(&s, None);
        assert_eq!((summary.p99.is_some(), summary.p99_9), (true, None));
        assert_eq!(summarise(&spans(), None), Summary::default());
        s.saturating_record_n(1000, 9000);
        assert!(summarise(&s, None).p99_9.is_some(), "ten thousand samples carry p99.9");
    }

    #[test]
    fn operations_that_never_finished_make_the_tail_a_lower_bound() {
        let (mut done, mut ages) = (spans(), spans());
        done.saturating_record_n(1_000, 900);
        ages.saturating_record_n(5_000_000, 100);
        let summary = summarise(&done, Some(&ages));
        assert_eq!(summary.at_least, ["p95", "p99", "mean", "max"].map(String::from));
        assert!(summary.p95.unwrap() >= 5_000_000 && summary.p50.unwrap() < 1_010);
    }

    #[test]
    fn what_is_missing_counts_as_slower_than_all_the_rest() {
        let mut s = spans();
        (1..=9_950).for_each(|v| s.saturating_record(v * 1000));
        let near = |found: Option<u64>, us: u64| found.unwrap().abs_diff(us * 1000) * 1000 <= us * 1000;
        assert!(near(at_most(&s, 0).p99, 9_851), "{:?}", at_most(&s, 0).p99);
        // Of 10,000 with 50 missing the 9,900th is the 9,900th of those that are there.
        let bound = at_most(&s, 50);
        assert!(near(bound.p99, 9_900) && near(bound.p50, 5_000), "{bound:?}");
        assert_eq!(bound.p99_9, None, "the ten slowest are among the missing");
        assert_eq!(at_most(&spans(), 100), Percentiles::default());
    }

    #[test]
    fn spans_beyond_the_bound_are_kept_at_the_bound() {
        let mut s = spans();
        s.saturating_record(u64::MAX);
        assert_eq!(s.len(), 1);
        assert!(s.max() >= LONGEST_NS - (LONGEST_NS >> 10));
    }

    proptest! {
        #[test]
        fn one_pass_gives_what_the_library_gives(values in prop::collection::vec(0_u64..1 << 36, 2..400), copies in 1_u64..2000) {
            let mut s = spans();
            values.iter().for_each(|&v| s.saturating_record_n(v, copies));
            let summary = summarise(&s, None);
            let close = |a: f64, b: f64| (a - b).abs() <= 1e-6 * b.abs() + 1e-6;
            prop_assert!(close(summary.mean.unwrap(), s.mean()));
            prop_assert!(close(summary.stddev.unwrap(), s.stdev()));
            for (value, p) in [(summary.p50, 50.0), (summary.p90, 90.0), (summary.p99, 99.0), (summary.p99_9, 99.9)] {
                prop_assert_eq!(value, percentile(&s, p), "p{}", p);
            }
        }
    }

    proptest! {
        #[test]
        fn zeroes_beside_a_distribution_count_like_zeroes_in_it(values in prop::collection::vec(1_u64..1 << 36, 0..400), zeroes in 0_u64..4000) {
            let mut s = spans();
            values.iter().for_each(|&v| s.saturating_record(v));
            let mut whole = s.clone();
            whole.saturating_record_n(0, zeroes);
            for p in [50.0, 90.0, 99.0] {
                prop_assert_eq!(percentile_beside(zeroes, &s, p), percentile(&whole, p), "p{}", p);
            }
        }
    }

    proptest! {
        /// Percentiles of filled buckets are those of the histogram that they would make.
        #[test]
        fn filled_buckets_tell_what_their_histogram_does(values in prop::collection::vec(0_u64..1 << 42, 0..400), zeroes in 0_u64..4000) {
            let mut s = spans();
            values.iter().for_each(|&v| s.saturating_record(v));
            let mut buckets: Vec<(usize, u64)> = values.iter().map(|&v| (bucket::<BITS>(v), 1)).collect();
            buckets.sort_unstable();
            let found = percentiles_of(zeroes, buckets.into_iter(), [50.0, 90.0, 99.0]);
            prop_assert_eq!(found, [50.0, 90.0, 99.0].map(|p| percentile_beside(zeroes, &s, p)));
        }

        /// Buckets are those of the library, first and last value.
        #[test]
        fn a_bucket_holds_what_the_library_counts_together(value in 0_u64..1 << 43) {
            let (s, at) = (spans(), bucket::<BITS>(value));
            prop_assert_eq!(largest::<BITS>(at), s.highest_equivalent(value));
            prop_assert_eq!(bucket::<BITS>(s.lowest_equivalent(value)), at);
            prop_assert!(at < BUCKETS && BUCKETS == s.distinct_values());
        }
    }

    #[test]
    fn rubbish_is_refused() {
        assert!(decode(b"").is_err());
        assert!(decode(b"not a histogram at all, just text").is_err());
    }

    proptest! {
        #[test]
        fn what_is_stored_reads_back_and_merges_like_the_whole(values in prop::collection::vec(0_u64..1 << 41, 1..200), at in 0_usize..200) {
            let at = at.min(values.len());
            let make = |part: &[u64]| { let mut s = spans(); part.iter().for_each(|&v| s.saturating_record(v)); s };
            let whole = make(&values);
            let mut merged = decode(&encode(&make(&values[..at]))).unwrap();
            merged.add(decode(&encode(&make(&values[at..]))).unwrap()).unwrap();
            prop_assert_eq!(&merged, &whole);
            let exact = *values.iter().max().unwrap();
            prop_assert!(whole.max() >= exact && whole.max() as f64 <= exact as f64 * 1.001 + 1.0);
        }
    }
}

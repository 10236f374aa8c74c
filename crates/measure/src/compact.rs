//! Distributions of spans for thousands of clients: counters of 32 bits in one row, so that a thousand distributions
//! are one block of memory and an entry is one addition.
//!
//! Buckets as HdrHistogram has them, with two significant digits: [`STEPS`] to a power of two, so a value is bounded
//! from above to less than 0.8 %. Spans beyond [`LONGEST_NS`] count at that bound.

use crate::histogram::{self, LONGEST_NS, Spans, spans};

/// Buckets between a power of two and the next.
pub const STEPS: usize = 1 << BITS;
const BITS: u32 = 7;

/// Buckets of one distribution.
pub const BUCKETS: usize = (LONGEST_NS.ilog2() - BITS + 1) as usize * STEPS + 1;

/// Bytes of one distribution.
pub const BYTES: u64 = (BUCKETS * std::mem::size_of::<u32>()) as u64;

/// The bucket of a span.
#[inline]
pub fn bucket(ns: u64) -> usize {
    histogram::bucket::<BITS>(ns.min(LONGEST_NS))
}

/// The largest span of a bucket.
pub fn largest(bucket: usize) -> u64 {
    histogram::largest::<BITS>(bucket)
}

/// The distribution as a histogram: every value at the largest of its bucket.
pub fn expand_counters(counters: &[u32]) -> Spans {
    let mut wide = spans();
    for (bucket, count) in counters.iter().enumerate().filter(|(_, count)| **count > 0) {
        wide.saturating_record_n(largest(bucket).min(LONGEST_NS), u64::from(*count));
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_ends_of_the_range_have_buckets() {
        assert_eq!((bucket(0), largest(0)), (0, 0));
        assert_eq!(bucket(LONGEST_NS), BUCKETS - 1);
        assert_eq!(bucket(u64::MAX), BUCKETS - 1);
        assert_eq!(bucket(LONGEST_NS - 1), BUCKETS - 2);
    }

    proptest! {
        #[test]
        fn a_value_is_told_less_than_a_hundredth_above(ns in 0_u64..LONGEST_NS) {
            let told = largest(bucket(ns));
            prop_assert!(told >= ns && (told - ns) as f64 <= 0.008 * ns as f64, "{} told as {}", ns, told);
        }

        #[test]
        fn buckets_follow_one_another(ns in 0_u64..LONGEST_NS) {
            let at = bucket(ns);
            prop_assert_eq!(bucket(largest(at)), at);
            prop_assert_eq!(bucket(largest(at) + 1), at + 1);
        }
    }
}

//! Counters of buckets, to which what hosts sent is added.
//!
//! A histogram of the library finds the bucket of every value anew and minds its smallest, its largest and their number: some
//! 15 ns a value, of thousands that each of hundreds of hosts sends every second. Here the number of the bucket is what was
//! sent. The histogram is made once, of the sum.

use super::packing::FilledBuckets;
use super::{HISTOGRAMS, Kind, all};
use crate::histogram::{self, BITS, BUCKETS, Spans};
use crate::recorder::KindSpans;

/// A counter for each bucket of a distribution.
#[derive(Clone, Debug)]
pub struct Counters {
    counts: Vec<u64>,
    /// Behind the last that is not zero.
    end: usize,
}

impl Default for Counters {
    fn default() -> Self {
        Counters { counts: vec![0; BUCKETS], end: 0 }
    }
}

impl Counters {
    /// Adds buckets that were checked. Budget: 2 ns each.
    pub fn add(&mut self, filled: FilledBuckets<'_>) {
        for (bucket, count) in filled {
            if let Some(counter) = self.counts.get_mut(bucket) {
                *counter = counter.saturating_add(count);
                // Buckets rise, so the last one of each row stays.
                self.end = self.end.max(bucket + 1);
            }
        }
    }

    /// Adds what they have counted to a histogram.
    pub fn add_to(&self, spans: &mut Spans) {
        for (bucket, count) in self.counts[..self.end].iter().enumerate() {
            if *count > 0 {
                spans.saturating_record_n(histogram::largest::<BITS>(bucket), *count);
            }
        }
    }

    /// Back to zero.
    pub fn clear(&mut self) {
        self.counts[..self.end].fill(0);
        self.end = 0;
    }
}

/// Counters of the spans of one kind.
#[derive(Debug, Default)]
pub struct KindCounters {
    histograms: [Counters; HISTOGRAMS],
    waitless: u64,
    lagless: u64,
    callless: u64,
    errors: u64,
}

impl KindCounters {
    /// Adds the operations that a host sent.
    pub fn add(&mut self, sent: &Kind<'_>) {
        for (bytes, sum) in sent.packed.iter().zip(&mut self.histograms) {
            sum.add(FilledBuckets::of(bytes));
        }
        self.waitless += sent.head.waitless;
        self.lagless += sent.head.lagless;
        self.callless += sent.head.callless;
        self.errors += sent.head.errors;
    }

    /// Response times.
    pub fn response_time(&self) -> &Counters {
        &self.histograms[0]
    }

    /// Completion latencies.
    pub fn completion_latency(&self) -> &Counters {
        &self.histograms[1]
    }

    /// Adds its operations, as [`KindSpans::merge`] does.
    pub fn add_to(&self, spans: &mut KindSpans) {
        self.histograms.iter().zip(all(spans)).for_each(|(sum, spans)| sum.add_to(spans));
        spans.slot_wait.saturating_record_n(0, self.waitless);
        spans.own_lag.saturating_record_n(0, self.lagless);
        spans.submission_latency.saturating_record_n(0, self.callless);
        spans.errors += self.errors;
    }

    /// Back to zero.
    pub fn clear(&mut self) {
        self.histograms.iter_mut().for_each(Counters::clear);
        (self.waitless, self.lagless, self.callless, self.errors) = (0, 0, 0, 0);
    }
}

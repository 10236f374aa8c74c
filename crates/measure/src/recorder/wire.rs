//! A sealed part as bytes, so that one Run can be judged from the parts of several hosts.
//!
//! Exact: a histogram travels as its filled buckets, so that a part which was sent and read again merges as if it had
//! never left. Instants are relative to the start of the Run, which every host has on a clock of its own.
//!
//! Budget: of the buckets of a histogram some hundreds are filled, and each takes 1 to 3 bytes; a part of a second takes
//! 2 to 10 KB, and reading it touches those buckets alone. Ticks are those of the whole Run, up to 2,048 a second, of which
//! a host that is one of hundreds fills few, with some 5 bytes each.

mod counters;
mod error;
mod packing;

use plimsoll_base::Nanos;
use serde::{Deserialize, Serialize};

use self::packing::{add_ticks, check_ticks, pack_buckets, pack_ticks};
use super::{KindCounts, KindSpans, Part};
use crate::histogram::{LONGEST_NS, Spans, spans};
use crate::series::Tick;

pub use self::counters::{Counters, KindCounters};
pub use self::error::WireError;
pub use self::packing::FilledBuckets;

/// The first byte of every part: what comes from another version is refused.
const VERSION: u8 = 5;

/// The filled buckets of a histogram as a document: the value of each, from the one before, and its count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buckets(Vec<(u64, u64)>);

impl Buckets {
    /// Filled buckets of a histogram.
    pub fn of(spans: &Spans) -> Buckets {
        if spans.is_empty() {
            return Buckets::default();
        }
        let mut before = 0;
        let filled = spans.iter_recorded().map(|bucket| {
            let value = bucket.value_iterated_to();
            let step = value - before;
            before = value;
            (step, bucket.count_since_last_iteration())
        });
        Buckets(filled.collect())
    }

    /// Whether a histogram of ours holds all of them.
    ///
    /// # Errors
    /// A value that none holds.
    pub fn check(&self) -> Result<(), WireError> {
        let mut value = 0_u64;
        for (step, _) in &self.0 {
            value = value
                .checked_add(*step)
                .filter(|value| *value <= 2 * LONGEST_NS)
                .ok_or(WireError::Damaged("a value beyond the histogram's range"))?;
        }
        Ok(())
    }

    /// Adds them to a histogram; they were checked.
    pub fn add_to(&self, spans: &mut Spans) {
        let mut value = 0_u64;
        for (step, count) in &self.0 {
            value = value.saturating_add(*step);
            spans.saturating_record_n(value, *count);
        }
    }

    /// As a histogram.
    ///
    /// # Errors
    /// As [`check`](Buckets::check).
    pub fn histogram(&self) -> Result<Spans, WireError> {
        self.check()?;
        let mut made = spans();
        self.add_to(&mut made);
        Ok(made)
    }
}

/// Spans of one kind, as they were sent.
#[derive(Clone, Copy, Debug)]
pub struct Kind<'a> {
    head: &'a KindHead,
    /// Filled buckets of each of its histograms.
    packed: [&'a [u8]; HISTOGRAMS],
}

/// Histograms of a kind.
const HISTOGRAMS: usize = 6;

/// The header of a kind, before the buckets of its histograms.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct KindHead {
    bytes: [u32; HISTOGRAMS],
    waitless: u64,
    lagless: u64,
    callless: u64,
    errors: u64,
}

impl<'a> Kind<'a> {
    /// Response times.
    pub fn response_time(&self) -> FilledBuckets<'a> {
        FilledBuckets::of(self.packed[0])
    }

    /// Our own lateness, of those that had any.
    pub fn own_lag(&self) -> FilledBuckets<'a> {
        FilledBuckets::of(self.packed[4])
    }

    /// Operations without.
    pub fn lagless(&self) -> u64 {
        self.head.lagless
    }

    /// Failed operations.
    pub fn errors(&self) -> u64 {
        self.head.errors
    }

    fn spans(&self) -> KindSpans {
        let mut made = KindSpans::new();
        for (bytes, spans) in self.packed.iter().zip(all(&mut made)) {
            FilledBuckets::of(bytes).add_to(spans);
        }
        (made.waitless, made.lagless, made.callless) = (self.head.waitless, self.head.lagless, self.head.callless);
        made.errors = self.head.errors;
        made
    }
}

/// The histograms of a kind, in the order in which they are sent.
fn all(spans: &mut KindSpans) -> [&mut Spans; HISTOGRAMS] {
    [
        &mut spans.response_time,
        &mut spans.completion_latency,
        &mut spans.submission_latency,
        &mut spans.slot_wait,
        &mut spans.own_lag,
        &mut spans.disturbed,
    ]
}

/// The header of a part. Its buckets and ticks follow in this order.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    start: u64,
    end: u64,
    kinds: [Option<KindHead>; 4],
    counts: [KindCounts; 4],
    stray: [u32; 2],
    ticks: u32,
    arrived: u64,
    outstanding_ns: u128,
    outstanding_max: u64,
}

impl Part {
    /// As bytes, relative to the start of the Run.
    pub fn to_bytes(&self, run_start: Nanos) -> Vec<u8> {
        let mut packed = Vec::new();
        let mut pack = |spans: &Spans| {
            let before = packed.len();
            pack_buckets(spans, &mut packed);
            (packed.len() - before) as u32
        };
        let kinds = self.kinds.each_ref().map(|kind| {
            kind.as_deref().map(|kind| KindHead {
                bytes: [
                    pack(&kind.response_time),
                    pack(&kind.completion_latency),
                    pack(&kind.submission_latency),
                    pack(&kind.slot_wait),
                    pack(&kind.own_lag),
                    pack(&kind.disturbed),
                ],
                waitless: kind.waitless,
                lagless: kind.lagless,
                callless: kind.callless,
                errors: kind.errors,
            })
        });
        let stray = [pack(&self.stray_response_time), pack(&self.stray_completion_latency)];
        let mut ticks = Vec::new();
        pack_ticks(&self.ticks, &mut ticks);
        let head = Head {
            start: (self.start - run_start).0,
            end: (self.end - run_start).0,
            kinds,
            counts: self.counts,
            stray,
            ticks: ticks.len() as u32,
            arrived: self.arrived,
            outstanding_ns: self.outstanding_ns,
            outstanding_max: self.outstanding_max,
        };
        // Writing to a vector does not fail, and every length is known.
        let mut bytes = postcard::to_extend(&head, vec![VERSION]).unwrap_or_default();
        bytes.append(&mut packed);
        bytes.append(&mut ticks);
        bytes
    }

    /// Reads what [`to_bytes`](Part::to_bytes) wrote, on a clock on which the Run began at `run_start`.
    ///
    /// # Errors
    /// As [`SentPart::read`].
    pub fn from_bytes(bytes: &[u8], run_start: Nanos) -> Result<Box<Part>, WireError> {
        SentPart::read(bytes, run_start).map(|sent| sent.part())
    }

    /// Adds what another part of the same interval holds, its ticks from `first` on.
    pub fn add(&mut self, other: &Part, first: usize) {
        for (mine, theirs) in self.kinds.iter_mut().zip(&other.kinds) {
            if let Some(theirs) = theirs {
                mine.get_or_insert_with(Default::default).merge(theirs);
            }
        }
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            mine.add(theirs);
        }
        super::merge(&mut self.stray_response_time, &other.stray_response_time);
        super::merge(&mut self.stray_completion_latency, &other.stray_completion_latency);
        self.arrived += other.arrived;
        self.outstanding_ns += other.outstanding_ns;
        if self.ticks.len() < first + other.ticks.len() {
            self.ticks.resize(first + other.ticks.len(), Tick::default());
        }
        other.ticks.iter().enumerate().for_each(|(i, tick)| self.ticks[first + i] += *tick);
    }
}

/// A part as it was sent, checked, and read where it lies when it is merged: a part has 2 to 5 MB of histograms, of which what
/// was sent is some 15 KB, and many wait for the slowest host.
#[derive(Debug)]
pub struct SentPart {
    head: Head,
    /// Buckets and ticks.
    packed: Vec<u8>,
    /// Up to the last that is not empty.
    ticks: usize,
    run_start: Nanos,
}

impl SentPart {
    /// Reads what [`Part::to_bytes`] wrote, on a clock on which the Run began at `run_start`.
    ///
    /// # Errors
    /// Bytes of another version, cut short, or no part at all.
    pub fn read(bytes: &[u8], run_start: Nanos) -> Result<SentPart, WireError> {
        const DAMAGED: WireError = WireError::Damaged("they are cut short or damaged");
        let (version, rest) = bytes.split_first().ok_or(WireError::Damaged("they are empty"))?;
        if *version != VERSION {
            return Err(WireError::Version(*version));
        }
        let (head, packed): (Head, &[u8]) = postcard::take_from_bytes(rest).map_err(|_| DAMAGED)?;
        if head.end < head.start {
            return Err(WireError::Damaged("its end is before its start"));
        }
        let kinds = head.kinds.iter().flatten().flat_map(|kind| &kind.bytes);
        let mut left = packed;
        for bytes in kinds.chain(&head.stray) {
            let (buckets, rest) = left.split_at_checked(*bytes as usize).ok_or(DAMAGED)?;
            FilledBuckets::of(buckets).check()?;
            left = rest;
        }
        if left.len() != head.ticks as usize {
            return Err(DAMAGED);
        }
        Ok(SentPart { ticks: check_ticks(left)?, packed: packed.to_vec(), head, run_start })
    }

    /// Where it begins.
    pub fn start(&self) -> Nanos {
        self.run_start + Nanos(self.head.start)
    }

    /// Where it ends.
    pub fn end(&self) -> Nanos {
        self.run_start + Nanos(self.head.end)
    }

    /// Its counts, by kind.
    pub fn counts(&self) -> &[KindCounts; 4] {
        &self.head.counts
    }

    /// Operations intended in it.
    pub fn arrivals(&self) -> u64 {
        self.head.arrived
    }

    /// Integral and maximum of outstanding I/O.
    pub fn outstanding(&self) -> (u128, u64) {
        (self.head.outstanding_ns, self.head.outstanding_max)
    }

    /// The spans of each kind.
    pub fn kinds(&self) -> [Option<Kind<'_>>; 4] {
        let mut left = &self.packed[..];
        self.head.kinds.each_ref().map(|kind| {
            let head = kind.as_ref()?;
            let packed = head.bytes.map(|bytes| {
                let (buckets, rest) = left.split_at(bytes as usize);
                left = rest;
                buckets
            });
            Some(Kind { head, packed })
        })
    }

    /// Response times, and completion latencies, of what completed in it and is not counted by kind.
    pub fn stray(&self) -> [FilledBuckets<'_>; 2] {
        let [response_time, completion_latency] = self.head.stray.map(|bytes| bytes as usize);
        // The last before the ticks.
        let ends = self.packed.len() - self.head.ticks as usize;
        let middle = ends - completion_latency;
        [&self.packed[middle - response_time..middle], &self.packed[middle..ends]].map(FilledBuckets::of)
    }

    /// Adds its ticks, from number `first` on. Those beyond the end are left out.
    pub fn add_ticks(&self, ticks: &mut [Tick], first: usize) {
        let (_, packed) = self.packed.split_at(self.packed.len() - self.head.ticks as usize);
        add_ticks(packed, ticks, first);
    }

    /// As it was before it was sent, without the ticks at the end that are empty.
    pub fn part(&self) -> Box<Part> {
        let mut part = Part::new([false; 4], self.ticks);
        (part.start, part.end) = (self.start(), self.end());
        for (kind, spans) in self.kinds().iter().zip(&mut part.kinds) {
            *spans = kind.as_ref().map(|kind| Box::new(kind.spans()));
        }
        part.counts = *self.counts();
        let [response_time, completion_latency] = self.stray();
        response_time.add_to(&mut part.stray_response_time);
        completion_latency.add_to(&mut part.stray_completion_latency);
        (part.arrived, part.outstanding_ns) = (self.head.arrived, self.head.outstanding_ns);
        part.outstanding_max = self.head.outstanding_max;
        self.add_ticks(&mut part.ticks, 0);
        Box::new(part)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::moments::Sums;
    use crate::series::ObjectiveTally;

    fn histogram(values: &[u64]) -> Spans {
        let mut made = spans();
        values.iter().for_each(|value| made.saturating_record(*value));
        made
    }

    fn part(values: &[u64], zeroes: u64) -> Part {
        let mut part = Part::new([true, false, false, false], 3);
        (part.start, part.end) = (Nanos(1_000), Nanos(2_000));
        if let Some(kind) = &mut part.kinds[0] {
            kind.response_time = histogram(values);
            kind.own_lag = histogram(&values[..values.len() / 2]);
            (kind.lagless, kind.waitless, kind.errors) = (zeroes, zeroes + 1, 2);
        }
        let mut latency = Sums::default();
        values.iter().for_each(|value| latency.add(*value));
        part.counts[0] = KindCounts { issued: 5, completed: 4, bytes: 1 << 40, errors: 1, latency };
        part.stray_response_time = histogram(values);
        (part.arrived, part.outstanding_ns, part.outstanding_max) = (7, u128::from(u64::MAX) * 3, 9);
        part.ticks[1] = Tick::of_one(3, 2, ObjectiveTally { judged: 2, exceeded: 1, sum_ns: 99 });
        part
    }

    fn same(a: &Part, b: &Part) -> bool {
        let kinds = a.kinds.iter().zip(&b.kinds).all(|(a, b)| match (a, b) {
            (Some(a), Some(b)) => {
                a.named_spans().iter().zip(b.named_spans()).all(|((_, a), (_, b))| **a == *b)
                    && a.disturbed == b.disturbed
                    && (a.waitless, a.lagless, a.callless, a.errors) == (b.waitless, b.lagless, b.callless, b.errors)
            }
            (a, b) => a.is_none() == b.is_none(),
        });
        kinds
            && (a.start, a.end, a.counts, a.arrived, a.outstanding_ns, a.outstanding_max)
                == (b.start, b.end, b.counts, b.arrived, b.outstanding_ns, b.outstanding_max)
            && a.stray_response_time == b.stray_response_time
            && a.stray_completion_latency == b.stray_completion_latency
    }

    proptest! {
        /// A part that is sent and read again is the same to the bucket, on whatever clock.
        #[test]
        fn a_part_survives_the_wire(values in prop::collection::vec(0_u64..1 << 43, 0..200), zeroes in 0_u64..1 << 50,
                                    shift in 0_u64..1 << 60) {
            let sent = part(&values, zeroes);
            let here = Part::from_bytes(&sent.to_bytes(Nanos(500)), Nanos(500)).unwrap();
            prop_assert!(same(&sent, &here));
            prop_assert_eq!(&here.ticks[..], &sent.ticks[..2], "empty ticks at the end are not sent");
            let there = Part::from_bytes(&sent.to_bytes(Nanos(500)), Nanos(shift)).unwrap();
            prop_assert_eq!((there.start, there.end), (Nanos(shift + 500), Nanos(shift + 1500)));
        }

        /// No bytes make it panic or take more memory than they are worth.
        #[test]
        fn bytes_of_anything_are_refused_or_read(mut bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            if let Some(first) = bytes.first_mut() {
                *first = VERSION;
            }
            let _ = Part::from_bytes(&bytes, Nanos(0));
        }
    }

    #[test]
    fn what_was_sent_adds_up_to_what_its_part_does() {
        let (first, second) = (part(&[5, 70, 900, 1 << 30], 2), part(&[6, 70, 1 << 20], 4));
        let (mut dense, mut sparse) = (KindSpans::new(), KindSpans::new());
        let (mut sum, mut strays) = (KindCounters::default(), Counters::default());
        for one in [&first, &second] {
            dense.merge(one.kinds[0].as_ref().unwrap());
            let sent = SentPart::read(&one.to_bytes(Nanos(0)), Nanos(0)).unwrap();
            sum.add(&sent.kinds()[0].unwrap());
            assert_eq!((sent.start(), sent.end()), (one.start, one.end));
            assert_eq!((sent.counts(), sent.arrivals()), (&one.counts, one.arrived));
            assert_eq!(sent.outstanding(), (one.outstanding_ns, one.outstanding_max));
            let mut stray = spans();
            let [response_time, _] = sent.stray();
            strays.add(response_time);
            strays.add_to(&mut stray);
            assert_eq!(stray, one.stray_response_time);
            strays.clear();
        }
        sum.add_to(&mut sparse);
        assert!(dense.named_spans().iter().zip(sparse.named_spans()).all(|((_, a), (_, b))| **a == *b));
        assert_eq!((&dense.disturbed, dense.errors), (&sparse.disturbed, sparse.errors));
        // Emptied they add nothing, and count anew.
        sum.clear();
        sum.add_to(&mut sparse);
        assert_eq!((&dense.own_lag, dense.errors), (&sparse.own_lag, sparse.errors));
    }

    #[test]
    fn a_part_cut_short_or_of_another_version_is_refused() {
        let bytes = part(&[1, 10, 100_000], 3).to_bytes(Nanos(0));
        for length in 0..bytes.len() {
            assert!(Part::from_bytes(&bytes[..length], Nanos(0)).is_err(), "{length} of {} bytes", bytes.len());
        }
        let other = [&[VERSION + 1], &bytes[1..]].concat();
        assert_eq!(Part::from_bytes(&other, Nanos(0)).unwrap_err(), WireError::Version(VERSION + 1));
    }

    #[test]
    fn parts_added_up_are_the_part_of_all_their_operations() {
        let (a, b) = (part(&[5, 70, 900], 2), part(&[6, 70, 1 << 30], 4));
        let mut sum = part(&[], 0);
        sum.clear();
        sum.add(&a, 0);
        sum.add(&b, 2);
        assert_eq!(sum.stray_response_time, histogram(&[5, 70, 900, 6, 70, 1 << 30]));
        let kind = sum.kinds[0].as_ref().unwrap();
        // Operations without lag are entered as zeroes.
        assert_eq!(kind.own_lag.len(), 1 + 1 + 2 + 4);
        assert_eq!((sum.arrived, sum.counts[0].completed, sum.counts[0].bytes), (14, 8, 1 << 41));
        assert_eq!(sum.ticks.iter().map(|t| t.arrived).collect::<Vec<_>>(), [0, 3, 0, 3, 0]);
    }
}

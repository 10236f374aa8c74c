//! A sealed part as bytes, so that one Run can be judged from the parts of several hosts.
//!
//! Exact: a histogram travels as its filled buckets, so that a part which was sent and read again merges as if it had
//! never left. Instants are relative to the start of the Run, which every host has on a clock of its own.
//!
//! Budget: of the buckets of a histogram some hundreds are filled, and each takes 3 to 6 bytes; a part of a second takes
//! 2 to 10 KB, and reading it touches those buckets alone. Ticks are those of the whole Run, up to 2,048 a second, of which
//! a host that is one of hundreds fills few: only what is not zero of them travels, some 3 bytes for each figure.

use plimsoll_base::Nanos;
use serde::{Deserialize, Serialize};

use super::{KindCounts, KindSpans, Part};
use crate::histogram::{LONGEST_NS, Spans, spans};
use crate::objective::MOST;
use crate::series::{Seen, Tick};

/// The first byte of every part: what comes from another version is refused.
const VERSION: u8 = 3;

/// Ticks of a part at most: more are no part of ours. Those of two minutes at their densest; 80 MB, whatever bytes say.
const MOST_TICKS: u64 = 1 << 18;

/// Figures of a tick.
const FIGURES: usize = 3 + 9 * MOST;

/// Why bytes are no part.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum WireError {
    /// They were written by another version.
    #[error("a part of version {0} cannot be read: the hosts have different versions of Plimsoll")]
    Version(u8),
    /// They are cut short, or something else.
    #[error("these bytes are no part of a Run: {0}")]
    Damaged(&'static str),
}

/// The filled buckets of a histogram: the value of each, from the one before, and its count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buckets(Vec<(u64, u64)>);

impl Buckets {
    /// Those of a histogram.
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
#[derive(Debug, Serialize, Deserialize)]
pub struct Kind {
    spans: [Buckets; 6],
    waitless: u64,
    lagless: u64,
    callless: u64,
    /// Of its operations, those that failed.
    pub errors: u64,
}

impl Kind {
    fn of(spans: &KindSpans) -> Kind {
        Kind {
            spans: [
                Buckets::of(&spans.response_time),
                Buckets::of(&spans.completion_latency),
                Buckets::of(&spans.submission_latency),
                Buckets::of(&spans.slot_wait),
                Buckets::of(&spans.own_lag),
                Buckets::of(&spans.disturbed),
            ],
            waitless: spans.waitless,
            lagless: spans.lagless,
            callless: spans.callless,
            errors: spans.errors,
        }
    }

    /// Response times.
    pub fn response_time(&self) -> &Buckets {
        &self.spans[0]
    }

    /// Completion latencies.
    pub fn completion_latency(&self) -> &Buckets {
        &self.spans[1]
    }

    /// Our own lateness, of those that had any.
    pub fn own_lag(&self) -> &Buckets {
        &self.spans[4]
    }

    /// Operations without.
    pub fn lagless(&self) -> u64 {
        self.lagless
    }

    /// Adds its operations, as [`KindSpans::merge`] does, by touching what was sent alone.
    pub fn merge_into(&self, mine: &mut KindSpans) {
        for (buckets, spans) in self.spans.iter().zip([
            &mut mine.response_time,
            &mut mine.completion_latency,
            &mut mine.submission_latency,
            &mut mine.slot_wait,
            &mut mine.own_lag,
            &mut mine.disturbed,
        ]) {
            buckets.add_to(spans);
        }
        mine.slot_wait.saturating_record_n(0, self.waitless);
        mine.own_lag.saturating_record_n(0, self.lagless);
        mine.submission_latency.saturating_record_n(0, self.callless);
        mine.errors += self.errors;
    }

    fn spans(&self) -> KindSpans {
        let mut made = KindSpans::new();
        for (bytes, spans) in self.spans.iter().zip([
            &mut made.response_time,
            &mut made.completion_latency,
            &mut made.submission_latency,
            &mut made.slot_wait,
            &mut made.own_lag,
            &mut made.disturbed,
        ]) {
            bytes.add_to(spans);
        }
        (made.waitless, made.lagless, made.callless) = (self.waitless, self.lagless, self.callless);
        made.errors = self.errors;
        made
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Wire {
    start: u64,
    end: u64,
    kinds: [Option<Kind>; 4],
    counts: [KindCounts; 4],
    stray: [Buckets; 2],
    arrived: u64,
    outstanding_ns: u128,
    outstanding_max: u64,
    ticks: Ticks,
}

/// Ticks as one row of their figures, without its zeroes: how many come before each figure, and the figure. What is empty at
/// the end is not there.
#[derive(Debug, Serialize, Deserialize)]
struct Ticks(Vec<(u64, u64)>);

impl Ticks {
    fn of(ticks: &[Tick]) -> Ticks {
        let mut zeroes = 0;
        let mut row = Vec::new();
        for figure in ticks.iter().flat_map(figures) {
            if figure == 0 {
                zeroes += 1;
            } else {
                row.push((zeroes, figure));
                zeroes = 0;
            }
        }
        Ticks(row)
    }

    fn check(&self) -> Result<(), WireError> {
        let mut at = 0_u64;
        for (zeroes, _) in &self.0 {
            let next = at.checked_add(*zeroes).filter(|next| next / (FIGURES as u64) < MOST_TICKS);
            at = next.ok_or(WireError::Damaged("it has more ticks than any Run"))? + 1;
        }
        Ok(())
    }

    /// They were checked.
    fn read(&self) -> Vec<Tick> {
        let mut ticks = Vec::new();
        let mut row = [0; FIGURES];
        let mut at = 0_u64;
        for (zeroes, figure) in &self.0 {
            let next = at + zeroes;
            // Everything before the tick of this figure is complete.
            while (ticks.len() as u64) < next / FIGURES as u64 {
                ticks.push(tick(&std::mem::replace(&mut row, [0; FIGURES])));
            }
            row[(next % FIGURES as u64) as usize] = *figure;
            at = next + 1;
        }
        if !self.0.is_empty() {
            ticks.push(tick(&row));
        }
        ticks
    }
}

/// The figures of a tick, in one order.
fn figures(tick: &Tick) -> impl Iterator<Item = u64> {
    let seen = |all: [Seen; MOST]| all.into_iter().flat_map(|one| [one.judged, one.exceeded, one.sum_ns]);
    let counts = [tick.arrived, tick.completed, tick.failed];
    counts.into_iter().chain(seen(tick.seen)).chain(seen(tick.disturbed)).chain(seen(tick.surely))
}

fn tick(row: &[u64; FIGURES]) -> Tick {
    let seen = |which: usize| {
        std::array::from_fn(|objective| {
            let from = 3 + 3 * (which * MOST + objective);
            Seen { judged: row[from], exceeded: row[from + 1], sum_ns: row[from + 2] }
        })
    };
    Tick { arrived: row[0], completed: row[1], failed: row[2], seen: seen(0), disturbed: seen(1), surely: seen(2) }
}

impl Part {
    /// As bytes, relative to the start of the Run.
    pub fn to_bytes(&self, run_start: Nanos) -> Vec<u8> {
        let wire = Wire {
            start: (self.start - run_start).0,
            end: (self.end - run_start).0,
            kinds: self.kinds.each_ref().map(|kind| kind.as_deref().map(Kind::of)),
            counts: self.counts,
            stray: [Buckets::of(&self.stray_response_time), Buckets::of(&self.stray_completion_latency)],
            arrived: self.arrived,
            outstanding_ns: self.outstanding_ns,
            outstanding_max: self.outstanding_max,
            ticks: Ticks::of(&self.ticks),
        };
        // Writing to a vector does not fail, and every length is known.
        postcard::to_extend(&wire, vec![VERSION]).unwrap_or_default()
    }

    /// Reads what [`to_bytes`](Part::to_bytes) wrote, on a clock on which the Run began at `run_start`.
    ///
    /// # Errors
    /// As [`Sent::read`].
    pub fn from_bytes(bytes: &[u8], run_start: Nanos) -> Result<Box<Part>, WireError> {
        Sent::read(bytes, run_start).map(|sent| sent.part())
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

/// A part as it was sent, checked, and made a [`Part`] when it is merged: a part has 2 to 5 MB of histograms, of which what
/// was sent fills some 50 KB, and many wait for the slowest host.
#[derive(Debug)]
pub struct Sent {
    wire: Wire,
    run_start: Nanos,
}

impl Sent {
    /// Reads what [`Part::to_bytes`] wrote, on a clock on which the Run began at `run_start`.
    ///
    /// # Errors
    /// Bytes of another version, cut short, or no part at all.
    pub fn read(bytes: &[u8], run_start: Nanos) -> Result<Sent, WireError> {
        let (version, rest) = bytes.split_first().ok_or(WireError::Damaged("they are empty"))?;
        if *version != VERSION {
            return Err(WireError::Version(*version));
        }
        let wire: Wire = postcard::from_bytes(rest).map_err(|_| WireError::Damaged("they are cut short or damaged"))?;
        if wire.end < wire.start {
            return Err(WireError::Damaged("its end is before its start"));
        }
        let kinds = wire.kinds.iter().flatten().flat_map(|kind| &kind.spans);
        kinds.chain(&wire.stray).try_for_each(Buckets::check)?;
        wire.ticks.check()?;
        Ok(Sent { wire, run_start })
    }

    /// Where it begins.
    pub fn start(&self) -> Nanos {
        self.run_start + Nanos(self.wire.start)
    }

    /// Where it ends.
    pub fn end(&self) -> Nanos {
        self.run_start + Nanos(self.wire.end)
    }

    /// What it counts, by kind.
    pub fn counts(&self) -> [KindCounts; 4] {
        self.wire.counts
    }

    /// Operations intended in it.
    pub fn arrived(&self) -> u64 {
        self.wire.arrived
    }

    /// Integral and maximum of outstanding I/O.
    pub fn outstanding(&self) -> (u128, u64) {
        (self.wire.outstanding_ns, self.wire.outstanding_max)
    }

    /// The spans of each kind.
    pub fn kinds(&self) -> [Option<&Kind>; 4] {
        self.wire.kinds.each_ref().map(Option::as_ref)
    }

    /// Response times, and completion latencies, of what completed in it and is not counted by kind.
    pub fn stray(&self) -> &[Buckets; 2] {
        &self.wire.stray
    }

    /// Its ticks, without those at the end that are empty.
    pub fn ticks(&self) -> Vec<Tick> {
        self.wire.ticks.read()
    }

    /// As it was before it was sent.
    pub fn part(&self) -> Box<Part> {
        let mut part = Part::new([false; 4], 0);
        (part.start, part.end) = (self.start(), self.end());
        for (kind, spans) in self.wire.kinds.iter().zip(&mut part.kinds) {
            *spans = kind.as_ref().map(|kind| Box::new(kind.spans()));
        }
        part.counts = self.counts();
        self.wire.stray[0].add_to(&mut part.stray_response_time);
        self.wire.stray[1].add_to(&mut part.stray_completion_latency);
        (part.arrived, part.outstanding_ns) = (self.wire.arrived, self.wire.outstanding_ns);
        part.outstanding_max = self.wire.outstanding_max;
        part.ticks = self.wire.ticks.read();
        Box::new(part)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::moments::Sums;

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
        part.ticks[1] = Tick::of_one(3, 2, Seen { judged: 2, exceeded: 1, sum_ns: 99 });
        part
    }

    fn same(a: &Part, b: &Part) -> bool {
        let kinds = a.kinds.iter().zip(&b.kinds).all(|(a, b)| match (a, b) {
            (Some(a), Some(b)) => {
                a.named().iter().zip(b.named()).all(|((_, a), (_, b))| **a == *b)
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
        /// What is sent and read again is the same to the bucket, on whatever clock.
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
        for one in [&first, &second] {
            dense.merge(one.kinds[0].as_ref().unwrap());
            let sent = Sent::read(&one.to_bytes(Nanos(0)), Nanos(0)).unwrap();
            sent.kinds()[0].unwrap().merge_into(&mut sparse);
            assert_eq!((sent.start(), sent.end()), (one.start, one.end));
            assert_eq!((sent.counts(), sent.arrived()), (one.counts, one.arrived));
            assert_eq!(sent.outstanding(), (one.outstanding_ns, one.outstanding_max));
            assert_eq!(sent.stray()[0].histogram().unwrap(), one.stray_response_time);
        }
        assert!(dense.named().iter().zip(sparse.named()).all(|((_, a), (_, b))| **a == *b));
        assert_eq!((&dense.disturbed, dense.errors), (&sparse.disturbed, sparse.errors));
    }

    proptest! {
        /// Every figure of every tick comes back to its place, whatever is zero between them.
        #[test]
        fn ticks_survive_the_wire(filled in prop::collection::vec((0_usize..40, 0_usize..FIGURES, any::<u64>()), 0..60)) {
            let mut rows = vec![[0_u64; FIGURES]; 40];
            filled.iter().for_each(|(at, figure, value)| rows[*at][*figure] = *value);
            let sent: Vec<Tick> = rows.iter().map(tick).collect();
            let packed = Ticks::of(&sent);
            prop_assert!(packed.check().is_ok());
            let mut read = packed.read();
            prop_assert!(read.last().is_none_or(|last| *last != Tick::default()), "nothing empty at the end");
            read.resize(sent.len(), Tick::default());
            prop_assert_eq!(read, sent);
        }
    }

    #[test]
    fn ticks_beyond_any_run_are_refused_before_they_take_memory() {
        for zeroes in [u64::MAX, MOST_TICKS * FIGURES as u64] {
            assert!(Ticks(vec![(zeroes, 1)]).check().is_err());
        }
        assert!(Ticks(vec![(0, 1), (u64::MAX, 1)]).check().is_err());
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
        // What had no lag is entered as zeroes.
        assert_eq!(kind.own_lag.len(), 1 + 1 + 2 + 4);
        assert_eq!((sum.arrived, sum.counts[0].completed, sum.counts[0].bytes), (14, 8, 1 << 41));
        assert_eq!(sum.ticks.iter().map(|t| t.arrived).collect::<Vec<_>>(), [0, 3, 0, 3, 0]);
    }
}

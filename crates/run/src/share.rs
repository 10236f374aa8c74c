//! The share of one worker in an interval and in the whole Run.
//!
//! An interval's counts are the sum of its shares and are computed here only ([`PartCounts`]), so the two cannot
//! disagree. The control reads everything from sealed parts; the issue loop has no part in it. Shares of an interval
//! are for live views and lie in the feed; shares of Measure go into the record (decision 0003-figures-per-worker).
//!
//! Clients of one kind in a simulation share a recorder and are one source. [`crate::each`] counts them singly.

use plimsoll_base::{Nanos, OpKind};
use plimsoll_measure::histogram::{Spans, percentile, percentile_beside, percentiles_of, spans, summarise};
use plimsoll_measure::recorder::wire::{Counters, FilledBuckets, SentPart};
use plimsoll_measure::recorder::{KindCounts, Part, merge};
use serde::Serialize;

use crate::each::figures_of;
use crate::record::{EachFigures, WorkerFigures, WorkerKind};
use crate::totals::{Ages, PhaseSpans};

/// A source of parts: a worker, or all clients of one kind in a simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    /// The kind of client; none where there is but one.
    pub name: Option<String>,
    /// How many workers it stands for.
    pub workers: u32,
}

impl Source {
    /// One source for each of `count` workers.
    pub(crate) fn workers(count: u32) -> Vec<Source> {
        vec![Source { name: None, workers: 1 }; count as usize]
    }
}

/// The counts of operations of data, which are what rates count.
pub(crate) fn data(counts: &[KindCounts; 4]) -> impl Iterator<Item = &KindCounts> {
    OpKind::ALL.into_iter().filter(|kind| kind.is_data()).map(|kind| &counts[kind.index()])
}

/// Counts of one source in a sealed interval.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WorkerInterval {
    /// Its number, from 0.
    pub worker: u32,
    /// The kind of client; null where there is but one.
    pub name: Option<String>,
    /// How many workers this is: 1 on the real clock.
    pub workers: u32,
    /// Operations submitted.
    pub issued: u64,
    /// Reads completed.
    pub reads: u64,
    /// Writes completed.
    pub writes: u64,
    /// Bytes read.
    pub read_bytes: u64,
    /// Bytes written.
    pub written_bytes: u64,
    /// Trims completed.
    pub others: u64,
    /// Bytes of those trims.
    pub other_bytes: u64,
    /// Syncs completed.
    pub syncs: u64,
    /// Operations that ended with an error.
    pub errors: u64,
    /// Operations outstanding, mean over the interval.
    pub outstanding_mean: f64,
    /// Response time of what completed in it, median; null where the sample cannot carry it.
    pub response_time_ns_p50: Option<u64>,
    /// The same, 99th percentile.
    pub response_time_ns_p99: Option<u64>,
    /// Own lag of the counted operations that completed in it, 99th percentile; null where the sample cannot carry it.
    pub own_lag_ns_p99: Option<u64>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PartCounts {
    /// By kind.
    pub counts: [KindCounts; 4],
    /// Operations intended.
    pub arrived: u64,
    /// Integral of outstanding I/O.
    pub outstanding_ns: u128,
    /// Largest number outstanding; of several sources the sum of theirs.
    pub outstanding_max: u64,
}

impl PartCounts {
    /// Adds the next part of the same source.
    pub(crate) fn next(&mut self, part: &Part) {
        self.add_counts(&part.counts);
        self.arrived += part.arrived;
        self.outstanding_ns += part.outstanding_ns;
        self.outstanding_max = self.outstanding_max.max(part.outstanding_max);
    }

    /// Adds a part in the form in which a host sent it.
    pub(crate) fn next_sent_part(&mut self, part: &SentPart) {
        let (outstanding_ns, outstanding_max) = part.outstanding();
        self.add_counts(part.counts());
        self.arrived += part.arrivals();
        self.outstanding_ns += outstanding_ns;
        self.outstanding_max = self.outstanding_max.max(outstanding_max);
    }

    pub(crate) fn beside(&mut self, other: &PartCounts) {
        self.add_counts(&other.counts);
        self.arrived += other.arrived;
        self.outstanding_ns += other.outstanding_ns;
        self.outstanding_max += other.outstanding_max;
    }

    fn add_counts(&mut self, more: &[KindCounts; 4]) {
        for (sum, more) in self.counts.iter_mut().zip(more) {
            sum.add(more);
        }
    }

    /// Operations of data submitted.
    pub(crate) fn issued_count(&self) -> u64 {
        data(&self.counts).map(|c| c.issued).sum()
    }
    /// Operations of data completed without error.
    pub(crate) fn completed_count(&self) -> u64 {
        data(&self.counts).map(|c| c.completed).sum()
    }
    pub(crate) fn flushes(&self) -> &KindCounts {
        &self.counts[OpKind::Flush.index()]
    }
    /// Operations that ended with an error.
    pub(crate) fn errors(&self) -> u64 {
        self.counts.iter().map(|c| c.errors).sum()
    }
    pub(crate) fn bytes(&self) -> u64 {
        self.counts.iter().map(|c| c.bytes).sum()
    }
    /// Completed trims.
    pub(crate) fn others_count(&self) -> u64 {
        self.counts[OpKind::Trim.index()].completed
    }
    pub(crate) fn other_bytes(&self) -> u64 {
        self.counts[OpKind::Trim.index()].bytes
    }
    /// Operations of every kind that ended, one way or the other.
    pub(crate) fn ended_count(&self) -> u64 {
        self.completed_count() + self.flushes().completed + self.errors()
    }
    fn kind(&self, kind: OpKind) -> WorkerKind {
        let counts = &self.counts[kind.index()];
        WorkerKind {
            completed: counts.completed,
            bytes: counts.bytes,
            completion_latency_ns: counts.completion_latency(),
        }
    }
    /// Outstanding I/O, mean over so long.
    pub(crate) fn outstanding_mean(&self, length: Nanos) -> f64 {
        if length.0 == 0 { 0.0 } else { self.outstanding_ns as f64 / length.0 as f64 }
    }

    /// As the share of `source`, number `worker`, in an interval of this length.
    pub(crate) fn share(&self, worker: usize, source: &Source, seen: Glance, length: Nanos) -> WorkerInterval {
        let [reads, writes] = [OpKind::Read, OpKind::Write].map(|kind| &self.counts[kind.index()]);
        WorkerInterval {
            worker: worker as u32,
            name: source.name.clone(),
            workers: source.workers,
            issued: self.issued_count(),
            reads: reads.completed,
            writes: writes.completed,
            read_bytes: reads.bytes,
            written_bytes: writes.bytes,
            others: self.others_count(),
            other_bytes: self.other_bytes(),
            syncs: self.flushes().completed,
            errors: self.errors(),
            outstanding_mean: self.outstanding_mean(length),
            response_time_ns_p50: seen.response_time_ns_p50,
            response_time_ns_p99: seen.response_time_ns_p99,
            own_lag_ns_p99: seen.own_lag_ns_p99,
        }
    }
}

/// The distributions of one source in one interval.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distributions<'a> {
    /// Response time of everything that completed in it.
    pub response_time: &'a Spans,
    /// Own lag of the counted operations that had any.
    pub own_lag: &'a Spans,
    /// Counted operations without.
    pub lagless: u64,
}

impl Distributions<'_> {
    /// In three figures.
    pub(crate) fn glance(&self) -> Glance {
        Glance {
            response_time_ns_p50: percentile(self.response_time, 50.0),
            response_time_ns_p99: percentile(self.response_time, 99.0),
            own_lag_ns_p99: percentile_beside(self.lagless, self.own_lag, 99.0),
        }
    }
}

/// Figures from the distributions of one source in one interval.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Glance {
    response_time_ns_p50: Option<u64>,
    response_time_ns_p99: Option<u64>,
    own_lag_ns_p99: Option<u64>,
}

/// Room for what must be added up first; used again and again.
#[derive(Debug)]
pub(crate) struct Room {
    sums: [Spans; 2],
    /// Buckets of several histograms, in rising order.
    filled: Vec<(usize, u64)>,
}

impl Default for Room {
    fn default() -> Self {
        Room { sums: [spans(), spans()], filled: Vec::new() }
    }
}

impl Room {
    /// The distributions of these parts together. Mostly there is one part with one kind of operation: nothing is copied.
    pub(crate) fn of<'a>(&'a mut self, parts: &'a [Box<Part>]) -> Distributions<'a> {
        let kinds = || parts.iter().flat_map(|part| part.kinds.iter().flatten());
        let stray = parts.iter().map(|part| &part.stray_response_time);
        let [response_time, own_lag] = &mut self.sums;
        Distributions {
            response_time: together(response_time, stray.chain(kinds().map(|kind| &kind.response_time))),
            own_lag: together(own_lag, kinds().map(|kind| &kind.own_lag)),
            lagless: kinds().map(|kind| kind.lagless()).sum(),
        }
    }

    /// Figures of parts in the form in which a host sent them, without unpacking.
    pub(crate) fn glance(&mut self, parts: &[SentPart]) -> Glance {
        let kinds = || parts.iter().flat_map(|part| part.kinds().into_iter().flatten());
        let stray = parts.iter().map(|part| part.stray()[0].clone());
        let response_time = stray.chain(kinds().map(|kind| kind.response_time()));
        let [p50, p99] = percentiles(&mut self.filled, 0, response_time, [50.0, 99.0]);
        let lagless = kinds().map(|kind| kind.lagless()).sum();
        let [lag_p99] = percentiles(&mut self.filled, lagless, kinds().map(|kind| kind.own_lag()), [99.0]);
        Glance { response_time_ns_p50: p50, response_time_ns_p99: p99, own_lag_ns_p99: lag_p99 }
    }
}

/// Percentiles of so many zeroes and of all these buckets together. Mostly one of them has any: it is read as it is.
fn percentiles<'a, const N: usize>(
    room: &mut Vec<(usize, u64)>,
    zeroes: u64,
    all: impl Iterator<Item = FilledBuckets<'a>>,
    wanted: [f64; N],
) -> [Option<u64>; N] {
    let mut filled = all.filter(|one| !one.is_empty());
    let (first, second) = (filled.next(), filled.next());
    let Some(first) = first else { return percentiles_of(zeroes, std::iter::empty(), wanted) };
    let Some(second) = second else { return percentiles_of(zeroes, first, wanted) };
    room.clear();
    room.extend(first.chain(second).chain(filled.flatten()));
    // A few runs that rise already: little more than to merge them.
    room.sort_by_key(|(bucket, _)| *bucket);
    percentiles_of(zeroes, room.iter().copied(), wanted)
}

/// The only one that is not empty, or their sum in `room`.
fn together<'a>(room: &'a mut Spans, all: impl Iterator<Item = &'a Spans>) -> &'a Spans {
    let mut filled = all.filter(|spans| !spans.is_empty());
    let (first, second) = (filled.next(), filled.next());
    if let (Some(first), None) = (first, second) {
        return first;
    }
    if !room.is_empty() {
        room.reset();
    }
    first.into_iter().chain(second).chain(filled).for_each(|spans| merge(room, spans));
    room
}

/// The share of one worker in Measure.
#[derive(Debug)]
pub(crate) struct Share {
    inside: PartCounts,
    errors: u64,
    response_time: Spans,
    own_lag: Spans,
    lagless: u64,
    ages: Spans,
    /// From a host: response times and own lag as they were sent, until the figures are computed.
    sent: Option<Box<[Counters; 2]>>,
}

impl Default for Share {
    fn default() -> Self {
        let (response_time, own_lag, ages) = (spans(), spans(), spans());
        Share { inside: PartCounts::default(), errors: 0, response_time, own_lag, lagless: 0, ages, sent: None }
    }
}

impl Share {
    /// Bytes of memory that one takes.
    pub(crate) fn bytes() -> u64 {
        3 * spans().distinct_values() as u64 * 8
    }

    /// Adds a part; `inside` Measure or beside it.
    pub(crate) fn add(&mut self, part: &Part, inside: bool) {
        if inside {
            self.inside.next(part);
        }
        for kind in part.kinds.iter().flatten() {
            merge(&mut self.response_time, &kind.response_time);
            merge(&mut self.own_lag, &kind.own_lag);
            self.lagless += kind.lagless();
            self.errors += kind.errors;
        }
    }

    /// Adds a part in the form in which a host sent it.
    pub(crate) fn add_sent_part(&mut self, part: &SentPart, inside: bool) {
        if inside {
            self.inside.next_sent_part(part);
        }
        let [response_time, own_lag] = &mut **self.sent.get_or_insert_with(Default::default);
        for kind in part.kinds().into_iter().flatten() {
            response_time.add(kind.response_time());
            own_lag.add(kind.own_lag());
            self.lagless += kind.lagless();
            self.errors += kind.errors();
        }
    }

    /// Adds the ages of operations that never finished.
    pub(crate) fn add_ages(&mut self, ages: &Ages) {
        for [response_time, ..] in ages.iter().flatten().map(|ages| &**ages) {
            merge(&mut self.ages, response_time);
        }
    }

    /// Adds what another worker did.
    pub(crate) fn beside(&mut self, other: &Share) {
        self.inside.beside(&other.inside);
        merge(&mut self.response_time, &other.response_time);
        if let Some([response_time, _]) = other.sent.as_deref() {
            response_time.add_to(&mut self.response_time);
        }
        merge(&mut self.ages, &other.ages);
        self.errors += other.errors;
    }

    /// Its figures, as those of a target.
    pub(crate) fn of_target(&self, name: &str, offered_rate_per_s: Option<f64>, measure: Nanos) -> EachFigures {
        let seconds = measure.as_secs_f64();
        let per_second = |count: u64| if seconds > 0.0 { count as f64 / seconds } else { 0.0 };
        let unfinished = self.ages.len();
        EachFigures {
            name: name.into(),
            offered_rate_per_s,
            count: self.response_time.len() + unfinished + self.errors,
            unfinished,
            errors: self.errors,
            completed: self.inside.completed_count(),
            achieved_rate_per_s: per_second(self.inside.completed_count()),
            bytes_per_s: per_second(self.inside.bytes()),
            ..figures_of(&summarise(&self.response_time, Some(&self.ages)))
        }
    }

    /// Its figures, as those of worker `number`.
    pub(crate) fn figures(&mut self, number: usize, spans_of: PhaseSpans) -> WorkerFigures {
        if let Some([response_time, own_lag]) = self.sent.take().as_deref() {
            response_time.add_to(&mut self.response_time);
            own_lag.add_to(&mut self.own_lag);
        }
        self.own_lag.saturating_record_n(0, std::mem::take(&mut self.lagless));
        let seconds = spans_of.measure.as_secs_f64();
        let per_second = |count: u64| if seconds > 0.0 { count as f64 / seconds } else { 0.0 };
        let unfinished = self.ages.len();
        WorkerFigures {
            worker: number as u32,
            count: self.response_time.len() + unfinished + self.errors,
            unfinished,
            errors: self.errors,
            completed: self.inside.completed_count(),
            bytes: self.inside.bytes(),
            issued_rate_per_s: per_second(self.inside.issued_count()),
            achieved_rate_per_s: per_second(self.inside.completed_count()),
            bytes_per_s: per_second(self.inside.bytes()),
            outstanding_mean: self.inside.outstanding_mean(spans_of.measure),
            response_time_ns: summarise(&self.response_time, Some(&self.ages)),
            own_lag_ns: summarise(&self.own_lag, None),
            read: Some(self.inside.kind(OpKind::Read)),
            write: Some(self.inside.kind(OpKind::Write)),
        }
    }
}

//! Merges neighbouring intervals into a longer one. Long Runs keep their past in this form (decision 0027-long-runs).
//!
//! Counts are added, distributions merged, percentiles taken from the merge; shares are weighted with time. A sum hides
//! extremes, so the slowest and the fastest interval, and the time in which nothing succeeded, stay beside it. The
//! caller decides which intervals to merge.

use plimsoll_host::{SystemLoad, load_over};
use plimsoll_measure::decide::IntervalCounts;
use plimsoll_measure::histogram::{DecodeError, Spans, decode, encode, spans, summarise};
use plimsoll_measure::moments::Moments;

use crate::record::{Extremes, Interval, IntervalStillness};

/// An interval as it is kept: the document, and its two distributions as HdrHistogram V2.
#[derive(Clone, Debug)]
pub struct StoredInterval<'a> {
    /// The figures.
    pub interval: Interval,
    /// Response time of what completed in it.
    pub response_time: &'a [u8],
    /// Completion latency of what completed in it.
    pub completion_latency: &'a [u8],
}

/// The merged document, and the merged distributions.
pub(crate) type Coarse = (Interval, Vec<u8>, Vec<u8>);

/// One interval in place of these, which follow each other; none of none. Intervals that were put together before may be
/// among them.
pub fn put_together(parts: &[StoredInterval<'_>]) -> Result<Option<Coarse>, DecodeError> {
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return Ok(None) };
    let response_time = merge_blobs(parts.iter().map(|part| part.response_time))?;
    let completion_latency = merge_blobs(parts.iter().map(|part| part.completion_latency))?;
    let told: Vec<&Interval> = parts.iter().map(|part| &part.interval).collect();
    let (first, last) = (&first.interval, &last.interval);
    let length_s = last.start_s + last.length_s - first.start_s;
    let sum = |count: fn(&Interval) -> u64| told.iter().map(|one| count(one)).sum::<u64>();
    let load: Vec<(f64, Option<&SystemLoad>)> =
        told.iter().map(|one| (one.length_s, one.system_load.as_ref())).collect();
    let seconds: f64 = told.iter().map(|one| one.length_s).sum();
    let interval = Interval {
        index: first.index,
        phase: first.phase,
        start_s: first.start_s,
        length_s,
        arrived: told.iter().map(|one| one.arrived).sum(),
        issued: sum(|one| one.issued),
        reads: sum(|one| one.reads),
        writes: sum(|one| one.writes),
        errors: sum(|one| one.errors),
        read_bytes: sum(|one| one.read_bytes),
        written_bytes: sum(|one| one.written_bytes),
        outstanding_mean: told.iter().map(|one| one.outstanding_mean * one.length_s).sum::<f64>()
            / seconds.max(f64::MIN_POSITIVE),
        backlog: told.iter().map(|one| one.backlog).max().unwrap_or(0),
        response_time_ns: summarise(&response_time, None),
        completion_latency_ns: summarise(&completion_latency, None),
        read_completion_latency_ns: Moments::together(
            told.iter().map(|one| (one.reads, one.read_completion_latency_ns)),
        ),
        write_completion_latency_ns: Moments::together(
            told.iter().map(|one| (one.writes, one.write_completion_latency_ns)),
        ),
        system_load: load_over(&load),
        stillness: stillness(&told),
        disturbed: 2.0 * told.iter().filter(|one| one.disturbed).map(|one| one.length_s).sum::<f64>() > seconds,
        objectives: tallies(&told),
        merged: Some(extremes(&told)),
    };
    Ok(Some((interval, encode(&response_time), encode(&completion_latency))))
}

/// Over those of which it is known.
fn stillness(told: &[&Interval]) -> Option<IntervalStillness> {
    let known: Vec<(f64, IntervalStillness)> =
        told.iter().filter_map(|one| Some((one.length_s, one.stillness?))).collect();
    let seconds: f64 = known.iter().map(|(length, _)| length).sum();
    let mean =
        |of: fn(&IntervalStillness) -> f64| known.iter().map(|(length, one)| length * of(one)).sum::<f64>() / seconds;
    (seconds > 0.0).then(|| IntervalStillness {
        stood_still_share: mean(|one| one.stood_still_share),
        waited_share: mean(|one| one.waited_share),
        workers_waited_share: known
            .iter()
            .map(|(length, one)| Some(length * one.workers_waited_share?))
            .sum::<Option<f64>>()
            .map(|sum| sum / seconds),
    })
}

fn tallies(told: &[&Interval]) -> Vec<IntervalCounts> {
    let most = told.iter().map(|one| one.objectives.len()).max().unwrap_or(0);
    let mut sums = vec![IntervalCounts::default(); most];
    for interval in told {
        sums.iter_mut().zip(&interval.objectives).for_each(|(sum, one)| *sum += *one);
    }
    sums
}

fn merge_blobs<'a>(blobs: impl Iterator<Item = &'a [u8]>) -> Result<Spans, DecodeError> {
    let mut all = spans();
    for blob in blobs {
        let one = decode(blob)?;
        // Ours all have the same bounds; what has others was not written by us.
        all.add(&one).map_err(|_| DecodeError::bounds())?;
    }
    Ok(all)
}

/// Extremes of a sealed interval, or of all that a merged one stands for.
fn of(one: &Interval) -> Extremes {
    let rate = if one.length_s > 0.0 { (one.reads + one.writes) as f64 / one.length_s } else { 0.0 };
    let load = one.system_load.as_ref();
    let stolen = load.and_then(|load| load.cpu.as_ref()).map(|cpu| cpu.steal);
    let others = load.and_then(|load| {
        let (cpu, own) = (load.cpu?, load.process.user_ns? + load.process.system_ns?);
        let cores = load.cpu_per_core.len() as f64;
        let own = own as f64 / 1e9 / one.length_s / cores;
        own.is_finite().then(|| (cpu.user + cpu.system - own).max(0.0))
    });
    one.merged.clone().unwrap_or(Extremes {
        intervals: 1,
        interval_s: one.length_s,
        lowest_rate_per_s: rate,
        lowest_at_s: one.start_s,
        highest_rate_per_s: rate,
        quiet_s: if one.reads + one.writes == 0 { one.length_s } else { 0.0 },
        stolen_max: stolen,
        others_max: others,
    })
}

fn extremes(told: &[&Interval]) -> Extremes {
    let each: Vec<Extremes> = told.iter().map(|one| of(one)).collect();
    let mut all = each[0].clone();
    for one in &each[1..] {
        if one.lowest_rate_per_s < all.lowest_rate_per_s {
            (all.lowest_rate_per_s, all.lowest_at_s) = (one.lowest_rate_per_s, one.lowest_at_s);
        }
        all.intervals += one.intervals;
        all.interval_s = all.interval_s.max(one.interval_s);
        all.highest_rate_per_s = all.highest_rate_per_s.max(one.highest_rate_per_s);
        all.quiet_s += one.quiet_s;
        all.stolen_max = most(all.stolen_max, one.stolen_max);
        all.others_max = most(all.others_max, one.others_max);
    }
    all
}

fn most(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.max(b)),
        (one, other) => one.or(other),
    }
}

//! Merges neighbouring intervals into a longer one. Long Runs keep their past in this form (decision 0025-long-runs).
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

/// One interval in place of consecutive ones; none of none. Merged intervals may be among them.
pub fn merge_intervals(parts: &[StoredInterval<'_>]) -> Result<Option<Coarse>, DecodeError> {
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return Ok(None) };
    let response_time = merge_blobs(parts.iter().map(|part| part.response_time))?;
    let completion_latency = merge_blobs(parts.iter().map(|part| part.completion_latency))?;
    let intervals: Vec<&Interval> = parts.iter().map(|part| &part.interval).collect();
    let (first, last) = (&first.interval, &last.interval);
    let length_s = last.start_s + last.length_s - first.start_s;
    let sum = |count: fn(&Interval) -> u64| intervals.iter().map(|part| count(part)).sum::<u64>();
    let load: Vec<(f64, Option<&SystemLoad>)> =
        intervals.iter().map(|part| (part.length_s, part.system_load.as_ref())).collect();
    let seconds: f64 = intervals.iter().map(|part| part.length_s).sum();
    let interval = Interval {
        index: first.index,
        phase: first.phase,
        start_s: first.start_s,
        length_s,
        arrived: intervals.iter().map(|part| part.arrived).sum(),
        issued: sum(|part| part.issued),
        reads: sum(|part| part.reads),
        writes: sum(|part| part.writes),
        errors: sum(|part| part.errors),
        read_bytes: sum(|part| part.read_bytes),
        written_bytes: sum(|part| part.written_bytes),
        others: sum(|part| part.others),
        other_bytes: sum(|part| part.other_bytes),
        syncs: sum(|part| part.syncs),
        outstanding_mean: intervals.iter().map(|part| part.outstanding_mean * part.length_s).sum::<f64>()
            / seconds.max(f64::MIN_POSITIVE),
        backlog: intervals.iter().map(|part| part.backlog).max().unwrap_or(0),
        response_time_ns: summarise(&response_time, None),
        completion_latency_ns: summarise(&completion_latency, None),
        read_completion_latency_ns: Moments::together(
            intervals.iter().map(|part| (part.reads, part.read_completion_latency_ns)),
        ),
        write_completion_latency_ns: Moments::together(
            intervals.iter().map(|part| (part.writes, part.write_completion_latency_ns)),
        ),
        system_load: load_over(&load),
        stillness: stillness(&intervals),
        disturbed: 2.0 * intervals.iter().filter(|part| part.disturbed).map(|part| part.length_s).sum::<f64>()
            > seconds,
        objectives: tallies(&intervals),
        merged: Some(extremes(&intervals)),
    };
    Ok(Some((interval, encode(&response_time), encode(&completion_latency))))
}

/// Means over the intervals with known stillness.
fn stillness(intervals: &[&Interval]) -> Option<IntervalStillness> {
    let known: Vec<(f64, IntervalStillness)> =
        intervals.iter().filter_map(|interval| Some((interval.length_s, interval.stillness?))).collect();
    let seconds: f64 = known.iter().map(|(length, _)| length).sum();
    let mean = |of: fn(&IntervalStillness) -> f64| {
        known.iter().map(|(length, still)| length * of(still)).sum::<f64>() / seconds
    };
    (seconds > 0.0).then(|| IntervalStillness {
        stood_still_share: mean(|still| still.stood_still_share),
        waited_share: mean(|still| still.waited_share),
        workers_waited_share: known
            .iter()
            .map(|(length, still)| Some(length * still.workers_waited_share?))
            .sum::<Option<f64>>()
            .map(|sum| sum / seconds),
    })
}

fn tallies(intervals: &[&Interval]) -> Vec<IntervalCounts> {
    let most = intervals.iter().map(|interval| interval.objectives.len()).max().unwrap_or(0);
    let mut sums = vec![IntervalCounts::default(); most];
    for interval in intervals {
        sums.iter_mut().zip(&interval.objectives).for_each(|(sum, counts)| *sum += *counts);
    }
    sums
}

fn merge_blobs<'a>(blobs: impl Iterator<Item = &'a [u8]>) -> Result<Spans, DecodeError> {
    let mut all = spans();
    for blob in blobs {
        // Our histograms all have the same bounds.
        all.add(&decode(blob)?).map_err(|_| DecodeError::bounds())?;
    }
    Ok(all)
}

/// Extremes of a sealed interval, or of all that a merged one stands for.
fn extremes_of(interval: &Interval) -> Extremes {
    let rate = if interval.length_s > 0.0 { interval.completed_operations() as f64 / interval.length_s } else { 0.0 };
    let load = interval.system_load.as_ref();
    let stolen = load.and_then(|load| load.cpu.as_ref()).map(|cpu| cpu.steal);
    let others = load.and_then(|load| {
        let (cpu, own) = (load.cpu?, load.process.user_ns? + load.process.system_ns?);
        let cores = load.cpu_per_core.len() as f64;
        let own = own as f64 / 1e9 / interval.length_s / cores;
        own.is_finite().then(|| (cpu.user + cpu.system - own).max(0.0))
    });
    interval.merged.clone().unwrap_or(Extremes {
        intervals: 1,
        interval_s: interval.length_s,
        lowest_rate_per_s: rate,
        lowest_at_s: interval.start_s,
        highest_rate_per_s: rate,
        quiet_s: if interval.completed_operations() == 0 { interval.length_s } else { 0.0 },
        stolen_max: stolen,
        others_max: others,
    })
}

fn extremes(intervals: &[&Interval]) -> Extremes {
    let each: Vec<Extremes> = intervals.iter().map(|interval| extremes_of(interval)).collect();
    let mut all = each[0].clone();
    for part in &each[1..] {
        if part.lowest_rate_per_s < all.lowest_rate_per_s {
            (all.lowest_rate_per_s, all.lowest_at_s) = (part.lowest_rate_per_s, part.lowest_at_s);
        }
        all.intervals += part.intervals;
        all.interval_s = all.interval_s.max(part.interval_s);
        all.highest_rate_per_s = all.highest_rate_per_s.max(part.highest_rate_per_s);
        all.quiet_s += part.quiet_s;
        all.stolen_max = most(all.stolen_max, part.stolen_max);
        all.others_max = most(all.others_max, part.others_max);
    }
    all
}

fn most(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.max(b)),
        (one, other) => one.or(other),
    }
}

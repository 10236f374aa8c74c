//! Computes the figures of a Run from its totals.

use std::borrow::Cow;
use std::collections::BTreeMap;

use plimsoll_base::{Nanos, OpKind};
use plimsoll_measure::decide::{Judgement, ProbeVerdict, Reason};
use plimsoll_measure::histogram::{Spans, at_most, spans, summarise};
use plimsoll_measure::objective::{Metric, Objective, Statistic};
use plimsoll_measure::recorder::KindSpans;

use crate::record::{ClientFigures, KindFigures, Measured};
use crate::share::data;
use crate::spec::{ClientGroup, RunSpec};
use crate::totals::{FirstError, PhaseSpans, Totals};

pub(crate) fn figures(spec: &RunSpec, totals: &Totals, spans_of: PhaseSpans, judgement: Option<Judgement>) -> Measured {
    let seconds = spans_of.measure.as_secs_f64();
    let per_second = |count: u64| if seconds > 0.0 { count as f64 / seconds } else { 0.0 };
    let mut measured = Measured {
        offered_rate_per_s: spec.load.offered_rate_per_s(),
        scheduled_rate_per_s: spec.load.offered_rate_per_s().map(|_| per_second(totals.arrived)),
        issued_rate_per_s: per_second(data(&totals.inside).map(|c| c.issued).sum()),
        achieved_rate_per_s: per_second(data(&totals.inside).map(|c| c.completed).sum()),
        bytes_per_s: per_second(totals.inside.iter().map(|c| c.bytes).sum()),
        outstanding_mean: match spans_of.measure.0 {
            0 => 0.0,
            ns => totals.outstanding_ns as f64 / ns as f64,
        },
        outstanding_max: totals.outstanding_max,
        worker_at_cap: totals.worker_at_cap,
        backlog_at_end: totals.backlog_at_end,
        warmup_s: spans_of.warmup.as_secs_f64(),
        measure_s: seconds,
        drain_s: spans_of.drain.as_secs_f64(),
        bytes_written: totals.overall[OpKind::Write.index()].bytes,
        judgement,
        ..Measured::default()
    };
    let mut all = KindSpans::new();
    let mut all_ages = [spans(), spans(), spans()];
    let mut all_figures = KindFigures::default();
    for kind in OpKind::ALL {
        let index = kind.index();
        let none = KindSpans::new();
        let own = totals.kinds[index].as_deref().unwrap_or(&none);
        let ages = totals.ages[index].as_deref();
        let mut one = kind_figures(own, ages);
        one.completed = totals.inside[index].completed;
        one.bytes = totals.inside[index].bytes;
        all.merge(own);
        for (sum, ages) in all_ages.iter_mut().zip(ages.into_iter().flatten()) {
            plimsoll_measure::recorder::merge(sum, ages);
        }
        all_figures.completed += one.completed;
        all_figures.bytes += one.bytes;
        match kind {
            OpKind::Read => measured.read = one,
            OpKind::Write => measured.write = one,
            OpKind::Trim => measured.trim = one,
            OpKind::Flush => measured.flush = one,
        }
    }
    measured.all = KindFigures {
        completed: all_figures.completed,
        bytes: all_figures.bytes,
        ..kind_figures(&all, Some(&all_ages))
    };
    measured.own_lag_ns = measured.all.own_lag_ns.clone();
    if measured.all.unfinished > 0 {
        let longest = all.response_time.max();
        measured.lost = beyond(&all_ages[0], 2 * longest);
        measured.judgement = measured.judgement.map(|judgement| not_met_without_them(judgement, totals));
    }
    measured
}

/// The evidence of a probe holds what has finished. An objective that is met by that, and is not with the operations that never
/// finished, is not met: not shown to be missed either, for they may have been lost all at once.
fn not_met_without_them(mut judgement: Judgement, totals: &Totals) -> Judgement {
    for found in &mut judgement.objectives {
        if found.verdict == ProbeVerdict::Pass && missed_with_all(&found.objective, totals) {
            (found.verdict, found.reason) = (ProbeVerdict::Undecided, Reason::TooClose);
            judgement.leans_to_fail = true;
            if judgement.verdict == ProbeVerdict::Pass {
                (judgement.verdict, judgement.reason) = (ProbeVerdict::Undecided, Reason::TooClose);
            }
        }
    }
    judgement
}

/// Whether all operations together, those that never finished with their age, lie beyond the objective.
fn missed_with_all(objective: &Objective, totals: &Totals) -> bool {
    let Objective::Latency(asked) = objective else { return false };
    let (mut count, mut exceeded, mut sum) = (0_u64, 0_u64, 0.0);
    for kind in OpKind::ALL.into_iter().filter(|kind| asked.kind.is_none_or(|only| only == *kind)) {
        let of = |own: &Spans, ages: Option<&Spans>| {
            [Some(own), ages].into_iter().flatten().fold((0, 0, 0.0), |(n, over, sum), spans| {
                (n + spans.len(), over + beyond(spans, asked.bound.0), sum + spans.mean() * spans.len() as f64)
            })
        };
        let ages = totals.ages[kind.index()].as_deref();
        let none = KindSpans::new();
        let own = totals.kinds[kind.index()].as_deref().unwrap_or(&none);
        let (n, over, total) = match asked.metric {
            Metric::ResponseTime => of(&own.response_time, ages.map(|ages| &ages[0])),
            Metric::CompletionLatency => of(&own.completion_latency, ages.map(|ages| &ages[1])),
        };
        (count, exceeded, sum) = (count + n, exceeded + over, sum + total);
    }
    match (asked.statistic, objective.allowed_share()) {
        (Statistic::Mean, _) => sum > asked.bound.0 as f64 * count as f64,
        (_, Some(allowed)) => exceeded as f64 > allowed * count as f64,
        _ => false,
    }
}

/// Operations whose span is longer than this.
fn beyond(spans: &Spans, bound_ns: u64) -> u64 {
    spans.count_between(bound_ns.saturating_add(1), u64::MAX)
}

/// The figures of one kind of clients, from their own totals.
pub(crate) fn client_figures(
    group: &ClientGroup,
    spec: &RunSpec,
    totals: &Totals,
    spans_of: PhaseSpans,
) -> ClientFigures {
    let own = figures(spec, totals, spans_of, None);
    ClientFigures {
        name: group.name.clone(),
        clients: group.clients,
        offered_rate_per_s: group.load.offered_rate_per_s(),
        scheduled_rate_per_s: group
            .load
            .offered_rate_per_s()
            .map(|_| totals.arrived as f64 / spans_of.measure.as_secs_f64().max(f64::MIN_POSITIVE)),
        achieved_rate_per_s: own.achieved_rate_per_s,
        bytes_per_s: own.bytes_per_s,
        outstanding_mean: own.outstanding_mean,
        read: own.read,
        write: own.write,
        all: own.all,
    }
}

fn kind_figures(own: &KindSpans, ages: Option<&[Spans; 3]>) -> KindFigures {
    let unfinished = ages.map_or(0, |ages| ages[0].len());
    let alone = storage_alone(own);
    KindFigures {
        count: own.response_time.len() + unfinished + own.errors,
        unfinished,
        errors: own.errors,
        completed: 0,
        bytes: 0,
        response_time_ns: summarise(&own.response_time, ages.map(|a| &a[0])),
        completion_latency_ns: summarise(&own.completion_latency, ages.map(|a| &a[1])),
        submission_latency_ns: summarise(&own.submission_latency, None),
        slot_wait_ns: summarise(&own.slot_wait, ages.map(|a| &a[2])),
        own_lag_ns: summarise(&own.own_lag, None),
        disturbed: own.disturbed.len(),
        storage_alone_ns: summarise(&alone, ages.map(|a| &a[0])),
        storage_alone_at_most_ns: at_most(&alone, own.disturbed.len() + unfinished),
    }
}

/// Response times without the operations that our own lateness had a part in.
fn storage_alone(own: &KindSpans) -> Cow<'_, Spans> {
    let mut alone = Cow::Borrowed(&own.response_time);
    if !own.disturbed.is_empty() {
        // Each of the disturbed is in it.
        let subtracted = alone.to_mut().subtract(&own.disturbed);
        debug_assert!(subtracted.is_ok());
    }
    alone
}

/// Enters errors with the names of their errnos.
pub(crate) fn name_errors(measured: &mut Measured, errors: &[(i32, u64)], first: Option<&FirstError>, start: Nanos) {
    let mut named = BTreeMap::new();
    for (errno, count) in errors {
        *named.entry(errno_name(*errno)).or_insert(0) += count;
    }
    measured.errors_by_errno = named;
    measured.first_error = first.map(|e| {
        let text = plimsoll_engine::error_of(e.errno);
        format!("a {} failed {:.3} s after the start: {text}", e.kind.name(), (e.at - start).as_secs_f64())
    });
}

fn errno_name(errno: i32) -> String {
    const NAMES: [(i32, &str); 20] = [
        (1, "EPERM"),
        (5, "EIO"),
        (6, "ENXIO"),
        (9, "EBADF"),
        (11, "EAGAIN"),
        (12, "ENOMEM"),
        (13, "EACCES"),
        (19, "ENODEV"),
        (22, "EINVAL"),
        (27, "EFBIG"),
        (28, "ENOSPC"),
        (30, "EROFS"),
        (71, "EPROTO"),
        (74, "EBADMSG"),
        (95, "EOPNOTSUPP"),
        (104, "ECONNRESET"),
        (108, "ESHUTDOWN"),
        (110, "ETIMEDOUT"),
        (122, "EDQUOT"),
        (plimsoll_engine::SHORT_TRANSFER, "short transfer"),
    ];
    NAMES.iter().find(|(n, _)| *n == errno).map_or_else(|| format!("errno {errno}"), |(_, name)| (*name).to_owned())
}

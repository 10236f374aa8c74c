//! From totals to figures, and from figures to an outcome: what the Run says, and whether it speaks about the target.

use std::borrow::Cow;
use std::collections::BTreeMap;

use plimsoll_base::{Nanos, OpKind};
use plimsoll_host::SystemLoad;
use plimsoll_host::sample::DiskLoad;
use plimsoll_measure::decide::{Judgement, Reason, Steady};
use plimsoll_measure::histogram::{Spans, at_most, spans, summarise};
use plimsoll_measure::recorder::KindSpans;
use plimsoll_storage::ElementFigures;
use plimsoll_workload::{Access, Load};

use crate::record::{Basis, Bottleneck, ClientFigures, KindFigures, LimitedBy, Limiter, Measured, Outcome};
use crate::spec::{ClientGroup, OnError, RunSpec};
use crate::totals::{FirstError, PhaseSpans, Totals};

/// Share of the bytes read that the storage must have delivered for a cached Run to speak about it.
const CACHED_SHARE: f64 = 0.05;

/// The figures of a Run.
pub fn figures(spec: &RunSpec, totals: &Totals, spans_of: PhaseSpans, judgement: Option<Judgement>) -> Measured {
    let seconds = spans_of.measure.as_secs_f64();
    let per_second = |count: u64| if seconds > 0.0 { count as f64 / seconds } else { 0.0 };
    let mut measured = Measured {
        offered_rate_per_s: spec.load.offered_rate_per_s(),
        scheduled_rate_per_s: spec.load.offered_rate_per_s().map(|_| per_second(totals.arrived)),
        issued_rate_per_s: per_second(totals.inside.iter().map(|c| c.issued).sum()),
        achieved_rate_per_s: per_second(totals.inside.iter().map(|c| c.completed).sum()),
        bytes_per_s: per_second(totals.inside.iter().map(|c| c.bytes).sum()),
        outstanding_mean: match spans_of.measure.0 {
            0 => 0.0,
            ns => totals.outstanding_ns as f64 / ns as f64,
        },
        outstanding_max: totals.outstanding_max,
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
    measured
}

/// The figures of one kind of clients, from their own totals.
pub fn client_figures(group: &ClientGroup, spec: &RunSpec, totals: &Totals, spans_of: PhaseSpans) -> ClientFigures {
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

/// An element whose busiest instance is used so much has no more to give.
const SATURATED: f64 = 0.95;
/// Waiting that is so large a share of the response time is what holds the load back.
const WAITING_SHARE: f64 = 0.25;

/// A burst that spends what was saved up is no ceiling.
const SPENDING: f64 = 1.02;
/// What the clients spend less time with does not hold them back, however full it is.
const NOTICED_SHARE: f64 = 0.02;

/// What holds a stack back.
pub fn bottleneck(elements: &[ElementFigures], spec: &RunSpec, measured: &Measured) -> Bottleneck {
    if let Some(because) = client_bound(spec, measured) {
        return Bottleneck { element: None, because };
    }
    let within = elements.iter().filter(|e| e.utilisation_max <= SPENDING);
    let busiest = within.max_by(|a, b| a.utilisation_max.total_cmp(&b.utilisation_max));
    let noticed =
        |e: &&ElementFigures| e.share_waiting.unwrap_or(0.0) + e.share_working.unwrap_or(0.0) >= NOTICED_SHARE;
    let full = elements.iter().filter(|e| (SATURATED..=SPENDING).contains(&e.utilisation_max)).filter(noticed);
    // The last one on the way, unless it is less full: what is full before it may be so only because nothing gets on.
    let last = full.fold(None, |best: Option<&ElementFigures>, e| match best {
        Some(best) if e.utilisation_max < best.utilisation_max - 0.01 => Some(best),
        _ => Some(e),
    });
    if let Some(e) = last {
        let which = if e.busiest == e.name { String::new() } else { format!(" ({})", e.busiest) };
        return Bottleneck {
            element: Some(e.name.clone()),
            because: format!("{}{which} is {:.0} % used: it has no more to give", e.name, e.utilisation_max * 100.0),
        };
    }
    let waiting = |e: &ElementFigures| e.share_waiting.unwrap_or(0.0);
    let longest = elements.iter().max_by(|a, b| waiting(a).total_cmp(&waiting(b)));
    if let Some(e) = longest.filter(|e| waiting(e) >= WAITING_SHARE) {
        return Bottleneck {
            element: Some(e.name.clone()),
            because: format!("{:.0} % of the completion latency is waiting at {}", waiting(e) * 100.0, e.name),
        };
    }
    let working = |e: &ElementFigures| e.share_working.unwrap_or(0.0);
    let most = elements.iter().max_by(|a, b| working(a).total_cmp(&working(b)));
    let because = match (busiest, most) {
        (Some(busy), Some(most)) if working(most) > 0.0 => format!(
            "nothing is full: the most used, {}, is {:.0} % used; {:.0} % of the completion latency is the work of {}",
            busy.name,
            busy.utilisation_max * 100.0,
            working(most) * 100.0,
            most.name
        ),
        _ => "nothing is full".to_string(),
    };
    Bottleneck { element: None, because }
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

/// Whether the clients themselves are full, in words.
fn client_bound(spec: &RunSpec, measured: &Measured) -> Option<String> {
    let cpu_ns = spec.target.stack.as_ref().map_or(0, |stack| stack.client().cpu_ns_per_io);
    let (name, cpu_ns) = spec.clients.first().map_or(("the generator", cpu_ns), |c| (c.name.as_str(), c.cpu_ns_per_io));
    let alone = (name, spec.load.workers(), measured.achieved_rate_per_s, cpu_ns);
    let groups = spec.clients.iter().zip(&measured.clients);
    let of = groups
        .map(|(group, got)| (group.name.as_str(), group.load.workers(), got.achieved_rate_per_s, group.cpu_ns_per_io));
    let all: Vec<_> = if measured.clients.is_empty() { vec![alone] } else { of.collect() };
    for (name, workers, rate, cpu_ns) in all {
        let used = rate * cpu_ns as f64 / 1e9 / f64::from(workers.max(1));
        if used >= SATURATED {
            return Some(format!(
                "the processors of {name} are {:.0} % used: the client has no more to give",
                used * 100.0
            ));
        }
    }
    match spec.load {
        Load::Open { max_outstanding, .. } if measured.outstanding_max >= u64::from(max_outstanding) => {
            Some(format!("the clients' own cap of {max_outstanding} outstanding is reached"))
        }
        _ => None,
    }
}

/// Share of what was intended that a kind of clients may lack at the end of Measure, when other kinds have closed loads.
const LACKING: f64 = 0.03;

/// A kind of clients with an open load that was not carried, beside others with a closed one: there the Run as a whole
/// has no offered rate to be judged by.
fn not_carried(measured: &Measured) -> Option<String> {
    let lacks = |client: &&ClientFigures| {
        let wanted = client.scheduled_rate_per_s.unwrap_or(0.0) * measured.measure_s;
        let got = client.achieved_rate_per_s * measured.measure_s;
        wanted - got > (LACKING * wanted).max(4.0 * wanted.sqrt())
    };
    measured.clients.iter().find(lacks).map(|client| {
        format!(
            "the target does not keep up with {}: {:.1} of {:.1} operations/s achieved",
            client.name,
            client.achieved_rate_per_s,
            client.scheduled_rate_per_s.unwrap_or(0.0)
        )
    })
}

/// Enters errors with the names of their errnos.
pub fn name_errors(measured: &mut Measured, errors: &[(i32, u64)], first: Option<&FirstError>, start: Nanos) {
    let mut named = BTreeMap::new();
    for (errno, count) in errors {
        *named.entry(errno_name(*errno)).or_insert(0) += count;
    }
    measured.errors_by_errno = named;
    measured.first_error = first.map(|e| {
        let text = std::io::Error::from_raw_os_error(e.errno);
        format!("a {} failed {:.3} s after the start: {text}", e.kind.name(), (e.at - start).as_secs_f64())
    });
}

fn errno_name(errno: i32) -> String {
    const NAMES: [(i32, &str); 19] = [
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
    ];
    NAMES.iter().find(|(n, _)| *n == errno).map_or_else(|| format!("errno {errno}"), |(_, name)| (*name).to_owned())
}

/// What else is known about a Run when its outcome is decided.
#[derive(Clone, Debug, Default)]
pub struct Circumstances {
    /// It was interrupted.
    pub stopped: bool,
    /// An error ended it, or the engine broke; in words.
    pub failure: Option<String>,
    /// The first mismatch that verification found in this Run, whatever the policy for errors.
    pub mismatch: Option<String>,
    /// The target's file system lives in memory.
    pub memory_backed: bool,
    /// What the machine did over Measure.
    pub load: Option<SystemLoad>,
    /// From the begin of Measure to the counters' sample from which `load` counts, in seconds.
    pub unseen_s: f64,
    /// The kernel counts what the storage beneath the target delivers.
    pub on_block_device: bool,
    /// Name of a loop device in the chain that reads its file through the page cache.
    pub buffered_loop: Option<String>,
    /// Operations hung in the engine after Drain.
    pub hung: u64,
}

/// Short Runs with more outstanding I/O and more workers tell the client from the target (`judge/limiter/rules.py`).
const SCALING: &str = "Runs with more outstanding I/O and with more workers: plimsoll run --who-limits";

/// A worker whose processor works this share of Measure has little more to give.
const BUSY: f64 = 0.95;

/// With so many outstanding, a mean completion latency of so many times the shortest is a queue: few targets work on hundreds
/// of operations at once, and fewer still take so unequal times.
const LARGE_CAP: u32 = 256;
const QUEUES: f64 = 10.0;

/// A closed load that has less than this share of what it asks for outstanding is held back by its client.
const FILLED: f64 = 0.5;

/// A closed load that reaches this share of its own cap is limited by it.
const AT_OWN_CAP: f64 = 0.97;

/// Decides the outcome, why, and who limited the Run. The only place that does, for one Run alone.
pub fn decide(spec: &RunSpec, measured: &Measured, around: &Circumstances) -> (Outcome, String, LimitedBy) {
    let (outcome, because, mut limited_by) = decided(spec, measured, around);
    if limited_by.because.is_empty() {
        limited_by.because.clone_from(&because);
    }
    (outcome, because, limited_by)
}

fn single(value: Limiter, confidence: f64) -> LimitedBy {
    LimitedBy { value, basis: Basis::Single, confidence, because: String::new(), would_decide: None }
}

fn decided(spec: &RunSpec, measured: &Measured, around: &Circumstances) -> (Outcome, String, LimitedBy) {
    let unknown = single(Limiter::Unknown, 0.0);
    if around.stopped {
        return (Outcome::Stopped, "it was interrupted; the figures are those until then".into(), unknown);
    }
    if let Some(mismatch) = &around.mismatch {
        return (Outcome::Failed, format!("the data is not what was written: {mismatch}"), unknown);
    }
    if let Some(failure) = &around.failure {
        return (Outcome::Failed, failure.clone(), unknown);
    }
    if measured.all.errors > 0 && measured.all.errors == measured.all.count {
        return (Outcome::Failed, "every operation failed".into(), unknown);
    }
    const GONE: [&str; 5] = ["ECONNRESET", "EPROTO", "ENODEV", "ESHUTDOWN", "ENXIO"];
    if let Some(name) = GONE.iter().find(|name| measured.errors_by_errno.contains_key(**name)) {
        // What fails at once from then on is no figure, whatever is asked of errors.
        return (Outcome::Failed, format!("the target went away ({name})"), unknown);
    }
    let errors: u64 = measured.errors_by_errno.values().sum();
    if spec.on_error == OnError::Continue && errors > 0 {
        let first = measured.first_error.as_deref().unwrap_or("no details");
        return (Outcome::Failed, format!("{errors} operations failed; the first: {first}"), unknown);
    }
    if measured.all.count == 0 && measured.all.completed == 0 {
        return (
            Outcome::NotSteady,
            "no operation fell into Measure: nothing was measured. Measure for longer".into(),
            unknown,
        );
    }
    if let Some(because) = cached(spec, measured, around) {
        return (Outcome::Cached, because, single(Limiter::Cache, 0.95));
    }
    if let (Some(rule), false) = (&spec.phases.steady, measured.steady.as_ref().is_some_and(|s| s.steady)) {
        let found = measured.steady.as_ref().map_or("too few rounds to say", |s| s.because.as_str());
        let because = format!(
            "the target was not steady ({}) within {}: {found}; measured all the same",
            rule.test, spec.phases.warmup_ns
        );
        return (Outcome::NotSteady, because, unknown);
    }
    let Load::Open { offered_rate_per_s, max_outstanding, .. } = spec.load else {
        if let Some(because) = not_carried(measured) {
            // Whose clients are full is told by the bottleneck: the target is not named while it may be they.
            let limited = match client_bound(spec, measured) {
                Some(because) => LimitedBy { because, ..single(Limiter::ClientCpu, 0.8) },
                None => LimitedBy { would_decide: Some(SCALING.into()), ..single(Limiter::Target, 0.6) },
            };
            return (Outcome::CannotCarry, because, limited);
        }
        let limited = closed_limit(spec, measured, around);
        let because = match &spec.load {
            Load::Closed { think: None, cap: None, bursts: None, .. } => {
                "closed loop: the rate at this much outstanding I/O"
            }
            _ => "closed loop with rests of its own: the rate is what the load asked for, or what the target gave",
        };
        return (Outcome::Ok, because.into(), limited);
    };
    let at_cap = measured.outstanding_max >= u64::from(max_outstanding);
    // Behind a full in-flight cap the backlog is the target's, however late we were, and so it is behind calls that it held.
    let targets = at_cap || held_by_target(spec, measured);
    if let (Some(because), false) = (schedule_not_kept(measured), targets) {
        return (Outcome::GeneratorLimited, because, late_generator(spec, measured, around));
    }
    if !spec.load.steady() {
        let because = "the offered rate changed in the course of Measure: it shows where to look, and decides nothing";
        return (Outcome::Ok, because.into(), unknown);
    }
    let Some(judgement) = &measured.judgement else {
        return (Outcome::Ok, "too short to say whether the target keeps up".into(), unknown);
    };
    if judgement.stationary.verdict == Steady::No || judgement.reason == Reason::CannotCarry {
        let client_cap = spec.target.stack.as_ref().and_then(|stack| stack.client().max_outstanding);
        if at_cap && client_cap == Some(max_outstanding) {
            let because = format!(
                "the client's own cap of {max_outstanding} outstanding was reached: no evidence about the target"
            );
            return (Outcome::GeneratorLimited, because, single(Limiter::ClientOutstanding, 0.7));
        }
        if let (Some(because), false) = (backlog_not_issued(measured, judgement), targets) {
            return (Outcome::GeneratorLimited, because, late_generator(spec, measured, around));
        }
        let because = format!(
            "the target does not keep up: {:.1} of {offered_rate_per_s:.1} operations/s achieved, the backlog grows by {:.1} a second{}",
            measured.achieved_rate_per_s,
            judgement.stationary.backlog_slope_per_s,
            if at_cap { format!("; the in-flight cap of {max_outstanding} was reached") } else { String::new() }
        );
        // Reaching our own cap leaves open whether more outstanding I/O would have carried the rate, unless what is out there
        // queues: then more would only wait longer. What is full and what is capped by policy look alike in one Run.
        let latency = &measured.all.completion_latency_ns;
        let queues = max_outstanding >= LARGE_CAP
            && latency.mean.zip(latency.min).is_some_and(|(mean, min)| mean >= QUEUES * min as f64);
        let limited = if at_cap && !queues {
            let more = format!("the same rate with a higher --max-outstanding than {max_outstanding}");
            LimitedBy { would_decide: Some(more), ..unknown }
        } else {
            let confidence = if at_cap { 0.6 } else { 0.7 };
            LimitedBy { would_decide: Some(SCALING.into()), ..single(Limiter::Target, confidence) }
        };
        return (Outcome::CannotCarry, because, limited);
    }
    // A target that answers nothing has no response times to judge and its backlog soon stands still, at the in-flight cap.
    if measured.all.completed == 0 && measured.all.unfinished == measured.all.count {
        let because = format!(
            "the target does not keep up: none of the {} operations of Measure was completed, Drain included",
            measured.all.count
        );
        return (Outcome::CannotCarry, because, unknown);
    }
    if judgement.reason == Reason::OwnLag {
        let because = format!(
            "the objective is missed as seen from this machine, and not shown to be missed by the storage alone: the generator's \
             own lateness had a part in {:.1} % of the operations",
            disturbed_share(measured) * 100.0
        );
        return (Outcome::GeneratorLimited, because, late_generator(spec, measured, around));
    }
    let late = match measured.own_lag_ns.p99.or(measured.own_lag_ns.max) {
        Some(lag) if lag > spec.lag_tolerance().0 => {
            format!(
                "; the generator was late (p99 of own lag {}), which is in the response times",
                Nanos(lag).in_words()
            )
        }
        _ => String::new(),
    };
    match judgement.stationary.verdict {
        Steady::Yes => {
            (Outcome::Ok, format!("the target keeps up with the offered rate{late}"), single(Limiter::Schedule, 0.9))
        }
        _ => (Outcome::Ok, format!("no sign that the target falls behind, but too short to be sure{late}"), unknown),
    }
}

/// Share of what was scheduled that may be missing from what was issued, beside chance.
const NOT_ISSUED: f64 = 0.01;

/// The generator did not issue what its schedule asked for, in words.
fn schedule_not_kept(measured: &Measured) -> Option<String> {
    let scheduled = measured.scheduled_rate_per_s? * measured.measure_s;
    let missing = scheduled - measured.issued_rate_per_s * measured.measure_s;
    (missing > (NOT_ISSUED * scheduled).max(4.0 * scheduled.sqrt())).then(|| {
        format!(
            "the generator issued {:.1} of {:.1} operations/s that its schedule asked for; no evidence about the target",
            measured.issued_rate_per_s,
            scheduled / measured.measure_s
        )
    })
}

/// The backlog grows, and more than half of what it grew by was never issued though there were slots: it is not the target's.
/// In words.
fn backlog_not_issued(measured: &Measured, judgement: &Judgement) -> Option<String> {
    let missing = (measured.scheduled_rate_per_s? - measured.issued_rate_per_s) * measured.measure_s;
    let grown = judgement.stationary.backlog_slope_per_s * measured.measure_s;
    (missing > 0.5 * grown).then(|| {
        format!(
            "the generator falls behind its schedule: the backlog grows by {:.1} operations a second, most of them not issued; no \
             evidence about the target",
            judgement.stationary.backlog_slope_per_s
        )
    })
}

/// Whether the target held our submit calls for at least as large a share of the workers' time as is missing of the schedule:
/// in that time they would have issued it.
fn held_by_target(spec: &RunSpec, measured: &Measured) -> bool {
    let scheduled = measured.scheduled_rate_per_s.unwrap_or(0.0);
    let missing = 1.0 - measured.issued_rate_per_s / scheduled.max(f64::MIN_POSITIVE);
    let held = measured.stamps.submit_held_s / (measured.measure_s * f64::from(spec.load.workers().max(1)));
    held > 0.0 && held >= missing
}

/// Share of the operations that our own lateness had a part in.
fn disturbed_share(measured: &Measured) -> f64 {
    measured.all.disturbed as f64 / (measured.all.count as f64).max(1.0)
}

/// Who made a generator late: its own processor when that was full, else whoever had it meanwhile, which one Run cannot tell.
fn late_generator(spec: &RunSpec, measured: &Measured, around: &Circumstances) -> LimitedBy {
    let busy = busy_share(spec, measured, around);
    let modelled = spec.target.stack.as_ref().is_some_and(|stack| stack.client().cpu_ns_per_io > 0);
    if modelled || busy >= BUSY || client_bound(spec, measured).is_some() {
        return single(Limiter::ClientCpu, 0.9);
    }
    let because = format!(
        "the generator was late with {:.0} % of a processor used for each worker: this machine stood still, or its processors \
         worked for others",
        busy * 100.0
    );
    LimitedBy { because, ..single(Limiter::Unknown, 0.0) }
}

/// Processor time of this process for each worker, as a share of Measure.
fn busy_share(spec: &RunSpec, measured: &Measured, around: &Circumstances) -> f64 {
    let used = around.load.as_ref().and_then(|load| Some(load.process.user_ns? + load.process.system_ns?));
    let workers = f64::from(spec.load.workers().max(1));
    used.map_or(0.0, |ns| ns as f64 / 1e9 / measured.measure_s.max(f64::MIN_POSITIVE) / workers)
}

/// Who limited a closed load, as far as one Run shows it: itself, a client that was full, or unknown.
fn closed_limit(spec: &RunSpec, measured: &Measured, around: &Circumstances) -> LimitedBy {
    let rate = measured.achieved_rate_per_s;
    if let Load::Closed { cap: Some(cap), .. } = &spec.load {
        let most = |got: f64, allowed: Option<f64>| allowed.is_some_and(|allowed| got >= AT_OWN_CAP * allowed);
        if most(rate, cap.operations_per_s) || most(measured.bytes_per_s, cap.bytes_per_s) {
            let because = format!("the load's own cap was reached: {rate:.1} operations/s");
            return LimitedBy { because, ..single(Limiter::Schedule, 0.9) };
        }
    }
    let more = Some(SCALING.to_owned());
    if let Some(because) = client_bound(spec, measured) {
        return LimitedBy { because, ..single(Limiter::ClientCpu, 0.9) };
    }
    let workers = spec.load.workers().max(1);
    let busy = busy_share(spec, measured, around);
    if busy >= BUSY {
        let because = format!(
            "the generator used {:.0} % of a processor for each worker; a target that works inside our calls would look \
             the same",
            busy * 100.0
        );
        return LimitedBy { because, would_decide: more, ..single(Limiter::ClientCpu, 0.6) };
    }
    if let Load::Closed { queue_depth, think: None, cap: None, bursts: None, .. } = &spec.load
        && spec.clients.len() <= 1
        && measured.stamps.submit_held_s == 0.0
        && measured.outstanding_max as f64 > FILLED * f64::from(*queue_depth) * f64::from(workers)
        && measured.outstanding_mean < FILLED * f64::from(*queue_depth) * f64::from(workers)
    {
        let because = format!(
            "of {} asked for only {:.2} were outstanding: the workers did not get to submit",
            queue_depth * workers,
            measured.outstanding_mean
        );
        return LimitedBy { because, would_decide: more, ..single(Limiter::ClientCpu, 0.7) };
    }
    let because = format!(
        "{:.1} outstanding got {rate:.1} operations/s: one Run cannot tell whether more outstanding I/O or more workers \
         would have got more",
        measured.outstanding_mean
    );
    LimitedBy { because, would_decide: more, ..single(Limiter::Unknown, 0.0) }
}

/// Whether the page cache answered, and how that is known.
fn cached(spec: &RunSpec, measured: &Measured, around: &Circumstances) -> Option<String> {
    use crate::spec::TargetKind::{BlockDevice, File, Several};
    if !matches!(spec.target.kind, File | BlockDevice | Several) {
        return None;
    }
    if around.memory_backed {
        return Some("the target lies in a file system that is memory: no storage was involved".into());
    }
    if let Some(because) = around.buffered_loop.as_deref().and_then(|name| loop_cached(name, around.load.as_ref()?)) {
        return Some(because);
    }
    let fetched = around.load.as_ref().and_then(|l| l.process.storage_read_bytes);
    if let Some(fetched) = fetched {
        let (from_cache, error) = from_cache(measured, fetched as f64, around.unseen_s);
        if from_cache - error > CACHED_SHARE && spec.access == Access::Cached {
            return Some(format!("the page cache answered {:.0} % of the bytes read", from_cache * 100.0));
        }
        if from_cache - error > CACHED_SHARE && around.on_block_device {
            return Some(format!(
                "{:.0} % of the bytes read never came from the storage: blocks that were never written, or a cache below the \
                 file system. Fill the target first: plimsoll prepare",
                from_cache * 100.0
            ));
        }
    }
    (spec.access == Access::Cached && measured.write.bytes > 0)
        .then(|| "writes went to the page cache, which acknowledges before storage has them".into())
}

/// Share of the bytes read that the storage never delivered, and by how much that may be wrong. It delivered `fetched` bytes
/// from `unseen_s` after the begin of Measure until its end.
///
/// The kernel counts a read when it is submitted, so they are held against what was issued, not against what completed: of which
/// kind the operations in between were is not known, but that few of them differ from the mix by chance.
pub fn from_cache(measured: &Measured, fetched: f64, unseen_s: f64) -> (f64, f64) {
    let done = (measured.all.completed + measured.all.errors) as f64;
    let seen = (1.0 - unseen_s / measured.measure_s).max(0.0);
    let issued = measured.issued_rate_per_s * measured.measure_s * seen;
    let read = if done > 0.0 { issued * measured.read.bytes as f64 / done } else { 0.0 };
    if measured.read.completed == 0 || read.is_nan() || read <= 0.0 {
        return (0.0, 0.0);
    }
    // Reads among those outstanding at either end: three standard deviations of a Poisson count.
    let reads = issued * measured.read.completed as f64 / done;
    let between = 2.0 * measured.outstanding_mean * measured.read.completed as f64 / done;
    ((1.0 - fetched / read).max(0.0), 3.0 * between.sqrt() / reads)
}

/// Whether a loop device was answered by the page cache of the file behind it: it moved bytes that no disk beneath it did.
fn loop_cached(name: &str, load: &SystemLoad) -> Option<String> {
    let at = load.disks.iter().position(|disk| disk.name == name)?;
    let moved = |disk: &DiskLoad| disk.read_bytes_per_s + disk.write_bytes_per_s;
    let asked = moved(&load.disks[at]);
    let below = load.disks[at + 1..].iter().map(moved).fold(0.0, f64::max);
    let from_cache = 1.0 - (below / asked).min(1.0);
    (asked > 0.0 && from_cache > CACHED_SHARE).then(|| {
        format!(
            "{name} uses its file through the page cache, which answered {:.0} % of the bytes. Attach it with losetup --direct-io=on",
            from_cache * 100.0
        )
    })
}

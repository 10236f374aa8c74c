//! From figures to an outcome: whether a Run speaks about the target, and who limited it.

use plimsoll_base::Nanos;
use plimsoll_host::SystemLoad;
use plimsoll_host::sample::DiskLoad;
use plimsoll_measure::decide::{Judgement, Reason, Steady};
use plimsoll_workload::{Access, Load};

use crate::because::{Because, WouldDecide};
use crate::bottleneck::client_bound;
use crate::record::{Basis, ClientFigures, LimitedBy, Limiter, Measured, Outcome};
use crate::rules::{FILLED_SHARE, NOT_ISSUED_SHARE, WORKER_IDLE_SHARE};
use crate::spec::{OnError, RunSpec};

/// Share of the bytes read that the storage must have delivered for a cached Run to speak about it.
const CACHED_SHARE: f64 = 0.05;

/// Further facts that decide the outcome of a Run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Circumstances {
    /// The Run was interrupted.
    pub stopped: bool,
    /// An error ended it, or the engine broke; in words.
    pub failure: Option<String>,
    /// The first mismatch that verification found in this Run, whatever the policy for errors.
    pub mismatch: Option<String>,
    /// The target's file system lives in memory.
    pub memory_backed: bool,
    /// Load of the machine over Measure.
    pub load: Option<SystemLoad>,
    /// From the begin of Measure to the counters' sample from which `load` counts, in seconds.
    pub unseen_s: f64,
    /// The kernel counts what the storage beneath the target delivers.
    pub on_block_device: bool,
    /// Name of a loop device in the chain that reads its file through the page cache.
    pub buffered_loop: Option<String>,
    /// Facts of a Run over several hosts.
    pub hosts: HostCircumstances,
}

/// Further facts of a Run over several hosts.
#[derive(Clone, Debug, Default)]
pub(crate) struct HostCircumstances {
    /// The first host whose page cache answered, and how that is known.
    pub cached: Option<(String, String)>,
    /// The first host that was lost, and how many seconds after the start, where that ends the Run.
    pub lost: Option<(String, f64)>,
    /// A lost host of a Run that went on without it, at less than the whole rate.
    pub without: Option<(String, f64)>,
    /// The host whose clock is known least, and how closely.
    pub apart: Option<(String, Nanos)>,
    /// The processor time of the busiest host's generator, as a share of its workers' Measure.
    pub busiest: Option<f64>,
}

/// Hosts that are known to have started together as closely as this did: a fifth of the shortest interval.
pub(crate) const MAX_CLOCK_DRIFT: Nanos = Nanos::from_millis(20);

/// From one Run alone, with nothing else to point there, a client is named whose workers' processors worked for this share of
/// Measure. Beside the evidence of other Runs less is enough (`BUSY` in `python/plimsoll/judge/limiter/rules.py`).
const BUSY_ALONE: f64 = 0.95;

/// With so many outstanding, a mean completion latency of so many times the shortest is a queue: few targets work on hundreds
/// of operations at once, and fewer still take so unequal times.
const LARGE_CAP: u32 = 256;
const QUEUES: f64 = 10.0;

/// A closed load that reaches this share of its own cap is limited by it.
const AT_OWN_CAP: f64 = 0.97;

/// Errors after which no operation can succeed. Operations that fail at once from then on are no figure, even under an
/// objective for errors.
const TARGET_GONE: [&str; 5] = ["ECONNRESET", "EPROTO", "ENODEV", "ESHUTDOWN", "ENXIO"];

/// Who limited a Run, as far as one Run shows it.
struct Limit {
    value: Limiter,
    confidence: f64,
    /// None: what the outcome rests on.
    because: Option<Because>,
    would_decide: Option<WouldDecide>,
}

impl Limit {
    const UNKNOWN: Limit = Limit { value: Limiter::Unknown, confidence: 0.0, because: None, would_decide: None };

    fn of(value: Limiter, confidence: f64) -> Limit {
        Limit { value, confidence, because: None, would_decide: None }
    }

    fn because(self, because: Because) -> Limit {
        Limit { because: Some(because), ..self }
    }

    fn unless(self, would_decide: WouldDecide) -> Limit {
        Limit { would_decide: Some(would_decide), ..self }
    }
}

type Decision = (Outcome, Because, Limit);

/// Decides the outcome, why, and who limited the Run. The only place that does, for one Run alone.
pub(crate) fn decide(spec: &RunSpec, measured: &Measured, around: &Circumstances) -> (Outcome, Because, LimitedBy) {
    let (outcome, because, limit) = failure(spec, measured, around)
        .or_else(|| no_measurement(spec, measured, around))
        .unwrap_or_else(|| match spec.load {
            Load::Open { offered_rate_per_s, max_outstanding, .. } => {
                open(spec, measured, around, offered_rate_per_s, max_outstanding)
            }
            _ => closed(spec, measured, around),
        });
    let rests_on = limit.because.as_ref().unwrap_or(&because);
    let limited_by = LimitedBy {
        value: limit.value,
        basis: Basis::Single,
        confidence: limit.confidence,
        because: rests_on.to_string(),
        reason: Some(rests_on.reason()),
        would_decide: limit.would_decide.map(|one| one.to_string()),
    };
    (outcome, because, limited_by)
}

/// A Run that was ended, or whose operations failed.
fn failure(spec: &RunSpec, measured: &Measured, around: &Circumstances) -> Option<Decision> {
    let ended = |outcome, because| Some((outcome, because, Limit::UNKNOWN));
    // The other hosts were stopped for that reason.
    if let Some((host, after_s)) = around.hosts.lost.clone() {
        return ended(Outcome::Failed, Because::HostLost { host, after_s });
    }
    if around.stopped {
        return ended(Outcome::Stopped, Because::Interrupted);
    }
    if let Some(mismatch) = &around.mismatch {
        return ended(Outcome::Failed, Because::Mismatch { found: mismatch.clone() });
    }
    if let Some(failure) = &around.failure {
        return ended(Outcome::Failed, Because::Failure { error: failure.clone() });
    }
    if measured.all.errors > 0 && measured.all.errors == measured.all.count {
        return ended(Outcome::Failed, Because::EveryOperationFailed);
    }
    if let Some(errno) = TARGET_GONE.into_iter().find(|name| measured.errors_by_errno.contains_key(*name)) {
        return ended(Outcome::Failed, Because::TargetGone { errno });
    }
    let count: u64 = measured.errors_by_errno.values().sum();
    if spec.on_error == OnError::Continue && count > 0 {
        let first = measured.first_error.clone().unwrap_or_else(|| "no details".into());
        return ended(Outcome::Failed, Because::OperationsFailed { count, first });
    }
    None
}

/// A Run that measured nothing, not the storage, or a target that was not steady.
fn no_measurement(spec: &RunSpec, measured: &Measured, around: &Circumstances) -> Option<Decision> {
    if measured.all.count == 0 && measured.all.completed == 0 {
        let drained = measured.drain_s < spec.phases.drain_limit_ns.as_secs_f64();
        let waited_s = measured.measure_s + measured.drain_s;
        if measured.backlog_at_end > 0 && !drained && waited_s >= 1.0 {
            let because = Because::Silent { outstanding: measured.backlog_at_end, waited_s };
            return Some((Outcome::CannotCarry, because, Limit::of(Limiter::Target, 0.7)));
        }
        return Some((Outcome::NotSteady, Because::NothingMeasured, Limit::UNKNOWN));
    }
    if let Some((host, after_s)) = around.hosts.without.clone() {
        return Some((Outcome::GeneratorLimited, Because::HostLost { host, after_s }, Limit::UNKNOWN));
    }
    if let Some((host, by)) = around.hosts.apart.clone().filter(|(_, by)| *by > MAX_CLOCK_DRIFT) {
        return Some((Outcome::GeneratorLimited, Because::HostsApart { host, by }, Limit::UNKNOWN));
    }
    if let Some(because) = issue_failure(spec, measured) {
        return Some((Outcome::GeneratorLimited, because, late_generator(spec, measured, around)));
    }
    if let Some(because) = page_cache_evidence(spec, measured, around) {
        return Some((Outcome::Cached, because, Limit::of(Limiter::Cache, 0.95)));
    }
    let rule = spec.phases.steady.as_ref()?;
    let found = measured.steady.as_ref();
    if found.is_some_and(|s| s.steady) {
        return None;
    }
    let because = Because::NotSteady {
        test: rule.test.to_string(),
        within: spec.phases.warmup_ns,
        found: found.map_or_else(|| "too few rounds to say".into(), |s| s.because.clone()),
    };
    Some((Outcome::NotSteady, because, Limit::UNKNOWN))
}

fn closed(spec: &RunSpec, measured: &Measured, around: &Circumstances) -> Decision {
    if let Some(because) = client_shortfall(measured) {
        // The bottleneck shows whose clients are full: the target is not named while the clients may be the limit.
        let limit = match client_bound(spec, measured) {
            Some(because) => Limit::of(Limiter::ClientCpu, 0.8).because(because),
            None => Limit::of(Limiter::Target, 0.6).unless(WouldDecide::Scaling),
        };
        return (Outcome::CannotCarry, because, limit);
    }
    if let Some(because) = closed_silent(spec, measured) {
        return (Outcome::CannotCarry, because, Limit::of(Limiter::Target, 0.7));
    }
    let rests = !matches!(&spec.load, Load::Closed { think: None, cap: None, bursts: None, .. });
    (Outcome::Ok, Because::ClosedLoop { rests }, closed_limit(spec, measured, around))
}

/// Share of what was intended that completions must exceed what a constant answer allows by.
const GREW: f64 = 0.02;

/// Whether most of what was intended in Measure had not completed at its end, though some operations are answered in a
/// fraction of that time: no Run is too short to see that.
fn left_behind(measured: &Measured) -> bool {
    let intended = measured.scheduled_rate_per_s.unwrap_or(0.0) * measured.measure_s;
    let completed = measured.achieved_rate_per_s * measured.measure_s;
    // A target whose every answer takes as long holds that many without falling behind.
    let shortest_s = measured.all.response_time_ns.min.unwrap_or(0) as f64 / 1e9;
    let long = measured.measure_s >= 4.0 * shortest_s;
    // More completed than if every answer had taken as long as the shortest of Measure: those of Warmup were quicker, and
    // what waits grows.
    let held = (measured.warmup_s + measured.measure_s - shortest_s).clamp(0.0, measured.measure_s);
    let grew = completed > measured.scheduled_rate_per_s.unwrap_or(0.0) * held + GREW * intended;
    let behind = measured.backlog_at_end as f64 > intended / 2.0 && completed < intended / 2.0;
    intended > 0.0 && behind && (long || grew)
}

fn open(
    spec: &RunSpec,
    measured: &Measured,
    around: &Circumstances,
    offered_per_s: f64,
    max_outstanding: u32,
) -> Decision {
    let late = |because| (Outcome::GeneratorLimited, because, late_generator(spec, measured, around));
    let at_cap = measured.outstanding_max >= u64::from(max_outstanding);
    // Behind a full in-flight cap the backlog is the target's, however late we were, and so it is behind calls that it held.
    // One worker may be at its share of the cap alone: members of a target that are not equally fast.
    let targets = at_cap || measured.worker_at_cap || held_by_target(spec, measured);
    if let (Some(because), false) = (schedule_shortfall(measured), targets) {
        return late(because);
    }
    if !spec.load.steady() {
        return (Outcome::Ok, Because::RateChanged, Limit::UNKNOWN);
    }
    let Some(judgement) = &measured.judgement else {
        return (Outcome::Ok, Because::TooShortToJudge, Limit::UNKNOWN);
    };
    let behind = judgement.stationary.verdict == Steady::No || judgement.reason == Reason::CannotCarry;
    // A target that stopped answering has a reason of its own.
    let silent = missing_answers(measured, judgement.stationary.verdict).is_some();
    if behind || (left_behind(measured) && !silent) {
        let client_cap = spec.target.stack.as_ref().and_then(|stack| stack.client().max_outstanding);
        if at_cap && client_cap == Some(max_outstanding) {
            let because = Because::ClientCap { outstanding: max_outstanding };
            return (Outcome::GeneratorLimited, because, Limit::of(Limiter::ClientOutstanding, 0.7));
        }
        if let (Some(because), false) = (own_backlog(measured, judgement), targets) {
            return late(because);
        }
        let because = Because::FallsBehind {
            achieved_per_s: measured.achieved_rate_per_s,
            offered_per_s,
            backlog_slope_per_s: match judgement.stationary.backlog_slope_per_s {
                // Too short for a slope of its own.
                slope if !behind || slope <= 0.0 => {
                    measured.backlog_at_end as f64 / (measured.warmup_s + measured.measure_s)
                }
                slope => slope,
            },
            at_cap: at_cap.then_some(max_outstanding),
        };
        return (Outcome::CannotCarry, because, behind_limit(measured, at_cap.then_some(max_outstanding)));
    }
    // A target that answers nothing has no response times to judge and its backlog soon stands still, at the in-flight cap.
    if measured.all.completed == 0 && measured.all.unfinished == measured.all.count {
        return (
            Outcome::CannotCarry,
            Because::NoneCompleted { count: measured.all.count },
            Limit::of(Limiter::Target, 0.7),
        );
    }
    if let Some(because) = missing_answers(measured, judgement.stationary.verdict) {
        return (Outcome::CannotCarry, because, Limit::of(Limiter::Target, 0.7));
    }
    if judgement.reason == Reason::OwnLag {
        return late(Because::MissedThroughLateness { share: disturbed_share(measured) });
    }
    let lag = measured.own_lag_ns.p99.or(measured.own_lag_ns.max).filter(|lag| *lag > spec.lag_tolerance().0);
    let surely = judgement.stationary.verdict == Steady::Yes;
    let limit = if surely { Limit::of(Limiter::Schedule, 0.9) } else { Limit::UNKNOWN };
    (Outcome::Ok, Because::KeepsUp { surely, late: lag.map(Nanos) }, limit)
}

/// Who limited an open load that was not carried, with its in-flight cap reached or not.
///
/// Reaching our own cap leaves open whether more outstanding I/O would have carried the rate, unless the operations
/// queue at the target: then more would only wait longer. A full target and a capped one look alike in one Run.
fn behind_limit(measured: &Measured, at_cap: Option<u32>) -> Limit {
    let latency = &measured.all.completion_latency_ns;
    let long = || latency.mean.zip(latency.min).is_some_and(|(mean, min)| mean >= QUEUES * min as f64);
    match at_cap {
        Some(cap) if cap < LARGE_CAP || !long() => Limit::UNKNOWN.unless(WouldDecide::HigherCap(cap)),
        Some(_) => Limit::of(Limiter::Target, 0.6).unless(WouldDecide::Scaling),
        None => Limit::of(Limiter::Target, 0.7).unless(WouldDecide::Scaling),
    }
}

/// Share and number of the operations of Measure that may stay unanswered through all of Drain. Fewer may be one lost
/// request, and do not describe the rate.
const UNANSWERED: (f64, u64) = (0.01, 10);

/// Finds a target that stopped answering. Its backlog stands still at the in-flight cap, or grows without a completion
/// to take its slope from, so no test of drift sees it. A slow target that is steady does not count, unless its
/// unanswered operations are lost: a long Run with an outage has a steady backlog, too.
fn missing_answers(measured: &Measured, steady: Steady) -> Option<Because> {
    let (unfinished, count) = (measured.all.unfinished, measured.all.count);
    let many = unfinished >= UNANSWERED.1 && unfinished as f64 > UNANSWERED.0 * count as f64;
    let waited_s = measured.drain_s;
    let gone = (many && (steady != Steady::Yes || 2 * measured.lost > unfinished)) || fell_silent(measured);
    (gone && waited_s >= 1.0).then_some(Because::NotAnswered { unfinished, count, waited_s })
}

/// Whether all that waited at the end of Measure was never answered, and it is most of what was intended since the oldest of it:
/// however little of a long Run that is. One that is only slow works some of it off in Drain; one that lost a request now and
/// then answered what was intended in between.
fn fell_silent(measured: &Measured) -> bool {
    let oldest_s = measured.all.response_time_ns.max.unwrap_or(0) as f64 / 1e9;
    let since = (oldest_s - measured.drain_s).max(0.0) * measured.scheduled_rate_per_s.unwrap_or(0.0);
    let unfinished = measured.all.unfinished;
    unfinished >= UNANSWERED.1 && unfinished >= measured.backlog_at_end && unfinished as f64 > since / 2.0
}

/// Share of its outstanding I/O that a closed load has left unanswered when its target is gone. Less may be lost requests,
/// while the others rest.
const LEFT_OUTSTANDING: f64 = 0.5;

/// A closed load all of whose outstanding I/O was never answered, Drain included: its rate is of the time before.
fn closed_silent(spec: &RunSpec, measured: &Measured) -> Option<Because> {
    let Load::Closed { queue_depth, .. } = &spec.load else { return None };
    let (unfinished, count, waited_s) = (measured.all.unfinished, measured.all.count, measured.drain_s);
    let most = LEFT_OUTSTANDING * f64::from(*queue_depth) * f64::from(spec.load.workers().max(1));
    let all = unfinished > 0 && unfinished >= measured.backlog_at_end && unfinished as f64 >= most;
    (all && waited_s >= 1.0).then_some(Because::NotAnswered { unfinished, count, waited_s })
}

/// Share of what was intended that a kind of clients may lack at the end of Measure, when other kinds have closed loads.
const SHORTFALL_SHARE: f64 = 0.03;

/// A kind of clients with an open load that was not carried, beside others with a closed one: there the Run as a whole
/// has no offered rate to be judged by.
fn client_shortfall(measured: &Measured) -> Option<Because> {
    let lacks = |client: &&ClientFigures| {
        let wanted = client.scheduled_rate_per_s.unwrap_or(0.0) * measured.measure_s;
        let got = client.achieved_rate_per_s * measured.measure_s;
        wanted - got > (SHORTFALL_SHARE * wanted).max(4.0 * wanted.sqrt())
    };
    measured.clients.iter().find(lacks).map(|client| Because::ClientNotCarried {
        name: client.name.clone(),
        achieved_per_s: client.achieved_rate_per_s,
        scheduled_per_s: client.scheduled_rate_per_s.unwrap_or(0.0),
    })
}

/// The generator did not issue what its schedule asked for.
fn schedule_shortfall(measured: &Measured) -> Option<Because> {
    let scheduled = measured.scheduled_rate_per_s? * measured.measure_s;
    let missing = scheduled - measured.issued_rate_per_s * measured.measure_s;
    (missing > (NOT_ISSUED_SHARE * scheduled).max(4.0 * scheduled.sqrt())).then(|| Because::NotIssued {
        issued_per_s: measured.issued_rate_per_s,
        scheduled_per_s: scheduled / measured.measure_s,
    })
}

/// Operations fell into Measure, and none was issued before its end though there were slots. Measure was shorter than
/// the generator's lateness, and has too few operations for a share that is missing.
fn issue_failure(spec: &RunSpec, measured: &Measured) -> Option<Because> {
    let at_cap = match spec.load {
        Load::Open { max_outstanding, .. } => measured.outstanding_max >= u64::from(max_outstanding),
        _ => false,
    };
    let none = measured.all.count > 0 && measured.issued_rate_per_s == 0.0 && measured.all.completed == 0;
    let late = Nanos(measured.own_lag_ns.max.unwrap_or(0));
    (none && late > Nanos(0) && !at_cap && !held_by_target(spec, measured)).then_some(Because::NoneIssued { late })
}

/// The backlog grows, and more than half of what it grew by was never issued though there were slots: it is not the target's.
fn own_backlog(measured: &Measured, judgement: &Judgement) -> Option<Because> {
    let missing = (measured.scheduled_rate_per_s? - measured.issued_rate_per_s) * measured.measure_s;
    let grown = judgement.stationary.backlog_slope_per_s * measured.measure_s;
    let backlog_slope_per_s = judgement.stationary.backlog_slope_per_s;
    (missing > 0.5 * grown).then_some(Because::BacklogNotIssued { backlog_slope_per_s })
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

/// Who made a generator late: its own processor when that was full, else another program, which one Run cannot name.
fn late_generator(spec: &RunSpec, measured: &Measured, around: &Circumstances) -> Limit {
    let used = busy_share(spec, measured, around);
    let modelled = spec.target.stack.as_ref().is_some_and(|stack| stack.client().cpu_ns_per_io > 0);
    if modelled || used >= BUSY_ALONE || client_bound(spec, measured).is_some() {
        return Limit::of(Limiter::ClientCpu, 0.9);
    }
    Limit::UNKNOWN.because(Because::LateWhileIdle { used })
}

/// Processor time of this process for each worker, as a share of Measure.
pub(crate) fn busy_share(spec: &RunSpec, measured: &Measured, around: &Circumstances) -> f64 {
    if let Some(busiest) = around.hosts.busiest {
        return busiest;
    }
    let used = around.load.as_ref().and_then(|load| Some(load.process.user_ns? + load.process.system_ns?));
    let workers = f64::from(spec.load.workers().max(1));
    used.map_or(0.0, |ns| ns as f64 / 1e9 / measured.measure_s.max(f64::MIN_POSITIVE) / workers)
}

/// Who limited a closed load, as far as one Run shows it: itself, a full client, or unknown.
fn closed_limit(spec: &RunSpec, measured: &Measured, around: &Circumstances) -> Limit {
    let achieved_per_s = measured.achieved_rate_per_s;
    if let Load::Closed { cap: Some(cap), .. } = &spec.load {
        let most = |got: f64, allowed: Option<f64>| allowed.is_some_and(|allowed| got >= AT_OWN_CAP * allowed);
        if most(achieved_per_s, cap.operations_per_s) || most(measured.bytes_per_s, cap.bytes_per_s) {
            return Limit::of(Limiter::Schedule, 0.9).because(Because::OwnRateCap { achieved_per_s });
        }
    }
    if let Some(because) = client_bound(spec, measured) {
        return Limit::of(Limiter::ClientCpu, 0.9).because(because);
    }
    let workers = spec.load.workers().max(1);
    let used = busy_share(spec, measured, around);
    let (limit, because) = if used >= BUSY_ALONE {
        (Limit::of(Limiter::ClientCpu, 0.6), Because::WorkersBusy { used })
    } else if let Load::Closed { queue_depth, think: None, cap: None, bursts: None, .. } = &spec.load
        && spec.clients.len() <= 1
        && measured.stamps.submit_held_s == 0.0
        && measured.outstanding_max as f64 > FILLED_SHARE * f64::from(*queue_depth) * f64::from(workers)
        && measured.outstanding_mean < FILLED_SHARE * f64::from(*queue_depth) * f64::from(workers)
    {
        let (asked, outstanding) = (queue_depth * workers, measured.outstanding_mean);
        // A processor that is idle for half of its time is not what holds a load back.
        let idle_at = (around.load.is_some() && used < WORKER_IDLE_SHARE).then_some(used);
        let limit = if idle_at.is_some() { Limit::UNKNOWN } else { Limit::of(Limiter::ClientCpu, 0.7) };
        (limit, Because::NotFilled { asked, outstanding, idle_at })
    } else {
        (Limit::UNKNOWN, Because::OneRunCannotTell { outstanding: measured.outstanding_mean, achieved_per_s })
    };
    limit.because(because).unless(WouldDecide::Scaling)
}

/// Whether the page cache answered, and how that is known.
fn page_cache_evidence(spec: &RunSpec, measured: &Measured, around: &Circumstances) -> Option<Because> {
    use crate::spec::TargetKind::{BlockDevice, File, Several};
    if !matches!(spec.target.kind, File | BlockDevice | Several) {
        return None;
    }
    if let Some((host, because)) = around.hosts.cached.clone() {
        return Some(Because::HostCached { host, because });
    }
    if around.memory_backed {
        return Some(Because::TargetInMemory);
    }
    if let Some(because) =
        around.buffered_loop.as_deref().and_then(|name| loop_cache_evidence(name, around.load.as_ref()?))
    {
        return Some(because);
    }
    let fetched = around.load.as_ref().and_then(|l| l.process.storage_read_bytes);
    if let Some(fetched) = fetched {
        let (from_cache, error) = from_cache(measured, fetched as f64, around.unseen_s);
        if from_cache - error > CACHED_SHARE && spec.access == Access::Cached {
            return Some(Because::PageCacheAnswered { share: from_cache });
        }
        if from_cache - error > CACHED_SHARE && around.on_block_device {
            return Some(Because::NotFromStorage { share: from_cache });
        }
    }
    // A sync takes to the storage what the cache has accepted, and its time is in the figures.
    let durable = spec.workload.sync.is_some() || spec.workload.durable_writes;
    (spec.access == Access::Cached && measured.write.bytes > 0 && !durable).then_some(Because::WritesToPageCache)
}

/// Share of the bytes read that the storage never delivered, and by how much that may be wrong. It delivered `fetched` bytes
/// from `unseen_s` after the begin of Measure until its end.
///
/// The kernel counts a read when it is submitted, so they are held against what was issued, not against what completed: of which
/// kind the operations in between were is not known, but that few of them differ from the mix by chance.
pub fn from_cache(measured: &Measured, fetched: f64, unseen_s: f64) -> (f64, f64) {
    // Of data, as the rate that was issued.
    let flushes = &measured.flush;
    let done = (measured.all.completed + measured.all.errors - flushes.completed - flushes.errors) as f64;
    let seen = (1.0 - unseen_s / measured.measure_s).max(0.0);
    let issued = measured.issued_rate_per_s * measured.measure_s * seen;
    let read = if done > 0.0 { issued * measured.read.bytes as f64 / done } else { 0.0 };
    if measured.read.completed == 0 || read.is_nan() || read <= 0.0 {
        return (0.0, 0.0);
    }
    // Reads among those outstanding at either end: three standard deviations of a Poisson count.
    let reads = issued * measured.read.completed as f64 / done;
    let between = 2.0 * measured.outstanding_mean * measured.read.completed as f64 / done;
    let share = |read: f64| (1.0 - fetched / read).max(0.0);
    // A stall may hold up the look at the counters and bunch the reads before it: of those in the time that was seen there may
    // be far fewer than if they were spread evenly.
    let fewest = (1.0 - BUNCHING * unseen_s / (measured.measure_s - unseen_s).max(f64::MIN_POSITIVE)).max(MIN_SEEN);
    (share(read), 3.0 * between.sqrt() / reads + share(read) - share(fewest * read))
}

/// How many times as many reads as if they were spread evenly may have been issued in the time that was not seen; and the share
/// of the others that is left at least.
const BUNCHING: f64 = 2.0;
const MIN_SEEN: f64 = 0.05;

/// Whether a loop device was answered by the page cache of the file behind it: it moved bytes that no disk beneath it did.
fn loop_cache_evidence(name: &str, load: &SystemLoad) -> Option<Because> {
    let at = load.disks.iter().position(|disk| disk.name == name)?;
    let moved = |disk: &DiskLoad| disk.read_bytes_per_s + disk.write_bytes_per_s;
    let asked = moved(&load.disks[at]);
    let below = load.disks[at + 1..].iter().map(moved).fold(0.0, f64::max);
    let from_cache = 1.0 - (below / asked).min(1.0);
    (asked > 0.0 && from_cache > CACHED_SHARE)
        .then(|| Because::LoopThroughPageCache { device: name.to_owned(), share: from_cache })
}

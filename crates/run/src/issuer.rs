//! One worker's schedule as a state machine: which operation is next, when it was intended, when it became ready.
//!
//! It has no clock and does no I/O: a driver passes in the time and the completions. The real driver (threads) and the
//! virtual one (an event loop) run this same code, so a simulated Run and a real one differ only in their clock.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use plimsoll_base::random::{Random, stream};
use plimsoll_base::{Bytes, Nanos, Op, OpKind};
use plimsoll_measure::recorder::{Due, Instants};
use plimsoll_workload::{ArrivalProcess, Bursts, Cap, Load, Think, Workload};

use crate::spec::Phases;
use plimsoll_workload::arrivals::{ArrivalPlan, Arrivals};
use plimsoll_workload::stream::{OpStream, Streams};
use plimsoll_workload::trace::RecordedArrivals;

/// An operation to submit now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Issue {
    pub(crate) slot: u32,
    pub(crate) op: Op,
    /// When it was ready to be submitted.
    pub(crate) ready: Nanos,
}

/// The next step of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Issue(Issue),
    /// Nothing before this instant; completions may come earlier.
    At(Nanos),
    /// Nothing until a completion.
    Completion,
    /// No operation will follow.
    Never,
}

#[derive(Clone, Copy, Debug)]
struct InFlight {
    intended: Nanos,
    ready: Nanos,
    submitted: Nanos,
    submit_returned: Option<Nanos>,
    kind: OpKind,
    busy: bool,
    disturbed: bool,
}

#[derive(Debug)]
enum Schedule {
    /// The instant at which each slot came free.
    Closed { free_since: Vec<Nanos> },
    /// A closed load that rests of its own accord: think time, a cap, bursts.
    Paced(Box<RestingSlots>),
    /// The next intended instant, and when the in-flight cap last ceased to hold us back.
    Open { arrivals: Arrivals, next: Nanos, unblocked_at: Nanos },
}

/// Resting slots of a closed load that does not take every free slot at once, by the instant at which each goes on. A
/// rest of our own is part of no latency: an operation is intended when its rest is over.
#[derive(Debug)]
struct RestingSlots {
    /// No allocation later: there is room for every slot.
    waiting: BinaryHeap<Reverse<(Nanos, u32)>>,
    think: Option<(Think, Random)>,
    /// Cost of an operation and of a byte under this worker's share of the cap, ns.
    cost_ns: Option<(f64, f64)>,
    /// The caps in operations and in bytes let nothing through before, ns since the start; fractions are kept, so that
    /// rounding never adds up.
    allowed_at: [f64; 2],
    bursts: Option<Bursts>,
    start: Nanos,
}

impl RestingSlots {
    fn new(slots: u32, start: Nanos, think: Option<(Think, Random)>, cost_ns: Option<(f64, f64)>) -> RestingSlots {
        let waiting = (0..slots).map(|slot| Reverse((start, slot))).collect();
        RestingSlots { waiting, think, cost_ns, allowed_at: [0.0; 2], bursts: None, start }
    }

    /// A slot came free at `now`.
    fn rest(&mut self, slot: u32, now: Nanos) {
        let think = self.think.as_mut().map_or(Nanos::ZERO, |(think, random)| {
            if think.exponential {
                // Exp1 by inversion: 1 - u lies in (0, 1].
                let mean = think.mean_ns.0 as f64;
                Nanos((-(1.0 - plimsoll_base::random::unit(random)).ln() * mean) as u64)
            } else {
                think.mean_ns
            }
        });
        self.waiting.push(Reverse((now + think, slot)));
    }

    /// When the next operation is intended, and in which slot; a flush that is due, as soon as a slot is free: caps, think time
    /// and pauses are those of data.
    fn next(&self, flush: Option<Nanos>) -> Option<(Nanos, u32)> {
        let Reverse((wanted, slot)) = *self.waiting.peek()?;
        if let Some(due) = flush {
            return Some((wanted.max(due), slot));
        }
        let mut intended = wanted.max(self.start + Nanos(self.allowed_at[0].max(self.allowed_at[1]) as u64));
        if let Some(bursts) = self.bursts {
            let round = (bursts.on_ns + bursts.off_ns).0.max(1);
            let within = (intended - self.start).0 % round;
            if within >= bursts.on_ns.0 {
                intended += Nanos(round - within);
            }
        }
        Some((intended, slot))
    }

    /// The operation intended at `intended` takes `bytes` of the cap.
    fn charge(&mut self, intended: Nanos, bytes: u32) {
        if let Some((operation, byte)) = self.cost_ns {
            let since = (intended - self.start).0 as f64;
            // An unused share is not saved up: the cap holds at every moment.
            for (allowed, cost) in self.allowed_at.iter_mut().zip([operation, byte * f64::from(bytes)]) {
                // `since` is whole: a fraction of the instant allowed before is not lost to it.
                *allowed = if *allowed >= since { *allowed } else { since } + cost;
            }
        }
    }
}

/// Nanoseconds that an operation and a byte cost one of `workers` under `cap`.
fn cost_ns(cap: &Cap, workers: u32) -> (f64, f64) {
    let each = |rate: Option<f64>| rate.map_or(0.0, |r| 1e9 * f64::from(workers) / r);
    (each(cap.operations_per_s), each(cap.bytes_per_s))
}

#[derive(Debug)]
pub(crate) struct Issuer {
    ops: OpStream,
    schedule: Schedule,
    in_flight: Vec<InFlight>,
    /// Slots at rest, the one that came free first in front. A closed load takes them in that order, so that each has its
    /// turn; an open one takes the last, whose buffer is still warm.
    free: VecDeque<u32>,
    /// Slots of a closed load whose schedule has ended.
    retired: usize,
    /// Flushes that are due, by the instant at which the last write of each completed. They go before operations of data
    /// and take no place in their schedule: a rate is one of data, and syncs follow it. No allocation later: each came with
    /// a slot that is free since.
    flushes: VecDeque<Nanos>,
    /// When an operation of an open load was last due and no slot free.
    slotless_at: Option<Nanos>,
    /// No operation of data is intended from here on.
    until: Nanos,
    /// No flush is intended from here on. A load that ends by bytes issues those that its last writes are due.
    flushes_until: Nanos,
    lateness: Lateness,
    quota: Option<Quota>,
}

/// Bytes that are still to be issued, of operations intended from an instant on.
#[derive(Clone, Copy, Debug)]
struct Quota {
    left: u64,
    from: Nanos,
}

/// When our own lateness has a part in what is seen: from a look that comes too late until the worker has no more
/// outstanding than before it.
///
/// The storage meanwhile ran dry and then got at once what had been due. Cut out from a moment until the same number is
/// outstanding again, what is left is like a Run without the interruption: a queue does not remember more than that. The
/// workers of a load share their target, and so its getting over a late one (decision 0007-own-lateness).
#[derive(Debug)]
struct Lateness {
    /// From here on it counts.
    tolerance: Nanos,
    /// Outstanding before the look that was late, while there are more.
    level: Option<usize>,
    /// Workers of this load whose lateness is not over.
    recovering: Arc<AtomicU32>,
    /// The latest that any of them was with a look or an operation so far, ns: no departure from a queue that serves first
    /// come, first served is later by more, however many of its arrivals were late.
    most_ns: Arc<AtomicU64>,
    /// When this worker was last asked what to do.
    last: Nanos,
    /// This look came as the machine went on after it had stood still: what is found may have finished long before.
    late_look: bool,
}

impl Lateness {
    /// A worker with so many outstanding was late by `late`.
    #[inline]
    fn begin(&mut self, outstanding: usize, late: Nanos) {
        self.most_ns.fetch_max(late.0, Ordering::Relaxed);
        if self.level.is_none() {
            self.level = Some(outstanding);
            self.recovering.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Ends the lateness once as few operations are outstanding as before it: those that it delayed are back.
    #[inline]
    fn ends_at(&mut self, outstanding: usize) {
        if self.level.is_some_and(|level| outstanding <= level) {
            self.level = None;
            self.recovering.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// By how much our lateness so far can have made an operation later: once on its way in, once until it was found.
    fn at_most(&self) -> Nanos {
        Nanos(2 * self.most_ns.load(Ordering::Relaxed))
    }

    #[inline]
    fn lasts(&self) -> bool {
        self.recovering.load(Ordering::Relaxed) > 0
    }
}

impl Drop for Lateness {
    /// The others' operations are disturbed no longer by a worker that has ended.
    fn drop(&mut self) {
        self.ends_at(0);
    }
}

/// An operation that was intended inside Measure and never finished.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnfinishedOperation {
    pub(crate) kind: OpKind,
    pub(crate) intended: Nanos,
    /// When it was submitted; none if it never was.
    pub(crate) submitted: Option<Nanos>,
    /// When it got a slot; none if it never did.
    pub(crate) ready: Option<Nanos>,
}

/// The schedules of all workers of a load: what they share, once.
#[derive(Debug)]
pub(crate) struct Issuers<'a> {
    load: &'a Load,
    seed: u64,
    streams: Vec<Streams<'a>>,
    plan: ArrivalPlan,
    start: Nanos,
    recovering: Arc<AtomicU32>,
    most_ns: Arc<AtomicU64>,
    tolerance: Nanos,
    quota: Option<Quota>,
    /// Number of the first of the workers here.
    first: u32,
}

impl<'a> Issuers<'a> {
    /// Issuers for `load` from `start`; Measure begins after Warmup. `workloads` has one workload for each target (or
    /// volume): worker i works on target i modulo their number. `recorded`: the instants of a trace, stretched.
    /// `tolerance`: own lateness up to this counts as none.
    pub(crate) fn new(
        load: &'a Load,
        phases: &Phases,
        seed: u64,
        workloads: impl ExactSizeIterator<Item = &'a Workload>,
        recorded: Option<&RecordedArrivals>,
        start: Nanos,
        tolerance: Nanos,
    ) -> Issuers<'a> {
        let each = load.workers() / workloads.len().max(1) as u32;
        // Targets differ in their streams' seeds: the same place of two targets is not used at the same time.
        let streams = workloads.enumerate();
        let streams = streams.map(|(i, w)| Streams::new(w, seed.wrapping_add(i as u64), each)).collect();
        let plan = match load {
            Load::Closed { .. } => ArrivalPlan::flat(ArrivalProcess::Constant, 1.0),
            Load::Open { offered_rate_per_s, profile, arrivals, bursts, .. } => ArrivalPlan {
                process: *arrivals,
                rate_per_s: *offered_rate_per_s,
                profile: profile.clone(),
                bursts: *bursts,
                profile_from: phases.warmup_ns,
                profile_for: phases.measure_ns,
                recorded: recorded.map(|r| (r.instants.clone(), r.span)),
            },
        };
        let (recovering, most_ns) = (Arc::default(), Arc::default());
        Issuers { load, seed, streams, plan, start, recovering, most_ns, tolerance, quota: None, first: 0 }
    }

    /// Only the workers `here`, of a Run over several hosts. They keep their places in the schedule of all; the addresses
    /// are theirs alone, by the seed `seed`.
    pub(crate) fn only(mut self, here: &Range<u32>, seed: u64) -> Issuers<'a> {
        let each = here.len() as u32 / self.streams.len().max(1) as u32;
        for (i, streams) in self.streams.iter_mut().enumerate() {
            *streams = streams.others(seed.wrapping_add(i as u64), each);
        }
        self.first = here.start;
        self
    }

    /// Each worker ends once it has issued so many bytes from `measure_start` on.
    pub(crate) fn with_quota(mut self, bytes_each: Option<Bytes>, measure_start: Nanos) -> Issuers<'a> {
        self.quota = bytes_each.map(|bytes| Quota { left: bytes.0, from: measure_start });
        self
    }

    /// The schedule of worker `index` of those here until `until`.
    pub(crate) fn of(&self, index: u32, until: Nanos) -> Issuer {
        let targets = self.streams.len() as u32;
        let ops = self.streams[(index % targets) as usize].of(index / targets);
        let mut issuer = Issuer::new(ops, self.load, &self.plan, self.seed, self.first + index, self.start, until);
        issuer.lateness.tolerance = self.tolerance;
        issuer.quota = self.quota;
        issuer.lateness.recovering = Arc::clone(&self.recovering);
        issuer.lateness.most_ns = Arc::clone(&self.most_ns);
        issuer
    }
}

impl Issuer {
    /// The schedule of worker `index` under `load`, from `start` until `until` (the end of Measure).
    ///
    /// `plan`: what the workers of an open load share; not looked at for a closed one.
    pub(crate) fn new(
        ops: OpStream,
        load: &Load,
        plan: &ArrivalPlan,
        seed: u64,
        index: u32,
        start: Nanos,
        until: Nanos,
    ) -> Issuer {
        let slots = load.slots_of(index).max(1);
        let workers = load.workers();
        let schedule = match load {
            Load::Closed { think: None, cap: None, bursts: None, .. } => {
                Schedule::Closed { free_since: vec![start; slots as usize] }
            }
            Load::Closed { think, cap, bursts, .. } => {
                let think = think.map(|think| (think, stream(seed, "think", u64::from(index))));
                let cost = cap.as_ref().map(|cap| cost_ns(cap, workers));
                let mut paced = RestingSlots::new(slots, start, think, cost);
                // The workers' shares of a cap take turns; together they would be bursts.
                paced.allowed_at[0] =
                    cost.map_or(0.0, |(operation, _)| operation * f64::from(index) / f64::from(workers));
                paced.bursts = *bursts;
                Schedule::Paced(Box::new(paced))
            }
            Load::Open { .. } => {
                let random = stream(seed, "arrivals", u64::from(index));
                let mut arrivals = Arrivals::new(plan, index, workers, random);
                let next = start + arrivals.next_instant();
                Schedule::Open { arrivals, next, unblocked_at: start }
            }
        };
        let empty = InFlight {
            intended: start,
            ready: start,
            submitted: start,
            submit_returned: None,
            kind: OpKind::Read,
            busy: false,
            disturbed: false,
        };
        let paced = matches!(schedule, Schedule::Paced(_));
        Issuer {
            ops,
            schedule,
            in_flight: vec![empty; slots as usize],
            free: if paced { VecDeque::new() } else { (0..slots).rev().collect() },
            retired: 0,
            flushes: VecDeque::with_capacity(slots as usize),
            slotless_at: None,
            until,
            flushes_until: until,
            lateness: Lateness {
                tolerance: Nanos(u64::MAX),
                level: None,
                recovering: Arc::default(),
                most_ns: Arc::default(),
                last: start,
                late_look: false,
            },
            quota: None,
        }
    }

    /// A counter of the operations this schedule intends, independent of what is issued.
    pub(crate) fn due(&self, start: Nanos) -> DueCounter {
        match &self.schedule {
            Schedule::Closed { .. } | Schedule::Paced(_) => DueCounter { schedule: None, start },
            Schedule::Open { arrivals, next, .. } => DueCounter { schedule: Some((arrivals.clone(), *next)), start },
        }
    }

    /// Moves the end of the schedule.
    pub(crate) fn set_until(&mut self, until: Nanos) {
        if !self.is_spent() {
            self.until = until;
        }
        self.flushes_until = until;
        self.flushes.retain(|at| *at < until);
    }

    /// Whether all the bytes have been issued that were to be.
    #[inline]
    fn is_spent(&self) -> bool {
        self.quota.is_some_and(|quota| quota.left == 0)
    }

    /// Whether they are done with as well, and as durable as was asked.
    #[inline]
    pub(crate) fn is_done(&self) -> bool {
        self.is_spent() && self.outstanding() == 0 && self.flushes.is_empty()
    }

    /// The next step at `now`. Call it until it returns no further [`Next::Issue`]. Budget: 25 ns an operation.
    #[inline]
    pub(crate) fn next(&mut self, now: Nanos, start: Nanos) -> Next {
        match &mut self.schedule {
            Schedule::Closed { free_since } => {
                let (slot, intended) = loop {
                    match self.free.pop_front() {
                        None if self.retired == self.in_flight.len() => return Next::Never,
                        None => return Next::Completion,
                        Some(slot) if free_since[slot as usize] < self.until || !self.flushes.is_empty() => {
                            break (slot, free_since[slot as usize]);
                        }
                        // The slot came free after the end: it has no further operation.
                        Some(_) => self.retired += 1,
                    }
                };
                Next::Issue(self.begin(slot, intended, intended))
            }
            Schedule::Paced(paced) => {
                let Some((intended, slot)) = paced.next(self.flushes.front().copied()) else {
                    return if self.retired == self.in_flight.len() { Next::Never } else { Next::Completion };
                };
                let until = if self.flushes.is_empty() { self.until } else { self.flushes_until };
                if intended >= until {
                    // The others want to go on later still.
                    self.retired += paced.waiting.len();
                    paced.waiting.clear();
                    return if self.retired == self.in_flight.len() { Next::Never } else { Next::Completion };
                }
                if intended > now {
                    return Next::At(intended);
                }
                paced.waiting.pop();
                let issue = self.begin(slot, intended, intended);
                if let (Schedule::Paced(paced), true) = (&mut self.schedule, issue.op.kind.is_data()) {
                    paced.charge(intended, issue.op.len);
                }
                Next::Issue(issue)
            }
            Schedule::Open { arrivals, next, unblocked_at } => {
                let since = now - std::mem::replace(&mut self.lateness.last, now);
                let flush = self.flushes.front().copied();
                let intended = flush.unwrap_or(*next);
                let until = if flush.is_some() { self.flushes_until } else { self.until };
                if intended >= until {
                    return Next::Never;
                }
                if intended > now {
                    return Next::At(intended);
                }
                let Some(slot) = self.free.pop_back() else {
                    self.slotless_at = Some(now);
                    return Next::Completion;
                };
                let ready = intended.max(*unblocked_at);
                if flush.is_none() {
                    *next = start + arrivals.next_instant();
                }
                if now - ready > self.lateness.tolerance {
                    // The slot taken just now is not in flight yet.
                    let outstanding = self.in_flight.len() - self.free.len() - 1;
                    // Completions found next may have come right after the look before.
                    self.lateness.begin(outstanding, since.max(now - ready));
                }
                Next::Issue(self.begin(slot, intended, ready))
            }
        }
    }

    #[inline]
    fn begin(&mut self, slot: u32, intended: Nanos, ready: Nanos) -> Issue {
        let op = match self.flushes.pop_front() {
            Some(_) => Op { kind: OpKind::Flush, offset: 0, len: 0 },
            None => self.ops.next_op(),
        };
        if let Some(quota) = self.quota.as_mut().filter(|quota| intended >= quota.from) {
            quota.left = quota.left.saturating_sub(u64::from(op.len));
            if quota.left == 0 {
                // Nothing is intended any more, whatever comes free.
                self.until = Nanos::ZERO;
            }
        }
        let entry = &mut self.in_flight[slot as usize];
        entry.intended = intended;
        entry.ready = ready;
        entry.kind = op.kind;
        entry.busy = true;
        Issue { slot, op, ready }
    }

    /// The operation in `slot` was carried by a call that began at `submitted` and returned at `returned`; none when
    /// the call went on to wait for completions.
    #[inline]
    pub(crate) fn record_submission(&mut self, slot: u32, submitted: Nanos, returned: Option<Nanos>) {
        let entry = &mut self.in_flight[slot as usize];
        entry.submitted = submitted;
        entry.submit_returned = returned;
        let late = submitted - entry.ready;
        if late > self.lateness.tolerance && matches!(self.schedule, Schedule::Open { .. }) {
            let before = self.in_flight.len() - self.free.len() - 1;
            self.lateness.begin(before, late);
        }
        self.in_flight[slot as usize].disturbed = self.lateness.lasts();
    }

    /// Whether a closed load has every slot in flight: nothing can be issued before a completion.
    #[inline]
    pub(crate) fn is_exhausted(&self) -> bool {
        matches!(self.schedule, Schedule::Closed { .. }) && self.free.is_empty()
    }

    /// The target did not take operations until `now`: the submit call was made to wait. What was intended before that
    /// became ready only then (see decision 0006-submit-calls).
    pub(crate) fn held_until(&mut self, now: Nanos) {
        if let Schedule::Open { unblocked_at, .. } = &mut self.schedule {
            *unblocked_at = now;
        }
    }

    /// How long the next operation of an open load has been ready at `now`, when that is longer than we tolerate.
    #[inline]
    pub(crate) fn behind(&self, now: Nanos) -> Option<Nanos> {
        match &self.schedule {
            Schedule::Open { next, unblocked_at, .. } if !self.free.is_empty() => {
                let (first, until) = match self.flushes.front() {
                    Some(flush) if *flush <= *next || *next >= self.until => (*flush, self.flushes_until),
                    _ => (*next, self.until),
                };
                Some(now - first.max(*unblocked_at)).filter(|late| first < until && *late > self.lateness.tolerance)
            }
            _ => None,
        }
    }

    /// The completions that follow are found as the machine goes on after it had stood still, until
    /// [`end_look`](Issuer::end_look).
    #[inline]
    pub(crate) fn looks_late(&mut self) {
        self.lateness.late_look = matches!(self.schedule, Schedule::Open { .. });
    }

    /// Ends a look at the completions: all that it found have been entered.
    #[inline]
    pub(crate) fn end_look(&mut self, now: Nanos) {
        if self.lateness.late_look {
            self.lateness.late_look = false;
            if self.behind(now).is_none() {
                let outstanding = self.outstanding();
                self.lateness.ends_at(outstanding);
            }
        }
    }

    /// Operations in flight that were submitted before `then`.
    pub(crate) fn submitted_before(&self, then: Nanos) -> u64 {
        self.in_flight.iter().filter(|entry| entry.busy && entry.submitted < then).count() as u64
    }

    /// The operation in `slot` was found finished at `now`; its slot is free.
    #[inline]
    pub(crate) fn complete_slot(&mut self, slot: u32, now: Nanos) -> (OpKind, Instants) {
        let entry = self.in_flight[slot as usize];
        assert!(entry.busy, "slot {slot} came back twice");
        let behind = self.is_behind(now);
        if behind {
            let outstanding = self.outstanding();
            // This completion may have come right after the look before it.
            self.lateness.begin(outstanding, now - self.lateness.last);
        }
        let disturbed = entry.disturbed || self.lateness.lasts();
        self.in_flight[slot as usize].busy = false;
        // One that is due after the end is never issued, and holds up nothing that was due before it.
        let flush = self.ops.complete(entry.kind) && now < self.flushes_until;
        if flush {
            self.flushes.push_back(now);
        }
        match &mut self.schedule {
            Schedule::Closed { free_since } => free_since[slot as usize] = now,
            // It rests after the flush.
            Schedule::Paced(paced) if flush => paced.waiting.push(Reverse((now, slot))),
            Schedule::Paced(paced) => paced.rest(slot, now),
            Schedule::Open { unblocked_at, .. } => {
                if self.free.is_empty() {
                    *unblocked_at = now;
                }
            }
        }
        if !matches!(self.schedule, Schedule::Paced(_)) {
            self.free.push_back(slot);
        }
        let at = Instants {
            intended: entry.intended,
            ready: entry.ready,
            submitted: entry.submitted,
            submit_returned: entry.submit_returned,
            completed: now,
            disturbed,
            // Late on the way in, and late to be found.
            later_by_at_most: if disturbed { self.lateness.at_most() } else { Nanos::ZERO },
        };
        if !behind && self.lateness.level.is_some() {
            let outstanding = self.outstanding();
            self.lateness.ends_at(outstanding);
        }
        (entry.kind, at)
    }

    /// Whether an operation of an open load has been ready for longer than the tolerance: then this look is late.
    #[inline]
    fn is_behind(&self, now: Nanos) -> bool {
        match self.schedule {
            Schedule::Open { .. } => self.lateness.late_look || self.behind(now).is_some(),
            _ => false,
        }
    }

    /// Operations submitted and not completed.
    pub(crate) fn outstanding(&self) -> usize {
        let resting = match &self.schedule {
            Schedule::Paced(paced) => paced.waiting.len(),
            _ => self.free.len(),
        };
        self.in_flight.len() - resting - self.retired
    }

    /// Whether operations waited for a slot in the last tenth of a Measure: all that may be outstanding was.
    pub(crate) fn at_cap(&self, measure_start: Nanos, measure_end: Nanos) -> bool {
        let tenth = Nanos((measure_end - measure_start).0 / 10);
        self.slotless_at.is_some_and(|at| at >= measure_end - tenth)
    }

    /// Whether the schedule has no further operation to issue, whatever completes.
    pub(crate) fn has_ended(&self) -> bool {
        match &self.schedule {
            Schedule::Closed { .. } | Schedule::Paced(_) => self.retired == self.in_flight.len(),
            Schedule::Open { next, .. } => {
                *next >= self.until && self.flushes.front().is_none_or(|flush| *flush >= self.flushes_until)
            }
        }
    }

    /// Gives every operation intended before the end of the schedule that has not finished, submitted or not.
    pub(crate) fn visit_unfinished_ops(&mut self, start: Nanos, mut each: impl FnMut(UnfinishedOperation)) {
        for entry in self.in_flight.iter().filter(|entry| entry.busy) {
            each(UnfinishedOperation {
                kind: entry.kind,
                intended: entry.intended,
                submitted: Some(entry.submitted),
                ready: Some(entry.ready),
            });
        }
        if let Schedule::Open { arrivals, next, .. } = &mut self.schedule {
            for intended in self.flushes.drain(..).filter(|at| *at < self.flushes_until) {
                each(UnfinishedOperation { kind: OpKind::Flush, intended, submitted: None, ready: None });
            }
            while *next < self.until {
                let kind = self.ops.next_op().kind;
                each(UnfinishedOperation { kind, intended: *next, submitted: None, ready: None });
                *next = start + arrivals.next_instant();
            }
        }
    }
}

/// Counts what an open schedule intends; nothing for a closed one.
#[derive(Clone, Debug, Default)]
pub(crate) struct DueCounter {
    schedule: Option<(Arrivals, Nanos)>,
    start: Nanos,
}

impl DueCounter {
    /// The next intended instant that has not been counted; none for a closed schedule or one that has ended.
    pub(crate) fn next_instant(&self) -> Option<Nanos> {
        self.schedule.as_ref().map(|(_, next)| *next).filter(|next| *next < Nanos::MAX)
    }
}

impl Due for DueCounter {
    fn due_until(&mut self, until: Nanos) -> u64 {
        let Some((arrivals, next)) = &mut self.schedule else { return 0 };
        let mut count = 0;
        while *next < until {
            count += 1;
            *next = self.start + arrivals.next_instant();
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_base::Bytes;
    use plimsoll_workload::stream::Streams;
    use plimsoll_workload::{ArrivalProcess, Pattern, SyncEvery, Workload};

    fn ops() -> OpStream {
        Streams::new(&Workload::simple(Bytes(4096), 50.0, Pattern::RANDOM, Bytes(0), Bytes(1 << 20)), 1, 1).of(0)
    }

    fn plan(load: &Load) -> ArrivalPlan {
        ArrivalPlan::flat(ArrivalProcess::Constant, load.offered_rate_per_s().unwrap_or(1.0))
    }

    fn open(rate: f64, cap: u32) -> Load {
        Load::open(rate, ArrivalProcess::Constant, cap, 1)
    }

    fn issue(issuer: &mut Issuer, now: u64) -> u32 {
        match issuer.next(Nanos(now), Nanos::ZERO) {
            Next::Issue(issue) => {
                issuer.record_submission(issue.slot, Nanos(now), Some(Nanos(now)));
                issue.slot
            }
            other => panic!("expected an operation at {now}, got {other:?}"),
        }
    }

    #[test]
    fn a_closed_slot_is_intended_when_it_came_free() {
        let load = Load::closed(2, 1);
        let mut issuer = Issuer::new(ops(), &load, &plan(&load), 1, 0, Nanos(100), Nanos(1000));
        let first = issue(&mut issuer, 105);
        let second = issue(&mut issuer, 105);
        assert_ne!(first, second);
        assert_eq!(issuer.next(Nanos(110), Nanos(100)), Next::Completion);
        let (_, at) = issuer.complete_slot(first, Nanos(300));
        assert_eq!((at.intended, at.ready, at.submitted), (Nanos(100), Nanos(100), Nanos(105)));
        let again = issue(&mut issuer, 320);
        let (_, at) = issuer.complete_slot(again, Nanos(400));
        assert_eq!((at.intended, at.submitted), (Nanos(300), Nanos(320)), "own lag is 20");
        issuer.complete_slot(second, Nanos(1001));
        let last = issue(&mut issuer, 1002); // the slot that came free at 400, inside the schedule
        assert_eq!(issuer.next(Nanos(1002), Nanos(100)), Next::Completion, "the other came free after its end");
        issuer.complete_slot(last, Nanos(1003));
        assert_eq!((issuer.next(Nanos(1003), Nanos(100)), issuer.outstanding()), (Next::Never, 0));
    }

    #[test]
    fn waiting_for_a_slot_is_the_targets_doing_and_being_late_is_ours() {
        // Constant arrivals every 100 ns under a cap of one.
        let mut issuer = Issuer::new(ops(), &open(1e7, 1), &plan(&open(1e7, 1)), 1, 0, Nanos(0), Nanos(1000));
        let slot = issue(&mut issuer, 0);
        assert_eq!(issuer.next(Nanos(50), Nanos::ZERO), Next::At(Nanos(100)));
        assert_eq!(issuer.next(Nanos(150), Nanos::ZERO), Next::Completion);
        issuer.complete_slot(slot, Nanos(250));
        let slot = issue(&mut issuer, 260);
        let (_, at) = issuer.complete_slot(slot, Nanos(270));
        assert_eq!((at.intended, at.ready, at.submitted), (Nanos(100), Nanos(250), Nanos(260)));
        // The next was intended at 200 and could go from 270 on; the one after it is not held back by the cap.
        let slot = issue(&mut issuer, 275);
        let (_, at) = issuer.complete_slot(slot, Nanos(280));
        assert_eq!((at.intended, at.ready), (Nanos(200), Nanos(270)));
        let slot = issue(&mut issuer, 310);
        let (_, at) = issuer.complete_slot(slot, Nanos(320));
        assert_eq!((at.intended, at.ready, at.submitted), (Nanos(300), Nanos(300), Nanos(310)));
    }

    #[test]
    fn a_sync_that_is_due_after_the_end_holds_up_nothing_that_was_due_before() {
        let mut workload = Workload::simple(Bytes(4096), 0.0, Pattern::RANDOM, Bytes(0), Bytes(1 << 20));
        workload.sync = Some(SyncEvery { writes: 1, data_only: true });
        let load = open(1e7, 1);
        let writes = Streams::new(&workload, 1, 1).of(0);
        let mut issuer = Issuer::new(writes, &load, &plan(&load), 1, 0, Nanos(0), Nanos(250));
        let slot = issue(&mut issuer, 0);
        issuer.complete_slot(slot, Nanos(300));
        for intended in [100, 200] {
            let slot = issue(&mut issuer, 310);
            assert_eq!(issuer.complete_slot(slot, Nanos(320)).1.intended, Nanos(intended));
        }
        assert!(issuer.has_ended());
    }

    #[test]
    fn a_worker_ends_with_its_bytes_and_those_of_warmup_do_not_count() {
        for load in [Load::closed(2, 1), open(1e7, 2)] {
            let issuers_plan = plan(&load);
            let mut issuer = Issuer::new(ops(), &load, &issuers_plan, 1, 0, Nanos(0), Nanos::MAX);
            // A quota of two and a half operations of 4 KiB from 500 on: three are issued.
            issuer.quota = Some(Quota { left: 10_000, from: Nanos(500) });
            let mut intended = Vec::new();
            for turn in 0..100 {
                let now = Nanos(turn * 100);
                while let Next::Issue(issue) = issuer.next(now, Nanos::ZERO) {
                    issuer.record_submission(issue.slot, now, Some(now));
                    intended.push(issuer.complete_slot(issue.slot, now).1.intended);
                    if matches!(load, Load::Closed { .. }) {
                        break;
                    }
                }
            }
            let counted = intended.iter().filter(|at| **at >= Nanos(500)).count();
            assert_eq!(counted, 3, "{load:?}: {intended:?}");
            assert!(intended.len() > counted, "those before 500 came besides");
            assert!(issuer.is_spent() && issuer.has_ended(), "{load:?}");
            issuer.set_until(Nanos::MAX);
            assert_eq!(issuer.next(Nanos(20_000), Nanos::ZERO), Next::Never, "a later end brings no more");
        }
    }

    #[test]
    fn every_intended_operation_is_accounted_for_finished_or_not() {
        let mut issuer = Issuer::new(ops(), &open(1e7, 2), &plan(&open(1e7, 2)), 1, 0, Nanos(0), Nanos(1000));
        let mut due = issuer.due(Nanos::ZERO);
        issue(&mut issuer, 500);
        issue(&mut issuer, 500);
        let mut left = Vec::new();
        issuer.visit_unfinished_ops(Nanos::ZERO, |u| left.push((u.intended.0, u.submitted.is_some())));
        left.sort_unstable();
        let expected: Vec<(u64, bool)> = (0..10).map(|n| (n * 100, n < 2)).collect();
        assert_eq!(left, expected);
        assert_eq!((due.due_until(Nanos(450)), due.due_until(Nanos(1000))), (5, 5));
    }
}

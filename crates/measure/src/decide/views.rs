//! What a Run is judged on: all of its time, and the storage's own.
//!
//! An ordinary virtual machine stands still in episodes of seconds, and a disk stops for a quarter of a second once a minute.
//! Either makes the p99 of the Run that it falls into, at any load, so that Run by Run nothing is decided. Three views of one
//! Run keep apart what belongs to whom (decision 0008-stalls-and-pauses):
//!
//! | view | holds |
//! |---|---|
//! | seen | every tick of Measure |
//! | undisturbed | without the intervals in which this machine stood still, and without the time that it took to work off what had gathered meanwhile |
//! | unpaused | without the pauses of the storage, too: these are reported by number, length and share, and pooled over all Runs of a search |
//!
//! The marks know nothing of response times: an interval is disturbed by what the heartbeat, the hypervisor's steal and the
//! scheduler's queues say of this machine. A cut lasts until no more waits than before it, so that what is left is a Run without
//! the interruption (the strong Markov property, decision 0007-own-lateness). A pause needs a machine that is
//! well, operations that wait, and next to no completion: response times do not enter into it either.
//!
//! Budget: 30 ns a tick, which stands for 20 operations or more.

use plimsoll_base::Nanos;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Criterion, Evidence, Judgement, ProbeVerdict, Reason};
use crate::objective::MAX_OBJECTIVES;
use crate::series::{ObjectiveTally, Tick};

/// The shortest pause that is reported. Shorter ones belong to the distribution: a bound of 50 ms and more ignores them, and below
/// it there are enough of them to be counted one by one.
const SHORTEST_PAUSE: Nanos = Nanos::from_millis(50);
/// Completions are counted over slots of this length or longer.
const SLOT: Nanos = Nanos::from_millis(10);
/// A slot expects at least this many operations: fewer may fail to complete by chance.
const SLOT_OPERATIONS: f64 = 20.0;
/// Share of the expected completions up to which a slot is quiet.
const QUIET: f64 = 0.05;
/// Getting over a pause takes at most so many times its length: what still waits then is overload.
const LONGEST_RECOVERY: f64 = 2.0;
/// After a disturbance the backlog has this long to return to what it was.
const LONGEST_SETTLING: Nanos = Nanos::from_millis(250);
/// Pauses that are listed; all of them are counted.
const LISTED: usize = 64;

/// A span in which the storage completed next to nothing though operations waited and this machine was well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Pause {
    /// Its start, in seconds since the start of Measure.
    pub start_s: f64,
    /// Until operations completed again.
    pub length_s: f64,
    /// Until no more operations waited than before it; the pause included.
    pub recovered_s: f64,
}

/// What one objective saw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ObjectiveCounts {
    /// Operations that the objective speaks of.
    pub judged: u64,
    /// Of those, beyond its bound.
    pub exceeded: u64,
    /// Sum of its metric over the judged, ns.
    pub sum_ns: u64,
}

impl std::ops::AddAssign for ObjectiveCounts {
    fn add_assign(&mut self, other: ObjectiveCounts) {
        self.judged += other.judged;
        self.exceeded += other.exceeded;
        self.sum_ns = self.sum_ns.saturating_add(other.sum_ns);
    }
}

impl From<ObjectiveTally> for ObjectiveCounts {
    fn from(seen: ObjectiveTally) -> ObjectiveCounts {
        ObjectiveCounts { judged: seen.judged, exceeded: seen.exceeded, sum_ns: seen.sum_ns }
    }
}

/// What one objective saw in an interval, and the part of it that our own lateness had a hand in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct IntervalCounts {
    /// All operations.
    #[serde(flatten)]
    pub all: ObjectiveCounts,
    /// Of those, the ones that were submitted late, found late, or under way while the target got over what was submitted late.
    pub disturbed: ObjectiveCounts,
}

impl IntervalCounts {
    /// Counts of the first `objectives` objectives in these ticks.
    pub fn of(ticks: &[Tick], objectives: usize) -> Vec<IntervalCounts> {
        let mut sum = Tick::default();
        ticks.iter().for_each(|tick| sum += *tick);
        let each = sum.seen.iter().zip(&sum.disturbed).take(objectives);
        each.map(|(all, disturbed)| IntervalCounts { all: (*all).into(), disturbed: (*disturbed).into() }).collect()
    }
}

impl std::ops::AddAssign for IntervalCounts {
    fn add_assign(&mut self, other: IntervalCounts) {
        self.all += other.all;
        self.disturbed += other.disturbed;
    }
}

/// What one objective saw in undisturbed time, and in the pauses of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StorageCounts {
    /// In all of it, pauses included.
    pub all: ObjectiveCounts,
    /// In pauses, until they were got over.
    pub pauses: ObjectiveCounts,
}

/// The storage's own time in a Run: what is left of Measure without the spans in which this machine stood still.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StorageTime {
    /// Seconds of Measure that were looked at.
    pub seconds: f64,
    /// Of those, seconds of disturbed intervals and of getting over them: not the storage's.
    pub disturbed_s: f64,
    /// Number of pauses of the storage.
    pub pauses: u64,
    /// Seconds of undisturbed time in pauses, until they were got over.
    pub paused_s: f64,
    /// The first 64 of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub listed: Vec<Pause>,
    /// By objective, in their order; empty without one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<StorageCounts>,
    /// The judgement on undisturbed time, pauses included; null where nothing was disturbed: then that on all of Measure is it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Judgement>,
    /// The judgement on undisturbed time without pauses; null where there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without_pauses: Option<Judgement>,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Views {
    tick: Nanos,
    seen: Evidence,
    undisturbed: Evidence,
    unpaused: Evidence,
    /// Arrived less completed.
    backlog: i64,
    /// The backlog that a disturbance interrupted, and what is left of the time to get back to it.
    settling: Option<(i64, Nanos)>,
    /// Where the last tick ended, since the start of Measure.
    now: Nanos,
    disturbed: Nanos,
    pauses: Pauses,
    all: [ObjectiveTally; MAX_OBJECTIVES],
    objectives: usize,
}

impl Views {
    /// Nothing seen yet of a Run at this rate; ticks last `tick`, `backlog` operations wait as Measure begins.
    pub fn new(tick: Nanos, criterion: Criterion, rate_per_s: f64) -> Views {
        let objectives = criterion.objectives.all().len();
        let evidence = Evidence::new(tick, criterion);
        Views {
            tick: Nanos(tick.0.max(1)),
            undisturbed: evidence.clone(),
            unpaused: evidence.clone(),
            seen: evidence,
            backlog: 0,
            settling: None,
            now: Nanos::ZERO,
            disturbed: Nanos::ZERO,
            pauses: Pauses::new(Nanos(tick.0.max(1)), rate_per_s),
            all: Default::default(),
            objectives,
        }
    }

    /// An interval was longer than planned, so that its ticks are lumped together: what was seen before does not join what comes.
    pub fn begin_anew(&mut self, length: Nanos) {
        self.seen = self.seen.afresh();
        self.undisturbed = self.undisturbed.afresh();
        self.unpaused = self.unpaused.afresh();
        self.pauses.forget();
        self.all = Default::default();
        self.now += length;
    }

    /// The ticks of the next interval. `disturbed`: this machine stood still in it, or its processors worked for others.
    pub fn push(&mut self, ticks: &[Tick], disturbed: bool) {
        if disturbed {
            let level = self.settling.map_or(self.backlog, |(level, _)| level);
            self.settling = Some((level, LONGEST_SETTLING));
            self.pauses.interrupt(&mut self.unpaused);
        }
        for tick in ticks {
            self.seen.push(*tick);
            let before = self.backlog;
            self.backlog += tick.arrived as i64 - tick.completed as i64;
            self.now += self.tick;
            if disturbed || self.settles() {
                self.disturbed += self.tick;
                continue;
            }
            self.undisturbed.push(*tick);
            self.all.iter_mut().zip(&tick.seen).for_each(|(sum, seen)| sum.add(seen));
            self.pauses.push(tick, before, self.now, &mut self.unpaused);
        }
    }

    /// Whether what gathered in a disturbance still waits.
    fn settles(&mut self) -> bool {
        let Some((level, left)) = self.settling else { return false };
        let rest = left - self.tick;
        self.settling = (self.backlog > level && rest > Nanos::ZERO).then_some((level, rest));
        true
    }

    /// The present judgement of all of Measure: see [`Evidence::judge`].
    pub fn judge(&mut self) -> Judgement {
        self.seen.judge()
    }

    /// The present judgement of the storage's own time. The test for a growing backlog includes pauses; all else
    /// excludes them.
    pub fn judge_storage(&mut self) -> Judgement {
        let with = self.undisturbed.judge();
        if with.verdict == ProbeVerdict::Fail && with.reason == Reason::CannotCarry {
            return with;
        }
        self.unpaused.judge()
    }

    /// All of Measure at the end, and the storage's own time. `decided`: the Run was looked at as it went on, and the last look
    /// is the answer; else it is looked at once, with the whole error budget.
    pub fn finish(mut self, decided: bool) -> (Judgement, StorageTime) {
        self.pauses.end(self.now, &mut self.unpaused);
        let last = |evidence: &mut Evidence| match decided {
            true => evidence.judge(),
            false => evidence.final_judgement(),
        };
        let seen = last(&mut self.seen);
        let paused = self.pauses.count > 0;
        let of = |(all, pauses): (&ObjectiveTally, &ObjectiveTally)| StorageCounts {
            all: (*all).into(),
            pauses: (*pauses).into(),
        };
        let time = StorageTime {
            seconds: self.now.as_secs_f64(),
            disturbed_s: self.disturbed.as_secs_f64(),
            pauses: self.pauses.count,
            paused_s: self.pauses.time.as_secs_f64(),
            objectives: self.all.iter().zip(&self.pauses.seen).take(self.objectives).map(of).collect(),
            judgement: (self.disturbed > Nanos::ZERO).then(|| last(&mut self.undisturbed)),
            without_pauses: paused.then(|| last(&mut self.unpaused)),
            listed: self.pauses.listed,
        };
        (seen, time)
    }
}

/// Finds pauses in undisturbed time, and hands on every tick outside of them.
#[derive(Clone, Debug)]
struct Pauses {
    tick: Nanos,
    rate_per_s: f64,
    slot_ticks: usize,
    /// The slot that is being filled.
    slot: Vec<Tick>,
    /// Operations that waited when it began.
    slot_backlog: i64,
    /// Quiet slots that may become a pause, and what waited when they began.
    quiet: Vec<Tick>,
    quiet_backlog: i64,
    /// A pause that is being got over.
    recovery: Option<Recovery>,
    /// Sum of the backlog over the ticks that were handed on, and their number.
    usual: (i64, i64),
    count: u64,
    time: Nanos,
    seen: [ObjectiveTally; MAX_OBJECTIVES],
    listed: Vec<Pause>,
}

/// Getting over a pause.
#[derive(Clone, Copy, Debug)]
struct Recovery {
    start: Nanos,
    length: Nanos,
    level: i64,
    until: Nanos,
}

impl Pauses {
    fn new(tick: Nanos, rate_per_s: f64) -> Pauses {
        let by_rate = Nanos((SLOT_OPERATIONS * 1e9 / rate_per_s.max(1e-3)) as u64);
        let slot_ticks = SLOT.max(by_rate).0.div_ceil(tick.0).max(1) as usize;
        Pauses {
            tick,
            rate_per_s,
            slot_ticks,
            slot: Vec::with_capacity(slot_ticks),
            slot_backlog: 0,
            quiet: Vec::new(),
            quiet_backlog: 0,
            recovery: None,
            usual: (0, 0),
            count: 0,
            time: Nanos::ZERO,
            seen: Default::default(),
            listed: Vec::new(),
        }
    }

    fn forget(&mut self) {
        *self = Pauses::new(self.tick, self.rate_per_s);
    }

    /// The next tick, which began with `before` operations waiting and ended at `now`.
    fn push(&mut self, tick: &Tick, before: i64, now: Nanos, unpaused: &mut Evidence) {
        if self.slot.is_empty() {
            self.slot_backlog = before;
        }
        self.slot.push(*tick);
        if self.slot.len() == self.slot_ticks {
            self.end_slot(now, unpaused);
        }
    }

    fn end_slot(&mut self, now: Nanos, unpaused: &mut Evidence) {
        let ticks = std::mem::take(&mut self.slot);
        let count = |of: fn(&Tick) -> u64| ticks.iter().map(of).sum::<u64>();
        let (arrived, completed) = (count(|tick| tick.arrived), count(|tick| tick.completed));
        let backlog = self.slot_backlog + arrived as i64 - completed as i64;
        let expected = self.rate_per_s * (self.tick.0 * ticks.len() as u64) as f64 / 1e9;
        if let Some(recovery) = self.recovery {
            self.add(&ticks);
            let usual = if self.usual.1 > 0 { self.usual.0 / self.usual.1 } else { 0 };
            if backlog <= recovery.level.max(usual) || now >= recovery.until {
                self.close(recovery, now);
            }
        } else if (completed as f64) <= QUIET * expected && backlog > 0 {
            if self.quiet.is_empty() {
                self.quiet_backlog = self.slot_backlog;
            }
            self.quiet.extend_from_slice(&ticks);
        } else if self.is_pause() {
            let slot = Nanos(self.tick.0 * ticks.len() as u64);
            self.open(now - slot);
            self.add(&ticks);
        } else {
            self.hand_on(unpaused);
            for tick in &ticks {
                unpaused.push(*tick);
            }
            self.usual = (self.usual.0 + backlog, self.usual.1 + 1);
        }
        // Its memory serves the next slot.
        self.slot = ticks;
        self.slot.clear();
    }

    /// Whether the quiet slots are long enough, and enough was expected of them.
    fn is_pause(&self) -> bool {
        self.quiet_length() >= SHORTEST_PAUSE
    }

    fn quiet_length(&self) -> Nanos {
        Nanos(self.tick.0 * self.quiet.len() as u64)
    }

    /// The quiet slots were a pause that ended at `at`.
    fn open(&mut self, at: Nanos) {
        let length = self.quiet_length();
        let quiet = std::mem::take(&mut self.quiet);
        self.add(&quiet);
        let until = at + Nanos((length.0 as f64 * LONGEST_RECOVERY) as u64);
        self.recovery = Some(Recovery { start: at - length, length, level: self.quiet_backlog, until });
        self.count += 1;
    }

    fn close(&mut self, recovery: Recovery, now: Nanos) {
        self.recovery = None;
        if self.listed.len() < LISTED {
            self.listed.push(Pause {
                start_s: recovery.start.as_secs_f64(),
                length_s: recovery.length.as_secs_f64(),
                recovered_s: (now - recovery.start).as_secs_f64(),
            });
        }
    }

    fn add(&mut self, ticks: &[Tick]) {
        self.time += Nanos(self.tick.0 * ticks.len() as u64);
        for tick in ticks {
            self.seen.iter_mut().zip(&tick.seen).for_each(|(sum, seen)| sum.add(seen));
        }
    }

    fn hand_on(&mut self, unpaused: &mut Evidence) {
        self.quiet.drain(..).for_each(|tick| unpaused.push(tick));
    }

    /// This machine stood still: what was quiet just before may be its doing, and no pause is reported.
    fn interrupt(&mut self, unpaused: &mut Evidence) {
        self.quiet.clear();
        if self.recovery.take().is_none() {
            self.slot.drain(..).for_each(|tick| unpaused.push(tick));
        }
        self.slot.clear();
    }

    /// Measure has ended at `now`.
    fn end(&mut self, now: Nanos, unpaused: &mut Evidence) {
        let rest = std::mem::take(&mut self.slot);
        if let Some(recovery) = self.recovery {
            self.add(&rest);
            self.close(recovery, now);
        } else if self.is_pause() {
            self.open(now - Nanos(self.tick.0 * rest.len() as u64));
            self.add(&rest);
            if let Some(recovery) = self.recovery {
                self.close(recovery, now);
            }
        } else {
            self.hand_on(unpaused);
            rest.into_iter().for_each(|tick| unpaused.push(tick));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;
    const TICK: Nanos = Nanos(MS);

    fn criterion() -> Criterion {
        Criterion::new("p99(response_time, all) <= 5ms".parse::<crate::objective::Objective>().unwrap())
    }

    /// 20 operations in a millisecond, of which so many complete and so many of these are slow.
    fn tick(completed: u64, exceeded: u64) -> Tick {
        Tick::of_one(20, completed, ObjectiveTally { judged: completed, exceeded, sum_ns: completed * 100_000 })
    }

    fn views() -> Views {
        Views::new(TICK, criterion(), 20_000.0)
    }

    /// A pause of so many milliseconds, after which twice as many complete until nothing waits.
    fn pause(ms: usize) -> Vec<Tick> {
        std::iter::repeat_n(tick(0, 0), ms).chain(std::iter::repeat_n(tick(40, 40), ms)).collect()
    }

    fn steady(ms: usize) -> Vec<Tick> {
        vec![tick(20, 0); ms]
    }

    #[test]
    fn a_pause_is_reported_and_left_out_of_what_is_judged_without_pauses() {
        let mut views = views();
        views.push(&steady(1000), false);
        views.push(&pause(250), false);
        views.push(&steady(3000), false);
        let (seen, time) = views.finish(false);
        assert!(seen.estimate.value > 0.05, "{seen:?}");
        assert_eq!((time.pauses, time.listed.len()), (1, 1));
        let pause = time.listed[0];
        assert!((pause.start_s - 1.0).abs() < 0.011 && (pause.length_s - 0.25).abs() < 0.011, "{pause:?}");
        assert!((pause.recovered_s - 0.5).abs() < 0.021, "{pause:?}");
        let without = time.without_pauses.unwrap();
        assert_eq!((without.verdict, without.estimate.value), (ProbeVerdict::Pass, 0.0));
        let tally = time.objectives[0];
        assert_eq!((tally.all.exceeded, tally.pauses.exceeded), (10_000, 10_000));
        assert!(time.judgement.is_none(), "nothing was disturbed");
    }

    #[test]
    fn a_stall_of_this_machine_is_no_pause_of_the_storage() {
        let mut views = views();
        views.push(&steady(1000), false);
        views.push(&pause(250)[..250], true);
        views.push(&pause(250)[250..], false);
        views.push(&steady(3000), false);
        let (_, time) = views.finish(false);
        assert_eq!(time.pauses, 0);
        assert!((time.disturbed_s - 0.5).abs() < 0.002, "with what waited: {}", time.disturbed_s);
        let judged = time.judgement.unwrap();
        assert_eq!((judged.verdict, judged.estimate.value), (ProbeVerdict::Pass, 0.0));
    }

    #[test]
    fn slow_operations_are_no_pause_and_stay() {
        let mut views = views();
        for _ in 0..40 {
            views.push(&steady(90), false);
            views.push(&vec![tick(20, 20); 10], false);
        }
        let (seen, time) = views.finish(false);
        assert_eq!((time.pauses, time.disturbed_s), (0, 0.0));
        assert!((seen.estimate.value - 0.1).abs() < 0.01);
    }

    #[test]
    fn a_backlog_that_grows_is_not_cut_away() {
        let mut views = views();
        for _ in 0..16 {
            // Above what it carries: 19 of 20 complete. This machine stands still in every eighth interval.
            for part in 0..8 {
                views.push(&vec![tick(19, 19); 250], part == 0);
            }
        }
        let (_, time) = views.finish(false);
        let judged = time.judgement.unwrap();
        assert_eq!(judged.verdict, ProbeVerdict::Fail);
        assert!(time.disturbed_s < 16.0 * 0.51, "settling has a limit: {}", time.disturbed_s);
    }

    #[test]
    fn a_slow_target_does_not_pause_by_chance() {
        // 100 operations a second, in a tick of 50 ms none or ten.
        let mut views = Views::new(Nanos(50 * MS), criterion(), 100.0);
        for _ in 0..200 {
            let of = |n| Tick::of_one(5, n, ObjectiveTally { judged: n, exceeded: 0, sum_ns: 0 });
            views.push(&[of(0), of(10)], false);
        }
        assert_eq!(views.finish(false).1.pauses, 0);
    }
}

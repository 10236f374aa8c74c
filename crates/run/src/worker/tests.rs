//! Attribution of calls that wait: the loop on an engine whose submit call sleeps, on a thread whose every nanosecond
//! is known, with a heartbeat that the test sets.

use std::cell::Cell;
use std::sync::mpsc::sync_channel;

use plimsoll_base::{Bytes, Op};
use plimsoll_host::Turn;
use plimsoll_measure::recorder::{Grid, KindSpans};
use plimsoll_workload::{ArrivalProcess, Pattern, Workload};

use super::*;
use crate::issuer::Issuers;
use crate::spec::Phases;

/// Duration of the loop's work between two readings of the clock.
const READING: Nanos = Nanos(200);

/// A thread in virtual time. It runs, but for what it sleeps and for the turns that others have.
#[derive(Debug, Default)]
struct VirtualThread {
    now: Cell<Nanos>,
    asleep: Cell<Nanos>,
    queued: Cell<Nanos>,
    waits: Cell<i64>,
    /// Other programs take the processor for the first span, the second span after their last turn.
    others: Option<(Nanos, Nanos)>,
    next: Cell<Nanos>,
}

impl VirtualThread {
    fn add(cell: &Cell<Nanos>, span: Nanos) {
        cell.set(cell.get() + span);
    }

    fn run(&self, span: Nanos) {
        VirtualThread::add(&self.now, span);
        if let Some((turn, every)) = self.others
            && self.now.get() >= self.next.get()
        {
            VirtualThread::add(&self.now, turn);
            VirtualThread::add(&self.queued, turn);
            self.next.set(self.now.get() + every);
        }
    }
}

impl Clock for &VirtualThread {
    fn now(&self) -> Nanos {
        self.run(READING);
        self.now.get()
    }

    fn sleep_until(&self, at: Nanos) {
        if at > self.now.get() {
            VirtualThread::add(&self.asleep, at - self.now.get());
            self.now.set(at);
            self.waits.set(self.waits.get() + 1);
            // Cost of waking.
            self.run(Nanos(2_000));
        }
    }
}

impl OwnThread for &VirtualThread {
    fn turn(&self) -> Turn {
        let ran = self.now.get() - self.asleep.get() - self.queued.get();
        Turn { ran_ns: ran.0, waited_ns: self.queued.get().0 }
    }

    fn settle(&self) {}

    fn waits(&self) -> i64 {
        self.waits.get()
    }
}

/// Everything finishes at once, but one submission in so many waits in its call for so long.
struct Waits<'a> {
    thread: &'a VirtualThread,
    every: u64,
    span: Nanos,
    submitted: u64,
    calls: u64,
    staged: Vec<Completion>,
    /// Submitted operations, complete at the next look.
    done: Vec<Completion>,
}

impl Engine for Waits<'_> {
    fn push(&mut self, slot: u32, op: Op) {
        self.staged.push(Completion { slot, result: Ok(op.len) });
    }

    fn submit(&mut self) -> std::io::Result<()> {
        self.calls += 1;
        for _ in &self.staged {
            self.submitted += 1;
            if self.submitted % self.every == 0 {
                self.thread.sleep_until(self.thread.now() + self.span);
            }
        }
        self.done.append(&mut self.staged);
        Ok(())
    }

    fn reap(&mut self, found: &mut Vec<Completion>, wait: Wait) -> std::io::Result<()> {
        if let (Wait::Until { at, .. }, true) = (wait, self.done.is_empty()) {
            self.thread.sleep_until(at);
        }
        found.append(&mut self.done);
        Ok(())
    }

    fn system_calls(&self) -> u64 {
        self.calls
    }
}

/// Two seconds of `rate` operations a second on `thread`: what was recorded, and the time held.
fn ran(
    thread: &VirtualThread,
    rate: f64,
    every: u64,
    span: Nanos,
    prepare: impl Fn(&RunSignals),
) -> (KindSpans, Nanos) {
    let load = Load::open(rate, ArrivalProcess::Constant, 4096, 1);
    let workload = Workload::simple(Bytes(4096), 100.0, Pattern::RANDOM, Bytes(0), Bytes(1 << 20));
    let (start, length) = (Nanos::from_secs(1), Nanos::from_secs(2));
    let grid =
        Grid { run_start: start, measure_start: start, interval: Nanos::from_secs(1), tick: Nanos::from_millis(10) };
    let end = start + length;
    let phases = Phases {
        warmup_ns: Nanos::ZERO,
        measure_ns: length,
        drain_limit_ns: Nanos::from_secs(5),
        interval_ns: grid.interval,
        io_deadline_ns: Nanos::from_secs(30),
        steady: None,
    };
    let issuers = Issuers::new(&load, &phases, 1, [&workload].into_iter(), None, start, Nanos(50_000));
    let issuer = issuers.of(0, end);
    let due = issuer.due(start);
    let (seal, sealed) = sync_channel(16);
    let (_give, empty) = sync_channel(16);
    let mut parts = Recorder::<Channel>::parts(workload.kinds(), &grid, 8);
    let first = parts.remove(0);
    let recorder = Recorder::new(first, Channel { sealed: seal, empty, reserve: parts }, grid, None, end);
    let shared = RunSignals::new(1, start, end);
    prepare(&shared);
    let plan = Plan {
        start,
        drain_limit: phases.drain_limit_ns,
        stop_on_error: true,
        slots: 4096,
        index: 0,
        open: true,
        kernel_queue: true,
        io_deadline: phases.io_deadline_ns,
        verify: false,
        gathered: 1,
    };
    let mut engine = Waits { thread, every, span, submitted: 0, calls: 0, staged: Vec::new(), done: Vec::new() };
    let done = work_on(&mut engine, issuer, due, recorder, &plan, &shared, thread);
    let mut all = KindSpans::new();
    for part in sealed.try_iter().chain(done.last) {
        part.kinds.iter().flatten().for_each(|spans| all.merge(spans));
    }
    (all, done.held)
}

fn disturbed_share(all: &KindSpans) -> f64 {
    all.disturbed.len() as f64 / all.response_time.len() as f64
}

#[test]
fn a_call_that_the_target_makes_wait_is_no_lateness_of_ours() {
    // Held for 50 ms by every 50th operation, which are intended within 25 ms: the target does 1,000 a second at most.
    let (all, held) = ran(&VirtualThread::default(), 2000.0, 50, Nanos::from_millis(50), |_| ());
    assert_eq!(all.response_time.len(), 4000);
    assert!(disturbed_share(&all) < 0.01, "{} disturbed", disturbed_share(&all));
    assert!(held > Nanos::from_millis(1900), "{held} of two seconds");
    let mean = |spans: &plimsoll_measure::histogram::Spans| spans.mean();
    assert!(mean(&all.slot_wait) > 500e6, "the backlog grows for two seconds: {}", mean(&all.slot_wait));
    assert!(mean(&all.own_lag) < mean(&all.slot_wait) / 100.0, "own lag {}", mean(&all.own_lag));
}

#[test]
fn calls_that_wait_a_little_each_time_are_the_targets_too() {
    // Each operation waits for 55 us, one after the other, and 20,000 a second are intended.
    let (all, held) = ran(&VirtualThread::default(), 20_000.0, 1, Nanos(55_000), |_| ());
    assert_eq!(all.response_time.len(), 40_000);
    assert!(disturbed_share(&all) < 0.01, "{} disturbed", disturbed_share(&all));
    assert!(held > Nanos::from_millis(1900), "{held} of two seconds");
}

#[test]
fn the_same_call_while_this_machine_stood_still_is_ours() {
    // A heartbeat that has been due since the beginning: nothing here ran.
    let (all, held) =
        ran(&VirtualThread::default(), 2000.0, 50, Nanos::from_millis(50), |shared| shared.still.stands_still());
    assert!(disturbed_share(&all) > 0.9, "{} disturbed", disturbed_share(&all));
    assert_eq!(held, Nanos::ZERO);
}

#[test]
fn what_was_intended_while_others_had_the_processor_is_ours() {
    // Others have it for 20 of 21 ms: operations on time are issued in the one that is left.
    let busy =
        VirtualThread { others: Some((Nanos::from_millis(20), Nanos::from_millis(1))), ..VirtualThread::default() };
    let (all, held) = ran(&busy, 2000.0, u64::MAX, Nanos::ZERO, |_| ());
    assert_eq!(all.response_time.len(), 4000);
    assert!(disturbed_share(&all) > 0.9, "{} disturbed", disturbed_share(&all));
    assert_eq!(held, Nanos::ZERO);
}

#[test]
fn who_had_the_larger_part_in_a_backlog_has_all_of_it() {
    for (target, others, ours) in [(10, 1, false), (1, 10, true)] {
        // Every operation waits for so long in its call, and then for others' turn; 500 a second are intended.
        let busy =
            VirtualThread { others: Some((Nanos::from_millis(others), Nanos(900_000))), ..VirtualThread::default() };
        let (all, _) = ran(&busy, 500.0, 1, Nanos::from_millis(target), |_| ());
        let share = disturbed_share(&all);
        assert!(
            if ours { share > 0.9 } else { share < 0.1 },
            "{target} ms of the target's, {others} of others: {share}"
        );
    }
}

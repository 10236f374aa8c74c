//! A Run on the machine's clock: one thread per worker, and the caller's thread as control.

mod watch;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_host::{Sampler, SystemLoad};
use plimsoll_measure::recorder::{Grid, Part, Recorder};

use crate::beats::Beats;
use crate::control::{Control, StopRequest};
use crate::crew::{CountOnDrop, Crew, Job, LAST_WORD, Task};
use crate::feed::{Feed, Progress};
use crate::heartbeat::Heartbeat;
use crate::issuer::Issuers;
use crate::record::Phase;
use crate::session::{PARTS, RESERVE};
use crate::spec::{OnError, RunSpec};
use crate::worker::{Channel, HANG_GRACE, LastAwake, Plan, RunSignals, WorkerOutput, completions_per_wait};
use watch::Watch;

/// A new end of Measure lies at least this far ahead, so that every worker sees it before it comes: longer than a worker
/// waits without looking.
const END_NOTICE: Nanos = Nanos::from_millis(60);

/// Drain of a Run that is stopped by hand. Operations that were due may finish, so the figures are complete and a file
/// of our own is sealed. Longer than a loaded disk takes, short enough for the user who pressed Ctrl-C.
const STOPPED_DRAIN: Nanos = Nanos::from_secs(1);

/// The control looks at the workers at least this often.
const LONGEST_LOOK: Nanos = Nanos::from_millis(20);

/// Output of a real Run beside its totals.
#[derive(Debug)]
pub(crate) struct RealRunOutput {
    pub(crate) workers: Vec<WorkerOutput>,
    /// End of Measure as it fell out.
    pub(crate) measure_end: Nanos,
    pub(crate) stopped: bool,
    pub(crate) aborted: bool,
    /// Operations of a worker that had been out for longer than the deadline when it ended the Run.
    pub(crate) overdue: u64,
    /// Where Measure began: earlier than planned when Warmup ended as soon as the target was steady.
    pub(crate) grid: Grid,
    /// Load of the machine over Measure.
    pub(crate) load: Option<SystemLoad>,
    /// From the begin of Measure to the sample from which `load` counts.
    pub(crate) unseen: Nanos,
    /// Sums of the heartbeat; none when no thread could be had for it.
    pub(crate) beats: Option<Beats>,
}

struct WorkerEnd {
    sealed: Receiver<Box<Part>>,
    empty: SyncSender<Box<Part>>,
}

/// Empty parts of each worker.
pub(crate) type Memory = Vec<Vec<Box<Part>>>;

/// Empty parts for the workers of a Run: made before its first instant is set, since they take milliseconds.
pub(crate) fn memory(spec: &RunSpec, grid: &Grid) -> Memory {
    let kinds = spec.workload.kinds();
    spec.workers_here().map(|_| Recorder::<Channel>::parts(kinds, grid, PARTS + RESERVE)).collect()
}

/// A Run that has everything it needs and waits for its start.
pub(crate) struct Ready {
    jobs: Vec<Job>,
    ends: Vec<WorkerEnd>,
    shared: Arc<RunSignals>,
    done_count: Arc<AtomicU64>,
    result: Receiver<WorkerOutput>,
    grid: Grid,
    measure_end: Nanos,
}

impl Ready {
    /// Readies a Run in `memory`, which holds the parts of every worker.
    pub(crate) fn new(spec: &RunSpec, issuers: &Issuers<'_>, memory: Memory, grid: Grid, measure_end: Nanos) -> Ready {
        let here = spec.workers_here();
        let shared = Arc::new(RunSignals::new(here.len(), grid.measure_start, measure_end));
        let done_count = Arc::new(AtomicU64::new(0));
        let (results, result) = sync_channel(here.len());
        let (mut ends, mut jobs) = (Vec::new(), Vec::new());
        for (index, mut parts) in memory.into_iter().enumerate() {
            let (seal, sealed) = sync_channel(PARTS + RESERVE);
            let (give, empty) = sync_channel(PARTS + RESERVE);
            let first = parts.remove(0);
            let reserve = parts.split_off(PARTS - 1);
            for part in parts {
                // The channel has room for every part that exists.
                let _ = give.try_send(part);
            }
            ends.push(WorkerEnd { sealed, empty: give });
            let plan = Plan {
                start: grid.run_start,
                drain_limit: spec.phases.drain_limit_ns,
                stop_on_error: spec.on_error == OnError::Stop,
                slots: spec.load.slots_of(here.start + index as u32).max(1),
                index,
                open: spec.load.offered_rate_per_s().is_some(),
                kernel_queue: plimsoll_engine::find(&spec.engine).is_some_and(|kind| kind.kernel_queue),
                io_deadline: spec.phases.io_deadline_ns,
                verify: spec.workload.verify,
                gathered: completions_per_wait(spec),
            };
            let issuer = issuers.of(index as u32, measure_end);
            let due = issuer.due(grid.run_start);
            let channel = Channel { sealed: seal, empty, reserve };
            let recorder = Recorder::new(first, channel, grid, Some(&spec.stop.evidence_objectives()), measure_end);
            let over = CountOnDrop(done_count.clone());
            let (shared, results) = (shared.clone(), results.clone());
            jobs.push(Job { issuer, due, recorder, plan, shared, over, results });
        }
        Ready { jobs, ends, shared, done_count, result, grid, measure_end }
    }

    /// Its parts again: its first instant is too near.
    pub(crate) fn into_memory(self) -> Memory {
        let parts_of = |job: Job| {
            let (first, channel) = job.recorder.into_parts();
            std::iter::once(first).chain(channel.empty.try_iter()).chain(channel.reserve).collect()
        };
        self.jobs.into_iter().map(parts_of).collect()
    }
}

/// Runs `spec` on the prepared crew.
#[allow(clippy::too_many_arguments)]
pub(crate) fn run(
    spec: &RunSpec,
    ready: Ready,
    crew: &mut Crew,
    control: &mut Control,
    sampler: &mut Sampler,
    feed: &Feed,
    requests: &StopRequest,
) -> RealRunOutput {
    let Ready { jobs, ends, shared, done_count, result, grid, measure_end } = ready;
    let workers = jobs.len();
    for (worker, job) in crew.workers.iter().zip(jobs) {
        if worker.tasks.as_ref().is_none_or(|tasks| tasks.try_send(Task::Run(Box::new(job))).is_err()) {
            // Its thread has ended: without this worker the Run has another load, so the others end at once.
            shared.abort.store(true, Ordering::Relaxed);
        }
    }
    let turns = crew.workers.iter().take(workers).filter_map(|worker| worker.turns.clone()).collect();
    let mut watch = Watch::new(grid, measure_end, sampler, shared.clone(), turns);
    let heartbeat = Heartbeat::start(shared.clone());
    let director = Director {
        spec,
        control: &mut *control,
        ends: &ends,
        watch: &mut watch,
        shared: &shared,
        feed,
        requests,
        grid,
        ending: Ending { stopped: false, grid, measure_end },
        stop_since: None,
        given_up_at: None,
    };
    let ending = director.direct(&done_count);
    let beats = heartbeat.and_then(Heartbeat::end);
    let (workers_done, ended) = take_last_parts(control, &ends, &result, ending.measure_end);
    for index in (0..workers).filter(|index| workers_done.iter().all(|w| w.index != *index)) {
        // Its parts that were not handed over are lost; the others' figures are not.
        control.missing(index, ended);
        if let Some(worker) = crew.workers.get_mut(index) {
            worker.lost = true;
        }
    }
    while control.merge_next(|start, end| watch.conditions(start, end), |_, _| ()).is_some() {}
    // Engines with operations that hang are given up: their memory stays with the kernel.
    if workers_done.iter().any(|w| w.hung > 0 || w.broken.is_some()) || workers_done.len() < workers {
        crew.workers.clear();
        // Hung operations of a stack would come back to the slots of the next Run.
        crew.emulation = None;
    }
    RealRunOutput {
        aborted: shared.abort.load(Ordering::Relaxed),
        overdue: shared.overdue.load(Ordering::Relaxed),
        workers: workers_done,
        grid: ending.grid,
        measure_end: ending.measure_end,
        stopped: ending.stopped,
        unseen: watch.at_start.as_ref().map_or(Nanos(0), |(since, _)| *since - watch.measure_start),
        load: watch.over_measure,
        beats,
    }
}

/// Hands over what the workers sealed last; what each of them left, by number, and when the last of them ended.
fn take_last_parts(
    control: &mut Control,
    ends: &[WorkerEnd],
    result: &Receiver<WorkerOutput>,
    measure_end: Nanos,
) -> (Vec<WorkerOutput>, Nanos) {
    let mut done: Vec<WorkerOutput> = result.try_iter().collect();
    done.sort_by_key(|worker| worker.index);
    for (index, end) in ends.iter().enumerate() {
        while let Ok(part) = end.sealed.try_recv() {
            control.part(index, part);
        }
    }
    // Every worker's last part ends where the last of them ended, so that the last interval holds them all.
    let ended = done.iter().filter_map(|worker| Some(worker.last.as_ref()?.end)).max().unwrap_or(measure_end);
    for worker in &mut done {
        if let Some(mut last) = worker.last.take() {
            last.end = ended;
            control.part(worker.index, last);
        }
    }
    (done, ended)
}

/// How a Run's phases fell out.
#[derive(Clone, Copy, Debug)]
struct Ending {
    stopped: bool,
    grid: Grid,
    measure_end: Nanos,
}

/// The control's loop: takes parts, merges intervals, evaluates the stop rule, and gives up workers that hang.
struct Director<'a, 's> {
    spec: &'a RunSpec,
    control: &'a mut Control,
    ends: &'a [WorkerEnd],
    watch: &'a mut Watch<'s>,
    shared: &'a RunSignals,
    feed: &'a Feed,
    requests: &'a StopRequest,
    /// As planned.
    grid: Grid,
    ending: Ending,
    /// When the Run was first requested to stop.
    stop_since: Option<Nanos>,
    given_up_at: Option<Nanos>,
}

impl Director<'_, '_> {
    fn direct(mut self, done_count: &AtomicU64) -> Ending {
        let clock = MonotonicClock;
        let mut rate = 0.0;
        loop {
            let all_done = done_count.load(Ordering::Acquire) == self.ends.len() as u64;
            while let Some(achieved_per_s) = self.merge_next() {
                rate = achieved_per_s;
            }
            if all_done {
                return self.ending;
            }
            let now = clock.now();
            self.abort_where_asleep(now);
            self.begin_measure_where_steady(now);
            self.heed_ends(now);
            if self.gives_up(now) {
                return self.ending;
            }
            self.show_progress(now, rate);
            // Just after the next boundary, when there is something to merge.
            clock.sleep_until((self.grid.boundary_after(now) + Nanos(300_000)).min(now + LONGEST_LOOK));
        }
    }

    /// Takes what the workers have sealed; the achieved rate of the next interval that is whole.
    fn merge_next(&mut self) -> Option<f64> {
        for (worker, end) in self.ends.iter().enumerate() {
            while let Ok(part) = end.sealed.try_recv() {
                self.control.part(worker, part);
            }
        }
        let merged = self.control.merge_next(
            |start, end| self.watch.conditions(start, end),
            |worker, part| {
                let _ = self.ends[worker].empty.try_send(part);
            },
        );
        merged.map(|interval| interval.achieved_rate_per_s)
    }

    fn end_at(&mut self, at: Nanos) {
        self.ending.measure_end = at;
        self.control.set_measure_end(at);
        self.watch.measure_end = at;
        self.shared.measure_end.store(at.0, Ordering::Relaxed);
    }

    /// A worker that has not been awake for the deadline sits in a call that does not return.
    fn abort_where_asleep(&self, now: Nanos) {
        let asleep = |seen: &LastAwake| {
            let seen = Nanos(seen.0.load(Ordering::Relaxed)).max(self.grid.run_start);
            now - seen > self.spec.phases.io_deadline_ns
        };
        let RunSignals { overdue, seen, abort, .. } = self.shared;
        if now > self.grid.run_start && overdue.load(Ordering::Relaxed) == 0 && seen.iter().any(asleep) {
            overdue.fetch_add(1, Ordering::Relaxed);
            abort.store(true, Ordering::Relaxed);
        }
    }

    /// Where Warmup ends as soon as the target is steady, Measure begins at the next boundary that every worker sees coming.
    fn begin_measure_where_steady(&mut self, now: Nanos) {
        if !self.control.is_steady() || self.ending.grid.measure_start != self.grid.measure_start {
            return;
        }
        let at = self.ending.grid.boundary_after(now + END_NOTICE);
        if at < self.ending.grid.measure_start {
            self.ending.grid.measure_start = at;
            self.control.set_measure_start(at);
            self.watch.measure_start = at;
            self.shared.measure_start.store(at.0, Ordering::Relaxed);
            self.end_at(at + self.spec.phases.measure_ns);
        }
    }

    /// Ends Measure, and Drain with it, where there is a reason to end before the planned instant.
    fn heed_ends(&mut self, now: Nanos) {
        let is_stopping = self.requests.stop.load(Ordering::Relaxed);
        if self.shared.abort.load(Ordering::Relaxed) && now + END_NOTICE < self.ending.measure_end {
            self.end_at(now + END_NOTICE);
        }
        // Overdue operations get no further wait.
        let hopeless = self.shared.overdue.load(Ordering::Relaxed) > 0;
        let stopping_for = is_stopping.then(|| now - *self.stop_since.get_or_insert(now));
        let impatient = stopping_for.is_some_and(|since| since >= STOPPED_DRAIN);
        if (impatient || hopeless) && now >= self.ending.measure_end {
            // In Drain: nothing more is waited for.
            self.ending.stopped |= is_stopping;
            self.shared.give_up.store(true, Ordering::Relaxed);
        }
        if (is_stopping || self.control.wants_stop()) && now + END_NOTICE < self.ending.measure_end {
            // A stop in Warmup measures nothing, but still ends in order.
            self.ending.stopped = is_stopping;
            self.end_at(now + END_NOTICE);
        }
        let wanted = Nanos(self.requests.end_ns.load(Ordering::Relaxed));
        let earlier = wanted < self.ending.measure_end && now + END_NOTICE < self.ending.measure_end;
        if wanted > Nanos::ZERO && earlier {
            // The coordinator of a Run over several hosts has seen enough.
            self.end_at(wanted.max(now + END_NOTICE));
        }
    }

    /// Whether the workers that have not ended are left where they are. At the Run's own deadline they are ordered to
    /// give up; a worker that has not ended by [`LAST_WORD`] sits in a call that does not return.
    fn gives_up(&mut self, now: Nanos) -> bool {
        let over = self.ending.measure_end + self.spec.phases.drain_limit_ns + HANG_GRACE;
        if !self.shared.give_up.load(Ordering::Relaxed) && now <= over {
            return false;
        }
        self.shared.give_up.store(true, Ordering::Relaxed);
        now > *self.given_up_at.get_or_insert(now) + LAST_WORD
    }

    fn show_progress(&self, now: Nanos, achieved_rate_per_s: f64) {
        let phases = &self.spec.phases;
        self.feed.set_progress(Progress {
            phase: Some(match now {
                t if t < self.ending.grid.measure_start => Phase::Warmup,
                t if t < self.ending.measure_end => Phase::Measure,
                _ => Phase::Drain,
            }),
            elapsed_s: (now - self.grid.run_start).as_secs_f64(),
            limit_s: (phases.warmup_ns + phases.measure_ns).as_secs_f64(),
            achieved_rate_per_s,
        });
    }
}

//! A Run on the machine's clock: one thread per worker, and the caller's thread as control.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_base::random::stream;
use plimsoll_engine::buffers::{BufferPlan, Buffers};
use plimsoll_engine::engines::emulated::{Emulated, Emulation};
use plimsoll_engine::engines::{io_uring::Uring, null::Null, psync::Psync};
use plimsoll_host::{Counters, Sampler, SystemLoad};
use plimsoll_measure::recorder::{Grid, Part, Recorder};
use plimsoll_storage::StackSpec;
use plimsoll_workload::stream::Streams;

use crate::control::{Control, Feed, Progress};
use crate::error::RunError;
use crate::issuer::Issuer;
use crate::opened::Opened;
use crate::record::Phase;
use crate::resolve;
use crate::spec::{OnError, RunSpec};
use crate::worker::{Channel, Plan, Shared, WorkerDone, work};

/// Parts kept back for the begin and the end of Measure, and for an end that moves.
const RESERVE: usize = 3;

/// Parts of a worker: one in hand, one under way, two spare.
const PARTS: usize = 4;

/// A new end of Measure lies at least this far ahead, so that every worker sees it before it comes.
const END_NOTICE: Nanos = Nanos::from_millis(20);

/// The control looks at the workers at least this often.
const LONGEST_LOOK: Nanos = Nanos::from_millis(20);

/// An engine of any kind; the issue loop is compiled for each.
#[derive(Debug)]
enum AnyEngine {
    Null(Null),
    Psync(Psync),
    Uring(Box<Uring>),
    Emulated(Emulated),
}

/// The engines of a session, one per worker, kept from Run to Run.
#[derive(Debug, Default)]
pub struct Crew {
    engines: Vec<AnyEngine>,
    /// Slots that each engine has room for.
    slots: u32,
    emulation: Option<Arc<Mutex<Emulation>>>,
    buffer_seed: u64,
}

impl Crew {
    /// Makes the engines that a Run needs, where those at hand do not do.
    ///
    /// # Errors
    /// The system has no memory, rings or threads for them.
    pub fn prepare(&mut self, spec: &RunSpec, opened: &Opened, stack: Option<&StackSpec>) -> Result<(), RunError> {
        let workers = spec.load.workers();
        let slots = (0..workers).map(|w| spec.load.slots_of(w)).max().unwrap_or(1).max(1);
        // psync has a thread per slot, and with one slot none: its engines fit one number only.
        let exact = spec.engine == "psync" && slots != self.slots;
        if slots > self.slots || exact {
            self.engines.clear();
            self.slots = slots;
        }
        if let (Some(stack), true) = (stack, spec.engine == "emulated") {
            let emulation = self.emulation.get_or_insert_with(|| Emulation::new(stack, spec.seed, workers));
            emulation.lock().unwrap_or_else(std::sync::PoisonError::into_inner).set_workers(workers);
        }
        // Engines made for a deep queue are not kept for many shallow ones: their buffers would be many times too large.
        let kept = Buffers::bytes_needed(self.slots, spec.workload.largest_block().0 as u32, true, true);
        if self.slots > 4 * slots && kept * u64::from(workers) > resolve::MAX_BUFFER_BYTES {
            self.engines.clear();
            self.slots = slots;
        }
        let slots = self.slots;
        while self.engines.len() < workers as usize {
            let index = self.engines.len() as u32;
            let engine = match spec.engine.as_str() {
                "null" => AnyEngine::Null(Null::new(slots)),
                "emulated" => {
                    let emulation = self.emulation.clone().ok_or_else(|| RunError::usage("no stack to emulate"))?;
                    AnyEngine::Emulated(Emulated::new(emulation, index, slots, None))
                }
                name => {
                    let file = opened.file(spec.workload.writes())?;
                    self.buffer_seed = self.buffer_seed.wrapping_add(1);
                    let mut random = stream(spec.seed, "payload", self.buffer_seed);
                    let block = spec.workload.largest_block().0 as u32;
                    let (reads, writes) = (spec.workload.reads(), spec.workload.writes());
                    let buffers = Buffers::new(
                        BufferPlan { slots, block, reads, writes, payload: &spec.workload.payload, verifier: None },
                        &mut random,
                    )
                    .map_err(|e| RunError::io("cannot get memory for buffers", &e))?;
                    if name == "psync" {
                        let engine = Psync::new(file, buffers, slots, Default::default());
                        AnyEngine::Psync(engine.map_err(|e| RunError::io("cannot start threads for psync", &e))?)
                    } else {
                        let engine = Uring::new(file, buffers, slots, Default::default());
                        AnyEngine::Uring(Box::new(engine.map_err(|e| RunError::io("cannot set up io_uring", &e))?))
                    }
                }
            };
            self.engines.push(engine);
        }
        Ok(())
    }

    /// What the engines want said in the record.
    pub fn notes(&self) -> Vec<String> {
        match self.engines.first() {
            Some(AnyEngine::Uring(engine)) => engine.notes(),
            _ => Vec::new(),
        }
    }
}

/// What a real Run leaves beside its totals.
#[derive(Debug)]
pub struct RealDone {
    /// What each worker left.
    pub workers: Vec<WorkerDone>,
    /// End of Measure as it fell out.
    pub measure_end: Nanos,
    /// Interrupted.
    pub stopped: bool,
    /// Ended by an error.
    pub aborted: bool,
    /// What the machine did over Measure.
    pub load: Option<SystemLoad>,
}

/// Counts a worker as ended when it goes, however it goes.
struct CountOnDrop<'a>(&'a AtomicU64);

impl Drop for CountOnDrop<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Release);
    }
}

struct WorkerEnd {
    sealed: Receiver<Box<Part>>,
    empty: SyncSender<Box<Part>>,
}

/// Runs `spec` on the prepared crew.
#[allow(clippy::too_many_arguments)]
pub fn run(
    spec: &RunSpec,
    crew: &mut Crew,
    grid: Grid,
    measure_end: Nanos,
    control: &mut Control<'_>,
    sampler: &mut Sampler,
    feed: &Feed,
    stop: &AtomicBool,
) -> RealDone {
    let workers = spec.load.workers() as usize;
    let shared = Shared {
        measure_end: AtomicU64::new(measure_end.0),
        abort: AtomicBool::new(false),
        give_up: AtomicBool::new(false),
    };
    let kinds = spec.workload.kinds();
    let streams = Streams::new(&spec.workload, spec.seed, spec.load.workers());
    let done_count = AtomicU64::new(0);
    let (results, result) = sync_channel(workers);
    let mut ends = Vec::new();
    let mut watch = Watch::new(grid, measure_end, sampler);
    let mut outcome = (false, measure_end);
    let crowded = plimsoll_host::allowed_cores().map_or(true, |cores| cores.len() <= workers);
    std::thread::scope(|scope| {
        for (index, engine) in crew.engines.iter_mut().take(workers).enumerate() {
            let (seal, sealed) = sync_channel(PARTS + RESERVE);
            let (give, empty) = sync_channel(PARTS + RESERVE);
            let mut parts = Recorder::<Channel>::parts(kinds, &grid, PARTS + RESERVE);
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
                slots: spec.load.slots_of(index as u32).max(1),
                open: spec.load.offered_rate_per_s().is_some(),
                crowded,
            };
            let issuer =
                Issuer::new(streams.of(index as u32), &spec.load, spec.seed, index as u32, grid.run_start, measure_end);
            let due = issuer.due(grid.run_start);
            let channel = Channel { sealed: seal, empty, reserve };
            let recorder = Recorder::new(first, channel, grid, Some(&spec.stop.judged()), measure_end);
            let (shared, results, done_count) = (&shared, results.clone(), &done_count);
            let job = move || {
                // Counted even if it panics: the control must not wait for it for ever.
                let _count = CountOnDrop(done_count);
                let done = match engine {
                    AnyEngine::Null(e) => work(e, issuer, due, recorder, &plan, shared),
                    AnyEngine::Psync(e) => work(e, issuer, due, recorder, &plan, shared),
                    AnyEngine::Uring(e) => work(&mut **e, issuer, due, recorder, &plan, shared),
                    AnyEngine::Emulated(e) => work(e, issuer, due, recorder, &plan, shared),
                };
                let _ = results.send((index, done));
            };
            let spawned = std::thread::Builder::new().name(format!("plimsoll-{index}")).spawn_scoped(scope, job);
            if spawned.is_err() {
                // Without this worker the Run is not what was asked: the others end at once.
                shared.abort.store(true, Ordering::Relaxed);
                done_count.fetch_add(1, Ordering::Release);
            }
        }
        outcome = direct(control, &ends, &mut watch, &shared, &done_count, feed, stop, spec, grid, measure_end);
    });
    drop(results);
    let mut done: Vec<(usize, (WorkerDone, Channel))> = result.try_iter().collect();
    done.sort_by_key(|(index, _)| *index);
    let mut left = Vec::new();
    for (index, (worker, channel)) in done {
        while let Ok(part) = ends[index].sealed.try_recv() {
            control.part(index, part);
        }
        drop(channel);
        left.push((index, worker));
    }
    // Every worker's last part ends where the last of them ended, so that the last interval holds them all.
    let ended = left.iter().map(|(_, worker)| worker.last.end).max().unwrap_or(measure_end);
    let mut workers_done = Vec::new();
    for (index, mut worker) in left {
        worker.last.end = ended;
        // The last part is a husk once it has been handed over.
        let last = std::mem::replace(&mut worker.last, Recorder::<Channel>::parts([false; 4], &grid, 1).remove(0));
        control.part(index, last);
        workers_done.push(worker);
    }
    while control.merge_next(|start, end| watch.load(start, end), |_, _| ()).is_some() {}
    // Engines with operations that hang are given up: their memory stays with the kernel.
    if workers_done.iter().any(|w| w.hung > 0 || w.broken.is_some()) || workers_done.len() < workers {
        crew.engines.clear();
        // What hangs in a stack would come back to the slots of the next Run.
        crew.emulation = None;
    }
    RealDone {
        aborted: shared.abort.load(Ordering::Relaxed),
        workers: workers_done,
        measure_end: outcome.1,
        stopped: outcome.0,
        load: watch.over_measure,
    }
}

/// The control's loop: takes parts, merges intervals, asks the stop rule. Returns whether it was interrupted, and the
/// end of Measure.
#[allow(clippy::too_many_arguments)]
fn direct(
    control: &mut Control<'_>,
    ends: &[WorkerEnd],
    watch: &mut Watch<'_>,
    shared: &Shared,
    done_count: &AtomicU64,
    feed: &Feed,
    stop: &AtomicBool,
    spec: &RunSpec,
    grid: Grid,
    planned_end: Nanos,
) -> (bool, Nanos) {
    let clock = MonotonicClock;
    let mut measure_end = planned_end;
    let mut stopped = false;
    let mut rate = 0.0;
    loop {
        let all_done = done_count.load(Ordering::Acquire) == ends.len() as u64;
        for (worker, end) in ends.iter().enumerate() {
            while let Ok(part) = end.sealed.try_recv() {
                control.part(worker, part);
            }
        }
        while let Some(merged) = control.merge_next(
            |start, end| watch.load(start, end),
            |worker, part| {
                let _ = ends[worker].empty.try_send(part);
            },
        ) {
            rate = merged.achieved_rate_per_s;
        }
        if all_done {
            return (stopped, measure_end);
        }
        let now = clock.now();
        let asked = stop.load(Ordering::Relaxed);
        if shared.abort.load(Ordering::Relaxed) && now + END_NOTICE < measure_end {
            measure_end = now + END_NOTICE;
            control.set_measure_end(measure_end);
            watch.measure_end = measure_end;
            shared.measure_end.store(measure_end.0, Ordering::Relaxed);
        }
        if asked && now >= measure_end {
            // In Drain: nothing more is waited for.
            stopped = true;
            shared.give_up.store(true, Ordering::Relaxed);
        }
        if (asked || control.wants_stop()) && now + END_NOTICE < measure_end {
            // A stop in Warmup measures nothing, but still ends in order.
            measure_end = now + END_NOTICE;
            stopped = asked;
            control.set_measure_end(measure_end);
            watch.measure_end = measure_end;
            shared.measure_end.store(measure_end.0, Ordering::Relaxed);
        }
        feed.set_progress(Progress {
            phase: Some(match now {
                t if t < grid.measure_start => Phase::Warmup,
                t if t < measure_end => Phase::Measure,
                _ => Phase::Drain,
            }),
            elapsed_s: (now - grid.run_start).as_secs_f64(),
            limit_s: (spec.phases.warmup_ns + spec.phases.measure_ns).as_secs_f64(),
            achieved_rate_per_s: rate,
        });
        // Just after the next boundary, when there is something to merge.
        clock.sleep_until((grid.boundary_after(now) + Nanos(300_000)).min(now + LONGEST_LOOK));
    }
}

/// Samples the machine's counters when intervals are merged, and remembers those around Measure.
struct Watch<'a> {
    sampler: &'a mut Sampler,
    last: (Nanos, Counters),
    measure_start: Nanos,
    measure_end: Nanos,
    at_start: Option<(Nanos, Counters)>,
    over_measure: Option<SystemLoad>,
}

impl<'a> Watch<'a> {
    fn new(grid: Grid, measure_end: Nanos, sampler: &'a mut Sampler) -> Watch<'a> {
        let now = (MonotonicClock.now(), sampler.sample());
        let at_start = (grid.measure_start <= grid.run_start).then(|| now.clone());
        Watch { sampler, last: now, measure_start: grid.measure_start, measure_end, at_start, over_measure: None }
    }

    /// What the machine did since the last interval was merged: the same span, shifted by at most a look's delay.
    fn load(&mut self, _start: Nanos, end: Nanos) -> Option<SystemLoad> {
        let now = (MonotonicClock.now(), self.sampler.sample());
        let elapsed = now.0 - self.last.0;
        let load = (elapsed > Nanos::from_millis(1)).then(|| now.1.since(&self.last.1, elapsed.0));
        if end == self.measure_start {
            self.at_start = Some(now.clone());
        }
        if let (Some((since, counters)), true) = (&self.at_start, end <= self.measure_end && end > self.measure_start) {
            self.over_measure = Some(now.1.since(counters, (now.0 - *since).0));
        }
        self.last = now;
        load
    }
}

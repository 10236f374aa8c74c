//! A Run on the machine's clock: one thread per worker, and the caller's thread as control.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_base::random::stream;
use plimsoll_engine::buffers::{BufferPlan, Buffers};
use plimsoll_engine::engines;
use plimsoll_engine::engines::emulated::{Emulation, Lateness};
use plimsoll_engine::verify::Verification;
use plimsoll_engine::{AnyEngine, Drives, Engine, EngineKind, EngineTarget, EngineVisitor, OpenError, Opening};
use plimsoll_host::{Counters, Sampler, SystemLoad, Turns};
use plimsoll_measure::recorder::{Grid, Part, Recorder};

use crate::control::{Conditions, Control, Feed, Progress, StopRequest};
use crate::error::{ErrorKind, RunError};
use crate::heartbeat::{Beats, Heartbeat};
use crate::issuer::{DueCounter, Issuer, Issuers};
use crate::record::{IntervalStillness, Phase};
use crate::resolve;
use crate::spec::{OnError, RunSpec};
use crate::target::Opened;
use crate::worker::{Channel, HANG_GRACE, LastAwake, Plan, RunSignals, WorkerDone, gathered, work};

/// Parts kept back for the begin and the end of Measure, and for an end that moves.
const RESERVE: usize = 3;

/// Parts of a worker: one in hand, one under way, two spare.
const PARTS: usize = 4;

/// A new end of Measure lies at least this far ahead, so that every worker sees it before it comes: longer than a worker
/// waits without looking.
const END_NOTICE: Nanos = Nanos::from_millis(60);

/// What was due when a Run is stopped may finish for so long: then its figures are those of every operation, and a file of
/// our own is sealed. Longer than a loaded disk takes, short enough for whoever pressed Ctrl-C.
const STOPPED_DRAIN: Nanos = Nanos::from_secs(1);

/// A worker that was told to give up and has not ended after this sits in a call that does not return: it is left there.
const LAST_WORD: Nanos = Nanos::from_secs(2);

/// A worker that has not answered a roll call by then is not waited for: it comes late, or sits in a call.
const LONGEST_ROLL_CALL: Nanos = Nanos::from_millis(500);

/// The control looks at the workers at least this often.
const LONGEST_LOOK: Nanos = Nanos::from_millis(20);

/// One Run's work for one worker.
struct Job {
    issuer: Issuer,
    due: DueCounter,
    recorder: Recorder<Channel>,
    plan: Plan,
    shared: Arc<RunSignals>,
    /// Counted when the job is over, however it ends.
    over: CountOnDrop,
    results: SyncSender<(usize, WorkerDone)>,
}

impl EngineVisitor for Job {
    type Output = ();

    fn visit<E: Engine>(self, engine: &mut E) {
        let Job { issuer, due, recorder, plan, shared, over, results } = self;
        let done = work(engine, issuer, due, recorder, &plan, &shared);
        // Nobody listens to a worker that was given up.
        let _ = results.send((plan.index, done));
        drop(over);
    }
}

/// What a worker is told.
enum Task {
    /// To say that it is awake.
    Answer(SyncSender<()>),
    Run(Box<Job>),
}

/// A worker that lives as long as the session: a thread with its engine. Its ring, files and buffers stay open from Run
/// to Run. Dropped, it ends when it is idle; one that hangs in a call keeps its memory and is left alone.
#[derive(Debug)]
struct Worker {
    /// None once it was told to end.
    tasks: Option<SyncSender<Task>>,
    /// What the scheduler accounts to its thread; none where the kernel does not tell.
    turns: Option<Arc<Turns>>,
    thread: Option<std::thread::JoinHandle<()>>,
    /// It sits in a call that does not return: nobody waits for it.
    lost: bool,
    notes: Vec<String>,
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.tasks = None;
        let until = MonotonicClock.now() + LAST_WORD;
        // Its engine says goodbye to servers and gives the target back; whoever opens it next must not meet it there.
        while let Some(thread) = self.thread.take_if(|_| !self.lost) {
            if thread.is_finished() {
                // Not joined: what it had to do is done, and the system's own end of a thread waits for what its ring still
                // has with a target that hangs.
                drop(thread);
            } else if MonotonicClock.now() < until {
                self.thread = Some(thread);
                MonotonicClock.sleep_until(MonotonicClock.now() + Nanos::from_millis(1));
            }
        }
    }
}

impl Worker {
    fn start(index: usize, mut engine: AnyEngine) -> std::io::Result<Worker> {
        let notes = engine.notes();
        // Room for a Run behind a roll call that nobody waits for any more.
        let (tasks, inbox) = sync_channel::<Task>(2);
        let (account, of_thread) = sync_channel(1);
        let thread = std::thread::Builder::new().name(format!("plimsoll-{index}")).spawn(move || {
            // The one who started it waits for it.
            let _ = account.send(Turns::of_this_thread());
            while let Ok(task) = inbox.recv() {
                match task {
                    Task::Run(job) => engine.accept(*job),
                    Task::Answer(here) => {
                        let _ = here.try_send(());
                    }
                }
            }
        })?;
        let turns = of_thread.recv().ok().flatten().map(Arc::new);
        Ok(Worker { tasks: Some(tasks), turns, thread: Some(thread), lost: false, notes })
    }
}

/// The workers of a session, kept from Run to Run.
#[derive(Debug, Default)]
pub(crate) struct Crew {
    workers: Vec<Worker>,
    /// Name of their engines.
    engine: String,
    /// Slots that each engine has room for.
    slots: u32,
    emulation: Option<Arc<Mutex<Emulation>>>,
    buffer_seed: u64,
}

impl Crew {
    /// How late the emulated stack was in the last Run; none without one.
    pub(crate) fn lateness(&self) -> Option<Lateness> {
        let emulation = self.emulation.as_ref()?;
        Some(emulation.lock().unwrap_or_else(std::sync::PoisonError::into_inner).lateness())
    }

    /// Makes the workers that a Run needs, where those at hand do not do.
    ///
    /// # Errors
    /// The system has no memory, rings or threads for them.
    pub(crate) fn prepare(
        &mut self,
        spec: &RunSpec,
        opened: &[Opened],
        verification: &[Arc<Verification>],
    ) -> Result<(), RunError> {
        let here = spec.workers_here();
        let workers = here.len() as u32;
        let slots = here.map(|w| spec.load.slots_of(w)).max().unwrap_or(1).max(1);
        let kind = kind_of(spec)?;
        let exact = kind.exact_slots && slots != self.slots;
        if slots > self.slots || exact || spec.engine != self.engine {
            self.engine.clone_from(&spec.engine);
            self.workers.clear();
            self.slots = slots;
        }
        if let (Some(stack), true) = (&spec.target.stack, kind.drives == Drives::Stack) {
            let emulation = self.emulation.get_or_insert_with(|| Emulation::new(stack, spec.seed, workers));
            emulation.lock().unwrap_or_else(std::sync::PoisonError::into_inner).set_workers(workers);
        }
        // Engines made for a deep queue are not kept for many shallow ones: their buffers would be many times too large.
        let kept = Buffers::bytes_needed(self.slots, spec.workload.largest_block().0 as u32, true, true);
        if self.slots > 4 * slots && kept * u64::from(workers) > resolve::MAX_BUFFER_BYTES {
            self.workers.clear();
            self.slots = slots;
        }
        while self.workers.len() < workers as usize {
            let index = self.workers.len();
            let engine = self.make(spec, &opened[index % opened.len()], index as u32, verification)?;
            let worker = Worker::start(index, engine);
            self.workers.push(worker.map_err(|e| RunError::io("cannot start a thread for a worker", &e))?);
        }
        Ok(())
    }

    /// Waits until the workers of a Run are awake; how long that took. On a busy machine it tells how far ahead its first
    /// instant must lie.
    pub(crate) fn roll_call(&self, workers: usize) -> Nanos {
        let began = MonotonicClock.now();
        let (here, answers) = sync_channel(workers);
        let asked = self.workers.iter().take(workers).filter_map(|worker| worker.tasks.as_ref());
        let asked = asked.filter(|tasks| tasks.try_send(Task::Answer(here.clone())).is_ok()).count();
        for _ in 0..asked {
            let left = began + LONGEST_ROLL_CALL - MonotonicClock.now();
            if answers.recv_timeout(Duration::from_nanos(left.0)).is_err() {
                break;
            }
        }
        MonotonicClock.now() - began
    }

    fn make(
        &mut self,
        spec: &RunSpec,
        opened: &Opened,
        index: u32,
        verification: &[Arc<Verification>],
    ) -> Result<AnyEngine, RunError> {
        let slots = self.slots;
        let workload = &spec.workload;
        let kind = kind_of(spec)?;
        let options = resolve::engine_options(&spec.engine_options, kind, workload)?;
        self.buffer_seed = self.buffer_seed.wrapping_add(1);
        let mut random = stream(spec.seed_here(), "payload", self.buffer_seed);
        let mut memory = || {
            let plan = BufferPlan {
                slots,
                block: workload.largest_block().0 as u32,
                reads: workload.reads(),
                writes: workload.writes(),
                payload: &workload.payload,
                verifier: (!verification.is_empty())
                    .then(|| verification[index as usize % verification.len()].verifier(index)),
                plain_pages: options.plain_pages,
            };
            Buffers::new(plan, &mut random)
        };
        let target = match kind.drives {
            Drives::Files => EngineTarget::File(opened.file(workload.changes())?),
            Drives::Nbd => EngineTarget::Export(opened.nbd(workload.changes())?),
            Drives::Null => EngineTarget::Nothing,
            Drives::Stack => {
                EngineTarget::Stack(self.emulation.clone().ok_or_else(|| RunError::usage("no stack to emulate"))?)
            }
        };
        let keeps_content = workload.verify;
        let opening = Opening { target, worker: index, slots, options, keeps_content, memory: &mut memory };
        AnyEngine::open(kind, opening).map_err(|error| match error {
            OpenError::System { doing, error } => RunError::io(doing, &error),
            other => RunError::new(ErrorKind::Io, other.to_string()),
        })
    }

    /// What the engines want said in the record.
    pub(crate) fn notes(&self) -> Vec<String> {
        self.workers.first().map(|worker| worker.notes.clone()).unwrap_or_default()
    }
}

fn kind_of(spec: &RunSpec) -> Result<&'static EngineKind, RunError> {
    engines::find(&spec.engine).ok_or_else(|| RunError::usage(format!("unknown engine '{}'", spec.engine)))
}

/// Bytes that the histograms of one worker take.
pub(crate) fn parts_bytes(kinds: [bool; 4], grid: &Grid) -> u64 {
    (PARTS + RESERVE) as u64 * Part::bytes(kinds, grid)
}

/// What a real Run leaves beside its totals.
#[derive(Debug)]
pub(crate) struct RealDone {
    /// What each worker left.
    pub(crate) workers: Vec<WorkerDone>,
    /// End of Measure as it fell out.
    pub(crate) measure_end: Nanos,
    /// Interrupted.
    pub(crate) stopped: bool,
    /// Ended by an error.
    pub(crate) aborted: bool,
    /// Operations of a worker that had been out for longer than the deadline when it ended the Run.
    pub(crate) overdue: u64,
    /// Where Measure began: earlier than planned when Warmup ended as soon as the target was steady.
    pub(crate) grid: Grid,
    /// What the machine did over Measure.
    pub(crate) load: Option<SystemLoad>,
    /// From the begin of Measure to the sample from which `load` counts.
    pub(crate) unseen: Nanos,
    /// What the heartbeat tells; none when no thread could be had for it.
    pub(crate) beats: Option<Beats>,
}

/// Counts a worker as ended when it goes, however it goes: the control must not wait for one that panicked for ever.
struct CountOnDrop(Arc<AtomicU64>);

impl Drop for CountOnDrop {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Release);
    }
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

/// A Run that has everything it needs: what is left is to tell the workers.
pub(crate) struct Ready {
    jobs: Vec<Job>,
    ends: Vec<WorkerEnd>,
    shared: Arc<RunSignals>,
    done_count: Arc<AtomicU64>,
    result: Receiver<(usize, WorkerDone)>,
    grid: Grid,
    measure_end: Nanos,
}

impl Ready {
    /// Of `memory`, which holds the parts of every worker.
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
                kernel_queue: engines::find(&spec.engine).is_some_and(|kind| kind.kernel_queue),
                io_deadline: spec.phases.io_deadline_ns,
                verify: spec.workload.verify,
                gathered: gathered(spec),
            };
            let issuer = issuers.of(index as u32, measure_end);
            let due = issuer.due(grid.run_start);
            let channel = Channel { sealed: seal, empty, reserve };
            let recorder = Recorder::new(first, channel, grid, Some(&spec.stop.judged()), measure_end);
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
    asked: &StopRequest,
) -> RealDone {
    let Ready { jobs, ends, shared, done_count, result, grid, measure_end } = ready;
    let workers = jobs.len();
    for (worker, job) in crew.workers.iter().zip(jobs) {
        if worker.tasks.as_ref().is_none_or(|tasks| tasks.try_send(Task::Run(Box::new(job))).is_err()) {
            // Its thread has ended: without this worker the Run is not what was asked, the others end at once.
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
        asked,
        grid,
        ending: Ending { stopped: false, grid, measure_end },
        asked_at: None,
        given_up_at: None,
    };
    let ending = director.direct(&done_count);
    let beats = heartbeat.and_then(Heartbeat::end);
    let mut done: Vec<(usize, WorkerDone)> = result.try_iter().collect();
    done.sort_by_key(|(index, _)| *index);
    for (index, end) in ends.iter().enumerate() {
        while let Ok(part) = end.sealed.try_recv() {
            control.part(index, part);
        }
    }
    // Every worker's last part ends where the last of them ended, so that the last interval holds them all.
    let ends_at = done.iter().filter_map(|(_, worker)| worker.last.as_ref()).map(|last| last.end);
    let ended = ends_at.max().unwrap_or(ending.measure_end);
    let mut workers_done = Vec::new();
    for (index, mut worker) in done {
        if let Some(mut last) = worker.last.take() {
            last.end = ended;
            control.part(index, last);
        }
        workers_done.push(worker);
    }
    for index in (0..workers).filter(|index| workers_done.iter().all(|w| w.index != *index)) {
        // What it has not handed over is lost with it; the others' figures are not.
        control.missing(index, ended);
        if let Some(worker) = crew.workers.get_mut(index) {
            worker.lost = true;
        }
    }
    while control.merge_next(|start, end| watch.conditions(start, end), |_, _| ()).is_some() {}
    // Engines with operations that hang are given up: their memory stays with the kernel.
    if workers_done.iter().any(|w| w.hung > 0 || w.broken.is_some()) || workers_done.len() < workers {
        crew.workers.clear();
        // What hangs in a stack would come back to the slots of the next Run.
        crew.emulation = None;
    }
    RealDone {
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

/// How a Run's phases fell out.
#[derive(Clone, Copy, Debug)]
struct Ending {
    stopped: bool,
    grid: Grid,
    measure_end: Nanos,
}

/// The control's loop: takes parts, merges intervals, asks the stop rule, and gives up workers that hang.
struct Director<'a, 's> {
    spec: &'a RunSpec,
    control: &'a mut Control,
    ends: &'a [WorkerEnd],
    watch: &'a mut Watch<'s>,
    shared: &'a RunSignals,
    feed: &'a Feed,
    asked: &'a StopRequest,
    /// As planned.
    grid: Grid,
    ending: Ending,
    /// Since when somebody wants the Run to stop.
    asked_at: Option<Nanos>,
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
        let asked = self.asked.stop.load(Ordering::Relaxed);
        if self.shared.abort.load(Ordering::Relaxed) && now + END_NOTICE < self.ending.measure_end {
            self.end_at(now + END_NOTICE);
        }
        // What is overdue is not waited for once more.
        let hopeless = self.shared.overdue.load(Ordering::Relaxed) > 0;
        let asked_since = asked.then(|| now - *self.asked_at.get_or_insert(now));
        let impatient = asked_since.is_some_and(|since| since >= STOPPED_DRAIN);
        if (impatient || hopeless) && now >= self.ending.measure_end {
            // In Drain: nothing more is waited for.
            self.ending.stopped |= asked;
            self.shared.give_up.store(true, Ordering::Relaxed);
        }
        if (asked || self.control.wants_stop()) && now + END_NOTICE < self.ending.measure_end {
            // A stop in Warmup measures nothing, but still ends in order.
            self.ending.stopped = asked;
            self.end_at(now + END_NOTICE);
        }
        let wanted = Nanos(self.asked.end_ns.load(Ordering::Relaxed));
        let earlier = wanted < self.ending.measure_end && now + END_NOTICE < self.ending.measure_end;
        if wanted > Nanos::ZERO && earlier {
            // The coordinator of a Run over several hosts has seen enough.
            self.end_at(wanted.max(now + END_NOTICE));
        }
    }

    /// Whether the workers that have not ended are left where they are: at the Run's own deadline they are told to give up,
    /// and who has not by [`LAST_WORD`] sits in a call that does not return.
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

/// How long the workers were ready and waited for a processor, all together.
fn waited(turns: &[Arc<Turns>]) -> Nanos {
    Nanos(turns.iter().filter_map(|turns| turns.read()).map(|turn| turn.waited_ns).sum())
}

/// Samples the machine's counters when intervals are merged, and remembers those around Measure.
struct Watch<'a> {
    sampler: &'a mut Sampler,
    last: (Nanos, Counters),
    measure_start: Nanos,
    measure_end: Nanos,
    at_start: Option<(Nanos, Counters)>,
    over_measure: Option<SystemLoad>,
    /// Where the heartbeat tells how still the machine stands,
    shared: Arc<RunSignals>,
    /// what the scheduler accounts to each worker,
    turns: Vec<Arc<Turns>>,
    /// and what they had told by the last interval: stood still, waited, and waited of all workers together.
    told: (Nanos, Nanos, Nanos),
}

impl<'a> Watch<'a> {
    fn new(
        grid: Grid,
        measure_end: Nanos,
        sampler: &'a mut Sampler,
        shared: Arc<RunSignals>,
        turns: Vec<Arc<Turns>>,
    ) -> Watch<'a> {
        let told = (Nanos::ZERO, Nanos::ZERO, waited(&turns));
        let now = (MonotonicClock.now(), sampler.sample());
        let at_start = (grid.measure_start <= grid.run_start).then(|| now.clone());
        Watch {
            sampler,
            last: now,
            measure_start: grid.measure_start,
            measure_end,
            at_start,
            over_measure: None,
            shared,
            turns,
            told,
        }
    }

    /// What the machine did since the last interval was merged: the same span, shifted by at most a look's delay.
    fn conditions(&mut self, _start: Nanos, end: Nanos) -> Conditions {
        let now = (MonotonicClock.now(), self.sampler.sample());
        let elapsed = now.0 - self.last.0;
        let long = elapsed > Nanos::from_millis(1);
        let load = long.then(|| now.1.since(&self.last.1, elapsed.0));
        let stillness = long.then(|| self.stillness(now.0, elapsed));
        if end == self.measure_start {
            self.at_start = Some(now.clone());
        }
        if let (Some((since, counters)), true) = (&self.at_start, end <= self.measure_end && end > self.measure_start) {
            self.over_measure = Some(now.1.since(counters, (now.0 - *since).0));
        }
        self.last = now;
        Conditions { load, stillness }
    }

    fn stillness(&mut self, now: Nanos, elapsed: Nanos) -> IntervalStillness {
        let told = (self.shared.still.total(now), self.shared.still.waited(), waited(&self.turns));
        let share = |now: Nanos, then: Nanos| (now - then).0 as f64 / elapsed.0 as f64;
        let stillness = IntervalStillness {
            stood_still_share: share(told.0, self.told.0).min(1.0),
            waited_share: share(told.1, self.told.1).min(1.0),
            workers_waited_share: (!self.turns.is_empty())
                .then(|| (share(told.2, self.told.2) / self.turns.len() as f64).min(1.0)),
        };
        self.told = told;
        stillness
    }
}

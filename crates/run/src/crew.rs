//! The workers of a session: threads with their engines, kept from Run to Run.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_base::random::stream;
use plimsoll_engine::buffers::{BufferPlan, Buffers};
use plimsoll_engine::engines::emulated::{Emulation, Lateness};
use plimsoll_engine::verify::Verification;
use plimsoll_engine::{AnyEngine, Drives, Engine, EngineKind, EngineTarget, EngineVisitor, OpenError, Opening};
use plimsoll_host::Turns;
use plimsoll_measure::recorder::Recorder;

use crate::error::{ErrorKind, RunError};
use crate::issuer::{DueCounter, Issuer};
use crate::resolve;
use crate::spec::RunSpec;
use crate::target::OpenTarget;
use crate::worker::{Channel, Plan, RunSignals, WorkerOutput, work};

/// A worker that has not ended this long after its cancellation sits in a call that does not return. It is left there.
pub(crate) const LAST_WORD: Nanos = Nanos::from_secs(2);

/// A worker that has not answered a roll call by then is not waited for: it comes late, or sits in a call.
const LONGEST_ROLL_CALL: Nanos = Nanos::from_millis(500);

/// One Run's work for one worker.
pub(crate) struct Job {
    pub(crate) issuer: Issuer,
    pub(crate) due: DueCounter,
    pub(crate) recorder: Recorder<Channel>,
    pub(crate) plan: Plan,
    pub(crate) shared: Arc<RunSignals>,
    /// Counted when the job is over, however it ends.
    pub(crate) over: CountOnDrop,
    pub(crate) results: SyncSender<WorkerOutput>,
}

impl EngineVisitor for Job {
    type Output = ();

    fn visit<E: Engine>(self, engine: &mut E) {
        let Job { issuer, due, recorder, plan, shared, over, results } = self;
        let done = work(engine, issuer, due, recorder, &plan, &shared);
        // The receiver of a worker that was given up is gone.
        let _ = results.send(done);
        drop(over);
    }
}

/// An order to a worker.
pub(crate) enum Task {
    /// Answer, to show that the worker is awake.
    Answer(SyncSender<()>),
    Run(Box<Job>),
}

/// A worker that lives as long as the session: a thread with its engine. Its ring, files and buffers stay open from Run
/// to Run. Dropped, it ends when it is idle; one that hangs in a call keeps its memory and is left alone.
#[derive(Debug)]
pub(crate) struct Worker {
    /// None once the worker was ordered to end.
    pub(crate) tasks: Option<SyncSender<Task>>,
    /// The scheduler's account of its thread; none where the kernel offers none.
    pub(crate) turns: Option<Arc<Turns>>,
    thread: Option<std::thread::JoinHandle<()>>,
    /// The worker sits in a call that does not return. No one waits for it.
    pub(crate) lost: bool,
    notes: Vec<String>,
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.tasks = None;
        let until = MonotonicClock.now() + LAST_WORD;
        // Its engine leaves servers and gives the target back, so that the next one to open it does not meet it there.
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
        // Room for a Run behind a roll call that has timed out.
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
    pub(crate) workers: Vec<Worker>,
    /// Name of their engines.
    engine: String,
    /// Slots that each engine has room for.
    slots: u32,
    pub(crate) emulation: Option<Arc<Mutex<Emulation>>>,
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
        opened: &[OpenTarget],
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
        let kept = plimsoll_engine::buffer_bytes(self.slots, spec.workload.largest_block().0 as u32, true, true);
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

    /// Waits until the workers of a Run are awake, and returns how long that took. On a busy machine the first instant
    /// has to lie that far ahead.
    pub(crate) fn roll_call(&self, workers: usize) -> Nanos {
        let began = MonotonicClock.now();
        let (here, answers) = sync_channel(workers);
        let tasks = self.workers.iter().take(workers).filter_map(|worker| worker.tasks.as_ref());
        let awaited = tasks.filter(|tasks| tasks.try_send(Task::Answer(here.clone())).is_ok()).count();
        for _ in 0..awaited {
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
        opened: &OpenTarget,
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

    /// Notes of the engines for the record.
    pub(crate) fn notes(&self) -> Vec<String> {
        self.workers.first().map(|worker| worker.notes.clone()).unwrap_or_default()
    }
}

fn kind_of(spec: &RunSpec) -> Result<&'static EngineKind, RunError> {
    plimsoll_engine::find(&spec.engine).ok_or_else(|| RunError::usage(format!("unknown engine '{}'", spec.engine)))
}

/// Counts a worker as ended when it goes, however it goes: the control must not wait for one that panicked for ever.
pub(crate) struct CountOnDrop(pub(crate) Arc<AtomicU64>);

impl Drop for CountOnDrop {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Release);
    }
}

//! One worker on the real clock: a thread that keeps its schedule, and writes down what happens.
//!
//! Budget on the null engine at queue depth 32: 90 ns of CPU an operation, of which about 30 ns are five histogram
//! records, 10 ns the operation and its address, and 3 clock reads of 25 to 50 ns are shared by the batch. Once the loop
//! has begun it does not allocate, lock, log or format; it makes the engine's system calls and no others.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};

use plimsoll_base::clock::{Clock, tighten_timer_slack};
use plimsoll_base::{Nanos, OpKind};
use plimsoll_engine::engines::ONE_PER_CALL;
use plimsoll_engine::{Completion, Engine, Wait};
use plimsoll_measure::recorder::{Part, PartExchange, Recorder};

use plimsoll_workload::Load;

use crate::issuer::{DueCounter, Issuer, Next};
use crate::spec::RunSpec;
use crate::still::{LATE_BEAT, Still};
use crate::totals::{Ages, FirstError, write_age};

mod blocked_calls;

use blocked_calls::{BlockedCalls, OwnThread, ThisThread};

/// A worker looks at the Run's end and at requests to stop at least this often.
const LONGEST_WAIT: Nanos = Nanos::from_millis(50);

/// A worker that has issued all its bytes looks this often whether the others have: Measure ends late by as much at most.
const SPENT_WAIT: Nanos = Nanos::from_millis(1);

/// Operations that hang at the end of Drain are waited for this long before their engine is given up.
pub(crate) const HANG_GRACE: Nanos = Nanos::from_secs(5);

/// Operations of one submit call at most. Between two calls we look for completions and for operations that have become
/// ready, so that neither waits for a long batch.
const BATCH: usize = 64;

/// A submit call should not take longer than this while the schedule is kept: the batch shrinks to what has fitted lately (a
/// direct I/O costs the kernel some microseconds, so that 64 of them would make the 65th late by more than we allow ourselves).
/// A worker that is behind its schedule may take as long as it is behind already: what waits is late anyway, and a call has
/// a cost of its own, whatever it carries, so that small batches would never catch up.
const SUBMIT_SPAN: Nanos = Nanos(15_000);

/// Operations of one submit call at most when a worker is behind: completions are looked for after each call.
const LARGEST_BATCH: usize = 1024;

/// No call is planned longer than this, however far behind: completions that wait for it are stamped late by as much.
const LONGEST_SUBMIT: Nanos = Nanos(1_000_000);

/// One submit call in this many of a closed load is made apart from waiting, so that submission latency is known. The
/// others submit and wait in one call, where it is not.
const SEPARATE_EVERY: u64 = 128;

/// The first submissions of a closed load are made apart, to learn the cost of submitting an operation.
const FIRST_SEPARATE: u64 = 32;

/// A closed load is woken when this share of its queue has finished, at the earliest: at queue depth 32 for every second
/// completion. Fewer wakes cost less; the first of n completions is stamped late by what the others take, on average
/// (n - 1) / 2N of the mean latency with N outstanding, 1.6 % at 32 and at most 3.2 %. An open load is woken for each.
const GATHERED_SHARE: u32 = 16;

/// However deep the queue.
const MAX_GATHERED: u32 = 8;

/// How often a worker looks for operations that have been out for longer than the Run's deadline.
const DEADLINE_LOOK: Nanos = Nanos::from_millis(250);

/// No sleep is shorter than this.
const MIN_SLEEP: Nanos = Nanos(1_000);

/// Sleeps end late: by microseconds on a quiet host, by hundreds of them where a hypervisor must wake the processor
/// first. The worker wakes earlier by a margin that follows what it has seen and looks for completions until the instant
/// has come. The margin is at most this. It makes the median punctual; a longer one costs more than it brings: who spins
/// has used up its turn when others want the processor, and waits for milliseconds (decision 0007-own-lateness: at 2,000 a
/// second on a busy machine p99 of own lag was 6.6 ms with a margin of up to 1 ms, 3.0 with 60 us, 2.2 with 30 us, and the
/// processor time 150, 81 and 62 us an operation).
const LONGEST_SPIN: Nanos = Nanos(30_000);

/// State that the workers of a Run share with the thread that controls it.
#[derive(Debug)]
pub(crate) struct RunSignals {
    pub(crate) measure_end: AtomicU64,
    /// Some worker met an error that ends the Run.
    pub(crate) abort: AtomicBool,
    /// Nothing more is waited for: what has not finished enters with its age.
    pub(crate) give_up: AtomicBool,
    /// Workers that have issued all the bytes they were to, and have none outstanding.
    pub(crate) spent: AtomicU64,
    /// Operations that were out for longer than the deadline, over all workers.
    pub(crate) overdue: AtomicU64,
    /// The last instant at which each worker was seen awake, ns: one that sits in a call is not.
    pub(crate) seen: Vec<LastAwake>,
    pub(crate) measure_start: AtomicU64,
    /// When this machine stood still, from the heartbeat.
    pub(crate) still: Still,
}

impl RunSignals {
    pub(crate) fn new(workers: usize, measure_start: Nanos, measure_end: Nanos) -> RunSignals {
        RunSignals {
            measure_end: AtomicU64::new(measure_end.0),
            measure_start: AtomicU64::new(measure_start.0),
            abort: AtomicBool::new(false),
            give_up: AtomicBool::new(false),
            spent: AtomicU64::new(0),
            overdue: AtomicU64::new(0),
            still: Still::default(),
            seen: (0..workers).map(|_| LastAwake::default()).collect(),
        }
    }
}

/// An instant on a cache line of its own: each worker writes its own in every turn.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(crate) struct LastAwake(pub AtomicU64);

/// Sealed parts out, empty ones in.
#[derive(Debug)]
pub(crate) struct Channel {
    /// To the control.
    pub(crate) sealed: SyncSender<Box<Part>>,
    /// From the control.
    pub(crate) empty: Receiver<Box<Part>>,
    /// Kept for the begin and the end of Measure, where a part must be sealed even if the control is behind. Parts change
    /// hands in their boxes.
    #[allow(clippy::vec_box)]
    pub(crate) reserve: Vec<Box<Part>>,
}

impl PartExchange for Channel {
    fn exchange(&mut self, part: &mut Box<Part>, required: bool) -> bool {
        let mut empty = match self.empty.try_recv() {
            Ok(empty) => empty,
            Err(_) if required => match self.reserve.pop() {
                Some(empty) => empty,
                None => return false,
            },
            Err(_) => return false,
        };
        std::mem::swap(part, &mut empty);
        // The channel has room for every part that exists.
        let sent = self.sealed.try_send(empty);
        debug_assert!(sent.is_ok());
        true
    }
}

/// Output of a worker beside its parts.
#[derive(Debug)]
pub(crate) struct WorkerOutput {
    pub(crate) index: usize,
    /// The last part; none once it has been handed over.
    pub(crate) last: Option<Box<Part>>,
    /// Ages of what never finished.
    pub(crate) ages: Ages,
    /// Whether its operations waited for a slot at the end of Measure.
    pub(crate) at_cap: bool,
    /// Operations still in flight when the worker gave up; its engine must not be used again.
    pub(crate) hung: u64,
    pub(crate) ended: Nanos,
    /// Clock reads in the loop.
    pub(crate) clock_reads: u64,
    /// System calls of the engine.
    pub(crate) system_calls: u64,
    /// Operations submitted.
    pub(crate) issued: u64,
    /// Largest batch that shared a submission stamp.
    pub(crate) largest_batch: u64,
    /// Looks for completions: number, summed and longest gap while awake with operations outstanding.
    pub(crate) looks: (u64, u64, u64),
    /// Time of Measure inside submit calls that the target made wait.
    pub(crate) held: Nanos,
    pub(crate) errors: Vec<(i32, u64)>,
    pub(crate) first_error: Option<FirstError>,
    /// The interface itself failed.
    pub(crate) broken: Option<String>,
}

/// Settings of a worker beside its engine.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) start: Nanos,
    pub(crate) drain_limit: Nanos,
    /// Whether an error ends the Run.
    pub(crate) stop_on_error: bool,
    pub(crate) slots: u32,
    pub(crate) index: usize,
    /// Operations come by a schedule.
    pub(crate) open: bool,
    /// The engine hands operations to a queue of the kernel's, which may be full and make the call wait.
    pub(crate) kernel_queue: bool,
    /// An operation that is out for longer has hung.
    pub(crate) io_deadline: Nanos,
    /// Whether data of finished reads is verified.
    pub(crate) verify: bool,
    /// Completions that a wait gathers; see [`gathered`].
    pub(crate) gathered: u32,
}

/// Completions that a wait gathers under a load: more than one only where the queue stays full and operations are alike.
/// Among unlike ones a fast operation would be stamped when a slow one has finished.
pub(crate) fn completions_per_wait(spec: &RunSpec) -> u32 {
    let (load, workload) = (&spec.load, &spec.workload);
    if spec.engine_options.iter().any(|option| option == ONE_PER_CALL.name) {
        return 1;
    }
    let alike = workload.kinds().iter().filter(|on| **on).count() == 1 && workload.block_size_bytes.is_some();
    match load {
        Load::Closed { queue_depth, think: None, cap: None, bursts: None, .. } if alike => {
            (queue_depth / GATHERED_SHARE).clamp(1, MAX_GATHERED)
        }
        _ => 1,
    }
}

/// The issue loop. Returns when everything intended has finished, or Drain has reached its limit.
pub(crate) fn work<E: Engine>(
    engine: &mut E,
    issuer: Issuer,
    due: DueCounter,
    recorder: Recorder<Channel>,
    plan: &Plan,
    shared: &RunSignals,
) -> WorkerOutput {
    work_on(engine, issuer, due, recorder, plan, shared, ThisThread::new())
}

/// Works on the thread and clock of `own`.
fn work_on<E: Engine, T: OwnThread>(
    engine: &mut E,
    issuer: Issuer,
    due: DueCounter,
    recorder: Recorder<Channel>,
    plan: &Plan,
    shared: &RunSignals,
    own: T,
) -> WorkerOutput {
    let mut work = Work::begin(engine, issuer, due, recorder, plan, shared, own);
    let ended = work.go_on();
    work.end(ended)
}

/// A worker on its way. A turn of the loop issues what is due, looks for completions or waits for them, and writes down what
/// it found.
struct Work<'a, E, T> {
    own: T,
    engine: &'a mut E,
    issuer: Issuer,
    due: DueCounter,
    recorder: Recorder<Channel>,
    plan: &'a Plan,
    shared: &'a RunSignals,
    batch: Vec<(u32, OpKind)>,
    found: Vec<Completion>,
    tally: Tally,
    spin: Spin,
    held: BlockedCalls,
    pace: Pace,
    measure_start: u64,
    measure_end: u64,
    aborted: bool,
    /// The worker has issued all its bytes, and all of them came back.
    spent: bool,
    submissions: u64,
    next_deadline_look: Nanos,
}

/// How a worker looks for completions.
struct Look {
    wait: Wait,
    /// The instant to be awake at, while the worker sleeps for its schedule.
    wake: Option<Nanos>,
    /// The wait ends by then at the latest.
    limit: Nanos,
}

impl<'a, E: Engine, T: OwnThread> Work<'a, E, T> {
    fn begin(
        engine: &'a mut E,
        issuer: Issuer,
        due: DueCounter,
        recorder: Recorder<Channel>,
        plan: &'a Plan,
        shared: &'a RunSignals,
        own: T,
    ) -> Work<'a, E, T> {
        engine.gather(plan.gathered);
        engine.serve_load(!plan.open);
        let calls_before = engine.system_calls();
        tighten_timer_slack();
        // The shortest turn the scheduler grants. Best effort.
        let _ = plimsoll_host::ask_for_short_turns(100_000);
        Work {
            engine,
            issuer,
            due,
            recorder,
            plan,
            shared,
            batch: Vec::with_capacity(plan.slots as usize),
            found: Vec::with_capacity(plan.slots as usize),
            tally: Tally { errors: Vec::with_capacity(16), calls_before, ..Tally::default() },
            spin: Spin::new(),
            held: BlockedCalls::new(&own),
            pace: Pace { per_operation_ns: 0.0, calls: 0, span: SUBMIT_SPAN, batch: BATCH },
            measure_start: shared.measure_start.load(Ordering::Relaxed),
            measure_end: shared.measure_end.load(Ordering::Relaxed),
            aborted: false,
            spent: false,
            submissions: 0,
            next_deadline_look: plan.start + plan.io_deadline,
            own,
        }
    }

    /// Turn after turn, until nothing is left to do; when that was. `now` is the last reading of the clock: in a register.
    fn go_on(&mut self) -> Nanos {
        self.own.sleep_until(self.plan.start);
        let mut now = self.own.now();
        self.recorder.advance(now, &mut self.due);
        while self.obey(now) {
            let next = self.issue(now);
            let mut waited = false;
            if !self.batch.is_empty() {
                (waited, now) = self.submit(next);
                if self.tally.broken.is_some() {
                    break;
                }
            }
            let Some(look) = self.patience(next, now) else { break };
            if !waited {
                now = self.reap(&look, now);
                if self.tally.broken.is_some() {
                    break;
                }
            }
            if let (Some(wake), true) = (look.wake, self.found.is_empty())
                && wake <= look.limit
            {
                self.spin.woke_late_by(now - wake);
            }
            if !self.found.is_empty() {
                self.complete(now);
            }
            if self.plan.open {
                self.issuer.end_look(now);
            }
            if !self.spent && self.issuer.is_done() {
                self.spend();
            }
        }
        now
    }

    /// All its bytes are issued and done with: it waits for the others, who may not have finished theirs.
    #[cold]
    fn spend(&mut self) {
        self.spent = true;
        // Later instants of the schedule are not due.
        self.due = DueCounter::default();
        self.shared.spent.fetch_add(1, Ordering::Relaxed);
    }

    /// Carries out requests of the control; false when the worker has to end.
    #[inline]
    fn obey(&mut self, now: Nanos) -> bool {
        let (plan, shared) = (self.plan, self.shared);
        shared.seen[plan.index].0.store(now.0, Ordering::Relaxed);
        let begin = shared.measure_start.load(Ordering::Relaxed);
        if begin != self.measure_start {
            self.measure_start = begin;
            self.recorder.set_measure_start(Nanos(begin));
        }
        let end = shared.measure_end.load(Ordering::Relaxed);
        if end != self.measure_end {
            self.measure_end = end;
            self.recorder.set_measure_end(Nanos(end));
            if !self.aborted {
                self.issuer.set_until(Nanos(end));
            }
        }
        if !self.aborted && shared.abort.load(Ordering::Relaxed) {
            self.aborted = true;
            self.issuer.set_until(now);
        }
        if now >= self.next_deadline_look {
            self.next_deadline_look = now + DEADLINE_LOOK;
            let overdue = self.issuer.submitted_before(now - plan.io_deadline);
            if overdue > 0 {
                shared.overdue.store(overdue, Ordering::Relaxed);
                shared.abort.store(true, Ordering::Relaxed);
            }
        }
        // Whatever waits for a slot or is late by then never finished.
        now < Nanos(end) + plan.drain_limit && !shared.give_up.load(Ordering::Relaxed)
    }

    /// Hands the engine all that is due, as far as one call may carry; what comes after that.
    #[inline]
    fn issue(&mut self, now: Nanos) -> Next {
        loop {
            match self.issuer.next(now, self.plan.start) {
                Next::Issue(issue) => {
                    if self.batch.is_empty() {
                        self.pace.begin(if self.plan.open { now - issue.ready } else { Nanos::ZERO });
                    }
                    self.engine.push(issue.slot, issue.op);
                    self.batch.push((issue.slot, issue.op.kind));
                    if self.batch.len() >= self.pace.batch {
                        return Next::At(now);
                    }
                }
                other => return other,
            }
        }
    }

    /// Submits the batch: whether the same call has waited for completions, and when it was over.
    ///
    /// A closed load with nothing left to issue waits for a completion in the call that submits.
    #[inline]
    fn submit(&mut self, next: Next) -> (bool, Nanos) {
        let submitted = self.own.now();
        self.submissions += 1;
        let full = !self.plan.open && (next == Next::Completion || self.issuer.is_exhausted());
        let together = full && self.submissions > FIRST_SEPARATE && self.submissions % SEPARATE_EVERY != 0;
        let answer = if together {
            let at = self.recorder.boundary().min(submitted + LONGEST_WAIT).max(submitted);
            self.engine.submit_and_reap(&mut self.found, Wait::Until { at, now: submitted })
        } else {
            self.engine.submit()
        };
        let now = self.own.now();
        self.tally.clock_reads += 2;
        if !together {
            self.pace.record_call(now - submitted, self.batch.len());
            self.record_call(now - submitted, now);
        }
        self.recorder.advance(submitted, &mut self.due);
        let mut per_kind = [0_u64; 4];
        for &(slot, kind) in &self.batch {
            self.issuer.record_submission(slot, submitted, (!together).then_some(now));
            per_kind[kind.index()] += 1;
        }
        for kind in OpKind::ALL {
            if per_kind[kind.index()] > 0 {
                self.recorder.record_submissions(submitted, kind, per_kind[kind.index()]);
            }
        }
        self.tally.issued += self.batch.len() as u64;
        self.tally.largest_batch = self.tally.largest_batch.max(self.batch.len() as u64);
        self.batch.clear();
        self.recorder.advance(now, &mut self.due);
        if let Err(error) = answer {
            self.tally.broken = Some(format!("submitting failed: {error}"));
        }
        (together, now)
    }

    /// A call that should not wait has taken so long. Only a queue of the kernel's can make it wait all the same.
    #[inline]
    fn record_call(&mut self, span: Nanos, now: Nanos) {
        if self.plan.kernel_queue {
            let counts = self.recorder.counts(now);
            let still = &self.shared.still;
            self.held.record_call(&self.own, span, now, &mut self.issuer, still, self.plan.open, counts);
        }
    }

    /// How long we may wait for a completion; none when nothing is left to wait for.
    #[inline]
    fn patience(&self, next: Next, now: Nanos) -> Option<Look> {
        if self.spent && self.shared.spent.load(Ordering::Relaxed) >= self.shared.seen.len() as u64 {
            return None;
        }
        let longest = if self.spent { SPENT_WAIT } else { LONGEST_WAIT };
        let limit = self.recorder.boundary().min(now + longest).max(now);
        let look = |wait, wake| Some(Look { wait, wake, limit });
        match next {
            Next::Never if self.issuer.outstanding() == 0 && (self.aborted || now >= Nanos(self.measure_end)) => None,
            Next::Never | Next::Completion | Next::Issue(_) => look(Wait::Until { at: limit, now }, None),
            Next::At(at) => {
                let wake = at - self.spin.margin();
                if at > now && wake > now {
                    look(Wait::Until { at: wake.min(limit), now }, Some(wake))
                } else {
                    look(Wait::No, None)
                }
            }
        }
    }

    /// Looks for completions, from `before` on; when the look was over.
    #[inline]
    fn reap(&mut self, look: &Look, before: Nanos) -> Nanos {
        let outstanding = self.issuer.outstanding();
        if let Err(error) = self.engine.reap(&mut self.found, look.wait) {
            self.tally.broken = Some(format!("waiting for completions failed: {error}"));
            return before;
        }
        let now = self.own.now();
        self.tally.clock_reads += 1;
        self.recorder.advance(now, &mut self.due);
        if look.wait == Wait::No {
            if outstanding > 0 {
                self.tally.look((now - before).0);
            }
            self.record_call(now - before, now);
        } else if self.plan.open && self.plan.kernel_queue && now - before > MIN_SLEEP {
            // The worker may have slept: a later wait counts apart from this one.
            self.held.reset(&self.own, now, &self.shared.still);
        }
        if self.plan.open && now - before > LATE_BEAT && self.shared.still.just_ended(now) {
            self.issuer.looks_late();
        }
        now
    }

    /// Writes down what was found, at the instant of the look that found it.
    #[inline]
    fn complete(&mut self, now: Nanos) {
        self.recorder.record_departures(now, self.found.len() as u64);
        for done in self.found.drain(..) {
            // After the stamp: what the check costs is no part of the target's time.
            let result = if self.plan.verify { self.engine.check(done) } else { done.result };
            let (kind, at) = self.issuer.complete_slot(done.slot, now);
            self.recorder.record_completion(kind, &at, result);
            if let Err(errno) = result {
                self.tally.error(now, kind, errno);
                if self.plan.stop_on_error {
                    self.shared.abort.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// After the loop: what never finished is written down with its age; what still hangs is waited for a little longer,
    /// so that the engine can be used again.
    fn end(self, now: Nanos) -> WorkerOutput {
        let at_cap = self.issuer.at_cap(Nanos(self.measure_start), Nanos(self.measure_end));
        let Work { own, engine, mut issuer, mut due, recorder, plan, shared, tally, held, .. } = self;
        if tally.broken.is_some() {
            // Without this worker the Run has another load.
            shared.abort.store(true, Ordering::Relaxed);
        }
        let mut ages: Ages = Default::default();
        let counts = |intended| recorder.counts(intended);
        issuer.visit_unfinished_ops(plan.start, |op| {
            if counts(op.intended) {
                write_age(&mut ages, &op, now);
            }
        });
        let hung = if tally.broken.is_some() {
            issuer.outstanding() as u64
        } else {
            still_out(&own, engine, issuer.outstanding() as u64, plan, shared, now)
        };
        let (last, _channel) = recorder.finish(now, &mut due);
        WorkerOutput {
            last: Some(last),
            ages,
            at_cap,
            hung,
            ended: now,
            clock_reads: tally.clock_reads,
            index: plan.index,
            system_calls: engine.system_calls() - tally.calls_before,
            issued: tally.issued,
            largest_batch: tally.largest_batch,
            looks: tally.looks,
            held: held.total,
            errors: tally.errors,
            first_error: tally.first_error,
            broken: tally.broken,
        }
    }
}

/// Waits a little longer for operations that are still out; how many never came back.
fn still_out<E: Engine>(
    clock: &impl Clock,
    engine: &mut E,
    mut hung: u64,
    plan: &Plan,
    shared: &RunSignals,
    now: Nanos,
) -> u64 {
    let mut found = Vec::new();
    let give_up = now + HANG_GRACE;
    let mut at = now;
    while hung > 0 && at < give_up && !shared.give_up.load(Ordering::Relaxed) {
        if engine.reap(&mut found, Wait::Until { at: at + LONGEST_WAIT, now: at }).is_err() {
            break;
        }
        hung -= found.len() as u64;
        for done in found.drain(..) {
            if plan.verify {
                // Too late to count, but what it left is known again.
                let _ = engine.check(done);
            }
        }
        at = clock.now();
    }
    hung
}

#[derive(Debug, Default)]
struct Tally {
    /// System calls of the engine in earlier Runs.
    calls_before: u64,
    clock_reads: u64,
    issued: u64,
    largest_batch: u64,
    looks: (u64, u64, u64),
    errors: Vec<(i32, u64)>,
    first_error: Option<FirstError>,
    broken: Option<String>,
}

impl Tally {
    fn look(&mut self, gap: u64) {
        self.looks.0 += 1;
        self.looks.1 += gap;
        self.looks.2 = self.looks.2.max(gap);
    }

    #[cold]
    fn error(&mut self, at: Nanos, kind: OpKind, errno: i32) {
        self.first_error.get_or_insert(FirstError { at, kind, errno });
        match self.errors.iter_mut().find(|(e, _)| *e == errno) {
            Some((_, count)) => *count += 1,
            None => self.errors.push((errno, 1)),
        }
    }
}

/// How many operations fit into a submit call of [`SUBMIT_SPAN`], or of as long as the worker is behind its schedule.
#[derive(Debug)]
struct Pace {
    per_operation_ns: f64,
    calls: u32,
    /// Budget of the next call.
    span: Nanos,
    batch: usize,
}

impl Pace {
    /// A batch begins, whose first operation is late by so much.
    #[inline]
    fn begin(&mut self, late: Nanos) {
        let behind = late > SUBMIT_SPAN;
        self.span = if behind { late.min(LONGEST_SUBMIT) } else { SUBMIT_SPAN };
        let most = if behind { LARGEST_BATCH } else { BATCH };
        self.batch = ((self.span.0 as f64 / self.per_operation_ns.max(1.0)) as usize).clamp(1, most);
    }

    fn record_call(&mut self, span: Nanos, operations: usize) {
        // A call that was made to wait shows no cost: it counts as the whole span.
        let each = span.min(self.span).0 as f64 / operations as f64;
        self.calls = (self.calls + 1).min(16);
        self.per_operation_ns += (each - self.per_operation_ns) / f64::from(self.calls);
    }
}

/// How early to wake before an intended instant: the lateness that 99.5 % of earlier wakes did not exceed, found by
/// stochastic approximation (a wake that was later moves it up by 199 steps, one that was not down by one).
#[derive(Debug)]
struct Spin {
    margin_ns: f64,
}

impl Spin {
    /// The first guess, and the least that is worth a sleep.
    const MIN_NS: f64 = 10_000.0;
    /// One step, as a share of the margin.
    const STEP: f64 = 0.0005;

    fn new() -> Spin {
        Spin { margin_ns: 2.0 * Self::MIN_NS }
    }

    fn margin(&self) -> Nanos {
        Nanos(self.margin_ns as u64)
    }

    fn woke_late_by(&mut self, late: Nanos) {
        let up = late.0 as f64 > self.margin_ns;
        let factor = if up { 1.0 + 199.0 * Self::STEP } else { 1.0 - Self::STEP };
        self.margin_ns = (self.margin_ns * factor).clamp(Self::MIN_NS, LONGEST_SPIN.0 as f64);
    }
}

#[cfg(test)]
mod tests;

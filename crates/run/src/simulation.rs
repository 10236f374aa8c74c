//! A Run on the virtual clock: one event loop over the workers and the stack.
//!
//! The workers' schedules, the recorder, the control and the judgement are those of a real Run. The virtual client has
//! a processor per worker: an operation keeps it busy for its `cpu_ns_per_io`, during which it neither submits nor
//! reaps, so "beyond the client's reach" happens here as it does on a machine.
//!
//! Clients of one kind are a group: they share a workload, a load and a recorder (one thread runs them all), so
//! thousands of clients need the histograms of one. [`crate::each`] counts each client singly. Budget: 200 ns of real
//! time an operation on a limit and a device, the stack's own 100 ns included.

mod stalls;

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use plimsoll_base::{Nanos, OpKind};
use plimsoll_measure::recorder::{Due, Grid, Part, PartExchange, Recorder};
use plimsoll_storage::{ElementFigures, FinishedOp, Stack, VolumeId};

use crate::beats::Beats;
use crate::control::{Conditions, Control};
use crate::each::Tallies;
use crate::issuer::{DueCounter, Issuer, Issuers, Next};
use crate::spec::{OnError, RunSpec};
use crate::totals::{Ages, FirstError, write_age};
use stalls::Stalls;

/// More ends than these at one instant are no load: operations end in no time, and time stands still.
const MAX_EVENTS_AT_ONE_INSTANT: u64 = 16 << 20;
/// Virtual time that the queue has to drain before the next Run, beyond the Run's own limit.
const LONGEST_DRAIN: Nanos = Nanos::from_secs(600);

/// Turns between two looks at a request to stop: some milliseconds of real time, tens when hardly anything ends.
const STOP_TURNS: u64 = 1 << 11;

/// The model's clock and its storage.
#[derive(Debug)]
pub(crate) struct World {
    /// The described storage. It keeps its state from probe to probe.
    pub(crate) stack: Stack,
    pub(crate) now: Nanos,
}

/// Clients of one kind: worker i drives volume i modulo their number.
#[derive(Debug)]
pub(crate) struct Group<'a> {
    pub(crate) issuers: Issuers<'a>,
    /// How many workers there are.
    pub(crate) workers: u32,
    pub(crate) volumes: &'a [VolumeId],
    /// The number of the client that owns each.
    pub(crate) owners: &'a [u32],
    /// The most operations that one client has outstanding in a closed load; an open load has its cap itself.
    pub(crate) most_each: Option<u32>,
    /// Kinds of operations that they issue.
    pub(crate) kinds: [bool; 4],
    /// By volume: whether each write is durable before it is over.
    pub(crate) durable: Vec<bool>,
    /// Processor time of an operation.
    pub(crate) cpu_per_io: Nanos,
}

/// Output of a simulated Run beside its totals.
#[derive(Debug, Default)]
pub(crate) struct SimulatedRunOutput {
    pub(crate) ended: Nanos,
    /// Start of Measure: earlier than planned when Warmup ended as soon as the stack was steady.
    pub(crate) measure_start: Nanos,
    pub(crate) measure_end: Nanos,
    pub(crate) stopped: bool,
    pub(crate) aborted: bool,
    /// Ended because operations ended in no time, so that time stood still.
    pub(crate) stuck: bool,
    /// Operations that the stack never answers are left: it is of no further use.
    pub(crate) spent: bool,
    pub(crate) errors: Vec<(i32, u64)>,
    pub(crate) first_error: Option<FirstError>,
    /// Figures of the stack's elements in Measure.
    pub(crate) elements: Vec<ElementFigures>,
    /// Sums of a heartbeat, where the machine of the clients may stand still.
    pub(crate) beats: Option<Beats>,
    /// Counts of each client, where they are kept.
    pub(crate) each: Tallies,
}

#[derive(Clone, Debug, Default)]
struct Exchange(Rc<RefCell<Parts>>);

#[derive(Debug, Default)]
#[allow(clippy::vec_box, reason = "a part is handed on by its box; unboxed it would be copied")]
struct Parts {
    sealed: VecDeque<Box<Part>>,
    empty: Vec<Box<Part>>,
    kinds: [bool; 4],
    grid: Option<Grid>,
}

impl PartExchange for Exchange {
    fn exchange(&mut self, part: &mut Box<Part>, _required: bool) -> bool {
        let parts = &mut *self.0.borrow_mut();
        let empty = match (parts.empty.pop(), parts.grid) {
            (Some(empty), _) => empty,
            (None, Some(grid)) => Recorder::<Exchange>::parts(parts.kinds, &grid, 1).remove(0),
            (None, None) => return false,
        };
        parts.sealed.push_back(std::mem::replace(part, empty));
        true
    }
}

/// A worker of a group.
#[derive(Debug)]
struct Worker {
    issuer: Issuer,
    volume: VolumeId,
    group: u32,
    /// Number of its client.
    owner: u32,
    /// The same, where clients have a cap of their own.
    client: Option<u32>,
    pending: VecDeque<(u32, Result<u32, i32>)>,
    busy_until: Nanos,
    /// In the list of those that act at this instant.
    ready: bool,
    /// End of a stall of the machine. The worker could not look before.
    late_look: Option<Nanos>,
    /// The worker's place among the schedules of its group.
    schedule: u32,
    /// The worker has issued all its bytes, and all of them came back.
    spent: bool,
    /// Its writes are durable before they are over.
    durable: bool,
}

/// State that the clients of a group share.
#[derive(Debug)]
struct GroupState {
    due: DueOf,
    recorder: Recorder<Exchange>,
    exchange: Exchange,
    cpu_per_io: Nanos,
    most_each: u32,
}

/// A client with a cap of its own: how many it has outstanding, and the workers that wait for it.
#[derive(Clone, Debug, Default)]
struct ClientCap {
    outstanding: u32,
    waiting: VecDeque<u32>,
}

/// Intended instants of the schedules of a group, in order of time.
#[derive(Debug, Default)]
struct DueOf {
    counters: BinaryHeap<Reverse<(Nanos, u32)>>,
    schedules: Vec<DueCounter>,
}

impl DueOf {
    fn new(schedules: Vec<DueCounter>) -> DueOf {
        let next = schedules.iter().enumerate().filter_map(|(i, s)| Some(Reverse((s.next_instant()?, i as u32))));
        DueOf { counters: next.collect(), schedules }
    }

    /// Drops the later instants of a schedule that has ended.
    fn end(&mut self, schedule: u32) {
        self.schedules[schedule as usize] = DueCounter::default();
    }
}

impl Due for DueOf {
    fn due_until(&mut self, until: Nanos) -> u64 {
        let mut count = 0;
        while let Some(mut top) = self.counters.peek_mut() {
            let Reverse((at, schedule)) = *top;
            if at >= until {
                break;
            }
            let of = &mut self.schedules[schedule as usize];
            count += of.due_until(until);
            match of.next_instant() {
                Some(next) => *top = Reverse((next, schedule)),
                None => {
                    std::collections::binary_heap::PeekMut::pop(top);
                }
            }
        }
        count
    }
}

/// When workers act next on their own.
#[derive(Debug)]
struct Wakes {
    /// By worker; [`Nanos::MAX`]: it waits for a completion.
    at: Vec<Nanos>,
    /// An entry is valid while it agrees with `at`.
    heap: BinaryHeap<Reverse<(Nanos, u32)>>,
}

impl Wakes {
    fn new(workers: usize, at: Nanos) -> Wakes {
        Wakes { at: vec![at; workers], heap: (0..workers as u32).map(|w| Reverse((at, w))).collect() }
    }

    #[inline]
    fn set(&mut self, worker: u32, at: Nanos) {
        let known = &mut self.at[worker as usize];
        if *known != at {
            *known = at;
            if at < Nanos::MAX {
                self.heap.push(Reverse((at, worker)));
            }
        }
    }

    #[inline]
    fn next(&mut self) -> Nanos {
        while let Some(Reverse((at, worker))) = self.heap.peek() {
            if self.at[*worker as usize] == *at {
                return *at;
            }
            self.heap.pop();
        }
        Nanos::MAX
    }

    /// A worker that acts at or before `now`.
    #[inline]
    fn due(&mut self, now: Nanos) -> Option<u32> {
        if self.next() > now {
            return None;
        }
        let Reverse((_, worker)) = self.heap.pop()?;
        self.at[worker as usize] = Nanos::MAX;
        Some(worker)
    }
}

/// Simulates `groups` under `spec` in `world` from `grid.run_start` (not before the world's present), and counts each
/// client in `each`.
#[allow(clippy::too_many_arguments, reason = "what a Run is made of; one caller")]
pub(crate) fn simulate(
    spec: &RunSpec,
    groups: &[Group<'_>],
    world: &mut World,
    each: Tallies,
    grid: Grid,
    measure_end: Nanos,
    control: &mut Control,
    stop: &AtomicBool,
) -> SimulatedRunOutput {
    let mut simulation = Simulation::new(spec, groups, world, grid, measure_end, control);
    simulation.each = each;
    simulation.run(stop)
}

struct Simulation<'s, 'c> {
    spec: &'s RunSpec,
    world: &'s mut World,
    grid: Grid,
    measure_end: Nanos,
    drain_end: Nanos,
    control: &'c mut Control,
    shared: Vec<GroupState>,
    workers: Vec<Worker>,
    wakes: Wakes,
    ready: Vec<u32>,
    finished: Vec<FinishedOp>,
    /// Submitted and not back from the stack.
    outstanding: u64,
    /// Workers that have issued all the bytes they were to, and have none outstanding.
    spent: usize,
    /// By number of the client, where clients have a cap of their own.
    capped: Vec<ClientCap>,
    /// Counts of each client, where they are kept.
    each: Tallies,
    /// The instant of the last turn, and what has ended at it.
    instant: Nanos,
    at_instant: u64,
    steady_seen: bool,
    figures_begun: bool,
    stalls: Option<Stalls>,
    outcome: SimulatedRunOutput,
}

impl<'s, 'c> Simulation<'s, 'c> {
    fn new(
        spec: &'s RunSpec,
        groups: &[Group<'_>],
        world: &'s mut World,
        grid: Grid,
        measure_end: Nanos,
        control: &'c mut Control,
    ) -> Self {
        let start = grid.run_start;
        let mut workers = Vec::new();
        let mut shared = Vec::new();
        for (number, group) in groups.iter().enumerate() {
            let first = workers.len();
            workers.extend((0..group.workers).map(|index| Worker {
                issuer: group.issuers.of(index, measure_end),
                volume: group.volumes[index as usize % group.volumes.len()],
                group: number as u32,
                owner: group.owners[index as usize % group.owners.len()],
                client: group.most_each.map(|_| group.owners[index as usize % group.owners.len()]),
                pending: VecDeque::new(),
                busy_until: start,
                ready: false,
                late_look: None,
                schedule: index,
                spent: false,
                durable: group.durable[index as usize % group.durable.len()],
            }));
            let parts = Parts { kinds: group.kinds, grid: Some(grid), ..Parts::default() };
            let exchange = Exchange(Rc::new(RefCell::new(parts)));
            let part = Recorder::<Exchange>::parts(group.kinds, &grid, 1).remove(0);
            shared.push(GroupState {
                due: DueOf::new(workers[first..].iter().map(|w: &Worker| w.issuer.due(start)).collect()),
                recorder: Recorder::new(
                    part,
                    exchange.clone(),
                    grid,
                    Some(&spec.stop.evidence_objectives()),
                    measure_end,
                ),
                exchange,
                cpu_per_io: group.cpu_per_io,
                most_each: group.most_each.unwrap_or(u32::MAX),
            });
        }
        world.now = world.now.max(start);
        let clients = workers.iter().filter_map(|w| w.client).max().map_or(0, |most| most as usize + 1);
        Simulation {
            spec,
            world,
            grid,
            measure_end,
            drain_end: measure_end + spec.phases.drain_limit_ns,
            control,
            shared,
            wakes: Wakes::new(workers.len(), start),
            workers,
            ready: Vec::new(),
            finished: Vec::new(),
            outstanding: 0,
            spent: 0,
            capped: vec![ClientCap::default(); clients],
            each: Tallies::default(),
            instant: start,
            at_instant: 0,
            steady_seen: false,
            figures_begun: false,
            stalls: Stalls::of(spec, start),
            outcome: SimulatedRunOutput::default(),
        }
    }

    fn run(mut self, stop: &AtomicBool) -> SimulatedRunOutput {
        let mut turns = 0_u64;
        let mut boundary = self.grid.boundary_after(self.grid.run_start).min(self.measure_end);
        loop {
            let now = self.advance(boundary);
            if now > self.instant {
                (self.instant, self.at_instant) = (now, 0);
            }
            self.at_instant += self.finished.len() as u64;
            if self.at_instant > MAX_EVENTS_AT_ONE_INSTANT && !self.outcome.stuck {
                self.outcome.stuck = true;
                break;
            }
            if now >= boundary || !self.figures_begun {
                self.figures(now);
            }
            self.take_completions(now);
            while let Some(worker) = self.wakes.due(now) {
                self.make_ready(worker);
            }
            let mut ready = std::mem::take(&mut self.ready);
            for worker in ready.drain(..) {
                self.workers[worker as usize].ready = false;
                self.step(worker, now);
            }
            self.ready = ready;
            if self.outcome.first_error.is_some() && self.spec.on_error == OnError::Stop && !self.outcome.aborted {
                self.outcome.aborted = true;
                self.end_measure(now);
            }
            if self.spent == self.workers.len() && now < self.measure_end {
                self.end_measure(now);
            }
            // An interval may hold very many events: a request to stop is not kept waiting for its end.
            turns += 1;
            if turns % STOP_TURNS == 0 && stop.load(Ordering::Relaxed) {
                self.outcome.stopped = true;
                if now < self.measure_end {
                    self.end_measure(now);
                }
                break;
            }
            if now >= boundary {
                boundary = self.grid.boundary_after(now);
                if now < self.measure_end {
                    boundary = boundary.min(self.measure_end);
                }
                self.at_boundary(now);
                self.control.wait_for_readers(stop);
            }
            if now >= self.measure_end {
                self.figures(now);
                let quiet = self.outstanding == 0 && self.workers.iter().all(Worker::idle);
                if now >= self.drain_end || quiet {
                    break;
                }
            }
        }
        self.finish()
    }

    /// Brings the stack to the next instant at which there is something to do here, at `boundary` at the latest.
    #[inline]
    fn advance(&mut self, boundary: Nanos) -> Nanos {
        let World { stack, now } = &mut self.world;
        let limit = self.wakes.next().min(boundary).max(*now);
        // After Measure it is over at any instant: when nothing is outstanding, or when the limit of the drain is reached.
        *now = if *now < self.measure_end {
            stack.advance_to_an_end(limit, &mut self.finished)
        } else {
            let next = stack.next_event().map_or(limit, |next| next.clamp(*now, limit));
            stack.advance(next, &mut self.finished);
            next
        };
        *now
    }

    /// Restarts the stack's figures when Measure begins, keeps them when it ends.
    fn figures(&mut self, now: Nanos) {
        if !self.figures_begun && now >= self.grid.measure_start {
            self.figures_begun = true;
            self.world.stack.restart_figures();
        }
        if self.figures_begun && now >= self.measure_end && self.outcome.elements.is_empty() {
            self.outcome.elements = self.world.stack.element_figures();
        }
    }

    #[inline]
    fn take_completions(&mut self, now: Nanos) {
        let mut finished = std::mem::take(&mut self.finished);
        for done in finished.drain(..) {
            let index = (done.id >> 32) as u32;
            self.outstanding -= 1;
            let Some(worker) = self.workers.get_mut(index as usize) else { continue };
            if let Some(client) = worker.client {
                let capped = &mut self.capped[client as usize];
                capped.outstanding -= 1;
                if let Some(waiting) = capped.waiting.pop_front() {
                    let at = self.workers[waiting as usize].busy_until.max(now);
                    self.wakes.set(waiting, at);
                }
            }
            let worker = &mut self.workers[index as usize];
            worker.pending.push_back((done.id as u32, done.result));
            if worker.busy_until <= now {
                self.make_ready(index);
            } else {
                let at = self.wakes.at[index as usize].min(worker.busy_until);
                self.wakes.set(index, at);
            }
        }
        self.finished = finished;
    }

    #[inline]
    fn make_ready(&mut self, index: u32) {
        let worker = &mut self.workers[index as usize];
        if !worker.ready {
            worker.ready = true;
            self.ready.push(index);
        }
    }

    /// The step of worker `index` at `now`.
    fn step(&mut self, index: u32, now: Nanos) {
        let measure = (self.grid.measure_start, self.measure_end);
        if let Some(end) = self.stalls.as_mut().and_then(|stalls| stalls.end(now, measure)) {
            self.workers[index as usize].late_look = Some(end);
            self.wakes.set(index, end);
            return;
        }
        let worker = &mut self.workers[index as usize];
        let shared = &mut self.shared[worker.group as usize];
        shared.recorder.advance(now, &mut shared.due);
        if !worker.pending.is_empty() {
            shared.recorder.record_departures(now, worker.pending.len() as u64);
            if self.stalls.as_ref().is_some_and(|stalls| worker.late_look == Some(now) && stalls.just_ended(now)) {
                worker.issuer.looks_late();
            }
            while let Some((slot, result)) = worker.pending.pop_front() {
                let (kind, at) = worker.issuer.complete_slot(slot, now);
                shared.recorder.record_completion(kind, &at, result);
                if self.each.is_active() {
                    let (counted, inside) = (shared.recorder.counts(at.intended), shared.recorder.counts(now));
                    let inside = inside && kind.is_data();
                    self.each.record_completion(worker.owner, now - at.intended, result, counted, inside);
                }
                if let Err(errno) = result {
                    self.outcome.error(now, kind, errno);
                }
            }
            worker.issuer.end_look(now);
        }
        let wake = loop {
            if let Some(client) = worker.client {
                let capped = &mut self.capped[client as usize];
                if capped.outstanding >= shared.most_each {
                    if !capped.waiting.contains(&index) {
                        capped.waiting.push_back(index);
                    }
                    break Nanos::MAX;
                }
            }
            match worker.issuer.next(now, self.grid.run_start) {
                Next::Issue(issue) => {
                    if let Some(client) = worker.client {
                        self.capped[client as usize].outstanding += 1;
                    }
                    shared.recorder.record_submissions(now, issue.op.kind, 1);
                    worker.issuer.record_submission(issue.slot, now, Some(now + shared.cpu_per_io));
                    self.outstanding += 1;
                    let id = (u64::from(index) << 32) | u64::from(issue.slot);
                    if worker.durable && issue.op.kind == OpKind::Write {
                        self.world.stack.submit_durable(now, worker.volume, id, issue.op);
                    } else {
                        self.world.stack.submit(now, worker.volume, id, issue.op);
                    }
                    if shared.cpu_per_io > Nanos::ZERO {
                        worker.busy_until = now + shared.cpu_per_io;
                        break worker.busy_until;
                    }
                }
                Next::At(at) => break at,
                Next::Completion | Next::Never => break Nanos::MAX,
            }
        };
        self.wakes.set(index, wake);
        if !worker.spent && worker.issuer.is_done() {
            worker.spent = true;
            shared.due.end(worker.schedule);
            self.spent += 1;
        }
    }

    fn at_boundary(&mut self, now: Nanos) {
        for shared in &mut self.shared {
            shared.recorder.advance(now, &mut shared.due);
        }
        let measure = (self.grid.measure_start, self.measure_end);
        hand_over(&mut self.shared, self.control, &mut self.stalls, measure);
        if self.control.is_steady() && !self.steady_seen {
            self.steady_seen = true;
            let at = self.grid.boundary_after(now);
            if at < self.grid.measure_start {
                self.grid.measure_start = at;
                self.measure_end = at + self.spec.phases.measure_ns;
                self.drain_end = self.measure_end + self.spec.phases.drain_limit_ns;
                self.control.set_measure_start(at);
                self.control.set_measure_end(self.measure_end);
                self.shared.iter_mut().for_each(|shared| shared.recorder.set_measure_start(at));
                self.tell_end_of_measure();
            }
        }
        if now < self.measure_end && self.control.wants_stop() {
            self.end_measure(now);
        }
    }

    fn end_measure(&mut self, now: Nanos) {
        self.measure_end = now;
        self.control.set_measure_end(now);
        self.drain_end = now + self.spec.phases.drain_limit_ns;
        self.tell_end_of_measure();
    }

    fn tell_end_of_measure(&mut self) {
        let at = self.measure_end;
        self.shared.iter_mut().for_each(|shared| shared.recorder.set_measure_end(at));
        for (index, worker) in self.workers.iter_mut().enumerate() {
            worker.issuer.set_until(at);
            let wake = self.wakes.at[index].min(worker.busy_until.max(at));
            self.wakes.set(index as u32, wake);
        }
    }

    fn finish(mut self) -> SimulatedRunOutput {
        let now = self.world.now;
        self.outcome.measure_start = self.grid.measure_start;
        self.outcome.measure_end = self.measure_end;
        self.outcome.ended = now;
        let mut stalls = self.stalls.take();
        let measure = (self.grid.measure_start, self.measure_end);
        if let Some(stalls) = &mut stalls {
            stalls.end(self.measure_end, measure);
            stalls.beats.on_time_until(self.measure_end, measure);
            self.outcome.beats = Some(stalls.beats.clone());
        }
        if self.outcome.elements.is_empty() {
            self.outcome.elements = self.world.stack.element_figures();
        }
        let start = self.grid.run_start;
        for worker in &mut self.workers {
            let recorder = &self.shared[worker.group as usize].recorder;
            let mut ages: Ages = Default::default();
            worker.issuer.visit_unfinished_ops(start, |op| {
                if recorder.counts(op.intended) {
                    write_age(&mut ages, &op, now);
                    self.each.add_age(worker.owner, now - op.intended);
                }
            });
            self.control.add_ages(worker.group as usize, &ages);
            if worker.issuer.at_cap(measure.0, measure.1) {
                self.control.at_cap();
            }
        }
        for (index, shared) in self.shared.into_iter().enumerate() {
            let mut due = shared.due;
            let (last, exchange) = shared.recorder.finish(now, &mut due);
            for part in exchange.0.borrow_mut().sealed.drain(..) {
                self.control.part(index, part);
            }
            self.control.part(index, last);
        }
        while self
            .control
            .merge_next(|start, end| conditions(stalls.as_mut(), start, end, measure), |_, _| ())
            .is_some()
        {}
        // The next probe starts after the queue has drained. Nothing of this is recorded.
        let longest = self.world.now + LONGEST_DRAIN;
        while self.outstanding > 0 && !self.outcome.stopped && !self.outcome.stuck {
            let Some(next) = self.world.stack.next_event().filter(|next| *next <= longest) else { break };
            self.world.now = self.world.now.max(next);
            self.world.stack.advance(self.world.now, &mut self.finished);
            self.outstanding = self.outstanding.saturating_sub(self.finished.drain(..).count() as u64);
        }
        self.outcome.spent = self.outstanding > 0;
        self.outcome.each = self.each;
        self.outcome
    }
}

impl Worker {
    /// Whether nothing intended is left to issue.
    fn idle(&self) -> bool {
        self.pending.is_empty() && self.issuer.has_ended()
    }
}

/// Conditions of the machine of the clients in an interval.
fn conditions(stalls: Option<&mut Stalls>, start: Nanos, end: Nanos, measure: (Nanos, Nanos)) -> Conditions {
    Conditions {
        stillness: stalls.map(|stalls| stalls.of_interval(end, end - start, measure)),
        ..Conditions::default()
    }
}

fn hand_over(shared: &mut [GroupState], control: &mut Control, stalls: &mut Option<Stalls>, measure: (Nanos, Nanos)) {
    for (index, of) in shared.iter().enumerate() {
        for part in of.exchange.0.borrow_mut().sealed.drain(..) {
            control.part(index, part);
        }
    }
    while control
        .merge_next(
            |start, end| conditions(stalls.as_mut(), start, end, measure),
            |index, part| shared[index].exchange.0.borrow_mut().empty.push(part),
        )
        .is_some()
    {}
}

impl SimulatedRunOutput {
    #[cold]
    fn error(&mut self, at: Nanos, kind: OpKind, errno: i32) {
        self.first_error.get_or_insert(FirstError { at, kind, errno });
        match self.errors.iter_mut().find(|(e, _)| *e == errno) {
            Some((_, count)) => *count += 1,
            None => self.errors.push((errno, 1)),
        }
    }
}

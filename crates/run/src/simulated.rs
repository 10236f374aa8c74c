//! A Run on the virtual clock: one event loop over the workers and the stack.
//!
//! The workers' schedules, the recorder, the control and the judgement are those of a real Run. The virtual client has
//! a processor per worker: an operation keeps it busy for `cpu_ns_per_io`, during which it neither submits nor reaps, so
//! "beyond the client's reach" happens here as it does on a machine. Budget: 330 ns of real time an operation.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use plimsoll_base::{Nanos, OpKind};
use plimsoll_measure::recorder::{Grid, Part, PartExchange, Recorder};
use plimsoll_storage::{Finished, Stack, VolumeId};

use crate::control::{Ages, Control};
use crate::issuer::{DueCounter, Issuer, Issuers, Next};
use crate::spec::RunSpec;
use crate::worker::{FirstError, write_age};

/// Events between two looks at a request to stop: some milliseconds of real time.
const STOP_TURNS: u64 = 1 << 14;

/// The model's clock, its storage, and what the client costs.
#[derive(Debug)]
pub struct World {
    /// The described storage. It keeps its state from probe to probe.
    pub stack: Stack,
    /// The present.
    pub now: Nanos,
    /// Processor time of an operation.
    pub cpu_per_io: Nanos,
}

/// What a simulated Run leaves beside its totals.
#[derive(Debug, Default)]
pub struct Simulated {
    /// When it ended.
    pub ended: Nanos,
    /// Start of Measure: earlier than planned when Warmup ended as soon as the stack was steady.
    pub measure_start: Nanos,
    /// End of Measure.
    pub measure_end: Nanos,
    /// Interrupted.
    pub stopped: bool,
    /// Ended by an error.
    pub aborted: bool,
    /// Errors by errno.
    pub errors: Vec<(i32, u64)>,
    /// The first of them.
    pub first_error: Option<FirstError>,
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

#[derive(Debug)]
struct Client {
    issuer: Issuer,
    due: DueCounter,
    recorder: Recorder<Exchange>,
    exchange: Exchange,
    pending: VecDeque<(u32, Result<u32, i32>)>,
    busy_until: Nanos,
    /// When it acts next on its own; [`Nanos::MAX`] when it waits for a completion.
    wake: Nanos,
}

/// Simulates `spec` in `world` from `grid.run_start` (not before the world's present).
#[allow(clippy::too_many_arguments)]
pub fn simulate(
    spec: &RunSpec,
    issuers: &Issuers<'_>,
    world: &mut World,
    mut grid: Grid,
    mut measure_end: Nanos,
    control: &mut Control<'_>,
    stop: &AtomicBool,
    stop_on_error: bool,
) -> Simulated {
    let start = grid.run_start;
    let kinds = spec.workload.kinds();
    let workers = spec.load.workers();
    let mut clients: Vec<Client> = (0..workers)
        .map(|index| {
            let issuer = issuers.of(index, measure_end);
            let exchange = Exchange(Rc::new(RefCell::new(Parts { kinds, grid: Some(grid), ..Parts::default() })));
            let part = Recorder::<Exchange>::parts(kinds, &grid, 1).remove(0);
            Client {
                due: issuer.due(start),
                issuer,
                recorder: Recorder::new(part, exchange.clone(), grid, Some(&spec.stop.judged()), measure_end),
                exchange,
                pending: VecDeque::new(),
                busy_until: start,
                wake: start,
            }
        })
        .collect();
    let mut outcome = Simulated::default();
    let mut finished: Vec<Finished> = Vec::new();
    let mut turns = 0_u64;
    let mut steady_seen = false;
    let mut boundary = grid.boundary_after(start).min(measure_end);
    let mut drain_end = measure_end + spec.phases.drain_limit_ns;
    world.now = world.now.max(start);
    loop {
        let own = clients.iter().map(|c| c.wake).min().unwrap_or(Nanos::MAX);
        let next = world.stack.next_event().unwrap_or(Nanos::MAX).min(own).min(boundary);
        let now = next.max(world.now);
        world.now = now;
        world.stack.advance(now, &mut finished);
        for done in finished.drain(..) {
            if let Some(client) = clients.get_mut((done.id >> 32) as usize) {
                client.pending.push_back((done.id as u32, done.result));
                client.wake = client.wake.min(client.busy_until.max(now));
            }
        }
        for (index, client) in clients.iter_mut().enumerate() {
            if client.wake <= now {
                step(client, index as u64, world, now, start, &mut outcome);
            }
        }
        if outcome.first_error.is_some() && stop_on_error && !outcome.aborted {
            outcome.aborted = true;
            measure_end = now;
            control.set_measure_end(now);
            drain_end = now + spec.phases.drain_limit_ns;
            clients.iter_mut().for_each(|c| c.end_measure(now));
        }
        // An interval may hold very many events: a request to stop is not kept waiting for its end.
        turns += 1;
        if turns % STOP_TURNS == 0 && stop.load(Ordering::Relaxed) {
            outcome.stopped = true;
            if now < measure_end {
                measure_end = now;
                control.set_measure_end(now);
                clients.iter_mut().for_each(|c| c.end_measure(now));
            }
            break;
        }
        if now >= boundary {
            boundary = grid.boundary_after(now);
            if now < measure_end {
                boundary = boundary.min(measure_end);
            }
            for client in &mut clients {
                client.recorder.advance(now, &mut client.due);
            }
            hand_over(&mut clients, control);
            if control.is_steady() && !steady_seen {
                steady_seen = true;
                let at = grid.boundary_after(now);
                if at < grid.measure_start {
                    grid.measure_start = at;
                    measure_end = at + spec.phases.measure_ns;
                    drain_end = measure_end + spec.phases.drain_limit_ns;
                    control.set_measure_start(at);
                    control.set_measure_end(measure_end);
                    for client in &mut clients {
                        client.recorder.set_measure_start(at);
                        client.end_measure(measure_end);
                    }
                }
            }
            if now < measure_end && control.wants_stop() {
                measure_end = now;
                control.set_measure_end(now);
                drain_end = now + spec.phases.drain_limit_ns;
                clients.iter_mut().for_each(|c| c.end_measure(now));
            }
        }
        if now >= measure_end && (now >= drain_end || clients.iter().all(|c| c.issuer.outstanding() == 0 && c.idle())) {
            break;
        }
    }
    outcome.measure_start = grid.measure_start;
    outcome.measure_end = measure_end;
    outcome.ended = world.now;
    let mut outstanding = 0;
    for (index, mut client) in clients.into_iter().enumerate() {
        let now = world.now;
        let mut ages: Ages = Default::default();
        let counts = |intended| client.recorder.counts(intended);
        client.issuer.unfinished(start, |op| {
            if counts(op.intended) {
                write_age(&mut ages, &op, now);
            }
        });
        control.unfinished(&ages);
        // What waits to be found is back from the stack.
        outstanding += (client.issuer.outstanding() - client.pending.len()) as u64;
        let (last, exchange) = client.recorder.finish(now, &mut client.due);
        for part in exchange.0.borrow_mut().sealed.drain(..) {
            control.part(index, part);
        }
        control.part(index, last);
    }
    while control.merge_next(|_, _| None, |_, _| ()).is_some() {}
    // The next probe starts after the queue has drained. Nothing of this is recorded.
    while outstanding > 0 {
        let Some(next) = world.stack.next_event() else { break };
        world.now = world.now.max(next);
        world.stack.advance(world.now, &mut finished);
        outstanding = outstanding.saturating_sub(finished.drain(..).count() as u64);
    }
    outcome
}

impl Client {
    fn end_measure(&mut self, at: Nanos) {
        self.recorder.set_measure_end(at);
        self.issuer.set_until(at);
        self.wake = self.wake.min(self.busy_until.max(at));
    }

    /// Whether nothing intended is left to issue.
    fn idle(&self) -> bool {
        self.pending.is_empty() && self.issuer.ended()
    }
}

fn step(client: &mut Client, index: u64, world: &mut World, now: Nanos, start: Nanos, outcome: &mut Simulated) {
    client.recorder.advance(now, &mut client.due);
    if !client.pending.is_empty() {
        client.recorder.returned(now, client.pending.len() as u64);
        while let Some((slot, result)) = client.pending.pop_front() {
            let (kind, at) = client.issuer.completed(slot, now);
            client.recorder.completed(kind, &at, result);
            if let Err(errno) = result {
                outcome.error(now, kind, errno);
            }
        }
    }
    loop {
        match client.issuer.next(now, start) {
            Next::Issue(issue) => {
                client.recorder.issued(now, issue.op.kind, 1);
                client.issuer.submitted(issue.slot, now, Some(now + world.cpu_per_io));
                world.stack.submit(now, VolumeId::FIRST, (index << 32) | u64::from(issue.slot), issue.op);
                if world.cpu_per_io > Nanos::ZERO {
                    client.busy_until = now + world.cpu_per_io;
                    client.wake = client.busy_until;
                    return;
                }
            }
            Next::At(at) => {
                client.wake = at;
                return;
            }
            Next::Completion | Next::Never => {
                client.wake = Nanos::MAX;
                return;
            }
        }
    }
}

fn hand_over(clients: &mut [Client], control: &mut Control<'_>) {
    for (worker, client) in clients.iter().enumerate() {
        for part in client.exchange.0.borrow_mut().sealed.drain(..) {
            control.part(worker, part);
        }
    }
    while control
        .merge_next(|_, _| None, |worker, part| clients[worker].exchange.0.borrow_mut().empty.push(part))
        .is_some()
    {}
}

impl Simulated {
    #[cold]
    fn error(&mut self, at: Nanos, kind: OpKind, errno: i32) {
        self.first_error.get_or_insert(FirstError { at, kind, errno });
        match self.errors.iter_mut().find(|(e, _)| *e == errno) {
            Some((_, count)) => *count += 1,
            None => self.errors.push((errno, 1)),
        }
    }
}

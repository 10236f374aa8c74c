//! The emulated engine: a described stack on the real clock, in process, shared by all workers of a session.
//!
//! The model is the one the simulator runs; only time differs. Submission and polling take a lock, so a Run on it
//! measures the stack and this engine's own cost (about a microsecond an operation), never a lock-free target.
//!
//! With buffers, the stack holds content, in memory: a write takes effect when the stack has finished it, a read brings
//! what is there at that moment, and a data fault of the stack is carried out. Content lasts as long as the emulation.
//! Without buffers nothing is held and nothing is copied.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard};

use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_storage::{DataFault, Finished, PartFault, Stack, StackSpec, Topology, VolumeId};

use super::kind::{Drives, EngineId, EngineKind};
use crate::buffers::Buffers;
use crate::content::{Budget, Copies, Data, Memory, Store as _, may_spoil};
use crate::{Completion, Engine, Wait};

/// Most slots.
const MAX_SLOTS: u32 = 32_768;

/// What users and Runs know of it.
pub static KIND: EngineKind = EngineKind {
    id: EngineId::Emulated,
    name: "emulated",
    summary: "a described stack in process, on the real clock (target stack:FILE.toml)",
    available: || Ok(()),
    drives: Drives::Stack,
    max_slots: MAX_SLOTS,
    default_queue_depth: 32,
    moves_bytes: false,
    exact_slots: false,
    kernel_queue: false,
    stand_in: None,
    options: &[],
};

/// The stack of a session, with what has finished for each worker.
#[derive(Debug)]
pub struct Emulation {
    stack: Stack,
    due: Vec<Finished>,
    finished: Vec<Vec<Completion>>,
    /// By volume. Worker i works on volume i modulo their number.
    contents: Vec<Content>,
    /// What happened to parts and copies of what has finished.
    part_faults: Vec<PartFault>,
    /// What each slot of each worker moves, when content is held: a write's data on its way in, a read's on its way out.
    moving: Vec<Vec<Moving>>,
    last: Nanos,
    lateness: Lateness,
}

/// How late the emulation was: from the instant at which the stack had finished an operation to the look that found it.
/// A clock that is real makes it; on a busy machine it is a part of every latency that the stack itself has no part in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lateness {
    /// Operations that were found finished.
    pub count: u64,
    /// By how much, all together.
    pub sum_ns: u128,
}

impl Lateness {
    /// Mean in ns; 0 when nothing has finished.
    pub fn mean_ns(&self) -> f64 {
        self.sum_ns as f64 / self.count.max(1) as f64
    }
}

/// What a volume holds, and what its copies do where they differ.
#[derive(Debug)]
struct Content {
    memory: Memory,
    copies: Copies,
}

/// What one slot moves.
#[derive(Clone, Debug)]
struct Moving {
    op: Op,
    submitted: Nanos,
    data: Vec<u8>,
}

impl Moving {
    fn carry_out(
        &mut self,
        Content { memory, copies }: &mut Content,
        fault: Option<DataFault>,
        parts: &[PartFault],
    ) -> Result<(), i32> {
        let Moving { op, data, submitted } = self;
        match op.kind {
            OpKind::Read if fault == Some(DataFault::Stale) => memory.read_before(op.offset, data),
            OpKind::Read => {
                memory.read(op.offset, data)?;
                copies.read(memory, op.offset, data, parts)
            }
            OpKind::Write => copies.write(memory, (op, *submitted), Data::Bytes(data), fault, parts),
            OpKind::Trim => {
                memory.zero(op.offset, u64::from(op.len))?;
                copies.wrote_whole(memory, op, *submitted);
                Ok(())
            }
            OpKind::Flush => Ok(()),
        }
    }
}

impl Emulation {
    /// A stack in its initial state, for `workers` workers.
    pub fn new(spec: &StackSpec, seed: u64, workers: u32) -> Arc<Mutex<Emulation>> {
        let topology = Topology::of(spec);
        let mut stack = Stack::of(spec, &topology, seed, &[]);
        stack.keep_part_faults();
        let content = || Content {
            memory: Memory::new(Budget::unlimited(), true),
            copies: Copies::new(Budget::unlimited(), may_spoil(spec)),
        };
        let mut emulation = Emulation {
            stack,
            due: Vec::new(),
            finished: Vec::new(),
            contents: topology.volumes.iter().map(|_| content()).collect(),
            part_faults: Vec::new(),
            moving: Vec::new(),
            last: Nanos::ZERO,
            lateness: Lateness::default(),
        };
        emulation.set_workers(workers);
        Arc::new(Mutex::new(emulation))
    }

    /// Makes room for one more probe with `workers` workers; the stack keeps its state, and its content. Lateness is
    /// counted anew.
    pub fn set_workers(&mut self, workers: u32) {
        self.lateness = Lateness::default();
        self.finished.resize_with(workers as usize, Vec::new);
        self.finished.iter_mut().for_each(Vec::clear);
        if self.moving.len() < workers as usize {
            self.moving.resize_with(workers as usize, Vec::new);
        }
    }

    /// How late it was since the last [`set_workers`](Emulation::set_workers).
    pub fn lateness(&self) -> Lateness {
        self.lateness
    }

    fn advance(&mut self, now: Nanos) -> Nanos {
        // Two threads read the clock before they get the lock: the model's time must not go back.
        self.last = self.last.max(now);
        self.stack.advance(self.last, &mut self.due);
        for done in self.due.drain(..) {
            self.lateness.count += 1;
            self.lateness.sum_ns += u128::from((self.last - done.at).0);
            let (worker, slot) = ((done.id >> 32) as usize, done.id as u32);
            let moving = self.moving.get_mut(worker).and_then(|slots| slots.get_mut(slot as usize));
            let mut result = done.result;
            self.part_faults.clear();
            self.stack.take_part_faults(Some(done.id), &mut self.part_faults);
            if let (Some(moving), true) = (moving, result.is_ok()) {
                let volume = worker % self.contents.len();
                result = moving.carry_out(&mut self.contents[volume], done.fault, &self.part_faults).and(result);
            }
            if let Some(queue) = self.finished.get_mut(worker) {
                queue.push(Completion { slot, result });
            }
        }
        self.part_faults.clear();
        self.stack.take_part_faults(None, &mut self.part_faults);
        for fault in self.part_faults.drain(..) {
            let Content { memory, copies } = &mut self.contents[fault.volume as usize];
            copies.late(memory, fault);
        }
        self.last
    }
}

/// See the module.
#[derive(Debug)]
pub struct Emulated {
    emulation: Arc<Mutex<Emulation>>,
    worker: u64,
    staged: Vec<(u32, Op)>,
    buffers: Option<Buffers>,
}

impl Emulated {
    /// The engine of worker `worker` with room for `slots` operations. With `buffers`, the stack holds content.
    pub fn new(emulation: Arc<Mutex<Emulation>>, worker: u32, slots: u32, buffers: Option<Buffers>) -> Emulated {
        let engine =
            Emulated { emulation, worker: u64::from(worker), staged: Vec::with_capacity(slots as usize), buffers };
        if engine.buffers.is_some() {
            let mut emulation = engine.lock();
            let workers = emulation.moving.len().max(worker as usize + 1);
            emulation.moving.resize_with(workers, Vec::new);
            let op = Op { offset: 0, len: 0, kind: OpKind::Flush };
            let nothing = Moving { op, submitted: Nanos::ZERO, data: Vec::new() };
            emulation.moving[worker as usize] = vec![nothing; slots as usize];
        }
        engine
    }

    fn lock(&self) -> MutexGuard<'_, Emulation> {
        // A worker that panicked has already ended the Run; the model's state is still whole.
        self.emulation.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Engine for Emulated {
    fn push(&mut self, slot: u32, op: Op) {
        let op = self.buffers.as_mut().map_or(op, |buffers| buffers.begin(slot, op));
        self.staged.push((slot, op));
    }

    fn submit(&mut self) -> io::Result<()> {
        let worker = self.worker;
        let mut staged = std::mem::take(&mut self.staged);
        let mut buffers = self.buffers.take();
        {
            let mut emulation = self.lock();
            let volume = VolumeId((worker % emulation.contents.len() as u64) as u32);
            let now = emulation.advance(MonotonicClock.now());
            for (slot, op) in staged.drain(..) {
                if let Some(buffers) = &mut buffers {
                    let moving = &mut emulation.moving[worker as usize][slot as usize];
                    moving.submitted = now;
                    stage(moving, slot, op, buffers);
                }
                emulation.stack.submit(now, volume, (worker << 32) | u64::from(slot), op);
            }
        }
        self.staged = staged;
        self.buffers = buffers;
        Ok(())
    }

    fn reap(&mut self, found: &mut Vec<Completion>, wait: Wait) -> io::Result<()> {
        loop {
            let mut emulation = self.emulation.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let now = emulation.advance(MonotonicClock.now());
            let next = emulation.stack.next_event();
            let own = &mut emulation.finished[self.worker as usize];
            if !own.is_empty() {
                let from = found.len();
                found.append(own);
                if let Some(buffers) = &mut self.buffers {
                    for done in &found[from..] {
                        let moving = &emulation.moving[self.worker as usize][done.slot as usize];
                        if moving.op.kind == OpKind::Read {
                            buffers.read_slice(done.slot)[..moving.data.len()].copy_from_slice(&moving.data);
                        }
                    }
                }
                return Ok(());
            }
            drop(emulation);
            let Wait::Until { at, .. } = wait else { return Ok(()) };
            if now >= at {
                return Ok(());
            }
            idle(Wait::Until { at: next.map_or(at, |next| next.min(at)), now });
        }
    }

    #[inline]
    fn check(&mut self, done: Completion) -> Result<u32, i32> {
        match &mut self.buffers {
            None => done.result,
            Some(buffers) => buffers.check(done.slot, done.result),
        }
    }

    fn system_calls(&self) -> u64 {
        0
    }
}

/// Keeps what `op` moves: a write's data goes with it, as the stack may finish it in another worker's hands.
fn stage(moving: &mut Moving, slot: u32, op: Op, buffers: &mut Buffers) {
    moving.op = op;
    let len = match op.kind {
        OpKind::Read | OpKind::Write => op.len as usize,
        OpKind::Trim | OpKind::Flush => 0,
    };
    moving.data.resize(len, 0);
    if op.kind == OpKind::Write {
        moving.data.copy_from_slice(buffers.write_slice_of(slot, &op));
    }
}

/// Sleeps as `wait` says, with nothing to wait for but time.
pub(crate) fn idle(wait: Wait) {
    if let Wait::Until { at, now } = wait {
        if at > now {
            MonotonicClock.sleep_until(at);
        }
    }
}

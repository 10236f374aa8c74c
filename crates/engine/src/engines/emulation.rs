//! The stack of a session in process, on the real clock, with what has finished for each worker.
//!
//! With buffers, the stack holds content, in memory: a write takes effect when the stack has finished it, a read brings
//! what is there at that moment, and a data fault of the stack is carried out. Content lasts as long as the emulation.
//! Without buffers nothing is held and nothing is copied.

use std::sync::{Arc, Mutex};

use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_storage::{DataFault, FinishedOp, PartFault, Stack, StackSpec, Topology};

use crate::Completion;
use crate::content::{Budget, Copies, Data, Memory, Store as _, may_spoil};

/// The stack of a session, with what has finished for each worker.
#[derive(Debug)]
pub struct Emulation {
    pub(super) stack: Stack,
    due: Vec<FinishedOp>,
    pub(super) finished: Vec<Vec<Completion>>,
    /// By volume. Worker i works on volume i modulo their number.
    pub(super) contents: Vec<Content>,
    /// Faults in parts and copies of finished operations.
    part_faults: Vec<PartFault>,
    /// The transfer of each slot of each worker, when content is held: a write's data on its way in, a read's on its
    /// way out.
    pub(super) moving: Vec<Vec<Transfer>>,
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

/// The content of a volume, and of its copies where they differ.
#[derive(Debug)]
pub(super) struct Content {
    memory: Memory,
    copies: Copies,
}

/// The transfer of one slot.
#[derive(Clone, Debug)]
pub(super) struct Transfer {
    pub(super) op: Op,
    pub(super) submitted: Nanos,
    pub(super) data: Vec<u8>,
}

impl Transfer {
    fn carry_out(
        &mut self,
        Content { memory, copies }: &mut Content,
        fault: Option<DataFault>,
        parts: &[PartFault],
    ) -> Result<(), i32> {
        let Transfer { op, data, submitted } = self;
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

    pub(super) fn advance(&mut self, now: Nanos) -> Nanos {
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

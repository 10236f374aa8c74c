//! The emulated engine: a described stack on the real clock, in process, shared by all workers of a session.
//!
//! The model is the one the simulator runs; only time differs. Submission and polling take a lock, so a Run on it
//! measures the stack and this engine's own cost (about a microsecond an operation), never a lock-free target.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard};

use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_storage::VolumeId;

pub use super::emulation::{Emulation, Lateness};
pub use crate::EMULATED as KIND;
use super::emulation::Transfer;
use super::idle::idle;
use super::opening::{EngineTarget, OpenError, Opening};
use crate::buffers::Buffers;
use crate::{Completion, Engine, Wait};

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
            let nothing = Transfer { op, submitted: Nanos::ZERO, data: Vec::new() };
            emulation.moving[worker as usize] = vec![nothing; slots as usize];
        }
        engine
    }

    fn lock(&self) -> MutexGuard<'_, Emulation> {
        // A worker that panicked has already ended the Run; the model's state is still whole.
        self.emulation.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Emulated {
    /// Opens the engine.
    ///
    /// # Errors The target is no stack; the system has no memory left.
    pub fn open(mut opening: Opening<'_>) -> Result<Emulated, OpenError> {
        let EngineTarget::Stack(emulation) = opening.target.clone() else { return Err(OpenError::Target) };
        let content = if opening.keeps_content { Some(opening.buffers()?) } else { None };
        Ok(Emulated::new(emulation, opening.worker, opening.slots, content))
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
fn stage(moving: &mut Transfer, slot: u32, op: Op, buffers: &mut Buffers) {
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

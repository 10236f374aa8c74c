//! The emulated engine: a described stack on the real clock, in process, shared by all workers of a session.
//!
//! The model is the one the simulator runs; only time differs. Submission and polling take a lock, so a Run on it
//! measures the stack and this engine's own cost (about a microsecond an operation), never a lock-free target.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard};

use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_base::{Nanos, Op};
use plimsoll_storage::{Finished, Stack, StackSpec};

use crate::{Completion, Engine, Wait};

/// The stack of a session, with what has finished for each worker.
#[derive(Debug)]
pub struct Emulation {
    stack: Stack,
    due: Vec<Finished>,
    finished: Vec<Vec<Completion>>,
    last: Nanos,
}

impl Emulation {
    /// A stack in its initial state, for `workers` workers.
    pub fn new(spec: &StackSpec, seed: u64, workers: u32) -> Arc<Mutex<Emulation>> {
        Arc::new(Mutex::new(Emulation {
            stack: Stack::new(spec, seed),
            due: Vec::new(),
            finished: (0..workers).map(|_| Vec::new()).collect(),
            last: Nanos::ZERO,
        }))
    }

    /// Makes room for one more probe with `workers` workers; the stack keeps its state.
    pub fn set_workers(&mut self, workers: u32) {
        self.finished.resize_with(workers as usize, Vec::new);
        self.finished.iter_mut().for_each(Vec::clear);
    }

    fn advance(&mut self, now: Nanos) -> Nanos {
        // Two threads read the clock before they get the lock: the model's time must not go back.
        self.last = self.last.max(now);
        self.stack.advance(self.last, &mut self.due);
        for done in self.due.drain(..) {
            if let Some(queue) = self.finished.get_mut((done.id >> 32) as usize) {
                queue.push(Completion { slot: done.id as u32, result: done.result });
            }
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
}

impl Emulated {
    /// The engine of worker `worker` with room for `slots` operations.
    pub fn new(emulation: Arc<Mutex<Emulation>>, worker: u32, slots: u32) -> Emulated {
        Emulated { emulation, worker: u64::from(worker), staged: Vec::with_capacity(slots as usize) }
    }

    fn lock(&self) -> MutexGuard<'_, Emulation> {
        // A worker that panicked has already ended the Run; the model's state is still whole.
        self.emulation.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Engine for Emulated {
    fn push(&mut self, slot: u32, op: Op) {
        self.staged.push((slot, op));
    }

    fn submit(&mut self) -> io::Result<()> {
        let worker = self.worker;
        let mut staged = std::mem::take(&mut self.staged);
        {
            let mut emulation = self.lock();
            let now = emulation.advance(MonotonicClock.now());
            for (slot, op) in staged.drain(..) {
                emulation.stack.submit(now, (worker << 32) | u64::from(slot), op);
            }
        }
        self.staged = staged;
        Ok(())
    }

    fn reap(&mut self, found: &mut Vec<Completion>, wait: Wait) -> io::Result<()> {
        loop {
            let mut emulation = self.lock();
            let now = emulation.advance(MonotonicClock.now());
            let next = emulation.stack.next_event();
            let own = &mut emulation.finished[self.worker as usize];
            if !own.is_empty() {
                found.append(own);
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

    fn system_calls(&self) -> u64 {
        0
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

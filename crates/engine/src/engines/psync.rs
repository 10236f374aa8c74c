//! The psync engine: `pread` and `pwrite`. With one slot the worker makes the call itself, which is the cheapest way to do
//! one operation at a time; with more, a thread per slot does. Slower than io_uring at depth, but every system allows it.
#![allow(unsafe_code)]

use std::collections::VecDeque;
use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use plimsoll_base::{Op, OpKind};

use super::call::perform;
use super::idle::idle;
use crate::kind::{Blocking, Drives, EngineKind, ONE_PER_CALL, PLAIN_PAGES};
use super::opening::{OpenError, Opening};
use crate::buffers::Buffers;
use crate::{Completion, Engine, EngineOptions, Wait};

/// Most slots: each is a thread.
pub(crate) const MAX_SLOTS: u32 = 256;

/// The engine for users and Runs.
pub static KIND: EngineKind = EngineKind {
    name: "psync",
    summary: "pread and pwrite: in the worker at one slot, on a thread per slot above; works everywhere",
    available: || Ok(()),
    drives: Drives::Files,
    max_slots: MAX_SLOTS,
    default_queue_depth: 1,
    moves_bytes: true,
    exact_slots: true,
    kernel_queue: false,
    stand_ins: &[],
    direct_only: false,
    blocking_targets: Blocking::OneAtATime,
    // Each operation has a call of its own anyway.
    options: &[ONE_PER_CALL, PLAIN_PAGES],
};

/// See the module.
#[derive(Debug)]
pub struct Psync {
    fd: Arc<OwnedFd>,
    options: EngineOptions,
    buffers: ManuallyDrop<Buffers>,
    staged: Vec<Job>,
    /// One slot: finished in `submit`.
    done: Vec<Completion>,
    pool: Option<Pool>,
    calls: u64,
}

#[derive(Clone, Copy, Debug)]
struct Job {
    slot: u32,
    op: Op,
    buffer: *mut u8,
}

// SAFETY: the pointer names the buffer of a slot, which the worker does not touch until the slot is reaped.
unsafe impl Send for Job {}

#[derive(Debug)]
struct Pool {
    shared: Arc<JobQueue>,
    threads: Vec<JoinHandle<()>>,
    in_flight: usize,
}

#[derive(Debug, Default)]
struct JobQueue {
    state: Mutex<State>,
    work: Condvar,
    finished: Condvar,
}

#[derive(Debug, Default)]
struct State {
    jobs: VecDeque<Job>,
    done: Vec<Completion>,
    closed: bool,
}

impl Psync {
    /// An engine on `fd` with `slots` slots whose buffers are `buffers`.
    ///
    /// # Errors
    /// The system has no threads left.
    pub fn new(fd: Arc<OwnedFd>, buffers: Buffers, slots: u32, options: EngineOptions) -> io::Result<Psync> {
        let pool = (slots > 1).then(|| Pool::new(&fd, slots, options)).transpose()?;
        let room = slots as usize;
        let buffers = ManuallyDrop::new(buffers);
        let (staged, done) = (Vec::with_capacity(room), Vec::with_capacity(room));
        Ok(Psync { fd, options, buffers, staged, done, pool, calls: 0 })
    }
}

impl Psync {
    /// Opens the engine.
    ///
    /// # Errors The target is no file; the system has no memory or threads left.
    pub fn open(mut opening: Opening<'_>) -> Result<Psync, OpenError> {
        let (file, buffers) = (opening.file()?, opening.buffers()?);
        Psync::new(file, buffers, opening.slots, opening.options)
            .map_err(OpenError::while_doing("cannot start threads for psync"))
    }
}

impl Engine for Psync {
    fn push(&mut self, slot: u32, op: Op) {
        let op = self.buffers.begin(slot, op);
        let buffer = match op.kind {
            OpKind::Write => self.buffers.write_buffer(slot, &op).cast_mut(),
            _ => self.buffers.read_buffer(slot),
        };
        self.staged.push(Job { slot, op, buffer });
    }

    fn submit(&mut self) -> io::Result<()> {
        self.calls += self.staged.len() as u64;
        match &mut self.pool {
            None => {
                for job in self.staged.drain(..) {
                    let result = perform(self.fd.as_raw_fd(), job.op, job.buffer, &self.options);
                    self.done.push(Completion { slot: job.slot, result });
                }
            }
            Some(pool) => {
                pool.in_flight += self.staged.len();
                pool.shared.lock().jobs.extend(self.staged.drain(..));
                pool.shared.work.notify_all();
            }
        }
        Ok(())
    }

    fn reap(&mut self, found: &mut Vec<Completion>, wait: Wait) -> io::Result<()> {
        let Some(pool) = &mut self.pool else {
            if self.done.is_empty() {
                idle(wait);
            }
            found.append(&mut self.done);
            return Ok(());
        };
        let before = found.len();
        let mut state = pool.shared.lock();
        if state.done.is_empty() {
            if let Wait::Until { at, now } = wait {
                let span = Duration::from_nanos((at - now).0);
                let waited = pool.shared.finished.wait_timeout(state, span);
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
        found.append(&mut state.done);
        pool.in_flight -= found.len() - before;
        Ok(())
    }

    #[inline]
    fn check(&mut self, done: Completion) -> Result<u32, i32> {
        self.buffers.check(done.slot, done.result)
    }

    fn system_calls(&self) -> u64 {
        self.calls
    }

    fn notes(&self) -> Vec<String> {
        self.pool
            .iter()
            .map(|pool| {
                format!(
                    "psync: {} threads carry the slots; handing over between threads costs some microseconds of latency \
                     and CPU, which the figures contain",
                    pool.threads.len()
                )
            })
            .collect()
    }
}

impl Drop for Psync {
    fn drop(&mut self) {
        if let Some(pool) = self.pool.take() {
            if !pool.close() {
                return;
            }
        }
        // SAFETY: no call is under way, and the buffers are not used after this.
        unsafe { ManuallyDrop::drop(&mut self.buffers) };
    }
}

impl Pool {
    fn new(fd: &Arc<OwnedFd>, slots: u32, options: EngineOptions) -> io::Result<Pool> {
        let shared = Arc::new(JobQueue::default());
        shared.lock().done.reserve(slots as usize);
        shared.lock().jobs.reserve(slots as usize);
        let mut pool = Pool { shared, threads: Vec::with_capacity(slots as usize), in_flight: 0 };
        for _ in 0..slots {
            let (shared, fd) = (pool.shared.clone(), fd.clone());
            let builder = std::thread::Builder::new().name("plimsoll-psync".into());
            match builder.spawn(move || shared.serve(&fd, &options)) {
                Ok(thread) => pool.threads.push(thread),
                Err(error) => {
                    // Threads that have started must not wait for work for ever.
                    pool.close();
                    return Err(error);
                }
            }
        }
        Ok(pool)
    }

    /// Ends the threads. False when one of them sits in a call that does not return: it may still write into its buffer,
    /// so the memory must stay.
    fn close(self) -> bool {
        {
            let mut state = self.shared.lock();
            state.closed = true;
            // Jobs that no thread has begun are dropped: nothing is written after the engine has gone.
            state.jobs.clear();
        }
        self.shared.work.notify_all();
        if self.in_flight > 0 {
            return false;
        }
        for thread in self.threads {
            let _ = thread.join();
        }
        true
    }
}

impl JobQueue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve(&self, fd: &OwnedFd, options: &EngineOptions) {
        loop {
            let mut state = self.lock();
            let job = loop {
                if let Some(job) = state.jobs.pop_front() {
                    break job;
                }
                if state.closed {
                    return;
                }
                state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
            };
            drop(state);
            let result = perform(fd.as_raw_fd(), job.op, job.buffer, options);
            self.lock().done.push(Completion { slot: job.slot, result });
            self.finished.notify_one();
        }
    }
}

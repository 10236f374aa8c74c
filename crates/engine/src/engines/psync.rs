//! The psync engine: `pread` and `pwrite`. With one slot the worker makes the call itself; with more, a thread per slot
//! does. Slower than io_uring at depth, but every system allows it.
#![allow(unsafe_code)]

use std::collections::VecDeque;
use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use plimsoll_base::{Op, OpKind};

use crate::buffers::Buffers;
use crate::{Completion, Engine, Wait};

/// Most slots: each is a thread.
pub const MAX_SLOTS: u32 = 256;

/// See the module.
#[derive(Debug)]
pub struct Psync {
    fd: Arc<OwnedFd>,
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
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    in_flight: usize,
}

#[derive(Debug, Default)]
struct Shared {
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
    pub fn new(fd: Arc<OwnedFd>, buffers: Buffers, slots: u32) -> io::Result<Psync> {
        let pool = (slots > 1).then(|| Pool::new(&fd, slots)).transpose()?;
        let room = slots as usize;
        let buffers = ManuallyDrop::new(buffers);
        Ok(Psync { fd, buffers, staged: Vec::with_capacity(room), done: Vec::with_capacity(room), pool, calls: 0 })
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
                    self.done.push(perform(self.fd.as_raw_fd(), job));
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
                super::emulated::idle(wait);
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
}

impl Drop for Psync {
    fn drop(&mut self) {
        if let Some(pool) = self.pool.take() {
            {
                let mut state = pool.shared.lock();
                state.closed = true;
                // What no thread has begun is not begun any more: nothing is written after the engine has gone.
                state.jobs.clear();
            }
            pool.shared.work.notify_all();
            if pool.in_flight > 0 {
                // A thread sits in a call that does not return and may still write into its buffer: the memory stays.
                return;
            }
            for thread in pool.threads {
                let _ = thread.join();
            }
        }
        // SAFETY: no call is under way, and the buffers are not used after this.
        unsafe { ManuallyDrop::drop(&mut self.buffers) };
    }
}

impl Pool {
    fn new(fd: &Arc<OwnedFd>, slots: u32) -> io::Result<Pool> {
        let shared = Arc::new(Shared::default());
        shared.lock().done.reserve(slots as usize);
        shared.lock().jobs.reserve(slots as usize);
        let mut threads = Vec::new();
        for _ in 0..slots {
            let (shared, fd) = (shared.clone(), fd.clone());
            threads.push(std::thread::Builder::new().name("plimsoll-psync".into()).spawn(move || shared.serve(&fd))?);
        }
        Ok(Pool { shared, threads, in_flight: 0 })
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve(&self, fd: &OwnedFd) {
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
            let completion = perform(fd.as_raw_fd(), job);
            self.lock().done.push(completion);
            self.finished.notify_one();
        }
    }
}

/// Makes the call. A transfer shorter than asked is an error (EIO): the target did not do what was asked of it.
fn perform(fd: RawFd, job: Job) -> Completion {
    let (buffer, len, offset) = (job.buffer.cast(), job.op.len as usize, job.op.offset as i64);
    let answer = loop {
        // SAFETY: `buffer` has `len` bytes that belong to this slot until it is reaped; `fd` is open.
        let answer = unsafe {
            match job.op.kind {
                OpKind::Read => libc::pread64(fd, buffer, len, offset),
                OpKind::Write => libc::pwrite64(fd, buffer, len, offset),
                OpKind::Flush => libc::fdatasync(fd) as isize,
                OpKind::Trim => {
                    let mode = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
                    libc::fallocate64(fd, mode, offset, len as i64) as isize
                }
            }
        };
        if answer >= 0 || io::Error::last_os_error().raw_os_error() != Some(libc::EINTR) {
            break answer;
        }
    };
    let result = match (answer, job.op.kind) {
        (n, _) if n < 0 => Err(io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)),
        (_, OpKind::Flush | OpKind::Trim) => Ok(job.op.len),
        (n, _) if n as usize == len => Ok(job.op.len),
        _ => Err(libc::EIO),
    };
    Completion { slot: job.slot, result }
}

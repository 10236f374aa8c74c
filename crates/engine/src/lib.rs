//! Ways to move bytes: one trait, one file per engine.
//!
//! An engine belongs to one worker. The worker stages operations with [`Engine::push`], hands them over with one
//! [`Engine::submit`], and finds finished ones with [`Engine::reap`]. Clocks, histograms and schedules stay outside, so
//! that every engine is measured by the same code, the null engine included, which exists to measure that code.
//!
//! Operations are named by slot: a small number that the worker owns until the operation is reaped. Buffers belong to
//! slots and are made before the first operation ([`buffers::Buffers`]).

#[cfg(feature = "measure")]
mod advice;
#[cfg(feature = "measure")]
pub mod buffers;
#[cfg(feature = "measure")]
pub mod content;
#[cfg(feature = "measure")]
pub mod engines;
mod kind;
mod names;
#[cfg(feature = "measure")]
pub mod verify;

use std::io;

use plimsoll_base::{Nanos, Op};

#[cfg(feature = "measure")]
pub use advice::{kernel_workers, waits_for_completion};
#[cfg(feature = "measure")]
pub use engines::{AnyEngine, ENGINES, EngineTarget, EngineVisitor, OpenError, Opening};
pub use kind::{Blocking, Drives, EMULATED, EngineKind, EngineOption, NULL, ONE_PER_CALL, Takes};
#[cfg(not(feature = "measure"))]
pub use names::ENGINES;
pub use names::find;

/// Bytes that buffers for these operations take.
pub fn buffer_bytes(slots: u32, block: u32, reads: bool, writes: bool) -> u64 {
    u64::from(slots) * u64::from(block) * (u64::from(reads) + u64::from(writes)).max(1)
}

/// What an operation ends with that moved fewer bytes than requested, as past the end of a file that became smaller. The
/// kernel has no errno for it; its own end at 4095.
pub const SHORT_TRANSFER: i32 = 4096;

/// The error of an operation in words: those of the system, or ours for [`SHORT_TRANSFER`].
pub fn error_of(errno: i32) -> std::io::Error {
    if errno == SHORT_TRANSFER {
        let text = "fewer bytes were moved than requested: the target became smaller";
        return std::io::Error::new(std::io::ErrorKind::UnexpectedEof, text);
    }
    std::io::Error::from_raw_os_error(errno)
}

/// A finished operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The slot it was pushed with.
    pub slot: u32,
    /// Bytes moved, or the errno, which may be [`SHORT_TRANSFER`].
    pub result: Result<u32, i32>,
}

/// How long [`Engine::reap`] may wait when nothing has finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// Not at all.
    No,
    /// Until an operation finishes or this instant on the monotonic clock passes. `now` is the caller's last reading.
    Until {
        /// The deadline.
        at: Nanos,
        /// The present of the caller.
        now: Nanos,
    },
}

/// How an engine is to work, where it has a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Every write is durable before it is acknowledged (`RWF_DSYNC`, force unit access).
    pub durable_writes: bool,
    /// A flush makes data durable and only the metadata that finds it (`fdatasync`).
    pub flush_data_only: bool,
    /// io_uring: completions are polled for (`IORING_SETUP_IOPOLL`); the device must allow it.
    pub iopoll: bool,
    /// io_uring: a thread of the kernel takes submissions (`IORING_SETUP_SQPOLL`).
    pub sqpoll: bool,
    /// nbd: connections to the server, at most.
    pub connections: u32,
    /// Under a closed load each operation is handed over in a call of its own and taken back in one, as fio does by
    /// default: an observer of the calls (a hypervisor, above all) sees those of fio.
    pub one_per_call: bool,
    /// Buffers on ordinary pages, as fio's are; otherwise on huge ones.
    pub plain_pages: bool,
}

impl EngineOptions {
    /// No option is set.
    pub const PLAIN: EngineOptions = EngineOptions {
        durable_writes: false,
        flush_data_only: false,
        iopoll: false,
        sqpoll: false,
        connections: 1,
        one_per_call: false,
        plain_pages: false,
    };
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions::PLAIN
    }
}

/// One worker's way to move bytes.
pub trait Engine {
    /// Stages an operation in `slot`, which must be free. Costs no system call.
    fn push(&mut self, slot: u32, op: Op);

    /// Hands all staged operations to the target.
    ///
    /// # Errors
    /// The interface itself failed (not an operation: those fail in their [`Completion`]).
    fn submit(&mut self) -> io::Result<()>;

    /// Appends finished operations to `found`; waits for the first one by `wait`.
    ///
    /// # Errors The interface itself failed.
    fn reap(&mut self, found: &mut Vec<Completion>, wait: Wait) -> io::Result<()>;

    /// [`submit`](Engine::submit), then [`reap`](Engine::reap), in one system call where the engine can: what the call
    /// for submission alone takes is not known then.
    ///
    /// # Errors
    /// The interface itself failed.
    fn submit_and_reap(&mut self, found: &mut Vec<Completion>, wait: Wait) -> io::Result<()> {
        self.submit()?;
        self.reap(found, wait)
    }

    /// From now on a wait ends when `at_least` operations have finished (or all that are outstanding, or the deadline
    /// has passed); 1 at first, and always where an engine does not know better.
    ///
    /// Fewer wakes cost less, but completions are found late: at a steady rate by `(at_least - 1) / 2` of the mean gap
    /// between completions on average, which with N outstanding is the share `(at_least - 1) / 2N` of the mean latency.
    fn gather(&mut self, at_least: u32) {
        let _ = at_least;
    }

    /// From now on the load is closed, or it is not: one operation per call, where that was chosen, is for closed loads. What
    /// an open load has ready goes in one call: the last of a row of calls would be late for the others' sake.
    fn serve_load(&mut self, closed: bool) {
        let _ = closed;
    }

    /// Checks what a finished operation brought or left, when the workload verifies; called once for every completion,
    /// after it was stamped. Gives the result, or `Err(EBADMSG)` with the finding kept aside.
    ///
    /// An engine with [`Buffers`](buffers::Buffers) does two things, and the buffers remember what is under way in each
    /// slot: `push` starts with `let op = self.buffers.begin(slot, op);` and goes on with the operation that this gives
    /// (a write that would meet another at its place is moved), and `check` is
    /// `self.buffers.check(done.slot, done.result)`. Without a verifier each is a branch.
    ///
    /// # Errors
    /// The operation's own errno, or EBADMSG when the data is not what was written.
    fn check(&mut self, done: Completion) -> Result<u32, i32> {
        done.result
    }

    /// System calls made so far for pushing, submitting and reaping.
    fn system_calls(&self) -> u64;

    /// Fallbacks and other facts for readers of the record, in words.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }
}

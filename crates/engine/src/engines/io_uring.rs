//! The io_uring engine: registered file and buffers, one system call for a batch, waiting with a deadline.
//!
//! `COOP_TASKRUN` with `TASKRUN_FLAG` (Linux 5.19) lets completions be posted when we next enter the kernel instead of
//! interrupting the worker; the flag in the ring tells when an entry is needed. Older kernels get a plain ring. What
//! cannot be registered (the locked-memory limit) is used unregistered; the engine says so in its notes.
#![allow(unsafe_code)]

use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::Arc;

use io_uring::types::{Fd, Fixed, SubmitArgs, Timespec};
use io_uring::{IoUring, cqueue, opcode, squeue};
use plimsoll_base::{Op, OpKind};

use crate::buffers::Buffers;
use crate::{Completion, Engine, Wait};

/// Bytes of one registered buffer; the kernel's limit is 1 GiB.
const REGISTERED_CHUNK: usize = 1 << 30;

/// See the module.
#[derive(Debug)]
pub struct Uring {
    ring: Ring,
    fd: Arc<OwnedFd>,
    file_registered: bool,
    buffers_registered: bool,
    buffers: ManuallyDrop<Buffers>,
    /// Bytes asked of each slot: a shorter transfer is an error.
    asked: Vec<(OpKind, u32)>,
    staged: Vec<squeue::Entry>,
    in_flight: usize,
    calls: u64,
}

struct Ring(IoUring<squeue::Entry, cqueue::Entry>);

impl std::fmt::Debug for Ring {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("IoUring")
    }
}

/// Whether io_uring may be used here, and why not.
pub fn available() -> Result<(), String> {
    let ring = IoUring::new(2).map_err(|e| match e.raw_os_error() {
        Some(libc::ENOSYS) => "this kernel has no io_uring".to_owned(),
        Some(libc::EPERM | libc::EACCES) => {
            "io_uring is not allowed here (a container's seccomp profile, or kernel.io_uring_disabled)".to_owned()
        }
        _ => format!("io_uring cannot be set up: {e}"),
    })?;
    if ring.params().is_feature_ext_arg() {
        Ok(())
    } else {
        Err("this kernel's io_uring cannot wait with a deadline (Linux 5.11 can)".to_owned())
    }
}

impl Uring {
    /// An engine on `fd` with `slots` slots whose buffers are `buffers`.
    ///
    /// # Errors
    /// The ring cannot be made (see [`available`]).
    pub fn new(fd: Arc<OwnedFd>, buffers: Buffers, slots: u32) -> io::Result<Uring> {
        let entries = slots.next_power_of_two().clamp(1, 32_768);
        let ring = IoUring::builder()
            .setup_coop_taskrun()
            .setup_taskrun_flag()
            .build(entries)
            .or_else(|_| IoUring::new(entries))?;
        let file_registered = ring.submitter().register_files(&[fd.as_raw_fd()]).is_ok();
        let (base, bytes) = buffers.region();
        let chunks: Vec<libc::iovec> = (0..bytes)
            .step_by(REGISTERED_CHUNK)
            .map(|at| libc::iovec { iov_base: base.wrapping_add(at).cast(), iov_len: REGISTERED_CHUNK.min(bytes - at) })
            .collect();
        // An operation's buffer must lie in one registered chunk: only then are they registered.
        // SAFETY: the region stays mapped while the ring exists: both are dropped with this engine, or leaked together.
        let buffers_registered = chunks.len() == 1 && unsafe { ring.submitter().register_buffers(&chunks) }.is_ok();
        Ok(Uring {
            ring: Ring(ring),
            fd,
            file_registered,
            buffers_registered,
            buffers: ManuallyDrop::new(buffers),
            asked: vec![(OpKind::Read, 0); slots as usize],
            staged: Vec::with_capacity(slots as usize),
            in_flight: 0,
            calls: 0,
        })
    }

    /// What could not be had, in words for the record.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if !self.buffers_registered {
            notes.push("io_uring: buffers are not registered (locked-memory limit): each operation costs more".into());
        }
        if !self.file_registered {
            notes.push("io_uring: the file is not registered: each operation costs more".into());
        }
        notes
    }

    fn entry(&mut self, slot: u32, op: Op) -> squeue::Entry {
        let (fixed, fd) = (self.file_registered, Fd(self.fd.as_raw_fd()));
        let buffers = &mut self.buffers;
        macro_rules! on_target {
            ($code:path $(, $arg:expr)*) => {
                if fixed { <$code>::new(Fixed(0) $(, $arg)*) } else { <$code>::new(fd $(, $arg)*) }
            };
        }
        let entry = match op.kind {
            OpKind::Read => {
                let buffer = buffers.read_buffer(slot);
                if self.buffers_registered {
                    on_target!(opcode::ReadFixed, buffer, op.len, 0).offset(op.offset).build()
                } else {
                    on_target!(opcode::Read, buffer, op.len).offset(op.offset).build()
                }
            }
            OpKind::Write => {
                let buffer = buffers.write_buffer(slot, &op);
                if self.buffers_registered {
                    on_target!(opcode::WriteFixed, buffer, op.len, 0).offset(op.offset).build()
                } else {
                    on_target!(opcode::Write, buffer, op.len).offset(op.offset).build()
                }
            }
            OpKind::Flush => on_target!(opcode::Fsync).flags(io_uring::types::FsyncFlags::DATASYNC).build(),
            OpKind::Trim => {
                let mode = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
                on_target!(opcode::Fallocate, u64::from(op.len)).offset(op.offset).mode(mode).build()
            }
        };
        entry.user_data(u64::from(slot))
    }

    fn enter(&mut self, want: usize, wait: Wait) -> io::Result<()> {
        self.calls += 1;
        let submitter = self.ring.0.submitter();
        let answer = match wait {
            Wait::Until { at, now } if want > 0 => {
                let left = (at - now).0;
                let span = Timespec::new().sec(left / 1_000_000_000).nsec((left % 1_000_000_000) as u32);
                submitter.submit_with_args(want, &SubmitArgs::new().timespec(&span))
            }
            // GETEVENTS without waiting: runs the completions' task work.
            _ if self.staged.is_empty() => submitter.submit_with_args(0, &SubmitArgs::new()),
            _ => submitter.submit(),
        };
        match answer {
            Ok(_) => Ok(()),
            Err(e) => match e.raw_os_error() {
                // The deadline passed, a signal came, or the completion queue must be emptied first.
                Some(libc::ETIME | libc::EINTR | libc::EBUSY | libc::EAGAIN) => Ok(()),
                _ => Err(e),
            },
        }
    }

    fn drain(&mut self, found: &mut Vec<Completion>) {
        let before = found.len();
        for done in self.ring.0.completion() {
            let slot = done.user_data() as u32;
            let (kind, asked) = self.asked[slot as usize];
            let result = match (done.result(), kind) {
                (n, _) if n < 0 => Err(-n),
                (_, OpKind::Flush | OpKind::Trim) => Ok(asked),
                (n, _) if n as u32 == asked => Ok(asked),
                // A transfer shorter than asked: the target did not do what was asked of it.
                _ => Err(libc::EIO),
            };
            found.push(Completion { slot, result });
        }
        self.in_flight -= found.len() - before;
    }
}

impl Engine for Uring {
    #[inline]
    fn push(&mut self, slot: u32, op: Op) {
        let op = self.buffers.begin(slot, op);
        self.asked[slot as usize] = (op.kind, op.len);
        let entry = self.entry(slot, op);
        self.staged.push(entry);
    }

    fn submit(&mut self) -> io::Result<()> {
        self.in_flight += self.staged.len();
        {
            let mut queue = self.ring.0.submission();
            // SAFETY: every entry names a buffer of its own slot, which lives as long as the ring, and an open file.
            let pushed = unsafe { queue.push_multiple(&self.staged) };
            debug_assert!(pushed.is_ok(), "the ring has an entry for every slot");
        }
        loop {
            self.enter(0, Wait::No)?;
            if self.ring.0.submission().is_empty() {
                break;
            }
        }
        self.staged.clear();
        Ok(())
    }

    fn reap(&mut self, found: &mut Vec<Completion>, wait: Wait) -> io::Result<()> {
        let before = found.len();
        self.drain(found);
        if found.len() > before {
            return Ok(());
        }
        if let (Wait::Until { .. }, 0) = (wait, self.in_flight) {
            // Nothing outstanding: sleeping on the clock is more exact than an empty ring.
            super::emulated::idle(wait);
            return Ok(());
        }
        match wait {
            Wait::Until { at, now } if at > now => self.enter(1, wait)?,
            _ if self.ring.0.submission().taskrun() => self.enter(0, Wait::No)?,
            _ => return Ok(()),
        }
        self.drain(found);
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

impl Drop for Uring {
    fn drop(&mut self) {
        // The kernel may still write into the buffers of operations that hang: then the memory stays.
        if self.in_flight == 0 {
            // SAFETY: nothing is in flight, and the buffers are not used after this.
            unsafe { ManuallyDrop::drop(&mut self.buffers) };
        }
    }
}

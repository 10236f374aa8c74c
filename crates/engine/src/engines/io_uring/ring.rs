//! The ring itself: made with the best set of features that the kernel has, switched on by the thread that uses it.
//!
//! `DEFER_TASKRUN` (Linux 6.1) is the cheapest: completions are worked off inside our own calls and nowhere else. It
//! binds the ring to one thread, while an engine is made by one thread and used by another. So the ring is made
//! switched off (`R_DISABLED`); the first call of the using thread switches it on and so becomes its owner. Older kernels
//! get `COOP_TASKRUN` (5.19), then a plain ring. `NO_SQARRAY` (6.6) saves an indirection, `SUBMIT_ALL` (5.18) lets a batch go
//! on past an entry that fails, and the ring's own descriptor is registered (5.18), so that entering needs no file look-up.
//!
//! The calls are made here and not through the crate's `Submitter`: that one forgets a registered descriptor between two
//! calls, and decides on its own whether to call, so that calls could not be counted exactly.
#![allow(unsafe_code)]

use std::io;
use std::os::fd::AsRawFd;

use io_uring::{Builder, EnterFlags, IoUring, cqueue, squeue};
use plimsoll_base::Nanos;

use crate::EngineOptions;

/// The kernel's thread looks for submissions so long after the last one before it sleeps, ms.
const SQPOLL_IDLE_MS: u32 = 50;

type Io = IoUring<squeue::Entry, cqueue::Entry>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Completions are worked off inside our calls only; bound to one thread.
    Deferred,
    /// Completions are worked off when we next enter the kernel.
    Cooperative,
    /// Completions interrupt us.
    Plain,
    /// A thread of the kernel takes submissions.
    Polled,
}

pub(super) struct Ring {
    pub(super) io: Io,
    pub(super) kind: Kind,
    /// The descriptor to enter with, and the flag for its kind.
    enter_fd: i32,
    enter_flags: u32,
    enabled: bool,
    /// System calls made.
    pub(super) calls: u64,
}

impl std::fmt::Debug for Ring {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ring").field("kind", &self.kind).field("calls", &self.calls).finish_non_exhaustive()
    }
}

/// `struct io_uring_getevents_arg`.
#[repr(C)]
struct WaitArg {
    sigmask: u64,
    sigmask_size: u32,
    min_wait_us: u32,
    timespec: u64,
}

/// `struct __kernel_timespec`.
#[repr(C)]
struct Span {
    seconds: i64,
    nanos: i64,
}

impl Ring {
    /// A ring with `entries` entries, not switched on yet.
    ///
    /// # Errors
    /// The kernel has no io_uring, does not allow it, or cannot do what `options` ask.
    pub(super) fn new(entries: u32, options: &EngineOptions) -> io::Result<Ring> {
        let kinds: &[Kind] =
            if options.sqpoll { &[Kind::Polled] } else { &[Kind::Deferred, Kind::Cooperative, Kind::Plain] };
        let mut refused = None;
        for &kind in kinds {
            for modern in [true, false] {
                match builder(kind, modern, options.iopoll).build(entries) {
                    Ok(io) => {
                        let enter_fd = io.as_raw_fd();
                        let enabled = kind != Kind::Deferred;
                        return Ok(Ring { io, kind, enter_fd, enter_flags: 0, enabled, calls: 0 });
                    }
                    Err(error) => refused = Some(error),
                }
            }
        }
        Err(refused.unwrap_or_else(|| io::Error::from_raw_os_error(libc::EINVAL)))
    }

    /// Hands `to_submit` entries over and, with `wait`, waits until at least one completion is there or so much time has
    /// passed. Returns how many entries the kernel has taken; none when it is short of room at the moment.
    ///
    /// # Errors
    /// The interface itself failed.
    #[inline]
    pub(super) fn enter(&mut self, to_submit: u32, min_complete: u32, wait: Option<Nanos>) -> io::Result<u32> {
        if !self.enabled {
            self.enable()?;
        }
        let Some(limit) = wait else { return self.call(to_submit, 0, EnterFlags::GETEVENTS.bits(), None) };
        let span = Span { seconds: (limit.0 / 1_000_000_000) as i64, nanos: (limit.0 % 1_000_000_000) as i64 };
        let arg = WaitArg { sigmask: 0, sigmask_size: 0, min_wait_us: 0, timespec: std::ptr::from_ref(&span) as u64 };
        self.call(to_submit, min_complete, (EnterFlags::GETEVENTS | EnterFlags::EXT_ARG).bits(), Some(&arg))
    }

    /// Hands `to_submit` entries over and does not look for completions.
    ///
    /// # Errors
    /// The interface itself failed.
    #[inline]
    pub(super) fn hand_over(&mut self, to_submit: u32) -> io::Result<u32> {
        if !self.enabled {
            self.enable()?;
        }
        self.call(to_submit, 0, 0, None)
    }

    /// The kernel's thread sleeps and must be woken to see what was handed over.
    #[inline]
    pub(super) fn wake_if_asleep(&mut self) -> io::Result<()> {
        if self.io.submission().need_wakeup() {
            self.call(0, 0, EnterFlags::SQ_WAKEUP.bits(), None)?;
        }
        Ok(())
    }

    /// Completions wait for a call of ours before they appear in the queue.
    #[inline]
    pub(super) fn needs_a_call(&mut self) -> bool {
        let queue = self.io.submission();
        queue.taskrun() || queue.cq_overflow()
    }

    #[inline]
    fn call(&mut self, to_submit: u32, min_complete: u32, flags: u32, arg: Option<&WaitArg>) -> io::Result<u32> {
        self.calls += 1;
        let (arg, size) = arg.map_or((std::ptr::null(), 0), |arg| (std::ptr::from_ref(arg), size_of::<WaitArg>()));
        let flags = flags | self.enter_flags;
        // SAFETY: the descriptor is this ring's; `arg` is null or a WaitArg that lives until the call returns. Every
        // entry that the kernel takes names a buffer and a file that live as long as the ring.
        let answer = unsafe {
            libc::syscall(libc::SYS_io_uring_enter, self.enter_fd, to_submit, min_complete, flags, arg, size)
        };
        if answer >= 0 {
            return Ok(answer as u32);
        }
        let error = io::Error::last_os_error();
        match error.raw_os_error() {
            // The deadline passed, a signal came, memory is short, or completions must be taken out first.
            Some(libc::ETIME | libc::EINTR | libc::EAGAIN | libc::EBUSY) => Ok(0),
            Some(libc::EEXIST) => Err(io::Error::other(
                "this io_uring belongs to the thread that used it first; an engine must stay with one worker",
            )),
            _ => Err(error),
        }
    }

    #[cold]
    fn enable(&mut self) -> io::Result<()> {
        self.calls += 2;
        self.io.submitter().register_enable_rings()?;
        self.enabled = true;
        // Registered for this thread, which from here on is the only one that enters. Without it, all works the same.
        let mut update = RingUpdate { offset: u32::MAX, reserved: 0, data: self.io.as_raw_fd() as u64 };
        let update = std::ptr::from_mut(&mut update);
        // SAFETY: `update` is one `struct io_uring_rsrc_update` that lives until the call returns; the kernel writes the
        // index into it, which is read only after the call says that it did.
        let index = unsafe {
            let answer = libc::syscall(libc::SYS_io_uring_register, self.io.as_raw_fd(), REGISTER_RING_FDS, update, 1);
            (answer == 1).then(|| (*update).offset)
        };
        if let Some(index) = index {
            (self.enter_fd, self.enter_flags) = (index as i32, EnterFlags::REGISTERED_RING.bits());
        }
        Ok(())
    }
}

const REGISTER_RING_FDS: libc::c_uint = 20;

/// `struct io_uring_rsrc_update`.
#[repr(C)]
struct RingUpdate {
    offset: u32,
    reserved: u32,
    data: u64,
}

fn builder(kind: Kind, modern: bool, iopoll: bool) -> Builder<squeue::Entry, cqueue::Entry> {
    let mut builder = Io::builder();
    match kind {
        Kind::Deferred => {
            builder.setup_r_disabled().setup_single_issuer().setup_defer_taskrun().setup_taskrun_flag();
        }
        Kind::Cooperative => {
            builder.setup_coop_taskrun().setup_taskrun_flag();
        }
        Kind::Plain => {}
        Kind::Polled => {
            builder.setup_sqpoll(SQPOLL_IDLE_MS);
        }
    }
    if modern {
        builder.setup_no_sqarray();
    }
    if modern || kind == Kind::Deferred || kind == Kind::Cooperative {
        builder.setup_submit_all();
    }
    if iopoll {
        builder.setup_iopoll();
    }
    builder
}

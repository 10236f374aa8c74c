//! The io_uring engine: registered file and buffers, one system call to hand over a batch and to wait with a deadline.
//!
//! Entries are written where the kernel reads them, when they are pushed, and carry the operation, so that a completion
//! needs no table. Resources that cannot be registered (the locked-memory limit) are used unregistered; the engine's
//! notes mention it. There are two variants. SQPOLL: a thread of the kernel takes submissions, which then cost no
//! system call; the thread belongs to this process, and so does its CPU. IOPOLL: completions are polled at the device
//! without interrupts, where the device allows it.
//!
//! A ring belongs to the thread that uses it first (see `ring`). It may be dropped by any.
#![allow(unsafe_code)]

mod region;
mod ring;

use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::Arc;

use io_uring::types::{Fd, Fixed, FsyncFlags};
use io_uring::{IoUring, opcode, squeue};
use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_base::{Nanos, Op, OpKind};

use self::region::Region;
use self::ring::{Kind, Ring};
use super::call::{self, TRIM_MODE};
use super::idle::idle;
use crate::kind::{Blocking, Drives, EngineKind, EngineOption, ONE_PER_CALL, PLAIN_PAGES, Takes};
use super::opening::{OpenError, Opening};
use crate::buffers::Buffers;
use crate::{Completion, Engine, EngineOptions, SHORT_TRANSFER, Wait};

/// Most slots: entries of the largest ring.
pub(crate) const MAX_SLOTS: u32 = 32_768;

/// The engine for users and Runs.
pub static KIND: EngineKind = EngineKind {
    name: "io_uring",
    summary: "Linux io_uring: registered file and buffers, batched submission; the default for files and devices",
    available,
    drives: Drives::Files,
    max_slots: MAX_SLOTS,
    default_queue_depth: 32,
    moves_bytes: true,
    exact_slots: false,
    kernel_queue: true,
    stand_ins: &[&super::libaio::KIND, &super::psync::KIND],
    direct_only: false,
    blocking_targets: Blocking::Never,
    options: &[
        EngineOption { name: "iopoll", takes: Takes::Nothing(|options| options.iopoll = true) },
        EngineOption { name: "sqpoll", takes: Takes::Nothing(|options| options.sqpoll = true) },
        ONE_PER_CALL,
        PLAIN_PAGES,
    ],
};

/// In an entry's user data: the operation transfers nothing and its answer is 0. Slots need the bits below.
const NO_TRANSFER: u64 = 1 << 31;

/// See the module.
#[derive(Debug)]
pub struct Uring {
    ring: Ring,
    fd: Arc<OwnedFd>,
    file_registered: bool,
    region: Region,
    buffers: ManuallyDrop<Buffers>,
    options: EngineOptions,
    write_flags: i32,
    /// Flags of entries that transfer data.
    entry_flags: squeue::Flags,
    flush_flags: FsyncFlags,
    /// SQPOLL: entries become visible to the kernel when they lie in the ring, so they are kept here until `submit`.
    staged: Vec<squeue::Entry>,
    /// IOPOLL: flushes and trims cannot be polled for; they are made in `submit`, one at a time.
    inline: Vec<(u32, Op)>,
    inline_done: Vec<Completion>,
    /// Entries in the ring since the last `submit`.
    fresh: u32,
    /// Entries handed over that the kernel had no room for.
    left: u32,
    in_flight: usize,
    /// Waiting ends when so many have finished.
    gather: u32,
    /// Each operation has calls of its own.
    singly: bool,
    inline_calls: u64,
}

/// Whether io_uring may be used here, and why not.
pub fn available() -> Result<(), String> {
    let ring = IoUring::new(2).map_err(|e| match e.raw_os_error() {
        Some(libc::ENOSYS) => "this kernel has no io_uring, or a container's seccomp profile hides it".to_owned(),
        Some(libc::EPERM | libc::EACCES) => refusal_reason(),
        Some(libc::ENOMEM) => {
            "io_uring cannot be set up: the locked-memory limit is too low (raise it with ulimit -l)".to_owned()
        }
        _ => format!("io_uring cannot be set up: {e}"),
    })?;
    if ring.params().is_feature_ext_arg() {
        Ok(())
    } else {
        Err("this kernel's io_uring cannot wait with a deadline (Linux 5.11 can)".to_owned())
    }
}

/// Who forbids io_uring: the system's switch (Linux 6.6), else a filter of system calls.
fn refusal_reason() -> String {
    match std::fs::read_to_string("/proc/sys/kernel/io_uring_disabled").as_deref().map(str::trim) {
        Ok(value @ ("1" | "2")) => format!("io_uring is switched off here (sysctl kernel.io_uring_disabled = {value})"),
        _ => "io_uring is forbidden here (a container's seccomp profile)".to_owned(),
    }
}

impl Uring {
    /// An engine on `fd` with `slots` slots whose buffers are `buffers`.
    ///
    /// # Errors
    /// The ring cannot be made (see [`available`]), or the target cannot be polled (`options.iopoll`).
    pub fn new(fd: Arc<OwnedFd>, mut buffers: Buffers, slots: u32, options: EngineOptions) -> io::Result<Uring> {
        if options.iopoll {
            region::allows_polling(&fd)?;
        }
        let ring = Ring::new(entries(slots, &options)?, &options)?;
        let file_registered = ring.io.submitter().register_files(&[fd.as_raw_fd()]).is_ok();
        let region = Region::register(&ring.io, &mut buffers, slots);
        let room = slots as usize;
        // Where the first attempt cannot but fail, it is left out: on zram that saves a fifth of
        // the CPU.
        let waits = crate::waits_for_completion(&fd, 4096, true);
        Ok(Uring {
            ring,
            fd,
            file_registered,
            region,
            buffers: ManuallyDrop::new(buffers),
            options,
            entry_flags: if waits { squeue::Flags::ASYNC } else { squeue::Flags::empty() },
            write_flags: if options.durable_writes { libc::RWF_DSYNC } else { 0 },
            flush_flags: if options.flush_data_only { FsyncFlags::DATASYNC } else { FsyncFlags::empty() },
            staged: Vec::with_capacity(if options.sqpoll { room } else { 0 }),
            inline: Vec::with_capacity(if options.iopoll { room } else { 0 }),
            inline_done: Vec::with_capacity(if options.iopoll { room } else { 0 }),
            fresh: 0,
            left: 0,
            in_flight: 0,
            gather: 1,
            singly: options.one_per_call,
            inline_calls: 0,
        })
    }

    #[inline]
    fn entry(&mut self, slot: u32, op: Op) -> squeue::Entry {
        let fd = Fd(self.fd.as_raw_fd());
        let file_registered = self.file_registered;
        macro_rules! on_target {
            ($code:path $(, $arg:expr)*) => {
                if file_registered { <$code>::new(Fixed(0) $(, $arg)*) } else { <$code>::new(fd $(, $arg)*) }
            };
        }
        let asked = u64::from(op.len) << 32 | u64::from(slot);
        match op.kind {
            OpKind::Read => {
                let buffer = self.buffers.read_buffer(slot);
                match self.region.index_of(buffer, op.len) {
                    Some(index) => on_target!(opcode::ReadFixed, buffer, op.len, index).offset(op.offset).build(),
                    None => on_target!(opcode::Read, buffer, op.len).offset(op.offset).build(),
                }
                .flags(self.entry_flags)
                .user_data(asked)
            }
            OpKind::Write => {
                let buffer = self.buffers.write_buffer(slot, &op);
                let flags = self.write_flags;
                match self.region.index_of(buffer, op.len) {
                    Some(index) => {
                        on_target!(opcode::WriteFixed, buffer, op.len, index).offset(op.offset).rw_flags(flags).build()
                    }
                    None => on_target!(opcode::Write, buffer, op.len).offset(op.offset).rw_flags(flags).build(),
                }
                .flags(self.entry_flags)
                .user_data(asked)
            }
            OpKind::Flush => on_target!(opcode::Fsync).flags(self.flush_flags).build().user_data(asked | NO_TRANSFER),
            OpKind::Trim => on_target!(opcode::Fallocate, u64::from(op.len))
                .offset(op.offset)
                .mode(TRIM_MODE)
                .build()
                .user_data(asked | NO_TRANSFER),
        }
    }

    /// Completions to wait for: no more than can come.
    #[inline]
    fn least(&self) -> u32 {
        if self.singly { 1 } else { self.gather.min(self.in_flight as u32) }
    }

    /// Hands over what is staged, without looking for completions.
    fn hand_over(&mut self) -> io::Result<()> {
        if self.options.sqpoll {
            let pushed = {
                let mut queue = self.ring.io.submission();
                // SAFETY: every entry names a buffer of its own slot, which lives as long as the ring, and an open file.
                unsafe { queue.push_multiple(&self.staged) }
            };
            // See `entries`. One that is not handed over must not be waited for as if it were.
            pushed.map_err(|_| io::Error::other("io_uring: the kernel's thread leaves no room in the ring"))?;
            self.staged.clear();
            return self.ring.wake_if_asleep();
        }
        self.left += std::mem::take(&mut self.fresh);
        while self.left > 0 {
            let taken = self.ring.hand_over(if self.singly { 1 } else { self.left })?;
            self.left -= taken;
            if taken == 0 {
                // The kernel is short of room: what it did not take goes with the next call, after a look for completions.
                break;
            }
        }
        Ok(())
    }

    #[inline]
    fn drain(&mut self, found: &mut Vec<Completion>) {
        let before = found.len();
        let room = if self.singly { 1 } else { usize::MAX };
        for done in self.ring.io.completion().take(room) {
            let asked = done.user_data();
            let slot = asked as u32 & !(NO_TRANSFER as u32);
            let len = (asked >> 32) as u32;
            let whole = if asked & NO_TRANSFER == 0 { len as i32 } else { 0 };
            let result = match done.result() {
                n if n == whole => Ok(len),
                n if n < 0 => Err(-n),
                _ => Err(SHORT_TRANSFER),
            };
            found.push(Completion { slot, result });
        }
        if !self.inline_done.is_empty() {
            found.append(&mut self.inline_done);
        }
        self.in_flight -= found.len() - before;
    }

    /// IOPOLL: looks at the device until something has finished or the deadline has passed.
    fn poll(&mut self, found: &mut Vec<Completion>, wait: Wait) -> io::Result<()> {
        let before = found.len();
        loop {
            // Without a least number of completions: a device that hangs must not keep us in the kernel.
            let taken = self.ring.enter(self.left, 0, None)?;
            self.left -= taken;
            self.drain(found);
            match wait {
                Wait::Until { at, .. } if found.len() == before && MonotonicClock.now() < at => {}
                _ => return Ok(()),
            }
        }
    }
}

/// How many entries the ring needs, so that there is one for whatever is pushed.
///
/// SQPOLL: the kernel's thread gives the room of a batch back when it is through with all of it, while the first of its
/// operations may have finished long before. Whatever lies in a batch was outstanding when it began, as is all that has
/// been pushed since: twice the slots are always enough, and the slots alone are not.
///
/// # Errors
/// The kernel has no ring as large.
fn entries(slots: u32, options: &EngineOptions) -> io::Result<u32> {
    let (each, with) = if options.sqpoll { (2, " with sqpoll") } else { (1, "") };
    let most = MAX_SLOTS / each;
    if slots > most {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("io_uring{with} takes up to {most} outstanding for each worker, not {slots}"),
        ));
    }
    Ok((each * slots).next_power_of_two())
}

/// How long `wait` lets us wait; nothing if not at all.
#[inline]
fn limit_of(wait: Wait) -> Option<Nanos> {
    match wait {
        Wait::Until { at, now } if at > now => Some(at - now),
        _ => None,
    }
}

impl Uring {
    /// Opens the engine.
    ///
    /// # Errors The target is no file; the system has no memory or no ring left.
    pub fn open(mut opening: Opening<'_>) -> Result<Uring, OpenError> {
        let (file, buffers) = (opening.file()?, opening.buffers()?);
        Uring::new(file, buffers, opening.slots, opening.options)
            .map_err(OpenError::while_doing("cannot set up io_uring"))
    }
}

impl Engine for Uring {
    #[inline]
    fn push(&mut self, slot: u32, op: Op) {
        let op = self.buffers.begin(slot, op);
        self.in_flight += 1;
        if self.options.iopoll && matches!(op.kind, OpKind::Flush | OpKind::Trim) {
            self.inline.push((slot, op));
            return;
        }
        let entry = self.entry(slot, op);
        if self.options.sqpoll {
            self.staged.push(entry);
            return;
        }
        // SAFETY: the entry names a buffer of its own slot, which lives as long as the ring, and an open file.
        let pushed = unsafe { self.ring.io.submission().push(&entry) };
        debug_assert!(pushed.is_ok(), "the ring has an entry for every slot");
        self.fresh += 1;
    }

    #[inline]
    fn submit(&mut self) -> io::Result<()> {
        for (slot, op) in self.inline.drain(..) {
            self.inline_calls += 1;
            let result = call::perform(self.fd.as_raw_fd(), op, std::ptr::null_mut(), &self.options);
            self.inline_done.push(Completion { slot, result });
        }
        self.hand_over()
    }

    fn reap(&mut self, found: &mut Vec<Completion>, wait: Wait) -> io::Result<()> {
        let before = found.len();
        self.drain(found);
        if self.left > 0 {
            self.left -= self.ring.hand_over(self.left)?;
        }
        if found.len() > before {
            return Ok(());
        }
        if self.in_flight == 0 {
            // Nothing outstanding: sleeping on the clock is more exact than an empty ring.
            idle(wait);
            return Ok(());
        }
        if self.options.iopoll {
            return self.poll(found, wait);
        }
        match limit_of(wait) {
            None if !self.ring.needs_a_call() => return Ok(()),
            limit => self.ring.enter(0, self.least(), limit)?,
        };
        self.drain(found);
        Ok(())
    }

    #[inline]
    fn submit_and_reap(&mut self, found: &mut Vec<Completion>, wait: Wait) -> io::Result<()> {
        let apart = self.options.sqpoll || self.options.iopoll || (self.singly && self.left + self.fresh > 1);
        if self.in_flight == 0 || apart {
            self.submit()?;
            return self.reap(found, wait);
        }
        self.left += std::mem::take(&mut self.fresh);
        let taken = self.ring.enter(self.left, self.least(), limit_of(wait))?;
        self.left -= taken;
        self.drain(found);
        Ok(())
    }

    fn gather(&mut self, at_least: u32) {
        self.gather = at_least.max(1);
    }

    fn serve_load(&mut self, closed: bool) {
        self.singly = self.options.one_per_call && closed;
    }

    #[inline]
    fn check(&mut self, done: Completion) -> Result<u32, i32> {
        self.buffers.check(done.slot, done.result)
    }

    fn system_calls(&self) -> u64 {
        self.ring.calls + self.inline_calls
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(why) = &self.region.refused {
            notes.push(format!("io_uring: buffers are not registered ({why}): each operation costs more"));
        }
        if !self.file_registered {
            notes.push("io_uring: the file is not registered: each operation costs more".into());
        }
        match self.ring.kind {
            Kind::Deferred => {}
            Kind::Cooperative | Kind::Plain => notes.push(
                "io_uring: this kernel cannot leave completions to the worker's own calls (Linux 6.1 can): each \
                 operation costs more"
                    .into(),
            ),
            Kind::Polled => notes.push(
                "io_uring: a thread of the kernel takes submissions (SQPOLL); it spins, and its CPU counts as this \
                 process's"
                    .into(),
            ),
        }
        if self.entry_flags.contains(squeue::Flags::ASYNC) {
            notes.push(
                "io_uring: the target cannot complete an operation without waiting, so a kernel worker carries each one; \
                 at queue depth 1 psync costs less here"
                    .into(),
            );
        }
        if self.options.iopoll {
            notes.push(
                "io_uring: completions are polled for (IOPOLL): waiting spins; flushes and trims are made in the submit \
                 call, one at a time"
                    .into(),
            );
        }
        notes
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

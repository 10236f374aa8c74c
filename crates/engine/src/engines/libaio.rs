//! The libaio engine: the kernel's older asynchronous interface (`io_submit`, `io_getevents`), by its system calls; no
//! library is needed. For comparison with tools that use it, and where io_uring is not allowed.
//!
//! It is asynchronous for direct I/O only, and even then a call may wait for the device. It has no trim: trims are made
//! in the submit call, one at a time, and so are flushes where the kernel does not take them (before Linux 4.18).
//! Nothing is reaped in user space from the context's ring: that layout is no published interface.
#![allow(unsafe_code)]

use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::sync::Arc;

use plimsoll_base::{Op, OpKind};

use super::call::{outcome, perform};
use super::idle::idle;
use crate::kind::{Blocking, Drives, EngineKind, ONE_PER_CALL, PLAIN_PAGES};
use super::opening::{OpenError, Opening};
use crate::buffers::Buffers;
use crate::{Completion, Engine, EngineOptions, Wait};

/// Most slots. The system's limit (`fs.aio-max-nr`, 65,536) is shared by all processes.
pub(crate) const MAX_SLOTS: u32 = 4_096;

/// The engine for users and Runs.
pub static KIND: EngineKind = EngineKind {
    name: "libaio",
    summary: "Linux AIO: asynchronous for direct I/O only; for comparison, and where io_uring is not allowed",
    available,
    drives: Drives::Files,
    max_slots: MAX_SLOTS,
    default_queue_depth: 32,
    moves_bytes: true,
    exact_slots: false,
    kernel_queue: true,
    stand_ins: &[],
    direct_only: true,
    blocking_targets: Blocking::ManyOnDevices,
    options: &[ONE_PER_CALL, PLAIN_PAGES],
};

/// `IOCB_CMD_*` of linux/aio_abi.h.
const PREAD: u16 = 0;
const PWRITE: u16 = 1;
const FSYNC: u16 = 2;
const FDSYNC: u16 = 3;

/// `struct iocb` of linux/aio_abi.h, on little-endian machines.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
struct Iocb {
    data: u64,
    key: u32,
    rw_flags: i32,
    opcode: u16,
    priority: i16,
    fd: u32,
    buffer: u64,
    bytes: u64,
    offset: i64,
    reserved: u64,
    flags: u32,
    eventfd: u32,
}

/// `struct io_event`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
struct Event {
    data: u64,
    iocb: u64,
    answer: i64,
    second: i64,
}

/// See the module.
#[derive(Debug)]
pub struct Libaio {
    context: Context,
    fd: Arc<OwnedFd>,
    buffers: ManuallyDrop<Buffers>,
    options: EngineOptions,
    flushes: bool,
    direct: bool,
    /// One per slot; the kernel copies them when they are handed over.
    blocks: Vec<Iocb>,
    asked: Vec<(OpKind, u32)>,
    /// Addresses of the blocks to hand over, in order. The kernel has taken those before `handed`; those before `ready`
    /// have been submitted by the worker.
    staged: Vec<*mut Iocb>,
    handed: usize,
    ready: usize,
    inline: Vec<(u32, Op)>,
    done: Vec<Completion>,
    events: Vec<Event>,
    /// With the kernel.
    in_flight: usize,
    /// Waiting ends when so many have finished.
    gather: usize,
    /// Each operation has calls of its own.
    singly: bool,
    calls: u64,
}

// SAFETY: the pointers name blocks of this very engine's own vector, whose memory never moves.
unsafe impl Send for Libaio {}

/// Whether the kernel's AIO may be used here, and why not.
pub fn available() -> Result<(), String> {
    Context::new(1).map(drop).map_err(|e| match e.raw_os_error() {
        Some(libc::ENOSYS) => "this kernel has no AIO (CONFIG_AIO)".to_owned(),
        Some(libc::EPERM | libc::EACCES) => "AIO is not allowed here (a container's seccomp profile)".to_owned(),
        Some(libc::EAGAIN) => "the system's limit of AIO operations is used up: raise fs.aio-max-nr".to_owned(),
        _ => format!("AIO cannot be set up: {e}"),
    })
}

impl Libaio {
    /// An engine on `fd` with `slots` slots whose buffers are `buffers`.
    ///
    /// # Errors
    /// The context cannot be made (see [`available`]).
    pub fn new(fd: Arc<OwnedFd>, buffers: Buffers, slots: u32, options: EngineOptions) -> io::Result<Libaio> {
        let context = Context::new(slots.max(1)).map_err(|e| match e.raw_os_error() {
            Some(libc::EAGAIN) => io::Error::other(format!(
                "the system's limit of AIO operations does not leave {slots}: raise fs.aio-max-nr, or use fewer slots"
            )),
            _ => e,
        })?;
        let flushes = takes_flushes(if options.flush_data_only { FDSYNC } else { FSYNC })?;
        // SAFETY: F_GETFL on an open descriptor changes nothing.
        let direct = unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_GETFL) } & libc::O_DIRECT != 0;
        let room = slots as usize;
        Ok(Libaio {
            context,
            fd,
            buffers: ManuallyDrop::new(buffers),
            options,
            flushes,
            direct,
            blocks: vec![Iocb::default(); room],
            asked: vec![(OpKind::Read, 0); room],
            staged: Vec::with_capacity(room),
            handed: 0,
            ready: 0,
            inline: Vec::with_capacity(room),
            done: Vec::with_capacity(room),
            events: vec![Event::default(); room],
            in_flight: 0,
            gather: 1,
            singly: options.one_per_call,
            calls: 0,
        })
    }

    /// Takes finished operations from the kernel: waits for `least` of them, `limit` at most.
    fn events(&mut self, found: &mut Vec<Completion>, least: usize, limit: libc::timespec) -> io::Result<()> {
        self.calls += 1;
        let room = if self.singly { 1 } else { self.events.len() };
        let events = self.events.as_mut_ptr();
        // SAFETY: `events` has room for as many as are asked for, and the timespec lives until the call returns.
        let answer =
            unsafe { libc::syscall(libc::SYS_io_getevents, self.context.0, least, room, events, &raw const limit) };
        if answer < 0 {
            return match io::Error::last_os_error() {
                e if e.raw_os_error() == Some(libc::EINTR) => Ok(()),
                e => Err(e),
            };
        }
        for event in &self.events[..answer as usize] {
            let slot = event.data as u32;
            let (kind, asked) = self.asked[slot as usize];
            found.push(Completion { slot, result: outcome(kind, asked, event.answer) });
        }
        self.in_flight -= answer as usize;
        Ok(())
    }

    /// Hands over what was submitted, until the kernel has no room.
    fn hand_over(&mut self) -> io::Result<()> {
        while self.handed < self.ready {
            self.calls += 1;
            let rest = &mut self.staged[self.handed..self.ready];
            let (count, first) = (if self.singly { 1 } else { rest.len() }, rest.as_mut_ptr());
            // SAFETY: every pointer names a block of a slot, whose buffer and file live as long as the context, or longer.
            let answer = unsafe { libc::syscall(libc::SYS_io_submit, self.context.0, count, first) };
            if answer > 0 {
                self.handed += answer as usize;
                self.in_flight += answer as usize;
                continue;
            }
            let errno = io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO);
            match errno {
                _ if answer == 0 => return Ok(()),
                libc::EINTR => {}
                // No room at the moment: the rest goes with the next call, after a look for completions.
                libc::EAGAIN => return Ok(()),
                // The context is gone or the arguments of the call itself are wrong.
                libc::EFAULT | libc::ENOSYS => return Err(io::Error::from_raw_os_error(errno)),
                // The first block was refused: that operation has failed, the others go on.
                errno => {
                    // SAFETY: the pointer names a block of this engine.
                    let slot = unsafe { (*self.staged[self.handed]).data } as u32;
                    self.done.push(Completion { slot, result: Err(errno) });
                    self.handed += 1;
                }
            }
        }
        self.staged.drain(..self.ready);
        (self.handed, self.ready) = (0, 0);
        Ok(())
    }
}

impl Libaio {
    /// Opens the engine.
    ///
    /// # Errors The target is no file; the system has no memory or no context left.
    pub fn open(mut opening: Opening<'_>) -> Result<Libaio, OpenError> {
        let (file, buffers) = (opening.file()?, opening.buffers()?);
        Libaio::new(file, buffers, opening.slots, opening.options)
            .map_err(OpenError::while_doing("cannot set up asynchronous I/O"))
    }
}

impl Engine for Libaio {
    fn push(&mut self, slot: u32, op: Op) {
        let op = self.buffers.begin(slot, op);
        if op.kind == OpKind::Trim || (op.kind == OpKind::Flush && !self.flushes) {
            self.inline.push((slot, op));
            return;
        }
        let (opcode, buffer, rw_flags) = match op.kind {
            OpKind::Write => {
                let flags = if self.options.durable_writes { libc::RWF_DSYNC } else { 0 };
                (PWRITE, self.buffers.write_buffer(slot, &op) as u64, flags)
            }
            OpKind::Flush if self.options.flush_data_only => (FDSYNC, 0, 0),
            OpKind::Flush => (FSYNC, 0, 0),
            _ => (PREAD, self.buffers.read_buffer(slot) as u64, 0),
        };
        self.asked[slot as usize] = (op.kind, op.len);
        // A flush's block must be empty but for its opcode.
        let (bytes, offset) = if op.kind == OpKind::Flush { (0, 0) } else { (u64::from(op.len), op.offset as i64) };
        let fd = self.fd.as_raw_fd() as u32;
        let block = &mut self.blocks[slot as usize];
        *block = Iocb { data: u64::from(slot), rw_flags, opcode, fd, buffer, bytes, offset, ..Iocb::default() };
        self.staged.push(std::ptr::from_mut(block));
    }

    fn submit(&mut self) -> io::Result<()> {
        for (slot, op) in self.inline.drain(..) {
            self.calls += 1;
            let result = perform(self.fd.as_raw_fd(), op, std::ptr::null_mut(), &self.options);
            self.done.push(Completion { slot, result });
        }
        self.ready = self.staged.len();
        self.hand_over()
    }

    fn reap(&mut self, found: &mut Vec<Completion>, wait: Wait) -> io::Result<()> {
        if !self.done.is_empty() {
            found.append(&mut self.done);
        } else if self.in_flight > 0 {
            let (least, limit) = match wait {
                Wait::Until { at, now } if at > now && self.singly => (1, (at - now).0),
                Wait::Until { at, now } if at > now => (self.gather.min(self.in_flight), (at - now).0),
                _ => (0, 0),
            };
            let (tv_sec, tv_nsec) = ((limit / 1_000_000_000) as i64, (limit % 1_000_000_000) as i64);
            self.events(found, least, libc::timespec { tv_sec, tv_nsec })?;
        } else if self.ready == 0 {
            // Nothing outstanding: sleeping on the clock is more exact than an empty context.
            idle(wait);
        }
        // Now there may be room for what the kernel did not take.
        self.hand_over()
    }

    fn gather(&mut self, at_least: u32) {
        self.gather = at_least.max(1) as usize;
    }

    fn serve_load(&mut self, closed: bool) {
        self.singly = self.options.one_per_call && closed;
    }

    #[inline]
    fn check(&mut self, done: Completion) -> Result<u32, i32> {
        self.buffers.check(done.slot, done.result)
    }

    fn system_calls(&self) -> u64 {
        self.calls
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if !self.direct {
            notes.push(
                "libaio: the target goes through the page cache: the kernel finishes each operation inside the submit \
                 call, one at a time, whatever the queue depth"
                    .into(),
            );
        }
        if !self.flushes {
            notes.push(
                "libaio: this kernel's AIO takes no flushes: they are made in the submit call, one at a time".into(),
            );
        }
        notes.push(
            "libaio: trims, if any, are made in the submit call, one at a time: the kernel's AIO has none".into(),
        );
        notes
    }
}

impl Drop for Libaio {
    fn drop(&mut self) {
        // Destroying a context waits for its operations; those may hang. Then it stays, and so does the memory that the
        // kernel may still write into.
        if self.in_flight > 0 {
            self.context.0 = 0;
            return;
        }
        // SAFETY: nothing is in flight, and the buffers are not used after this.
        unsafe { ManuallyDrop::drop(&mut self.buffers) };
    }
}

/// An AIO context; 0 when it was given up.
#[derive(Debug)]
struct Context(libc::c_ulong);

impl Context {
    fn new(slots: u32) -> io::Result<Context> {
        let mut context: libc::c_ulong = 0;
        // SAFETY: the kernel writes the context into the variable, which lives until the call returns.
        let answer = unsafe { libc::syscall(libc::SYS_io_setup, slots, &raw mut context) };
        if answer < 0 { Err(io::Error::last_os_error()) } else { Ok(Context(context)) }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        if self.0 != 0 {
            // SAFETY: the context is this value's own, and nothing is in flight in it.
            unsafe { libc::syscall(libc::SYS_io_destroy, self.0) };
        }
    }
}

/// Whether the kernel's AIO takes this kind of flush: tried on memory that is no target.
fn takes_flushes(opcode: u16) -> io::Result<bool> {
    // SAFETY: the name is a string with an end; a new descriptor is returned, or -1.
    let fd: RawFd = unsafe { libc::memfd_create(c"plimsoll-flush".as_ptr(), libc::MFD_CLOEXEC) };
    if fd < 0 {
        return Ok(false);
    }
    // SAFETY: the descriptor is new and nobody else's.
    let fd = unsafe { OwnedFd::from_raw_fd(fd) };
    let context = Context::new(1)?;
    let mut block = Iocb { opcode, fd: fd.as_raw_fd() as u32, ..Iocb::default() };
    let mut list = [&raw mut block];
    // SAFETY: one block, which lives until the call returns. Destroying the context waits for the flush.
    Ok(unsafe { libc::syscall(libc::SYS_io_submit, context.0, 1, list.as_mut_ptr()) } == 1)
}

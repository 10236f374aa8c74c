//! Registered memory, and whether a target can be polled: set up before the first operation.
#![allow(unsafe_code)]

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};

use io_uring::types::Fd;
use io_uring::{IoUring, opcode};
use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_base::random::stream;

use crate::buffers::{BufferPlan, Buffers};

/// The kernel's limit for one registered buffer, bytes.
const LARGEST_CHUNK: usize = 1 << 30;

/// The memory of all buffers, registered in chunks that no operation straddles.
#[derive(Debug)]
pub(super) struct Region {
    base: usize,
    /// Bytes registered; 0 when nothing is.
    bytes: usize,
    /// Bytes of a chunk; the last may be shorter.
    chunk: usize,
    /// Why nothing is registered.
    pub(super) refused: Option<String>,
}

impl Region {
    /// Registers the buffers of `slots` slots, if the kernel lets us.
    pub(super) fn register(ring: &IoUring, buffers: &mut Buffers, slots: u32) -> Region {
        let (base, bytes) = buffers.region();
        // Buffers lie one after the other: the distance of two is the size of one. A single slot has one of each kind.
        let block = match slots {
            0 | 1 => bytes,
            _ => buffers.read_buffer(1) as usize - buffers.read_buffer(0) as usize,
        };
        let chunk = match LARGEST_CHUNK / block.max(1) * block {
            // One buffer is larger than what can be registered at once; two buffers of a single slot may not be.
            0 => LARGEST_CHUNK,
            chunk => chunk.min(bytes),
        };
        let chunks: Vec<libc::iovec> = (0..bytes)
            .step_by(chunk.max(1))
            .map(|at| libc::iovec { iov_base: base.wrapping_add(at).cast(), iov_len: chunk.min(bytes - at) })
            .collect();
        // SAFETY: the region stays mapped while the ring exists: both are dropped with the engine, or the region is leaked.
        let refused = unsafe { ring.submitter().register_buffers(&chunks) }.err().map(|e| match e.raw_os_error() {
            Some(libc::ENOMEM) => format!(
                "the locked-memory limit is too low for {} MiB, raise it with ulimit -l, or memory is short",
                bytes.div_ceil(1 << 20)
            ),
            _ => e.to_string(),
        });
        let bytes = if refused.is_none() { bytes } else { 0 };
        Region { base: base as usize, bytes, chunk, refused }
    }

    /// The registered chunk that holds all of these bytes, if one does.
    #[inline]
    pub(super) fn index_of(&self, buffer: *const u8, len: u32) -> Option<u16> {
        let at = (buffer as usize).wrapping_sub(self.base);
        let end = at.wrapping_add(len as usize);
        if end <= self.chunk && end <= self.bytes && at < end {
            return Some(0);
        }
        if at >= end || end > self.bytes {
            return None;
        }
        let index = at / self.chunk;
        (index == (end - 1) / self.chunk).then(|| u16::try_from(index).ok()).flatten()
    }
}

/// Whether completions on this target can be polled for: tried with one read, in a ring of its own.
///
/// # Errors
/// The device or the file system has no queues to poll, or the ring cannot be made.
pub(super) fn allows_polling(fd: &OwnedFd) -> io::Result<()> {
    const BYTES: u32 = 4096;
    const PATIENCE: Nanos = Nanos::from_secs(5);
    let mut ring: IoUring = IoUring::builder().setup_iopoll().build(2)?;
    let mut buffer = Buffers::new(BufferPlan::plain(1, BYTES, true, false), &mut stream(0, "payload", 0))?;
    let read = opcode::Read::new(Fd(fd.as_raw_fd()), buffer.read_buffer(0), BYTES).build();
    // SAFETY: the buffer is dropped after the read has finished, or leaked.
    let pushed = unsafe { ring.submission().push(&read) };
    debug_assert!(pushed.is_ok(), "the ring is empty");
    let start = MonotonicClock.now();
    let mut tell = ring.submit();
    loop {
        let answer = ring.completion().next().map(|done| done.result());
        match (answer, tell) {
            (Some(n), _) if n == -libc::EOPNOTSUPP => {
                return Err(io::Error::new(
                    io::ErrorKind::Unsupported,
                    "completions cannot be polled for on this target: its device has no poll queues (see \
                     /sys/block/*/queue/io_poll), or it is not opened for direct I/O. Leave IOPOLL out",
                ));
            }
            // Operations report any other error: perhaps the target is open for writing only.
            (Some(_), _) => return Ok(()),
            (None, Err(e)) if !matches!(e.raw_os_error(), Some(libc::EINTR | libc::EAGAIN | libc::EBUSY)) => {
                std::mem::forget(buffer);
                return Err(e);
            }
            (None, _) if MonotonicClock.now() > start + PATIENCE => {
                std::mem::forget(buffer);
                return Err(io::Error::new(
                    io::ErrorKind::TimedOut,
                    "the target did not answer a first read that was polled for within 5 s",
                ));
            }
            (None, _) => tell = ring.submit(),
        }
    }
}

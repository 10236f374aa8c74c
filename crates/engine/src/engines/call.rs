//! One operation by one blocking system call: what psync does, and what the other engines do for the kinds of operation
//! that their interface lacks.
#![allow(unsafe_code)]

use std::io;
use std::os::fd::RawFd;

use plimsoll_base::{Op, OpKind};

use crate::{EngineOptions, SHORT_TRANSFER};

/// The mode of a trim of a file or a device: its length stays.
pub(super) const TRIM_MODE: i32 = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;

/// The meaning of an answer of the kernel. A transfer shorter than requested is an error of its own. Flushes and
/// trims answer 0.
#[inline]
pub(super) fn outcome(kind: OpKind, asked: u32, answer: i64) -> Result<u32, i32> {
    let whole = match kind {
        OpKind::Read | OpKind::Write => i64::from(asked),
        OpKind::Trim | OpKind::Flush => 0,
    };
    match answer {
        n if n == whole => Ok(asked),
        n if n < 0 => Err(-n as i32),
        _ => Err(SHORT_TRANSFER),
    }
}

/// Makes the call, again if a signal interrupts it. `buffer` must have `op.len` bytes that are used nowhere else until
/// this returns; `fd` must be open.
pub(super) fn perform(fd: RawFd, op: Op, buffer: *mut u8, options: &EngineOptions) -> Result<u32, i32> {
    let (buffer, len, offset) = (buffer.cast(), op.len as usize, op.offset as i64);
    loop {
        // SAFETY: the caller's promise; the vector lives until the call returns.
        let answer = unsafe {
            match op.kind {
                OpKind::Read => libc::pread64(fd, buffer, len, offset) as i64,
                OpKind::Write if options.durable_writes => {
                    let vector = libc::iovec { iov_base: buffer, iov_len: len };
                    libc::pwritev2(fd, &raw const vector, 1, offset, libc::RWF_DSYNC) as i64
                }
                OpKind::Write => libc::pwrite64(fd, buffer, len, offset) as i64,
                OpKind::Flush if options.flush_data_only => i64::from(libc::fdatasync(fd)),
                OpKind::Flush => i64::from(libc::fsync(fd)),
                OpKind::Trim => i64::from(libc::fallocate64(fd, TRIM_MODE, offset, len as i64)),
            }
        };
        let answer = match answer {
            n if n < 0 => -i64::from(io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)),
            n => n,
        };
        if answer != -i64::from(libc::EINTR) {
            return outcome(op.kind, op.len, answer);
        }
    }
}

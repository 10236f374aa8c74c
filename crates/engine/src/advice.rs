//! Hints for the choice of an engine from the target, and the kernel's help beside an engine.
#![allow(unsafe_code)]

use std::fs;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};

use plimsoll_base::random::stream;

use crate::buffers::{BufferPlan, Buffers};

/// Whether the target cannot complete an operation without waiting: it refuses to be asked so (`RWF_NOWAIT`).
///
/// io_uring hands every operation on such a target to a kernel worker (zram, many FUSE and network file systems). At
/// queue depth 1 psync is then the cheaper engine by far; at depth, io_uring still spreads the work.
///
/// `logical_block` is the target's smallest transfer in bytes, `direct` whether it is open for direct I/O. A target that
/// cannot be read through `fd` tells nothing: then this is false.
pub fn waits_for_completion(fd: &OwnedFd, logical_block: u32, direct: bool) -> bool {
    let bytes = if direct { logical_block.max(512) } else { 1 };
    let Ok(mut buffer) = Buffers::new(BufferPlan::plain(1, bytes, true, false), &mut stream(0, "payload", 0)) else {
        return false;
    };
    let vector = libc::iovec { iov_base: buffer.read_buffer(0).cast(), iov_len: bytes as usize };
    // SAFETY: the vector names a buffer of so many bytes; both live until the call returns. The descriptor is open.
    let answer = unsafe { libc::preadv2(fd.as_raw_fd(), &raw const vector, 1, 0, libc::RWF_NOWAIT) };
    answer < 0 && io::Error::last_os_error().raw_os_error() == Some(libc::EOPNOTSUPP)
}

/// Threads that the kernel keeps in this process to carry io_uring operations that had to wait. Their CPU counts as the
/// process's.
pub fn kernel_workers() -> u32 {
    let Ok(threads) = fs::read_dir("/proc/self/task") else { return 0 };
    threads
        .flatten()
        .filter(|thread| fs::read(thread.path().join("comm")).is_ok_and(|name| name.starts_with(b"iou-wrk")))
        .count() as u32
}

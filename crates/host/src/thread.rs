//! What the kernel counts for the calling thread.
#![allow(unsafe_code)]

use std::mem::MaybeUninit;

/// How often the calling thread has given up its processor to wait for something; preemption is not counted. About 300 ns.
pub fn thread_voluntary_waits() -> Option<i64> {
    let mut usage = MaybeUninit::<libc::rusage>::uninit();
    // SAFETY: the pointer is to a writable rusage; the call fills it wholly when it returns 0.
    if unsafe { libc::getrusage(libc::RUSAGE_THREAD, usage.as_mut_ptr()) } != 0 {
        return None;
    }
    // SAFETY: filled by the successful call above.
    Some(unsafe { usage.assume_init() }.ru_nvcsw)
}

/// `struct sched_attr` of the kernel, first version.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct SchedAttr {
    size: u32,
    policy: u32,
    flags: u64,
    nice: i32,
    priority: u32,
    runtime: u64,
    deadline: u64,
    period: u64,
}

/// Asks the scheduler to give the calling thread short turns, and to let it in soon when it wakes: a slice of `slice_ns`
/// (0.1 to 100 ms). Its share of the processor stays the same. Needs no privilege.
///
/// With the usual slice of 3 ms a thread that wakes waits for the end of its neighbour's, and a thread that spins keeps
/// the kernel's own threads waiting as long. Linux 6.12 and later honour it (sched_setattr(2), EEVDF custom slices with
/// `PREEMPT_SHORT`); earlier kernels ignore it. Tells whether it was accepted.
pub fn ask_for_short_turns(slice_ns: u64) -> bool {
    let mut attr = SchedAttr::default();
    let size = std::mem::size_of::<SchedAttr>() as u32;
    // SAFETY: the kernel writes at most `size` bytes into `attr`; 0 means the calling thread.
    let got = unsafe { libc::syscall(libc::SYS_sched_getattr, 0, &raw mut attr, size, 0) };
    if got != 0 || attr.policy != libc::SCHED_OTHER as u32 {
        return false;
    }
    attr.size = size;
    attr.runtime = slice_ns;
    // SAFETY: the kernel reads `size` bytes of `attr`; 0 means the calling thread.
    unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const attr, 0) == 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sleep_is_a_voluntary_wait() {
        let before = thread_voluntary_waits().unwrap();
        let (sender, receiver) = std::sync::mpsc::channel::<()>();
        // Nobody has sent: the wait times out, and the thread has slept.
        assert!(receiver.recv_timeout(std::time::Duration::from_millis(1)).is_err());
        drop(sender);
        assert!(thread_voluntary_waits().unwrap() > before);
    }
}

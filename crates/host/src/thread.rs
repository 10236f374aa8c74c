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

//! The kernel's counters of the calling thread.
#![allow(unsafe_code)]

use std::fs::File;
use std::mem::MaybeUninit;
use std::os::unix::fs::FileExt as _;

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

/// Processor time that the calling thread has used, ns. About 200 ns. It brings the figures of [`Turns`] up to date.
pub fn thread_cpu_ns() -> Option<u64> {
    let mut time = MaybeUninit::<libc::timespec>::uninit();
    // SAFETY: the pointer is to a writable timespec; the call fills it wholly when it returns 0.
    if unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, time.as_mut_ptr()) } != 0 {
        return None;
    }
    // SAFETY: filled by the successful call above.
    let time = unsafe { time.assume_init() };
    Some(time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64)
}

/// How long a thread has run and how long it has waited for a processor, since it was started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// On a processor, ns: as of its last turn or the last tick, unless [`thread_cpu_ns`] was called just before.
    pub ran_ns: u64,
    /// Ready to run, and others had the processor, ns.
    pub waited_ns: u64,
}

/// The scheduler's account of the thread that made this (`/proc/thread-self/schedstat`). A reading takes about 300 ns
/// and allocates nothing.
#[derive(Debug)]
pub struct Turns(File);

impl Turns {
    /// The account of the calling thread; none where the kernel offers none.
    pub fn of_this_thread() -> Option<Turns> {
        let turns = Turns(File::open("/proc/thread-self/schedstat").ok()?);
        turns.read().is_some().then_some(turns)
    }

    /// Its account until now.
    pub fn read(&self) -> Option<Turn> {
        let mut text = [0; 80];
        let length = self.0.read_at(&mut text, 0).ok()?;
        turn_in(&text[..length])
    }
}

/// Two decimal numbers and whatever follows.
fn turn_in(text: &[u8]) -> Option<Turn> {
    let mut numbers = text.split(|byte| !byte.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let mut next = || {
        let digits = numbers.next()?;
        digits.iter().try_fold(0_u64, |sum, digit| sum.checked_mul(10)?.checked_add(u64::from(digit - b'0')))
    };
    Some(Turn { ran_ns: next()?, waited_ns: next()? })
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

/// Requests short turns for the calling thread, and an early turn when it wakes: a slice of `slice_ns` (0.1 to 100 ms).
/// Its share of the processor stays the same. Needs no privilege.
///
/// With the usual slice of 3 ms a thread that wakes waits for the end of its neighbour's, and a thread that spins keeps
/// the kernel's own threads waiting as long. Linux 6.12 and later honour it (sched_setattr(2), EEVDF custom slices with
/// `PREEMPT_SHORT`); earlier kernels ignore it. True when it was accepted.
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
        // Without a sender the wait times out, and the thread has slept. Where others have the processors, the time may
        // be over before it could.
        let slept = (0..1000).any(|_| {
            assert!(receiver.recv_timeout(std::time::Duration::from_millis(1)).is_err());
            thread_voluntary_waits().unwrap() > before
        });
        drop(sender);
        assert!(slept);
    }

    #[test]
    fn the_schedulers_account_is_read_without_its_last_column() {
        assert_eq!(turn_in(b"812345 99001 17\n"), Some(Turn { ran_ns: 812_345, waited_ns: 99_001 }));
        assert_eq!((turn_in(b""), turn_in(b"12\n"), turn_in(b"99999999999999999999 1 1")), (None, None, None));
    }

    #[test]
    fn a_thread_that_sleeps_neither_runs_nor_waits_for_a_processor() {
        let Some(turns) = Turns::of_this_thread() else { return };
        let total = || thread_cpu_ns().unwrap() + turns.read().unwrap().waited_ns;
        let (sender, receiver) = std::sync::mpsc::channel::<()>();
        let mut longest = 0;
        // A second of sleep; on a machine that is full, waking from it takes a while, and may take as long once.
        let free = (0..30).any(|_| {
            let before = total();
            assert!(receiver.recv_timeout(std::time::Duration::from_secs(1)).is_err());
            longest = total() - before;
            longest < 900_000_000
        });
        drop(sender);
        assert!(free, "{longest} ns");
    }
}

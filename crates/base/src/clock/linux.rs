//! The clocks of Linux.

use std::num::NonZeroU64;

use rustix::io::Errno;
use rustix::thread::{clock_nanosleep_absolute, set_current_timer_slack};
use rustix::time::{ClockId, Timespec, clock_gettime};

use super::Clock;
use crate::units::Nanos;

/// `CLOCK_MONOTONIC`.
#[derive(Clone, Copy, Debug, Default)]
pub struct MonotonicClock;

impl Clock for MonotonicClock {
    #[inline]
    fn now(&self) -> Nanos {
        let now = clock_gettime(ClockId::Monotonic);
        Nanos(now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64)
    }

    fn sleep_until(&self, at: Nanos) {
        // An absolute deadline: an interrupted sleep goes on without drift.
        let deadline = Timespec { tv_sec: (at.0 / 1_000_000_000) as i64, tv_nsec: (at.0 % 1_000_000_000) as i64 };
        while clock_nanosleep_absolute(ClockId::Monotonic, &deadline) == Err(Errno::INTR) {}
    }
}

/// Requests that the kernel wake this thread's sleeps within 1 ns of slack, not the default 50 µs. Best effort.
pub fn tighten_timer_slack() {
    let _ = set_current_timer_slack(NonZeroU64::new(1));
}

/// Wall time at the kernel's last tick, by which file systems stamp: where a machine stands still it lies behind the other by
/// as much.
pub fn wall_time_of_stamps_ns() -> u64 {
    let tick = clock_gettime(ClockId::RealtimeCoarse);
    tick.tv_sec as u64 * 1_000_000_000 + tick.tv_nsec as u64
}

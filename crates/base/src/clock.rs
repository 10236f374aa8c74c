//! Time, as a value that is asked for. The only place that reads the machine's clocks.
//!
//! Instants are nanoseconds on a clock of the Run's own: [`Nanos`] since an arbitrary start, never wall time. The real
//! clock is `CLOCK_MONOTONIC` (through the vDSO, about 25 to 50 ns a read on the machines this was written on); it is
//! not slewed by steps of the wall clock. Wall time is only a label on a record.

use std::num::NonZeroU64;

use rustix::io::Errno;
use rustix::thread::{clock_nanosleep_absolute, set_current_timer_slack};
use rustix::time::{ClockId, Timespec, clock_gettime};

use crate::units::Nanos;

/// A clock to read and to wait on.
pub trait Clock {
    /// The present instant.
    fn now(&self) -> Nanos;
    /// Waits until `at`; returns at once if that has passed.
    fn sleep_until(&self, at: Nanos);
}

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

/// Wall time now, in nanoseconds since 1970-01-01 UTC: a label for records, never used to measure.
#[allow(clippy::disallowed_methods)]
pub fn wall_time_ns() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_nanos() as u64)
}

/// Wall time at the kernel's last tick, by which file systems stamp: where a machine stands still it lies behind the other by
/// as much.
pub fn wall_time_of_stamps_ns() -> u64 {
    let tick = clock_gettime(ClockId::RealtimeCoarse);
    tick.tv_sec as u64 * 1_000_000_000 + tick.tv_nsec as u64
}

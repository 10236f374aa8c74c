//! Time, as a value that is asked for. The only place that reads the machine's clocks.
//!
//! Instants are nanoseconds on a clock of the Run's own: [`Nanos`] since an arbitrary start, never wall time. The real
//! clock is `CLOCK_MONOTONIC` (through the vDSO, about 25 to 50 ns a read on the machines this was written on); it is
//! not slewed by steps of the wall clock. Wall time is only a label on a record. Systems other than Linux only simulate
//! and read records, and there the clock of the standard library serves (`portable`).

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod portable;

#[cfg(target_os = "linux")]
pub use linux::{MonotonicClock, tighten_timer_slack, wall_time_of_stamps_ns};
#[cfg(not(target_os = "linux"))]
pub use portable::MonotonicClock;

use crate::units::Nanos;

/// A clock to read and to wait on.
pub trait Clock {
    /// The present instant.
    fn now(&self) -> Nanos;
    /// Waits until `at`; returns at once if that has passed.
    fn sleep_until(&self, at: Nanos);
}

/// Wall time now, in nanoseconds since 1970-01-01 UTC: a label for records, never used to measure.
#[allow(clippy::disallowed_methods)]
pub fn wall_time_ns() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_nanos() as u64)
}

//! The host's counters, sampled: processor, pressure, the disks of the target's chain, network, this process.
//!
//! A [`Sampler`] opens its files once and reads them by `pread` at offset 0, which makes the kernel write them anew. One
//! sample costs some tens of microseconds on a small machine (the test `sampler` prints it); `/proc/stat` is the
//! dearest, since the kernel also formats every interrupt counter. [`Counters::since`] turns two samples into the
//! [`SystemLoad`] of an interval; the caller brings the time between them.

mod counters;
mod load;
mod over;
#[cfg(feature = "measure")]
mod parse;
#[cfg(feature = "measure")]
mod sampler;

pub use counters::{CoreJiffies, Counters, DiskCounters, Jiffies, NetworkCounters, PressureTotals, ProcessCounters};
pub use load::{CpuShares, DiskLoad, NetworkLoad, PressureShares, ProcessLoad, SystemLoad};
pub use over::over as load_over;
#[cfg(feature = "measure")]
pub use parse::{parse_disk_stat, parse_net_dev, parse_pressure, parse_self_io, parse_stat};
#[cfg(feature = "measure")]
pub use sampler::Sampler;

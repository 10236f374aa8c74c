//! Profiles: a typical drive of a kind, to start from. Every value can be overridden by its key.
//!
//! No data sheet stands behind them. Each value is typical of its kind, chosen by us and stated here, round, and such
//! that the figures beside it follow; whoever has a data sheet or a measurement should write those values instead.
//!
//! | profile | what follows from it |
//! |---|---|
//! | `ssd` | SATA. Random 4k: reads 8 / (90 + 4.1) us = 85,000/s, writes 8 / (60 + 8.2) us = 117,000/s; all data 550 MB/s |
//! | `nvme` | PCIe 3, four lanes. Reads 32 / (80 + 2) us = 390,000/s, writes the same; all data 3.2 GB/s. A steady rate of random writes, not the 20 us of one write into an idle drive's buffer |
//! | `hdd-7200` | 0.1 ms + seek 5.6 ms on average + half a turn 4.2 ms + 4k at 200 MB/s = 9.9 ms: 101 random reads/s. The seek is that of a drive which may sort a short queue; a data sheet's 8.5 ms gives 78/s, in the order of arrival |
//! | `hdd-15k` | 0.1 + 3.4 + 2.0 ms: 180 random reads/s |
//! | `flash-card` | PCIe card in front of disks. Reads 16 / 100 us = 160,000/s; 4k writes 16 / 50 us = 320,000/s, 293,000/s by the bus of 1.2 GB/s, until 10 GiB are used up; then 4 times as long |
//!
//! Flash: `lognormal` with cv 0.2, as times on a busy drive are neither constant nor memoryless. Flush: an SSD writes out
//! its buffer, an NVMe drive and a flash card with capacitors hardly do, a disk needs a turn. A disk's write cache is off.

use plimsoll_base::{Bytes, Nanos};

use super::{CliffSpec, DeviceSpec, DiskSpec, SeekSpec};
use crate::service::ServiceSpec;

/// The names, for the documentation.
pub(super) const UNIT: &str = "ssd | nvme | hdd-7200 | hdd-15k | flash-card";

type Profile = fn() -> DeviceSpec;

/// By name.
pub(super) const PROFILES: [(&str, Profile); 5] =
    [("ssd", ssd), ("nvme", nvme), ("hdd-7200", hdd_7200), ("hdd-15k", hdd_15k), ("flash-card", flash_card)];

const MB: u64 = 1_000_000;

fn constant(us: u64) -> ServiceSpec {
    ServiceSpec::Constant { mean_ns: Nanos(us * 1000) }
}

fn flash(us: u64) -> ServiceSpec {
    ServiceSpec::Lognormal { mean_ns: Nanos(us * 1000), cv: 0.2 }
}

fn ssd() -> DeviceSpec {
    DeviceSpec {
        servers: 8,
        read: flash(90),
        write: flash(60),
        flush: constant(500),
        trim: constant(100),
        read_bytes_per_s: Some(Bytes(1000 * MB)),
        write_bytes_per_s: Some(Bytes(500 * MB)),
        max_bytes_per_s: Some(Bytes(550 * MB)),
        disk: None,
        write_cliff: None,
        slow: None,
        seed: None,
    }
}

fn nvme() -> DeviceSpec {
    DeviceSpec {
        servers: 32,
        read: flash(80),
        write: flash(80),
        flush: constant(20),
        trim: constant(50),
        read_bytes_per_s: Some(Bytes(2000 * MB)),
        write_bytes_per_s: Some(Bytes(2000 * MB)),
        max_bytes_per_s: Some(Bytes(3200 * MB)),
        ..ssd()
    }
}

fn flash_card() -> DeviceSpec {
    DeviceSpec {
        servers: 16,
        read: flash(100),
        write: flash(50),
        flush: constant(20),
        trim: constant(50),
        read_bytes_per_s: None,
        write_bytes_per_s: None,
        max_bytes_per_s: Some(Bytes(1200 * MB)),
        write_cliff: Some(CliffSpec {
            after_bytes: Bytes(10 << 30),
            slower: 4.0,
            recover_bytes_per_s: Bytes(50 << 20),
        }),
        ..ssd()
    }
}

fn disk(seek: SeekSpec, rpm: f64, turn_us: u64) -> DeviceSpec {
    DeviceSpec {
        servers: 1,
        read: constant(100),
        write: constant(100),
        flush: constant(turn_us),
        trim: constant(100),
        read_bytes_per_s: Some(Bytes(200 * MB)),
        write_bytes_per_s: Some(Bytes(200 * MB)),
        max_bytes_per_s: None,
        disk: Some(DiskSpec { seek, rpm, streams: 4, size_bytes: None }),
        ..ssd()
    }
}

fn hdd_7200() -> DeviceSpec {
    disk(SeekSpec::root(500_000, 10_000_000), 7200.0, 8333)
}

fn hdd_15k() -> DeviceSpec {
    disk(SeekSpec::root(300_000, 6_100_000), 15_000.0, 4000)
}

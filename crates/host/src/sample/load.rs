//! What the machine did between two samples: the part of an interval that says how loaded the host was.
//!
//! Shares are 0 to 1, rates per second of the interval. What couldn't be read at both ends is null, never zero.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Counters, DiskCounters, Jiffies};

/// System load over one interval (measurement.md, section 4).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SystemLoad {
    /// Processor time of all cores together.
    pub cpu: Option<CpuShares>,
    /// Busy share of each core, 0..1, by the core's number; null for a core that was offline. On a kernel of 100 ticks
    /// per second a core's share over 100 ms is known to about a tenth.
    pub cpu_per_core: Vec<Option<f64>>,
    /// Pressure stall information.
    pub pressure: PressureShares,
    /// The devices of the target's chain, from the target downwards.
    pub disks: Vec<DiskLoad>,
    /// All network interfaces but the loopback.
    pub network: Option<NetworkLoad>,
    /// This process.
    pub process: ProcessLoad,
}

/// Where the time of all cores went, 0..1 each; they add up to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CpuShares {
    /// In user code, guests and niced processes included.
    pub user: f64,
    /// In the kernel, interrupts included.
    pub system: f64,
    /// Idle while an I/O was outstanding.
    pub iowait: f64,
    /// Taken by the hypervisor for others.
    pub steal: f64,
    /// Idle.
    pub idle: f64,
}

/// Share of the interval in which tasks were stalled (Documentation/accounting/psi.rst), 0..1; null when the kernel has
/// no PSI.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PressureShares {
    /// Some task waited for a processor.
    pub cpu_some: Option<f64>,
    /// Some task waited for I/O.
    pub io_some: Option<f64>,
    /// All tasks waited for I/O.
    pub io_full: Option<f64>,
    /// Some task waited for memory.
    pub memory_some: Option<f64>,
    /// All tasks waited for memory.
    pub memory_full: Option<f64>,
}

/// One block device over the interval, as the kernel counted it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DiskLoad {
    /// Kernel name: `nvme0n1`, `dm-3`.
    pub name: String,
    /// Reads completed per second.
    pub reads_per_s: f64,
    /// Writes completed per second.
    pub writes_per_s: f64,
    /// Bytes read per second.
    pub read_bytes_per_s: f64,
    /// Bytes written per second.
    pub write_bytes_per_s: f64,
    /// Discards completed per second; null on kernels that don't count them.
    pub discards_per_s: Option<f64>,
    /// Flushes completed per second; null on kernels that don't count them.
    pub flushes_per_s: Option<f64>,
    /// Requests in flight at the end of the interval.
    pub in_flight: u64,
    /// Share of the interval with at least one request in flight, 0..1. Not "how full": a device that serves many at once
    /// is at 1 long before its limit.
    pub utilisation: f64,
    /// Mean number of requests in flight.
    pub mean_queue: f64,
}

/// Network over the interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NetworkLoad {
    /// Bytes received per second.
    pub rx_bytes_per_s: f64,
    /// Bytes sent per second.
    pub tx_bytes_per_s: f64,
}

/// This process over the interval: totals, not rates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProcessLoad {
    /// Processor time in user code, all threads, ns.
    pub user_ns: Option<u64>,
    /// Processor time in the kernel, all threads, ns.
    pub system_ns: Option<u64>,
    /// Bytes that this process made the storage read (the page cache's hits are not in it).
    pub storage_read_bytes: Option<u64>,
    /// Bytes that this process made the storage write.
    pub storage_write_bytes: Option<u64>,
}

impl Counters {
    /// What happened since `earlier`, `wall_ns` ago. A counter that ran backwards (device replaced, core offline) or was
    /// not readable at both ends is null or absent.
    pub fn since(&self, earlier: &Counters, wall_ns: u64) -> SystemLoad {
        let seconds = wall_ns as f64 / 1e9;
        let stalled = |now: Option<u64>, then: Option<u64>| {
            let micros = now?.checked_sub(then?)?;
            (wall_ns > 0).then(|| (micros as f64 * 1000.0 / wall_ns as f64).min(1.0))
        };
        let grown = |now: Option<u64>, then: Option<u64>| now?.checked_sub(then?);
        SystemLoad {
            cpu: self.cpu.zip(earlier.cpu).and_then(|(now, then)| shares(now, then)),
            cpu_per_core: per_core(self, earlier),
            pressure: PressureShares {
                cpu_some: stalled(self.pressure_cpu.some_us, earlier.pressure_cpu.some_us),
                io_some: stalled(self.pressure_io.some_us, earlier.pressure_io.some_us),
                io_full: stalled(self.pressure_io.full_us, earlier.pressure_io.full_us),
                memory_some: stalled(self.pressure_memory.some_us, earlier.pressure_memory.some_us),
                memory_full: stalled(self.pressure_memory.full_us, earlier.pressure_memory.full_us),
            },
            disks: self
                .disks
                .iter()
                .filter_map(|now| {
                    let then = earlier.disks.iter().find(|disk| disk.name == now.name)?;
                    disk_load(now, then, seconds)
                })
                .collect(),
            network: self.network.zip(earlier.network).and_then(|(now, then)| {
                let rx = now.rx_bytes.checked_sub(then.rx_bytes)?;
                let tx = now.tx_bytes.checked_sub(then.tx_bytes)?;
                (wall_ns > 0)
                    .then(|| NetworkLoad { rx_bytes_per_s: rx as f64 / seconds, tx_bytes_per_s: tx as f64 / seconds })
            }),
            process: ProcessLoad {
                user_ns: grown(self.process.user_ns, earlier.process.user_ns),
                system_ns: grown(self.process.system_ns, earlier.process.system_ns),
                storage_read_bytes: grown(self.process.storage_read_bytes, earlier.process.storage_read_bytes),
                storage_write_bytes: grown(self.process.storage_write_bytes, earlier.process.storage_write_bytes),
            },
        }
    }
}

/// Single kinds may run backwards a little (iowait does, proc_stat(5)); they count as no growth. `None` when no tick at
/// all passed.
fn shares(now: Jiffies, then: Jiffies) -> Option<CpuShares> {
    let grown = |now: u64, then: u64| now.saturating_sub(then) as f64;
    let user = grown(now.user, then.user) + grown(now.nice, then.nice);
    let system = grown(now.system, then.system) + grown(now.irq, then.irq) + grown(now.softirq, then.softirq);
    let iowait = grown(now.iowait, then.iowait);
    let steal = grown(now.steal, then.steal);
    let idle = grown(now.idle, then.idle);
    let total = user + system + iowait + steal + idle;
    (total > 0.0).then(|| CpuShares {
        user: user / total,
        system: system / total,
        iowait: iowait / total,
        steal: steal / total,
        idle: idle / total,
    })
}

fn per_core(now: &Counters, then: &Counters) -> Vec<Option<f64>> {
    // A core's number bounds the list; a made-up number in a damaged file must not make it huge.
    const MAX_CORES: usize = 8192;
    let mut busy = Vec::with_capacity(now.cores.len());
    for core in &now.cores {
        let at = core.core as usize;
        if at >= MAX_CORES {
            continue;
        }
        if busy.len() <= at {
            busy.resize(at + 1, None);
        }
        busy[at] = then
            .cores
            .iter()
            .find(|earlier| earlier.core == core.core)
            .and_then(|earlier| shares(core.jiffies, earlier.jiffies))
            .map(|shares| (shares.user + shares.system + shares.steal).min(1.0));
    }
    busy
}

fn disk_load(now: &DiskCounters, then: &DiskCounters, seconds: f64) -> Option<DiskLoad> {
    if seconds <= 0.0 {
        return None;
    }
    let rate = |now: u64, then: u64| Some(now.checked_sub(then)? as f64 / seconds);
    let rate_if_counted = |now: Option<u64>, then: Option<u64>| rate(now?, then?);
    Some(DiskLoad {
        name: now.name.clone(),
        reads_per_s: rate(now.reads, then.reads)?,
        writes_per_s: rate(now.writes, then.writes)?,
        read_bytes_per_s: rate(now.read_bytes, then.read_bytes)?,
        write_bytes_per_s: rate(now.write_bytes, then.write_bytes)?,
        discards_per_s: rate_if_counted(now.discards, then.discards),
        flushes_per_s: rate_if_counted(now.flushes, then.flushes),
        in_flight: now.in_flight,
        // Both counters are in ms, so ms per second / 1000 is a share (and a mean number).
        utilisation: (rate(now.io_time_ms, then.io_time_ms)? / 1000.0).min(1.0),
        mean_queue: rate(now.weighted_io_time_ms, then.weighted_io_time_ms)? / 1000.0,
    })
}

//! The host's counters, sampled: processor, pressure, the disks of the target's chain, network, this process.
//!
//! A [`Sampler`] opens its files once and reads them by `pread` at offset 0, which makes the kernel write them anew. One
//! sample costs some tens of microseconds on a small machine (the test `sampler` prints it); `/proc/stat` is the
//! dearest, since the kernel also formats every interrupt counter. [`Counters::since`] turns two samples into the
//! [`SystemLoad`] of an interval; the caller brings the time between them.

mod load;
mod over;
mod parse;

use std::fs::File;
use std::os::unix::fs::FileExt;

pub use load::{CpuShares, DiskLoad, NetworkLoad, PressureShares, ProcessLoad, SystemLoad};
pub use over::over as load_over;
pub use parse::{parse_disk_stat, parse_net_dev, parse_pressure, parse_self_io, parse_stat};

use crate::chain::BlockDevice;
use crate::root::SysRoot;
use crate::sys;

/// Processor time in ticks since the machine started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)] // The kernel's own names: proc_stat(5).
pub struct Jiffies {
    pub user: u64,
    pub nice: u64,
    pub system: u64,
    pub idle: u64,
    pub iowait: u64,
    pub irq: u64,
    pub softirq: u64,
    pub steal: u64,
}

/// One core's ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoreJiffies {
    /// Number of the core.
    pub core: u32,
    /// Its ticks.
    pub jiffies: Jiffies,
}

/// Stalled time of one resource since the machine started, µs; `None` where the kernel has no PSI.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PressureTotals {
    /// Some task was stalled.
    pub some_us: Option<u64>,
    /// All tasks were stalled.
    pub full_us: Option<u64>,
}

/// One block device's counters since it appeared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiskCounters {
    /// Kernel name.
    pub name: String,
    /// Reads completed.
    pub reads: u64,
    /// Bytes read.
    pub read_bytes: u64,
    /// Writes completed.
    pub writes: u64,
    /// Bytes written.
    pub write_bytes: u64,
    /// Discards completed.
    pub discards: Option<u64>,
    /// Flushes completed.
    pub flushes: Option<u64>,
    /// Requests in flight now.
    pub in_flight: u64,
    /// Time with at least one request in flight, ms.
    pub io_time_ms: u64,
    /// The same, weighted with the number in flight, ms.
    pub weighted_io_time_ms: u64,
}

/// Network totals since the machine started, all interfaces but `lo`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct NetworkCounters {
    pub rx_bytes: u64,
    pub rx_packets: u64,
    pub tx_bytes: u64,
    pub tx_packets: u64,
}

/// This process since it started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProcessCounters {
    /// Processor time in user code, ns.
    pub user_ns: Option<u64>,
    /// Processor time in the kernel, ns.
    pub system_ns: Option<u64>,
    /// Bytes read from storage.
    pub storage_read_bytes: Option<u64>,
    /// Bytes written to storage.
    pub storage_write_bytes: Option<u64>,
}

/// All counters at one instant, cumulative. What couldn't be read is `None` or absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// All cores together.
    pub cpu: Option<Jiffies>,
    /// Each core that is online.
    pub cores: Vec<CoreJiffies>,
    /// Waiting for a processor.
    pub pressure_cpu: PressureTotals,
    /// Waiting for I/O.
    pub pressure_io: PressureTotals,
    /// Waiting for memory.
    pub pressure_memory: PressureTotals,
    /// The devices of the target's chain.
    pub disks: Vec<DiskCounters>,
    /// All interfaces but `lo`.
    pub network: Option<NetworkCounters>,
    /// This process.
    pub process: ProcessCounters,
}

/// Reads the counters again and again, from files that stay open.
#[derive(Debug)]
pub struct Sampler {
    stat: Option<File>,
    pressure_cpu: Option<File>,
    pressure_io: Option<File>,
    pressure_memory: Option<File>,
    net_dev: Option<File>,
    self_io: Option<File>,
    disks: Vec<(String, File)>,
    buffer: Vec<u8>,
}

impl Sampler {
    /// Opens what there is; what can't be opened stays absent from every sample.
    pub fn new(root: &SysRoot, target_chain: &[BlockDevice]) -> Self {
        let open = |name: &str| File::open(root.proc.join(name)).ok();
        Self {
            stat: open("stat"),
            pressure_cpu: open("pressure/cpu"),
            pressure_io: open("pressure/io"),
            pressure_memory: open("pressure/memory"),
            net_dev: open("net/dev"),
            self_io: open("self/io"),
            disks: target_chain
                .iter()
                .filter_map(|device| {
                    let path = root.sys.join(format!("dev/block/{}/stat", device.number()));
                    Some((device.name.clone(), File::open(path).ok()?))
                })
                .collect(),
            buffer: vec![0; 64 * 1024],
        }
    }

    /// The counters now.
    pub fn sample(&mut self) -> Counters {
        let buffer = &mut self.buffer;
        let mut counters = Counters::default();
        if let Some(text) = read_anew(self.stat.as_ref(), buffer) {
            (counters.cpu, counters.cores) = parse_stat(text);
        }
        let mut pressure =
            |file: &Option<File>| read_anew(file.as_ref(), buffer).map(parse_pressure).unwrap_or_default();
        counters.pressure_cpu = pressure(&self.pressure_cpu);
        counters.pressure_io = pressure(&self.pressure_io);
        counters.pressure_memory = pressure(&self.pressure_memory);
        for (name, file) in &self.disks {
            if let Some(disk) = read_anew(Some(file), buffer).and_then(parse_disk_stat) {
                counters.disks.push(DiskCounters { name: name.clone(), ..disk });
            }
        }
        counters.network = read_anew(self.net_dev.as_ref(), buffer).and_then(parse_net_dev);
        if let Some(text) = read_anew(self.self_io.as_ref(), buffer) {
            (counters.process.storage_read_bytes, counters.process.storage_write_bytes) = parse_self_io(text);
        }
        if let Some((user_ns, system_ns)) = sys::process_cpu_ns() {
            counters.process.user_ns = Some(user_ns);
            counters.process.system_ns = Some(system_ns);
        }
        counters
    }
}

/// The whole file from offset 0 as text. The kernel may give it in pieces, so it's read until it ends.
fn read_anew<'b>(file: Option<&File>, buffer: &'b mut Vec<u8>) -> Option<&'b str> {
    let file = file?;
    let mut filled = 0;
    loop {
        if filled == buffer.len() {
            buffer.resize(buffer.len() * 2, 0);
        }
        match file.read_at(&mut buffer[filled..], filled as u64) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
    std::str::from_utf8(&buffer[..filled]).ok()
}

//! The counters of a machine at one instant.

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

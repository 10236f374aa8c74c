//! Where a Run took place: the host, the chain beneath the target, the file system. Provenance, never an input.

#[cfg(feature = "measure")]
mod taking;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::chain::{BlockDevice, FileSystem};
#[cfg(feature = "measure")]
pub use taking::{count_cores, parse_cpu_model, parse_memory_bytes};

/// The host and the target's place in it. What couldn't be read is null.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fingerprint {
    /// Name of the host.
    pub hostname: Option<String>,
    /// Release of the kernel.
    pub kernel_release: Option<String>,
    /// Model of the processor.
    pub cpu_model: Option<String>,
    /// Cores online.
    pub cores_online: Option<u32>,
    /// Memory, bytes.
    pub memory_bytes: Option<u64>,
    /// What the host runs on, if it is a guest: the product that the firmware names, else `hypervisor`. Null on bare metal
    /// as far as it tells; a hint, not a proof.
    pub virtualisation: Option<String>,
    /// The kernel's clock source: reading a slow one (hpet, acpi_pm) costs microseconds.
    pub clocksource: Option<String>,
    /// Frequency governor of the first core; null where the frequency isn't the kernel's to choose.
    pub cpu_governor: Option<String>,
    /// Block devices beneath the target, from the top down; empty for a target without one.
    pub target_chain: Vec<BlockDevice>,
    /// The file system that holds the target; null for a block device or no path at all.
    pub file_system: Option<FileSystem>,
}

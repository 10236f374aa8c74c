//! The devices beneath a target and the file system that holds it, as a record has them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::root::DeviceNumber;

/// What kind of block device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeviceKind {
    /// A whole disk, physical or virtual.
    Disk,
    /// A part of a disk.
    Partition,
    /// Device-mapper: LVM, dm-crypt, …
    DeviceMapper,
    /// Device-mapper's multipath.
    Multipath,
    /// Linux software RAID.
    Md,
    /// A file as a device.
    Loop,
    /// A network block device.
    Nbd,
    /// Memory as a device (ram, zram, pmem is a disk).
    Memory,
    /// A cache in front of a device.
    Bcache,
}

/// One device of the chain. What the kernel doesn't tell is null. A partition shows its disk's queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BlockDevice {
    /// Kernel name, such as `nvme0n1p2`.
    pub name: String,
    /// Major number.
    pub major: u32,
    /// Minor number.
    pub minor: u32,
    /// What it is.
    pub kind: DeviceKind,
    /// Smallest unit that it addresses, bytes.
    pub logical_block_size: Option<u32>,
    /// Unit that it writes without reading first, bytes.
    pub physical_block_size: Option<u32>,
    /// Size, bytes.
    pub size_bytes: Option<u64>,
    /// Whether it says that it spins.
    pub rotational: Option<bool>,
    /// The scheduler in use: `none`, `mq-deadline`, …
    pub scheduler: Option<String>,
    /// Requests that the block layer queues.
    pub nr_requests: Option<u32>,
    /// Commands that the device itself takes at once, where it tells.
    pub queue_depth: Option<u32>,
    /// `write back` or `write through`, as the kernel believes.
    pub write_cache: Option<String>,
    /// Whether the kernel refuses writes to it.
    pub read_only: Option<bool>,
    /// Device-mapper's or md's own name or level.
    pub label: Option<String>,
    /// The file behind a loop device.
    pub backing_file: Option<String>,
    /// Whether a loop device reads and writes that file past the page cache.
    pub direct: Option<bool>,
}

impl BlockDevice {
    /// Its identity.
    pub fn number(&self) -> DeviceNumber {
        DeviceNumber { major: self.major, minor: self.minor }
    }
}

/// The file system that holds a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileSystem {
    /// Its type: `ext4`, `xfs`, `nfs4`, …
    pub type_name: String,
    /// Where it is mounted.
    pub mount_point: String,
    /// What is mounted there: mostly a device's path.
    pub source: String,
    /// Options of the mount and of the file system.
    pub options: Vec<String>,
    /// Whether it lives in memory (tmpfs, ramfs), so that measuring it measures no storage.
    pub memory_backed: bool,
}

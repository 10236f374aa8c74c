//! The chain of block devices beneath a target, and the file system that holds it.
//!
//! From a file: its file system's device; from a device: itself. Then downwards: a partition's disk, the slaves of
//! device-mapper and md, the file behind a loop device and *its* file system's device. The order is from the target down.
//! A file system without a block device (tmpfs, NFS, ZFS) has an empty chain: that's an answer, not an error.

mod document;
#[cfg(feature = "measure")]
mod walk;

pub use document::{BlockDevice, DeviceKind, FileSystem};
#[cfg(feature = "measure")]
pub(crate) use walk::{btrfs_devices, devices_of_mount, kind_of};
#[cfg(feature = "measure")]
pub use walk::{chain, chain_of, file_system, parse_scheduler};

//! The memory that this process may still take, and its limit: the machine, its cgroup, or a limit of its own.
//!
//! The kernel kills a process beyond the limit of a cgroup without a word, and an allocation that a limit of the
//! process refuses ends it, too. So all limits are read before buffers are taken.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use crate::SysRoot;

/// The limit that is reached first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemoryLimit {
    /// The memory of the machine that can be had without swapping.
    Machine,
    /// A cgroup, with its limit in bytes.
    Cgroup(u64),
    /// The address space of the process (`ulimit -v`), in bytes.
    AddressSpace(u64),
    /// Its data (`ulimit -d`), in bytes.
    Data(u64),
}

impl fmt::Display for MemoryLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Machine => f.write_str("on this machine"),
            Self::Cgroup(bytes) => write!(f, "in its cgroup, which is limited to {} MiB", bytes >> 20),
            Self::AddressSpace(bytes) => write!(f, "under ulimit -v {}", bytes >> 10),
            Self::Data(bytes) => write!(f, "under ulimit -d {}", bytes >> 10),
        }
    }
}

/// Memory that can still be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AvailableMemory {
    /// In bytes.
    pub bytes: u64,
    /// The limit that is reached first.
    pub limit: MemoryLimit,
}

impl AvailableMemory {
    /// The memory that this process may still take: the least that machine, cgroups and its own limits leave. None
    /// where none of them can be read.
    pub fn of_this_process(root: &SysRoot) -> Option<Self> {
        let own = root.proc.join("self");
        machine(root)
            .into_iter()
            .chain(of_cgroups(root, &fs::read_to_string(own.join("cgroup")).unwrap_or_default()))
            .chain(of_process(
                &fs::read_to_string(own.join("limits")).unwrap_or_default(),
                &fs::read_to_string(own.join("status")).unwrap_or_default(),
            ))
            .min_by_key(|available| available.bytes)
    }
}

fn machine(root: &SysRoot) -> Option<AvailableMemory> {
    let text = fs::read_to_string(root.proc.join("meminfo")).ok()?;
    Some(AvailableMemory { bytes: in_kb(&text, "MemAvailable:")?, limit: MemoryLimit::Machine })
}

/// The value of a line such as `MemTotal: 123 kB`, in bytes.
pub(crate) fn in_kb(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// The rest of each limited cgroup: of version 2 and 1, this process's own and all above it.
fn of_cgroups(root: &SysRoot, lines: &str) -> Vec<AvailableMemory> {
    let mounts = root.sys.join("fs/cgroup");
    let mut found = Vec::new();
    for line in lines.lines() {
        // `hierarchy:controllers:path` (cgroups(7)).
        let mut fields = line.splitn(3, ':');
        let (Some(_), Some(controllers), Some(path)) = (fields.next(), fields.next(), fields.next()) else { continue };
        if controllers.is_empty() {
            for mount in [mounts.clone(), mounts.join("unified")] {
                found.extend(upwards(&mount, path).iter().filter_map(|folder| version_2(folder)));
            }
        } else if controllers.split(',').any(|one| one == "memory") {
            found.extend(upwards(&mounts.join("memory"), path).iter().filter_map(|folder| version_1(folder)));
        }
    }
    found
}

/// The folder of a cgroup, of those above it, and at last of the mount: in a container only that may be there.
fn upwards(mount: &Path, path: &str) -> Vec<PathBuf> {
    let mut at = mount.join(path.trim_start_matches('/'));
    let mut found = vec![at.clone()];
    while at != mount && at.pop() {
        found.push(at.clone());
    }
    found
}

fn version_2(folder: &Path) -> Option<AvailableMemory> {
    remaining_memory(
        number(&folder.join("memory.max"))?,
        number(&folder.join("memory.current"))?,
        folder,
        "inactive_file",
    )
}

fn version_1(folder: &Path) -> Option<AvailableMemory> {
    let (limit, used) = ("memory.limit_in_bytes", "memory.usage_in_bytes");
    remaining_memory(number(&folder.join(limit))?, number(&folder.join(used))?, folder, "total_inactive_file")
}

/// The rest below a limit. Pages of files without recent use are given up when memory is needed, so they count as free.
fn remaining_memory(limit: u64, used: u64, folder: &Path, reclaimable: &str) -> Option<AvailableMemory> {
    // "No limit" of version 1 is the largest multiple of a page.
    if limit >= i64::MAX as u64 & !0xf_ffff {
        return None;
    }
    let stat = fs::read_to_string(folder.join("memory.stat")).unwrap_or_default();
    let inactive =
        stat.lines().find_map(|line| line.strip_prefix(reclaimable)?.trim().parse::<u64>().ok()).unwrap_or(0);
    Some(AvailableMemory {
        bytes: limit.saturating_sub(used.saturating_sub(inactive)),
        limit: MemoryLimit::Cgroup(limit),
    })
}

fn number(path: &Path) -> Option<u64> {
    fs::read_to_string(path).ok()?.trim().parse().ok()
}

/// The rest below the limits of the process, from the texts of `/proc/self/limits` and `/proc/self/status`.
fn of_process(limits: &str, status: &str) -> Vec<AvailableMemory> {
    let soft = |name: &str| {
        let line = limits.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_ascii_whitespace().next()?.parse::<u64>().ok()
    };
    let below_limit = |name: &str, used: &str, limit: fn(u64) -> MemoryLimit| {
        let most = soft(name)?;
        Some(AvailableMemory { bytes: most.saturating_sub(in_kb(status, used)?), limit: limit(most) })
    };
    let space = below_limit("Max address space", "VmSize:", MemoryLimit::AddressSpace);
    space.into_iter().chain(below_limit("Max data size", "VmData:", MemoryLimit::Data)).collect()
}

//! Whether a process has anything open on the devices of a target.
//!
//! Files themselves are never touched: one on a server that does not answer would hold us for as long. The kernel lists
//! the place of a descriptor and its mount.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::chain::{BlockDevice, chain_of, devices_of_mount};
use crate::device::SysDevice;
use crate::mounts::parse_mountinfo;
use crate::root::{DeviceNumber, SysRoot, read_line};

/// Descriptors of a process that are looked at.
const MAX_FILES: usize = 1024;

/// Whether the process has a file or a device open whose chain meets this one. None where that may not be looked at.
pub(super) fn has_open(root: &SysRoot, pid: u32, chain: &[BlockDevice]) -> Option<bool> {
    let directory = root.proc.join(pid.to_string());
    let mut mounts: BTreeSet<u64> = BTreeSet::new();
    let mut meets = false;
    for entry in fs::read_dir(directory.join("fd")).ok()?.flatten().take(MAX_FILES) {
        let Ok(target) = fs::read_link(entry.path()) else { continue };
        if !target.is_absolute() {
            // A pipe or a socket.
            continue;
        }
        if let Some(device) = device_node(root, &target) {
            meets = meets || common(root, device, chain);
        } else if let Some(mount) = mount_id(&directory.join("fdinfo").join(entry.file_name())) {
            mounts.insert(mount);
        }
    }
    Some(meets || any_mount(root, &directory, &mounts, chain))
}

/// The block device that a path under `/dev` is.
fn device_node(root: &SysRoot, path: &Path) -> Option<DeviceNumber> {
    let text = path.to_str()?;
    let pseudo = ["/dev/null", "/dev/pts", "/dev/shm", "/dev/tty", "/dev/zero", "/dev/urandom"];
    if !text.starts_with("/dev/") || pseudo.iter().any(|known| text.starts_with(known)) {
        return None;
    }
    SysDevice::by_path(root, text).map(|device| device.number)
}

fn mount_id(fdinfo: &Path) -> Option<u64> {
    let text = fs::read_to_string(fdinfo).ok()?;
    text.lines().find_map(|line| line.strip_prefix("mnt_id:")?.trim().parse().ok())
}

fn any_mount(root: &SysRoot, directory: &Path, wanted: &BTreeSet<u64>, chain: &[BlockDevice]) -> bool {
    if wanted.is_empty() {
        return false;
    }
    let mounts = parse_mountinfo(&read_line(&directory.join("mountinfo")).unwrap_or_default());
    mounts.iter().filter(|mount| wanted.contains(&mount.id)).any(|mount| {
        if mount.device.major != 0 {
            return common(root, mount.device, chain);
        }
        // An anonymous number (btrfs, overlay): the device follows from its source.
        devices_of_mount(root, mount, 0).iter().any(|device| common(root, device.number, chain))
    })
}

/// Whether two chains share a device: two partitions of a disk do.
fn common(root: &SysRoot, number: DeviceNumber, chain: &[BlockDevice]) -> bool {
    let meets = |number: DeviceNumber| chain.iter().any(|device| device.number() == number);
    meets(number) || chain_of(root, number).iter().any(|device| meets(device.number()))
}

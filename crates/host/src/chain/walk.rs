//! The walk from a path down to the disks, in sysfs and the table of mounts.

use std::fs;
use std::io;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

use super::{BlockDevice, DeviceKind, FileSystem};
use crate::device::SysDevice;
use crate::mounts::{Mount, mount_of, parse_mountinfo};
use crate::root::{DeviceNumber, SysRoot, names_in, read_line, read_number};

impl BlockDevice {
    fn of(device: &SysDevice) -> Self {
        let queue = device.queue();
        let at = |name: &str| device.directory.join(name);
        let flag = |path: &Path| read_number::<u8>(path).map(|value| value != 0);
        let disk = if device.is_partition() { at("..") } else { device.directory.clone() };
        Self {
            name: device.name.clone(),
            major: device.number.major,
            minor: device.number.minor,
            kind: kind_of(device),
            logical_block_size: read_number(&queue.join("logical_block_size")),
            physical_block_size: read_number(&queue.join("physical_block_size")),
            size_bytes: device.size_bytes(),
            rotational: flag(&queue.join("rotational")),
            scheduler: read_line(&queue.join("scheduler")).and_then(|text| parse_scheduler(&text)),
            nr_requests: read_number(&queue.join("nr_requests")),
            queue_depth: read_number(&disk.join("device/queue_depth")),
            write_cache: read_line(&queue.join("write_cache")),
            read_only: flag(&at("ro")),
            label: read_line(&at("dm/name")).or_else(|| read_line(&at("md/level"))),
            backing_file: device.backing_file(),
            direct: flag(&at("loop/dio")),
        }
    }
}

pub(crate) fn kind_of(device: &SysDevice) -> DeviceKind {
    let has = |name: &str| device.directory.join(name).exists();
    let digits_after = |prefix: &str| {
        device.name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
    };
    if device.is_partition() {
        DeviceKind::Partition
    } else if has("dm") {
        let uuid = read_line(&device.directory.join("dm/uuid")).unwrap_or_default();
        if uuid.starts_with("mpath-") { DeviceKind::Multipath } else { DeviceKind::DeviceMapper }
    } else if has("md") {
        DeviceKind::Md
    } else if device.number.major == 7 || has("loop") {
        DeviceKind::Loop
    } else if digits_after("nbd") {
        DeviceKind::Nbd
    } else if digits_after("ram") || digits_after("zram") {
        DeviceKind::Memory
    } else if digits_after("bcache") {
        DeviceKind::Bcache
    } else {
        DeviceKind::Disk
    }
}

/// The scheduler in use, from `none [mq-deadline] kyber`; a lone word is in use.
pub fn parse_scheduler(text: &str) -> Option<String> {
    let chosen = text.split_ascii_whitespace().find_map(|word| word.strip_prefix('[')?.strip_suffix(']'));
    let mut words = text.split_ascii_whitespace();
    let lone = words.next().filter(|_| words.next().is_none()).filter(|word| !word.contains(['[', ']']));
    chosen.or(lone).filter(|word| !word.is_empty()).map(str::to_owned)
}

/// The chain beneath `path`, a file, a directory or a block device, from the top down.
pub fn chain(root: &SysRoot, path: &Path) -> io::Result<Vec<BlockDevice>> {
    let mut found = Vec::new();
    for start in devices_under(root, path)? {
        descend(root, &start, 0, &mut found);
    }
    Ok(found)
}

/// The chain beneath a block device, itself first.
pub fn chain_of(root: &SysRoot, number: DeviceNumber) -> Vec<BlockDevice> {
    let mut found = Vec::new();
    if let Some(device) = SysDevice::by_number(root, number) {
        descend(root, &device, 0, &mut found);
    }
    found
}

/// Loops over loops exist, endless ones don't; the bound guards against a damaged tree.
const DEEPEST: usize = 16;

fn descend(root: &SysRoot, device: &SysDevice, depth: usize, found: &mut Vec<BlockDevice>) {
    if depth > DEEPEST || found.iter().any(|known| known.number() == device.number) {
        return;
    }
    found.push(BlockDevice::of(device));
    let mut beneath = device.slaves(root);
    beneath.extend(device.parent_disk());
    if let Some(file) = device.backing_file() {
        beneath.extend(devices_under(root, &root.locate(&file)).unwrap_or_default());
    }
    for lower in &beneath {
        descend(root, lower, depth + 1, found);
    }
}

/// The devices right beneath a path: the device itself, or what its file system is on.
fn devices_under(root: &SysRoot, path: &Path) -> io::Result<Vec<SysDevice>> {
    if root.captured {
        return devices_by_name(root, path);
    }
    let metadata = fs::metadata(path)?;
    if metadata.file_type().is_block_device() {
        return Ok(SysDevice::by_number(root, DeviceNumber::from_dev(metadata.rdev())).into_iter().collect());
    }
    if let Some(device) = SysDevice::by_number(root, DeviceNumber::from_dev(metadata.dev())) {
        return Ok(vec![device]);
    }
    // An anonymous device number: the device follows from the mount's source.
    Ok(mount_under(root, path).map(|mount| devices_of_mount(root, &mount, 0)).unwrap_or_default())
}

/// Devices by name alone: a captured machine has neither nodes nor files to open.
fn devices_by_name(root: &SysRoot, path: &Path) -> io::Result<Vec<SysDevice>> {
    if let Some(device) = path.to_str().and_then(|path| SysDevice::by_path(root, path)) {
        return Ok(vec![device]);
    }
    if path.starts_with("/dev") && !path.starts_with("/dev/shm") {
        return Err(io::Error::new(io::ErrorKind::NotFound, "the captured tree has no such device"));
    }
    let mount = mount_under(root, path)
        .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "the captured tree tells no mount that holds it"))?;
    let device = SysDevice::by_number(root, mount.device);
    Ok(device.map_or_else(|| devices_of_mount(root, &mount, 0), |device| vec![device]))
}

pub(crate) fn devices_of_mount(root: &SysRoot, mount: &Mount, depth: usize) -> Vec<SysDevice> {
    if depth > DEEPEST {
        return Vec::new();
    }
    if mount.type_name == "overlay" {
        // Writes go to the upper directory. In a container its path may be the host's, and then isn't found here.
        let upper = mount.options.iter().find_map(|option| option.strip_prefix("upperdir="));
        return upper.and_then(|path| devices_under(root, Path::new(path)).ok()).unwrap_or_default();
    }
    let Some(first) = SysDevice::by_path(root, &mount.source) else { return Vec::new() };
    if mount.type_name == "btrfs" {
        // mountinfo names one device of a btrfs; sysfs lists them all.
        let all = btrfs_devices(root, &first.name);
        if !all.is_empty() {
            return all.iter().filter_map(|name| SysDevice::by_name(root, name)).collect();
        }
    }
    vec![first]
}

/// Names of all devices of the mounted btrfs that `name` belongs to; empty when it belongs to none.
pub(crate) fn btrfs_devices(root: &SysRoot, name: &str) -> Vec<String> {
    let file_systems = root.sys.join("fs/btrfs");
    names_in(&file_systems)
        .iter()
        .map(|uuid| names_in(&file_systems.join(uuid).join("devices")))
        .find(|names| names.iter().any(|member| member == name))
        .unwrap_or_default()
}

fn mount_under(root: &SysRoot, path: &Path) -> Option<Mount> {
    let mounts = parse_mountinfo(&read_line(&root.proc.join("self/mountinfo"))?);
    if root.captured {
        return mount_of(&mounts, None, path).cloned();
    }
    let path = fs::canonicalize(path).ok()?;
    mount_of(&mounts, mount_id(&path), &path).cloned()
}

fn mount_id(path: &Path) -> Option<u64> {
    use rustix::fs::{AtFlags, CWD, StatxFlags, statx};
    let facts = statx(CWD, path, AtFlags::empty(), StatxFlags::MNT_ID).ok()?;
    (StatxFlags::from_bits_retain(facts.stx_mask).contains(StatxFlags::MNT_ID)).then_some(facts.stx_mnt_id)
}

/// The file system that holds `path`; `None` for a block device, and when the kernel does not report it.
pub fn file_system(root: &SysRoot, path: &Path) -> io::Result<Option<FileSystem>> {
    let device = match root.captured {
        true => path.to_str().is_some_and(|path| SysDevice::by_path(root, path).is_some()),
        false => fs::metadata(path)?.file_type().is_block_device(),
    };
    if device {
        return Ok(None);
    }
    Ok(mount_under(root, path).map(|mount| FileSystem {
        memory_backed: is_memory(root, &mount, path, 0),
        type_name: mount.type_name,
        mount_point: mount.mount_point,
        source: mount.source,
        options: mount.options,
    }))
}

/// Whether a file that a mount shows at `path` lies in memory. Of an overlay that follows from the layer that holds it; a
/// container's layers may be out of its sight, and then nothing is known of them.
fn is_memory(root: &SysRoot, mount: &Mount, path: &Path, depth: usize) -> bool {
    if matches!(mount.type_name.as_str(), "tmpfs" | "ramfs" | "devtmpfs" | "hugetlbfs") {
        return true;
    }
    if depth > DEEPEST || root.captured {
        return false;
    }
    let Ok(path) = fs::canonicalize(path) else { return false };
    mount
        .in_layers(&path)
        .iter()
        .find(|file| file.exists())
        .is_some_and(|file| mount_under(root, file).is_some_and(|beneath| is_memory(root, &beneath, file, depth + 1)))
}

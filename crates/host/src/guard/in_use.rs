//! Who uses a target: mounts, holders, partitions, swap, loop devices.
//!
//! For a device the question goes to the whole family: what stands on it (partitions, holders, loop devices, and what
//! stands on those), the disk around a partition, what it stands on, and the other loop devices on the same file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{FileTypeExt, MetadataExt};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::chain::btrfs_devices;
use crate::device::SysDevice;
use crate::mounts::{Mount, Swap, parse_mountinfo, parse_swaps};
use crate::root::{DeviceNumber, SysRoot};
use crate::sys;

/// A mount of the target's family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MountedOn {
    /// Kernel name of the device that is mounted.
    pub device: String,
    /// Where.
    pub mount_point: String,
    /// Type of the file system.
    pub type_name: String,
}

/// Everything that uses a target. All empty: nobody, as far as the kernel shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InUse {
    /// Mounts of it, of what stands on it, or of what it stands on.
    pub mounts: Vec<MountedOn>,
    /// Names of what stands on it, transitively; for a partition also of what stands on the whole disk.
    pub holders: Vec<String>,
    /// Names of its partitions.
    pub partitions: Vec<String>,
    /// Paths of swaps on it or on what stands on it.
    pub swaps: Vec<String>,
    /// Names of loop devices that stand on it (or on the same file as it).
    pub loops: Vec<String>,
}

/// What a file or device is told by, without its name: `st_dev` and inode, or for a device its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    File { dev: u64, inode: u64 },
    Device(DeviceNumber),
}

impl Thing {
    fn of_path(root: &SysRoot, path: &str) -> Option<Self> {
        let metadata = fs::metadata(root.locate(path)).ok()?;
        Some(if metadata.file_type().is_block_device() {
            Self::Device(DeviceNumber::from_dev(metadata.rdev()))
        } else {
            Self::File { dev: metadata.dev(), inode: metadata.ino() }
        })
    }
}

/// The kernel's tables, read once per examination.
struct Tables {
    mounts: Vec<Mount>,
    swaps: Vec<Swap>,
    /// Attached loop devices.
    loops: Vec<SysDevice>,
}

impl Tables {
    fn read(root: &SysRoot) -> io::Result<Self> {
        let mounts = fs::read_to_string(root.proc.join("self/mountinfo"))?;
        let swaps = match fs::read_to_string(root.proc.join("swaps")) {
            Ok(text) => text,
            // A kernel without swap has no such file.
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let loops = SysDevice::all(root).into_iter().filter(|device| device.backing_file().is_some()).collect();
        Ok(Self { mounts: parse_mountinfo(&mounts), swaps: parse_swaps(&swaps), loops })
    }

    fn loops_on(&self, root: &SysRoot, thing: Thing, path: &str) -> Vec<&SysDevice> {
        self.loops.iter().filter(|device| loop_stands_on(root, device, thing, path)).collect()
    }
}

/// The kernel's own answer if the loop device can be asked; else by the path that sysfs prints.
fn loop_stands_on(root: &SysRoot, device: &SysDevice, thing: Thing, path: &str) -> bool {
    if let Some(backing) = File::open(root.dev.join(&device.name)).ok().as_ref().and_then(sys::loop_backing) {
        return match thing {
            Thing::File { dev, inode } => backing.rdevice == 0 && (backing.device, backing.inode) == (dev, inode),
            Thing::Device(number) => backing.rdevice != 0 && DeviceNumber::from_dev(backing.rdevice) == number,
        };
    }
    let Some(file) = device.backing_file() else { return false };
    if file == path || Thing::of_path(root, &file) == Some(thing) {
        return true;
    }
    matches!(thing, Thing::Device(number) if SysDevice::by_path(root, &file).is_some_and(|on| on.number == number))
}

/// The device and everything that stands on it, transitively.
fn upwards(root: &SysRoot, tables: &Tables, start: &[SysDevice]) -> BTreeMap<DeviceNumber, SysDevice> {
    let mut family = BTreeMap::new();
    let mut todo = start.to_vec();
    while let Some(device) = todo.pop() {
        if family.contains_key(&device.number) {
            continue;
        }
        todo.extend(device.partitions());
        todo.extend(device.holders(root));
        let path = format!("/dev/{}", device.name);
        todo.extend(tables.loops_on(root, Thing::Device(device.number), &path).into_iter().cloned());
        family.insert(device.number, device);
    }
    family
}

/// The disk around a partition and what a device-mapper or md device is made of, transitively; not through a loop
/// device's file, whose file system is of course mounted.
fn downwards(root: &SysRoot, start: &SysDevice) -> BTreeMap<DeviceNumber, SysDevice> {
    let mut family = BTreeMap::new();
    let beneath = |device: &SysDevice| device.slaves(root).into_iter().chain(device.parent_disk()).collect::<Vec<_>>();
    let mut todo = beneath(start);
    while let Some(device) = todo.pop() {
        if device.number == start.number || family.contains_key(&device.number) {
            continue;
        }
        todo.extend(beneath(&device));
        family.insert(device.number, device);
    }
    family
}

impl InUse {
    /// Of a block device. An error when the kernel's tables can't be read or don't know the device: then nobody can say
    /// that it's free.
    pub fn of_device(root: &SysRoot, number: DeviceNumber) -> io::Result<Self> {
        let tables = Tables::read(root)?;
        let device = SysDevice::by_number(root, number)
            .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, format!("/sys knows no block device {number}")))?;
        let mut above = upwards(root, &tables, std::slice::from_ref(&device));
        let beneath = downwards(root, &device);
        let mut in_use = Self::default();
        for sibling in siblings_on_same_file(root, &tables, &device) {
            in_use.loops.push(sibling.name.clone());
            above.append(&mut upwards(root, &tables, std::slice::from_ref(sibling)));
        }
        in_use.partitions = device.partitions().into_iter().map(|partition| partition.name).collect();
        in_use.collect_holders(root, &device, &above, &beneath);
        let path = format!("/dev/{}", device.name);
        in_use
            .loops
            .extend(tables.loops_on(root, Thing::Device(number), &path).into_iter().map(|on_it| on_it.name.clone()));
        above.extend(beneath);
        in_use.collect_mounts_and_swaps(root, &tables, &above);
        in_use.tidy();
        Ok(in_use)
    }

    /// Of a regular file, known by `st_dev` and inode, and by its canonical path where identity can't be had.
    pub fn of_file(root: &SysRoot, dev: u64, inode: u64, canonical: &str) -> io::Result<Self> {
        let tables = Tables::read(root)?;
        let thing = Thing::File { dev, inode };
        let on_it: Vec<SysDevice> = tables.loops_on(root, thing, canonical).into_iter().cloned().collect();
        let mut in_use = Self { loops: on_it.iter().map(|device| device.name.clone()).collect(), ..Self::default() };
        in_use.collect_mounts_and_swaps(root, &tables, &upwards(root, &tables, &on_it));
        for swap in &tables.swaps {
            if swap.path == canonical || Thing::of_path(root, &swap.path) == Some(thing) {
                in_use.swaps.push(swap.path.clone());
            }
        }
        in_use.tidy();
        Ok(in_use)
    }

    fn collect_holders(
        &mut self,
        root: &SysRoot,
        device: &SysDevice,
        above: &BTreeMap<DeviceNumber, SysDevice>,
        beneath: &BTreeMap<DeviceNumber, SysDevice>,
    ) {
        // By name too, so that a holder that can't be followed still counts.
        for member in above.values() {
            self.holders.extend(member.holder_names());
            // A registered bcache shows as a directory; a bcache device itself has one too.
            if member.directory.join("bcache").exists() && !member.name.starts_with("bcache") {
                self.holders.push(format!("bcache on {}", member.name));
            }
        }
        if let Some(disk) = device.parent_disk() {
            self.holders.extend(disk.holder_names());
        }
        for member in above.values().chain(beneath.values()) {
            if !btrfs_devices(root, &member.name).is_empty() {
                self.holders.push(format!("btrfs on {}", member.name));
            }
        }
    }

    fn collect_mounts_and_swaps(
        &mut self,
        root: &SysRoot,
        tables: &Tables,
        family: &BTreeMap<DeviceNumber, SysDevice>,
    ) {
        for mount in &tables.mounts {
            let member = family.get(&mount.device).or_else(|| {
                // Anonymous device numbers (btrfs): by what the mount names.
                let anonymous = mount.device.major == 0;
                let source = anonymous.then(|| SysDevice::by_path(root, &mount.source)).flatten()?;
                family.get(&source.number)
            });
            if let Some(device) = member {
                self.mounts.push(MountedOn {
                    device: device.name.clone(),
                    mount_point: mount.mount_point.clone(),
                    type_name: mount.type_name.clone(),
                });
            }
        }
        for swap in tables.swaps.iter().filter(|swap| swap.type_name != "file") {
            if SysDevice::by_path(root, &swap.path).is_some_and(|device| family.contains_key(&device.number)) {
                self.swaps.push(swap.path.clone());
            }
        }
    }

    fn tidy(&mut self) {
        for names in [&mut self.holders, &mut self.partitions, &mut self.swaps, &mut self.loops] {
            *names = std::mem::take(names).into_iter().collect::<BTreeSet<_>>().into_iter().collect();
        }
    }
}

/// For a loop device: the other loop devices on the same file or device.
fn siblings_on_same_file<'t>(root: &SysRoot, tables: &'t Tables, device: &SysDevice) -> Vec<&'t SysDevice> {
    let disk = device.parent_disk();
    let device = disk.as_ref().unwrap_or(device);
    let Some(file) = device.backing_file() else { return Vec::new() };
    let asked = File::open(root.dev.join(&device.name)).ok().as_ref().and_then(sys::loop_backing);
    let thing = match asked {
        Some(backing) if backing.rdevice != 0 => Some(Thing::Device(DeviceNumber::from_dev(backing.rdevice))),
        Some(backing) => Some(Thing::File { dev: backing.device, inode: backing.inode }),
        None => Thing::of_path(root, &file),
    };
    tables
        .loops
        .iter()
        .filter(|other| other.number != device.number)
        .filter(|other| match thing {
            Some(thing) => loop_stands_on(root, other, thing, &file),
            None => other.backing_file().as_deref() == Some(&file),
        })
        .collect()
}

//! Block devices: partitions, volumes, loop devices, second paths.

use std::collections::BTreeMap;
use std::fs::File;

use super::Survey;
use crate::chain::{btrfs_devices, kind_of};
use crate::device::SysDevice;
use crate::guard::layers::{Kind, Manager, Part, Thing, Use};
use crate::root::{DeviceNumber, names_in, read_line, read_number};
use crate::{DeviceKind, sys};

/// Bytes of a sector in sysfs, whatever the device's own.
const SECTOR: u64 = 512;

/// Virtual devices whose bytes are their own: memory, or a driver that claims what it stands on for itself (DRBD, ZFS).
const VIRTUAL_WITH_BYTES_OF_THEIR_OWN: [&str; 5] = ["ram", "zram", "nullb", "drbd", "zd"];

impl Survey<'_> {
    pub(super) fn add_devices(&mut self) {
        let names = names_in(&self.root.sys.join("class/block")).into_iter();
        let names = names.chain(names_in(&self.root.sys.join("block")));
        let mut devices: BTreeMap<DeviceNumber, (usize, SysDevice)> = BTreeMap::new();
        for device in names.filter_map(|name| SysDevice::by_name(self.root, &name)) {
            let kind = match kind_of(&device) {
                DeviceKind::Partition => Kind::Partition,
                DeviceKind::Loop => Kind::Loop,
                DeviceKind::DeviceMapper | DeviceKind::Multipath | DeviceKind::Md | DeviceKind::Bcache => Kind::Volume,
                DeviceKind::Disk | DeviceKind::Nbd | DeviceKind::Memory => Kind::Disk,
            };
            let node = self.layers.node(Thing::Device(device.number), kind, &device.name);
            devices.insert(device.number, (node, device));
        }
        for (node, device) in devices.values() {
            self.add_partition(*node, device);
            self.add_slaves(*node, device);
            self.add_backing(*node, device);
            self.add_dead_ends(*node, device);
            if !btrfs_devices(self.root, &device.name).is_empty() {
                self.layers.add_use(*node, Use::Member(format!("btrfs on {}", device.name)));
            }
        }
        // After all slaves, which give the bytes more exactly.
        for (node, device) in devices.values() {
            self.add_holders(*node, device);
        }
        self.add_second_paths(devices.values());
    }

    fn add_partition(&mut self, node: usize, device: &SysDevice) {
        let Some(disk) = device.parent_disk() else {
            if device.is_partition() {
                self.layers.add_dead_end(node, format!("the disk of {} cannot be told", device.name));
            }
            return;
        };
        let disk = self.layers.node(Thing::Device(disk.number), Kind::Disk, &disk.name);
        let sectors = |name: &str| read_number::<u64>(&device.directory.join(name));
        let part = match (sectors("start"), sectors("size")) {
            (Some(start), Some(size)) => {
                Part::Bytes(start.saturating_mul(SECTOR), start.saturating_add(size).saturating_mul(SECTOR))
            }
            _ => Part::Whole,
        };
        self.layers.rests(node, disk, part);
    }

    /// The components of device-mapper, md and bcache.
    fn add_slaves(&mut self, node: usize, device: &SysDevice) {
        let part = volume_manager(device).map_or(Part::Whole, Part::Dealt);
        let slaves = device.slaves(self.root);
        if !slaves.is_empty() {
            self.layers.kind(node, Kind::Volume);
        }
        for name in names_in(&device.directory.join("slaves")) {
            if !slaves.iter().any(|slave| slave.name.replace('/', "!") == name) {
                self.layers
                    .add_dead_end(node, format!("{} stands on {name}, which /sys does not describe", device.name));
            }
        }
        for slave in slaves {
            let lower = self.layers.node(Thing::Device(slave.number), Kind::Disk, &slave.name);
            self.layers.rests(node, lower, part);
        }
    }

    /// The storage behind a loop device or zram.
    fn add_backing(&mut self, node: usize, device: &SysDevice) {
        if let Some(path) = device.backing_file() {
            let asked = File::open(self.root.dev.join(&device.name)).and_then(|node| sys::loop_backing(&node));
            // Detached since its path was read: nothing stands on that file any more.
            if asked.as_ref().is_err_and(|error| error.raw_os_error() == Some(libc::ENXIO)) {
                return;
            }
            let lower = match asked {
                Ok(backing) if backing.rdevice != 0 => {
                    self.layers.find(&Thing::Device(DeviceNumber::from_dev(backing.rdevice)))
                }
                Ok(backing) => Some(self.add_backing_file(device, &path, Some((backing.device, backing.inode)))),
                Err(_) => match SysDevice::by_path(self.root, &path) {
                    Some(lower) => self.layers.find(&Thing::Device(lower.number)),
                    None => Some(self.add_backing_file(device, &path, None)),
                },
            };
            match lower {
                Some(lower) => self.layers.rests(node, lower, Part::Whole),
                None => self
                    .layers
                    .add_dead_end(node, format!("{} stands on {path}, which /sys does not describe", device.name)),
            }
        }
        let backing =
            read_line(&device.directory.join("backing_dev")).filter(|path| !path.is_empty() && path != "none");
        if let Some(path) = backing {
            match SysDevice::by_path(self.root, &path).and_then(|lower| self.layers.find(&Thing::Device(lower.number)))
            {
                Some(lower) => {
                    // The kernel holds what is beneath exclusively, as for a volume.
                    self.layers.rests(node, lower, Part::Whole);
                    self.layers.kind(node, Kind::Volume);
                }
                None => {
                    self.layers.add_dead_end(node, format!("{} stands on {path}, which cannot be found", device.name))
                }
            }
        }
    }

    fn add_backing_file(&mut self, device: &SysDevice, path: &str, identity: Option<(u64, u64)>) -> usize {
        // With an offset the file is longer; with a limit of its own its length is unknown.
        let at = |name: &str| read_number::<u64>(&device.directory.join("loop").join(name)).unwrap_or(0);
        let size = device.size_bytes().filter(|_| at("sizelimit") == 0).map(|size| size.saturating_add(at("offset")));
        self.add_backing_at(path, identity, size)
    }

    fn add_dead_ends(&mut self, node: usize, device: &SysDevice) {
        let starts = |prefix: &str| {
            device.name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
        };
        let virtual_one = device.directory.parent().is_some_and(|parent| parent.ends_with("virtual/block"));
        let connected = device.size_bytes().unwrap_or(0) > 0 || device.directory.join("pid").exists();
        let known = match kind_of(device) {
            DeviceKind::Nbd => !connected,
            DeviceKind::Disk | DeviceKind::Memory if virtual_one => {
                VIRTUAL_WITH_BYTES_OF_THEIR_OWN.into_iter().any(starts)
            }
            _ => true,
        };
        if !known {
            let why = format!(
                "{} is served by another program or driver, which does not say where its bytes lie",
                device.name
            );
            self.layers.add_dead_end(node, why);
        }
    }

    /// By name too, so that a holder that can't be followed still counts.
    fn add_holders(&mut self, node: usize, device: &SysDevice) {
        let holders = device.holders(self.root);
        for holder in &holders {
            if let Some(upper) = self.layers.find(&Thing::Device(holder.number)) {
                if !self.layers.stands_on(upper, node) {
                    self.layers.rests(upper, node, Part::Whole);
                    self.layers.kind(upper, Kind::Volume);
                }
            }
        }
        for name in device.holder_names() {
            if !holders.iter().any(|holder| holder.name.replace('/', "!") == name) {
                self.add_holder(&name, node);
            }
        }
        // A registered bcache shows as a directory, whether or not its device runs; a bcache device itself has one too.
        let registered = device.directory.join("bcache").exists() && !device.name.starts_with("bcache");
        if registered && !holders.iter().any(|holder| holder.name.starts_with("bcache")) {
            self.add_holder(&format!("bcache on {}", device.name), node);
        }
    }

    fn add_holder(&mut self, name: &str, on: usize) {
        let holder = self.layers.node(Thing::Holder(name.to_owned()), Kind::Volume, name);
        self.layers.rests(holder, on, Part::Whole);
    }

    /// Two disks of one worldwide identifier and size are two paths to the same bytes. Only identifiers that are unique by
    /// their standard count: virtual machines give others to several disks.
    fn add_second_paths<'d>(&mut self, devices: impl Iterator<Item = &'d (usize, SysDevice)>) {
        let mut first_of: BTreeMap<(String, Option<u64>), usize> = BTreeMap::new();
        for (node, device) in devices.filter(|(_, device)| kind_of(device) == DeviceKind::Disk) {
            let Some(identifier) = device.world_wide_identifier() else { continue };
            let first = *first_of.entry((identifier, device.size_bytes())).or_insert(*node);
            if first != *node {
                self.layers.same(first, *node);
            }
        }
    }
}

/// The manager of the bytes beneath this volume, if it is known.
fn volume_manager(device: &SysDevice) -> Option<Manager> {
    match kind_of(device) {
        DeviceKind::Md => return Some(Manager::Md),
        DeviceKind::Bcache => return Some(Manager::Bcache),
        _ => {}
    }
    let uuid = read_line(&device.directory.join("dm/uuid"))?;
    let by_kpartx = uuid.strip_prefix("part").and_then(|rest| rest.split_once('-'));
    match by_kpartx {
        _ if uuid.starts_with("LVM-") => Some(Manager::Lvm),
        Some((number, _)) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => Some(Manager::Kpartx),
        _ => None,
    }
}

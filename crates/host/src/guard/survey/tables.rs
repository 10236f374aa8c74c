//! Mounts and swaps, as the kernel lists them.

use std::collections::BTreeSet;
use std::fs;
use std::io;

use super::Survey;
use crate::device::SysDevice;
use crate::guard::layers::{Thing, Use};
use crate::mounts::{Mount, Swap, parse_mountinfo, parse_swaps};
use crate::root::SysRoot;

/// Read once per examination.
#[derive(Debug)]
pub(super) struct Tables {
    /// Of this process's mount namespace.
    pub(super) mounts: Vec<Mount>,
    /// Of other mount namespaces, as far as their processes may be looked at.
    pub(super) mounts_elsewhere: Vec<Mount>,
    swaps: Vec<Swap>,
}

impl Tables {
    pub(super) fn read(root: &SysRoot) -> io::Result<Self> {
        let mounts = fs::read_to_string(root.proc.join("self/mountinfo"))?;
        let swaps = match fs::read_to_string(root.proc.join("swaps")) {
            Ok(text) => text,
            // A kernel without swap has no such file.
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        Ok(Self {
            mounts: parse_mountinfo(&mounts),
            mounts_elsewhere: mounts_elsewhere(root),
            swaps: parse_swaps(&swaps),
        })
    }
}

/// The mounts of every other mount namespace that has a process. One without (a bind mount of its file keeps it) stays
/// unseen: there the exclusive claim on each device is what refuses.
fn mounts_elsewhere(root: &SysRoot) -> Vec<Mount> {
    let namespace = |process: &str| fs::read_link(root.proc.join(process).join("ns/mnt")).ok();
    let mut seen: BTreeSet<_> = namespace("self").into_iter().collect();
    let mut mounts = Vec::new();
    for entry in fs::read_dir(&root.proc).into_iter().flatten().flatten() {
        let Some(process) =
            entry.file_name().to_str().filter(|name| name.bytes().all(|b| b.is_ascii_digit())).map(str::to_owned)
        else {
            continue;
        };
        if namespace(&process).is_some_and(|other| seen.insert(other)) {
            let text = fs::read_to_string(entry.path().join("mountinfo")).unwrap_or_default();
            mounts.extend(parse_mountinfo(&text));
        }
    }
    mounts
}

impl Survey<'_> {
    pub(super) fn add_mounts(&mut self) {
        let here = self.tables.mounts.iter().map(|mount| (mount, ""));
        let elsewhere = self.tables.mounts_elsewhere.iter().map(|mount| (mount, " in another mount namespace"));
        for (place, (mount, aside)) in here.chain(elsewhere).enumerate() {
            let by_number = self.layers.find(&Thing::Device(mount.device));
            let node = by_number.or_else(|| {
                // Anonymous device numbers (btrfs): by what the mount names.
                let source =
                    (mount.device.major == 0).then(|| SysDevice::by_path(self.root, &mount.source)).flatten()?;
                self.layers.find(&Thing::Device(source.number))
            });
            if let Some(node) = node {
                let mount_point = format!("{}{aside}", mount.mount_point);
                self.layers.used(node, Use::Mount { place, mount_point, type_name: mount.type_name.clone() });
            }
        }
    }

    pub(super) fn add_swaps(&mut self) {
        for swap in self.tables.swaps.clone() {
            let node = if swap.type_name == "file" {
                Some(self.add_file_at(&swap.path, None))
            } else {
                // One that no name leads to is held exclusively by the kernel all the same.
                SysDevice::by_path(self.root, &swap.path)
                    .and_then(|device| self.layers.find(&Thing::Device(device.number)))
            };
            if let Some(node) = node {
                self.layers.used(node, Use::Swap(swap.path));
            }
        }
    }
}

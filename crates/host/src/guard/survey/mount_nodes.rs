//! Mounts and swaps as uses of nodes of the model.

use std::path::Path;

use super::Survey;
use super::files::HeldFile;
use crate::device::SysDevice;
use crate::guard::layers::{Thing, Use};
use crate::mounts::Mount;

/// File systems whose source is not of this machine's files, or a file that is no image of them.
const SOURCE_IS_ELSEWHERE: [&str; 9] = ["9p", "virtiofs", "nfs", "nfs4", "cifs", "smb3", "ceph", "afs", "autofs"];

impl Survey<'_> {
    pub(super) fn add_mounts(&mut self) {
        let here = self.tables.mounts.clone().into_iter().map(|mount| (None, mount));
        let elsewhere = self.tables.mounts_elsewhere.clone().into_iter().map(|(root, mount)| (Some(root), mount));
        for (place, (within, mount)) in here.chain(elsewhere).enumerate() {
            let aside = within.as_ref().map_or("", |_| " in another mount namespace");
            let by_number = self.layers.find(&Thing::Device(mount.device));
            let node = by_number.or_else(|| {
                // Anonymous device numbers (btrfs): by what the mount names.
                let source =
                    (mount.device.major == 0).then(|| SysDevice::by_path(self.root, &mount.source)).flatten()?;
                self.layers.find(&Thing::Device(source.number))
            });
            let nodes = match node {
                Some(node) => vec![node],
                None => self.add_files_of_mount(&mount, within.as_deref()),
            };
            for node in nodes {
                let mount_point = format!("{}{aside}", mount.mount_point);
                self.layers.add_use(node, Use::Mount { place, mount_point, type_name: mount.type_name.clone() });
            }
        }
    }

    /// The files that a file system was mounted from without a loop device: by the kernel (erofs, since Linux 6.12), or by a
    /// program (FUSE). `within` is the way to the root of another mount namespace.
    fn add_files_of_mount(&mut self, mount: &Mount, within: Option<&Path>) -> Vec<usize> {
        if mount.device.major != 0 || SOURCE_IS_ELSEWHERE.contains(&mount.type_name.as_str()) {
            return Vec::new();
        }
        let more = mount.options.iter().filter_map(|option| option.strip_prefix("device="));
        let sources: Vec<&str> = std::iter::once(mount.source.as_str()).chain(more).collect();
        sources.into_iter().filter_map(|source| self.add_file_of_mount(mount, source, within)).collect()
    }

    fn add_file_of_mount(&mut self, mount: &Mount, source: &str, within: Option<&Path>) -> Option<usize> {
        let from_file = mount.type_name == "erofs" || mount.type_name.starts_with("fuse.");
        if !source.starts_with('/') {
            return from_file.then(|| self.add_source_out_of_sight(source));
        }
        let located = match within {
            Some(root) => root.join(source.trim_start_matches('/')),
            None => self.root.locate(source),
        };
        match HeldFile::at(&located) {
            Ok(held) if held.metadata.is_file() => {
                self.may_lie_anywhere(&mount.mount_point, source);
                Some(self.add_source(&held, source))
            }
            Ok(_) => None,
            Err(_) if from_file => {
                self.may_lie_anywhere(&mount.mount_point, source);
                Some(self.add_source_out_of_sight(source))
            }
            Err(_) => None,
        }
    }

    /// The path is that of the moment when it was mounted: the file may have got another name since.
    fn may_lie_anywhere(&mut self, mount_point: &str, source: &str) {
        self.out_of_sight.push(format!("the file that is mounted on {mount_point} was {source} once"));
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
                self.layers.add_use(node, Use::Swap(swap.path));
            }
        }
    }
}

//! One block device in sysfs: where it's described, who stands on it and on what it stands.
//!
//! Only relations are here; what a device is like (scheduler, sizes) is in [`crate::chain`]. Layout of sysfs:
//! Documentation/ABI/stable/sysfs-block. A whole disk is a directory; its partitions are directories in it that hold a
//! file `partition`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::root::{DeviceNumber, SysRoot, names_in, read_line, read_number};

/// A block device in sysfs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SysDevice {
    pub(crate) number: DeviceNumber,
    /// Kernel name, such as `sda2`.
    pub(crate) name: String,
    /// Its directory, with symbolic links resolved.
    pub(crate) directory: PathBuf,
}

impl SysDevice {
    pub(crate) fn by_number(root: &SysRoot, number: DeviceNumber) -> Option<Self> {
        Self::at(root, &root.sys.join(format!("dev/block/{number}")))
    }

    /// By kernel name, for whole disks and partitions alike.
    pub(crate) fn by_name(root: &SysRoot, name: &str) -> Option<Self> {
        let in_directory = name.replace('/', "!");
        if in_directory.is_empty() || in_directory.starts_with('.') {
            return None;
        }
        Self::at(root, &root.sys.join("class/block").join(&in_directory))
            .or_else(|| Self::at(root, &root.sys.join("block").join(&in_directory)))
    }

    /// By a path that a mount or a swap names: what the path leads to now, else its last part taken as a kernel name, else
    /// taken as a device-mapper name.
    pub(crate) fn by_path(root: &SysRoot, path: &str) -> Option<Self> {
        use std::os::unix::fs::{FileTypeExt, MetadataExt};
        if !path.starts_with('/') {
            return None;
        }
        if let Some(Ok(metadata)) = (!root.captured).then(|| fs::metadata(root.locate(path))) {
            if metadata.file_type().is_block_device() {
                return Self::by_number(root, DeviceNumber::from_dev(metadata.rdev()));
            }
        }
        let rest = path.strip_prefix("/dev/")?;
        if let Some(name) = rest.strip_prefix("mapper/") {
            return Self::all(root)
                .into_iter()
                .find(|device| read_line(&device.directory.join("dm/name")).as_deref() == Some(name));
        }
        Self::by_name(root, rest).or_else(|| {
            // A captured tree has no device nodes, but the links to them: `/dev/disk/by-id/…`, `/dev/group/volume`.
            let leads_to = fs::read_link(root.dev.join(rest)).ok()?;
            Self::by_name(root, leads_to.file_name()?.to_str()?)
        })
    }

    fn at(root: &SysRoot, link: &Path) -> Option<Self> {
        let directory = fs::canonicalize(link).ok()?;
        if root.captured && !directory.starts_with(fs::canonicalize(&root.sys).ok()?) {
            // A link of a foreign tree that leads to this machine.
            return None;
        }
        Self::from_directory(directory)
    }

    /// The device that this directory of sysfs, without links on its way, describes.
    fn from_directory(directory: PathBuf) -> Option<Self> {
        let number = read_line(&directory.join("dev"))?.parse().ok()?;
        let name = directory.file_name()?.to_str()?.replace('!', "/");
        Some(Self { number, name, directory })
    }

    /// All whole devices.
    pub(crate) fn all(root: &SysRoot) -> Vec<Self> {
        names_in(&root.sys.join("block"))
            .iter()
            .filter_map(|name| Self::at(root, &root.sys.join("block").join(name)))
            .collect()
    }

    pub(crate) fn is_partition(&self) -> bool {
        self.directory.join("partition").exists()
    }

    /// The disk that a partition lies on.
    pub(crate) fn parent_disk(&self) -> Option<Self> {
        if !self.is_partition() {
            return None;
        }
        Self::from_directory(self.directory.parent()?.to_path_buf())
    }

    /// The devices built on this one: device-mapper, md, bcache.
    pub(crate) fn holders(&self, root: &SysRoot) -> Vec<Self> {
        self.related_devices(root, "holders")
    }

    /// The devices that this one is built on.
    pub(crate) fn slaves(&self, root: &SysRoot) -> Vec<Self> {
        self.related_devices(root, "slaves")
    }

    /// Names that `holders/` lists, whether or not they can be followed.
    pub(crate) fn holder_names(&self) -> Vec<String> {
        names_in(&self.directory.join("holders"))
    }

    fn related_devices(&self, root: &SysRoot, relation: &str) -> Vec<Self> {
        let directory = self.directory.join(relation);
        names_in(&directory)
            .iter()
            .filter_map(|name| Self::at(root, &directory.join(name)).or_else(|| Self::by_name(root, name)))
            .collect()
    }

    /// The file that an attached loop device stands on, as the kernel prints its path.
    pub(crate) fn backing_file(&self) -> Option<String> {
        read_line(&self.directory.join("loop/backing_file")).filter(|path| !path.is_empty())
    }

    /// Bytes; sysfs counts sectors of 512 bytes whatever the device's own.
    pub(crate) fn size_bytes(&self) -> Option<u64> {
        read_number::<u64>(&self.directory.join("size"))?.checked_mul(512)
    }

    /// An identifier that no other disk in the world has, by its standard (NAA, EUI-64, UUID); none where the disk has
    /// another kind or none.
    pub(crate) fn world_wide_identifier(&self) -> Option<String> {
        let told = ["device/wwid", "wwid"].iter().find_map(|name| read_line(&self.directory.join(name)))?;
        let (standard, value) = told.trim().split_once('.')?;
        let unique =
            matches!(standard, "naa" | "eui" | "uuid") && value.bytes().any(|byte| byte != b'0' && byte != b'-');
        unique.then(|| told.trim().to_owned())
    }

    /// `queue/` of this device, or of the disk for a partition.
    pub(crate) fn queue(&self) -> PathBuf {
        if self.is_partition() { self.directory.join("../queue") } else { self.directory.join("queue") }
    }
}

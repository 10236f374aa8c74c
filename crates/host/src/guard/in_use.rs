//! Who uses a target: mounts, holders, partitions, swap, loop devices; and what of that can't be told.
//!
//! Two steps, each on its own: `survey` reads the machine into a model of what stands on what (`layers`), and one walk
//! over that model finds everything that a write to the target would change.

use std::collections::BTreeSet;
use std::io;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::survey::{self, FileTarget};
use crate::root::{DeviceNumber, SysRoot};

/// A mount of something that a write to the target would change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct MountedOn {
    /// Kernel name of the device that is mounted.
    pub device: String,
    /// Where.
    pub mount_point: String,
    /// Type of the file system.
    pub type_name: String,
}

/// Everything that uses the bytes of a target. All empty but `through`: nobody, as far as the kernel shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InUse {
    /// Mounts of it, of what stands on its bytes, or of what it stands on.
    pub mounts: Vec<MountedOn>,
    /// Names of volumes (device-mapper, md, bcache) that stand on its bytes, transitively.
    pub holders: Vec<String>,
    /// Names of its partitions, and of those of what stands on it.
    pub partitions: Vec<String>,
    /// Paths of swaps on its bytes.
    pub swaps: Vec<String>,
    /// Names of loop devices that stand on its bytes.
    pub loops: Vec<String>,
    /// Names of other devices that share bytes with it.
    pub shared: Vec<String>,
    /// Why what is beneath it can't be told, one sentence each.
    pub unfollowed: Vec<String>,
    /// Names of the devices beneath it that must be claimed with it.
    pub through: Vec<String>,
}

impl InUse {
    /// Of a block device. An error when the kernel's tables can't be read or don't know the device: then nobody can say
    /// that it's free.
    pub fn of_device(root: &SysRoot, number: DeviceNumber) -> io::Result<Self> {
        survey::of_device(root, number)
    }

    /// Of a regular file.
    pub fn of_file(root: &SysRoot, file: &FileTarget) -> io::Result<Self> {
        survey::of_file(root, file)
    }

    /// Each once, in order.
    pub(super) fn tidy(&mut self) {
        let lists = [
            &mut self.holders,
            &mut self.partitions,
            &mut self.swaps,
            &mut self.loops,
            &mut self.shared,
            &mut self.unfollowed,
            &mut self.through,
        ];
        for names in lists {
            *names = std::mem::take(names).into_iter().collect::<BTreeSet<_>>().into_iter().collect();
        }
        let mut seen = BTreeSet::new();
        self.mounts.retain(|mount| seen.insert(mount.clone()));
    }
}

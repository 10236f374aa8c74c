//! Uses of a target: mounts, holders, partitions, swap, loop devices; and which of them cannot be determined.
//!
//! Two steps, each on its own: `survey` reads the machine into a model of what stands on what (`layers`), and one walk
//! over that model finds everything that a write to the target would change.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A mount of something that a write to the target would change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct MountedOn {
    /// Kernel name of the device that is mounted.
    pub device: String,
    /// Where.
    pub mount_point: String,
    /// Type of the file system.
    pub type_name: String,
    /// How that lies to the target.
    #[serde(skip)]
    pub relation: Relation,
}

/// How something that is in use lies to the target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// It is the target.
    #[default]
    Itself,
    /// It stands on the target.
    Above,
    /// The target stands on it.
    Beneath,
    /// It stands on bytes that the target's lie in.
    Beside,
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
    /// What all of this is, if it is only not ruled out: "the file behind loop1, which …: it has …".
    #[serde(skip)]
    pub not_ruled_out: Option<String>,
    /// Of a file: what somebody on this machine uses under a name that is not seen from here, one clause each. It is the
    /// target, if somebody has that open.
    #[serde(skip)]
    pub out_of_sight: Vec<String>,
}

impl InUse {
    /// Whether it has no user, and all that is beneath is known.
    pub(super) fn is_free(&self) -> bool {
        let lists = [&self.holders, &self.partitions, &self.swaps, &self.loops, &self.shared, &self.unfollowed];
        self.mounts.is_empty() && lists.into_iter().all(Vec::is_empty)
    }

    /// In words, for a target that is taken for another file because "it has …".
    pub(super) fn by_guess(&self, why: &str) -> String {
        let loops = self.loops.join(", ");
        let (file, now) = match (self.mounts.first(), self.swaps.first()) {
            (Some(mount), _) if self.loops.contains(&mount.device) => {
                (format!("the file behind {}, which is mounted on {}", mount.device, mount.mount_point), loops)
            }
            (Some(mount), _) if loops.is_empty() => {
                (format!("the file that is mounted on {}", mount.mount_point), String::new())
            }
            (Some(mount), _) => {
                (format!("the file behind {loops}, with {} mounted on {}", mount.device, mount.mount_point), loops)
            }
            (None, Some(swap)) => (format!("the swap file {swap}"), String::new()),
            (None, None) => (format!("the file behind {loops}"), loops),
        };
        let now = if now.is_empty() { "Unmount that or run swapoff".to_owned() } else { format!("Detach {now}") };
        format!("{file}: it has {why}, and the path of that file is not visible here. {now}")
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

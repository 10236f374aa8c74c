//! Layers of storage and their uses: a model without a machine, and the one walk that decides whose data a write would
//! destroy.
//!
//! A node is a device or a file. An edge states that the bytes of one lie in the bytes of another, and which: a
//! partition in a range of its disk, a volume in the bytes that its manager dealt out, a loop device anywhere in its
//! file or device. The walk follows the bytes that a write to the target can reach:
//!
//! ```text
//!        up: all that stands on those bytes          loop9   LV b
//!                                                      │      │ (dealt: not the bytes of LV a)
//!   target ── down: where its bytes lie ──▶ loop0 ──▶ LV a ──▶ sda2 ──▶ sda
//! ```
//!
//! Everything beneath the target is written to wherever the target's bytes lie, and everything that stands on those
//! bytes changes with them. If any of them is mounted, swap, or part of something, writing is refused. Layers that the
//! kernel doesn't show are `unfollowed`, and refuse too.
//!
//! A file ends the way down: its file system deals out the bytes, and is of course mounted. Files that are the same
//! bytes under another name (an overlay's merged and upper file) are joined by edges.
//!
//! The tables of device-mapper are not in the model. LVM, kpartx and md are trusted to deal each volume bytes of its
//! own, as the kernel trusts them; of any other two volumes on one device, each is taken to reach every byte.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use super::in_use::{InUse, MountedOn, Relation};
use crate::root::DeviceNumber;

/// Identity of a file or device, without its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Thing {
    File {
        dev: u64,
        inode: u64,
    },
    /// A file that can't be looked at from here, by the path that the kernel prints.
    Unseen(String),
    /// A block device by its number.
    Device(DeviceNumber),
    /// Something that stands on a device and shows itself by name alone.
    Holder(String),
}

/// Kind of a node, as far as the words of a refusal and the claims need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A disk, or anything that a driver offers as one.
    Disk,
    Partition,
    Loop,
    /// Made of other devices, which the kernel holds for it: device-mapper, md, bcache, zram with a device beneath.
    Volume,
    File,
}

/// A manager that deals out the bytes of a device to volumes, each its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Manager {
    /// Logical volumes.
    Lvm,
    /// Partitions made by device-mapper.
    Kpartx,
    /// Software RAID.
    Md,
    /// Several of its devices may share one cache.
    Bcache,
}

/// Which bytes of the lower one the upper one's lie in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// All, or unknown ones.
    Whole,
    /// From the first up to, not including, the second.
    Bytes(u64, u64),
    /// The bytes that this manager dealt out.
    Dealt(Manager),
    /// The very same bytes at the same places: another name or another path of it.
    Same,
}

impl Part {
    /// The bytes beneath of `reached` bytes of the upper one.
    fn beneath(self, reached: Self) -> Self {
        match (self, reached) {
            (Self::Same, reached) => reached,
            (Self::Bytes(start, end), Self::Bytes(from, to)) => {
                Self::Bytes(start.saturating_add(from).min(end), start.saturating_add(to).min(end))
            }
            (part, _) => part,
        }
    }

    /// Whether two upper ones may have a byte of the lower one in common.
    fn overlaps(self, other: Self) -> bool {
        match (self, other) {
            (Self::Bytes(start, end), Self::Bytes(from, to)) => start < to && from < end,
            (Self::Dealt(one), Self::Dealt(other)) => one != other,
            _ => true,
        }
    }
}

/// Bytes that a write to the target reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ReachedBytes {
    node: usize,
    bytes: Part,
    /// The node that stands on them there; the target itself for its own.
    by: usize,
}

/// A use that shows itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// With its place in the table of mounts, so that what is shown first is what a reader of that table sees first.
    Mount { place: usize, mount_point: String, type_name: String },
    /// The swap's path.
    Swap(String),
    /// Part of something that no device shows, such as a btrfs of several devices.
    Member(String),
}

#[derive(Debug)]
struct Node {
    thing: Thing,
    name: String,
    kind: Kind,
    rests_on: Vec<(usize, Part)>,
    carries: Vec<(usize, Part)>,
    uses: Vec<Use>,
    /// Why the layers beneath cannot be determined.
    unfollowed: Option<String>,
}

/// A machine's devices and files as far as they matter to one target.
#[derive(Debug, Default)]
pub(super) struct Layers {
    nodes: Vec<Node>,
    by_thing: BTreeMap<Thing, usize>,
}

impl Layers {
    /// The node of a thing, made when it's not there yet.
    pub(super) fn node(&mut self, thing: Thing, kind: Kind, name: &str) -> usize {
        if let Some(&at) = self.by_thing.get(&thing) {
            return at;
        }
        let at = self.nodes.len();
        self.by_thing.insert(thing.clone(), at);
        self.nodes.push(Node {
            thing,
            name: name.to_owned(),
            kind,
            rests_on: Vec::new(),
            carries: Vec::new(),
            uses: Vec::new(),
            unfollowed: None,
        });
        at
    }

    pub(super) fn find(&self, thing: &Thing) -> Option<usize> {
        self.by_thing.get(thing).copied()
    }

    /// The bytes of `upper` lie in this part of `lower`.
    pub(super) fn rests(&mut self, upper: usize, lower: usize, part: Part) {
        if upper != lower && !self.nodes[upper].rests_on.contains(&(lower, part)) {
            self.nodes[upper].rests_on.push((lower, part));
            self.nodes[lower].carries.push((upper, part));
        }
    }

    /// Two names of the same bytes.
    pub(super) fn same(&mut self, one: usize, other: usize) {
        self.rests(one, other, Part::Same);
        self.rests(other, one, Part::Same);
    }

    pub(super) fn stands_on(&self, upper: usize, lower: usize) -> bool {
        self.nodes[upper].rests_on.iter().any(|&(on, _)| on == lower)
    }

    pub(super) fn kind(&mut self, node: usize, kind: Kind) {
        self.nodes[node].kind = kind;
    }

    pub(super) fn add_use(&mut self, node: usize, by: Use) {
        self.nodes[node].uses.push(by);
    }

    pub(super) fn add_dead_end(&mut self, node: usize, why: String) {
        self.nodes[node].unfollowed = Some(why);
    }

    /// The target and all that its bytes lie in.
    pub(super) fn beneath(&self, target: usize) -> BTreeSet<usize> {
        self.reached_bytes(target).iter().map(|one| one.node).collect()
    }

    /// Uses of the bytes that a write to `target` can reach.
    pub(super) fn in_use(&self, target: usize) -> InUse {
        let reached = self.reached_bytes(target);
        let path: BTreeSet<usize> = reached.iter().map(|one| one.node).collect();
        let beside = reached.iter().flat_map(|one| self.beside(one, &path)).collect();
        let above = self.above(target);
        let affected = self.with_what_stands_on(beside, target);
        let mut in_use = InUse::default();
        let mut mounts = Vec::new();
        let names = self.names(target);
        let on_it: BTreeSet<usize> = names.iter().flat_map(|&name| self.above(name)).collect();
        let relation = |node: &usize| match node {
            node if names.contains(node) => Relation::Itself,
            node if path.contains(node) => Relation::Beneath,
            node if on_it.contains(node) => Relation::Above,
            _ => Relation::Beside,
        };
        for node in path.iter().chain(&affected) {
            self.collect_uses(*node, relation(node), &mut in_use, &mut mounts);
        }
        mounts.sort_by_key(|&(place, _)| place);
        in_use.mounts = mounts.into_iter().map(|(_, mount)| mount).collect();
        for &node in &affected {
            let node_name = self.nodes[node].name.clone();
            match self.nodes[node].kind {
                Kind::Loop => in_use.loops.push(node_name),
                Kind::Volume => in_use.holders.push(node_name),
                Kind::Partition if above.contains(&node) => in_use.partitions.push(node_name),
                Kind::Partition | Kind::Disk => in_use.shared.push(node_name),
                // Another name of a file is no use of it; who uses that name is.
                Kind::File => {}
            }
        }
        in_use.unfollowed = path.iter().filter_map(|&node| self.nodes[node].unfollowed.clone()).collect();
        in_use.through = self.through(target, &path);
        in_use.tidy();
        in_use
    }

    /// The target and all that is beneath it, each with the bytes of it that a write reaches.
    fn reached_bytes(&self, target: usize) -> BTreeSet<ReachedBytes> {
        let mut reached = BTreeSet::new();
        let mut todo = vec![ReachedBytes { node: target, bytes: Part::Whole, by: target }];
        while let Some(one) = todo.pop() {
            if !reached.insert(one) {
                continue;
            }
            todo.extend(self.nodes[one.node].rests_on.iter().map(|&(lower, part)| ReachedBytes {
                node: lower,
                bytes: part.beneath(one.bytes),
                by: if part == Part::Same { one.by } else { one.node },
            }));
        }
        reached
    }

    /// Other nodes on reached bytes. Also one on the target's own path, if the bytes were not reached by it: a volume
    /// over a disk and one of its partitions.
    fn beside(&self, one: &ReachedBytes, path: &BTreeSet<usize>) -> Vec<usize> {
        let carried = self.nodes[one.node].carries.iter();
        carried
            .filter(|&&(upper, part)| part.overlaps(one.bytes) && upper != one.by)
            .filter(|&&(upper, part)| !(path.contains(&upper) && part == Part::Same))
            .map(|&(upper, _)| upper)
            .collect()
    }

    /// Everything that stands on the target.
    fn above(&self, target: usize) -> BTreeSet<usize> {
        let carried = self.nodes[target].carries.iter().filter(|&&(_, part)| part != Part::Same);
        self.with_what_stands_on(carried.map(|&(upper, _)| upper).collect(), target)
    }

    /// The target under all its names.
    fn names(&self, target: usize) -> BTreeSet<usize> {
        let mut names = BTreeSet::new();
        let mut todo = vec![target];
        while let Some(node) = todo.pop() {
            if names.insert(node) {
                let same = self.nodes[node].rests_on.iter().filter(|(_, part)| *part == Part::Same);
                todo.extend(same.map(|&(other, _)| other));
            }
        }
        names
    }

    /// The nodes and everything that stands on them, transitively, but the target.
    fn with_what_stands_on(&self, start: Vec<usize>, target: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut todo = start;
        while let Some(node) = todo.pop() {
            if node != target && found.insert(node) {
                todo.extend(self.nodes[node].carries.iter().map(|&(upper, _)| upper));
            }
        }
        found
    }

    fn collect_uses(&self, node: usize, relation: Relation, in_use: &mut InUse, mounts: &mut Vec<(usize, MountedOn)>) {
        let node = &self.nodes[node];
        for by in &node.uses {
            match by {
                Use::Mount { place, mount_point, type_name } => {
                    let (mount_point, type_name) = (mount_point.clone(), type_name.clone());
                    mounts.push((*place, MountedOn { device: node.name.clone(), mount_point, type_name, relation }));
                }
                Use::Swap(path) => in_use.swaps.push(path.clone()),
                Use::Member(of) => in_use.holders.push(of.clone()),
            }
        }
    }

    /// Devices beneath the target that the kernel doesn't claim for what stands on them, as it does for partitions and
    /// volumes: what is beneath a loop device, and the second path to a disk, is free to be mounted by anybody.
    fn through(&self, target: usize, path: &BTreeSet<usize>) -> Vec<String> {
        let claims = |&(upper, _): &(usize, Part)| {
            path.contains(&upper) && matches!(self.nodes[upper].kind, Kind::Partition | Kind::Volume)
        };
        path.iter()
            .map(|&node| (node, &self.nodes[node]))
            .filter(|(at, node)| *at != target && matches!(node.thing, Thing::Device(_)))
            .filter(|(_, node)| !node.carries.iter().any(claims))
            .map(|(_, node)| node.name.clone())
            .collect()
    }
}

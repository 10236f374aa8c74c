//! Files as nodes of the model: those of loop devices, swaps and mounts, the target, and an overlay's layers beneath each.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, StatxFlags, statfs, statx};

use super::Survey;
use super::files::{FileTarget, Guess, HeldFile, How, KnownFile};
use crate::guard::layers::{Kind, Thing};
use crate::mounts::mount_of;
use crate::root::DeviceNumber;

/// File systems whose files are no other file system's, by `f_type` (statfs(2), linux/magic.h) and by name.
#[rustfmt::skip]
const ALONE: &[(u64, &str)] = &[
    (0xef53, "ext4"), (0xef53, "ext3"), (0xef53, "ext2"), (0x5846_5342, "xfs"), (0x9123_683e, "btrfs"),
    (0xf2f5_2010, "f2fs"), (0xca45_1a4e, "bcachefs"), (0x2fc1_2fc1, "zfs"), (0x0102_1994, "tmpfs"),
    (0x0102_1994, "devtmpfs"), (0x8584_58f6, "ramfs"), (0x9584_58f6, "hugetlbfs"), (0x4d44, "vfat"), (0x2011_bab0, "exfat"),
    (0x7366_746e, "ntfs3"), (0x3153_464a, "jfs"), (0x5265_4973, "reiserfs"), (0x3434, "nilfs2"), (0x1501_3346, "udf"),
    (0x9660, "iso9660"), (0x7371_7368, "squashfs"), (0xe0f5_e1e2, "erofs"), (0x0116_1970, "gfs2"), (0x7461_636f, "ocfs2"),
    (0x137f, "minix"), (0x2468, "minix"), (0x4d5a, "minix"), (0x4244, "hfs"), (0x482b, "hfsplus"),
];

const OVERLAY: u64 = 0x794c_7630;

/// Overlays may stand on overlays.
const DEEPEST: usize = 8;

impl Survey<'_> {
    pub(super) fn add_target(&mut self, file: &FileTarget) -> usize {
        self.enter((file.dev, file.inode), &file.canonical, &file.through, How::Seen, 0)
    }

    /// The node of the file that a path leads to.
    pub(super) fn add_file_at(&mut self, path: &str, size: Option<u64>) -> usize {
        match HeldFile::at(&self.root.locate(path)) {
            Ok(held) => self.enter(held.identity(), path, &held.through, How::Seen, 0),
            Err(_) => self.enter_hidden_file(Thing::Unseen(path.to_owned()), path, size, false, How::Unseen),
        }
    }

    /// The node of a file that a file system was mounted from.
    pub(super) fn add_source(&mut self, held: &HeldFile, path: &str) -> usize {
        self.enter(held.identity(), path, &held.through, How::Seen, 0)
    }

    /// The same, where its name leads to nothing from here.
    pub(super) fn add_source_out_of_sight(&mut self, source: &str) -> usize {
        self.enter_hidden_file(Thing::Unseen(source.to_owned()), source, None, false, How::UnseenSource)
    }

    /// The node of the file behind a loop device: by the kernel's answer, where there is one.
    pub(super) fn add_backing_at(&mut self, path: &str, identity: Option<(u64, u64)>, size: Option<u64>) -> usize {
        let found = HeldFile::at(&self.root.locate(path)).ok();
        match (identity, found) {
            (Some(identity), found) if found.as_ref().map(HeldFile::identity) != Some(identity) => {
                // Deleted, or of another mount namespace. Its file system may still be known.
                let (dev, inode) = identity;
                let number = DeviceNumber::from_dev(dev);
                let elsewhere = self.tables.mounts_elsewhere.iter().map(|(_, mount)| mount);
                let mounts = self.tables.mounts.iter().chain(elsewhere);
                let alone = mounts
                    .filter(|mount| mount.device == number)
                    .any(|mount| ALONE.iter().any(|&(_, name)| name == mount.type_name));
                let node = self.enter_hidden_file(Thing::File { dev, inode }, path, size, alone, How::Unseen);
                if !alone {
                    self.lies_out_of_sight(node, path);
                }
                node
            }
            (_, Some(held)) => self.enter(held.identity(), path, &held.through, How::BehindLoop, 0),
            (_, None) => {
                let node = self.enter_hidden_file(Thing::Unseen(path.to_owned()), path, size, false, How::Unseen);
                self.lies_out_of_sight(node, path);
                node
            }
        }
    }

    fn lies_out_of_sight(&mut self, node: usize, path: &str) {
        self.layers.add_dead_end(node, format!("the path {path} is not visible to this process"));
        self.out_of_sight.push(format!("the file {path} behind a loop device is not visible to this process"));
    }

    fn enter_hidden_file(&mut self, thing: Thing, path: &str, size: Option<u64>, alone: bool, how: How) -> usize {
        let inode = match thing {
            Thing::File { inode, .. } => Some(inode),
            _ => None,
        };
        let node = self.layers.node(thing, Kind::File, path);
        self.files.0.push(KnownFile { node, name: name_of(path), size, inode, how, alone });
        node
    }

    /// A file that can be looked at through `through`, and the files of an overlay's layers beneath it.
    fn enter(&mut self, (dev, inode): (u64, u64), path: &str, through: &Path, how: How, depth: usize) -> usize {
        let node = self.layers.node(Thing::File { dev, inode }, Kind::File, path);
        if self.files.0.iter().any(|known| known.node == node) {
            return node;
        }
        let magic = statfs(through).ok().map(|facts| facts.f_type as u64);
        let size = fs::metadata(through).ok().map(|metadata| metadata.size());
        let known = KnownFile {
            node,
            name: name_of(path),
            size,
            inode: Some(inode),
            how,
            alone: magic.is_some_and(|magic| ALONE.iter().any(|&(known, _)| known == magic)),
        };
        let at = self.files.0.len();
        self.files.0.push(known);
        if magic == Some(OVERLAY) && depth < DEEPEST {
            let merged = fs::metadata(through).ok();
            let mut holds_the_bytes = false;
            for layer in self.in_layers(path, through) {
                let Ok(held) = HeldFile::at(&layer) else { continue };
                let shown = layer.to_string_lossy().into_owned();
                let lower = self.enter(held.identity(), &shown, &held.through, how, depth + 1);
                self.layers.same(node, lower);
                // A layer's path may, in a container, lead to something else: the one that holds the bytes is alike.
                holds_the_bytes |= merged.as_ref().is_some_and(|merged| {
                    (merged.size(), merged.mtime(), merged.mtime_nsec())
                        == (held.metadata.size(), held.metadata.mtime(), held.metadata.mtime_nsec())
                });
            }
            self.files.0[at].alone = holds_the_bytes;
        }
        node
    }

    /// Where the layers of an overlay hold a file, or would.
    fn in_layers(&self, path: &str, through: &Path) -> Vec<PathBuf> {
        let id = statx(CWD, through, AtFlags::empty(), StatxFlags::MNT_ID)
            .ok()
            .filter(|facts| StatxFlags::from_bits_retain(facts.stx_mask).contains(StatxFlags::MNT_ID))
            .map(|facts| facts.stx_mnt_id);
        mount_of(&self.tables.mounts, id, Path::new(path))
            .map(|mount| mount.in_layers(Path::new(path)))
            .unwrap_or_default()
    }

    /// Joins files that may be one, and returns which.
    pub(super) fn join_files_that_may_be_one(&mut self) -> Vec<Guess> {
        let files = &self.files.0;
        let mut guesses = Vec::new();
        for (at, one) in files.iter().enumerate() {
            for other in files.iter().skip(at + 1).filter(|other| one.node != other.node && !(one.alone && other.alone))
            {
                if let Some(why) = one.may_be(other) {
                    self.layers.same(one.node, other.node);
                    guesses.push(Guess { one: one.node, other: other.node, why });
                }
            }
        }
        guesses
    }
}

fn name_of(path: &str) -> String {
    let path = path.strip_suffix(" (deleted)").unwrap_or(path);
    path.rsplit('/').next().unwrap_or(path).to_owned()
}

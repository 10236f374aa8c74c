//! Files beneath loop devices and swap, and the target itself; and which of them may be the same bytes under two names.
//!
//! On most file systems `st_dev` and inode identify a file. An overlay gives the merged file others than the file in
//! the layer that holds its bytes: its layers are looked up and joined. A file system that shows the files of another
//! one (FUSE, network and shared folders, an overlay whose layers lie out of sight) can hide such a pair for good:
//! there two files count as one when their names or their sizes are equal, or a size isn't known.

use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags, open};

use crate::guard::reopen::again;

/// A regular file as the guard has it open.
#[derive(Clone, Debug)]
pub struct FileTarget {
    /// `st_dev`.
    pub dev: u64,
    /// Inode.
    pub inode: u64,
    /// Its path, links resolved.
    pub canonical: String,
    /// A path that leads to it whatever its name leads to, such as `/proc/self/fd/3`.
    pub through: PathBuf,
}

/// A file that is held while it is examined: deleting or replacing it meanwhile changes nothing.
#[derive(Debug)]
pub(super) struct HeldFile {
    pub(super) metadata: fs::Metadata,
    /// A path that leads to it whatever its name leads to.
    pub(super) through: PathBuf,
    _handle: OwnedFd,
}

impl HeldFile {
    pub(super) fn at(path: &Path) -> io::Result<Self> {
        let handle = open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?;
        let through = PathBuf::from(again(handle.as_fd()));
        Ok(Self { metadata: fs::metadata(&through)?, through, _handle: handle })
    }

    pub(super) fn identity(&self) -> (u64, u64) {
        (self.metadata.dev(), self.metadata.ino())
    }
}

/// Facts about a file beside its identity.
#[derive(Debug)]
pub(super) struct KnownFile {
    pub(super) node: usize,
    /// Last part of its path.
    pub(super) name: String,
    pub(super) size: Option<u64>,
    pub(super) inode: Option<u64>,
    pub(super) how: How,
    /// Whether its identity is unique among all files.
    pub(super) alone: bool,
}

/// How a file came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// As the target, or as a name of it.
    Seen,
    /// As what a loop device stands on, by a path that leads there.
    BehindLoop,
    /// Out of sight, as what a loop device or swap stands on.
    Unseen,
    /// Out of sight, as what a file system was mounted from: nothing but its name then is known.
    UnseenSource,
}

/// Two files that may be one.
#[derive(Debug)]
pub(super) struct Guess {
    pub(super) one: usize,
    pub(super) other: usize,
    /// Their common trait: "it has …".
    pub(super) why: &'static str,
}

/// The files of a survey.
#[derive(Debug, Default)]
pub(super) struct Files(pub(super) Vec<KnownFile>);

impl KnownFile {
    /// The common trait of two files that may be one: "it has …".
    pub(super) fn may_be(&self, other: &Self) -> Option<&'static str> {
        if self.name == other.name {
            return Some("the same name");
        }
        if let Some(met) = [self, other].into_iter().find(|file| file.how == How::UnseenSource) {
            // The kernel has both open; the target's own uses are examined where it is opened.
            let met = if std::ptr::eq(met, self) { other } else { self };
            return (met.how == How::BehindLoop).then_some("a loop device");
        }
        // A loop device counts whole sectors of its file.
        let sectors = |file: &Self| file.size.map(|size| size / 512);
        match sectors(self).zip(sectors(other)) {
            None => return Some("a size that cannot be compared"),
            Some((one, other)) if one == other => return Some("the same size"),
            Some(_) => {}
        }
        // An overlay shows the inode of the layer's file under a device number of its own.
        let unseen = self.how == How::Unseen || other.how == How::Unseen;
        (unseen && self.inode.is_some() && self.inode == other.inode).then_some("the same inode number")
    }
}

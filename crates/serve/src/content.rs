//! Contents of the volumes: in memory, in a file each, or none.
//!
//! The serving thread writes and reads a file through the page cache. The guard of `host` decides whether the file may
//! be used. Trimmed ranges are holes in it again.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use plimsoll_engine::content::{Budget, Copies, Memory, Store};
use plimsoll_host::{Confirmation, GuardError, WritePermit, create, open_to_serve};
use rustix::fs::{FallocateFlags, FlockOperation, SeekFrom, fallocate, fdatasync, flock, seek};
use rustix::io::Errno;

use crate::error::ServeError;
use crate::handshake::Export;

/// The kind of content, read from `--content`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContentKind {
    /// In memory, up to so many bytes over all volumes.
    Memory {
        /// The bound.
        most_bytes: u64,
    },
    /// In a sparse file for the only volume, or `NAME.img` for each in a folder.
    File {
        /// The file or the folder.
        path: PathBuf,
        /// A flush waits for the disk.
        durable: bool,
        /// The file whose content may be lost, as it was named.
        confirmed: Option<String>,
    },
    /// Nothing: what is written is dropped, what is read is zero.
    None,
}

#[derive(Debug)]
pub(crate) enum Content {
    Memory(Memory),
    File(Box<InFile>),
    None,
}

#[derive(Debug)]
pub(crate) struct InFile {
    file: File,
    permit: WritePermit,
    path: PathBuf,
    durable: bool,
    /// Data before the last writes, when the stack may have stale reads.
    before: Option<Memory>,
}

/// The content of each volume, and of its copies where they differ.
pub(crate) type VolumeContents = (Vec<Content>, Vec<Copies>);

/// Opens the content of each volume.
pub(crate) fn open(
    kind: &ContentKind,
    exports: &[Export],
    stale: bool,
) -> Result<(VolumeContents, Budget), ServeError> {
    let budget = match kind {
        ContentKind::Memory { most_bytes } => Budget::new(*most_bytes),
        ContentKind::File { .. } | ContentKind::None => Budget::unlimited(),
    };
    let one = |export: &Export| match kind {
        ContentKind::Memory { .. } => Ok(Content::Memory(Memory::new(budget.clone(), stale))),
        ContentKind::None => Ok(Content::None),
        ContentKind::File { path, durable, confirmed } => {
            let path = match exports {
                [_] if !path.is_dir() => path.clone(),
                _ => path.join(format!("{}.img", export.name)),
            };
            let before = stale.then(|| Memory::new(budget.clone(), false));
            let (file, permit) = open_file(&path, export, confirmed.as_deref())?;
            Ok(Content::File(Box::new(InFile { file: file.into(), permit, path, durable: *durable, before })))
        }
    };
    let any = stale && *kind != ContentKind::None;
    let copies = exports.iter().map(|_| Copies::new(budget.clone(), any)).collect();
    Ok(((exports.iter().map(one).collect::<Result<_, ServeError>>()?, copies), budget))
}

fn open_file(path: &Path, export: &Export, confirmed: Option<&str>) -> Result<(OwnedFd, WritePermit), ServeError> {
    match create(path, false) {
        Ok((file, _, permit)) => {
            let sized = rustix::fs::ftruncate(&file, export.size_bytes).map_err(std::io::Error::from);
            permit.note_size();
            let action = || format!("make {} as large as the volume", path.display());
            if let Err(error) = sized {
                // Made a moment ago, and of no use: the next attempt shall not find it.
                let _ = std::fs::remove_file(path);
                let now = "name a place with more room, whose file system takes files of this size";
                return Err(ServeError::io(action(), error, now));
            }
            lock_exclusively(&file, path)?;
            Ok((file, permit))
        }
        Err(GuardError::Exists { .. }) => {
            let confirmation = Confirmation { named: confirmed.map(Into::into), ..Confirmation::default() };
            let (file, facts, permit) = open_to_serve(path, &confirmation)?;
            if facts.size_bytes != export.size_bytes {
                return Err(ServeError::OtherSize {
                    path: path.display().to_string(),
                    has_bytes: facts.size_bytes,
                    volume: export.name.clone(),
                    wants_bytes: export.size_bytes,
                });
            }
            lock_exclusively(&file, path)?;
            Ok((file, permit))
        }
        Err(error) => Err(error.into()),
    }
}

/// Two servers that write one file would spoil it without a word. The lock goes with the descriptor.
fn lock_exclusively(file: &OwnedFd, path: &Path) -> Result<(), ServeError> {
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(()),
        Err(Errno::WOULDBLOCK) => Err(ServeError::InUse { path: path.display().to_string() }),
        Err(error) => {
            Err(ServeError::io(format!("lock {}", path.display()), error, "name a file on a local file system"))
        }
    }
}

impl Content {
    /// From here on clients write it: what lies in a file of our own is theirs, and not ours to overwrite.
    pub(crate) fn hand_over(&self) -> Result<(), ServeError> {
        let Content::File(held) = self else { return Ok(()) };
        held.permit.hand_over(&held.file).map_err(|error| {
            let action = format!("note on {} that it is served", held.path.display());
            ServeError::io(action, error, "name a file that may be changed, on a file system with room")
        })
    }

    /// A durable flush, where the user requires it.
    pub(crate) fn flush(&self) -> Result<(), i32> {
        match self {
            Content::File(held) if held.durable => fdatasync(&held.file).map_err(Errno::raw_os_error),
            _ => Ok(()),
        }
    }

    /// Keeps room for `len` zeroes.
    pub(crate) fn provide(&mut self, at: u64, len: u64) -> Result<(), i32> {
        match self {
            Content::Memory(memory) => memory.provide(at, len),
            Content::File(held) => held.provide(at, len),
            Content::None => Ok(()),
        }
    }

    /// From `at` on, up to `len` bytes: how many are alike, and whether something is held there. With no content,
    /// everything counts as held, so that a client that copies does read.
    pub(crate) fn extent(&self, at: u64, len: u64) -> (u64, bool) {
        match self {
            Content::Memory(memory) => memory.extent(at, len),
            Content::File(held) => held.extent(at, len),
            Content::None => (len, true),
        }
    }

    /// Whether what is written has to be kept until it takes effect.
    pub(crate) fn keeps(&self) -> bool {
        !matches!(self, Content::None)
    }
}

impl Store for Content {
    fn read(&self, at: u64, into: &mut [u8]) -> Result<(), i32> {
        match self {
            Content::Memory(memory) => memory.read(at, into),
            Content::File(held) => held.file.read_exact_at(into, at).map_err(|e| errno(&e)),
            Content::None => {
                into.fill(0);
                Ok(())
            }
        }
    }

    fn read_before(&self, at: u64, into: &mut [u8]) -> Result<(), i32> {
        match self {
            Content::Memory(memory) => memory.read_before(at, into),
            Content::File(held) => match &held.before {
                // Where nothing was replaced since we opened it, what is there now is the oldest there is.
                Some(before) if before.extent(at, into.len() as u64) == (into.len() as u64, true) => {
                    before.read(at, into)
                }
                _ => self.read(at, into),
            },
            Content::None => self.read(at, into),
        }
    }

    fn write(&mut self, at: u64, bytes: &[u8]) -> Result<(), i32> {
        match self {
            Content::Memory(memory) => memory.write(at, bytes),
            Content::File(held) => held.write(at, bytes),
            Content::None => Ok(()),
        }
    }

    fn zero(&mut self, at: u64, len: u64) -> Result<(), i32> {
        match self {
            Content::Memory(memory) => memory.zero(at, len),
            Content::File(held) => held.zero(at, len),
            Content::None => Ok(()),
        }
    }
}

fn errno(error: &std::io::Error) -> i32 {
    const EIO: i32 = 5;
    error.raw_os_error().unwrap_or(EIO)
}

impl InFile {
    fn write(&mut self, at: u64, bytes: &[u8]) -> Result<(), i32> {
        if let Some(before) = &mut self.before {
            // Rare (a stack with faults, its content in a file), so it may allocate.
            let mut old = vec![0; bytes.len()];
            self.file.read_exact_at(&mut old, at).map_err(|e| errno(&e))?;
            before.write(at, &old)?;
        }
        self.file.write_all_at(bytes, at).map_err(|e| errno(&e))
    }

    fn zero(&mut self, at: u64, len: u64) -> Result<(), i32> {
        if let Some(before) = &mut self.before {
            before.zero(at, len)?;
        }
        let hole = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
        fallocate(&self.file, hole, at, len).map_err(Errno::raw_os_error)
    }

    fn provide(&mut self, at: u64, len: u64) -> Result<(), i32> {
        self.zero(at, len)?;
        fallocate(&self.file, FallocateFlags::KEEP_SIZE, at, len).map_err(Errno::raw_os_error)
    }

    fn extent(&self, at: u64, len: u64) -> (u64, bool) {
        let find = |from: fn(u64) -> SeekFrom| match seek(&self.file, from(at)) {
            Ok(found) => Some(found),
            // Beyond the last data there is only a hole.
            Err(Errno::NXIO) => Some(u64::MAX),
            Err(_) => None,
        };
        match (find(SeekFrom::Data), find(SeekFrom::Hole)) {
            (Some(data), Some(hole)) if data == at => ((hole.max(at) - at).clamp(1, len), true),
            (Some(data), Some(_)) => ((data.max(at) - at).clamp(1, len), false),
            // A file system without that call: all of it is there.
            _ => (len, true),
        }
    }
}

//! Facts about a target, from an open descriptor.

use std::io::{self, Seek, SeekFrom};
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;

use rustix::fs::{Access, AtFlags, CWD, FileType, StatxFlags, accessat, fstat, readlink, seek, statx};
use rustix::io::Errno;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contents::{signatures_of_device, signatures_of_file};
use super::mark::{Doubt, Look, Standing, standing};
use super::quiet::Quiet;
use super::refusal::GuardError;
use super::reopen::{again, handle_of, reopen_to_read};
use super::signature::Signature;
use super::{FileTarget, InUse, pseudo};
use crate::chain::{chain, chain_of};
use crate::identity::TargetIdentity;
use crate::root::{DeviceNumber, SysRoot};

/// What a target is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TargetKind {
    /// A regular file.
    RegularFile,
    /// A block device.
    BlockDevice,
}

/// What an open descriptor leads to, whatever its name: `st_dev`, inode and (for a device) `st_rdev`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Identity {
    /// The device of the file system that holds it.
    pub dev: u64,
    /// Its inode there.
    pub ino: u64,
    /// The device that it is, else 0.
    pub rdev: u64,
}

impl Identity {
    /// Identity of an open descriptor.
    pub fn of(descriptor: impl AsFd) -> io::Result<Self> {
        let stat = fstat(descriptor)?;
        Ok(Self { dev: stat.st_dev, ino: stat.st_ino, rdev: stat.st_rdev })
    }
}

/// What was learnt about a target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TargetFacts {
    /// As typed.
    pub name: String,
    /// The path that it leads to, symbolic links resolved.
    pub canonical: String,
    /// What it is.
    pub kind: TargetKind,
    /// What it is, without a name.
    pub identity: Identity,
    /// What it is known by another time.
    pub lasting: TargetIdentity,
    /// Size, bytes.
    pub size_bytes: u64,
    /// Granularity of direct I/O, bytes: as `statx` tells, else the device's logical block size; null when neither does.
    pub logical_block_size: Option<u32>,
    /// Alignment of buffers for direct I/O, bytes; null when the kernel doesn't tell.
    pub buffer_alignment: Option<u32>,
    /// Whether it takes direct I/O; null when the kernel doesn't tell.
    pub direct_io: Option<bool>,
    /// Whether this process couldn't write to it.
    pub read_only: bool,
    /// A regular file that Plimsoll made, with the content that Plimsoll wrote.
    pub made_by_plimsoll: bool,
    /// Why a regular file that Plimsoll made is not taken for its own; null for one that is, and for all others.
    pub doubt: Option<Doubt>,
    /// A regular file with fewer blocks than its size takes, or with some that were allocated and never written: reading it
    /// may measure nothing, and the first write to each costs more than those that follow.
    pub sparse: bool,
    /// Recognised content, of a file only where it is to be written. Of a file of our own without marks so short that random
    /// data has them. Null when it couldn't be read.
    pub signatures: Option<Vec<Signature>>,
    /// Who uses it.
    pub in_use: InUse,
}

/// Examines what a path leads to, without changing anything.
pub fn examine(path: &Path) -> Result<TargetFacts, GuardError> {
    let root = SysRoot::default();
    let (handle, name) = handle_of(path)?;
    gather(&root, handle.as_fd(), &name, Look::Inside)
}

/// All facts about what an open descriptor (an `O_PATH` one will do) leads to.
pub(super) fn gather(
    root: &SysRoot,
    descriptor: BorrowedFd<'_>,
    name: &str,
    look: Look,
) -> Result<TargetFacts, GuardError> {
    let stat = fstat(descriptor).map_err(|errno| GuardError::io(name, "examine", errno))?;
    let not_a_target = |what| Err(GuardError::NotATarget { target: name.to_owned(), what });
    let kind = match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => TargetKind::RegularFile,
        FileType::BlockDevice => TargetKind::BlockDevice,
        FileType::Directory => return not_a_target("a directory"),
        FileType::CharacterDevice => return not_a_target("a character device"),
        FileType::Fifo => return not_a_target("a pipe"),
        FileType::Socket => return not_a_target("a socket"),
        _ => return not_a_target("neither a regular file nor a block device"),
    };
    if let (TargetKind::RegularFile, Some(what)) = (kind, pseudo::made_up(descriptor)) {
        return not_a_target(what);
    }
    let path = again(descriptor);
    let canonical = readlink(path.as_str(), Vec::new())
        .map_err(|errno| GuardError::io(name, "resolve (is /proc mounted?)", errno))?
        .to_string_lossy()
        .into_owned();
    let alignment = direct_alignment(descriptor);
    let mut facts = TargetFacts {
        name: name.to_owned(),
        canonical,
        kind,
        identity: Identity { dev: stat.st_dev, ino: stat.st_ino, rdev: stat.st_rdev },
        lasting: TargetIdentity::of(root, descriptor).map_err(|error| GuardError::io(name, "identify", error))?,
        size_bytes: u64::try_from(stat.st_size).unwrap_or(0),
        logical_block_size: alignment.map(|(_, offset)| offset).filter(|&offset| offset > 0),
        buffer_alignment: alignment.map(|(memory, _)| memory).filter(|&memory| memory > 0),
        direct_io: alignment.map(|(_, offset)| offset > 0),
        read_only: accessat(CWD, path.as_str(), Access::WRITE_OK, AtFlags::empty()).is_err(),
        made_by_plimsoll: false,
        doubt: None,
        sparse: false,
        signatures: Some(Vec::new()),
        in_use: InUse::default(),
    };
    match kind {
        TargetKind::RegularFile => of_file(root, descriptor, &stat, &mut facts, look)?,
        TargetKind::BlockDevice => of_device(root, descriptor, &mut facts)?,
    }
    if kind == TargetKind::BlockDevice || look == Look::Inside {
        facts.lasting = facts.lasting.holding(facts.signatures.as_deref());
    }
    Ok(facts)
}

/// Whether some of it was never written (lseek(2)); false where the file system does not tell.
fn has_hole(file: &Quiet, size: u64) -> bool {
    seek(file.file(), rustix::fs::SeekFrom::Hole(0)).is_ok_and(|at| at < size)
}

fn of_file(
    root: &SysRoot,
    descriptor: BorrowedFd<'_>,
    stat: &rustix::fs::Stat,
    facts: &mut TargetFacts,
    look: Look,
) -> Result<(), GuardError> {
    // st_blocks counts 512 bytes whatever the file system's own block (stat(2)).
    let allocated = u64::try_from(stat.st_blocks).unwrap_or(0).saturating_mul(512);
    // Attributes can't be read through an O_PATH descriptor. A file that can't be opened for reading isn't known as ours.
    let file = Quiet::open(descriptor).ok();
    facts.sparse = allocated < facts.size_bytes || file.as_ref().is_some_and(|file| has_hole(file, facts.size_bytes));
    match file.as_ref().map_or(Standing::Foreign, |file| standing(file, look)) {
        Standing::Ours => facts.made_by_plimsoll = true,
        Standing::Doubtful(doubt) => facts.doubt = Some(doubt),
        Standing::Foreign => {}
    }
    if look == Look::Inside {
        facts.signatures = file.and_then(|file| signatures_of_file(&file, facts.size_bytes, facts.made_by_plimsoll));
    }
    if facts.logical_block_size.is_none() {
        let devices = chain(root, Path::new(&again(descriptor))).unwrap_or_default();
        facts.logical_block_size = devices.first().and_then(|device| device.logical_block_size);
    }
    let file = FileTarget {
        dev: stat.st_dev,
        inode: stat.st_ino,
        canonical: facts.canonical.clone(),
        through: again(descriptor).into(),
    };
    facts.in_use =
        InUse::of_file(root, &file).map_err(|error| GuardError::io(&facts.name, "find out who uses", error))?;
    Ok(())
}

fn of_device(root: &SysRoot, descriptor: BorrowedFd<'_>, facts: &mut TargetFacts) -> Result<(), GuardError> {
    let number = DeviceNumber::from_dev(facts.identity.rdev);
    facts.in_use =
        InUse::of_device(root, number).map_err(|error| GuardError::io(&facts.name, "find out who uses", error))?;
    let told = chain_of(root, number).into_iter().next();
    facts.logical_block_size = told.as_ref().and_then(|device| device.logical_block_size).or(facts.logical_block_size);
    facts.read_only |= told.as_ref().and_then(|device| device.read_only).unwrap_or(false);
    facts.size_bytes = told.and_then(|device| device.size_bytes).unwrap_or(0);
    let mut device = match reopen_to_read(descriptor) {
        Ok(device) => device,
        Err(Errno::ACCESS | Errno::PERM) => {
            facts.signatures = None;
            return Ok(());
        }
        Err(errno) => return Err(GuardError::io(&facts.name, "open", errno)),
    };
    facts.size_bytes =
        device.seek(SeekFrom::End(0)).map_err(|error| GuardError::io(&facts.name, "tell the size of", error))?;
    facts.signatures = signatures_of_device(&device, facts.size_bytes);
    Ok(())
}

/// (buffer, offset) alignment for direct I/O in bytes, both 0 when it isn't offered; `None` before Linux 6.1.
fn direct_alignment(descriptor: BorrowedFd<'_>) -> Option<(u32, u32)> {
    let facts = statx(descriptor, c"", AtFlags::EMPTY_PATH, StatxFlags::DIOALIGN).ok()?;
    StatxFlags::from_bits_retain(facts.stx_mask)
        .contains(StatxFlags::DIOALIGN)
        .then_some((facts.stx_dio_mem_align, facts.stx_dio_offset_align))
}

//! Opening a target: the only way to a descriptor that the rest of Plimsoll should use.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;

use rustix::fs::{Mode, OFlags, open};
use rustix::io::Errno;

use super::facts::{Identity, TargetFacts, TargetKind, again, gather, handle_of};
use super::mark::mark_as_ours;
use super::permit::{Confirmation, WritePermit, authorise_write, judge};
use super::refusal::{GuardError, Refusal};
use crate::root::SysRoot;
use crate::sys;

/// Opens a target to read from it: `O_RDONLY`, so that nothing can be written whatever goes wrong later.
pub fn open_for_read(path: &Path, direct: bool) -> Result<(OwnedFd, TargetFacts), GuardError> {
    let (handle, name) = handle_of(path)?;
    let facts = gather(&SysRoot::default(), handle.as_fd(), &name)?;
    let opened = reopen(handle.as_fd(), OFlags::RDONLY, direct, &facts)?;
    Ok((opened, facts))
}

/// Opens a target to read and write, if the rules allow it. The content isn't touched.
pub fn open_for_write(
    path: &Path,
    direct: bool,
    confirmation: &Confirmation,
) -> Result<(OwnedFd, TargetFacts, WritePermit), GuardError> {
    let (handle, name) = handle_of(path)?;
    let facts = gather(&SysRoot::default(), handle.as_fd(), &name)?;
    // Judged before it is opened for writing too: closing a device that was open for writing makes udev look at it anew.
    judge(&facts, confirmation)?;
    // Before this process has it open for writing itself.
    refuse_if_somebody_writes(handle.as_fd(), &facts)?;
    let opened = reopen(handle.as_fd(), OFlags::RDWR, direct, &facts)?;
    let permit = authorise_write(&facts, &opened, confirmation)?;
    Ok((opened, facts, permit))
}

/// Creates a new, empty file and marks it as made by Plimsoll. Never opens one that is there.
pub fn create(path: &Path, direct: bool) -> Result<(OwnedFd, TargetFacts, WritePermit), GuardError> {
    let name = path.to_string_lossy().into_owned();
    let mode = Mode::RUSR | Mode::WUSR | Mode::RGRP | Mode::ROTH;
    let made =
        open(path, OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC, mode).map_err(
            |errno| match errno {
                Errno::EXIST => GuardError::Exists { target: name.clone() },
                Errno::NOENT | Errno::NOTDIR => GuardError::Missing { target: name.clone() },
                errno => GuardError::io(&name, "create", errno),
            },
        )?;
    mark_as_ours(&made).map_err(|error| GuardError::io(&name, "mark", error))?;
    let facts = gather(&SysRoot::default(), made.as_fd(), &name)?;
    let opened = reopen(made.as_fd(), OFlags::RDWR, direct, &facts)?;
    let permit = authorise_write(&facts, &opened, &Confirmation::default())?;
    Ok((opened, facts, permit))
}

/// A file that somebody has open for writing is in use: a virtual machine's disk, an image that a server exports, a loop
/// device's file under a name that no table shows. Files of our own are left to the marks on them.
fn refuse_if_somebody_writes(handle: BorrowedFd<'_>, facts: &TargetFacts) -> Result<(), GuardError> {
    if facts.kind != TargetKind::RegularFile || facts.made_by_plimsoll {
        return Ok(());
    }
    let file = reopen(handle, OFlags::RDONLY, false, facts)?.into();
    match sys::open_for_writing_elsewhere(&file) {
        Some(true) => Err(Refusal::OpenForWriting { target: facts.name.clone() }.into()),
        Some(false) | None => Ok(()),
    }
}

/// Opens the very inode that was examined.
fn reopen(handle: BorrowedFd<'_>, access: OFlags, direct: bool, facts: &TargetFacts) -> Result<OwnedFd, GuardError> {
    let target = || facts.name.clone();
    let wanted = access | OFlags::CLOEXEC | if direct { OFlags::DIRECT } else { OFlags::empty() };
    let opened = open(again(handle), wanted, Mode::empty()).map_err(|errno| match errno {
        Errno::INVAL if direct => GuardError::NoDirectIo { target: target() },
        Errno::ROFS | Errno::ACCESS | Errno::PERM | Errno::TXTBSY if access == OFlags::RDWR => {
            GuardError::ReadOnly { target: target(), source: errno.into() }
        }
        errno => GuardError::io(&facts.name, "open", errno),
    })?;
    match Identity::of(&opened) {
        Ok(identity) if identity == facts.identity => Ok(opened),
        Ok(_) => Err(Refusal::Changed { target: target() }.into()),
        Err(error) => Err(GuardError::io(&facts.name, "examine", error)),
    }
}

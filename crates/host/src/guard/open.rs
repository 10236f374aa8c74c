//! Opening a target: the only way to a descriptor that the rest of Plimsoll should use.

use std::io::ErrorKind;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock, MonotonicClock};
use rustix::fs::{FlockOperation, Mode, OFlags, flock, open};
use rustix::io::Errno;

use super::facts::{Identity, TargetFacts, TargetKind, gather};
use super::mark::{Doubt, Look, Writer, remove_beside};
use super::permit::{Confirmation, Purpose, WritePermit, authorise_for, judge_for};
use super::refusal::{GuardError, Refusal};
use super::reopen::{again, handle_of};
use super::signature::list;
use crate::entry::Entry;
use crate::root::SysRoot;
use crate::sys;

/// How long a file may be held by a process that has closed it, or has ended.
const CLOSE_DELAY: Nanos = Nanos::from_secs(1);

/// Opens a target to read from it: `O_RDONLY`, so that nothing can be written whatever goes wrong later.
pub fn open_for_read(path: &Path, direct: bool) -> Result<(OwnedFd, TargetFacts), GuardError> {
    let (handle, name) = handle_of(path)?;
    let facts = gather(&SysRoot::default(), handle.as_fd(), &name, Look::Outside)?;
    let opened = reopen(handle.as_fd(), OFlags::RDONLY, direct, &facts)?;
    Ok((opened, facts))
}

/// Opens a target to read and write, if the rules allow it. The content isn't touched.
pub fn open_for_write(
    path: &Path,
    direct: bool,
    confirmation: &Confirmation,
) -> Result<(OwnedFd, TargetFacts, WritePermit), GuardError> {
    open_for(path, direct, confirmation, Purpose::Overwrite)
}

/// Opens a file to serve what it holds and let clients change it, if the rules allow it: of the files that Plimsoll made
/// those that were served before, and those that hold what Plimsoll wrote.
pub fn open_to_serve(
    path: &Path,
    confirmation: &Confirmation,
) -> Result<(OwnedFd, TargetFacts, WritePermit), GuardError> {
    open_for(path, false, confirmation, Purpose::Serve)
}

fn open_for(
    path: &Path,
    direct: bool,
    confirmation: &Confirmation,
    purpose: Purpose,
) -> Result<(OwnedFd, TargetFacts, WritePermit), GuardError> {
    let (handle, name) = handle_of(path)?;
    // A file is looked into once, when it is open; before that only if it is refused, for the most telling reason.
    let facts = gather(&SysRoot::default(), handle.as_fd(), &name, Look::Outside)?;
    // Judged before it is opened for writing too: closing a device that was open for writing makes udev look at it anew.
    if let Err(refusal) = judge_for(&facts, confirmation, purpose) {
        judge_for(&gather(&SysRoot::default(), handle.as_fd(), &name, Look::Inside)?, confirmation, purpose)?;
        return Err(refusal.into());
    }
    // Before this process has it open for writing itself.
    let others = Others::of(handle.as_fd(), &facts)?;
    let opened = reopen(handle.as_fd(), OFlags::RDWR, direct, &facts)?;
    let (fresh, permit) = authorise_for(&facts, opened.as_fd(), confirmation, purpose)?;
    others.judge(&fresh, purpose)?;
    Ok((opened, facts, permit))
}

/// Creates a new, empty file and marks it as made by Plimsoll. Never opens one that is there.
pub fn create(path: &Path, direct: bool) -> Result<(OwnedFd, TargetFacts, WritePermit), GuardError> {
    let name = path.to_string_lossy().into_owned();
    let mode = Mode::RUSR | Mode::WUSR | Mode::RGRP | Mode::ROTH;
    let entry = Entry::of(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => GuardError::Missing { target: name.clone() },
        ErrorKind::InvalidInput => GuardError::NotATarget { target: name.clone(), what: "the name of a folder" },
        _ => GuardError::io(&name, "create", error),
    })?;
    let made = entry.open(OFlags::RDWR | OFlags::CREATE | OFlags::EXCL, mode).map_err(|errno| match errno {
        Errno::EXIST => GuardError::Exists { target: name.clone() },
        Errno::NOENT | Errno::NOTDIR => GuardError::Missing { target: name.clone() },
        errno => GuardError::io(&name, "create", errno),
    })?;
    let permitted = permit_of_new(made.as_fd(), &name, direct);
    if permitted.is_err() {
        // Made a moment ago, and of no use: the next attempt shall not find it.
        remove_beside(&entry);
        let _ = entry.remove(&made);
    }
    permitted
}

fn permit_of_new(
    made: BorrowedFd<'_>,
    name: &str,
    direct: bool,
) -> Result<(OwnedFd, TargetFacts, WritePermit), GuardError> {
    let writer = Writer::begin(made).map_err(|error| GuardError::io(name, "mark", error))?;
    let facts = gather(&SysRoot::default(), made, name, Look::Inside)?;
    let opened = reopen(made, OFlags::RDWR, direct, &facts)?;
    let (_, permit) = authorise_for(&facts, opened.as_fd(), &Confirmation::default(), Purpose::Overwrite)?;
    Ok((opened, facts, permit.with_writer(writer)))
}

/// Removes a file that is still Plimsoll's own: made by it, holding its data, and not in use.
pub fn remove(path: &Path) -> Result<(), GuardError> {
    let (handle, name) = handle_of(path)?;
    let facts = gather(&SysRoot::default(), handle.as_fd(), &name, Look::Inside)?;
    let kept = |why: String| Err(GuardError::Kept { target: name.clone(), why });
    match judge_for(&facts, &Confirmation::default(), Purpose::Overwrite) {
        Ok(()) => {}
        Err(Refusal::NotConfirmed { what, .. }) => return kept(format!("is {what}")),
        Err(Refusal::Signature { signatures, .. }) => return kept(format!("holds {}", list(&signatures))),
        Err(_) => return kept("is in use".into()),
    }
    // The name itself must be that file's, in the folder that it is removed from, and not a link to it.
    let entry = Entry::of(path).map_err(|error| GuardError::io(&name, "open the folder of", error))?;
    match entry.remove(&handle) {
        Ok(()) => remove_beside(&entry),
        Err(error) if error.kind() == ErrorKind::AlreadyExists && path.is_symlink() => return kept("is a link".into()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            return kept(format!("was exchanged meanwhile: {error}"));
        }
        Err(error) => return Err(GuardError::io(&name, "remove", error)),
    }
    Ok(())
}

/// Uses of a regular file, by other processes and the kernel, that no table shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Others {
    /// Open for writing elsewhere: a virtual machine's disk, an image that a server exports, a loop device's file under
    /// a name that no table shows.
    write: bool,
    /// Open elsewhere. Examined only where the target may be a file that is out of sight.
    hold: bool,
    /// A record lock is held on it, as virtual machines do.
    lock: bool,
    /// Its writer has locked all of it (flock(2)), as our own server does.
    served: bool,
}

impl Others {
    fn of(handle: BorrowedFd<'_>, facts: &TargetFacts) -> Result<Self, GuardError> {
        if facts.kind != TargetKind::RegularFile {
            return Ok(Self::default());
        }
        let file = reopen(handle, OFlags::RDONLY, false, facts)?.into();
        let out_of_sight = !facts.in_use.out_of_sight.is_empty();
        let write = lasting(|| sys::open_for_writing_elsewhere(&file).unwrap_or(false));
        Ok(Self {
            write,
            served: write && flock(&file, FlockOperation::NonBlockingLockShared) == Err(Errno::WOULDBLOCK),
            hold: out_of_sight && lasting(|| sys::open_elsewhere(&file).unwrap_or(false)),
            lock: lasting(|| sys::locked_elsewhere(&file)),
        })
    }

    /// Plimsoll itself takes no record locks on targets. Writers of a file that holds Plimsoll's data are left to the
    /// marks on it: one may be another Run. A second server on one file is left to the server's lock, whose message
    /// names it.
    fn judge(self, facts: &TargetFacts, purpose: Purpose) -> Result<(), Refusal> {
        let target = || facts.name.clone();
        if self.lock {
            return Err(Refusal::Locked { target: target() });
        }
        if facts.made_by_plimsoll {
            return Ok(());
        }
        let by_a_server = self.served && purpose == Purpose::Serve && facts.doubt == Some(Doubt::Served);
        if self.write && !by_a_server {
            return Err(Refusal::OpenForWriting { target: target() });
        }
        match facts.in_use.out_of_sight.first() {
            // Our own server has it open, which explains the use; its lock refuses a second one.
            Some(why) if self.hold && !by_a_server => {
                Err(Refusal::OpenOutOfSight { target: target(), why: why.clone() })
            }
            _ => Ok(()),
        }
    }
}

/// Whether it stays true. The kernel lets go of a ring's files a moment after the process has: the Run before may have been ours.
fn lasting(mut held: impl FnMut() -> bool) -> bool {
    let clock = MonotonicClock;
    let until = clock.now() + CLOSE_DELAY;
    while held() {
        let now = clock.now();
        if now >= until {
            return true;
        }
        clock.sleep_until(now + Nanos::from_millis(10));
    }
    false
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

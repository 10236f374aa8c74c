//! The rules, and the permit that only they can give.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::fs::{Mode, OFlags, open};
use rustix::io::Errno;

use super::facts::{Identity, TargetFacts, TargetKind, gather};
use super::mark::{Doubt, Look, Writer, hand_over};
use super::refusal::Refusal;
use super::reopen::again;
use crate::device::SysDevice;
use crate::identity::TargetIdentity;
use crate::root::{DeviceNumber, SysRoot};
use crate::words::in_words;

/// The user's confirmation that data may be lost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Confirmation {
    /// The value of `--i-will-lose-the-data-on`: the target as typed, or its canonical path.
    pub named: Option<String>,
    /// `--overwrite-signature`: recognised content may go.
    pub overwrite_signature: bool,
    /// Identity of the target at the confirmation; none when it is confirmed now.
    pub identity: Option<TargetIdentity>,
}

impl Confirmation {
    /// The name that was given where it is not the target's.
    fn of_another(&self, facts: &TargetFacts) -> Option<&str> {
        self.named.as_deref().filter(|named| *named != facts.name && *named != facts.canonical)
    }

    fn check(&self, target: &str, canonical: &str, what: &'static str, fillable: bool) -> Result<(), Refusal> {
        match &self.named {
            Some(named) if named == target || named == canonical => Ok(()),
            Some(named) => Err(Refusal::OtherConfirmed { target: target.to_owned(), named: named.clone() }),
            None => Err(Refusal::NotConfirmed { target: target.to_owned(), what, fillable }),
        }
    }

    fn check_file(&self, facts: &TargetFacts, purpose: Purpose) -> Result<(), Refusal> {
        let what = match facts.doubt {
            Some(doubt) => doubt.what(),
            None if facts.made_by_plimsoll => {
                "a file that Plimsoll made, and holds a signature that Plimsoll did not write"
            }
            None => "a file that Plimsoll did not make",
        };
        self.check(&facts.name, &facts.canonical, what, purpose == Purpose::Overwrite)
    }
}

/// Purpose of opening a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Its contents are overwritten.
    Overwrite,
    /// Its contents are kept and served, for clients to read and change.
    Serve,
}

/// Decides on facts alone whether the target may be written to. The one rule that isn't here is the exclusive claim.
pub fn judge(facts: &TargetFacts, confirmation: &Confirmation) -> Result<(), Refusal> {
    judge_for(facts, confirmation, Purpose::Overwrite)
}

pub(super) fn judge_for(facts: &TargetFacts, confirmation: &Confirmation, purpose: Purpose) -> Result<(), Refusal> {
    let target = || facts.name.clone();
    let in_use = &facts.in_use;
    // Reasons that no confirmation overrides, the most specific first.
    if let Some(what) = &in_use.not_ruled_out {
        return Err(Refusal::NotRuledOut { target: target(), what: what.clone() });
    }
    if let Some(mount) = in_use.mounts.first() {
        let (device, mount_point) = (mount.device.clone(), mount.mount_point.clone());
        return Err(Refusal::Mounted { target: target(), relation: mount.relation, device, mount_point });
    }
    if let Some(swap) = in_use.swaps.first() {
        return Err(Refusal::Swap { target: target(), swap: swap.clone() });
    }
    if !in_use.loops.is_empty() {
        let file = facts.kind == TargetKind::RegularFile;
        return Err(Refusal::LoopBacking { target: target(), loops: in_use.loops.clone(), file });
    }
    if !in_use.holders.is_empty() {
        return Err(Refusal::Held { target: target(), holders: in_use.holders.join(", ") });
    }
    if !in_use.partitions.is_empty() {
        return Err(Refusal::Partitioned { target: target(), partitions: in_use.partitions.join(", ") });
    }
    if !in_use.shared.is_empty() {
        return Err(Refusal::Shared { target: target(), others: in_use.shared.join(", ") });
    }
    if let Some(why) = in_use.unfollowed.first() {
        return Err(Refusal::Unfollowed { target: target(), why: why.clone() });
    }
    if let Some(confirmed) = &confirmation.identity {
        if let Some(difference) = confirmed.difference(&facts.lasting) {
            // Where another name was given, what that leads to differs of course.
            return Err(match confirmation.of_another(facts) {
                Some(named) => Refusal::OtherConfirmed { target: target(), named: named.to_owned() },
                None => Refusal::AnotherTarget { target: target(), difference },
            });
        }
    }
    match (facts.kind, purpose) {
        (TargetKind::RegularFile, Purpose::Serve) => {
            let kept = matches!(facts.doubt, Some(Doubt::Served | Doubt::OtherVersion));
            if facts.made_by_plimsoll || kept { Ok(()) } else { confirmation.check_file(facts, purpose) }
        }
        (TargetKind::RegularFile, Purpose::Overwrite) => {
            check_signatures(facts, confirmation)?;
            let clean = facts.signatures.as_ref().is_none_or(Vec::is_empty);
            if facts.made_by_plimsoll && clean { Ok(()) } else { confirmation.check_file(facts, purpose) }
        }
        (TargetKind::BlockDevice, _) => {
            check_signatures(facts, confirmation)?;
            confirmation.check(&facts.name, &facts.canonical, "a block device", false)
        }
    }
}

fn check_signatures(facts: &TargetFacts, confirmation: &Confirmation) -> Result<(), Refusal> {
    let target = || facts.name.clone();
    let Some(signatures) = &facts.signatures else { return Err(Refusal::Unreadable { target: target() }) };
    if !signatures.is_empty() && !confirmation.overwrite_signature {
        return Err(Refusal::Signature { target: target(), signatures: signatures.clone() });
    }
    Ok(())
}

/// The right to write to one target. Only this module makes one. It holds a device exclusively while it lives, and the
/// devices beneath it that have no other holder for it.
///
/// A file of our own carries a mark (`mark`): [`begin`](WritePermit::begin) before the first write,
/// [`seal`](WritePermit::seal) after the last. A permit that goes without being sealed leaves the file as one that is
/// being written, by a process that gives no more signs of life. For devices and strangers' files both do nothing.
#[derive(Debug)]
pub struct WritePermit {
    identity: Identity,
    _claims: Vec<OwnedFd>,
    mark: Mutex<MarkState>,
}

/// How far a permit has come with the mark of its file.
#[derive(Debug)]
enum MarkState {
    /// It is a device.
    None,
    /// A file that Plimsoll did not make, and that was named to be written all the same.
    Foreign,
    /// Nothing was written so far.
    Waiting,
    /// The mark records that we write.
    Writing(Writer),
    /// The mark records our data, or that others may write: nothing may be written any more.
    Over,
}

impl WritePermit {
    fn new(identity: Identity, claims: Vec<OwnedFd>, facts: &TargetFacts) -> Self {
        let mark = match facts.kind {
            TargetKind::RegularFile if facts.made_by_plimsoll || facts.doubt.is_some() => MarkState::Waiting,
            TargetKind::RegularFile => MarkState::Foreign,
            TargetKind::BlockDevice => MarkState::None,
        };
        Self { identity, _claims: claims, mark: Mutex::new(mark) }
    }

    /// The permit of a new file whose mark already records that we write.
    pub(super) fn with_writer(self, writer: Writer) -> Self {
        *self.marking() = MarkState::Writing(writer);
        self
    }

    /// Whether an open descriptor leads to the target that this permit is for, and nothing was sealed yet. An engine asserts
    /// it before it writes.
    pub fn covers(&self, descriptor: impl AsFd) -> bool {
        Identity::of(descriptor).is_ok_and(|identity| identity == self.identity)
            && !matches!(*self.marking(), MarkState::Over)
    }

    /// Identity of its target.
    pub fn identity(&self) -> Identity {
        self.identity
    }

    /// Notes on a file of our own that it is being written. Call it before the first write, and again before each Run.
    ///
    /// # Errors
    /// No note can be kept there: the file may be written all the same, and must be named the next time.
    pub fn begin(&self, descriptor: impl AsFd) -> io::Result<()> {
        let mut marking = self.marking();
        match &*marking {
            MarkState::Waiting => *marking = MarkState::Writing(Writer::begin(descriptor.as_fd())?),
            // A note that could not be renewed matters only to a machine that goes down: no message.
            MarkState::Writing(writer) => drop(writer.note()),
            MarkState::None | MarkState::Foreign | MarkState::Over => {}
        }
        Ok(())
    }

    /// Whether it is for a file that Plimsoll did not make.
    pub fn is_foreign(&self) -> bool {
        matches!(*self.marking(), MarkState::Foreign)
    }

    /// Makes a foreign file one of our own, and seals it: from then on it is ours as long as it keeps its present
    /// contents. Call it when every byte of the file was written under this permit and the last write has ended.
    /// Returns whether the mark is there.
    ///
    /// # Errors No mark can be kept there.
    pub fn adopt(&self, descriptor: impl AsFd) -> io::Result<bool> {
        let mut marking = self.marking();
        if !matches!(*marking, MarkState::Foreign) {
            return Ok(false);
        }
        let writer = Writer::begin(descriptor.as_fd())?;
        *marking = MarkState::Over;
        Ok(writer.seal())
    }

    /// Why a file of our own will not be taken for such if this process is killed; none when it will.
    pub fn silent(&self) -> Option<String> {
        match &*self.marking() {
            MarkState::Writing(writer) => writer.silent().map(str::to_owned),
            _ => None,
        }
    }

    /// Notes the size that a file of our own was given after [`begin`](WritePermit::begin).
    pub fn note_size(&self) {
        if let MarkState::Writing(writer) = &*self.marking() {
            writer.note_size();
        }
    }

    /// Notes on a file of our own what was written. Call it when the last write has ended, and not when some never will:
    /// from then on nothing may be written. Takes two seconds at most, on a target that hangs.
    pub fn seal(&self) {
        let mut marking = self.marking();
        match std::mem::replace(&mut *marking, MarkState::Over) {
            MarkState::Writing(writer) => drop(writer.seal()),
            before => *marking = before,
        }
    }

    /// Notes on a file of our own that clients write it from now on, who are never asked.
    ///
    /// # Errors
    /// No note can be kept there, so that what clients write could be taken for ours.
    pub fn hand_over(&self, descriptor: impl AsFd) -> io::Result<()> {
        let mut marking = self.marking();
        if matches!(*marking, MarkState::None | MarkState::Foreign) {
            return Ok(());
        }
        // Its writer ends first: it would note its own again.
        *marking = MarkState::Waiting;
        hand_over(descriptor.as_fd())
    }

    fn marking(&self) -> MutexGuard<'_, MarkState> {
        self.mark.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Decides whether an open descriptor may be written to, on facts gathered anew from that descriptor. `facts` are those
/// that the user was shown: if they are of something else, it's refused. The descriptor must not itself be opened with
/// `O_EXCL`, since the permit takes that claim.
pub fn authorise_write(
    facts: &TargetFacts,
    opened: impl AsFd,
    confirmation: &Confirmation,
) -> Result<WritePermit, Refusal> {
    authorise_for(facts, opened.as_fd(), confirmation, Purpose::Overwrite).map(|(_, permit)| permit)
}

/// With the facts as they were found after the claim.
pub(super) fn authorise_for(
    facts: &TargetFacts,
    opened: BorrowedFd<'_>,
    confirmation: &Confirmation,
    purpose: Purpose,
) -> Result<(TargetFacts, WritePermit), Refusal> {
    let target = || facts.name.clone();
    let unexamined = |why: String| Refusal::Unexamined { target: target(), why };
    let identity = Identity::of(opened).map_err(|error| unexamined(in_words(&error)))?;
    if identity != facts.identity {
        return Err(Refusal::Changed { target: target() });
    }
    // Claimed first, examined after: it cannot be mounted in between. When the claim fails, the facts give the better
    // reason.
    let mut claims = Vec::new();
    if facts.kind == TargetKind::BlockDevice {
        claims.push(claim(&again(opened)).map_err(|errno| Refusal::Busy { target: target(), why: unless_busy(errno) }));
    }
    let root = SysRoot::default();
    claims.extend(facts.in_use.through.iter().map(|name| claim_beneath(&root, &facts.name, name)));
    let fresh = gather(&root, opened, &facts.name, Look::Inside).map_err(|error| unexamined(error.to_string()))?;
    judge_for(&fresh, confirmation, purpose)?;
    let claims = claims.into_iter().collect::<Result<_, _>>()?;
    if fresh.in_use.through != facts.in_use.through {
        return Err(Refusal::Changed { target: target() });
    }
    let permit = WritePermit::new(identity, claims, &fresh);
    Ok((fresh, permit))
}

/// Opens a device exclusively: the kernel then refuses mounts, swapon and other claims (open(2), `O_EXCL`).
fn claim(path: &str) -> Result<OwnedFd, Errno> {
    open(path, OFlags::RDONLY | OFlags::EXCL | OFlags::CLOEXEC | OFlags::NONBLOCK, Mode::empty())
}

fn unless_busy(errno: Errno) -> Option<String> {
    (errno != Errno::BUSY).then(|| in_words(&errno.into()))
}

/// Claims a device beneath the target, by its kernel name. This also finds mounts that no table shows.
fn claim_beneath(root: &SysRoot, target: &str, name: &str) -> Result<OwnedFd, Refusal> {
    let busy = |why: Option<String>| Refusal::BusyBeneath { target: target.to_owned(), device: name.to_owned(), why };
    let path = root.dev.join(name);
    let claimed = claim(&path.to_string_lossy()).map_err(|errno| busy(unless_busy(errno)))?;
    let number = SysDevice::by_name(root, name).map(|device| device.number);
    match Identity::of(&claimed) {
        Ok(identity) if Some(DeviceNumber::from_dev(identity.rdev)) == number => Ok(claimed),
        _ => Err(busy(Some(format!("{} is another device", path.display())))),
    }
}

/// The right to write to a network export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportPermit {
    target: String,
}

impl ExportPermit {
    /// Whether it is for this export, named as it was typed.
    pub fn covers(&self, target: &str) -> bool {
        self.target == target
    }
}

/// Decides whether a network export (`nbd://…`) may be written to: nothing can be known about it, so it must be named.
pub fn authorise_export(target: &str, confirmation: &Confirmation) -> Result<ExportPermit, Refusal> {
    confirmation.check(target, target, "a network export, whose users can't be seen from here", false)?;
    Ok(ExportPermit { target: target.to_owned() })
}

//! The rules, and the permit that only they can give.

use std::os::fd::{AsFd, OwnedFd};

use rustix::fs::{Mode, OFlags, open};
use rustix::io::Errno;

use super::facts::{Identity, TargetFacts, TargetKind, again, gather};
use super::identity::TargetIdentity;
use super::refusal::Refusal;
use crate::device::SysDevice;
use crate::root::{DeviceNumber, SysRoot};

/// What the user said about losing data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Confirmation {
    /// The value of `--i-will-lose-the-data-on`: the target as typed, or its canonical path.
    pub named: Option<String>,
    /// `--overwrite-signature`: recognised content of a device may go.
    pub overwrite_signature: bool,
    /// What the target was when that was said; none when it is said now.
    pub identity: Option<TargetIdentity>,
}

impl Confirmation {
    fn check(&self, target: &str, canonical: &str, what: &'static str) -> Result<(), Refusal> {
        match &self.named {
            Some(named) if named == target || named == canonical => Ok(()),
            Some(named) => Err(Refusal::OtherConfirmed { target: target.to_owned(), named: named.clone() }),
            None => Err(Refusal::NotConfirmed { target: target.to_owned(), what }),
        }
    }
}

/// Decides on facts alone whether the target may be written to. The one rule that isn't here is the exclusive claim.
pub fn judge(facts: &TargetFacts, confirmation: &Confirmation) -> Result<(), Refusal> {
    let target = || facts.name.clone();
    let in_use = &facts.in_use;
    // What no confirmation overrides, the most telling first.
    if let Some(mount) = in_use.mounts.first() {
        let (device, mount_point) = (mount.device.clone(), mount.mount_point.clone());
        return Err(Refusal::Mounted { target: target(), device, mount_point });
    }
    if let Some(swap) = in_use.swaps.first() {
        return Err(Refusal::Swap { target: target(), swap: swap.clone() });
    }
    if !in_use.loops.is_empty() {
        return Err(Refusal::LoopBacking { target: target(), loops: in_use.loops.join(", ") });
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
            return Err(Refusal::AnotherTarget { target: target(), difference });
        }
    }
    match facts.kind {
        TargetKind::RegularFile if facts.made_by_plimsoll => Ok(()),
        TargetKind::RegularFile => {
            confirmation.check(&facts.name, &facts.canonical, "a file that Plimsoll did not make")
        }
        TargetKind::BlockDevice => {
            let Some(signatures) = &facts.signatures else { return Err(Refusal::Unreadable { target: target() }) };
            if !signatures.is_empty() && !confirmation.overwrite_signature {
                return Err(Refusal::Signature { target: target(), signatures: signatures.clone() });
            }
            confirmation.check(&facts.name, &facts.canonical, "a block device")
        }
    }
}

/// The right to write to one target. Only this module makes one. It holds a device exclusively while it lives, and the
/// devices beneath it that nobody else holds for it.
#[derive(Debug)]
pub struct WritePermit {
    identity: Identity,
    _claims: Vec<OwnedFd>,
}

impl WritePermit {
    /// Whether an open descriptor leads to the target that this permit is for. An engine asserts it before it writes.
    pub fn covers(&self, descriptor: impl AsFd) -> bool {
        Identity::of(descriptor).is_ok_and(|identity| identity == self.identity)
    }

    /// What it is for.
    pub fn identity(&self) -> Identity {
        self.identity
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
    let opened = opened.as_fd();
    let target = || facts.name.clone();
    let unexamined = |why: String| Refusal::Unexamined { target: target(), why };
    let identity = Identity::of(opened).map_err(|error| unexamined(error.to_string()))?;
    if identity != facts.identity {
        return Err(Refusal::Changed { target: target() });
    }
    // Claimed first, examined after: nobody can mount it in between. If it can't be claimed, the facts tell the better why.
    let mut claims = Vec::new();
    if facts.kind == TargetKind::BlockDevice {
        claims.push(claim(&again(opened)).map_err(|errno| Refusal::Busy { target: target(), why: errno.to_string() }));
    }
    let root = SysRoot::default();
    claims.extend(facts.in_use.through.iter().map(|name| claim_beneath(&root, &facts.name, name)));
    let fresh = gather(&root, opened, &facts.name).map_err(|error| unexamined(error.to_string()))?;
    judge(&fresh, confirmation)?;
    let claims = claims.into_iter().collect::<Result<_, _>>()?;
    if fresh.in_use.through != facts.in_use.through {
        return Err(Refusal::Changed { target: target() });
    }
    Ok(WritePermit { identity, _claims: claims })
}

/// Opens a device exclusively: the kernel then refuses mounts, swapon and other claims (open(2), `O_EXCL`).
fn claim(path: &str) -> Result<OwnedFd, Errno> {
    open(path, OFlags::RDONLY | OFlags::EXCL | OFlags::CLOEXEC | OFlags::NONBLOCK, Mode::empty())
}

/// The same for a device beneath the target, by its kernel name. This also finds mounts that no table shows.
fn claim_beneath(root: &SysRoot, target: &str, name: &str) -> Result<OwnedFd, Refusal> {
    let busy = |why: String| Refusal::BusyBeneath { target: target.to_owned(), device: name.to_owned(), why };
    let path = root.dev.join(name);
    let claimed = claim(&path.to_string_lossy()).map_err(|errno| busy(errno.to_string()))?;
    let number = SysDevice::by_name(root, name).map(|device| device.number);
    match Identity::of(&claimed) {
        Ok(identity) if Some(DeviceNumber::from_dev(identity.rdev)) == number => Ok(claimed),
        _ => Err(busy(format!("{} is another device", path.display()))),
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
    confirmation.check(target, target, "a network export, whose users can't be seen from here")?;
    Ok(ExportPermit { target: target.to_owned() })
}

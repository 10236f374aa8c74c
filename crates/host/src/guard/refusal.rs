//! Why a target is refused, in one line each: what, why, what now.

use std::borrow::Cow;
use std::io;

use rustix::io::Errno;

use super::in_use::Relation;
use super::signature::{Signature, list};
use crate::words::in_words;

/// Exit codes (measurement.md, section 10).
const BAD_INPUT: u8 = 65;
const NO_TARGET: u8 = 66;
const REFUSED: u8 = 73;
const INPUT_OUTPUT: u8 = 74;

const CHOOSE: &str = "Choose another target";

/// Writing was refused for safety.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // The sentence of each says what its figures are.
pub enum Refusal {
    /// It, or something on or beneath it, is mounted.
    #[error(
        "refusing to write: {target} {} mounted on {mount_point}. {CHOOSE}, or unmount it first", relation.mount_verb(device)
    )]
    Mounted { target: String, relation: Relation, device: String, mount_point: String },
    /// It, or something on it, is swap.
    #[error("refusing to write: {target} is in use as swap ({swap}). {CHOOSE}, or run swapoff first")]
    Swap { target: String, swap: String },
    /// Another block device stands on it.
    #[error(
        "refusing to write: {target}, or a device beneath it, is in use by {holders} (device-mapper, multipath, \
        RAID, LVM, btrfs or bcache). {CHOOSE}, such as the device on top, or take that apart first"
    )]
    Held { target: String, holders: String },
    /// It has partitions.
    #[error(
        "refusing to write: {target} has partitions ({partitions}). Name one of them as the target, or delete them first"
    )]
    Partitioned { target: String, partitions: String },
    /// A loop device stands on it, or on the same file or device as it.
    #[error("refusing to write: {}", loop_device_advice(target, loops, *file))]
    LoopBacking {
        target: String,
        loops: Vec<String>,
        /// Whether it is a file: then they stand on it.
        file: bool,
    },
    /// The target may be a file in use, as far as this process can see.
    #[error("refusing to write: cannot rule out that {target} is {what}, or use another file")]
    NotRuledOut { target: String, what: String },
    /// Other devices have bytes in common with it: a second path, or partitions that overlap.
    #[error(
        "refusing to write: {target} shares bytes with {others} (partitions that overlap, or a second path to the same disk). \
         {CHOOSE}, or remove them first"
    )]
    Shared { target: String, others: String },
    /// The layers beneath the target are unknown.
    #[error(
        "refusing to write: cannot determine which storage backs {target}: {why}. {CHOOSE}: for a network block device \
         its export (nbd://…), else the device beneath"
    )]
    Unfollowed { target: String, why: String },
    /// A device beneath the target is open exclusively elsewhere.
    #[error("refusing to write: {target} is backed by {device}, which {}", exclusive_open_failure(why.as_deref(), device))]
    BusyBeneath {
        target: String,
        device: String,
        /// The kernel's answer, where it is not that the device is busy.
        why: Option<String>,
    },
    /// The target is open exclusively elsewhere.
    #[error("refusing to write: {target} {}", exclusive_open_failure(why.as_deref(), target))]
    Busy {
        target: String,
        /// The kernel's answer, where it is not that the device is busy.
        why: Option<String>,
    },
    /// A file that may be one with hidden uses is open elsewhere.
    #[error(
        "refusing to write: cannot rule out that {target} is in use: a process or the kernel has it open, and {why}. Close it there \
         (fuser -v shows processes), or use another file"
    )]
    OpenOutOfSight { target: String, why: String },
    /// A lock is held on the file.
    #[error(
        "refusing to write: another process holds a lock on {target}, as a virtual machine does on its disk. Stop that first \
         (lslocks shows it), or choose another target"
    )]
    Locked { target: String },
    /// The file is open for writing elsewhere.
    #[error(
        "refusing to write: another process has {target} open for writing, such as a virtual machine or a server that exports it. \
         Stop that first (fuser -v shows it), or choose another target"
    )]
    OpenForWriting { target: String },
    /// The target holds recognisable data.
    #[error(
        "refusing to write: {target} holds {}. If that may be lost, add --overwrite-signature beside \
         --i-will-lose-the-data-on {target}, or choose another target", list(.signatures)
    )]
    Signature { target: String, signatures: Vec<Signature> },
    /// Its content can't be read.
    #[error(
        "refusing to write: {target} can't be read, so it may hold data. Run as a user who can read it, or choose \
         another target"
    )]
    Unreadable { target: String },
    /// The loss of its data is not confirmed.
    #[error("refusing to write: {target} is {what}. {}", to_confirm(target, *fillable))]
    NotConfirmed {
        target: String,
        what: &'static str,
        /// Whether filling it anew would do as well: it is a file, and what it holds is not to be served.
        fillable: bool,
    },
    /// The confirmation names something else.
    #[error(
        "You confirmed {named}, but the target is {target}. Nothing was written: if its data may be lost, name it itself: \
         --i-will-lose-the-data-on {target}"
    )]
    OtherConfirmed { target: String, named: String },
    /// Another target was confirmed.
    #[error(
        "refusing to write: {target} isn't what was confirmed: {difference}. If the data on it now may be lost as well, \
         confirm it anew with --i-will-lose-the-data-on {target}"
    )]
    AnotherTarget { target: String, difference: String },
    /// The open descriptor isn't what was examined.
    #[error(
        "refusing to write: {target} no longer leads to what was examined. Find out what changed it, and start again"
    )]
    Changed { target: String },
    /// The facts could not be gathered again.
    #[error(
        "refusing to write: {target} can't be examined: {why}. Nothing is written to a target that was not examined: \
         fix that, or choose another target"
    )]
    Unexamined { target: String, why: String },
}

impl Relation {
    /// The verb of a target, up to where the device is mounted.
    fn mount_verb(self, device: &str) -> String {
        match self {
            Self::Itself => "is".into(),
            Self::Above => format!("lies beneath {device}, which is"),
            Self::Beneath => format!("is backed by {device}, which is"),
            Self::Beside => format!("shares storage with {device}, which is"),
        }
    }
}

/// How to confirm a target with foreign data: with each command, or once for all that follow.
fn to_confirm(target: &str, fillable: bool) -> String {
    let target = shell_word(target);
    let flag = format!("--i-will-lose-the-data-on {target}");
    if fillable {
        format!(
            "If its data may be lost, add {flag}; or run this once, after which every command may write to it: plimsoll prepare \
             {target} {flag}"
        )
    } else {
        format!("If its data may be lost, say so with {flag}")
    }
}

/// A name as a shell takes it for one word.
fn shell_word(name: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_alphanumeric() || "/._-+,:=@%".contains(c);
    if !name.is_empty() && name.chars().all(plain) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(format!("'{}'", name.replace('\'', r"'\''")))
    }
}

/// The system's error, and advice.
fn error_with_advice(error: &io::Error) -> String {
    if error.raw_os_error() == Some(Errno::ROFS.raw_os_error()) {
        return "the file system is mounted read-only. Name a folder on a writable one".into();
    }
    format!("{}. Check permissions and that the storage is there", in_words(error))
}

/// Loop devices on a file, or on and beside a device.
fn loop_device_advice(target: &str, loops: &[String], file: bool) -> String {
    let detach: Vec<String> = loops.iter().map(|name| format!("/dev/{name}")).collect();
    let (names, detach) = (loops.join(", "), detach.join(" "));
    match (loops, file) {
        ([one], true) => format!("{target} is attached as {one}. Test /dev/{one}, or detach it: losetup -d {detach}"),
        (_, true) => format!("{target} is attached as {names}. Detach them: losetup -d {detach}"),
        _ => format!(
            "{target} shares storage with {names}, attached to it or to a device beneath it. Detach that first: losetup -d {detach}"
        ),
    }
}

/// Words for an exclusive open that failed.
fn exclusive_open_failure(why: Option<&str>, device: &str) -> String {
    match why {
        None => format!(
            "is held exclusively by a process or the kernel (EBUSY), but is not listed as mounted, as swap or as \
            having holders. Find what holds it with lsof {device}, dmsetup or mdadm, and release it"
        ),
        Some(why) => format!("cannot be opened exclusively: {why}. {CHOOSE}"),
    }
}

impl Refusal {
    /// 73.
    pub fn exit_code(&self) -> u8 {
        REFUSED
    }
}

/// Why a target can't be used at all.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // The sentence of each says what its figures are.
pub enum GuardError {
    /// Nothing is there.
    #[error("no such target: {target} does not exist. Check the name, or create a file with plimsoll prepare")]
    Missing { target: String },
    /// Neither a file nor a block device.
    #[error("not a target: {target} is {what}. Name a regular file or a block device")]
    NotATarget { target: String, what: &'static str },
    /// The name can't be one.
    #[error("not a path: {target:?} {why}. Name a file or a block device")]
    BadName { target: String, why: &'static str },
    /// Only new files are made.
    #[error("refusing to create {target}: something with that name already exists. Choose another name, or remove it")]
    Exists { target: String },
    /// It is no longer Plimsoll's to remove.
    #[error("{target} was not removed: it {why}. Look at what it holds, and remove it yourself if that can be lost")]
    Kept { target: String, why: String },
    /// The target may not be written, with any confirmation.
    #[error(
        "can't write to {target}: it is read-only ({}). Choose another target, or make it writable",
        in_words(source)
    )]
    ReadOnly { target: String, source: io::Error },
    /// It doesn't take direct I/O.
    #[error(
        "can't open {target} for direct I/O: its file system doesn't offer it. Use another file system, or --cached to measure through the page cache"
    )]
    NoDirectIo { target: String },
    /// The system said no.
    #[error("can't {action} {target}: {}", error_with_advice(source))]
    Io { target: String, action: &'static str, source: io::Error },
    /// It's there, and not to be written to.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl GuardError {
    /// The exit code of a command that ends with this error.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Missing { .. } | Self::NotATarget { .. } => NO_TARGET,
            Self::BadName { .. } => BAD_INPUT,
            Self::Exists { .. } | Self::Kept { .. } => REFUSED,
            Self::Refused(refusal) => refusal.exit_code(),
            Self::ReadOnly { .. } | Self::NoDirectIo { .. } | Self::Io { .. } => INPUT_OUTPUT,
        }
    }

    pub(crate) fn io(target: &str, action: &'static str, source: impl Into<io::Error>) -> Self {
        Self::Io { target: target.to_owned(), action, source: source.into() }
    }
}

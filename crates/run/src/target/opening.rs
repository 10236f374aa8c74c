//! A target on this machine, open. Files and devices come from the guard alone.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use plimsoll_base::Bytes;
use plimsoll_engine::engines::nbd::{self, Export, NbdUri};
use plimsoll_host::{
    BlockDevice, Confirmation, DeviceKind, ExportPermit, GuardError, SysRoot, TargetFacts, WritePermit,
    authorise_export, open_for_read, open_for_write,
};
use plimsoll_workload::{Access, Workload};

use super::{kind_of, null, stack_of};
use crate::error::{ErrorKind, RunError};
use crate::request::SessionRequest;
use crate::spec::{Target, TargetKind};

#[derive(Debug)]
pub(crate) enum OpenTarget {
    /// A file or a device.
    File {
        /// The descriptor that was examined.
        file: File,
        /// The guard's permit; none when the session only reads.
        permit: Option<WritePermit>,
        /// As typed.
        path: PathBuf,
    },
    /// An export, asked what it is. Each engine connects for itself.
    Nbd {
        uri: NbdUri,
        /// As typed.
        name: String,
        /// The export as its server describes it.
        export: Export,
        /// The guard's permit; none when the session only reads.
        permit: Option<ExportPermit>,
    },
    /// Nothing to open: null, or a stack.
    Nothing,
}

impl OpenTarget {
    /// Opens one target of a session.
    pub(crate) fn open(
        request: &SessionRequest,
        name: &str,
        access: Access,
        writes: bool,
        notes: &mut Vec<String>,
    ) -> Result<(OpenTarget, Target), RunError> {
        // The confirmation that names this target; another one goes to the guard, whose refusal names the difference.
        let named = request.confirmations.iter().find(|c| *c == name).or(request.confirmations.first());
        let kind = kind_of(name)?;
        match kind {
            TargetKind::Null => Ok((OpenTarget::Nothing, null(name))),
            TargetKind::Nbd => {
                let found = open_nbd(name, writes, named.cloned())?;
                if found.0.one_connection() {
                    notes.push(format!(
                        "{name} does not keep several connections consistent (multi-conn): searches use one worker, which is one \
                         connection"
                    ));
                }
                Ok(found)
            }
            TargetKind::Stack => Ok((OpenTarget::Nothing, stack_of(name, &request.stack_parameters)?)),
            TargetKind::File | TargetKind::BlockDevice | TargetKind::Several => {
                let path = PathBuf::from(name);
                let direct = access == Access::Direct;
                let (file, facts, permit) = if writes {
                    let confirmation = Confirmation {
                        named: named.cloned(),
                        overwrite_signature: request.overwrite_signature,
                        identity: request.identities.get(name).or_else(|| request.identities.get(named?)).cloned(),
                    };
                    let (file, facts, permit) = open_for_write(&path, direct, &confirmation).map_err(guard_error)?;
                    (file, facts, Some(permit))
                } else {
                    let (file, facts) = open_for_read(&path, direct).map_err(guard_error)?;
                    (file, facts, None)
                };
                if facts.sparse && facts.size_bytes > 0 {
                    notes.push(format!(
                        "{name} is not written in full: reads of the rest are answered without the storage, and the first \
                         write to it costs more than those that follow. Fill it first: plimsoll prepare"
                    ));
                }
                let target = target_of(name, &facts);
                Ok((OpenTarget::File { file: Arc::new(file), permit, path }, target))
            }
        }
    }

    /// Requests that the kernel queues at the disks beneath the target take at once. With more outstanding, the submit
    /// call itself waits. None when the kernel does not report it.
    pub(crate) fn kernel_queue(&self) -> Option<u32> {
        let root = SysRoot::default();
        let chain = plimsoll_host::chain(&root, self.path()?).ok()?;
        let tags = |device: &BlockDevice| {
            let queues = std::fs::read_dir(root.sys.join("block").join(&device.name).join("mq")).ok()?.count() as u32;
            device.nr_requests?.checked_mul(queues.max(1))
        };
        let of_kind = |kind: DeviceKind| chain.iter().filter(move |d| d.kind == kind).map(tags);
        let disks: u32 = of_kind(DeviceKind::Disk).try_fold(0_u32, |sum, tags| sum.checked_add(tags?))?;
        let loops = of_kind(DeviceKind::Loop).flatten().min();
        let narrowest = loops.map_or(disks, |l| if disks == 0 { l } else { l.min(disks) });
        (narrowest > 0).then_some(narrowest)
    }

    /// The path, if it has one.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            OpenTarget::File { path, .. } => Some(path),
            OpenTarget::Nothing | OpenTarget::Nbd { .. } => None,
        }
    }

    /// The export for an engine; asserts once more that it may be written to.
    pub(crate) fn nbd(&self, writes: bool) -> Result<&NbdUri, RunError> {
        match self {
            OpenTarget::Nbd { uri, permit, name, .. } if !writes || permit.as_ref().is_some_and(|p| p.covers(name)) => {
                Ok(uri)
            }
            OpenTarget::Nbd { uri, .. } => {
                Err(RunError::new(ErrorKind::Refused, format!("refusing to write: {uri} was opened for reading")))
            }
            OpenTarget::Nothing | OpenTarget::File { .. } => {
                Err(RunError::usage("the nbd engine needs an nbd:// target"))
            }
        }
    }

    /// Which file or device it is, under whatever name.
    pub(crate) fn identity(&self) -> Option<(u64, u64)> {
        let OpenTarget::File { file, .. } = self else { return None };
        let stat = rustix::fs::fstat(&**file).ok()?;
        // A device is its number, wherever its nodes lie.
        let device = rustix::fs::FileType::from_raw_mode(stat.st_mode) == rustix::fs::FileType::BlockDevice;
        Some(if device { (u64::MAX, stat.st_rdev) } else { (stat.st_dev, stat.st_ino) })
    }

    /// Notes on a file of our own that a Run begins to write it. A note for the record when that can't be.
    pub(crate) fn begin(&self) -> Option<String> {
        let OpenTarget::File { file, permit: Some(permit), path } = self else { return None };
        let error = permit.begin(&**file).err()?;
        Some(format!(
            "{} can't be marked as written by Plimsoll ({error}): the next write to it will need \
             --i-will-lose-the-data-on",
            path.display()
        ))
    }

    /// Seals a file of our own with its contents, unless an engine that was given up still has it open for writing.
    pub(crate) fn seal(&self) {
        if let OpenTarget::File { file, permit: Some(permit), .. } = self {
            if Arc::strong_count(file) == 1 {
                permit.seal();
            }
        }
    }

    /// Refuses a workload that the server of an export would refuse.
    pub(crate) fn allows(&self, workload: &Workload) -> Result<(), RunError> {
        let OpenTarget::Nbd { name, export, .. } = self else { return Ok(()) };
        let largest = workload.largest_block();
        if export.max_block > 0 && largest.0 > u64::from(export.max_block) {
            return Err(RunError::usage(format!(
                "--block-size {largest} is more than {name} takes at once ({}): choose a smaller one",
                Bytes(u64::from(export.max_block))
            )));
        }
        if workload.trims() && !export.can_trim() {
            return Err(RunError::usage(format!("{name} cannot trim: leave out --trim")));
        }
        if workload.sync.is_some() && !export.can_flush() {
            return Err(RunError::usage(format!("{name} cannot flush: leave out fsync and fdatasync of --sync")));
        }
        Ok(())
    }

    /// Whether writes over several connections would not see each other.
    pub(crate) fn one_connection(&self) -> bool {
        matches!(self, OpenTarget::Nbd { export, .. } if !export.multi_conn())
    }

    /// Whether the target completes nothing without waiting, so that io_uring hands every operation to a thread of the
    /// kernel.
    pub(crate) fn waits_for_completion(&self, workload: &Workload, access: Access) -> bool {
        match self {
            OpenTarget::File { file, .. } => plimsoll_engine::waits_for_completion(
                file,
                workload.smallest_block().0 as u32,
                access == Access::Direct,
            ),
            OpenTarget::Nothing | OpenTarget::Nbd { .. } => false,
        }
    }

    /// The descriptor for an engine; asserts once more that it may be written to.
    pub(crate) fn file(&self, writes: bool) -> Result<File, RunError> {
        match self {
            OpenTarget::Nothing | OpenTarget::Nbd { .. } => {
                Err(RunError::usage("this engine needs a file or a block device"))
            }
            OpenTarget::File { file, permit, path } => {
                if writes && !permit.as_ref().is_some_and(|p| p.covers(&**file)) {
                    return Err(RunError::new(
                        ErrorKind::Refused,
                        format!("refusing to write: {} is not open for writing", path.display()),
                    ));
                }
                Ok(file.clone())
            }
        }
    }
}

/// Removes a file that is still Plimsoll's own, with the mark beside it where there is one.
///
/// # Errors
/// It holds something else by now, or is used; there is none; it can't be removed.
pub fn remove_own(path: &Path) -> Result<(), RunError> {
    plimsoll_host::remove(path).map_err(guard_error)
}

/// The facts of a file or device as a target.
fn target_of(name: &str, facts: &TargetFacts) -> Target {
    Target {
        name: name.into(),
        kind: match facts.kind {
            plimsoll_host::TargetKind::RegularFile => TargetKind::File,
            plimsoll_host::TargetKind::BlockDevice => TargetKind::BlockDevice,
        },
        size_bytes: Bytes(facts.size_bytes),
        logical_block_bytes: facts.logical_block_size.unwrap_or(512),
        made_by_plimsoll: facts.made_by_plimsoll,
        stack: None,
        members: Vec::new(),
    }
}

/// Reads the description of an export from its server. Writing needs a confirmation by name: its contents cannot be
/// seen from here.
fn open_nbd(name: &str, writes: bool, named: Option<String>) -> Result<(OpenTarget, Target), RunError> {
    let uri: NbdUri = NbdUri::parse(name).map_err(|e| RunError::usage(e.to_string()))?;
    let export = nbd::probe(&uri).map_err(|e| RunError::new(ErrorKind::NoTarget, e.to_string()))?;
    if writes && export.read_only() {
        return Err(RunError::new(ErrorKind::Refused, format!("refusing to write: {name} is exported read-only")));
    }
    let confirmation = Confirmation { named, ..Confirmation::default() };
    let permit = if writes {
        let permit = authorise_export(name, &confirmation);
        Some(permit.map_err(|refusal| RunError::new(ErrorKind::Refused, refusal.to_string()))?)
    } else {
        None
    };
    let target = Target {
        name: name.into(),
        kind: TargetKind::Nbd,
        size_bytes: Bytes(export.size_bytes),
        logical_block_bytes: export.min_block.max(1),
        made_by_plimsoll: false,
        stack: None,
        members: Vec::new(),
    };
    Ok((OpenTarget::Nbd { uri, name: name.into(), export, permit }, target))
}

/// A guard's finding as an error of ours: the exit code is the guard's.
pub fn guard_error(error: GuardError) -> RunError {
    const KINDS: [ErrorKind; 5] =
        [ErrorKind::Usage, ErrorKind::Input, ErrorKind::NoTarget, ErrorKind::Refused, ErrorKind::Io];
    let code = i32::from(error.exit_code());
    let kind = KINDS.into_iter().find(|k| k.exit_code() == code).unwrap_or(ErrorKind::Io);
    RunError::new(kind, error.to_string())
}

/// Shared ownership of an open file.
pub(crate) type File = Arc<std::os::fd::OwnedFd>;

//! Prepare: makes a file of a given size and fills it with random data, past the page cache.
//!
//! A target must be filled before it is measured: reads of what was never written are answered without the storage, the
//! first write to a block costs more than later ones, and zeroes vanish on targets that compress or share.

use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use plimsoll_base::clock::{Clock, MonotonicClock, wall_time_ns};
use plimsoll_base::random::stream;
use plimsoll_base::{Bytes, Nanos, Op, OpKind};
use plimsoll_engine::buffers::Buffers;
use plimsoll_engine::engines::{io_uring, io_uring::Uring, psync::Psync};
use plimsoll_engine::{Completion, Engine, Wait};
use plimsoll_host::{Confirmation, WritePermit, create, open_for_write};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{ErrorKind, RunError};
use crate::opened::guard_error;
use crate::session::File;

/// Bytes of one write; the last may be shorter.
const BLOCK: u32 = 1 << 20;
/// Writes in flight.
const SLOTS: u32 = 8;
/// Left free on the file system, so that nothing else on it fails because of us.
const RESERVE: u64 = 64 << 20;

/// As typed.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PrepareRequest {
    /// A path.
    pub target: String,
    /// Size of the file; absent: that of the existing file or device.
    pub size: Option<String>,
    /// The value of `--i-will-lose-the-data-on`.
    pub confirmation: Option<String>,
    /// The signature on a device may be overwritten too.
    pub overwrite_signature: bool,
}

/// What was done.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Prepared {
    /// `ok` or `stopped`.
    pub outcome: String,
    /// Bytes written.
    pub bytes_written: u64,
    /// Seconds it took.
    pub seconds: f64,
    /// Bytes per second.
    pub bytes_per_s: f64,
    /// Whether the file was made now.
    pub created: bool,
    /// What a reader should know.
    pub notes: Vec<String>,
}

/// See the module.
#[derive(Debug)]
pub struct Prepare {
    file: File,
    permit: WritePermit,
    path: PathBuf,
    bytes: u64,
    created: bool,
    notes: Vec<String>,
    done: AtomicU64,
    stop: AtomicBool,
}

impl Prepare {
    /// Makes or opens the target; refuses when it may not be written or space is short. Writes nothing yet.
    ///
    /// # Errors
    /// As measurement.md section 10.
    pub fn open(request: &PrepareRequest) -> Result<Prepare, RunError> {
        let path = PathBuf::from(&request.target);
        let typed = match &request.size {
            None => None,
            Some(text) => {
                let size = text.parse::<Bytes>().map_err(|e| RunError::usage(format!("--size: {e}")))?;
                if size.0 == 0 || size.0 % 4096 != 0 {
                    return Err(RunError::usage(format!("--size {size} is not a multiple of 4096 bytes above 0")));
                }
                Some(size.0)
            }
        };
        if request.target.is_empty() {
            return Err(RunError::usage("no target given: name a file to make, or a block device"));
        }
        let mut notes = Vec::new();
        let exists = path.symlink_metadata().is_ok();
        let (file, facts, permit) = if exists {
            let confirmation =
                Confirmation { named: request.confirmation.clone(), overwrite_signature: request.overwrite_signature };
            open_for_write(&path, true, &confirmation).map_err(guard_error)?
        } else {
            let bytes = typed
                .ok_or_else(|| RunError::usage(format!("{} does not exist: give --size to make it", request.target)))?;
            space_for(&path, bytes, 0)?;
            create(&path, true).map_err(guard_error)?
        };
        let device = facts.kind == plimsoll_host::TargetKind::BlockDevice;
        let bytes = match typed {
            Some(bytes) if device && bytes > facts.size_bytes => {
                return Err(RunError::usage(format!(
                    "--size {} is more than {} holds ({} bytes)",
                    Bytes(bytes),
                    request.target,
                    facts.size_bytes
                )));
            }
            Some(bytes) => bytes,
            None => facts.size_bytes,
        };
        if bytes == 0 {
            return Err(RunError::usage(format!("{} is empty: give --size", request.target)));
        }
        if !device {
            if exists {
                space_for(&path, bytes, allocated(&file))?;
            }
            if facts.size_bytes != bytes {
                // A file of ours may grow; one that is larger keeps its length, and its head is filled.
                if facts.size_bytes < bytes {
                    rustix::fs::ftruncate(file.as_fd(), bytes)
                        .map_err(|e| RunError::io(&format!("cannot make {} that large", request.target), &e.into()))?;
                } else {
                    notes.push(format!(
                        "{} is larger than --size: only its first {bytes} bytes are filled",
                        request.target
                    ));
                }
            }
        }
        Ok(Prepare {
            file: Arc::new(file),
            permit,
            path,
            bytes,
            created: !exists,
            notes,
            done: AtomicU64::new(0),
            stop: AtomicBool::new(false),
        })
    }

    /// Bytes written and bytes to write. From any thread.
    pub fn progress(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.bytes)
    }

    /// Ends it; a file that was made now stays, partly filled. From any thread.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Fills the target.
    ///
    /// # Errors
    /// A write failed; the file stays as it is.
    pub fn run(&self) -> Result<Prepared, RunError> {
        if !self.permit.covers(&*self.file) {
            return Err(RunError::new(ErrorKind::Refused, "refusing to write: the target changed after it was opened"));
        }
        let seed = wall_time_ns();
        let buffers = Buffers::new(SLOTS, BLOCK, false, true, &mut stream(seed, "payload", 0))
            .map_err(|e| RunError::io("cannot get memory for buffers", &e))?;
        let mut notes = self.notes.clone();
        let start = MonotonicClock.now();
        match io_uring::available() {
            Ok(()) => {
                let engine = Uring::new(self.file.clone(), buffers, SLOTS);
                self.fill(&mut engine.map_err(|e| RunError::io("cannot set up io_uring", &e))?)?;
            }
            Err(why) => {
                notes.push(format!("psync is used: {why}"));
                let engine = Psync::new(self.file.clone(), buffers, SLOTS);
                self.fill(&mut engine.map_err(|e| RunError::io("cannot start threads", &e))?)?;
            }
        }
        rustix::fs::fdatasync(self.file.as_fd())
            .map_err(|e| RunError::io(&format!("cannot flush {}", self.path.display()), &e.into()))?;
        let seconds = (MonotonicClock.now() - start).as_secs_f64();
        let bytes_written = self.done.load(Ordering::Relaxed);
        Ok(Prepared {
            outcome: if bytes_written == self.bytes { "ok" } else { "stopped" }.into(),
            bytes_written,
            seconds,
            bytes_per_s: bytes_written as f64 / seconds.max(1e-9),
            created: self.created,
            notes,
        })
    }

    fn fill<E: Engine>(&self, engine: &mut E) -> Result<(), RunError> {
        let mut free: Vec<u32> = (0..SLOTS).collect();
        let mut lens = [0_u32; SLOTS as usize];
        let mut found: Vec<Completion> = Vec::new();
        let mut next = 0;
        let failed = |error: std::io::Error| {
            let mut error = RunError::io(&format!("writing {} failed", self.path.display()), &error);
            if error.kind == ErrorKind::NoSpace {
                error.message.push_str(". Give a smaller --size, or another place");
            }
            error
        };
        loop {
            while next < self.bytes && !self.stop.load(Ordering::Relaxed) {
                let Some(slot) = free.pop() else { break };
                let len = u64::from(BLOCK).min(self.bytes - next) as u32;
                lens[slot as usize] = len;
                engine.push(slot, Op { kind: OpKind::Write, offset: next, len });
                next += u64::from(len);
            }
            if free.len() == SLOTS as usize {
                return Ok(());
            }
            engine.submit().map_err(failed)?;
            let now = MonotonicClock.now();
            engine.reap(&mut found, Wait::Until { at: now + Nanos::from_millis(100), now }).map_err(failed)?;
            for done in found.drain(..) {
                free.push(done.slot);
                done.result.map_err(|errno| failed(std::io::Error::from_raw_os_error(errno)))?;
                self.done.fetch_add(u64::from(lens[done.slot as usize]), Ordering::Relaxed);
            }
        }
    }
}

fn allocated(file: &OwnedFd) -> u64 {
    rustix::fs::fstat(file.as_fd()).map_or(0, |s| s.st_blocks as u64 * 512)
}

/// Refuses when the file system cannot take `bytes`, of which `have` are the file's already.
fn space_for(path: &std::path::Path, bytes: u64, have: u64) -> Result<(), RunError> {
    let dir = match path.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir,
        _ => std::path::Path::new("."),
    };
    let stat = rustix::fs::statvfs(dir).map_err(|e| match e {
        rustix::io::Errno::NOENT | rustix::io::Errno::NOTDIR => RunError::new(
            ErrorKind::NoTarget,
            format!("no such directory: {}. Make it, or choose another", dir.display()),
        ),
        e => RunError::io(&format!("cannot ask {} for its free space", dir.display()), &e.into()),
    })?;
    let free = stat.f_bavail.saturating_mul(stat.f_frsize);
    let needed = bytes.saturating_sub(have) + RESERVE;
    if free < needed {
        return Err(RunError::new(
            ErrorKind::NoSpace,
            format!(
                "no space: {} needs {} MiB more (64 MiB stay free), {} has {} MiB. Give a smaller --size, or another place",
                path.display(),
                needed >> 20,
                dir.display(),
                free >> 20
            ),
        ));
    }
    Ok(())
}

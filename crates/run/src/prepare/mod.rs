//! Prepare: makes a file of a given size and fills it, or fills a device, past the page cache.
//!
//! A target must be filled before it is measured: reads of what was never written are answered without the storage, the
//! first write to a block costs more than later ones, and zeroes vanish on targets that compress or share. A drive of
//! flash needs more: its whole capacity written twice (SNIA's workload-independent preconditioning).
//!
//! ```text
//! request ─ plan ─▶ what, where, how often ─ fill ─▶ engine
//!                                             │ every some seconds: flush, then
//!                                             ▼
//!                                            mark ─▶ a later fill with `resume` goes on there
//! ```
//!
//! It does not punch holes or discard: to empty a drive first is its own tool's business.

mod document;
mod fill;
mod mark;
mod plan;
mod space;

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use plimsoll_base::clock::{Clock, MonotonicClock, wall_time_ns};
use plimsoll_base::random::stream;
use plimsoll_base::{Bytes, Nanos};
use plimsoll_engine::EngineOptions;
use plimsoll_engine::buffers::{BufferPlan, Buffers};
use plimsoll_engine::engines::{io_uring, io_uring::Uring, psync::Psync};
use plimsoll_host::{Confirmation, TargetFacts, TargetKind, WritePermit, create, open_for_write, without_numbers};
use plimsoll_workload::PayloadSpec;

use self::document::SCHEMA;
pub use self::document::{PrepareRequest, Prepared};
use self::fill::{FillEnd, FillProgress, SLOTS, fill};
use self::mark::Keeper;
use self::plan::{Plan, Wish};
use crate::error::{ErrorKind, RunError};
use crate::target::File;
use crate::target::guard_error;

/// See the module.
#[derive(Debug)]
pub struct Prepare {
    file: File,
    permit: WritePermit,
    target: String,
    plan: Plan,
    keeper: Keeper,
    /// The user chose where the mark is kept: that it can't be kept there is an error, else a note.
    mark_named: bool,
    start: u64,
    created: bool,
    notes: Vec<String>,
    shared: FillProgress,
}

impl Prepare {
    /// Makes or opens the target; refuses when it may not be written or space is short. Writes nothing yet.
    ///
    /// # Errors
    /// As measurement.md section 10.
    pub fn open(request: &PrepareRequest) -> Result<Prepare, RunError> {
        let wish = Wish::of(request)?;
        let (path, name) = (PathBuf::from(&request.target), request.target.as_str());
        let exists = path.symlink_metadata().is_ok();
        let (file, facts, permit) = if exists {
            let confirmation = Confirmation {
                named: request.confirmation.clone(),
                overwrite_signature: request.overwrite_signature,
                identity: None,
            };
            open_for_write(&path, true, &confirmation).map_err(guard_error)?
        } else {
            let size =
                wish.size.ok_or_else(|| RunError::usage(format!("{name} does not exist: give --size to make it")))?;
            space::space_for(&path, wish.on(name, size, 1)?.bytes, 0)?;
            create(&path, true).map_err(guard_error)?
        };
        let device = facts.kind == TargetKind::BlockDevice;
        let mut notes = Vec::new();
        let size = size_to_fill(&wish, name, &facts, &mut notes)?;
        let plan = wish.on(name, size, u64::from(facts.logical_block_size.unwrap_or(512)))?;
        if !device {
            if exists {
                space::space_for(&path, plan.bytes, space::allocated_bytes(&file, &plan))?;
            }
            begin_file(&file, &permit, name, &mut notes);
            if facts.size_bytes < size {
                let grown = rustix::fs::ftruncate(file.as_fd(), size);
                permit.note_size();
                grown.map_err(|errno| too_large(name, size, errno))?;
            }
        }
        notes.extend(wish.notes(&plan, device));
        let keeper = Keeper::of(&file, &path, device, &plan, request.mark_file.as_deref());
        let start = start(request, &keeper, &file, &plan, device, &mut notes)?;
        let shared = FillProgress::default();
        shared.done.store(start, Ordering::Relaxed);
        Ok(Prepare {
            file: Arc::new(file),
            permit,
            target: request.target.clone(),
            plan,
            keeper,
            mark_named: request.mark_file.is_some(),
            start,
            created: !exists,
            notes,
            shared,
        })
    }

    /// Bytes written and bytes to write, over all passes, those of an earlier fill included. From any thread.
    pub fn progress(&self) -> (u64, u64) {
        (self.shared.done.load(Ordering::Relaxed), self.plan.total())
    }

    /// Ends it; the file stays, partly filled, and its mark too. From any thread.
    pub fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }

    /// Fills the target.
    ///
    /// # Errors
    /// A write or a flush failed; the file stays as it is, with its mark.
    pub fn run(&self) -> Result<Prepared, RunError> {
        if !self.permit.covers(&*self.file) {
            return Err(RunError::new(ErrorKind::Refused, "refusing to write: the target changed after it was opened"));
        }
        let mut notes = self.notes.clone();
        let began = MonotonicClock.now();
        let marked = self.keeper.save(&self.file, &self.keeper.mark(&self.file, &self.plan, self.start));
        let place = self.keeper.place(&self.target).filter(|_| marked.is_ok());
        if let Err(error) = marked {
            let what =
                format!("no mark of the fill can be kept ({})", self.keeper.place(&self.target).unwrap_or_default());
            if self.mark_named {
                return Err(RunError::io(&what, &error));
            }
            notes.push(format!("{what}: {error}. A fill that is interrupted will have to start over"));
        }
        let filled = self.fill(&mut notes)?;
        let flushed = self.flush();
        if !filled.left_behind {
            // The mark of the fill changes no content: it may come after the seal.
            self.permit.seal();
        }
        let complete = filled.frontier == self.plan.total() && filled.failed.is_none() && flushed.is_ok();
        let kept = if complete {
            let removed = self.keeper.remove(&self.file);
            removed.unwrap_or_else(|e| notes.push(format!("the mark of the fill could not be removed: {e}")));
            None
        } else if flushed.is_ok() && place.is_some() {
            // An older mark that could not be replaced is no harm.
            let _ = self.keeper.save(&self.file, &self.keeper.mark(&self.file, &self.plan, filled.frontier));
            place
        } else {
            place
        };
        if let Some(error) = filled.failed.or(flushed.err()) {
            return Err(self.fill_error(&error, filled.frontier, kept.is_some()));
        }
        if complete && !filled.left_behind {
            notes.extend(self.adopt());
        }
        let (span, written) = (MonotonicClock.now() - began, self.progress().0 - self.start);
        Ok(self.outcome_document(complete, written, span, kept, notes))
    }

    /// Makes a foreign file one of our own, if this fill wrote all of its contents. Returns a note about it; none for a
    /// file that is ours already, and for a device.
    fn adopt(&self) -> Option<String> {
        if !self.permit.is_foreign() {
            return None;
        }
        let name = &self.target;
        let again = "the next write to it will need --i-will-lose-the-data-on again";
        let length = rustix::fs::fstat(self.file.as_fd()).map_or(u64::MAX, |found| found.st_size.unsigned_abs());
        if self.plan.from > 0 || self.plan.bytes < length {
            return Some(format!("only a part of {name} was filled: the rest is not Plimsoll's, and {again}"));
        }
        Some(match self.permit.adopt(&*self.file) {
            Ok(true) => format!(
                "{name} is one of Plimsoll's test files from now on: commands may write to it without asking, as long as nobody \
                 else changes it"
            ),
            Ok(false) => format!("{name} can't be marked as written by Plimsoll: {again}"),
            Err(error) => format!("{name} can't be marked as written by Plimsoll ({error}): {again}"),
        })
    }

    fn outcome_document(
        &self,
        complete: bool,
        written: u64,
        span: Nanos,
        mark: Option<String>,
        notes: Vec<String>,
    ) -> Prepared {
        let seconds = span.as_secs_f64();
        Prepared {
            schema: SCHEMA.into(),
            target: self.target.clone(),
            outcome: if complete { "ok" } else { "stopped" }.into(),
            size_bytes: self.plan.size,
            content: self.plan.content,
            block_size_bytes: u64::from(self.plan.block),
            passes: self.plan.passes,
            working_set_offset_bytes: self.plan.from,
            working_set_bytes: self.plan.bytes,
            total_bytes: self.plan.total(),
            resumed_at_bytes: self.start,
            bytes_written: written,
            seconds,
            bytes_per_s: written as f64 / seconds.max(1e-9),
            created: self.created,
            mark,
            notes: notes.iter().map(|note| without_numbers(note)).collect(),
        }
    }

    /// Chooses the engine and fills. Buffers are known only here.
    fn fill(&self, notes: &mut Vec<String>) -> Result<FillEnd, RunError> {
        let (file, plan, clock) = (self.file.clone(), &self.plan, &MonotonicClock);
        let mut keep = |frontier| {
            self.flush()?;
            // A mark that cannot be replaced stays as it is: the fill goes on, and would begin again there.
            let _ = self.keeper.save(&self.file, &self.keeper.mark(&self.file, plan, frontier));
            Ok(())
        };
        let payload = PayloadSpec { kind: plan.content, ..PayloadSpec::default() };
        let made = BufferPlan {
            slots: SLOTS,
            block: plan.block,
            reads: false,
            writes: true,
            payload: &payload,
            verifier: None,
            plain_pages: false,
        };
        let buffers = Buffers::new(made, &mut stream(wall_time_ns(), "payload", 0))
            .map_err(|e| RunError::io("cannot get memory for buffers", &e))?;
        match io_uring::available() {
            Ok(()) => {
                let engine = Uring::new(file, buffers, SLOTS, EngineOptions::default());
                let mut engine = engine.map_err(|e| RunError::io("cannot set up io_uring", &e))?;
                Ok(fill(&mut engine, plan, self.start, clock, &self.shared, &mut keep))
            }
            Err(why) => {
                notes.push(format!("psync is used instead of io_uring: {why}"));
                let engine = Psync::new(file, buffers, SLOTS, EngineOptions::default());
                let mut engine = engine.map_err(|e| RunError::io("cannot start threads", &e))?;
                Ok(fill(&mut engine, plan, self.start, clock, &self.shared, &mut keep))
            }
        }
    }

    /// The metadata too, and with it the mark before this one.
    fn flush(&self) -> io::Result<()> {
        rustix::fs::fsync(self.file.as_fd()).map_err(io::Error::from)
    }

    fn fill_error(&self, error: &io::Error, frontier: u64, marked: bool) -> RunError {
        let mut error = RunError::io(&format!("filling {} failed", self.target), error);
        let (frontier, total) = (Bytes(frontier), Bytes(self.plan.total()));
        error.message.push_str(&format!(". {frontier} of {total} are written"));
        let go_on = if marked { "continue with --resume" } else { "start over" };
        error.message.push_str(&match error.kind {
            ErrorKind::NoSpace => format!(": make room and {go_on}, or give a smaller --size or another place"),
            _ => format!(": find out why, and {go_on}"),
        });
        error
    }
}

/// Bytes of the target that are its own to be filled: what was typed, else what it holds.
fn size_to_fill(wish: &Wish, name: &str, facts: &TargetFacts, notes: &mut Vec<String>) -> Result<u64, RunError> {
    let device = facts.kind == TargetKind::BlockDevice;
    match wish.size {
        Some(typed) if device && typed > facts.size_bytes => Err(RunError::usage(format!(
            "--size {} is more than {name} holds ({} bytes)",
            Bytes(typed),
            facts.size_bytes
        ))),
        Some(typed) => {
            if typed < facts.size_bytes && !device {
                notes.push(format!("{name} is larger than --size: only its first {typed} bytes are filled"));
            }
            Ok(typed)
        }
        None if facts.size_bytes == 0 => Err(RunError::usage(format!("{name} is empty: give --size"))),
        None => Ok(facts.size_bytes),
    }
}

/// Notes on a file of ours that it is written. It may grow; one that is larger keeps its length, and its head is filled.
fn begin_file(file: &OwnedFd, permit: &WritePermit, name: &str, notes: &mut Vec<String>) {
    if let Err(error) = permit.begin(file) {
        notes.push(format!(
            "{name} can't be marked as written by Plimsoll ({error}): the next write to it will need \
             --i-will-lose-the-data-on"
        ));
    }
    if let Some(why) = permit.silent() {
        notes.push(format!(
            "this process cannot record that it is alive while it writes {name} ({why}): if it is killed, the \
             next write to {name} will need --i-will-lose-the-data-on"
        ));
    }
}

/// A file that can't be given its size.
fn too_large(name: &str, size: u64, errno: rustix::io::Errno) -> RunError {
    let mut error = RunError::io(&format!("cannot make {name} {} large", Bytes(size)), &errno.into());
    if errno == rustix::io::Errno::FBIG {
        let limit = rustix::process::getrlimit(rustix::process::Resource::Fsize).current;
        error.message.push_str(&match limit {
            Some(limit) if limit < size => {
                format!(
                    ". This process may write files of {} at most: raise that with ulimit -f, or give a smaller --size",
                    Bytes(limit)
                )
            }
            _ => ". Files on this file system cannot be that large: give a smaller --size, or another place".into(),
        });
    }
    error
}

/// Where the fill begins: at an earlier mark if resuming is requested and the mark fits, else at 0. Notes name the
/// choice.
fn start(
    request: &PrepareRequest,
    keeper: &Keeper,
    file: &OwnedFd,
    plan: &Plan,
    device: bool,
    notes: &mut Vec<String>,
) -> Result<u64, RunError> {
    let place = keeper.place(&request.target).unwrap_or_default();
    let mark = keeper.load(file).map_err(|e| RunError::io(&format!("cannot read the mark in {place}"), &e))?;
    let total = Bytes(plan.total());
    match mark {
        None if request.resume => notes.push(if place.is_empty() {
            "zeroes on a device are written anew: they cannot be told from what was discarded since".into()
        } else {
            format!("no mark of an interrupted fill ({place}): it begins at 0")
        }),
        None => {}
        Some(mark) if !request.resume && mark.done > 0 => {
            notes.push(format!(
                "an earlier fill was interrupted at {}: this fill starts over; --resume would continue it",
                Bytes(mark.done)
            ));
        }
        Some(_) if !request.resume => {}
        Some(mark) => match mark.fits(&keeper.mark(file, plan, 0), file, plan, device) {
            Ok(()) => {
                notes.push(format!("resuming at {} of {total} ({place})", Bytes(mark.done)));
                return Ok(mark.done);
            }
            Err(why) => notes.push(format!("the mark in {place} is not used: {why}. The fill begins at 0")),
        },
    }
    Ok(0)
}

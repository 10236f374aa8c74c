//! What a session takes of the machine: memory, journals, the place where it runs.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

use plimsoll_base::clock::wall_time_ns;
use plimsoll_base::{Bytes, Nanos};
use plimsoll_engine::verify::{JournalPlan, Verification};
use plimsoll_host::{AvailableMemory, Fingerprint, SysRoot};
use plimsoll_measure::recorder::Grid;
use plimsoll_workload::Workload;

use super::{Session, parts_bytes};
use crate::error::{ErrorKind, RunError};
use crate::record::Verified;
use crate::share::Share;
use crate::spec::{RunClock, RunSpec, Target};
use crate::target::OpenTarget;

/// What a search takes beside the buffers and histograms of its Runs.
const OTHER_MEMORY: u64 = 32 << 20;

impl Session {
    pub(super) fn most_workers(&self) -> Option<u32> {
        if self.opened.iter().any(OpenTarget::one_connection) {
            return Some(1);
        }
        let left = AvailableMemory::of_this_process(&SysRoot::default()).filter(|_| self.clock == RunClock::Real)?;
        let held = self.held.load(Ordering::Relaxed);
        // Ticks are a trifle beside the histograms.
        let one_tick = Grid { run_start: Nanos::ZERO, measure_start: Nanos::ZERO, interval: Nanos(1), tick: Nanos(1) };
        let each = parts_bytes(self.workload.kinds(), &one_tick) + Share::bytes();
        let workers = (left.bytes + held).saturating_sub(OTHER_MEMORY) / each;
        let workers = workers.clamp(1, u32::MAX.into()) as u32;
        // Nobody starts more workers than a few for each processor.
        (workers < 4 * thread::available_parallelism().map_or(1, |cores| cores.get() as u32)).then_some(workers)
    }

    /// Findings of verification so far; none without it.
    pub(super) fn verification_findings(&self) -> Option<Verified> {
        let mut verified = Verified::default();
        for (index, one) in self.verification.iter().enumerate() {
            let name = self.target.members.get(index).map(|member| member.name.as_str());
            verified.add(&one.findings(), name);
        }
        (!self.verification.is_empty()).then_some(verified)
    }

    /// Whether any of the targets lies in a file system that is memory.
    pub(super) fn is_memory_backed(&self, root: &SysRoot) -> bool {
        let of = |path| plimsoll_host::file_system(root, path).ok().flatten();
        self.opened.iter().filter_map(OpenTarget::path).filter_map(of).any(|system| system.memory_backed)
    }

    /// Where it runs: the host, and the chains beneath all targets.
    pub(super) fn fingerprint(&self, root: &SysRoot) -> Fingerprint {
        let mut host = Fingerprint::take(root, self.opened.first().and_then(OpenTarget::path));
        for path in self.opened.iter().skip(1).filter_map(OpenTarget::path) {
            for device in plimsoll_host::chain(root, path).unwrap_or_default() {
                if !host.target_chain.iter().any(|known| known.name == device.name) {
                    host.target_chain.push(device);
                }
            }
        }
        host
    }

    /// Refuses a Run that this machine has no memory for, before anything is allocated.
    pub(super) fn afford(&self, spec: &RunSpec) -> Result<(), RunError> {
        // The journal is mapped already, and so are the buffers of the Run before this one.
        let held = self.held.load(Ordering::Relaxed);
        let needed = self.memory_of(spec).saturating_sub(self.journal_bytes(spec)).saturating_sub(held);
        match AvailableMemory::of_this_process(&SysRoot::default()) {
            Some(left) if self.clock == RunClock::Real && needed > left.bytes => Err(RunError::usage(format!(
                "this Run needs {} MiB of memory for buffers and histograms, {} MiB are available {}: choose fewer workers, a \
                 lower queue depth, or a smaller block",
                needed >> 20,
                left.bytes >> 20,
                left.limit
            ))),
            _ => Ok(()),
        }
    }

    /// Bytes of the journals of what was written.
    pub(super) fn journal_bytes(&self, spec: &RunSpec) -> u64 {
        let unit = spec.workload.align_bytes.0 as u32;
        let bytes = |w: &Workload| Verification::journal_bytes(w.working_set_bytes.0, unit);
        if spec.workload.verify { spec.workloads().iter().map(bytes).sum() } else { 0 }
    }

    /// How late the emulation of a described stack was in the last Run on the machine's clock; none for other targets.
    pub fn lateness(&self) -> Option<plimsoll_engine::engines::emulated::Lateness> {
        self.lock().crew.lateness()
    }
}

/// The journals of what is written to the target, or to each of several.
pub(super) fn verify(
    target: &Target,
    workload: &Workload,
    journal: Option<&str>,
) -> Result<Vec<Arc<Verification>>, RunError> {
    let needed = Verification::journal_bytes(workload.working_set_bytes.0, workload.align_bytes.0 as u32);
    if let Some(left) = AvailableMemory::of_this_process(&SysRoot::default()).filter(|left| needed > left.bytes) {
        return Err(RunError::usage(format!(
            "the journal of this working set needs {} MiB, {} MiB of memory are available {}: verify a smaller --working-set, \
             or with larger blocks",
            needed >> 20,
            left.bytes >> 20,
            left.limit
        )));
    }
    let open = |name: &str, bytes: Bytes, offset: Bytes, set: Bytes| {
        let plan = JournalPlan {
            path: journal.map(Into::into),
            target: name.to_owned(),
            target_bytes: bytes.0,
            unit_bytes: workload.align_bytes.0 as u32,
            first_byte: offset.0,
            working_set_bytes: set.0,
            seed: wall_time_ns(),
        };
        Verification::open(&plan).map_err(|e| RunError::new(ErrorKind::Input, e.to_string()))
    };
    if target.members.is_empty() {
        let (offset, set) = (workload.working_set_offset_bytes, workload.working_set_bytes);
        return Ok(vec![open(&target.name, target.size_bytes, offset, set)?]);
    }
    let members = target.members.iter();
    members.map(|m| open(&m.name, m.size_bytes, m.working_set_offset_bytes, m.working_set_bytes)).collect()
}

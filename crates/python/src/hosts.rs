//! The seam of a Run over several hosts: the bytes that hosts send go in, intervals and the record come out.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plimsoll_base::Nanos;
use plimsoll_base::clock::wall_time_ns;
use plimsoll_run::Feed;
use plimsoll_run::SegmentOutput;
use plimsoll_run::coordinator::{Coordinator as Inner, HostOf, HostOutput};
use plimsoll_run::record::{HostClock, RunRecord};
use plimsoll_run::spec::RunSpec;
use plimsoll_run::{ErrorKind, RunError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::documents::{parse, print_progress, raise};
use crate::results::{ProbeResult, SealedInterval};

/// What a host left beside its parts, and its own record (JSON).
type HostOutputBytes = (Vec<u8>, String);

/// Merges and judges the parts of several hosts.
#[pyclass(frozen)]
pub(crate) struct Coordinator {
    /// None once it has finished.
    inner: Mutex<Option<Inner>>,
    /// Read during the Run and after it.
    feed: Arc<Feed>,
    started_at_ns: u64,
}

impl Coordinator {
    fn lock(&self) -> MutexGuard<'_, Option<Inner>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(&self, doing: impl FnOnce(&mut Inner) -> Result<T, RunError>) -> PyResult<T> {
        let over = || RunError::new(ErrorKind::Internal, "this Run over several hosts has ended");
        self.lock().as_mut().ok_or_else(over).and_then(doing).map_err(|e| raise(&e))
    }
}

#[pymethods]
impl Coordinator {
    /// Of the spec of a Run (JSON) and its hosts (JSON: name, workers, target of each).
    #[new]
    fn new(spec_json: &str, hosts_json: &str) -> PyResult<Coordinator> {
        let spec: RunSpec = parse("spec", spec_json)?;
        let hosts: Vec<HostOf> = parse("hosts", hosts_json)?;
        let inner = Inner::new(spec, hosts).map_err(|e| raise(&e))?;
        Ok(Coordinator { feed: inner.feed(), inner: Mutex::new(Some(inner)), started_at_ns: wall_time_ns() })
    }

    /// Takes sealed parts of a host, by its number.
    fn parts(&self, py: Python<'_>, host: usize, parts: Vec<PyBackedBytes>) -> PyResult<()> {
        py.detach(|| self.with(|inner| parts.iter().try_for_each(|part| inner.part(host, part))))
    }

    /// Merges what every host has sealed, so many ns after the start; whether Measure should end.
    fn merge(&self, py: Python<'_>, elapsed_ns: u64) -> PyResult<bool> {
        py.detach(|| self.with(|inner| Ok(inner.merge(Nanos(elapsed_ns)))))
    }

    /// Measure ends so many ns after the start.
    fn end_measure(&self, elapsed_ns: u64) -> PyResult<()> {
        self.with(|inner| {
            inner.end_measure(Nanos(elapsed_ns));
            Ok(())
        })
    }

    /// A host is lost, and why; `ends`: the Run has failed.
    fn lost(&self, host: usize, why: &str, ends: bool) -> PyResult<()> {
        self.with(|inner| {
            inner.drop_host(host, why, ends);
            Ok(())
        })
    }

    fn poll(&self) -> Vec<SealedInterval> {
        self.feed.take().into_iter().map(|inner| SealedInterval { inner }).collect()
    }

    fn progress(&self) -> PyResult<String> {
        print_progress(self.feed.progress())
    }

    /// The record of all. Of each host what it left (bytes and its record as JSON), or none when it was lost, and its clock
    /// (JSON). `measure_started_ns`: on the coordinator's `CLOCK_MONOTONIC`.
    fn finish(
        &self,
        py: Python<'_>,
        left: Vec<(Option<HostOutputBytes>, String)>,
        measure_started_ns: u64,
    ) -> PyResult<ProbeResult> {
        let mut read = Vec::with_capacity(left.len());
        for (done, clock) in left {
            let clock: HostClock = parse("clock", &clock)?;
            let done = match done {
                None => None,
                Some((bytes, record)) => {
                    let damaged = |e| raise(&RunError::new(ErrorKind::Io, format!("what a host left: {e}")));
                    let record: Box<RunRecord> = parse("record", &record)?;
                    Some((SegmentOutput::from_bytes(&bytes).map_err(damaged)?, record))
                }
            };
            read.push(HostOutput { done, clock });
        }
        let over = || raise(&RunError::new(ErrorKind::Internal, "this Run over several hosts has ended"));
        let inner = self.lock().take().ok_or_else(over)?;
        let started = self.started_at_ns;
        let inner = py.detach(|| inner.finish(read, started, measure_started_ns)).map_err(|e| raise(&e))?;
        Ok(ProbeResult { inner })
    }
}

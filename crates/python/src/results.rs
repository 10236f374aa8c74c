//! What a Run leaves: its record with the histograms, and sealed intervals.

use plimsoll_run::{ErrorKind, RunError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::documents::{print, raise};

/// What a probe leaves: `record` (JSON) and `histograms` (name to HdrHistogram V2 bytes).
#[pyclass(frozen)]
pub(crate) struct ProbeResult {
    pub(crate) inner: plimsoll_run::ProbeResult,
}

#[pymethods]
impl ProbeResult {
    #[getter]
    fn record(&self) -> PyResult<String> {
        print(&self.inner.record)
    }
    #[getter]
    fn canonical(&self) -> PyResult<String> {
        self.inner
            .record
            .canonical()
            .map_err(|e| raise(&RunError::new(ErrorKind::Internal, format!("a document could not be written: {e}"))))
    }
    /// Of a segment: what the coordinator needs beside its parts.
    #[getter]
    fn segment<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        #[cfg(feature = "measure")]
        let left = self.inner.segment.as_ref().map(|done| PyBytes::new(py, &done.to_bytes()));
        #[cfg(not(feature = "measure"))]
        let (left, _) = (None, py);
        left
    }
    #[getter]
    fn histograms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, bytes) in &self.inner.histograms {
            dict.set_item(name, PyBytes::new(py, bytes))?;
        }
        Ok(dict)
    }
}

/// A sealed interval: `index`, `json`, `workers` (JSON: what each of them did in it), and the V2 bytes of `response_time` and
/// `completion_latency`.
#[pyclass(frozen)]
pub(crate) struct SealedInterval {
    pub(crate) inner: plimsoll_run::SealedInterval,
}

#[pymethods]
impl SealedInterval {
    #[getter]
    fn index(&self) -> u64 {
        self.inner.interval.index
    }
    #[getter]
    fn json(&self) -> PyResult<String> {
        print(&self.inner.interval)
    }
    #[getter]
    fn workers(&self) -> PyResult<String> {
        print(&self.inner.workers)
    }
    #[getter]
    fn response_time<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.response_time)
    }
    #[getter]
    fn completion_latency<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.completion_latency)
    }
}

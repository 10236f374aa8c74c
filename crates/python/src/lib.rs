//! The seam to Python: converts, releases the interpreter lock, maps errors. Nothing is decided here.
//!
//! Documents cross as JSON text, histograms as bytes. A session opens a target once; each probe crosses once. Sealed
//! intervals are polled by the Python side, never called back from the loop.
#![allow(missing_docs, reason = "the documentation is in the Python stub and in each docstring")]

mod documents;
#[cfg(feature = "measure")]
mod hosts;
#[cfg(feature = "measure")]
mod measuring;
mod messages;
mod results;
#[cfg(feature = "measure")]
mod serve;

use std::sync::Arc;

use plimsoll_base::{Bytes, Nanos};
use plimsoll_measure::histogram::{Spans, decode, spans, summarise};
use plimsoll_measure::objective::{Objective, Objectives};
use plimsoll_measure::recorder::merge;
use plimsoll_run::RunError;
use plimsoll_run::request::{ProbeRequest, SessionRequest};
use plimsoll_run::rules::RuleValue;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use documents::{parse, print, print_progress, raise};
use results::{ProbeResult, SealedInterval};

#[cfg(feature = "measure")]
#[global_allocator]
static ALLOCATOR: plimsoll_host::EndingAllocator = plimsoll_host::EndingAllocator;

fn usage<T, E: std::fmt::Display>(result: Result<T, E>) -> PyResult<T> {
    result.map_err(|e| raise(&RunError::usage(e.to_string())))
}

/// The JSON schema of a document: run_record, session_request, probe_request, prepare_request, prepare, workload, stack,
/// stack_show, stack_file, serve_request, serve_statistics.
#[pyfunction]
fn schema(name: &str) -> PyResult<String> {
    let schema = match name {
        "run_record" => schemars::schema_for!(plimsoll_run::record::RunRecord),
        "session_request" => schemars::schema_for!(SessionRequest),
        "probe_request" => schemars::schema_for!(ProbeRequest),
        #[cfg(feature = "measure")]
        "prepare_request" => schemars::schema_for!(plimsoll_run::prepare::PrepareRequest),
        #[cfg(feature = "measure")]
        "prepare" => schemars::schema_for!(plimsoll_run::prepare::Prepared),
        "workload" => schemars::schema_for!(plimsoll_run::request::WorkloadRequest),
        "stack" => schemars::schema_for!(plimsoll_storage::StackSpec),
        "stack_show" => schemars::schema_for!(plimsoll_run::show::StackShown),
        // Not a type of ours: the file as TOML is written, from the lists of elements and keys.
        "stack_file" => return print(&plimsoll_storage::file_schema()),
        #[cfg(feature = "measure")]
        "serve_request" => schemars::schema_for!(plimsoll_serve::ServeRequest),
        #[cfg(feature = "measure")]
        "serve_statistics" => schemars::schema_for!(plimsoll_serve::Statistics),
        _ => {
            return Err(raise(&RunError::usage(format!(
                "unknown schema '{name}' (known: run_record, session_request, probe_request, prepare_request, prepare, workload, stack, stack_show, stack_file, serve_request, serve_statistics)"
            ))));
        }
    };
    print(&schema)
}

/// The engines as a JSON list: name, summary, available, why_not, max_slots.
#[pyfunction]
fn engines() -> PyResult<String> {
    let list: Vec<serde_json::Value> = plimsoll_engine::ENGINES
        .iter()
        .map(|engine| {
            let available = (engine.available)();
            serde_json::json!({
                "name": engine.name,
                "summary": engine.summary,
                "available": available.is_ok(),
                "why_not": available.err(),
                "max_slots": engine.max_slots,
            })
        })
        .collect();
    print(&list)
}

/// The canonical text of an objective, or of several joined by ` and `.
#[pyfunction]
fn parse_objective(text: &str) -> PyResult<String> {
    usage(text.parse::<Objectives>()).map(|o| o.to_string())
}

/// Objectives taken apart, as a JSON list of `Term`.
#[pyfunction]
fn objective_terms(text: &str) -> PyResult<String> {
    let parsed = usage(text.parse::<Objectives>())?;
    print(&parsed.all().iter().map(Objective::term).collect::<Vec<_>>())
}

/// The rules that both languages keep, as a JSON list: name, meaning, value.
#[pyfunction]
fn rules() -> PyResult<String> {
    let list: Vec<serde_json::Value> = plimsoll_run::rules::RULES
        .iter()
        .map(|rule| {
            let value = match rule.value {
                RuleValue::Whole(value) => serde_json::json!(value),
                RuleValue::Real(value) => serde_json::json!(value),
            };
            serde_json::json!({"name": rule.name, "meaning": rule.meaning.trim(), "value": value})
        })
        .collect();
    print(&list)
}

/// Our own lateness up to which it is none, in nanoseconds, beside what an objective bounds.
#[pyfunction]
#[pyo3(signature = (objective=None))]
fn lag_tolerance_ns(objective: Option<&str>) -> PyResult<u64> {
    let parsed = objective.map(|text| usage(text.parse::<Objectives>())).transpose()?;
    Ok(plimsoll_run::spec::lag_tolerance(parsed.as_ref()).0)
}

/// Bytes of a size such as `8k`.
#[pyfunction]
fn parse_bytes(text: &str) -> PyResult<u64> {
    usage(text.parse::<Bytes>()).map(|b| b.0)
}

/// Nanoseconds of a time such as `250us`.
#[pyfunction]
fn parse_nanos(text: &str) -> PyResult<u64> {
    usage(text.parse::<Nanos>()).map(|n| n.0)
}

fn merge_blobs(blobs: &[Vec<u8>]) -> PyResult<Spans> {
    let mut all = spans();
    for blob in blobs {
        let one = decode(blob).map_err(|e| raise(&RunError::input(e.to_string())))?;
        if one.high() > all.high() || one.sigfig() != all.sigfig() {
            return Err(raise(&RunError::input(
                "a stored histogram has other bounds than ours: it cannot be merged exactly",
            )));
        }
        merge(&mut all, &one);
    }
    Ok(all)
}

/// The figures (JSON Summary) of the merged histograms.
#[pyfunction]
fn histogram_summary(blobs: Vec<Vec<u8>>) -> PyResult<String> {
    print(&summarise(&merge_blobs(&blobs)?, None))
}

/// (percentile, nanoseconds) of the merged histograms, for drawing: the smallest value, then each step towards 100 halves
/// the distance in `steps` steps, as far as the sample carries.
#[pyfunction]
#[pyo3(signature = (blobs, steps = 4))]
fn histogram_curve(blobs: Vec<Vec<u8>>, steps: u32) -> PyResult<Vec<(f64, u64)>> {
    let all = merge_blobs(&blobs)?;
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let mut points = vec![(0.0, all.min())];
    let steps = f64::from(steps.max(1));
    for step in 1.. {
        let percentile = 100.0 * (1.0 - 0.5_f64.powf(f64::from(step) / steps));
        match plimsoll_measure::histogram::percentile(&all, percentile) {
            Some(value) if step < 400 => points.push((percentile, value)),
            _ => break,
        }
    }
    Ok(points)
}

/// Counts of the merged histograms in buckets: (upper bound in ns, count), `per_octave` buckets to a doubling.
#[pyfunction]
#[pyo3(signature = (blobs, per_octave = 4))]
fn histogram_buckets(blobs: Vec<Vec<u8>>, per_octave: u32) -> PyResult<Vec<(u64, u64)>> {
    let all = merge_blobs(&blobs)?;
    let mut buckets: Vec<(u64, u64)> = Vec::new();
    let factor = 2_f64.powf(1.0 / f64::from(per_octave.max(1)));
    let mut bound = 1.0_f64;
    for value in all.iter_recorded() {
        while (value.value_iterated_to() as f64) > bound {
            bound *= factor;
        }
        match buckets.last_mut() {
            Some((last, count)) if *last == bound as u64 => *count += value.count_since_last_iteration(),
            _ => buckets.push((bound as u64, value.count_since_last_iteration())),
        }
    }
    Ok(buckets)
}

/// How many samples the merged histograms hold, and how many of them lie beyond `bound_ns`.
///
/// A bucket that the bound lies in counts as beyond it: at three significant digits it makes a target look worse, never better.
#[pyfunction]
fn histogram_beyond(blobs: Vec<Vec<u8>>, bound_ns: u64) -> PyResult<(u64, u64)> {
    let all = merge_blobs(&blobs)?;
    let above = bound_ns.saturating_add(1);
    let beyond = if above > all.high() { 0 } else { all.count_between(above, all.high()) };
    Ok((all.len(), beyond))
}

/// One interval in place of several that follow each other: its document (JSON) and its two distributions. Raises an input
/// error for what is no interval, or no histogram of ours.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "three values of one thing, as Python takes them")]
fn merge_intervals<'py>(
    py: Python<'py>,
    documents: Vec<String>,
    response_time: Vec<Vec<u8>>,
    completion_latency: Vec<Vec<u8>>,
) -> PyResult<(String, Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    use plimsoll_run::StoredInterval;
    let done = py.detach(|| {
        let kept: Result<Vec<StoredInterval<'_>>, String> = documents
            .iter()
            .zip(response_time.iter().zip(&completion_latency))
            .map(|(document, (response_time, completion_latency))| {
                let interval = serde_json::from_str(document).map_err(|e| format!("interval: {e}"))?;
                Ok(StoredInterval { interval, response_time, completion_latency })
            })
            .collect();
        plimsoll_run::merge_intervals(&kept?).map_err(|e| e.to_string())
    });
    let (interval, response_time, completion_latency) = done
        .and_then(|made| made.ok_or_else(|| "no interval was given".to_owned()))
        .map_err(|e| raise(&RunError::input(e)))?;
    Ok((print(&interval)?, PyBytes::new(py, &response_time), PyBytes::new(py, &completion_latency)))
}

/// A target, opened once, probed again and again.
#[pyclass(frozen)]
struct Session {
    inner: Arc<plimsoll_run::Session>,
}

#[pymethods]
impl Session {
    /// Opens the target of a session request (JSON).
    #[staticmethod]
    fn open(py: Python<'_>, request_json: &str) -> PyResult<Session> {
        let request: SessionRequest = parse("session request", request_json)?;
        let opened = py.detach(|| plimsoll_run::Session::open(&request));
        Ok(Session { inner: Arc::new(opened.map_err(|e| raise(&e))?) })
    }

    fn info(&self) -> PyResult<String> {
        print(&self.inner.info())
    }

    /// Runs one probe request (JSON). Other threads may call `poll`, `progress` and `stop` meanwhile.
    fn probe(&self, py: Python<'_>, request_json: &str) -> PyResult<ProbeResult> {
        let request: ProbeRequest = parse("probe request", request_json)?;
        let session = self.inner.clone();
        let inner = py.detach(|| session.probe(&request)).map_err(|e| raise(&e))?;
        Ok(ProbeResult { inner })
    }

    /// Bytes of memory that a probe request (JSON) will take, whatever its length.
    fn memory_bytes(&self, request_json: &str) -> PyResult<u64> {
        let request: ProbeRequest = parse("probe request", request_json)?;
        self.inner.memory_bytes(&request).map_err(|e| raise(&e))
    }

    fn poll(&self) -> Vec<SealedInterval> {
        self.inner.poll().into_iter().map(|inner| SealedInterval { inner }).collect()
    }

    fn progress(&self) -> PyResult<String> {
        print_progress(self.inner.progress())
    }

    fn stop(&self) {
        self.inner.stop();
    }

    /// The probe request (JSON) with every default filled in, as the spec (JSON) of its record.
    fn resolved(&self, request_json: &str) -> PyResult<String> {
        let request: ProbeRequest = parse("probe request", request_json)?;
        print(&self.inner.resolve_probe(&request).map_err(|e| raise(&e))?)
    }

    /// On the virtual clock: goes on with the storage of an earlier session of the same stack as that left it.
    fn continue_from(&self, earlier: &Session) -> PyResult<()> {
        self.inner.continue_from(&earlier.inner).map_err(|e| raise(&e))
    }

    /// Of a segment: the parts sealed since the last call.
    fn take_parts<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyBytes>> {
        self.inner.take_parts().iter().map(|part| PyBytes::new(py, part)).collect()
    }

    /// Of a segment: Measure ends at this instant of `CLOCK_MONOTONIC`, ns.
    fn end_measure(&self, at_ns: u64) {
        self.inner.end_measure(Nanos(at_ns));
    }

    /// Ends a probe under way and gives the target back.
    fn close(&self, py: Python<'_>) {
        self.inner.stop();
        py.detach(|| self.inner.close());
    }
}

/// The elements of stacks as a JSON list.
#[pyfunction]
fn elements() -> PyResult<String> {
    let list: Vec<serde_json::Value> = plimsoll_storage::ELEMENTS
        .iter()
        .map(|element| {
            let parameters: Vec<serde_json::Value> = element
                .parameters
                .iter()
                .map(|p| serde_json::json!({"name": p.name, "unit": p.unit, "default": p.default, "what": p.what}))
                .collect();
            serde_json::json!({
                "name": element.name,
                "summary": element.summary,
                "ends_path": element.ends_path,
                "scope": element.scope.name(),
                "parameters": parameters,
                "example": element.example,
            })
        })
        .collect();
    print(&list)
}

/// A described stack as a document and as pictures (JSON: document, text, svg), for a show request (JSON).
#[pyfunction]
fn stack_show(py: Python<'_>, request_json: &str) -> PyResult<String> {
    let request: plimsoll_run::show::ShowRequest = parse("show request", request_json)?;
    let shown = py.detach(|| plimsoll_run::show::show(&request)).map_err(|e| raise(&e))?;
    print(&shown)
}

/// Ends the process's present call with a panic: for the test that a defect ends in one line and exit code 70.
#[pyfunction]
fn inject_panic() -> PyResult<()> {
    panic!("injected");
}

#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(_module: &Bound<'_, PyModule>) -> PyResult<()> {
        // A panic reaches Python as an exception with its message; the command line turns it into one line and a log.
        std::panic::set_hook(Box::new(|_| {}));
        Ok(())
    }

    #[pymodule_export]
    use super::documents::NativeError;
    #[cfg(feature = "measure")]
    #[pymodule_export]
    use super::hosts::Coordinator;
    #[cfg(feature = "measure")]
    #[pymodule_export]
    use super::measuring::{Neighbourhood, Prepare, chain, identity_difference, remove_own, target_identity};
    #[pymodule_export]
    use super::messages::{Catalogue, messages};
    #[pymodule_export]
    use super::results::{ProbeResult, SealedInterval};
    #[cfg(feature = "measure")]
    #[pymodule_export]
    use super::serve::Server;
    #[cfg(feature = "measure")]
    #[pymodule_export]
    use super::serve::UnixSocket;
    #[pymodule_export]
    use super::{
        Session, elements, engines, histogram_beyond, histogram_buckets, histogram_curve, histogram_summary,
        inject_panic, lag_tolerance_ns, merge_intervals, objective_terms, parse_bytes, parse_nanos, parse_objective,
        rules, schema, stack_show,
    };
}

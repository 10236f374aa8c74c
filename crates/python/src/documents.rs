//! What crosses as text: documents as JSON, and errors.

use plimsoll_run::phase_name;
use plimsoll_run::{ErrorKind, RunError};
use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

create_exception!(
    plimsoll._native,
    NativeError,
    PyException,
    "An error with `kind`, `exit_code` and a one-line message; where a document is wrong, with its `line` and `why`."
);

pub(crate) fn raise(error: &RunError) -> PyErr {
    Python::attach(|py| {
        let made = NativeError::new_err(error.message.clone());
        let value = made.value(py);
        let set = || {
            value.setattr("kind", error.kind.name())?;
            value.setattr("exit_code", error.kind.exit_code())?;
            value.setattr("line", error.place.as_ref().map(|place| place.line))?;
            value.setattr("why", error.place.as_ref().map(|place| &*place.why))
        };
        match set() {
            Ok(()) => made,
            Err(other) => other,
        }
    })
}

pub(crate) fn parse<T: DeserializeOwned>(what: &str, text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(|e| raise(&RunError::usage(format!("{what}: {e}"))))
}

pub(crate) fn print<T: Serialize>(value: &T) -> PyResult<String> {
    serde_json::to_string(value)
        .map_err(|e| raise(&RunError::new(ErrorKind::Internal, format!("a document could not be written: {e}"))))
}

pub(crate) fn print_progress(progress: plimsoll_run::Progress) -> PyResult<String> {
    print(&serde_json::json!({
        "phase": phase_name(progress.phase),
        "elapsed_s": progress.elapsed_s,
        "limit_s": progress.limit_s,
        "achieved_rate_per_s": progress.achieved_rate_per_s,
    }))
}

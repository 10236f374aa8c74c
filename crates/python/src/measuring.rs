//! What asks the machine and writes to its disks: with the feature `measure` only, which only Linux has.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use plimsoll_host::SysRoot;
use plimsoll_run::prepare::PrepareRequest;
use plimsoll_run::{ErrorKind, RunError};
use pyo3::prelude::*;

use crate::documents::{parse, print, raise};

/// A first look at who uses this machine; `neighbours` looks again and compares.
#[pyclass(frozen)]
pub(crate) struct Neighbourhood {
    watch: plimsoll_host::neighbours::Watch,
}

#[pymethods]
impl Neighbourhood {
    #[new]
    fn new(py: Python<'_>) -> Neighbourhood {
        Neighbourhood { watch: py.detach(|| plimsoll_host::neighbours::Watch::begin(&SysRoot::default())) }
    }

    /// Who else used the machine since the first look (JSON), and the device of this target, where it is a path. None where
    /// `/proc` does not tell.
    #[pyo3(signature = (target=None))]
    fn neighbours(&self, py: Python<'_>, target: Option<&str>) -> PyResult<Option<String>> {
        let found = py.detach(|| {
            let root = SysRoot::default();
            let chain = target.and_then(|path| plimsoll_host::chain(&root, Path::new(path)).ok()).unwrap_or_default();
            let system = target.and_then(|path| plimsoll_host::file_system(&root, Path::new(path)).ok()).flatten();
            self.watch.neighbours(&plimsoll_host::neighbours::Surroundings {
                chain: &chain,
                on_file_system: system.is_some(),
                export: target.is_some_and(|name| name.starts_with("nbd")),
                ..Default::default()
            })
        });
        found.map(|found| print(&found)).transpose()
    }
}

/// Makes and fills a file, or fills a device.
#[pyclass(frozen)]
pub(crate) struct Prepare {
    inner: Mutex<Option<Arc<plimsoll_run::prepare::Prepare>>>,
}

impl Prepare {
    fn target(&self) -> PyResult<Arc<plimsoll_run::prepare::Prepare>> {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.clone().ok_or_else(|| raise(&RunError::usage("this target was given back")))
    }
}

#[pymethods]
impl Prepare {
    #[staticmethod]
    fn open(py: Python<'_>, request_json: &str) -> PyResult<Prepare> {
        let request: PrepareRequest = parse("prepare request", request_json)?;
        let opened = py.detach(|| plimsoll_run::prepare::Prepare::open(&request));
        Ok(Prepare { inner: Mutex::new(Some(Arc::new(opened.map_err(|e| raise(&e))?))) })
    }

    fn run(&self, py: Python<'_>) -> PyResult<String> {
        let prepare = self.target()?;
        let done = py.detach(|| prepare.run()).map_err(|e| raise(&e))?;
        print(&done)
    }

    fn progress(&self) -> PyResult<(u64, u64)> {
        Ok(self.target()?.progress())
    }

    fn stop(&self) -> PyResult<()> {
        self.target()?.stop();
        Ok(())
    }

    /// Gives the target back. Python keeps the object for as long as it keeps an error of its run.
    fn close(&self) {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// The block devices beneath a path from the top down, and the file system that holds it (JSON: devices, file_system).
/// With `root` it is a path of the machine whose `proc`, `sys` and `dev` were captured there.
#[pyfunction]
#[pyo3(signature = (path, root = None))]
pub(crate) fn chain(path: &str, root: Option<&str>) -> PyResult<String> {
    let root = root.map_or_else(SysRoot::default, |directory| SysRoot::capture_at(Path::new(directory)));
    let path = Path::new(path);
    let found = plimsoll_host::chain(&root, path).and_then(|devices| {
        let file_system = plimsoll_host::file_system(&root, path)?;
        Ok(serde_json::json!({ "devices": devices, "file_system": file_system }))
    });
    match found {
        Ok(document) => print(&document),
        Err(error) => {
            let kind = match error.kind() {
                std::io::ErrorKind::NotFound => ErrorKind::NoTarget,
                _ => ErrorKind::Io,
            };
            Err(raise(&RunError::new(kind, format!("cannot look beneath {}: {error}", path.display()))))
        }
    }
}

/// What the file or block device at a path is known by another time (JSON).
#[pyfunction]
pub(crate) fn target_identity(path: &str) -> PyResult<String> {
    let found = plimsoll_host::TargetIdentity::of_path(Path::new(path));
    print(&found.map_err(|error| raise(&plimsoll_run::guard_error(error)))?)
}

/// Why the file or block device at a path isn't what had this identity (JSON); none when it is.
#[pyfunction]
pub(crate) fn identity_difference(identity_json: &str, path: &str) -> PyResult<Option<String>> {
    let was: plimsoll_host::TargetIdentity = parse("identity", identity_json)?;
    let now = plimsoll_host::TargetIdentity::of_path(Path::new(path));
    Ok(was.difference(&now.map_err(|error| raise(&plimsoll_run::guard_error(error)))?))
}

/// Removes a file that is still Plimsoll's own: what it made and wrote, used by nobody.
#[pyfunction]
pub(crate) fn remove_own(py: Python<'_>, path: &str) -> PyResult<()> {
    py.detach(|| plimsoll_run::remove_own(Path::new(path))).map_err(|e| raise(&e))
}

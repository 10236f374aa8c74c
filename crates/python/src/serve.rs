//! `Server`: a described stack behind NBD.

use std::os::fd::IntoRawFd as _;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use plimsoll_run::{ErrorKind, RunError};
use plimsoll_serve::{ServeError, ServeErrorKind, ServeRequest};
use pyo3::prelude::*;

use crate::documents::{parse, print, raise};

fn raise_serve_error(error: &ServeError) -> PyErr {
    let kind = match error.kind() {
        ServeErrorKind::Usage => ErrorKind::Usage,
        ServeErrorKind::Input => ErrorKind::Input,
        ServeErrorKind::NoTarget => ErrorKind::NoTarget,
        ServeErrorKind::Refused => ErrorKind::Refused,
        ServeErrorKind::Io => ErrorKind::Io,
    };
    raise(&RunError::new(kind, error.to_string()))
}

/// A described stack behind NBD: opened, run by one thread, asked and stopped by others.
#[pyclass(frozen)]
pub struct Server {
    inner: Arc<plimsoll_serve::Server>,
}

#[pymethods]
impl Server {
    /// Reads the stack, opens the content and listens, as a serve request (JSON) says.
    #[staticmethod]
    fn open(py: Python<'_>, request_json: &str) -> PyResult<Server> {
        let request: ServeRequest = parse("serve request", request_json)?;
        let opened = py.detach(|| plimsoll_serve::Server::open(&request));
        Ok(Server { inner: Arc::new(opened.map_err(|e| raise_serve_error(&e))?) })
    }

    /// Every volume at every address, as clients write it.
    fn uris(&self) -> Vec<String> {
        self.inner.uris().to_vec()
    }

    /// Serves until `stop` is called from another thread.
    fn run(&self, py: Python<'_>) {
        let server = self.inner.clone();
        py.detach(|| server.run());
    }

    fn stop(&self) {
        self.inner.stop();
    }

    /// Whether `run` has begun.
    fn begun(&self) -> bool {
        self.inner.has_begun()
    }

    /// What it has done so far (JSON).
    fn statistics(&self, py: Python<'_>) -> PyResult<String> {
        let server = self.inner.clone();
        print(&py.detach(|| server.statistics()))
    }

    /// What can be changed while it runs, as it is (JSON).
    fn settings(&self, py: Python<'_>) -> PyResult<String> {
        let server = self.inner.clone();
        print(&py.detach(|| server.settings()).map_err(|why| raise(&RunError::usage(why)))?)
    }

    /// Changes a setting of an element while it runs.
    fn switch(&self, py: Python<'_>, element: &str, key: &str, value: &str) -> PyResult<()> {
        let server = self.inner.clone();
        py.detach(|| server.switch(element, key, value)).map_err(|why| raise(&RunError::usage(why)))
    }
}

/// A unix socket of this user's that listens: made by the rules of the servers' own, and removed by them.
#[pyclass(frozen)]
pub struct UnixSocket {
    inner: Mutex<Option<plimsoll_serve::UnixSocket>>,
}

#[pymethods]
impl UnixSocket {
    /// Listens at this path, for this user alone.
    #[staticmethod]
    fn open(path: PathBuf) -> PyResult<UnixSocket> {
        let opened = plimsoll_serve::UnixSocket::private(&path).map_err(|e| raise_serve_error(&e))?;
        Ok(UnixSocket { inner: Mutex::new(Some(opened)) })
    }

    /// A descriptor to accept from, which the caller closes.
    fn listener(&self) -> PyResult<i32> {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let socket = inner.as_ref().ok_or_else(|| raise(&RunError::usage("this socket is closed")))?;
        Ok(socket.listener()?.into_raw_fd())
    }

    /// Takes its name away, if that still is this socket.
    fn close(&self) {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

//! Parameters of an engine's opening, and its errors.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex};

use super::emulation::Emulation;
use super::nbd::{NbdError, NbdUri};
use crate::EngineOptions;
use crate::buffers::Buffers;

/// The opened target of an engine.
#[derive(Clone, Debug)]
pub enum EngineTarget<'a> {
    /// A file or a block device.
    File(Arc<OwnedFd>),
    /// An NBD export, to which each engine connects by itself.
    Export(&'a NbdUri),
    /// A described stack, which all workers share.
    Stack(Arc<Mutex<Emulation>>),
    /// Nothing.
    Nothing,
}

/// One worker's engine to be.
pub struct Opening<'a> {
    /// The target.
    pub target: EngineTarget<'a>,
    /// Number of the worker.
    pub worker: u32,
    /// Operations that it has room for.
    pub slots: u32,
    /// How it is to work.
    pub options: EngineOptions,
    /// A described stack keeps the data written to it, for verification.
    pub keeps_content: bool,
    /// Memory for what the slots move; asked for by those engines that need it.
    pub memory: &'a mut dyn FnMut() -> io::Result<Buffers>,
}

impl std::fmt::Debug for Opening<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Opening").field("target", &self.target).field("slots", &self.slots).finish_non_exhaustive()
    }
}

impl Opening<'_> {
    /// The file or device.
    ///
    /// # Errors
    /// The target is none.
    pub(super) fn file(&self) -> Result<Arc<OwnedFd>, OpenError> {
        match &self.target {
            EngineTarget::File(file) => Ok(Arc::clone(file)),
            _ => Err(OpenError::Target),
        }
    }

    /// Memory for what the slots move.
    ///
    /// # Errors
    /// The system has none.
    pub(super) fn buffers(&mut self) -> Result<Buffers, OpenError> {
        (self.memory)().map_err(OpenError::while_doing("cannot get memory for buffers"))
    }
}

/// Why an engine could not be opened.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)] // The sentence of each says what its figures are.
pub enum OpenError {
    /// The system refused something.
    #[error("{doing}: {error}")]
    System { doing: &'static str, error: io::Error },
    /// The server of an export did not agree.
    #[error(transparent)]
    Nbd(#[from] NbdError),
    /// The engine has targets of another kind.
    #[error("this engine drives no such target")]
    Target,
}

impl OpenError {
    /// The system refused something, for the use in `map_err`.
    pub(super) fn while_doing(doing: &'static str) -> impl FnOnce(io::Error) -> OpenError {
        move |error| OpenError::System { doing, error }
    }
}

//! Why a server could not be opened. One line each: what, why, what now. The kind decides the exit code.

use plimsoll_host::GuardError;
use plimsoll_storage::StackError;

/// The kinds, by the names and exit codes that every command uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServeErrorKind {
    /// A flag or its value makes no sense (64).
    Usage,
    /// The stack file makes no sense (65).
    Input,
    /// The place of the content does not exist (66).
    NoTarget,
    /// Refused for safety (73).
    Refused,
    /// A system call failed (74).
    Io,
}

/// A server that could not be opened.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)] // The sentence of each says what its figures are.
pub enum ServeError {
    /// The stack file.
    #[error(transparent)]
    Stack(#[from] StackError),
    /// The file for the content.
    #[error(transparent)]
    Content(#[from] GuardError),
    /// A value that makes no sense.
    #[error("{0}")]
    Usage(String),
    /// The content in a file is not for this volume.
    #[error("{path} holds {has_bytes} bytes, the volume '{volume}' has {wants_bytes}: name another file, or remove it")]
    OtherSize { path: String, has_bytes: u64, volume: String, wants_bytes: u64 },
    /// Another server has the content.
    #[error("{path} is in use by another server: stop that one, or name another file")]
    InUse { path: String },
    /// The folder for the files is not one that can be used.
    #[error("cannot offer the volumes as files in {path}: {why}")]
    Folder {
        path: String,
        /// Whether there is none.
        missing: bool,
        why: &'static str,
    },
    /// Something is where the socket should be.
    #[error("cannot listen on {path}: {why}; name another path, or remove it")]
    InTheWay { path: String, why: &'static str },
    /// The system said no.
    #[error("cannot {action}: {source}; {now}")]
    Io { action: String, source: std::io::Error, now: &'static str },
}

impl ServeError {
    /// Decides the exit code.
    pub fn kind(&self) -> ServeErrorKind {
        match self {
            ServeError::Stack(_) => ServeErrorKind::Input,
            ServeError::Usage(_) => ServeErrorKind::Usage,
            ServeError::Folder { missing: true, .. } => ServeErrorKind::NoTarget,
            ServeError::OtherSize { .. }
            | ServeError::InTheWay { .. }
            | ServeError::InUse { .. }
            | ServeError::Folder { .. } => ServeErrorKind::Refused,
            ServeError::Io { .. } => ServeErrorKind::Io,
            ServeError::Content(error) => match error.exit_code() {
                65 => ServeErrorKind::Usage,
                66 => ServeErrorKind::NoTarget,
                73 => ServeErrorKind::Refused,
                _ => ServeErrorKind::Io,
            },
        }
    }

    pub(crate) fn io(action: impl Into<String>, source: impl Into<std::io::Error>, now: &'static str) -> ServeError {
        ServeError::Io { action: action.into(), source: source.into(), now }
    }
}

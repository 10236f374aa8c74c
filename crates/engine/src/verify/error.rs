//! Why a verification cannot be opened.

use std::io;
use std::path::PathBuf;

use plimsoll_base::Bytes;

/// See the module.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)] // The sentence of each says what its figures are.
pub enum VerifyError {
    /// The plan contradicts itself.
    #[error("cannot verify: {why}")]
    Plan { why: String },
    /// No memory for a journal without a path.
    #[error(
        "cannot verify: no memory for a journal of {bytes} bytes ({source}). Take a smaller working set, larger blocks, or keep the journal on disk"
    )]
    NoMemory { bytes: Bytes, source: io::Error },
    /// No room for a journal on disk.
    #[error("no space for the journal {}: it needs {needed} bytes, {free} are free. Choose another place, a smaller working set or larger blocks", path.display())]
    NoSpace { path: PathBuf, needed: Bytes, free: Bytes },
    /// There is a file, and it is something else.
    #[error("{} is not a verify journal: {why}. It was left as it is: choose another path, or delete it", path.display())]
    NotAJournal { path: PathBuf, why: String },
    /// The journal is of something else.
    #[error("the journal {} was made for something else ({differs}). Verify what it was made for, or choose another path", path.display())]
    Differs {
        path: PathBuf,
        /// The difference: there and here.
        differs: String,
    },
    /// Another process has it.
    #[error("the journal {} is in use by another process. Wait for its end, or choose another path", path.display())]
    InUse { path: PathBuf },
    /// The system failed.
    #[error("cannot {doing} the journal {}: {source}", path.display())]
    Io { path: PathBuf, doing: &'static str, source: io::Error },
}

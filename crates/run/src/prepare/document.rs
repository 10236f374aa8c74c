//! The request to Prepare, and its result, as documents.

use plimsoll_workload::PayloadKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::request::SizeText;

/// Name and version of the document.
pub(crate) const SCHEMA: &str = "plimsoll.prepare/1";

/// As typed.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PrepareRequest {
    /// A path.
    pub target: String,
    /// Size of the file; absent: that of the existing file or device.
    pub size: Option<String>,
    /// `random` or `zero`. Default random.
    pub content: Option<String>,
    /// Bytes that are filled, such as `1g`, or a share of the target, such as `50%`. Default: all.
    pub working_set: Option<SizeText>,
    /// First byte that is filled, or a share of the target. Default 0.
    pub working_set_offset: Option<SizeText>,
    /// Bytes of one write. Default 1m, to precondition 128k.
    pub block_size: Option<SizeText>,
    /// How often all of it is written. Default 1, to precondition 2.
    pub passes: Option<u32>,
    /// SNIA's workload-independent preconditioning: twice the capacity, sequentially, in 128 KiB, random data.
    pub precondition: bool,
    /// Goes on where an earlier fill was interrupted.
    pub resume: bool,
    /// The file that keeps the mark of how far the fill is. Default: an attribute of the file, else a file beside it; for
    /// a device a file in the working directory.
    pub mark_file: Option<String>,
    /// The value of `--i-will-lose-the-data-on`.
    pub confirmation: Option<String>,
    /// A recognised signature may be overwritten too.
    pub overwrite_signature: bool,
}

/// What was written to fill a target, and how long it took.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Prepared {
    /// `plimsoll.prepare/1`.
    pub schema: String,
    /// As typed.
    pub target: String,
    /// `ok` or `stopped`.
    pub outcome: String,
    /// Size of the target, bytes.
    pub size_bytes: u64,
    /// `random` or `zero`.
    pub content: PayloadKind,
    /// Bytes of one write.
    pub block_size_bytes: u64,
    /// How often all of it is written.
    pub passes: u32,
    /// First byte that is filled.
    pub working_set_offset_bytes: u64,
    /// Bytes that are filled.
    pub working_set_bytes: u64,
    /// Bytes to write, over all passes.
    pub total_bytes: u64,
    /// Bytes of them that an earlier fill had written.
    pub resumed_at_bytes: u64,
    /// Bytes written now.
    pub bytes_written: u64,
    /// Seconds it took, the last flush included.
    pub seconds: f64,
    /// Bytes per second.
    pub bytes_per_s: f64,
    /// Whether the file was made now.
    pub created: bool,
    /// Where the mark of an interrupted fill is kept; null when there is none.
    pub mark: Option<String>,
    /// What a reader should know.
    pub notes: Vec<String>,
}

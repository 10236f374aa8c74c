//! What was typed, as documents: every value still text or absent. Resolved exactly once, in [`crate::resolve`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::spec::OnError;

/// Opens a session: a target and what operations on it look like.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SessionRequest {
    /// A path, `null:` or `stack:FILE.toml`.
    pub target: String,
    /// Name of an engine; absent: the best one for the target that this machine has.
    pub engine: Option<String>,
    /// Through the page cache.
    pub cached: bool,
    /// On the virtual clock (stacks only).
    #[serde(rename = "virtual")]
    pub on_virtual_clock: bool,
    /// The value of `--i-will-lose-the-data-on`.
    pub confirmation: Option<String>,
    /// The signature on the device may be overwritten too.
    pub overwrite_signature: bool,
    /// What an error does.
    pub on_error: Option<OnError>,
    /// From flags; they win over the file.
    pub workload: WorkloadRequest,
    /// Text of a workload file.
    pub workload_toml: Option<String>,
    /// Its name, for errors.
    pub workload_file: Option<String>,
}

/// What operations look like, as typed: the keys of a workload file.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct WorkloadRequest {
    /// Bytes of an operation, such as `4k`. Default 4k.
    pub block_size: Option<SizeText>,
    /// Share of reads in percent. Default 100.
    pub read: Option<f64>,
    /// `random` or `sequential`. Default random.
    pub pattern: Option<String>,
    /// Bytes that may be addressed, such as `1g`, or a share of the target, such as `50%`. Default 100%.
    pub working_set: Option<SizeText>,
    /// First byte that may be addressed, or a share of the target. Default 0.
    pub working_set_offset: Option<SizeText>,
}

/// A size as typed: text with a unit, or a plain number of bytes.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SizeText {
    /// Bytes.
    Number(u64),
    /// With a unit or as a percentage.
    Text(String),
}

impl std::fmt::Display for SizeText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SizeText::Number(n) => write!(f, "{n}"),
            SizeText::Text(text) => f.write_str(text),
        }
    }
}

impl WorkloadRequest {
    /// The keys of a workload file.
    pub const KEYS: [&'static str; 5] = ["block_size", "read", "pattern", "working_set", "working_set_offset"];

    /// These values, and `other`'s where there are none.
    pub fn or(self, other: WorkloadRequest) -> WorkloadRequest {
        WorkloadRequest {
            block_size: self.block_size.or(other.block_size),
            read: self.read.or(other.read),
            pattern: self.pattern.or(other.pattern),
            working_set: self.working_set.or(other.working_set),
            working_set_offset: self.working_set_offset.or(other.working_set_offset),
        }
    }
}

/// One Run of a session: how fast, how long.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ProbeRequest {
    /// Outstanding operations per worker of a closed load. Default 32.
    pub queue_depth: Option<u32>,
    /// Issuers. Default 1.
    pub workers: Option<u32>,
    /// Operations per second over all workers; absent: closed load.
    pub rate: Option<f64>,
    /// `constant` or `poisson`. Default poisson.
    pub arrivals: Option<String>,
    /// In-flight cap of an open load over all workers. Default 4096 operations or 1 GiB of buffers, whichever is less.
    pub max_outstanding: Option<u32>,
    /// Length of Warmup. Default 1s.
    pub warmup_for: Option<String>,
    /// Length of Measure, or its limit. Default 5s.
    pub measure_for: Option<String>,
    /// Limit of Drain. Default 5s.
    pub drain_limit: Option<String>,
    /// Length of an interval, 100ms to 60s. Default 1s; 100ms for a probe that stops when decided.
    pub interval: Option<String>,
    /// Seed. Absent: drawn from the system and recorded.
    pub seed: Option<u64>,
    /// What is judged.
    pub objective: Option<String>,
    /// End Measure as soon as the objective is decided.
    pub stop_when_decided: bool,
    /// Confidence of the decision. Default 0.95.
    pub confidence: Option<f64>,
    /// Operations that a probe may spend. Default 5 million.
    pub max_operations: Option<u64>,
}

//! Workload and Load as documents: resolved, complete, refused when they contradict themselves.

use plimsoll_base::Bytes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where the next operation goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pattern {
    /// Uniform over the blocks of the working set.
    Random,
    /// Each worker walks its own contiguous region of the working set and starts again at its end.
    Sequential,
}

impl Pattern {
    /// Every pattern with its name.
    pub const ALL: [(&'static str, Pattern); 2] = [("random", Pattern::Random), ("sequential", Pattern::Sequential)];
}

/// Whether the page cache may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// `O_DIRECT`: past the page cache.
    Direct,
    /// Through the page cache.
    Cached,
}

/// What operations look like, not how fast they come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Workload {
    /// Bytes of every operation.
    pub block_size_bytes: Bytes,
    /// Share of reads in percent, 0 to 100; the rest are writes.
    pub read_percent: f64,
    /// Where operations go.
    pub pattern: Pattern,
    /// First byte of the working set.
    pub working_set_offset_bytes: Bytes,
    /// Bytes of the working set: those that may be addressed. A whole number of blocks.
    pub working_set_bytes: Bytes,
}

impl Workload {
    /// Blocks in the working set.
    pub fn blocks(&self) -> u64 {
        self.working_set_bytes.0 / self.block_size_bytes.0
    }
    /// Whether any operation reads.
    pub fn reads(&self) -> bool {
        self.read_percent > 0.0
    }
    /// Whether any operation writes.
    pub fn writes(&self) -> bool {
        self.read_percent < 100.0
    }
}

/// How the intended instants of an open load follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ArrivalProcess {
    /// Equal gaps; the workers' schedules interleave evenly.
    Constant,
    /// Independent exponential gaps: what many independent users make together.
    Poisson,
}

impl ArrivalProcess {
    /// Every process with its name.
    pub const ALL: [(&'static str, ArrivalProcess); 2] =
        [("constant", ArrivalProcess::Constant), ("poisson", ArrivalProcess::Poisson)];
}

/// How fast operations come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Load {
    /// A fixed number of outstanding operations: the next starts when one ends.
    Closed {
        /// Outstanding operations per worker.
        queue_depth: u32,
        /// Issuers, each with its own queue.
        workers: u32,
    },
    /// Operations at intended instants, independent of completions.
    Open {
        /// Intended operations per second over all workers.
        offered_rate_per_s: f64,
        /// How they are spaced.
        arrivals: ArrivalProcess,
        /// In-flight cap over all workers.
        max_outstanding: u32,
        /// Issuers, each with its own queue.
        workers: u32,
    },
}

impl Load {
    /// Number of issuers.
    pub fn workers(&self) -> u32 {
        match self {
            Load::Closed { workers, .. } | Load::Open { workers, .. } => *workers,
        }
    }
    /// Cap on outstanding operations of worker `index`; the shares add up to the cap over all workers.
    pub fn slots_of(&self, index: u32) -> u32 {
        match self {
            Load::Closed { queue_depth, .. } => *queue_depth,
            Load::Open { max_outstanding, workers, .. } => {
                max_outstanding / workers + u32::from(index < max_outstanding % workers)
            }
        }
    }
    /// Intended operations per second over all workers; none for a closed load.
    pub fn offered_rate_per_s(&self) -> Option<f64> {
        match self {
            Load::Closed { .. } => None,
            Load::Open { offered_rate_per_s, .. } => Some(*offered_rate_per_s),
        }
    }
}

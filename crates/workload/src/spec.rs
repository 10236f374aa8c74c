//! Workload and Load as documents: resolved, complete, refused when they contradict themselves.

use plimsoll_base::Bytes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::load::{Bursts, Cap, Profile, Think, Trace};
use crate::pattern::Pattern;
use crate::payload::PayloadSpec;

/// Whether the page cache may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// `O_DIRECT`: past the page cache.
    Direct,
    /// Through the page cache.
    Cached,
}

/// A block size and how often it comes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlockShare {
    /// Bytes of an operation.
    pub bytes: Bytes,
    /// Share of the operations of its kind in percent; the shares of a mix add up to 100.
    pub percent: f64,
}

/// How writes are made durable from time to time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SyncEvery {
    /// A flush follows once so many writes of a worker have completed since those that the last one was for. It is an
    /// operation of its own beside the schedule, which is one of data, and does not wait for other writes that are outstanding.
    pub writes: u32,
    /// `fdatasync`: data, and the metadata needed to find it. Otherwise `fsync`: all metadata too.
    pub data_only: bool,
}

/// What operations look like, not how fast they come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Workload {
    /// Bytes of every operation when all are of one size; null for a mix.
    pub block_size_bytes: Option<Bytes>,
    /// Sizes of reads.
    pub read_blocks: Vec<BlockShare>,
    /// Sizes of writes and trims.
    pub write_blocks: Vec<BlockShare>,
    /// Every operation starts at a multiple of this, counted from the start of the working set.
    pub align_bytes: Bytes,
    /// Share of reads in percent, 0 to 100; the rest are writes and trims.
    pub read_percent: f64,
    /// Share of trims in percent, 0 to 100.
    pub trim_percent: f64,
    /// Where operations go.
    pub pattern: Pattern,
    /// First byte of the working set.
    pub working_set_offset_bytes: Bytes,
    /// Bytes of the working set: those that may be addressed. A whole number of `align_bytes`.
    pub working_set_bytes: Bytes,
    /// Flushes after so many writes; null: none.
    pub sync: Option<SyncEvery>,
    /// Every write is durable before it is acknowledged (`O_DSYNC`, force unit access).
    pub durable_writes: bool,
    /// What writes contain.
    pub payload: PayloadSpec,
    /// Every block carries target, offset, generation and checksum, and what is read is checked against them.
    pub verify: bool,
}

impl Workload {
    /// Share of writes in percent.
    pub(crate) fn write_percent(&self) -> f64 {
        (100.0 - self.read_percent - self.trim_percent).max(0.0)
    }
    /// Whether any operation reads.
    pub fn reads(&self) -> bool {
        self.read_percent > 0.0
    }
    /// Whether any operation writes.
    pub fn writes(&self) -> bool {
        self.write_percent() > 0.0
    }
    /// Whether any operation trims.
    pub fn trims(&self) -> bool {
        self.trim_percent > 0.0
    }
    /// Whether the target is changed.
    pub fn changes(&self) -> bool {
        self.writes() || self.trims()
    }
    /// The kinds of operation that occur, in the order of [`plimsoll_base::OpKind::ALL`].
    pub fn kinds(&self) -> [bool; 4] {
        [self.reads(), self.writes(), self.trims(), self.sync.is_some() && self.writes()]
    }
    /// Sizes of the operations that occur.
    pub fn sizes(&self) -> impl Iterator<Item = Bytes> + '_ {
        let reads = self.read_blocks.iter().filter(|_| self.reads());
        reads.chain(self.write_blocks.iter().filter(|_| self.changes())).map(|share| share.bytes)
    }
    /// The largest operation.
    pub fn largest_block(&self) -> Bytes {
        self.sizes().max().unwrap_or_default()
    }
    /// The smallest operation.
    pub fn smallest_block(&self) -> Bytes {
        self.sizes().min().unwrap_or_default()
    }
    /// One size, one pattern, no extras: what most workloads are, and what tests start from.
    pub fn simple(block: Bytes, read_percent: f64, pattern: Pattern, offset: Bytes, working_set: Bytes) -> Workload {
        let blocks = vec![BlockShare { bytes: block, percent: 100.0 }];
        Workload {
            block_size_bytes: Some(block),
            read_blocks: blocks.clone(),
            write_blocks: blocks,
            align_bytes: block,
            read_percent,
            trim_percent: 0.0,
            pattern,
            working_set_offset_bytes: offset,
            working_set_bytes: working_set,
            sync: None,
            durable_writes: false,
            payload: PayloadSpec::default(),
            verify: false,
        }
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
    /// As recorded: see `trace`.
    Trace,
}

impl ArrivalProcess {
    /// Every process that a rate alone describes, with its name.
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
        /// Time between a completion and the next operation of the same slot; null: none.
        think: Option<Think>,
        /// Rate that is not exceeded over all workers; null: none.
        cap: Option<Cap>,
        /// Times of load and of rest by turns; null: load without rest.
        bursts: Option<Bursts>,
    },
    /// Operations at intended instants, independent of completions.
    Open {
        /// Intended operations per second over all workers: the mean over Measure, rests between bursts included.
        offered_rate_per_s: f64,
        /// How the rate changes in the course of Measure.
        profile: Profile,
        /// How operations are spaced.
        arrivals: ArrivalProcess,
        /// Where the instants come from when they were recorded; null otherwise.
        trace: Option<Trace>,
        /// Times of load and of rest by turns; null: load without rest.
        bursts: Option<Bursts>,
        /// In-flight cap over all workers.
        max_outstanding: u32,
        /// Issuers, each with its own queue.
        workers: u32,
    },
}

impl Load {
    /// A closed load without extras.
    pub fn closed(queue_depth: u32, workers: u32) -> Load {
        Load::Closed { queue_depth, workers, think: None, cap: None, bursts: None }
    }
    /// An open load at one rate.
    pub fn open(offered_rate_per_s: f64, arrivals: ArrivalProcess, max_outstanding: u32, workers: u32) -> Load {
        Load::Open {
            offered_rate_per_s,
            profile: Profile::Flat,
            arrivals,
            trace: None,
            bursts: None,
            max_outstanding,
            workers,
        }
    }
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
    /// Intended operations per second over all workers, mean over Measure; none for a closed load.
    pub fn offered_rate_per_s(&self) -> Option<f64> {
        match self {
            Load::Closed { .. } => None,
            Load::Open { offered_rate_per_s, .. } => Some(*offered_rate_per_s),
        }
    }
    /// Times of load and of rest by turns, if there are any.
    pub fn bursts(&self) -> Option<Bursts> {
        match self {
            Load::Closed { bursts, .. } | Load::Open { bursts, .. } => *bursts,
        }
    }
    /// Whether the intended rate stays the same throughout Measure: only then a Run is evidence of what is carried.
    pub fn steady(&self) -> bool {
        matches!(self, Load::Closed { .. } | Load::Open { profile: Profile::Flat, .. })
    }
}

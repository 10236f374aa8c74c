//! What was typed, as documents: every value still text or absent. Resolved exactly once, in [`crate::resolve`].

use std::collections::BTreeMap;

use plimsoll_host::TargetIdentity;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::spec::{OnError, Segment};

/// Opens a session: a target and what operations on it look like.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SessionRequest {
    /// A path, `nbd://…`, `nbd+unix://…`, `null:` or `stack:FILE.toml`.
    pub target: String,
    /// Further files and devices that are driven together with it.
    pub more_targets: Vec<String>,
    /// Name of an engine; absent: the best one for the target that this machine has.
    pub engine: Option<String>,
    /// Choices about the engine: `iopoll`, `sqpoll` (io_uring), `connections=N` (nbd).
    pub engine_options: Vec<String>,
    /// Through the page cache.
    pub cached: bool,
    /// On the virtual clock (stacks only).
    #[serde(rename = "virtual")]
    pub on_virtual_clock: bool,
    /// The values of `--i-will-lose-the-data-on`.
    pub confirmations: Vec<String>,
    /// What each of them was when it was confirmed, by the target's name: another one of that name is refused.
    pub identities: BTreeMap<String, TargetIdentity>,
    /// A recognised signature may be overwritten too.
    pub overwrite_signature: bool,
    /// File that keeps the generations of what was written, so that a later session can verify it.
    pub verify_journal: Option<String>,
    /// What an error does.
    pub on_error: Option<OnError>,
    /// Hosts of a described stack that are down.
    pub hosts_down: Vec<String>,
    /// Parameters of a described stack in the place of those in its file, each as `NAME.KEY=VALUE`.
    pub stack_parameters: Vec<String>,
    /// From flags; they win over the file.
    pub workload: WorkloadRequest,
    /// Text of a workload file.
    pub workload_toml: Option<String>,
    /// Its name, for errors.
    pub workload_file: Option<String>,
}

/// From one list of keys: [`WorkloadRequest`], the names of its keys, and what wins where two say something.
macro_rules! workload_keys {
    ($($(#[$doc:meta])* $key:ident: $value:ty,)*) => {
        /// What operations look like, as typed: the keys of a workload file.
        #[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, default)]
        pub struct WorkloadRequest {
            $($(#[$doc])* pub $key: Option<$value>,)*
        }

        impl WorkloadRequest {
            /// The keys of a workload file.
            pub const KEYS: &'static [&'static str] = &[$(stringify!($key)),*];

            /// These values, and `other`'s where there are none.
            pub fn or(self, other: WorkloadRequest) -> WorkloadRequest {
                WorkloadRequest { $($key: self.$key.or(other.$key),)* }
            }
        }
    };
}

workload_keys! {
    /// Bytes of an operation, such as `4k`, or a mix with weights, such as `4k:60,64k:40`. Default 4k.
    block_size: SizeText,
    /// The same for writes and trims, where they differ from reads.
    write_block_size: SizeText,
    /// Operations start at multiples of this. Default: the smallest block.
    align: SizeText,
    /// Share of reads in percent. Default 100.
    read: f64,
    /// Share of trims in percent; what is neither read nor trim is a write. Default 0.
    trim: f64,
    /// Where operations go, such as `random`, `zipf:1.1` or `sequential+30%random`. Default random.
    pattern: String,
    /// How writes are made durable: `fdatasync` or `fsync` after every write of a worker, `fdatasync:8` after every
    /// eighth, `dsync` or `fua` with each write itself (O_DSYNC, force unit access), several joined by `+`. Default none.
    sync: String,
    /// What writes contain: `random` or `zero`. Default random.
    payload: String,
    /// Share of the payload that a compressing target can save, in percent. Default 0.
    compressible: f64,
    /// Share of the payload's blocks that are copies of others, in percent. Default 0.
    duplicates: f64,
    /// Blocks carry target, offset, generation and checksum, and what is read is checked. Default false.
    verify: bool,
    /// Bytes that may be addressed, such as `1g`, or a share of the target, such as `50%`. Default 100%.
    working_set: SizeText,
    /// First byte that may be addressed, or a share of the target. Default 0.
    working_set_offset: SizeText,
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
    /// Of what `rate` or `rate_profile` is the rate: `client` (each client of a described stack) or `target` (each of several).
    /// Absent: of all together.
    pub rate_per: Option<String>,
    /// A rate that changes in the course of Measure: `1000..50000` rises linearly, `1000:10s,5000:20s` goes in steps.
    pub rate_profile: Option<String>,
    /// Figures for each client of a described stack, however many there are. Without: up to 64 of them have figures.
    pub per_client: bool,
    /// `constant`, `poisson` or `trace:FILE`. Default poisson.
    pub arrivals: Option<String>,
    /// Time that a slot of a closed load rests before its next operation: `1ms`, or `exp:1ms` for exponential ones.
    pub think_time: Option<String>,
    /// Operations per second that a closed load does not exceed.
    pub cap_rate: Option<f64>,
    /// Bytes per second that a closed load does not exceed, such as `100m`.
    pub cap_bytes: Option<String>,
    /// Load and rest by turns, such as `100ms/900ms`.
    pub bursts: Option<String>,
    /// In-flight cap of an open load over all workers. Default 4096 operations or 1 GiB of buffers, whichever is less.
    pub max_outstanding: Option<u32>,
    /// Length of Warmup. Default 1s.
    pub warmup_for: Option<String>,
    /// Measure begins as soon as the target is steady: `snia`, `slope` (see the steady-state tests).
    pub steady: Option<String>,
    /// What must be steady: `rate`, `bytes` or `response_time`. Default rate.
    pub steady_of: Option<String>,
    /// Longest Warmup when it waits for steady state. Default 10m.
    pub steady_limit: Option<String>,
    /// An operation that is out for longer has hung and ends the Run. Default 2m.
    pub io_deadline: Option<String>,
    /// Length of Measure, or its limit. Default 5s.
    pub measure_for: Option<String>,
    /// A worker ends once Measure has given it operations of so many bytes, such as `1g`; Measure ends with the last of them, or
    /// after `measure_for`. Absent: only time ends it.
    pub bytes_each: Option<SizeText>,
    /// Limit of Drain. Default 5s.
    pub drain_limit: Option<String>,
    /// Length of an interval, 100ms to 60s. Default: a sixtieth of Measure or less, 100ms to 1s; 100ms for a probe that stops
    /// when decided, 1s with a steady-state test.
    pub interval: Option<String>,
    /// Seed. Absent: drawn from the system and recorded.
    pub seed: Option<u64>,
    /// What is judged: one objective, or several joined by ` and `.
    pub objective: Option<String>,
    /// End Measure as soon as the objective is decided.
    pub stop_when_decided: bool,
    /// Decide on the storage's own time: without the spans in which this machine stood still, and without the storage's pauses.
    pub storage_time: bool,
    /// Confidence of the decision. Default 0.95.
    pub confidence: Option<f64>,
    /// Operations that a probe may spend. Default 5 million.
    pub max_operations: Option<u64>,
    /// Of a Run over several hosts: which of its workers are issued here. `workers` and `rate` are those of all.
    pub segment: Option<Segment>,
}

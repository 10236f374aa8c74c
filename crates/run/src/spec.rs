//! What a Run is asked to do: as typed ([`SessionRequest`], [`ProbeRequest`]) and as resolved ([`RunSpec`]).

use plimsoll_base::{Bytes, Nanos};
use plimsoll_measure::objective::{Metric, Objective, Statistic};
use plimsoll_workload::{Access, Load, Workload};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What kind of thing a target is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TargetKind {
    /// A regular file.
    File,
    /// A block device.
    BlockDevice,
    /// Nothing: every operation succeeds at once. Measures the generator.
    Null,
    /// A described stack.
    Stack,
}

/// The thing under test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// As typed.
    pub name: String,
    /// What it is.
    pub kind: TargetKind,
    /// Its size.
    pub size_bytes: Bytes,
    /// Smallest unit of direct I/O.
    pub logical_block_bytes: u32,
    /// Whether Plimsoll made it (a file) ; true for targets that hold no data.
    pub made_by_plimsoll: bool,
    /// A stack's whole description, defaults filled in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<plimsoll_storage::StackSpec>,
}

/// Which clock a Run lives on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunClock {
    /// The machine's.
    Real,
    /// The simulator's.
    Virtual,
}

/// What happens when an operation fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnError {
    /// The Run stops at the first error and is `failed`.
    Stop,
    /// Errors are counted; the Run is `failed` only when nothing succeeded.
    Continue,
}

/// Lengths of the phases. All in nanoseconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Phases {
    /// Load without record.
    pub warmup_ns: Nanos,
    /// Length of Measure; with a stop rule, its limit.
    pub measure_ns: Nanos,
    /// Limit of Drain.
    pub drain_limit_ns: Nanos,
    /// Length of an interval.
    pub interval_ns: Nanos,
}

/// When Measure ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum StopRule {
    /// After `measure_ns`: a Run, or a hold.
    Fixed {
        /// What is judged at the end; none: only whether the target keeps up.
        objective: Option<Objective>,
        /// Confidence of the judgement.
        confidence: f64,
    },
    /// As soon as the objective is decided at this confidence, at the latest after `measure_ns` or so many operations:
    /// a probe.
    Decided {
        /// What is decided.
        objective: Objective,
        /// Confidence of the decision.
        confidence: f64,
        /// Most operations to spend.
        max_operations: u64,
    },
}

/// A Run, resolved: every default filled in, stored with its record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunSpec {
    /// The thing under test.
    pub target: Target,
    /// How it is driven: `io_uring`, `psync`, `null`, `emulated`.
    pub engine: String,
    /// Past the page cache or through it.
    pub access: Access,
    /// Which clock.
    pub clock: RunClock,
    /// What operations look like.
    pub workload: Workload,
    /// How fast they come.
    pub load: Load,
    /// How long.
    pub phases: Phases,
    /// When Measure ends.
    pub stop: StopRule,
    /// What an error does.
    pub on_error: OnError,
    /// Seed of addresses, arrivals, payload and service times.
    pub seed: u64,
}

impl StopRule {
    /// What the evidence is gathered for: the objective, or one that everything meets, so that only the question remains
    /// whether the target keeps up.
    pub fn judged(&self) -> Objective {
        self.objective().copied().unwrap_or(Objective {
            statistic: Statistic::Percentile(50.0),
            metric: Metric::ResponseTime,
            kind: None,
            bound: Nanos::MAX,
        })
    }

    /// What must be met; none when only the figures are wanted.
    pub fn objective(&self) -> Option<&Objective> {
        match self {
            StopRule::Fixed { objective, .. } => objective.as_ref(),
            StopRule::Decided { objective, .. } => Some(objective),
        }
    }
}

//! What a Run is asked to do: as typed ([`SessionRequest`], [`ProbeRequest`]) and as resolved ([`RunSpec`]).

use std::ops::Range;

use plimsoll_base::random::split_mix;
use plimsoll_base::{Bytes, Nanos};
use plimsoll_measure::objective::Objectives;
use plimsoll_measure::steady::{SteadyTest, Tracked};
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
    /// An export of a network block device server.
    Nbd,
    /// Several targets, driven together.
    Several,
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
    /// Whether Plimsoll made it (a file) and wrote what it holds; true for targets that hold no data.
    pub made_by_plimsoll: bool,
    /// A stack's whole description, defaults filled in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<plimsoll_storage::StackSpec>,
    /// The targets that are driven together, when there are several; `size_bytes` is their sum then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Member>,
}

/// One of several targets that are driven together. Worker i works on member i modulo their number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// As typed.
    pub name: String,
    /// What it is.
    pub kind: TargetKind,
    /// Its size.
    pub size_bytes: Bytes,
    /// Smallest unit of direct I/O.
    pub logical_block_bytes: u32,
    /// Whether Plimsoll made it, and wrote what it holds.
    pub made_by_plimsoll: bool,
    /// First byte of its share of the working set.
    pub working_set_offset_bytes: Bytes,
    /// Bytes of its share of the working set.
    pub working_set_bytes: Bytes,
}

/// Clients of one kind on the virtual clock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClientGroup {
    /// Name of their table in the stack; "generator" when the stack names no clients.
    pub name: String,
    /// How many they are.
    pub clients: u32,
    /// How many volumes they have together.
    pub volumes: u32,
    /// What their operations look like, on the first of their volumes.
    pub workload: Workload,
    /// How fast they come, over all of them.
    pub load: Load,
    /// Processor time that an operation costs one of them.
    pub cpu_ns_per_io: u64,
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
    /// The Run goes on to its end; any error makes it `failed`, its figures are kept.
    Continue,
    /// Errors are figures like others: the Run is `failed` only when nothing succeeded.
    Count,
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
    /// An operation that is out for longer has hung: the Run ends as `failed`.
    pub io_deadline_ns: Nanos,
    /// Warmup ends as soon as the target is steady, at the latest after `warmup_ns`; null: it always lasts that long.
    pub steady: Option<SteadyRule>,
}

/// When the target is steady. The rounds of the test are the intervals of Warmup.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SteadyRule {
    /// The test.
    pub test: SteadyTest,
    /// What must be steady.
    pub tracked: Tracked,
}

/// When Measure ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum StopRule {
    /// After `measure_ns`: a Run, or a hold.
    Fixed {
        /// What is judged at the end, one or several joined by ` and `; none: only whether the target keeps up.
        objective: Option<Objectives>,
        /// Confidence of the judgement.
        confidence: f64,
    },
    /// As soon as the objective is decided at this confidence, at the latest after `measure_ns` or so many operations:
    /// a probe.
    Decided {
        /// What is decided, one or several joined by ` and `.
        objective: Objectives,
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
    /// How it is driven: the name of an engine.
    pub engine: String,
    /// What was chosen about the engine, such as `sqpoll`.
    pub engine_options: Vec<String>,
    /// Past the page cache or through it.
    pub access: Access,
    /// Which clock.
    pub clock: RunClock,
    /// What operations look like.
    pub workload: Workload,
    /// How fast they come.
    pub load: Load,
    /// On the virtual clock, the clients of a stack that has several, or one generator on several volumes: `workload` is
    /// the first one's then, and `load` is theirs together (open when all are open).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clients: Vec<ClientGroup>,
    /// Whether the clients are told apart however many they are.
    #[serde(default, skip_serializing_if = "is_false")]
    pub per_client: bool,
    /// How long.
    pub phases: Phases,
    /// When Measure ends.
    pub stop: StopRule,
    /// Bytes that each worker issues in Measure; the last that has done so ends it. None: as many as there is time for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes_each: Option<Bytes>,
    /// Whether the stop rule decides on the storage's own time: without the spans in which this machine stood still, and without
    /// the storage's pauses.
    #[serde(default, skip_serializing_if = "is_false")]
    pub storage_time: bool,
    /// What an error does.
    pub on_error: OnError,
    /// Seed of addresses, arrivals, payload and service times.
    pub seed: u64,
    /// Which of the load's workers are issued here; none: all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub segment: Option<Segment>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

/// From this lateness on, own lag is reported apart from the target's time, whatever the objective.
const MIN_OWN_LAG: Nanos = Nanos(50_000);

/// At this lateness it is reported apart however long the objective's bound is: it stays in the figures of the storage
/// alone.
const MAX_OWN_LAG: Nanos = Nanos(250_000);

/// Share of a bounded response time that our own lateness may be, between the two.
const OWN_LAG_SHARE: f64 = 0.05;

/// Our own lateness up to which it is none, beside what these objectives bound.
pub fn lag_tolerance(objectives: Option<&Objectives>) -> Nanos {
    let bound = objectives.and_then(Objectives::tightest_bound);
    let share = |bound: Nanos| Nanos((bound.0 as f64 * OWN_LAG_SHARE) as u64);
    bound.map_or(MIN_OWN_LAG, |bound| share(bound).clamp(MIN_OWN_LAG, MAX_OWN_LAG))
}

impl RunSpec {
    /// The numbers of the workers that are issued here.
    pub(crate) fn workers_here(&self) -> Range<u32> {
        self.segment.map_or(0..self.load.workers(), |segment| segment.range())
    }

    /// Seed of what the workers here do: hosts that share a target do not read the same places at the same time, nor write
    /// the same content.
    pub(crate) fn seed_here(&self) -> u64 {
        match self.segment {
            Some(segment) if segment.first_worker > 0 => split_mix(self.seed ^ u64::from(segment.first_worker)),
            _ => self.seed,
        }
    }

    /// The workload on each target: one, or one for each member.
    pub(crate) fn workloads(&self) -> Vec<Workload> {
        if self.target.members.is_empty() {
            return vec![self.workload.clone()];
        }
        let on = |member: &Member| Workload {
            working_set_offset_bytes: member.working_set_offset_bytes,
            working_set_bytes: member.working_set_bytes,
            ..self.workload.clone()
        };
        self.target.members.iter().map(on).collect()
    }

    /// Our own lateness up to which it is none: small beside what an objective bounds.
    pub fn lag_tolerance(&self) -> Nanos {
        lag_tolerance(self.stop.objectives())
    }
}

impl StopRule {
    /// The objectives, or one that everything meets. The evidence then only shows whether the target keeps up.
    pub fn evidence_objectives(&self) -> Objectives {
        self.objectives().cloned().unwrap_or_else(Objectives::anything)
    }

    /// The objectives; none of a Run for figures only.
    pub fn objectives(&self) -> Option<&Objectives> {
        match self {
            StopRule::Fixed { objective, .. } => objective.as_ref(),
            StopRule::Decided { objective, .. } => Some(objective),
        }
    }
}

/// Which workers of a Run are issued here, and when it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Segment {
    /// Number of the first of them.
    pub first_worker: u32,
    /// How many they are.
    pub workers: u32,
    /// When the Run starts, on this host's monotonic clock, ns.
    pub start_ns: u64,
}

impl Segment {
    /// Their numbers.
    pub fn range(&self) -> Range<u32> {
        self.first_worker..self.first_worker.saturating_add(self.workers)
    }
}

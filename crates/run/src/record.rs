//! The record of a Run: the one document that every Run leaves. Its JSON schema is published from these types, and the
//! types of the Python side are generated from that schema.
//!
//! Everything under [`Measured`] is a function of spec, seed and software on the virtual clock, byte for byte. What
//! depends on the machine or the day (host, times of day, generator CPU, system load) lies beside it.

use std::collections::BTreeMap;

#[cfg(feature = "measure")]
use plimsoll_engine::verify::{Findings, Mismatch};
use plimsoll_host::{Fingerprint, Neighbours, SystemLoad};
use plimsoll_measure::decide::{IntervalCounts, Judgement, StorageTime};
use plimsoll_measure::histogram::{Percentiles, Summary};
use plimsoll_measure::moments::Moments;
use plimsoll_measure::steady::SteadyVerdict;
use plimsoll_storage::ElementFigures;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::spec::RunSpec;

/// Name and version of this document.
pub(crate) const SCHEMA: &str = "plimsoll.run/1";

/// How a Run ended (measurement.md, section 3). A closed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The figures speak about the target.
    Ok,
    /// The target did not keep up with the offered rate: evidence about the target.
    CannotCarry,
    /// We did not keep the schedule: no evidence about the target.
    GeneratorLimited,
    /// It was told to measure only when steady, and was not.
    NotSteady,
    /// The page cache answered.
    Cached,
    /// Errors ended it, by the chosen policy.
    Failed,
    /// It was interrupted; what was measured until then is kept.
    Stopped,
}

/// Who set the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Limiter {
    /// The thing under test.
    Target,
    /// A cap set by policy.
    PolicyCap,
    /// The generator's processor.
    ClientCpu,
    /// The generator's outstanding I/O.
    ClientOutstanding,
    /// A cache in between.
    Cache,
    /// Nothing: the offered rate was carried.
    Schedule,
    /// Not determined.
    Unknown,
}

/// What a [`LimitedBy`] rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// This Run alone.
    Single,
    /// Runs with more load beside it.
    Scaling,
}

/// A reason as a code with its figures: what a script asks, whatever the sentence beside it says.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Cause {
    /// Which, in snake case: `keeps_up`, `falls_behind`, `none_issued`.
    pub kind: String,
    /// The figures that its sentence names. Shares are of 1, rates per second, spans in ns where the name says so.
    #[serde(default)]
    pub figures: BTreeMap<String, Figure>,
}

/// A figure of a reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Figure {
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(f64),
    /// A name.
    Text(String),
}

/// Who limited a Run, how that is known and how surely.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LimitedBy {
    /// Who.
    pub value: Limiter,
    /// From one Run or from several.
    pub basis: Basis,
    /// 0 to 1.
    pub confidence: f64,
    /// What it rests on, with figures.
    #[serde(default)]
    pub because: String,
    /// The same as a code with its figures; null in records of older versions and of other tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Cause>,
    /// What would decide it, or make it surer; null when nothing more is needed.
    #[serde(default)]
    pub would_decide: Option<String>,
}

/// The figures of one kind of operation, or of all.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KindFigures {
    /// Operations intended inside Measure, finished or not.
    pub count: u64,
    /// Of those, the operations that never finished (they enter the spans below with their age).
    pub unfinished: u64,
    /// Of those, the operations that ended with an error (not in the spans below).
    pub errors: u64,
    /// Operations completed inside Measure.
    pub completed: u64,
    /// Bytes moved by those.
    pub bytes: u64,
    /// completed − intended.
    pub response_time_ns: Summary,
    /// completed − submitted.
    pub completion_latency_ns: Summary,
    /// Time inside the submit call.
    pub submission_latency_ns: Summary,
    /// ready − intended: backlog, the target's doing.
    pub slot_wait_ns: Summary,
    /// submitted − ready: our own lateness.
    pub own_lag_ns: Summary,
    /// Operations that our own lateness had a part in: submitted late, found late, or under way while the target got over
    /// what was submitted late.
    #[serde(default)]
    pub disturbed: u64,
    /// completed − intended of the others, those that never finished with their age: the storage alone.
    #[serde(default)]
    pub storage_alone_ns: Summary,
    /// What the storage alone can be at most: each of the disturbed counted as slower than all others. Null where so many
    /// were left out that the percentile could be any of them.
    #[serde(default)]
    pub storage_alone_at_most_ns: Percentiles,
}

/// How this machine kept a thread that only wakes, every `period_ns`, and never touches the target: the
/// heartbeat. Shares are of the beats due in Measure; a beat that is less than 250 us late is on time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stillness {
    /// From one beat to the next, at the end.
    pub period_ns: u64,
    /// Of Measure, the share in which this machine, or the core that the heartbeat was on, stood still: timers came late.
    pub stood_still_share: f64,
    /// Of Measure, the share in which a thread that was ready waited for a processor, behind other programs.
    pub waited_share: f64,
    /// Spans in which it stood still, as far as a beat fell into them.
    pub spans: u64,
    /// The longest of them, ns; it may have begun up to a period earlier.
    pub longest_ns: u64,
    /// Processor time that the heartbeat took itself, as a share of a core; null on the virtual clock.
    pub cpu_share: Option<f64>,
}

/// How finely instants were told, and at what cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stamps {
    /// Clock reads per operation.
    pub clock_reads_per_io: f64,
    /// System calls per operation that the engine made.
    pub system_calls_per_io: f64,
    /// Largest number of operations that shared one submission stamp.
    pub largest_submit_batch: u64,
    /// Completions that a wait of the generator gathered before it was woken: with n of them and N operations outstanding a
    /// completion is stamped late by about (n - 1) / 2N of the mean latency. 1 for an open load.
    pub completions_gathered: u32,
    /// Mean time between looking for completions while some were outstanding and the generator was awake: half of it
    /// is the mean error of a completion stamp.
    pub reap_gap_mean_ns: f64,
    /// Bound of the error of a completion stamp: the longest such gap.
    pub reap_gap_max_ns: u64,
    /// Seconds of Measure that the target made submit calls wait, over all workers: asleep in them, while this machine
    /// ran. What was intended meanwhile counts as slot wait, not as own lag.
    pub submit_held_s: f64,
}

/// The figures of a Run: on the virtual clock the same for the same spec, seed and software, byte for byte.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Measured {
    /// Operations of data (reads, writes, trims) per second intended; null for a closed load. Syncs are in no rate: `flush`
    /// counts them.
    pub offered_rate_per_s: Option<f64>,
    /// Operations of data intended inside Measure per second of it, as the schedule fell out; null for a closed load.
    pub scheduled_rate_per_s: Option<f64>,
    /// Operations of data per second submitted inside Measure.
    pub issued_rate_per_s: f64,
    /// Operations of data per second completed inside Measure without error.
    pub achieved_rate_per_s: f64,
    /// Bytes per second completed inside Measure.
    pub bytes_per_s: f64,
    /// Outstanding I/O: mean over Measure.
    pub outstanding_mean: f64,
    /// Outstanding I/O: largest seen.
    pub outstanding_max: u64,
    /// Whether a worker had its whole share of the in-flight cap outstanding at the end of Measure. No part of the document.
    #[serde(skip)]
    pub worker_at_cap: bool,
    /// Operations intended and not completed at the end of Measure.
    pub backlog_at_end: u64,
    /// Of the operations that never finished, those that were out for more than twice as long as any that finished: not slow,
    /// lost. No part of the document.
    #[serde(skip)]
    pub lost: u64,
    /// Seconds of Warmup, Measure and Drain.
    pub warmup_s: f64,
    /// Seconds of Measure.
    pub measure_s: f64,
    /// Seconds of Drain.
    pub drain_s: f64,
    /// Bytes written in all phases.
    pub bytes_written: u64,
    /// Reads.
    pub read: KindFigures,
    /// Writes.
    pub write: KindFigures,
    /// Trims.
    pub trim: KindFigures,
    /// Flushes.
    pub flush: KindFigures,
    /// All of them.
    pub all: KindFigures,
    /// Our own lateness over all operations; the same as `all.own_lag_ns`.
    pub own_lag_ns: Summary,
    /// Errors by name of the errno, all phases.
    pub errors_by_errno: BTreeMap<String, u64>,
    /// The first error, in words.
    pub first_error: Option<String>,
    /// What the test of steady state found; null when none was asked for.
    pub steady: Option<SteadyVerdict>,
    /// Whether the target kept up and met the objective; null of a closed load without an objective.
    pub judgement: Option<Judgement>,
    /// Fineness of the stamps.
    pub stamps: Stamps,
    /// How still this machine stood, as a heartbeat beside the Run tells; null when no beat fell into Measure.
    #[serde(default)]
    pub machine: Option<Stillness>,
    /// What belongs to the storage alone in time: Measure without the spans in which this machine stood still, with the pauses
    /// of the storage apart. Absent without an offered rate, and where nothing of either was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub storage_time: Option<StorageTime>,
    /// Response time of what completed in undisturbed intervals of Measure; absent where there was no other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undisturbed_response_time_ns: Option<Summary>,
    /// The figures of the clients of a stack, by kind of client, when there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clients: Vec<ClientFigures>,
    /// The figures of each client (VM) of a stack, or of each target, when there are several. Null for a probe that stops
    /// when it is decided, and for more clients than are told apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each: Option<Each>,
    /// The figures of each worker on the real clock, when there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub workers: Vec<WorkerFigures>,
    /// The figures of each host of a Run over several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<HostFigures>,
    /// What the elements of a stack did in Measure; null without one, and on the real clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub storage: Option<StorageFigures>,
}

/// The figures of clients of one kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClientFigures {
    /// Name of their table in the stack.
    pub name: String,
    /// How many they are.
    pub clients: u32,
    /// Operations per second intended by all of them; null for a closed load.
    pub offered_rate_per_s: Option<f64>,
    /// Operations intended inside Measure per second of it; null for a closed load.
    pub scheduled_rate_per_s: Option<f64>,
    /// Operations per second completed inside Measure without error, over all of them.
    pub achieved_rate_per_s: f64,
    /// Bytes per second completed inside Measure.
    pub bytes_per_s: f64,
    /// Outstanding I/O: mean over Measure.
    pub outstanding_mean: f64,
    /// Reads.
    pub read: KindFigures,
    /// Writes.
    pub write: KindFigures,
    /// All of them.
    pub all: KindFigures,
}

/// What [`Each`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EachOf {
    /// The clients (VMs) of a described stack.
    Client,
    /// Targets that were driven together.
    Target,
}

/// What each of several had of a Run, over Measure. Counts add up to those of `all`; percentiles do not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Each {
    /// What they are.
    pub of: EachOf,
    /// The figures of each, in the order of the stack's clients or of the targets.
    pub figures: Vec<EachFigures>,
}

/// The figures of one client (VM) or one target.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EachFigures {
    /// Its name: `vm3`, or the target as typed.
    pub name: String,
    /// The kind of client that it is, by the name of its table; null for a target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Operations per second intended by it; null for a closed load.
    pub offered_rate_per_s: Option<f64>,
    /// Operations intended inside Measure, finished or not.
    pub count: u64,
    /// Of those, the operations that never finished (they enter the response time with their age).
    pub unfinished: u64,
    /// Of those, the operations that ended with an error (not in the response time).
    pub errors: u64,
    /// Operations completed inside Measure.
    pub completed: u64,
    /// Operations per second completed inside Measure without error.
    pub achieved_rate_per_s: f64,
    /// Bytes per second completed inside Measure.
    pub bytes_per_s: f64,
    /// completed − intended: mean.
    pub mean_ns: Option<f64>,
    /// Median. The percentiles of a client are up to 1 % above the exact values.
    pub p50_ns: Option<u64>,
    /// 99th percentile; null where fewer than ten operations lie beyond it.
    pub p99_ns: Option<u64>,
    /// Largest.
    pub max_ns: Option<u64>,
    /// Names of the figures above that are lower bounds (`mean`, `p50`, `p99`, `max`), because operations never finished.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at_least: Vec<String>,
}

/// The figures of one worker over Measure: what it had of those of all. Counts add up to those of `all`; how evenly the
/// workers were served is read from these.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WorkerFigures {
    /// Its number, from 0.
    pub worker: u32,
    /// Operations intended inside Measure, finished or not.
    pub count: u64,
    /// Of those, the operations that never finished (they enter the response time with their age).
    pub unfinished: u64,
    /// Of those, the operations that ended with an error (not in the spans below).
    pub errors: u64,
    /// Operations completed inside Measure.
    pub completed: u64,
    /// Bytes moved by those.
    pub bytes: u64,
    /// Operations per second submitted inside Measure.
    pub issued_rate_per_s: f64,
    /// Operations per second completed inside Measure without error.
    pub achieved_rate_per_s: f64,
    /// Bytes per second completed inside Measure.
    pub bytes_per_s: f64,
    /// Outstanding I/O: mean over Measure.
    pub outstanding_mean: f64,
    /// completed − intended.
    pub response_time_ns: Summary,
    /// submitted − ready: our own lateness.
    pub own_lag_ns: Summary,
    /// Its reads; absent in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<WorkerKind>,
    /// Its writes; absent in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write: Option<WorkerKind>,
}

/// The operations of one kind that a worker completed inside Measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WorkerKind {
    /// Operations completed.
    pub completed: u64,
    /// Bytes moved by those.
    pub bytes: u64,
    /// Their completion latency; null when there were none.
    pub completion_latency_ns: Option<Moments>,
}

/// What one host had of a Run over several. Its figures are those of its operations alone; those of all hosts are computed
/// from the merged distributions, never from these.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HostFigures {
    /// As the hosts file names it.
    pub name: String,
    /// How many of the Run's workers it has.
    pub workers: u32,
    /// The target there, as that host names it.
    pub target: String,
    /// How its part ended; null when it was lost.
    pub outcome: Option<Outcome>,
    /// Why, in a sentence.
    pub because: String,
    /// The same as a code with its figures; null in records of older versions and of a host that was lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Cause>,
    /// Its figures; `worker` is its place in the hosts file.
    pub figures: WorkerFigures,
    /// Of a host that was lost: operations that it had outstanding at the end of its last sealed interval; they are in no
    /// percentile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outstanding_when_lost: Option<u64>,
    /// Processor time of the generator there per operation, ns.
    pub generator_cpu_ns_per_io: Option<GeneratorCpu>,
    /// Share of its workers' time that its generator's processor worked.
    pub busy_share: Option<f64>,
    /// Share of its processors that its hypervisor took.
    pub steal_share: Option<f64>,
    /// What the machine there did during Measure; null when it was lost, and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system_load: Option<SystemLoad>,
    /// Who else used it; absent in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub neighbours: Option<Neighbours>,
    /// How still it stood.
    pub machine: Option<Stillness>,
    /// Its clock against the coordinator's.
    pub clock: HostClock,
}

/// How a host's clock was set against the coordinator's, from round trips before and after the Run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HostClock {
    /// Its monotonic clock less the coordinator's, ns.
    pub offset_ns: i64,
    /// That offset is known to within this: half of the shortest round trip, ns.
    pub offset_bound_ns: u64,
    /// By how much the offset after the Run differs from the one before, ns.
    pub drift_ns: i64,
    /// Its start differed from the common one by no more than this, ns.
    pub start_skew_bound_ns: u64,
}

/// Where the time of a stack's operations went.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StorageFigures {
    /// Its elements, in the order in which requests come to them.
    pub elements: Vec<ElementFigures>,
    /// What holds it back.
    pub bottleneck: Bottleneck,
}

/// What holds a stack back under a load.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Bottleneck {
    /// Name of the element; null when none is: the clients would have to ask for more.
    pub element: Option<String>,
    /// Why, in a sentence.
    pub because: String,
    /// The same as a code with its figures; null in records of older versions and of other tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Cause>,
}

/// Processor time the generator spent on an operation, kernel threads that work for it included where the system
/// accounts them to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GeneratorCpu {
    /// In user space, ns.
    pub user: f64,
    /// In the kernel, ns.
    pub system: f64,
}

/// The phase that an interval belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Load is applied, nothing counts.
    Warmup,
    /// What counts.
    Measure,
    /// No new operations; those of Measure finish.
    Drain,
}

/// One sealed interval.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Interval {
    /// Number since the start of the Run.
    pub index: u64,
    /// Phase at its start.
    pub phase: Phase,
    /// Start, in seconds since the start of Measure (negative in Warmup).
    pub start_s: f64,
    /// Length in seconds.
    pub length_s: f64,
    /// Operations intended in it; null for a closed load.
    pub arrived: Option<u64>,
    /// Operations submitted in it.
    pub issued: u64,
    /// Reads completed in it.
    pub reads: u64,
    /// Writes completed in it.
    pub writes: u64,
    /// Operations that ended with an error in it.
    pub errors: u64,
    /// Bytes read in it.
    pub read_bytes: u64,
    /// Bytes written in it.
    pub written_bytes: u64,
    /// Trims completed in it; absent when there were none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub others: u64,
    /// Bytes of those trims; absent likewise.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub other_bytes: u64,
    /// Syncs completed in it, which are no operations of data; absent when there were none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub syncs: u64,
    /// Operations outstanding, mean over it.
    pub outstanding_mean: f64,
    /// Operations intended and not completed at its end; of one that was put together the most at the end of one of them.
    pub backlog: u64,
    /// Response time of the operations completed in it.
    pub response_time_ns: Summary,
    /// Completion latency of the operations completed in it.
    pub completion_latency_ns: Summary,
    /// Completion latency of the reads completed in it; absent when there were none, and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_completion_latency_ns: Option<Moments>,
    /// Completion latency of the writes completed in it; absent when there were none, and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_completion_latency_ns: Option<Moments>,
    /// What the machine did meanwhile; null on the virtual clock.
    pub system_load: Option<SystemLoad>,
    /// How still this machine stood in it; absent where no heartbeat tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stillness: Option<IntervalStillness>,
    /// Whether this machine stood still, or worked for others, for so much of it that it does not speak about the storage.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disturbed: bool,
    /// What each objective saw in it, in their order; absent without one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<IntervalCounts>,
    /// Of one that was put together from several, as a long Run keeps its past: what they were. Absent from others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged: Option<Extremes>,
}

impl Interval {
    /// Operations of data completed in it.
    pub(crate) fn completed_operations(&self) -> u64 {
        self.reads + self.writes + self.others
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// How this machine kept the heartbeat in an interval: shares of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct IntervalStillness {
    /// In which timers came late: the machine, or the core of the heartbeat, stood still.
    pub stood_still_share: f64,
    /// In which the heartbeat's thread was ready and waited for a processor, behind other programs.
    pub waited_share: f64,
    /// In which a worker was ready and waited for a processor, on average over the workers; null where the kernel does not tell.
    pub workers_waited_share: Option<f64>,
}

/// What a sum over several intervals hides.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Extremes {
    /// How many they were.
    pub intervals: u64,
    /// Length of the longest of them, in seconds.
    pub interval_s: f64,
    /// Operations per second that succeeded in the slowest of them.
    pub lowest_rate_per_s: f64,
    /// Start of that one (the first), in seconds since the start of Measure.
    pub lowest_at_s: f64,
    /// Operations per second that succeeded in the fastest of them.
    pub highest_rate_per_s: f64,
    /// Seconds of those in which no operation succeeded.
    pub quiet_s: f64,
    /// The largest share of the processors that the hypervisor took in one of them; null where it is not known.
    pub stolen_max: Option<f64>,
    /// The largest share of the processors that others used in one of them; null where it is not known.
    pub others_max: Option<f64>,
}

/// Software that made a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Version {
    /// Version of Plimsoll.
    pub plimsoll: String,
    /// How it was built: release or debug.
    pub build: String,
}

/// What verification has found in a session so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Verified {
    /// Units read and held against what was written.
    pub checked_units: u64,
    /// Units read that nothing can be said about: never written under this journal, trimmed, or changed meanwhile.
    pub unknown_units: u64,
    /// Units that are not what was written, by kind of mismatch.
    pub mismatches: BTreeMap<String, u64>,
    /// The first of them in words: kind, offset, what was expected and what was found.
    pub first: Vec<String>,
}

#[cfg(feature = "measure")]
impl Verified {
    /// Adds the findings of one target, under its name when there are several.
    pub fn add(&mut self, found: &Findings, name: Option<&str>) {
        self.checked_units += found.checked_units;
        self.unknown_units += found.unknown_units;
        for (kind, count) in found.mismatches.by_kind().filter(|(_, count)| *count > 0) {
            *self.mismatches.entry(kind.name().to_owned()).or_default() += count;
        }
        let words = |m: &Mismatch| name.map_or_else(|| m.to_string(), |name| format!("{name}: {m}"));
        self.first.extend(found.first.iter().map(words));
    }
}

/// The record of a Run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunRecord {
    /// `plimsoll.run/1`.
    pub schema: String,
    /// How it ended.
    pub outcome: Outcome,
    /// Why, in a sentence.
    pub because: String,
    /// The same as a code with its figures; null in records of older versions and of other tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Cause>,
    /// The figures.
    #[serde(flatten)]
    pub measured: Measured,
    /// Processor time of the generator per operation, ns; null on the virtual clock.
    pub generator_cpu_ns_per_io: Option<GeneratorCpu>,
    /// What the machine did over the whole of Measure; null on the virtual clock.
    pub system_load: Option<SystemLoad>,
    /// Who else measured on this machine, moved bytes on the target's device or took processor time; null on the virtual
    /// clock, where `/proc` does not tell, and in records of older versions. Of a Run over several hosts each host has its
    /// own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub neighbours: Option<Neighbours>,
    /// Who limited it.
    pub limited_by: LimitedBy,
    /// Sealed intervals, in order.
    pub intervals: Vec<Interval>,
    /// What a reader should know: fallbacks, and what was not controlled.
    pub notes: Vec<String>,
    /// What was asked, every default filled in.
    pub spec: RunSpec,
    /// Where it ran; null on the virtual clock.
    pub host: Option<Fingerprint>,
    /// With what.
    pub version: Version,
    /// The seed of everything random in it; the same as `spec.seed`.
    pub seed: u64,
    /// The instant at which Measure began on the machine's monotonic clock (`CLOCK_MONOTONIC`), ns: what other counters are
    /// joined by. Null on the virtual clock.
    pub measure_started_ns: Option<u64>,
    /// Memory that the Run took for buffers and histograms, whatever its length, bytes; 0 on the virtual clock.
    pub memory_bytes: u64,
    /// What verification has found in this session so far; null without it.
    pub verified: Option<Verified>,
    /// Wall time at the start, nanoseconds since 1970-01-01 UTC; null on the virtual clock.
    pub started_at_ns: Option<u64>,
    /// By how many seconds the wall clock leapt against the monotonic clock during the Run, ahead positive. No figure is
    /// affected, since all are taken on the monotonic clock; times of day and what is joined by them are. Absent where the
    /// two kept step to within a tenth of a second, on the virtual clock, and of a Run over several hosts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall_clock_leapt_s: Option<f64>,
    /// Real time it took, in seconds (not the Run's own clock).
    pub real_s: f64,
}

impl RunRecord {
    /// The canonical measured section: what the same spec, seed and software give again, byte for byte, on the virtual
    /// clock. Outcome, figures, intervals, spec; not host, version, times of day or the generator's CPU.
    pub fn canonical(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&(
            &self.schema,
            &self.outcome,
            &self.because,
            &self.measured,
            &self.limited_by,
            &self.intervals,
            &self.spec,
        ))
    }
}

//! A session: a target, its engine and its buffers, opened once; then one Run after the other.
//!
//! Opening decides what the target is, whether it may be written, and how it is driven. [`Session::probe`] resolves a
//! load, runs it (on the machine's clock or the simulator's), and returns the record with its histograms. Everything
//! here happens outside the issue loop.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock, MonotonicClock, wall_time_ns};
use plimsoll_base::random::split_mix;
use plimsoll_engine::{Blocking, ENGINES, EngineKind};
use plimsoll_workload::{Access, Load, Workload};
use serde::Serialize;

use crate::control::StopRequest;
use crate::each;
use crate::error::RunError;
use crate::feed::{Feed, Progress, SealedInterval};
use crate::record::{Phase, RunRecord};
use crate::request::ProbeRequest;
use crate::resolve::clients::Group;
use crate::resolve::{self, Recording};
#[cfg(feature = "measure")]
use crate::segment::SegmentOutput;
use crate::share::Share;
use crate::simulation::World;
use crate::spec::{OnError, RunClock, RunSpec, Target, TargetKind};
use crate::target::OpenTarget;

/// On the virtual clock an interval of a probe holds at least so many operations, so that sealing it costs little beside
/// them, and is no longer than this for that.
const VIRTUAL_INTERVAL: (f64, Nanos) = (20_000.0, Nanos::from_secs(60));

/// The interval of a soak, a Run of fixed length that is longer than this. An outage of some seconds shows in one of
/// days.
const SOAK: Nanos = Nanos::from_secs(3600);
const SOAK_INTERVAL: (f64, Nanos) = (2_000.0, Nanos::from_secs(4));

/// See the module.
#[derive(Debug)]
pub struct Session {
    target: Target,
    engine: &'static EngineKind,
    access: Access,
    workload: Workload,
    clock: RunClock,
    on_error: OnError,
    /// The clients of a stack on the virtual clock; empty otherwise.
    fleet: Vec<Group>,
    /// Names of a stack's hosts that are down.
    down: Vec<String>,
    notes: Vec<String>,
    engine_options: Vec<String>,
    /// The target completes nothing without waiting, and no engine was requested.
    waits: bool,
    /// The target, or each of several.
    opened: Vec<OpenTarget>,
    /// The journal of each target that is verified.
    verification: Vec<Arc<Verification>>,
    /// Requests that the kernel's queue at the disks, or a virtual client, takes at once.
    kernel_queue: Option<u32>,
    state: Mutex<State>,
    /// Bytes of buffers and histograms that the workers at hand take.
    held: AtomicU64,
    feed: Arc<Feed>,
    requests: StopRequest,
    /// An operation or a worker was left behind: it may yet write.
    left_behind: AtomicBool,
}

/// State that changes from probe to probe.
#[derive(Debug)]
struct State {
    crew: Crew,
    world: Option<World>,
    recording: Recording,
}

/// What a session is, as a document.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct SessionInfo {
    /// The thing under test.
    pub target: Target,
    /// How it is driven.
    pub engine: String,
    /// Past the page cache or through it.
    pub access: Access,
    /// What operations look like.
    pub workload: Workload,
    /// Which clock.
    pub clock: RunClock,
    /// Fallbacks, and what was not controlled.
    pub notes: Vec<String>,
    /// Workers that the target takes at most, or this process has memory for; null: any number.
    pub most_workers: Option<u32>,
}

/// The output of a probe.
#[derive(Debug)]
pub struct ProbeResult {
    /// The record.
    pub record: RunRecord,
    /// Histograms by `kind.span` ("read.response_time"), HdrHistogram V2.
    pub histograms: BTreeMap<String, Vec<u8>>,
    /// In a segment: the coordinator's input beside the parts.
    #[cfg(feature = "measure")]
    pub segment: Option<SegmentOutput>,
}

mod grid;
#[cfg(feature = "measure")]
mod machine;
#[cfg(not(feature = "measure"))]
#[path = "model_only.rs"]
mod machine;
#[cfg(feature = "measure")]
mod measuring;
#[cfg(not(feature = "measure"))]
mod nobody;
mod open;
mod parts;
mod recording;
mod simulating;

#[cfg(feature = "measure")]
use crate::crew::Crew;
pub(crate) use grid::grid;
#[cfg(feature = "measure")]
pub(crate) use measuring::conclude;
#[cfg(not(feature = "measure"))]
use nobody::{Crew, Verification};
pub(crate) use parts::parts_bytes;
#[cfg(feature = "measure")]
pub(crate) use parts::{PARTS, RESERVE};
#[cfg(feature = "measure")]
use plimsoll_engine::verify::Verification;
#[cfg(feature = "measure")]
pub(crate) use recording::Surroundings;

impl Session {
    /// The session as a document.
    pub fn info(&self) -> SessionInfo {
        SessionInfo {
            target: self.target.clone(),
            engine: self.engine.name.into(),
            access: self.access,
            workload: self.workload.clone(),
            clock: self.clock,
            notes: self.notes.clone(),
            most_workers: self.most_workers(),
        }
    }

    /// Bytes of memory that a Run will take, whatever its length.
    ///
    /// # Errors
    /// Bad flags, as in [`probe`](Session::probe).
    pub fn memory_bytes(&self, request: &ProbeRequest) -> Result<u64, RunError> {
        let spec = self.resolve(request, &mut self.lock().recording)?;
        Ok(self.memory_of(&spec))
    }

    fn memory_of(&self, spec: &RunSpec) -> u64 {
        let workload = &spec.workload;
        let here = spec.workers_here();
        let workers = here.len() as u32;
        let buffers: u64 = if plimsoll_engine::find(&spec.engine).is_some_and(|engine| engine.moves_bytes) {
            here.map(|w| {
                let slots = spec.load.slots_of(w).max(1);
                plimsoll_engine::buffer_bytes(
                    slots,
                    workload.largest_block().0 as u32,
                    workload.reads(),
                    workload.writes(),
                )
            })
            .sum()
        } else {
            0
        };
        let (grid, _) = grid(spec, Nanos::ZERO);
        let shares = if workers > 1 { Share::bytes() } else { 0 };
        let each = parts_bytes(workload.kinds(), &grid) + shares;
        buffers + u64::from(workers) * each + self.journal_bytes(spec)
    }

    fn target_names_no_clients(&self) -> bool {
        self.target.stack.as_ref().is_none_or(|stack| stack.clients().is_empty())
    }

    /// Intervals sealed since the last call. From any thread.
    pub fn poll(&self) -> Vec<SealedInterval> {
        self.feed.take()
    }

    /// How far the Run is. From any thread.
    pub fn progress(&self) -> Progress {
        self.feed.progress()
    }

    /// Ends the Run under way; what was measured is kept. From any thread.
    pub fn stop(&self) {
        self.requests.stop.store(true, Ordering::Relaxed);
    }

    /// In a segment: ends Measure at an instant of this machine's monotonic clock, earlier than planned. From any
    /// thread.
    pub fn end_measure(&self, at: Nanos) {
        self.requests.end_ns.store(at.0, Ordering::Relaxed);
    }

    /// In a segment: the parts sealed since the last call, for the coordinator. From any thread.
    pub fn take_parts(&self) -> Vec<Vec<u8>> {
        self.feed.take_relayed_parts()
    }

    /// A Run as requested, with every default filled in.
    ///
    /// # Errors
    /// Bad flags, as in [`probe`](Session::probe).
    pub fn resolve_probe(&self, request: &ProbeRequest) -> Result<RunSpec, RunError> {
        self.resolve(request, &mut self.lock().recording)
    }

    /// Ends the session: gives the target back, and notes on a file of our own what was written to it. Waits for a Run under
    /// way. Nothing can be written after it.
    pub fn close(&self) {
        let mut state = self.lock();
        // The engines go with their workers: from here on nothing of ours is in flight, but for what was left behind.
        state.crew = Crew::default();
        if !self.left_behind.load(Ordering::Relaxed) {
            self.opened.iter().for_each(OpenTarget::seal);
        }
    }

    /// Goes on with the described storage of an earlier session of the same stack, on the virtual clock, as that left it: what was
    /// written to it, and its time. The earlier session has it no more.
    ///
    /// # Errors
    /// The two are not of the same stack on the virtual clock.
    pub fn continue_from(&self, earlier: &Session) -> Result<(), RunError> {
        if self.clock != RunClock::Virtual || earlier.clock != RunClock::Virtual || self.target != earlier.target {
            return Err(RunError::usage(
                "a session goes on only where another one of the same stack on the virtual clock has ended",
            ));
        }
        let world = earlier.lock().world.take();
        self.lock().world = world;
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One Run.
    ///
    /// # Errors
    /// Bad flags; the system has no memory or threads for it. What happens during the Run is in its outcome.
    pub fn probe(&self, request: &ProbeRequest) -> Result<ProbeResult, RunError> {
        let mut state = self.lock();
        let spec = self.resolve(request, &mut state.recording)?;
        let recorded = match &spec.load {
            Load::Open { trace: Some(trace), .. } => state.recording.stretch(trace.stretch)?,
            _ => None,
        };
        self.afford(&spec)?;
        self.held.store(self.memory_of(&spec).saturating_sub(self.journal_bytes(&spec)), Ordering::Relaxed);
        self.feed.begin();
        if request.segment.is_some() {
            // A coordinator's wishes are for Runs under way: one that came too late for the last is not for this.
            self.requests.stop.store(false, Ordering::Relaxed);
            self.requests.end_ns.store(0, Ordering::Relaxed);
        }
        let began = MonotonicClock.now();
        let result = match self.clock {
            RunClock::Real => self.probe_real(&spec, recorded.as_ref(), &mut state.crew),
            RunClock::Virtual => self.probe_virtual(&spec, recorded.as_ref(), &mut state.world),
        };
        self.feed.set_progress(Progress::default());
        // Not at the start: a request to stop may come before the Run it is meant for has begun.
        self.requests.stop.store(false, Ordering::Relaxed);
        self.requests.end_ns.store(0, Ordering::Relaxed);
        let mut result = result?;
        result.record.real_s = (MonotonicClock.now() - began).as_secs_f64();
        Ok(result)
    }

    /// How often a typed rate counts on the machine's clock: once, or for each of several targets.
    fn times_of_rate(&self, request: &ProbeRequest, targets: u32) -> Result<f64, RunError> {
        match request.rate_per.as_deref() {
            None => Ok(1.0),
            Some("target") if self.target.kind != TargetKind::Stack => Ok(f64::from(targets)),
            Some("client") if self.target.kind == TargetKind::Stack => {
                Err(RunError::usage("a rate of each client needs the virtual clock, where clients run: --virtual"))
            }
            Some("client") => Err(RunError::usage(
                "a rate of each client needs a described stack with clients; of several targets write --rate 1250/target",
            )),
            Some(other) => Err(RunError::usage(format!("there is no rate of each {other} here: client or target"))),
        }
    }

    fn resolve(&self, request: &ProbeRequest, recording: &mut Recording) -> Result<RunSpec, RunError> {
        let targets = self.target.members.len().max(self.opened.len()) as u32;
        let (clients, load) = if self.fleet.is_empty() {
            let times = self.times_of_rate(request, targets)?;
            let (engine, queue) = (self.engine, self.kernel_queue);
            (Vec::new(), resolve::load(request, &self.workload, targets, times, engine, queue, recording)?)
        } else {
            let (clients, load) = resolve::clients::loads(&self.fleet, request, self.engine, recording)?;
            // One generator on one volume is described by load and workload.
            let alone = clients.len() == 1 && clients[0].volumes == 1 && self.target_names_no_clients();
            (if alone { Vec::new() } else { clients }, load)
        };
        if request.per_client {
            each::told_apart(&clients)?;
        }
        if load.workers() > 1 && self.workload.changes() && self.opened.iter().any(OpenTarget::one_connection) {
            return Err(RunError::usage(
                "this server does not keep several connections consistent (multi-conn), and each worker has one: write with \
                 --workers 1",
            ));
        }
        load.check().map_err(RunError::usage)?;
        let mut phases = resolve::phases(request, &load)?;
        let workloads: Vec<&Workload> = clients.iter().map(|group| &group.workload).chain([&self.workload]).collect();
        let stop = resolve::stop(request, &load, &workloads, phases.measure_ns, self.on_error)?;
        let engine = self.engine_for(&load);
        if request.interval.is_none() {
            phases.interval_ns = phases.interval_ns.max(self.shortest_interval(request, &load, phases.measure_ns));
        }
        if let Some(segment) = request.segment {
            self.check_segment(&segment.range(), load.workers())?;
        }
        if request.segment.is_some() && phases.steady.is_some() {
            return Err(resolve::not_steady());
        }
        let seed = request.seed.unwrap_or_else(|| split_mix(wall_time_ns() ^ MonotonicClock.now().0.rotate_left(32)));
        Ok(RunSpec {
            target: self.target.clone(),
            engine: engine.name.into(),
            engine_options: self.engine_options.clone(),
            access: self.access,
            clock: self.clock,
            workload: self.workload.clone(),
            load,
            clients,
            per_client: request.per_client,
            phases,
            stop,
            bytes_each: resolve::bytes_each(request)?,
            storage_time: request.storage_time,
            on_error: self.on_error,
            seed,
            segment: request.segment,
        })
    }

    /// How long an interval is at least: on the virtual clock it holds enough operations.
    fn shortest_interval(&self, request: &ProbeRequest, load: &Load, measure: Nanos) -> Nanos {
        let (operations, longest) = match (self.clock, request.stop_when_decided, measure > SOAK) {
            (RunClock::Real, ..) | (RunClock::Virtual, false, false) => return Nanos::ZERO,
            (RunClock::Virtual, true, _) => VIRTUAL_INTERVAL,
            (RunClock::Virtual, false, true) => SOAK_INTERVAL,
        };
        load.offered_rate_per_s().map_or(longest, |rate| Nanos::from_secs_f64(operations / rate).min(longest))
    }

    fn check_segment(&self, segment: &Range<u32>, workers: u32) -> Result<(), RunError> {
        if self.clock == RunClock::Virtual || segment.is_empty() || segment.end > workers {
            return Err(RunError::usage(format!(
                "workers {} to {} are no part of this Run, which has {workers} on the machine's clock",
                segment.start, segment.end
            )));
        }
        Ok(())
    }

    /// The engine for a load. On a target that completes nothing without blocking, a closed load has the one that is best
    /// there. Where a schedule must be kept no call may block: there the first one stays.
    fn engine_for(&self, load: &Load) -> &'static EngineKind {
        let plain = self.engine_options.is_empty() && !self.workload.trims() && self.workload.sync.is_none();
        if !self.waits || !plain || !matches!(load, Load::Closed { .. }) {
            return self.engine;
        }
        let slots = load.slots_of(0);
        let direct_device = self.target.kind == TargetKind::BlockDevice && self.access == Access::Direct;
        let best = |kind: &EngineKind| match kind.blocking_targets {
            Blocking::Never => false,
            Blocking::OneAtATime => slots == 1,
            Blocking::ManyOnDevices => slots > 1 && slots <= kind.max_slots && direct_device,
        };
        ENGINES.iter().copied().find(|kind| best(kind) && (kind.available)().is_ok()).unwrap_or(self.engine)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.close();
    }
}

/// The name of a phase; `idle` outside of a Run.
pub fn phase_name(phase: Option<Phase>) -> &'static str {
    match phase {
        None => "idle",
        Some(Phase::Warmup) => "warmup",
        Some(Phase::Measure) => "measure",
        Some(Phase::Drain) => "drain",
    }
}

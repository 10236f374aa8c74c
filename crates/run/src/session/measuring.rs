//! A probe of a session on the real clock.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock, MonotonicClock, wall_time_ns};
use plimsoll_host::neighbours::{Surroundings as Neighbourhood, Watch};
use plimsoll_host::{Fingerprint, Neighbours, SysRoot};
use plimsoll_workload::Access;
use plimsoll_workload::trace::RecordedArrivals;

use super::recording::{Observations, Surroundings};
use super::{Crew, ProbeResult, Session};
use crate::control::Control;
use crate::error::{ErrorKind, RunError};
use crate::issuer::Issuers;
use crate::outcome::Circumstances;
use crate::real::{self, RealRunOutput};
use crate::record::{Measured, Stamps, Verified};
use crate::segment::SegmentOutput;
use crate::share::Source;
use crate::spec::{RunSpec, TargetKind};
use crate::target::OpenTarget;
use crate::totals::PhaseSpans;
use crate::worker;

/// Lead of a Run's first instant when it is made ready, on a machine with nothing else to do.
const MIN_AHEAD: Nanos = Nanos::from_millis(5);

/// The least of it that is left when the workers get their orders.
const MIN_LEFT: Nanos = Nanos::from_millis(1);

/// The first instant lies no farther ahead than this, however busy the machine is.
const MAX_AHEAD: Nanos = Nanos::from_secs(1);

/// The two clocks are read one after the other, and a busy machine may stand still in between: less is no leap.
const LEAST_LEAP_S: f64 = 0.1;

/// By how much the wall clock leapt while so many ns passed on it, and `took` on the monotonic clock. Both are slewed alike,
/// so only a clock that is set makes a difference.
fn leap_s(wall_ns: i64, took: Nanos) -> Option<f64> {
    let leap_s = (wall_ns as f64 - took.0 as f64) / 1e9;
    Some(leap_s).filter(|leap_s| leap_s.abs() >= LEAST_LEAP_S)
}

impl Session {
    /// One Run on real targets, by the workers of `crew`.
    pub(super) fn probe_real(
        &self,
        spec: &RunSpec,
        recorded: Option<&RecordedArrivals>,
        crew: &mut Crew,
    ) -> Result<ProbeResult, RunError> {
        crew.prepare(spec, &self.opened, &self.verification)?;
        let mut notes = self.notes_of(spec, crew);
        let root = SysRoot::default();
        let host = self.fingerprint(&root);
        let mut sampler = plimsoll_host::Sampler::new(&root, &host.target_chain);
        let (started_at, began) = (wall_time_ns(), MonotonicClock.now());
        let workers = spec.workers_here().len() as u32;
        let watch = Watch::begin(&root);
        let (ready, mut control) = self.ready(spec, recorded, crew)?;
        let done = real::run(spec, ready, crew, &mut control, &mut sampler, &self.feed, &self.requests);
        let neighbours = neighbours(&watch, spec, &host);
        let segment = spec.segment.map(|_| SegmentOutput::of(&done, workers));
        let missing = workers as usize - done.workers.len();
        let hung = hung_operations(&done, missing);
        let broken = done.workers.iter().any(|w| w.broken.is_some());
        self.left_behind.fetch_or(hung > 0 || broken, Ordering::Relaxed);
        if hung > 0 {
            let when = if done.stopped { "soon after the Run was stopped" } else { "5 s after Drain ended" };
            notes.push(format!("{hung} operations had not finished {when}: the target was given up"));
        }
        let verified = self.verification_findings();
        let around = Circumstances {
            mismatch: verified.as_ref().map(mismatch),
            memory_backed: self.is_memory_backed(&root),
            on_block_device: !host.target_chain.is_empty(),
            buffered_loop: host
                .target_chain
                .iter()
                .find(|device| device.kind == plimsoll_host::DeviceKind::Loop && device.direct == Some(false))
                .map(|device| device.name.clone()),
            load: done.load.clone(),
            unseen_s: done.unseen.as_secs_f64(),
            ..Circumstances::default()
        };
        let beside = Surroundings {
            notes,
            host: Some(host),
            started_at_ns: Some(started_at),
            wall_clock_leapt_s: leap_s(wall_time_ns().wrapping_sub(started_at) as i64, MonotonicClock.now() - began),
            measure_started_ns: Some(done.grid.measure_start.0),
            memory_bytes: self.memory_of(spec),
            verified,
            neighbours,
        };
        Ok(ProbeResult { segment, ..conclude(spec, control, &done, missing, around, beside) })
    }

    /// All that a Run needs, with its first instant far enough ahead for every worker to be there: as far as it took to make
    /// ready and to find them awake, which on a busy machine is a matter of tenths of a second.
    fn ready(
        &self,
        spec: &RunSpec,
        recorded: Option<&RecordedArrivals>,
        crew: &Crew,
    ) -> Result<(real::Ready, Control), RunError> {
        let here = spec.workers_here();
        let workers = here.len();
        let workloads = spec.workloads();
        let mut memory = real::memory(spec, &super::grid(spec, Nanos::ZERO).0);
        let mut ahead = MIN_AHEAD;
        loop {
            let began = MonotonicClock.now();
            let run_start = spec.segment.map_or(began + ahead, |segment| Nanos(segment.start_ns));
            let (grid, measure_end) = super::grid(spec, run_start);
            let feed = Arc::clone(&self.feed);
            let mut control = Control::new(spec, Source::workers(workers as u32), grid, measure_end, feed);
            if workers > 1 {
                control.keep_shares();
            }
            let issuers = Issuers::new(
                &spec.load,
                &spec.phases,
                spec.seed,
                workloads.iter(),
                recorded,
                grid.run_start,
                spec.lag_tolerance(),
            )
            .only(&here, spec.seed_here())
            .with_quota(spec.bytes_each, grid.measure_start);
            let ready = real::Ready::new(spec, &issuers, memory, grid, measure_end);
            let awake_after = crew.roll_call(workers);
            let now = MonotonicClock.now();
            let needed = awake_after.max(MIN_LEFT);
            if now + needed <= run_start || ahead >= MAX_AHEAD {
                return Ok((ready, control));
            }
            if spec.segment.is_some() {
                // The common start of all hosts is not ours to move.
                let late = now - run_start;
                return if late == Nanos::ZERO {
                    Ok((ready, control))
                } else {
                    Err(RunError::new(ErrorKind::Late, format!("the common start of the hosts passed {late} ago")))
                };
            }
            ahead = Nanos(2 * (now - began + needed).0).clamp(MIN_AHEAD, MAX_AHEAD);
            memory = ready.into_memory();
        }
    }

    /// Notes for readers before the first operation: fallbacks, and circumstances that are not controlled.
    fn notes_of(&self, spec: &RunSpec, crew: &Crew) -> Vec<String> {
        let mut notes = self.notes.clone();
        if spec.workload.changes() {
            notes.extend(self.opened.iter().filter_map(OpenTarget::begin));
        }
        notes.extend(crew.notes());
        if spec.engine != self.engine.name {
            notes.push(format!(
                "the target completes no I/O without blocking: {} is used, which blocks in the worker itself, instead of {}. \
                 --engine chooses another",
                spec.engine, self.engine.name
            ));
        }
        notes
    }
}

/// Other programs that used the machine since the Run was made ready.
fn neighbours(watch: &Watch, spec: &RunSpec, host: &Fingerprint) -> Option<Neighbours> {
    watch.neighbours(&Neighbourhood {
        chain: &host.target_chain,
        on_file_system: host.file_system.is_some(),
        cached: spec.access == Access::Cached,
        one_of_several_hosts: spec.segment.is_some(),
        export: spec.target.kind == TargetKind::Nbd,
    })
}

/// A worker that sits in a call has at least one operation out.
fn hung_operations(done: &RealRunOutput, missing: usize) -> u64 {
    done.workers.iter().map(|w| w.hung).sum::<u64>() + missing as u64
}

/// The record of a Run on the real clock from what its workers left, on this machine or on several. `around` holds what
/// else is known, and the first mismatch of the session, in this Run or before.
pub(crate) fn conclude(
    spec: &RunSpec,
    control: Control,
    done: &RealRunOutput,
    missing: usize,
    around: Circumstances,
    beside: Surroundings,
) -> ProbeResult {
    let observed = worker_observations(spec, control, done);
    let hung = hung_operations(done, missing);
    let mismatched = observed.measured.errors_by_errno.contains_key("EBADMSG");
    let around = Circumstances {
        stopped: done.stopped,
        failure: failure(spec, done, &observed.measured, hung, missing),
        mismatch: around.mismatch.filter(|_| mismatched),
        ..around
    };
    observed.record(spec, around, beside)
}

/// The figures of what the workers left.
fn worker_observations(spec: &RunSpec, mut control: Control, done: &RealRunOutput) -> Observations {
    for worker in &done.workers {
        control.add_ages(worker.index, &worker.ages);
        if worker.at_cap {
            control.at_cap();
        }
    }
    let merged = control.merged_measure();
    let grid = done.grid;
    let ended = done.workers.iter().map(|w| w.ended).max().unwrap_or(grid.measure_start);
    let measure_end = done.measure_end.min(ended).max(grid.measure_start);
    debug_assert!(merged == measure_end - grid.measure_start, "all of Measure is merged");
    let spans = PhaseSpans {
        warmup: grid.measure_start - grid.run_start,
        // As merged: a rate is never counts of one span over the length of another.
        measure: merged,
        drain: ended - measure_end,
    };
    let workers = control.worker_figures(spans);
    let each = control.target_figures(spec, merged);
    let errors: Vec<(i32, u64)> = done.workers.iter().flat_map(|w| w.errors.iter().copied()).collect();
    let first = done.workers.iter().filter_map(|w| w.first_error.clone()).min_by_key(|e| e.at);
    let errors = (errors.as_slice(), first.as_ref());
    let mut observed = Observations::new(spec, control, spans, done.beats.as_ref(), errors, grid.run_start);
    observed.measured.workers = workers;
    observed.measured.each = each;
    observed.measured.stamps = stamps(&done.workers);
    observed.measured.stamps.completions_gathered = worker::completions_per_wait(spec);
    observed
}

/// Why the Run ended early or does not count, in words: `hung` operations, and `missing` workers that sit in a call.
fn failure(spec: &RunSpec, done: &RealRunOutput, measured: &Measured, hung: u64, missing: usize) -> Option<String> {
    if let Some(broken) = done.workers.iter().find_map(|w| w.broken.clone()) {
        return Some(broken);
    }
    if done.overdue > 0 {
        return Some(format!(
            "the target hangs: an operation had no answer after {}; {hung} hung, {missing} workers sit in a call that does not \
             return",
            spec.phases.io_deadline_ns
        ));
    }
    if missing > 0 {
        return Some(format!("{missing} workers ended unexpectedly, or sit in a call that does not return"));
    }
    done.aborted.then(|| measured.first_error.clone()).flatten().or_else(|| {
        (hung > 0 && measured.all.completed == 0)
            .then(|| format!("no operation finished, {hung} hang: the target does not answer"))
    })
}

/// Findings of verification so far, in words.
fn mismatch(verified: &Verified) -> String {
    let found: u64 = verified.mismatches.values().sum();
    format!("{found} mismatches in this session; {}", verified.first.first().map_or("no details", String::as_str))
}

fn stamps(workers: &[crate::worker::WorkerOutput]) -> Stamps {
    let issued = workers.iter().map(|w| w.issued).sum::<u64>().max(1) as f64;
    let looks: u64 = workers.iter().map(|w| w.looks.0).sum();
    Stamps {
        clock_reads_per_io: workers.iter().map(|w| w.clock_reads).sum::<u64>() as f64 / issued,
        system_calls_per_io: workers.iter().map(|w| w.system_calls).sum::<u64>() as f64 / issued,
        largest_submit_batch: workers.iter().map(|w| w.largest_batch).max().unwrap_or(0),
        reap_gap_mean_ns: workers.iter().map(|w| w.looks.1).sum::<u64>() as f64 / looks.max(1) as f64,
        submit_held_s: workers.iter().map(|w| w.held.as_secs_f64()).sum(),
        completions_gathered: 1,
        reap_gap_max_ns: workers.iter().map(|w| w.looks.2).max().unwrap_or(0),
    }
}

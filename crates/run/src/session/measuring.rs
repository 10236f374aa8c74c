//! A probe of a session on the real clock.

use std::sync::atomic::Ordering;

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock, MonotonicClock, wall_time_ns};
use plimsoll_host::SysRoot;
use plimsoll_workload::trace::Recorded;

use super::{ProbeResult, Session, histograms, version};
use crate::control::Control;
use crate::error::RunError;
use crate::issuer::Issuers;
use crate::outcome::{self, Circumstances};
use crate::real::{self, Crew};
use crate::record::{GeneratorCpu, RunRecord, SCHEMA, Stamps};
use crate::share::Source;
use crate::spec::RunSpec;
use crate::target::Opened;
use crate::totals::PhaseSpans;
use crate::worker;

impl Session {
    /// One Run on real targets, by the workers of `crew`.
    pub(super) fn probe_real(
        &self,
        spec: &RunSpec,
        recorded: Option<&Recorded>,
        crew: &mut Crew,
    ) -> Result<ProbeResult, RunError> {
        crew.prepare(spec, &self.opened, &self.verification)?;
        let mut notes = self.notes.clone();
        if spec.workload.changes() {
            notes.extend(self.opened.iter().filter_map(Opened::begin));
        }
        notes.extend(crew.notes());
        if self.waits {
            notes.push(format!(
                "the target completes nothing without waiting: io_uring would hand every operation to a thread of the kernel; \
                 {} is used. --engine names another",
                spec.engine
            ));
        }
        let root = SysRoot::default();
        let host = self.fingerprint(&root);
        let mut sampler = plimsoll_host::Sampler::new(&root, &host.target_chain);
        let started_at = wall_time_ns();
        // Far enough ahead for every worker to be there.
        let run_start = MonotonicClock.now() + Nanos::from_millis(5);
        let (grid, measure_end) = self.grid(spec, run_start);
        let mut control = Control::new(spec, Source::workers(spec.load.workers()), grid, measure_end, &self.feed);
        if spec.load.workers() > 1 {
            control.keep_shares();
        }
        let workloads = spec.workloads();
        let issuers = Issuers::new(
            &spec.load,
            &spec.phases,
            spec.seed,
            workloads.iter(),
            recorded,
            grid.run_start,
            spec.lag_tolerance(),
        );
        let done =
            real::run(spec, &issuers, crew, grid, measure_end, &mut control, &mut sampler, &self.feed, &self.stop);
        for worker in &done.workers {
            control.unfinished(worker.index, &worker.ages);
        }
        let merged = control.merged_measure();
        let steady = control.steady_verdict();
        let ended = done.workers.iter().map(|w| w.ended).max().unwrap_or(grid.measure_start);
        let grid = done.grid;
        let measure_end = done.measure_end.min(ended).max(grid.measure_start);
        debug_assert!(merged == measure_end - grid.measure_start, "all of Measure is merged");
        let spans = PhaseSpans {
            warmup: grid.measure_start - grid.run_start,
            // As merged: a rate is never counts of one span over the length of another.
            measure: merged,
            drain: ended - measure_end,
        };
        let workers = control.worker_figures(spans);
        let (totals, judgement, intervals) = control.finish();
        let mut measured = outcome::figures(spec, &totals, spans, judgement);
        measured.workers = workers;
        measured.steady = steady;
        measured.machine = done.beats.as_ref().and_then(|beats| beats.figures(merged));
        measured.stamps = stamps(&done.workers);
        measured.stamps.completions_gathered = worker::gathered(&spec.load, &spec.workload);
        let errors: Vec<(i32, u64)> = done.workers.iter().flat_map(|w| w.errors.iter().copied()).collect();
        let first = done.workers.iter().filter_map(|w| w.first_error.clone()).min_by_key(|e| e.at);
        outcome::name_errors(&mut measured, &errors, first.as_ref(), grid.run_start);
        // A worker that sits in a call has at least one operation out.
        let lost = spec.load.workers() as usize - done.workers.len();
        let hung: u64 = done.workers.iter().map(|w| w.hung).sum::<u64>() + lost as u64;
        let broken = done.workers.iter().find_map(|w| w.broken.clone());
        self.left_behind.fetch_or(hung > 0 || broken.is_some(), Ordering::Relaxed);
        let missing = spec.load.workers() as usize - done.workers.len();
        let failure = broken
            .or_else(|| {
                (done.overdue > 0).then(|| {
                    format!(
                        "the target hangs: an operation had no answer after {}; {hung} hung, {missing} workers sit in a call \
                         that does not return",
                        spec.phases.io_deadline_ns
                    )
                })
            })
            .or_else(|| {
                (missing > 0).then(|| format!("{missing} workers ended unexpectedly, or sit in a call that does not return"))
            })
            .or_else(|| done.aborted.then(|| measured.first_error.clone()).flatten())
            .or_else(|| {
                (hung > 0 && measured.all.completed == 0)
                    .then(|| format!("no operation finished, {hung} hang: the target does not answer"))
            });
        if hung > 0 {
            notes.push(format!(
                "{hung} operations had not finished when Drain had ended for 5 s: the target was given up"
            ));
        }
        let verified = self.verified();
        let mismatched = measured.errors_by_errno.contains_key("EBADMSG");
        let mismatch = verified.as_ref().filter(|_| mismatched).map(|v| {
            let found: u64 = v.mismatches.values().sum();
            format!("{found} mismatches in this session; {}", v.first.first().map_or("no details", String::as_str))
        });
        let around = Circumstances {
            stopped: done.stopped,
            failure,
            mismatch,
            memory_backed: self.memory_backed(&root),
            on_block_device: !host.target_chain.is_empty(),
            buffered_loop: host
                .target_chain
                .iter()
                .find(|device| device.kind == plimsoll_host::DeviceKind::Loop && device.direct == Some(false))
                .map(|device| device.name.clone()),
            load: done.load.clone(),
            unseen_s: done.unseen.as_secs_f64(),
            hung,
        };
        let (outcome, because, limited_by) = outcome::decide(spec, &measured, &around);
        let operations = totals.inside.iter().map(|c| c.completed + c.errors).sum::<u64>();
        let cpu = done.load.as_ref().map(|l| &l.process).and_then(|p| {
            let per = |ns: u64| ns as f64 / operations.max(1) as f64;
            if operations == 0 {
                return None;
            }
            Some(GeneratorCpu { user: per(p.user_ns?), system: per(p.system_ns?) })
        });
        let record = RunRecord {
            schema: SCHEMA.into(),
            outcome,
            because,
            measured,
            generator_cpu_ns_per_io: cpu,
            system_load: done.load,
            limited_by,
            intervals,
            notes,
            spec: spec.clone(),
            host: Some(host),
            version: version(),
            seed: spec.seed,
            started_at_ns: Some(started_at),
            measure_started_ns: Some(grid.measure_start.0),
            memory_bytes: self.memory_of(spec),
            verified,
            real_s: 0.0,
        };
        Ok(ProbeResult { record, histograms: histograms(&totals) })
    }
}

fn stamps(workers: &[crate::worker::WorkerDone]) -> Stamps {
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

//! A Run over several hosts, where their parts come together.
//!
//! Each host runs a [segment](crate::segment) of the Run's workers and sends its merged parts. They are merged once more
//! by the same [`Control`] that merges a machine's workers, each host in the place of a worker, and judged by the same
//! stop rule; so a decision rests on the operations of all hosts, and no percentile is made of percentiles. The
//! coordinator's time is that of the Run: 0 is its start, on every host.
//!
//! Sans-I/O: who calls it carries the bytes. What it does not do: start hosts, find that they are gone, or set clocks.
//!
//! Budget: a host's part of a second costs some 0.1 to 0.2 ms to read and merge (`benches.hosts`), so that 100 hosts take one
//! or two hundredths of a core: what was sent is added as it came, without a histogram or a row of ticks between.

use std::sync::Arc;

use plimsoll_base::Nanos;
use plimsoll_measure::recorder::Grid;
use plimsoll_measure::recorder::wire::SentPart;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::control::{Conditions, Control};
use crate::error::{ErrorKind, RunError};
use crate::feed::{Feed, Progress};
use crate::outcome::{Circumstances, HostCircumstances, MAX_CLOCK_DRIFT, busy_share};
use crate::real::RealRunOutput;
use crate::record::{
    GeneratorCpu, HostClock, HostFigures, Outcome, Phase, RunRecord, Stillness, Verified, WorkerFigures,
};
use crate::resolve;
use crate::segment::SegmentOutput;
use crate::session::{ProbeResult, Surroundings, conclude, grid};
use crate::share::Source;
use crate::spec::RunSpec;
use crate::worker::WorkerOutput;

/// The start of a Run on the coordinator's time: differences saturate at 0, and parts begin at the start.
const START: Nanos = Nanos::from_secs(1);

/// A host of a Run, as the coordinator knows it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HostOf {
    /// Its name.
    pub name: String,
    /// How many of the Run's workers it has.
    pub workers: u32,
    /// The target there, as that host names it.
    pub target: String,
}

/// The output of a host, or its loss.
#[derive(Debug)]
pub struct HostOutput {
    /// Its output beside the parts, and its own record; none when it was lost.
    pub done: Option<(SegmentOutput, Box<RunRecord>)>,
    /// Its clock.
    pub clock: HostClock,
}

#[derive(Debug)]
struct HostLoss {
    /// On the Run's clock.
    at: Nanos,
    why: String,
    ends: bool,
}

/// See the module.
#[derive(Debug)]
pub struct Coordinator {
    spec: RunSpec,
    hosts: Vec<HostOf>,
    grid: Grid,
    measure_end: Nanos,
    control: Control,
    feed: Arc<Feed>,
    lost: Vec<Option<HostLoss>>,
    /// By host: operations submitted and not back, from the parts that it handed over.
    outstanding: Vec<i64>,
    /// Parts that arrived after the hosts were ordered to end Measure. They wait here until every host has reported its
    /// end, since only then it is known which of them belong to Measure.
    ending: Option<Vec<(usize, Vec<u8>)>>,
    rate: f64,
    merged_until: Nanos,
}

impl Coordinator {
    /// Coordinates a Run of `spec`, whose workers are those of `hosts` in their order.
    ///
    /// # Errors Workers that do not add up.
    pub fn new(spec: RunSpec, hosts: Vec<HostOf>) -> Result<Coordinator, RunError> {
        let workers: u32 = hosts.iter().map(|host| host.workers).sum();
        if workers != spec.load.workers() || spec.segment.is_some() || hosts.is_empty() {
            return Err(RunError::new(
                ErrorKind::Internal,
                format!("the hosts have {workers} workers together, the Run has {}", spec.load.workers()),
            ));
        }
        if spec.phases.steady.is_some() {
            return Err(resolve::not_steady());
        }
        let (grid, measure_end) = grid(&spec, START);
        let source = |host: &HostOf| Source { name: Some(host.name.clone()), workers: host.workers };
        let feed = Arc::<Feed>::default();
        let sources = hosts.iter().map(source).collect();
        let mut control = Control::new(&spec, sources, grid, measure_end, Arc::clone(&feed));
        control.keep_shares();
        let lost = hosts.iter().map(|_| None).collect();
        let outstanding = vec![0; hosts.len()];
        Ok(Coordinator {
            spec,
            hosts,
            grid,
            measure_end,
            control,
            feed,
            lost,
            outstanding,
            ending: None,
            rate: 0.0,
            merged_until: START,
        })
    }

    /// Takes a sealed part of a host.
    ///
    /// # Errors
    /// Bytes that are no part of this version.
    pub fn part(&mut self, host: usize, bytes: &[u8]) -> Result<(), RunError> {
        match &mut self.ending {
            _ if self.lost[host].is_some() => Ok(()),
            Some(waiting) => {
                waiting.push((host, bytes.to_vec()));
                Ok(())
            }
            None => self.take(host, bytes),
        }
    }

    fn take(&mut self, host: usize, bytes: &[u8]) -> Result<(), RunError> {
        let part = SentPart::read(bytes, self.grid.run_start).map_err(|error| self.host_error(host, &error))?;
        for counts in part.counts() {
            self.outstanding[host] += counts.issued as i64 - (counts.completed + counts.errors) as i64;
        }
        self.control.receive_part(host, part);
        Ok(())
    }

    fn host_error(&self, host: usize, error: &dyn std::fmt::Display) -> RunError {
        RunError::new(ErrorKind::Io, format!("{}: {error}", self.hosts[host].name))
    }

    /// Merges all that every host has sealed, `elapsed` after the start. True once the stop rule ends Measure.
    pub fn merge(&mut self, elapsed: Nanos) -> bool {
        while self.ending.is_none()
            && let Some(merged) = self.control.merge_next(|_, _| Conditions::default(), |_, _| ())
        {
            self.rate = merged.achieved_rate_per_s;
            self.merged_until = merged.end;
        }
        let now = START + elapsed;
        self.feed.set_progress(Progress {
            phase: Some(match now {
                t if t < self.grid.measure_start => Phase::Warmup,
                t if t < self.measure_end => Phase::Measure,
                _ => Phase::Drain,
            }),
            elapsed_s: elapsed.as_secs_f64(),
            limit_s: (self.spec.phases.warmup_ns + self.spec.phases.measure_ns).as_secs_f64(),
            achieved_rate_per_s: self.rate,
        });
        self.control.wants_stop()
    }

    /// Measure ends `elapsed` after the start, on all hosts: earlier than planned.
    pub fn end_measure(&mut self, elapsed: Nanos) {
        self.measure_end = START + elapsed;
        self.ending.get_or_insert_default();
    }

    /// A host is lost: nothing more comes from it. `ends`: and so the Run has failed; else it goes on with the others.
    pub fn drop_host(&mut self, host: usize, why: &str, ends: bool) {
        let at = self.control.seen_until(host);
        self.lost[host].get_or_insert(HostLoss { at, why: why.to_owned(), ends });
        self.control.end_source(host);
    }

    /// Where intervals of all hosts and progress are read, during the Run and after it.
    pub fn feed(&self) -> Arc<Feed> {
        Arc::clone(&self.feed)
    }

    /// The record of all of it.
    ///
    /// # Errors
    /// What a host left is damaged, or all hosts were lost.
    pub fn finish(
        mut self,
        left: Vec<HostOutput>,
        started_at_ns: u64,
        measure_started_ns: u64,
    ) -> Result<ProbeResult, RunError> {
        let mut workers: Vec<WorkerOutput> = Vec::new();
        for (index, host) in left.iter().enumerate() {
            if let Some((done, _)) = &host.done {
                workers.push(done.as_worker(index, &self.grid).map_err(|error| self.host_error(index, &error))?);
            }
        }
        let dones: Vec<&SegmentOutput> =
            left.iter().filter_map(|host| host.done.as_ref().map(|(done, _)| done)).collect();
        // A host that got the order late has measured on for a moment, one that failed has ended before: the Run's
        // Measure lasts as long as the longest.
        if let Some(end) = dones.iter().map(|done| START + Nanos(done.measure_end)).max() {
            self.measure_end = end;
            self.control.set_measure_end(end);
        }
        for (host, bytes) in self.ending.take().unwrap_or_default() {
            self.take(host, &bytes)?;
        }
        let ended = workers.iter().map(|worker| worker.ended).max().unwrap_or(self.merged_until);
        for host in 0..self.hosts.len() {
            self.control.missing(host, ended);
        }
        while self.control.merge_next(|_, _| Conditions::default(), |_, _| ()).is_some() {}
        let done = RealRunOutput {
            stopped: dones.iter().any(|done| done.stopped),
            aborted: dones.iter().any(|done| done.aborted),
            overdue: dones.iter().map(|done| done.overdue).sum(),
            workers,
            measure_end: self.measure_end,
            grid: self.grid,
            load: None,
            unseen: Nanos::ZERO,
            beats: None,
        };
        let missing = dones.iter().map(|done| done.missing as usize).sum();
        let records: Vec<Option<&RunRecord>> = left.iter().map(|host| host.done.as_ref().map(|(_, r)| &**r)).collect();
        let around = Circumstances {
            hosts: self.circumstances(&left, &records),
            mismatch: self.mismatch(&records),
            ..Circumstances::default()
        };
        let beside = Surroundings {
            notes: self.notes(&left, &records),
            host: records.iter().flatten().find_map(|record| record.host.clone()),
            started_at_ns: Some(started_at_ns),
            // Each host has its own.
            wall_clock_leapt_s: None,
            measure_started_ns: Some(measure_started_ns),
            memory_bytes: records.iter().flatten().map(|record| record.memory_bytes).sum(),
            verified: merge_findings(&self.hosts, &records),
            // Each host has its own.
            neighbours: None,
        };
        let outstanding: Vec<u64> = (0..self.hosts.len()).map(|host| self.left_outstanding(host)).collect();
        let mut result = conclude(&self.spec, self.control, &done, missing, around, beside);
        let record = &mut result.record;
        record.generator_cpu_ns_per_io = mean_cpu(&records);
        record.measured.machine =
            records.iter().flatten().filter_map(|r| r.measured.machine.clone()).reduce(less_still);
        let shares = std::mem::take(&mut record.measured.workers);
        record.measured.hosts = (self.hosts.iter().zip(shares).zip(&left).zip(&records).enumerate())
            .map(|(index, (((host, figures), left), own))| {
                let lost = self.lost[index].as_ref().map(|lost| (lost, outstanding[index]));
                host_figures(host, figures, left, *own, lost)
            })
            .collect();
        Ok(result)
    }

    fn circumstances(&self, left: &[HostOutput], records: &[Option<&RunRecord>]) -> HostCircumstances {
        let named = || self.hosts.iter().map(|host| host.name.clone());
        let cached = named().zip(records).find_map(|(name, record)| {
            let record = record.filter(|record| record.outcome == Outcome::Cached)?;
            Some((name, record.because.clone()))
        });
        let all_lost = self.lost.iter().all(Option::is_some);
        let lost = named().zip(&self.lost).find_map(|(name, lost)| {
            let lost = lost.as_ref().filter(|lost| lost.ends || all_lost)?;
            Some((name, (lost.at - START).as_secs_f64()))
        });
        let without = named().zip(&self.lost).find_map(|(name, lost)| {
            let lost = lost.as_ref().filter(|lost| lost.at < self.measure_end)?;
            Some((name, (lost.at - START).as_secs_f64()))
        });
        let skew = |left: &HostOutput| Nanos(left.clock.start_skew_bound_ns);
        let apart = named().zip(left).map(|(name, left)| (name, skew(left))).max_by_key(|(_, by)| *by);
        let busiest = self.hosts.iter().zip(records).filter_map(|(host, record)| busy((*record)?, host.workers));
        HostCircumstances { cached, lost, without, apart, busiest: busiest.reduce(f64::max) }
    }

    /// Operations that a host had outstanding at the end of its last part.
    fn left_outstanding(&self, host: usize) -> u64 {
        u64::try_from(self.outstanding[host]).unwrap_or(0)
    }

    /// The first host that read what was not written, and the first mismatch there.
    fn mismatch(&self, records: &[Option<&RunRecord>]) -> Option<String> {
        self.hosts.iter().zip(records).find_map(|(host, record)| {
            let found = record.as_ref()?.verified.as_ref().filter(|verified| !verified.mismatches.is_empty())?;
            let first = found.first.first().map_or("no details", String::as_str);
            Some(format!("{}: {} mismatches; {first}", host.name, found.mismatches.values().sum::<u64>()))
        })
    }

    /// Notes of all hosts, each sentence once, with the host's name where only some have it.
    fn notes(&self, left: &[HostOutput], records: &[Option<&RunRecord>]) -> Vec<String> {
        let mut notes: Vec<String> = Vec::new();
        let on_all_hosts = |note: &String| records.iter().flatten().all(|record| record.notes.contains(note));
        for (host, record) in self.hosts.iter().zip(records) {
            for note in record.iter().flat_map(|record| &record.notes) {
                let words = if on_all_hosts(note) { note.clone() } else { format!("{}: {note}", host.name) };
                if !notes.contains(&words) {
                    notes.push(words);
                }
            }
        }
        for (index, (host, lost)) in self.hosts.iter().zip(&self.lost).enumerate() {
            if let Some(lost) = lost {
                notes.push(format!("{} {}", host.name, lost_words(lost, self.left_outstanding(index))));
            }
        }
        for (host, left) in self.hosts.iter().zip(left) {
            let apart = left.clock.drift_ns.unsigned_abs().saturating_sub(2 * left.clock.offset_bound_ns);
            if Nanos(apart) > MAX_CLOCK_DRIFT {
                notes.push(format!(
                    "the clock of {} drifted by {} during the Run: its intervals and those of the others lie so far apart at \
                     the end",
                    host.name,
                    Nanos(apart)
                ));
            }
        }
        notes
    }
}

/// Figures of one host. `lost`: when it was lost, and the operations outstanding then.
fn host_figures(
    host: &HostOf,
    figures: WorkerFigures,
    left: &HostOutput,
    own: Option<&RunRecord>,
    lost: Option<(&HostLoss, u64)>,
) -> HostFigures {
    HostFigures {
        name: host.name.clone(),
        workers: host.workers,
        target: host.target.clone(),
        outcome: own.map(|record| record.outcome),
        because: match own {
            Some(record) => record.because.clone(),
            None => lost.map_or_else(String::new, |(lost, outstanding)| lost_words(lost, outstanding)),
        },
        reason: own.and_then(|record| record.reason.clone()),
        figures,
        outstanding_when_lost: lost.map(|(_, outstanding)| outstanding),
        generator_cpu_ns_per_io: own.and_then(|record| record.generator_cpu_ns_per_io),
        busy_share: own.and_then(|record| busy(record, host.workers)),
        steal_share: own.and_then(|r| Some(r.system_load.as_ref()?.cpu?.steal)),
        system_load: own.and_then(|record| record.system_load.clone()),
        neighbours: own.and_then(|record| record.neighbours.clone()),
        machine: own.and_then(|record| record.measured.machine.clone()),
        clock: left.clock,
    }
}

/// Findings of verification, summed over all hosts.
fn merge_findings(hosts: &[HostOf], records: &[Option<&RunRecord>]) -> Option<Verified> {
    let mut all: Option<Verified> = None;
    for (host, record) in hosts.iter().zip(records) {
        let Some(own) = record.as_ref().and_then(|record| record.verified.as_ref()) else { continue };
        let sum = all.get_or_insert_with(Verified::default);
        sum.checked_units += own.checked_units;
        sum.unknown_units += own.unknown_units;
        for (kind, count) in &own.mismatches {
            *sum.mismatches.entry(kind.clone()).or_default() += count;
        }
        sum.first.extend(own.first.iter().map(|words| format!("{}: {words}", host.name)));
    }
    all
}

fn lost_words(lost: &HostLoss, outstanding: u64) -> String {
    let (after_s, why) = ((lost.at - START).as_secs_f64(), &lost.why);
    let left = match outstanding {
        0 => String::new(),
        1 => "; 1 operation was outstanding then and is in no percentile".into(),
        many => format!("; {many} operations were outstanding then and are in no percentile"),
    };
    format!("was lost {after_s:.1} s after the start ({why}); what it had sealed until then is counted{left}")
}

/// Share of its workers' time that a host's generator worked.
fn busy(record: &RunRecord, workers: u32) -> Option<f64> {
    let around = Circumstances { load: record.system_load.clone(), ..Circumstances::default() };
    record.system_load.as_ref()?.process.user_ns?;
    let all = f64::from(record.spec.load.workers().max(1));
    // Its record counts the workers of all hosts.
    Some(busy_share(&record.spec, &record.measured, &around) * all / f64::from(workers.max(1)))
}

/// Over all operations.
fn mean_cpu(records: &[Option<&RunRecord>]) -> Option<GeneratorCpu> {
    let (mut user, mut system, mut operations) = (0.0, 0.0, 0.0);
    for record in records.iter().flatten() {
        let cpu = record.generator_cpu_ns_per_io?;
        let count = (record.measured.all.completed + record.measured.all.errors) as f64;
        (user, system, operations) = (user + cpu.user * count, system + cpu.system * count, operations + count);
    }
    (operations > 0.0).then(|| GeneratorCpu { user: user / operations, system: system / operations })
}

/// The machine that stood still for longer.
fn less_still(a: Stillness, b: Stillness) -> Stillness {
    let lost_share = |still: &Stillness| still.stood_still_share + still.waited_share;
    if lost_share(&b) > lost_share(&a) { b } else { a }
}

//! The part of a Run that one of several hosts issues.
//!
//! A Run over several hosts is one Run: one spec, whose workers are spread over the hosts. Each host runs a *segment* of
//! them, with their places in the schedule of all: arrivals that are constant in all stay so, and superposed Poisson
//! arrivals are Poisson. A Run on one machine is the segment of all workers, by the same code.
//!
//! What a segment leaves beside its parts ([`SegmentOutput`]) crosses to the coordinator, where a host then is what a worker
//! is to a Run on one machine.

use plimsoll_base::{Nanos, OpKind};
use plimsoll_measure::recorder::Grid;
use plimsoll_measure::recorder::wire::{Buckets, WireError};
use serde::{Deserialize, Serialize};

use crate::real::RealRunOutput;
use crate::totals::{Ages, FirstError};
use crate::worker::WorkerOutput;

/// Output of a segment beside its parts. Instants are relative to the start of the Run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SegmentOutput {
    /// The last of its workers ended.
    pub ended: u64,
    /// End of its Measure.
    pub measure_end: u64,
    /// The segment was stopped by a request.
    pub stopped: bool,
    /// An error ended it.
    pub aborted: bool,
    /// Operations that were out for longer than the deadline.
    pub overdue: u64,
    /// Workers that did not come back.
    pub missing: u64,
    at_cap: bool,
    hung: u64,
    clock_reads: u64,
    system_calls: u64,
    issued: u64,
    largest_batch: u64,
    looks: (u64, u64, u64),
    held: u64,
    errors: Vec<(i32, u64)>,
    /// When, kind, errno.
    first_error: Option<(u64, u8, i32)>,
    broken: Option<String>,
    ages: [Option<[Buckets; 3]>; 4],
}

impl SegmentOutput {
    /// The output of a Run of `workers` workers here.
    pub(crate) fn of(done: &RealRunOutput, workers: u32) -> SegmentOutput {
        let start = done.grid.run_start;
        let all = &done.workers;
        let mut ages: Ages = Default::default();
        for worker in all {
            for (sum, more) in ages.iter_mut().zip(&worker.ages) {
                let Some(more) = more else { continue };
                match sum {
                    None => *sum = Some(more.clone()),
                    Some(sum) => {
                        sum.iter_mut().zip(more.iter()).for_each(|(s, m)| plimsoll_measure::recorder::merge(s, m));
                    }
                }
            }
        }
        let first = all.iter().filter_map(|w| w.first_error.as_ref()).min_by_key(|e| e.at);
        let ended = all.iter().map(|w| w.ended).max().unwrap_or(done.measure_end);
        let looks = |of: fn(&WorkerOutput) -> u64| all.iter().map(of);
        SegmentOutput {
            ended: (ended - start).0,
            measure_end: (done.measure_end - start).0,
            stopped: done.stopped,
            aborted: done.aborted,
            overdue: done.overdue,
            missing: u64::from(workers).saturating_sub(all.len() as u64),
            at_cap: all.iter().any(|w| w.at_cap),
            hung: all.iter().map(|w| w.hung).sum(),
            clock_reads: all.iter().map(|w| w.clock_reads).sum(),
            system_calls: all.iter().map(|w| w.system_calls).sum(),
            issued: all.iter().map(|w| w.issued).sum(),
            largest_batch: all.iter().map(|w| w.largest_batch).max().unwrap_or(0),
            looks: (looks(|w| w.looks.0).sum(), looks(|w| w.looks.1).sum(), looks(|w| w.looks.2).max().unwrap_or(0)),
            held: all.iter().map(|w| w.held.0).sum(),
            errors: all.iter().flat_map(|w| w.errors.iter().copied()).collect(),
            first_error: first.map(|e| ((e.at - start).0, e.kind.index() as u8, e.errno)),
            broken: all.iter().find_map(|w| w.broken.clone()),
            ages: ages.map(|kind| kind.map(|spans| [0, 1, 2].map(|i| Buckets::of(&spans[i])))),
        }
    }

    /// As bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Writing to a vector does not fail.
        postcard::to_extend(self, Vec::new()).unwrap_or_default()
    }

    /// Reads what [`to_bytes`](SegmentOutput::to_bytes) wrote.
    ///
    /// # Errors
    /// Bytes that are cut short, or something else.
    pub fn from_bytes(bytes: &[u8]) -> Result<SegmentOutput, WireError> {
        postcard::from_bytes(bytes).map_err(|_| WireError::Damaged("they are cut short or damaged"))
    }

    /// As what a worker leaves: host `index` of a Run on `grid`.
    pub(crate) fn as_worker(&self, index: usize, grid: &Grid) -> Result<WorkerOutput, WireError> {
        let start = grid.run_start;
        let mut ages: Ages = Default::default();
        for (mine, theirs) in ages.iter_mut().zip(&self.ages) {
            if let Some([response_time, completion_latency, slot_wait]) = theirs {
                let read = [response_time.histogram()?, completion_latency.histogram()?, slot_wait.histogram()?];
                *mine = Some(Box::new(read));
            }
        }
        let kind_of = |index: u8| OpKind::ALL.into_iter().find(|kind| kind.index() == usize::from(index));
        Ok(WorkerOutput {
            index,
            // Everything was handed over.
            last: None,
            ages,
            at_cap: self.at_cap,
            hung: self.hung,
            ended: start + Nanos(self.ended),
            clock_reads: self.clock_reads,
            system_calls: self.system_calls,
            issued: self.issued,
            largest_batch: self.largest_batch,
            looks: self.looks,
            held: Nanos(self.held),
            errors: self.errors.clone(),
            first_error: self
                .first_error
                .and_then(|(at, kind, errno)| Some(FirstError { at: start + Nanos(at), kind: kind_of(kind)?, errno })),
            broken: self.broken.clone(),
        })
    }
}

//! Destage: what is dirty goes behind, a line at a time, run by run of blocks beside each other.
//!
//! A *job* works on one line: its cursor goes up through the blocks, and each run of dirty ones becomes one write. With a
//! device of the cache's own the run is read from it first. Blocks stay dirty, and are read from the cache, until their
//! write is back. What is written again below the cursor meanwhile is *rewritten*: it stays dirty, and the line is
//! listed anew. So no dirty block is ever forgotten, and none is written twice for nothing.
//!
//! A destage that fails leaves its blocks dirty. It is tried again after a pause, because what lies behind may have
//! failed for good and answers at once; flushes that wait are told, and after [`HOPELESS`] failures in a row also the
//! writes that wait for room.

use plimsoll_base::{Nanos, Op, OpKind};

use super::bits;
use super::buffer::{Buffer, NONE};
use super::grid::Grid;
use super::spec::{DestageSpec, Order};
use crate::element::Position;

/// The pause after a failure.
const PAUSE: Nanos = Nanos::from_secs(1);
/// Failures in a row after which nobody waits for room any longer.
pub(super) const HOPELESS: u32 = 3;

/// A line on its way. Its words of rewritten blocks are apart.
#[derive(Clone, Copy, Debug)]
struct Job {
    line: u32,
    /// What it takes along became dirty at this instant or later.
    since: Nanos,
    cursor: u32,
    /// Runs on their way.
    flying: u32,
}

/// A run on its way.
#[derive(Clone, Copy, Debug)]
struct Run {
    job: u32,
    from: u32,
    until: u32,
}

/// What is to be sent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sent {
    pub(super) run: u32,
    pub(super) position: Position,
    pub(super) op: Op,
}

#[derive(Debug)]
pub(super) struct Destage {
    idle: Nanos,
    /// Dirty blocks above which it works.
    start_blocks: u64,
    bytes_per_s: Option<u64>,
    order: Order,
    depth: u32,
    jobs: Vec<Job>,
    free_jobs: Vec<u32>,
    /// By job: blocks that became dirty again.
    rewritten: Vec<u64>,
    words: usize,
    runs: Vec<Run>,
    free_runs: Vec<u32>,
    /// The job whose cursor moves.
    current: u32,
    /// Where the next line is looked for.
    sweep: u64,
    /// Not before this: the rate, or the pause after a failure.
    ready_at: Nanos,
    failures: u32,
    pub(super) bytes: u64,
    pub(super) writes: u64,
}

impl Destage {
    pub(super) fn new(spec: &DestageSpec, capacity_blocks: u64, words: usize) -> Destage {
        // Each job but the current one has a run on its way.
        let jobs = spec.depth + 1;
        Destage {
            idle: spec.idle_ns,
            start_blocks: (capacity_blocks as f64 * spec.start) as u64,
            bytes_per_s: spec.bytes_per_s.map(|b| b.0),
            order: spec.order,
            depth: spec.depth,
            jobs: vec![Job { line: NONE, since: Nanos::ZERO, cursor: 0, flying: 0 }; jobs as usize],
            free_jobs: (0..jobs).rev().collect(),
            rewritten: vec![0; jobs as usize * words],
            words,
            runs: vec![Run { job: NONE, from: 0, until: 0 }; spec.depth as usize],
            free_runs: (0..spec.depth).rev().collect(),
            current: NONE,
            sweep: 0,
            ready_at: Nanos::ZERO,
            failures: 0,
            bytes: 0,
            writes: 0,
        }
    }

    /// Writes on their way.
    pub(super) fn flying(&self) -> u32 {
        self.depth - self.free_runs.len() as u32
    }

    /// Blocks `from..until` of a line were written; they are dirty already.
    #[inline]
    pub(super) fn written(&mut self, now: Nanos, buffer: &mut Buffer, line: u32, from: u32, until: u32) {
        let job = buffer.line(line).job;
        if job == NONE {
            return;
        }
        let until = until.min(self.jobs[job as usize].cursor);
        if from < until {
            let at = job as usize * self.words;
            bits::set(&mut self.rewritten[at..at + self.words], from, until);
            buffer.list(line, now);
        }
    }

    /// Whether a new line is to be begun at `now`; `pressed`: somebody waits for it.
    fn wanted(&self, now: Nanos, buffer: &Buffer, pressed: bool) -> bool {
        pressed
            || buffer.blocks > self.start_blocks
            || buffer.oldest_since().is_some_and(|since| since.0.saturating_add(self.idle.0) <= now.0)
    }

    /// The next write, if there is one to be sent at `now`. What it is in the device of the cache is read from there.
    pub(super) fn next(&mut self, now: Nanos, buffer: &mut Buffer, grid: &Grid, pressed: bool) -> Option<Sent> {
        while now >= self.ready_at && !self.free_runs.is_empty() {
            if self.current == NONE && !self.begin(now, buffer, pressed) {
                return None;
            }
            let index = self.current;
            let Job { line, cursor, flying, .. } = self.jobs[index as usize];
            let Some((from, until)) = bits::run(buffer.bits(line), cursor, grid.blocks) else {
                // What is written from now on is rewritten, also above its last run.
                self.jobs[index as usize].cursor = grid.blocks;
                self.current = NONE;
                if flying == 0 {
                    self.end(now, buffer, index);
                }
                continue;
            };
            let run = self.free_runs.pop()?;
            self.runs[run as usize] = Run { job: index, from, until };
            let job = &mut self.jobs[index as usize];
            (job.cursor, job.flying) = (until, job.flying + 1);
            let of = buffer.line(line);
            let op = grid.op(OpKind::Write, of.key, of.offset, from, until);
            if let Some(rate) = self.bytes_per_s {
                let ns = (u128::from(op.len) * 1_000_000_000).div_ceil(u128::from(rate));
                self.ready_at = Nanos(now.0.max(self.ready_at.0).saturating_add(ns as u64));
            }
            return Some(Sent { run, position: of.position, op });
        }
        None
    }

    /// Begins with a line, if one is to be begun.
    fn begin(&mut self, now: Nanos, buffer: &mut Buffer, pressed: bool) -> bool {
        if buffer.waiting_lines == 0 || !self.wanted(now, buffer, pressed) {
            return false;
        }
        let line = match self.order {
            Order::Sorted => buffer.next_by_address(self.sweep),
            Order::Fifo => buffer.next_by_age(),
        };
        let (Some(line), Some(job)) = (line, self.free_jobs.pop()) else { return false };
        self.sweep = buffer.line(line).key.saturating_add(1);
        self.jobs[job as usize] = Job { line, since: buffer.line(line).since, cursor: 0, flying: 0 };
        buffer.begin(line, job);
        self.current = job;
        true
    }

    fn end(&mut self, now: Nanos, buffer: &mut Buffer, job: u32) {
        let at = job as usize * self.words;
        self.rewritten[at..at + self.words].fill(0);
        buffer.end(self.jobs[job as usize].line, now);
        self.jobs[job as usize].line = NONE;
        self.free_jobs.push(job);
    }

    /// A run is back.
    pub(super) fn done(&mut self, now: Nanos, buffer: &mut Buffer, run: u32, op: &Op, answer: Result<(), i32>) {
        let Run { job: index, from, until } = self.runs[run as usize];
        self.free_runs.push(run);
        let at = index as usize * self.words;
        let line = self.jobs[index as usize].line;
        match answer {
            Ok(()) => {
                buffer.clean_up(line, from, until, Some(&self.rewritten[at..at + self.words]));
                self.failures = 0;
                self.bytes += u64::from(op.len);
                self.writes += 1;
            }
            Err(_) => {
                self.failures += 1;
                self.ready_at = self.ready_at.max(now + PAUSE);
            }
        }
        let job = &mut self.jobs[index as usize];
        job.flying -= 1;
        if job.flying == 0 && self.current != index {
            self.end(now, buffer, index);
        }
    }

    /// Whether it has failed so often that nobody should wait for it.
    pub(super) fn hopeless(&self) -> bool {
        self.failures >= HOPELESS
    }

    /// Everything that became dirty before this has been destaged; none: nothing is dirty.
    pub(super) fn settled_until(&self, buffer: &Buffer) -> Option<Nanos> {
        let jobs = self.jobs.iter().filter(|job| job.line != NONE).map(|job| job.since);
        jobs.chain(buffer.oldest_since()).min()
    }

    /// When it acts on its own next.
    pub(super) fn next_timer(&self, buffer: &Buffer, pressed: bool) -> Option<Nanos> {
        if self.free_runs.is_empty() || (self.current == NONE && buffer.waiting_lines == 0) {
            return None;
        }
        if self.current != NONE || pressed || buffer.blocks > self.start_blocks {
            return Some(self.ready_at);
        }
        buffer.oldest_since().map(|since| Nanos(since.0.saturating_add(self.idle.0)).max(self.ready_at))
    }
}

//! Destage: dirty blocks go behind, a line at a time, run by run of neighbouring blocks.
//!
//! A *job* works on one line: its cursor goes up through the blocks, and each run of dirty ones becomes one write. With
//! a device of the cache's own the run is read from it first. Blocks stay dirty, and are read from the cache, until
//! their write is back. A block that is written again below the cursor meanwhile is *rewritten*: it stays dirty, and
//! the line is listed anew. So no dirty block is ever forgotten, and none is written twice for nothing.
//!
//! A destage that fails leaves its blocks dirty. It is retried after a pause, because a storage that has failed for
//! good answers at once. Waiting flushes fail with it, and after [`HOPELESS`] failures in a row also the writes that
//! wait for room.

use plimsoll_base::{Nanos, Op, OpKind};

use super::bits;
use super::buffer::{Buffer, NONE};
use super::grid::Grid;
use super::spec::{DestageSpec, Order};
use crate::element::Position;

/// The pause after a failure.
const PAUSE: Nanos = Nanos::from_secs(1);
/// Failures in a row after which writes no longer wait for room.
pub(super) const HOPELESS: u32 = 3;

/// A line on its way. Its words of rewritten blocks are apart.
#[derive(Clone, Copy, Debug)]
struct Job {
    line: u32,
    /// Its blocks became dirty at this instant or later.
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

/// The next request of a destage.
#[derive(Clone, Copy, Debug)]
pub(super) struct DestageRequest {
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
    pub(super) fn note_write(&mut self, now: Nanos, buffer: &mut Buffer, line: u32, from: u32, until: u32) {
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

    /// Whether to begin a new line at `now`; `pressed`: a request waits for room.
    fn is_due(&self, now: Nanos, buffer: &Buffer, pressed: bool) -> bool {
        pressed
            || buffer.blocks > self.start_blocks
            || buffer.oldest_since().is_some_and(|since| since.0.saturating_add(self.idle.0) <= now.0)
    }

    /// The next write, if there is one to be sent at `now`. What it is in the device of the cache is read from there.
    pub(super) fn next(&mut self, now: Nanos, buffer: &mut Buffer, grid: &Grid, pressed: bool) -> Option<DestageRequest> {
        while now >= self.ready_at && !self.free_runs.is_empty() {
            if self.current == NONE && !self.begin(now, buffer, pressed) {
                return None;
            }
            let index = self.current;
            let Job { line, cursor, flying, .. } = self.jobs[index as usize];
            let Some((from, until)) = bits::run(buffer.bits(line), cursor, grid.blocks) else {
                // Later writes to the line count as rewritten, also above its last run.
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
            return Some(DestageRequest { run, position: of.position, op });
        }
        None
    }

    /// Begins with a line, if one is to be begun.
    fn begin(&mut self, now: Nanos, buffer: &mut Buffer, pressed: bool) -> bool {
        if buffer.waiting_lines == 0 || !self.is_due(now, buffer, pressed) {
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

    pub(super) fn end_run(&mut self, now: Nanos, buffer: &mut Buffer, run: u32, op: &Op, answer: Result<(), i32>) {
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
                // Flushes from now on wait for the next attempt, whatever the rest of the job does.
                buffer.list(line, now);
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

    /// Whether it has failed so often that no request should wait for it.
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::element::VolumeHere;

    const BLOCK: u64 = 4096;
    const LINE: u64 = 64 << 10;

    struct Bench {
        grid: Grid,
        buffer: Buffer,
        destage: Destage,
    }

    fn bench(order: Order, depth: u32, start: f64) -> Bench {
        let mut grid = Grid::new(LINE, BLOCK);
        grid.learn(&[VolumeHere { number: 0, base: 0, size_bytes: 1 << 30 }]);
        let spec = DestageSpec { idle_ns: Nanos::from_secs(3), start, bytes_per_s: None, order, depth };
        Bench { buffer: Buffer::new(grid.words()), destage: Destage::new(&spec, 1 << 20, grid.words()), grid }
    }

    impl Bench {
        fn write(&mut self, now: Nanos, block: u64) {
            let (key, from) = (block / 16, (block % 16) as u32);
            let line = self.buffer.dirty(now, (key, key * LINE, Position(0)), from, from + 1);
            self.destage.note_write(now, &mut self.buffer, line, from, from + 1);
        }
        fn next(&mut self, now: Nanos) -> Option<DestageRequest> {
            self.destage.next(now, &mut self.buffer, &self.grid, false)
        }
        fn is_dirty(&self, block: u64) -> bool {
            let bit = (block % 16) as u32;
            self.buffer.find(block / 16).is_some_and(|slot| bits::count(self.buffer.bits(slot), bit, bit + 1) == 1)
        }
    }

    #[test]
    fn sorted_goes_up_by_address_and_fifo_by_age() {
        // A permutation of 100 lines: 37 has no factor in common with 100.
        let lines: Vec<u64> = (0..100).map(|i| i * 37 % 100).collect();
        for (order, expected) in [(Order::Sorted, (0..100).collect()), (Order::Fifo, lines.clone())] {
            let mut bench = bench(order, 128, 0.0);
            for (at, line) in lines.iter().enumerate() {
                bench.write(Nanos(at as u64), line * 16);
            }
            let sent: Vec<u64> = std::iter::from_fn(|| bench.next(Nanos(100))).map(|s| s.op.offset / LINE).collect();
            assert_eq!(sent, expected, "{order:?}");
        }
    }

    #[test]
    fn blocks_beside_each_other_leave_as_one_write() {
        let mut bench = bench(Order::Sorted, 8, 0.0);
        [3, 4, 5, 9, 15, 16].into_iter().for_each(|block| bench.write(Nanos(0), block));
        let sent: Vec<(u64, u32)> =
            std::iter::from_fn(|| bench.next(Nanos(0))).map(|s| (s.op.offset / BLOCK, s.op.len / 4096)).collect();
        // 15 and 16 lie in two lines.
        assert_eq!(sent, [(3, 3), (9, 1), (15, 1), (16, 1)]);
    }

    #[test]
    fn it_begins_when_the_oldest_is_idle_old_or_more_than_start_is_dirty() {
        let mut young = bench(Order::Sorted, 8, 0.5);
        young.write(Nanos::from_secs(1), 0);
        young.write(Nanos::from_secs(2), 1000);
        assert!(young.next(Nanos(3_999_999_999)).is_none());
        assert_eq!(young.destage.next_timer(&young.buffer, false), Some(Nanos::from_secs(4)));
        assert_eq!(young.next(Nanos::from_secs(4)).map(|s| s.op.offset), Some(0));
        // The other one is 2 s old.
        assert!(young.next(Nanos::from_secs(4)).is_none());
        assert_eq!(young.destage.next_timer(&young.buffer, false), Some(Nanos::from_secs(5)));

        let mut full = bench(Order::Sorted, 8, 10.0 / f64::from(1 << 20));
        (0..10).for_each(|line| full.write(Nanos(0), line * 16));
        assert!(full.next(Nanos(0)).is_none(), "10 blocks are no more than 10");
        full.write(Nanos(0), 500);
        assert!(full.next(Nanos(0)).is_some());
    }

    /// A step: write a block, begin a destage, one of those under way comes back well or not, forget a block.
    #[derive(Clone, Debug)]
    enum Step {
        Write(u64),
        Begin,
        Done(usize, bool),
        Forget(u64),
    }

    /// A destage comes back, well or not.
    fn back(bench: &mut Bench, dirty: &mut BTreeMap<u64, Nanos>, (sent, at): (DestageRequest, Nanos), now: Nanos, ok: bool) {
        let answer = if ok { Ok(()) } else { Err(5) };
        bench.destage.end_run(now, &mut bench.buffer, sent.run, &sent.op, answer);
        let first = sent.op.offset / BLOCK;
        for block in first..first + u64::from(sent.op.len) / BLOCK {
            match dirty.get_mut(&block).filter(|written| **written <= at) {
                Some(_) if ok => drop(dirty.remove(&block)),
                // Flushes up to now have failed.
                Some(written) => *written = now,
                None => {}
            }
        }
    }

    proptest! {
        /// Against a map from dirty block to the instant of its last write: a destage makes clean what has not been
        /// written since it was sent, and nothing else.
        #[test]
        fn no_dirty_block_is_lost_and_none_stays_that_is_behind(
            steps in prop::collection::vec(
                prop_oneof![
                    4 => (0_u64..64).prop_map(Step::Write),
                    4 => Just(Step::Begin),
                    4 => (0_usize..8, any::<bool>(), any::<bool>()).prop_map(|(i, a, b)| Step::Done(i, a || b)),
                    1 => (0_u64..64).prop_map(Step::Forget),
                ],
                1..200,
            ),
            fifo in any::<bool>(),
            depth in 1_u32..6,
        ) {
            let mut bench = bench(if fifo { Order::Fifo } else { Order::Sorted }, depth, 0.0);
            let (mut dirty, mut flying): (BTreeMap<u64, Nanos>, Vec<(DestageRequest, Nanos)>) = Default::default();
            let mut now = Nanos(0);
            for step in steps {
                now += Nanos::from_secs(2);
                match step {
                    Step::Write(block) => {
                        bench.write(now, block);
                        dirty.insert(block, now);
                    }
                    Step::Begin => flying.extend(bench.next(now).map(|sent| (sent, now))),
                    Step::Done(index, ok) if index < flying.len() => {
                        let sent = flying.remove(index);
                        back(&mut bench, &mut dirty, sent, now, ok);
                    }
                    Step::Done(..) => {}
                    Step::Forget(block) => {
                        if let Some(slot) = bench.buffer.find(block / 16) {
                            let bit = (block % 16) as u32;
                            bench.buffer.clean_up(slot, bit, bit + 1, None);
                        }
                        dirty.remove(&block);
                    }
                }
                prop_assert_eq!(bench.buffer.blocks, dirty.len() as u64);
                for block in 0..64 {
                    prop_assert_eq!(bench.is_dirty(block), dirty.contains_key(&block), "block {}", block);
                }
                if let (Some(oldest), Some(settled)) =
                    (dirty.values().min(), bench.destage.settled_until(&bench.buffer))
                {
                    prop_assert!(settled <= *oldest, "dirty since {} would count as destaged until {}", oldest, settled);
                } else {
                    prop_assert!(dirty.is_empty(), "dirty, but nothing to wait for");
                }
            }
            // All of it comes behind in the end, and nothing is left over.
            for _ in 0..200 {
                now += Nanos::from_secs(4);
                flying.extend(std::iter::from_fn(|| bench.next(now)).map(|sent| (sent, now)));
                flying.drain(..).for_each(|sent| back(&mut bench, &mut dirty, sent, now, true));
            }
            prop_assert_eq!((bench.buffer.blocks, bench.buffer.waiting_lines, bench.destage.flying()), (0, 0, 0));
            prop_assert_eq!(bench.destage.next_timer(&bench.buffer, false), None);
        }
    }
}

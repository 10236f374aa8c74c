//! The loop that fills: keeps several writes in flight and tracks up to where everything is written.
//!
//! Positions count over all passes. Writes finish in any order. The *frontier* is the lowest byte that is not known to
//! be written, and only it is kept as a mark: a fill that resumes there skips nothing.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use plimsoll_base::clock::Clock;
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_engine::{Completion, Engine, Wait};

use super::plan::Plan;

/// Writes in flight.
pub(super) const SLOTS: u32 = 8;
/// Between two marks: what a kill loses at most, beside the flush itself.
const KEEP_EVERY: Nanos = Nanos::from_secs(2);
/// How soon a wish to stop is seen.
const LOOK_EVERY: Nanos = Nanos::from_millis(100);

/// State shared with other threads: progress, and the request to stop.
#[derive(Debug, Default)]
pub(super) struct FillProgress {
    /// Bytes written so far, over all passes, those of an earlier fill included.
    pub(super) done: AtomicU64,
    /// A wish to end.
    pub(super) stop: AtomicBool,
}

/// How far it came.
#[derive(Debug)]
pub(super) struct FillEnd {
    /// Everything before this is written, over all passes.
    pub(super) frontier: u64,
    /// The error that ended the fill early.
    pub(super) failed: Option<io::Error>,
    /// Writes may still be under way: the engine broke.
    pub(super) left_behind: bool,
}

/// A write in flight, or what is left of one that failed.
#[derive(Clone, Copy, Debug)]
struct Piece {
    at: u64,
    len: u32,
    in_flight: bool,
}

impl Piece {
    fn op(&self, plan: &Plan) -> Op {
        Op { kind: OpKind::Write, offset: plan.from + self.at % plan.bytes, len: self.len }
    }
}

struct Filling<'a> {
    plan: &'a Plan,
    shared: &'a FillProgress,
    pieces: [Option<Piece>; SLOTS as usize],
    /// Where the next piece begins.
    next: u64,
    failed: Option<io::Error>,
}

impl Filling<'_> {
    /// Everything before this is written.
    fn frontier(&self) -> u64 {
        self.pieces.iter().flatten().map(|piece| piece.at).min().unwrap_or(self.next)
    }

    fn into_end(self, left_behind: bool) -> FillEnd {
        FillEnd { frontier: self.frontier(), failed: self.failed, left_behind }
    }

    /// Puts the next pieces into the slots that are free, unless the fill is to end.
    fn push(&mut self, engine: &mut impl Engine) {
        for (slot, place) in (0..SLOTS).zip(&mut self.pieces) {
            if self.next >= self.plan.total() || self.failed.is_some() || self.shared.stop.load(Ordering::Relaxed) {
                break;
            }
            if place.is_none() {
                // A write never straddles two passes.
                let len = u64::from(self.plan.block).min(self.plan.bytes - self.next % self.plan.bytes) as u32;
                let piece = Piece { at: self.next, len, in_flight: true };
                engine.push(slot, piece.op(self.plan));
                *place = Some(piece);
                self.next += u64::from(len);
            }
        }
    }

    /// Takes what a write left: it is over, the rest of it is written again, or it failed.
    fn take(&mut self, done: Completion, engine: &mut impl Engine) {
        let Some(place) = self.pieces.get_mut(done.slot as usize) else { return };
        let Some(piece) = place else { return };
        piece.in_flight = false;
        match done.result {
            Ok(written) => {
                // Whole blocks of a short write count; the rest is written again.
                let whole = u64::from(written.min(piece.len)) / self.plan.grain * self.plan.grain;
                self.shared.done.fetch_add(whole, Ordering::Relaxed);
                piece.at += whole;
                piece.len -= whole as u32;
                if piece.len == 0 {
                    *place = None;
                } else if whole == 0 {
                    self.failed.get_or_insert_with(|| io::ErrorKind::WriteZero.into());
                } else if self.failed.is_none() {
                    piece.in_flight = true;
                    engine.push(done.slot, piece.op(self.plan));
                }
            }
            // Its place stays taken: the frontier must not pass what was not written.
            Err(errno) => {
                self.failed.get_or_insert_with(|| plimsoll_engine::error_of(errno));
            }
        }
    }
}

/// Fills from position `start`. `keep` is called every some seconds with the frontier: it flushes, then marks.
pub(super) fn fill<E: Engine>(
    engine: &mut E,
    plan: &Plan,
    start: u64,
    clock: &impl Clock,
    shared: &FillProgress,
    keep: &mut dyn FnMut(u64) -> io::Result<()>,
) -> FillEnd {
    let mut filling = Filling { plan, shared, pieces: [None; SLOTS as usize], next: start, failed: None };
    let mut found: Vec<Completion> = Vec::with_capacity(SLOTS as usize);
    let mut kept = start;
    let mut keep_at = clock.now() + KEEP_EVERY;
    loop {
        filling.push(engine);
        if !filling.pieces.iter().flatten().any(|piece| piece.in_flight) {
            return filling.into_end(false);
        }
        let now = clock.now();
        let moved = engine.submit().and_then(|()| engine.reap(&mut found, Wait::Until { at: now + LOOK_EVERY, now }));
        for done in found.drain(..) {
            filling.take(done, engine);
        }
        if let Err(error) = moved {
            // Writes in flight are not known to be done.
            filling.failed.get_or_insert(error);
            return filling.into_end(true);
        }
        let reached = filling.frontier();
        if filling.failed.is_none() && reached > kept && clock.now() >= keep_at {
            match keep(reached) {
                Ok(()) => kept = reached,
                Err(error) => filling.failed = Some(error),
            }
            keep_at = clock.now() + KEEP_EVERY;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_base::random::{Random, stream, unit};
    use plimsoll_workload::PayloadKind;
    use proptest::prelude::*;
    use std::cell::{Cell, RefCell};
    use std::collections::BTreeSet;

    /// Half a second passes between two looks.
    #[derive(Default)]
    struct Ticking(Cell<u64>);
    impl Clock for Ticking {
        fn now(&self) -> Nanos {
            self.0.set(self.0.get() + 500_000_000);
            Nanos(self.0.get())
        }
        fn sleep_until(&self, _: Nanos) {}
    }

    /// A target whose writes finish in any order, sometimes short, and fail at a given place.
    struct Target<'a> {
        written: &'a RefCell<Vec<u32>>,
        flying: Vec<(u32, Op)>,
        random: Random,
        grain: u64,
        fails_at: Option<u64>,
    }
    impl Engine for Target<'_> {
        fn push(&mut self, slot: u32, op: Op) {
            assert!(self.flying.iter().all(|(s, _)| *s != slot), "slot {slot} is taken");
            assert!(op.offset % self.grain == 0 && u64::from(op.len) % self.grain == 0, "{op:?} is not whole blocks");
            self.flying.push((slot, op));
        }
        fn submit(&mut self) -> io::Result<()> {
            Ok(())
        }
        fn reap(&mut self, found: &mut Vec<Completion>, _: Wait) -> io::Result<()> {
            let (slot, op) = self.flying.swap_remove((unit(&mut self.random) * self.flying.len() as f64) as usize);
            let end = op.offset + u64::from(op.len);
            if self.fails_at.is_some_and(|at| (op.offset..end).contains(&at)) {
                found.push(Completion { slot, result: Err(28) });
                return Ok(());
            }
            // One in four comes back short, at any byte.
            let short = (unit(&mut self.random) < 0.25)
                .then(|| self.grain as u32 + (unit(&mut self.random) * f64::from(op.len - self.grain as u32)) as u32);
            let len = short.unwrap_or(op.len);
            let mut written = self.written.borrow_mut();
            for block in op.offset / self.grain..(op.offset + u64::from(len)) / self.grain {
                written[block as usize] += 1;
            }
            found.push(Completion { slot, result: Ok(len) });
            Ok(())
        }
        fn system_calls(&self) -> u64 {
            0
        }
    }

    fn plan(block: u32, passes: u32, from: u64, bytes: u64) -> Plan {
        let size = from + bytes + 4096;
        Plan { content: PayloadKind::Random, block, passes, size, from, bytes, grain: 512 }
    }

    /// How often each block of the part that is filled was written at least, by position.
    fn written_before(plan: &Plan, written: &[u32], frontier: u64) -> bool {
        (0..plan.bytes / 512).all(|block| {
            let offset = block * 512;
            let times = frontier / plan.bytes + u64::from(offset < frontier % plan.bytes);
            u64::from(written[((plan.from + offset) / 512) as usize]) >= times
        })
    }

    proptest! {
        /// The claim of the module, whatever the order of completions: everything before a mark is written, and a fill
        /// killed at any mark and begun again from it, again and again, leaves no block out.
        #[test]
        fn a_mark_never_passes_what_was_not_written(
            seed: u64, blocks in 1_u64..200, block in 1_u32..9, passes in 1_u32..4, from in 0_u64..9, kill in 1_usize..9,
        ) {
            let plan = plan(block * 512, passes, from * 512, blocks * 512);
            let written = RefCell::new(vec![0; (plan.size / 512) as usize]);
            let shared = FillProgress::default();
            let mut start = 0;
            for attempt in 0..10_000 {
                let random = stream(seed, "target", attempt);
                let mut engine = Target { written: &written, flying: Vec::new(), random, grain: 512, fails_at: None };
                let mut marks = BTreeSet::new();
                let mut keep = |frontier: u64| {
                    assert!(written_before(&plan, &written.borrow(), frontier), "mark {frontier} is ahead");
                    marks.insert(frontier);
                    // A kill: nothing after this mark is remembered.
                    if marks.len() == kill { Err(io::Error::other("killed")) } else { Ok(()) }
                };
                let filled = fill(&mut engine, &plan, start, &Ticking::default(), &shared, &mut keep);
                prop_assert!(filled.frontier >= marks.last().copied().unwrap_or(start));
                if filled.failed.is_none() {
                    prop_assert_eq!(filled.frontier, plan.total());
                    break;
                }
                start = marks.last().copied().unwrap_or(start);
            }
            prop_assert!(written_before(&plan, &written.borrow(), plan.total()));
            let outside = |block: u64| !(plan.from..plan.from + plan.bytes).contains(&(block * 512));
            prop_assert!((0..plan.size / 512).filter(|&b| outside(b)).all(|b| written.borrow()[b as usize] == 0));
        }

        #[test]
        fn after_a_failure_the_frontier_lies_at_or_before_it(seed: u64, at in 0_u64..100) {
            let plan = plan(2048, 2, 4096, 100 * 512);
            let written = RefCell::new(vec![0; (plan.size / 512) as usize]);
            let fails_at = Some(plan.from + at * 512);
            let random = stream(seed, "target", 0);
            let mut engine = Target { written: &written, flying: Vec::new(), random, grain: 512, fails_at };
            let filled = fill(&mut engine, &plan, 0, &Ticking::default(), &FillProgress::default(), &mut |_| Ok(()));
            prop_assert_eq!(filled.failed.and_then(|e| e.raw_os_error()), Some(28));
            prop_assert!(filled.frontier <= at * 512);
            prop_assert!(written_before(&plan, &written.borrow(), filled.frontier));
            prop_assert!(engine.flying.is_empty(), "nothing is left in flight");
        }
    }

    #[test]
    fn a_wish_to_stop_ends_it_with_nothing_in_flight() {
        let plan = plan(2048, 1, 0, 1 << 20);
        let written = RefCell::new(vec![0; (plan.size / 512) as usize]);
        let random = stream(1, "target", 0);
        let mut engine = Target { written: &written, flying: Vec::new(), random, grain: 512, fails_at: None };
        let shared = FillProgress::default();
        let mut keep = |_| {
            shared.stop.store(true, Ordering::Relaxed);
            Ok(())
        };
        let filled = fill(&mut engine, &plan, 0, &Ticking::default(), &shared, &mut keep);
        assert!(filled.failed.is_none() && engine.flying.is_empty());
        assert!(filled.frontier > 0 && filled.frontier < plan.total());
        assert_eq!(shared.done.load(Ordering::Relaxed), filled.frontier);
    }

    #[test]
    fn a_target_that_takes_nothing_is_an_error_and_no_endless_loop() {
        struct Full(Vec<u32>);
        impl Engine for Full {
            fn push(&mut self, slot: u32, _: Op) {
                self.0.push(slot);
            }
            fn submit(&mut self) -> io::Result<()> {
                Ok(())
            }
            fn reap(&mut self, found: &mut Vec<Completion>, _: Wait) -> io::Result<()> {
                found.extend(self.0.drain(..).map(|slot| Completion { slot, result: Ok(100) }));
                Ok(())
            }
            fn system_calls(&self) -> u64 {
                0
            }
        }
        let plan = plan(2048, 1, 0, 1 << 20);
        let filled =
            fill(&mut Full(Vec::new()), &plan, 0, &Ticking::default(), &FillProgress::default(), &mut |_| Ok(()));
        assert_eq!(filled.failed.map(|e| e.kind()), Some(io::ErrorKind::WriteZero));
        assert_eq!(filled.frontier, 0);
    }
}

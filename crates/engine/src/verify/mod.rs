//! Verification: acknowledged data is there, and is the data that was sent.
//!
//! The unit is the workload's alignment: a multiple of 512 bytes, of which every operation covers whole ones. Every
//! sector that is written carries a header ([`sector`]) with target, offset, generation, key and checksum; a journal
//! ([`JournalPlan`]) has the expected generation of each unit. A read shows one of these faults:
//!
//! * corrupt: the checksum is wrong, or the header has gone;
//! * misplaced: whole, but of another offset or target;
//! * torn: sectors of one unit from different writes;
//! * older than acknowledged: a lost write or a stale read. A check makes no I/O, so it is both until the unit is read
//!   again: right then, it was stale; still older, it was lost;
//! * newer than the journal: the journal is older than the data.
//!
//! Concurrent operations on one unit. A write that meets a unit with a write under way goes elsewhere: to the next
//! place of its length that is free, up to [`PROBES`] places on, around the end of the working set
//! ([`Verifier::begin`]). When all of these are taken, as only a working set hardly larger than the queue lets happen,
//! it goes to its own place, and the units are not checked until the writes that meet there have ended and one more
//! has. A read that meets a write accepts each sector from before or after it, and a damaged one, as a sector may be
//! read while it is changed.
//!
//! A unit that was never written under this journal may hold anything, and so may one that was trimmed. In an
//! unfinished write, after an error or a kill, each sector may be old or new.
//!
//! Cost, per 512 bytes: about 50 ns of processor time to mark and the same to check; per unit, one atomic exchange to
//! begin and one to end a write, two loads for a read. No lock and no allocation unless something is wrong.

mod error;
mod findings;
mod journal;
mod judge;
mod plan;
pub mod sector;
mod state;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plimsoll_base::{Op, OpKind};

pub use error::VerifyError;
pub use findings::{Findings, Mismatch, MismatchKind, Mismatches};
pub use plan::JournalPlan;

use findings::{Ledger, Tally};
use journal::Journal;
use judge::{UnitVerdict, judge};
use sector::{Header, SECTOR};
use state::State;

/// EBADMSG: what an operation fails with whose data is not what was written.
pub const EBADMSG: i32 = 74;
/// Places that a write tries before it goes where a write is under way.
pub(crate) const PROBES: u32 = 64;

/// A session's knowledge of its target's content, shared by its workers.
#[derive(Debug)]
pub struct Verification {
    journal: Journal,
    ledger: Ledger,
    target: u64,
    unit_bytes: u32,
    first_byte: u64,
    /// Whether units were trimmed in this session: a unit that changed while it was read may then hold anything.
    trims: AtomicBool,
}

/// The expected content of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// Anything: never written under this journal, trimmed, or changed by two operations at once.
    Anything,
    /// The write with this number, the first being 1.
    Generation(u32),
    /// One of the writes from `oldest` to `newest`: the last ones failed, were interrupted or are under way.
    Between {
        /// The last that is sure to have been stored.
        oldest: u32,
        /// The last that was begun.
        newest: u32,
    },
}

impl Verification {
    /// Opens the journal, or makes it.
    ///
    /// # Errors
    /// The plan contradicts itself; no memory or space for the journal; the file there is no journal, is of another
    /// target, size, unit or working set, or is in use.
    pub fn open(plan: &JournalPlan) -> Result<Arc<Verification>, VerifyError> {
        Ok(Arc::new(Verification {
            journal: Journal::open(plan)?,
            ledger: Ledger::default(),
            target: plan.target_id(),
            unit_bytes: plan.unit_bytes,
            first_byte: plan.first_byte,
            trims: AtomicBool::new(false),
        }))
    }

    /// Bytes that the journal of a working set takes, in memory or on disk: 4 per unit, and 4 KiB.
    pub fn journal_bytes(working_set_bytes: u64, unit_bytes: u32) -> u64 {
        Journal::required_bytes(working_set_bytes, unit_bytes)
    }

    /// The verifier with which worker `worker` marks its writes and checks its reads; for one
    /// [`Buffers`](crate::buffers::Buffers).
    pub fn verifier(self: &Arc<Self>, worker: u32) -> Verifier {
        let tally = self.ledger.tally();
        Verifier { shared: self.clone(), tally, worker, begun: Vec::new(), states: Vec::new(), per_slot: 0 }
    }

    /// Findings so far. A worker may still be reading.
    pub fn findings(&self) -> Findings {
        self.ledger.findings()
    }

    /// The expected content of the unit at byte `offset`.
    pub fn expectation(&self, offset: u64) -> Expectation {
        match offset.checked_sub(self.first_byte).map(|within| within / u64::from(self.unit_bytes)) {
            Some(unit) if unit < self.journal.units() => {
                let state = self.journal.state(unit);
                match (state.oldest(), state.generation()) {
                    (None, _) => Expectation::Anything,
                    (Some(oldest), newest) if oldest == newest => Expectation::Generation(newest),
                    (Some(oldest), newest) => Expectation::Between { oldest, newest },
                }
            }
            _ => Expectation::Anything,
        }
    }

    fn offset_of(&self, unit: u64) -> u64 {
        self.first_byte + unit * u64::from(self.unit_bytes)
    }

    /// The units that `op` touches, and whether it covers them; none when it leaves the working set.
    fn units(&self, op: &Op) -> Option<Span> {
        let unit = u64::from(self.unit_bytes);
        let from = op.offset.checked_sub(self.first_byte)?;
        let until = from.checked_add(u64::from(op.len))?;
        let (first, end) = (from / unit, until.div_ceil(unit));
        let inside = op.len > 0 && end <= self.journal.units();
        inside.then_some(Span { first, count: end - first, whole: from % unit == 0 && until % unit == 0 })
    }
}

/// Consecutive units.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    first: u64,
    count: u64,
    /// Whether they are covered from the first byte to the last.
    whole: bool,
}

/// The operation under way in a slot.
#[derive(Clone, Copy, Debug)]
struct OpenOperation {
    kind: OpKind,
    span: Span,
}

/// One worker's share: it marks what is written and checks what is read. Belongs to one set of buffers.
#[derive(Debug)]
pub struct Verifier {
    shared: Arc<Verification>,
    tally: Arc<Tally>,
    worker: u32,
    begun: Vec<Option<OpenOperation>>,
    /// State of each unit of each slot when its operation began.
    states: Vec<u32>,
    per_slot: usize,
}

impl Verifier {
    /// Room for `slots` operations of up to `block` bytes: nothing is allocated after this.
    pub(crate) fn make_room(&mut self, slots: usize, block: usize) {
        // One more: an operation that is not aligned touches the unit in which it ends.
        self.per_slot = block.div_ceil(self.shared.unit_bytes as usize) + 1;
        self.begun = vec![None; slots];
        self.states = vec![0; slots * self.per_slot];
    }

    /// An operation begins in `slot`: gives where it goes, which for a write or a trim may be another place than asked
    /// (see the module). To be called before it is submitted, and followed by one [`check`](Verifier::check).
    #[inline]
    pub fn begin(&mut self, slot: u32, op: Op) -> Op {
        let slot = slot as usize;
        self.begun[slot] = None;
        let Some(span) = self.shared.units(&op) else { return op };
        assert!(span.count as usize <= self.per_slot, "{op:?} is larger than the buffers' block");
        let (op, span) = match op.kind {
            OpKind::Read => {
                for (at, unit) in (span.first..span.first + span.count).enumerate() {
                    self.states[slot * self.per_slot + at] = self.shared.journal.state(unit).bits();
                }
                (op, span)
            }
            OpKind::Write | OpKind::Trim => self.place(slot, op, span),
            OpKind::Flush => return op,
        };
        self.begun[slot] = Some(OpenOperation { kind: op.kind, span });
        op
    }

    /// Finds a place where no other change is under way, and begins this one there.
    fn place(&mut self, slot: usize, op: Op, wanted: Span) -> (Op, Span) {
        let shared = &*self.shared;
        if op.kind == OpKind::Trim {
            shared.trims.store(true, Ordering::SeqCst);
        }
        let known_after = op.kind == OpKind::Write && wanted.whole;
        let states = &mut self.states[slot * self.per_slot..][..self.per_slot];
        let units = shared.journal.units();
        let mut span = wanted;
        for _ in 0..PROBES {
            let mut taken = 0;
            while taken < span.count {
                let Some(before) = shared.journal.begin(span.first + taken, known_after) else { break };
                states[taken as usize] = before.bits();
                taken += 1;
            }
            if taken == span.count {
                let moved = (span.first.wrapping_sub(wanted.first)).wrapping_mul(u64::from(shared.unit_bytes));
                return (Op { offset: op.offset.wrapping_add(moved), ..op }, span);
            }
            for at in (0..taken).rev() {
                shared.journal.withdraw(span.first + at, State::from_bits(states[at as usize]));
            }
            // Steps of its own length keep the operation aligned to it.
            span.first += span.count;
            if span.first + span.count > units {
                span.first = wanted.first % span.count;
            }
        }
        for (at, unit) in (wanted.first..wanted.first + wanted.count).enumerate() {
            states[at] = shared.journal.contend(unit).bits();
        }
        (op, wanted)
    }

    /// Marks what the write that was begun in `slot` sends.
    #[inline]
    pub(crate) fn seal(&self, slot: u32, op: &Op, data: &mut [u8]) {
        let slot = slot as usize;
        let begun = match self.begun[slot] {
            Some(begun) if begun.kind == OpKind::Write => begun,
            // Outside the working set: nothing is known of what is there.
            _ => return,
        };
        let shared = &*self.shared;
        debug_assert_eq!(shared.units(op).map(|span| span.first), Some(begun.span.first), "the write that was begun");
        let mut header = Header { target: shared.target, key: shared.journal.key(), offset: op.offset, generation: 0 };
        for sector in data.chunks_exact_mut(SECTOR) {
            let unit = (header.offset - shared.first_byte) / u64::from(shared.unit_bytes);
            let before = State::from_bits(self.states[slot * self.per_slot + (unit - begun.span.first) as usize]);
            header.generation = before.generation() + 1;
            if let Ok(sector) = sector.try_into() {
                sector::seal(sector, &header);
            }
            header.offset += SECTOR as u64;
        }
    }

    /// The operation begun in `slot` has ended with `result`; `data` is what it read.
    ///
    /// # Errors
    /// Its own errno, or [`EBADMSG`] when the data is not what was written.
    #[inline]
    pub(crate) fn check(&mut self, slot: u32, result: Result<u32, i32>, data: &[u8]) -> Result<u32, i32> {
        let Some(begun) = self.begun[slot as usize].take() else { return result };
        match begun.kind {
            OpKind::Read if result.is_ok() => self.check_read(slot as usize, begun.span, data).and(result),
            OpKind::Read | OpKind::Flush => result,
            OpKind::Write | OpKind::Trim => {
                let stored = begun.kind == OpKind::Write && begun.span.whole && result.is_ok();
                for unit in begun.span.first..begun.span.first + begun.span.count {
                    self.shared.journal.end(unit, stored);
                }
                result
            }
        }
    }

    fn check_read(&self, slot: usize, span: Span, data: &[u8]) -> Result<(), i32> {
        let shared = &*self.shared;
        if !span.whole {
            self.tally.add(0, span.count);
            return Ok(());
        }
        let (mut unknown, mut wrong) = (0, false);
        let states = &self.states[slot * self.per_slot..][..span.count as usize];
        for ((unit, data), before) in (span.first..).zip(data.chunks_exact(shared.unit_bytes as usize)).zip(states) {
            let (before, after) = (State::from_bits(*before), shared.journal.state(unit));
            let quiet = before == after && !before.live();
            let known = before.oldest().zip(after.oldest()).map(|(oldest, _)| oldest);
            let Some(oldest) = known.filter(|_| quiet || !shared.trims.load(Ordering::SeqCst)) else {
                unknown += 1;
                continue;
            };
            let place = Header {
                target: shared.target,
                key: shared.journal.key(),
                offset: shared.offset_of(unit),
                generation: after.generation(),
            };
            match judge(data, &place, oldest, quiet) {
                UnitVerdict::Right => {
                    if quiet {
                        shared.ledger.right(unit, after.generation());
                    }
                }
                UnitVerdict::Unknown => unknown += 1,
                UnitVerdict::Wrong(mut mismatch) => {
                    mismatch.worker = self.worker;
                    shared.ledger.record_mismatch(unit, after.generation(), *mismatch);
                    wrong = true;
                }
            }
        }
        self.tally.add(span.count - unknown, unknown);
        if wrong { Err(EBADMSG) } else { Ok(()) }
    }
}

//! Findings of a verification: counts by kind, and the first findings in words.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The fault of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MismatchKind {
    /// The content differs from its checksum, or there is no header where one was written.
    Corrupt,
    /// Whole, but written for another place or another target.
    Misplaced,
    /// Some of its sectors are of the last write and some are older.
    Torn,
    /// Older than what was acknowledged, twice in a row without a write between: the write was lost.
    Lost,
    /// Older than what was acknowledged, and right when it was read again: the read was stale.
    Stale,
    /// Older than what was acknowledged, and not read again since: lost write or stale read.
    LostOrStale,
    /// Newer than the journal: the journal is older than the data, or another program writes with it.
    Newer,
}

impl MismatchKind {
    /// Every kind, in the order of [`Mismatches::by_kind`].
    pub const ALL: [MismatchKind; 7] = [
        MismatchKind::Corrupt,
        MismatchKind::Misplaced,
        MismatchKind::Torn,
        MismatchKind::Lost,
        MismatchKind::Stale,
        MismatchKind::LostOrStale,
        MismatchKind::Newer,
    ];

    /// The name used in records and errors.
    pub const fn name(self) -> &'static str {
        match self {
            MismatchKind::Corrupt => "corrupt",
            MismatchKind::Misplaced => "misplaced",
            MismatchKind::Torn => "torn",
            MismatchKind::Lost => "lost write",
            MismatchKind::Stale => "stale read",
            MismatchKind::LostOrStale => "lost write or stale read",
            MismatchKind::Newer => "newer than the journal",
        }
    }
}

/// Mismatches by kind. A unit that is read wrong again counts again, unless it is among the last 64 that were found
/// older than they should be: those count once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mismatches([u64; 7]);

impl Mismatches {
    /// How many are of this kind.
    pub fn of(&self, kind: MismatchKind) -> u64 {
        self.0[kind as usize]
    }
    /// Every kind with its count.
    pub fn by_kind(&self) -> impl Iterator<Item = (MismatchKind, u64)> + '_ {
        MismatchKind::ALL.into_iter().map(|kind| (kind, self.of(kind)))
    }
    /// How many there are.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }
}

/// One mismatch, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The fault.
    pub kind: MismatchKind,
    /// First byte, from the start of the target, of the sector in which it shows.
    pub offset: u64,
    /// The worker that read it.
    pub worker: u32,
    /// The expected content.
    pub expected: String,
    /// The content found.
    pub found: String,
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at byte {}: expected {}, found {}", self.kind.name(), self.offset, self.expected, self.found)
    }
}

/// Findings so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Units read and held against the journal.
    pub checked_units: u64,
    /// Units read that nothing can be said about: never written under this journal, trimmed, changed while they were
    /// read, or changed by two operations at once.
    pub unknown_units: u64,
    /// Faults by kind.
    pub mismatches: Mismatches,
    /// The first of them, up to [`MAX_DETAILS`].
    pub first: Vec<Mismatch>,
}

/// Findings that are kept in words.
pub(crate) const MAX_DETAILS: usize = 16;
/// Units found too old that are remembered until they are read again.
const MAX_SUSPECTS: usize = 64;

/// Counts of one worker's reads; written by it alone.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(super) struct Tally {
    checked: AtomicU64,
    unknown: AtomicU64,
}

impl Tally {
    #[inline]
    pub(super) fn add(&self, checked: u64, unknown: u64) {
        // One writer: no read-modify-write, no shared line.
        self.checked.store(self.checked.load(Ordering::Relaxed) + checked, Ordering::Relaxed);
        self.unknown.store(self.unknown.load(Ordering::Relaxed) + unknown, Ordering::Relaxed);
    }
}

/// A unit that was older than it should be.
#[derive(Debug)]
struct Suspect {
    unit: u64,
    generation: u32,
    /// Its present kind.
    kind: MismatchKind,
    /// Where it stands among the details.
    detail: Option<usize>,
}

#[derive(Debug, Default)]
struct Book {
    mismatches: Mismatches,
    first: Vec<Mismatch>,
    suspects: VecDeque<Suspect>,
    tallies: Vec<Arc<Tally>>,
}

/// Where findings are kept: a cold path, as a target that gives any is done for.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    book: Mutex<Book>,
    suspects: AtomicUsize,
}

impl Ledger {
    fn lock(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tally of one more worker.
    pub(super) fn tally(&self) -> Arc<Tally> {
        let tally = Arc::new(Tally::default());
        self.lock().tallies.push(tally.clone());
        tally
    }

    /// Keeps a finding about `unit`, of which `generation` was expected.
    #[cold]
    pub(super) fn record_mismatch(&self, unit: u64, generation: u32, mismatch: Mismatch) {
        let mut book = self.lock();
        let older = mismatch.kind == MismatchKind::LostOrStale;
        let known = book.suspects.iter().position(|s| s.unit == unit && s.generation == generation);
        if let (true, Some(at)) = (older, known) {
            // Read again without a write between, and still older.
            book.reclassify(at, MismatchKind::Lost);
            return;
        }
        book.mismatches.0[mismatch.kind as usize] += 1;
        let kind = mismatch.kind;
        let detail = (book.first.len() < MAX_DETAILS).then(|| {
            book.first.push(mismatch);
            book.first.len() - 1
        });
        if older {
            if book.suspects.len() == MAX_SUSPECTS {
                book.suspects.pop_front();
            }
            book.suspects.push_back(Suspect { unit, generation, kind, detail });
            self.suspects.store(book.suspects.len(), Ordering::Relaxed);
        }
    }

    /// Notes a unit that was read right, at `generation` and not being written.
    #[inline]
    pub(super) fn right(&self, unit: u64, generation: u32) {
        if self.suspects.load(Ordering::Relaxed) > 0 {
            self.clear(unit, generation);
        }
    }

    #[cold]
    fn clear(&self, unit: u64, generation: u32) {
        let mut book = self.lock();
        let Some(at) = book.suspects.iter().position(|s| s.unit == unit) else { return };
        if book.suspects[at].generation == generation {
            book.reclassify(at, MismatchKind::Stale);
        }
        // Written since: its earlier content is unknown.
        book.suspects.remove(at);
        self.suspects.store(book.suspects.len(), Ordering::Relaxed);
    }

    pub(super) fn findings(&self) -> Findings {
        let book = self.lock();
        let sum = |of: fn(&Tally) -> &AtomicU64| book.tallies.iter().map(|t| of(t).load(Ordering::Relaxed)).sum();
        Findings {
            checked_units: sum(|t| &t.checked),
            unknown_units: sum(|t| &t.unknown),
            mismatches: book.mismatches,
            first: book.first.clone(),
        }
    }
}

impl Book {
    fn reclassify(&mut self, at: usize, kind: MismatchKind) {
        let suspect = &mut self.suspects[at];
        self.mismatches.0[suspect.kind as usize] -= 1;
        self.mismatches.0[kind as usize] += 1;
        suspect.kind = kind;
        if let Some(detail) = suspect.detail {
            self.first[detail].kind = kind;
        }
    }
}

//! Content in memory: pages of 4 KiB where something was written, nothing where not, and a bound on all of it.
//!
//! Pages hang in chunks of 64, chunks in a tree: two steps to a page (about 50 ns with a million pages), and 1 KiB of
//! pointers for 256 KiB of addresses. What is held counts against a [`Budget`] that several stores share; a write that
//! does not fit fails with ENOSPC at the first page for which there is no room.
//!
//! Not here: memory given back page by page while something else is written beside it. A page is freed when all of it is
//! zeroed at once.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Store;

const PAGE: usize = 4096;
const CHUNK_PAGES: usize = 64;
const CHUNK: u64 = (PAGE * CHUNK_PAGES) as u64;
const ENOSPC: i32 = 28;

type Bytes = [u8; PAGE];

#[derive(Debug)]
struct Page {
    now: Box<Bytes>,
    /// The data before the last write, when they are kept.
    before: Option<Box<Bytes>>,
}

#[derive(Debug)]
struct Chunk {
    pages: Box<[Option<Page>; CHUNK_PAGES]>,
    held: u32,
}

/// Bytes that several stores may hold together.
#[derive(Clone, Debug)]
pub struct Budget(Arc<Limits>);

#[derive(Debug)]
struct Limits {
    most_bytes: u64,
    held_bytes: AtomicU64,
}

impl Budget {
    /// Up to this many bytes.
    pub fn new(most_bytes: u64) -> Budget {
        Budget(Arc::new(Limits { most_bytes, held_bytes: AtomicU64::new(0) }))
    }

    /// As many as there are.
    pub fn unlimited() -> Budget {
        Budget::new(u64::MAX)
    }

    /// Bytes that are held, pointers to them included.
    pub fn held_bytes(&self) -> u64 {
        self.0.held_bytes.load(Ordering::Relaxed)
    }

    /// Bytes that may be held.
    pub fn most_bytes(&self) -> u64 {
        self.0.most_bytes
    }

    pub(super) fn take(&self, bytes: u64) -> Result<(), i32> {
        let fits = |held: u64| held.checked_add(bytes).filter(|sum| *sum <= self.0.most_bytes);
        match self.0.held_bytes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits) {
            Ok(_) => Ok(()),
            Err(_) => Err(ENOSPC),
        }
    }

    pub(super) fn give_back(&self, bytes: u64) {
        self.0.held_bytes.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// A part of what is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Bytes of one page.
    Bytes(&'a [u8]),
    /// Zeroes of this length, where nothing is held.
    Hole(usize),
}

/// See the module.
#[derive(Debug)]
pub struct Memory {
    chunks: BTreeMap<u64, Chunk>,
    keeps_before: bool,
    budget: Budget,
    held_bytes: u64,
}

const CHUNK_COST: u64 = (CHUNK_PAGES * size_of::<Option<Page>>()) as u64;

/// The parts of `[at, at + len)` that lie in one page each: chunk, page, bytes within the page.
fn parts(at: u64, len: u64) -> impl Iterator<Item = (u64, usize, Range<usize>)> {
    let end = at.saturating_add(len);
    let mut at = at;
    std::iter::from_fn(move || {
        (at < end).then(|| {
            let from = (at % PAGE as u64) as usize;
            let to = PAGE.min(from + (end - at).min(PAGE as u64) as usize);
            let part = (at / CHUNK, (at % CHUNK) as usize / PAGE, from..to);
            at += (to - from) as u64;
            part
        })
    })
}

impl Memory {
    /// An empty store. With `keeps_before`, what a write replaces is kept for stale reads, which takes twice the memory.
    pub fn new(budget: Budget, keeps_before: bool) -> Memory {
        Memory { chunks: BTreeMap::new(), keeps_before, budget, held_bytes: 0 }
    }

    fn page(&self, chunk: u64, page: usize) -> Option<&Page> {
        self.chunks.get(&chunk)?.pages[page].as_ref()
    }

    /// The pieces of `[at, at + len)`, in order.
    #[inline]
    pub fn pieces(&self, at: u64, len: u64) -> impl Iterator<Item = Piece<'_>> {
        parts(at, len).map(|(chunk, page, range)| match self.page(chunk, page) {
            Some(page) => Piece::Bytes(&page.now[range]),
            None => Piece::Hole(range.len()),
        })
    }

    /// From `at` on, up to `len` bytes: how many are alike, and whether they are held. A long stretch without any chunk is
    /// one step.
    pub fn extent(&self, at: u64, len: u64) -> (u64, bool) {
        let end = at.saturating_add(len);
        let mut seen = at;
        let mut held = None;
        while seen < end {
            let (is_held, until) = match self.chunks.get(&(seen / CHUNK)) {
                None => {
                    let next = self.chunks.range(seen / CHUNK..).next().map_or(u64::MAX, |(chunk, _)| chunk * CHUNK);
                    (false, next)
                }
                Some(chunk) => {
                    let page = (seen % CHUNK) as usize / PAGE;
                    (chunk.pages[page].is_some(), (seen / PAGE as u64 + 1) * PAGE as u64)
                }
            };
            if *held.get_or_insert(is_held) != is_held {
                break;
            }
            seen = until.min(end);
        }
        (seen - at, held.unwrap_or(false))
    }

    /// The page, made if there is none.
    fn page_mut(&mut self, chunk: u64, page: usize) -> Result<&mut Page, i32> {
        let missing_chunk = !self.chunks.contains_key(&chunk);
        let missing_page = missing_chunk || self.chunks.get(&chunk).is_some_and(|c| c.pages[page].is_none());
        if missing_page {
            let page_cost = (PAGE + if self.keeps_before { PAGE } else { 0 }) as u64;
            let cost = page_cost + if missing_chunk { CHUNK_COST } else { 0 };
            self.budget.take(cost)?;
            self.held_bytes += cost;
        }
        let chunk = self
            .chunks
            .entry(chunk)
            .or_insert_with(|| Chunk { pages: Box::new([const { None }; CHUNK_PAGES]), held: 0 });
        if missing_page {
            chunk.held += 1;
        }
        let before = self.keeps_before;
        Ok(chunk.pages[page]
            .get_or_insert_with(|| Page { now: Box::new([0; PAGE]), before: before.then(|| Box::new([0; PAGE])) }))
    }

    fn free(&mut self, bytes: u64) {
        self.held_bytes -= bytes;
        self.budget.give_back(bytes);
    }

    /// Holds zeroes for `[at, at + len)`, so that a later write there cannot fail for want of space.
    ///
    /// # Errors
    /// ENOSPC.
    pub fn provide(&mut self, at: u64, len: u64) -> Result<(), i32> {
        self.zero(at, len)?;
        for (chunk, page, _) in parts(at, len) {
            self.page_mut(chunk, page)?;
        }
        Ok(())
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.budget.give_back(self.held_bytes);
    }
}

impl Store for Memory {
    fn read(&self, at: u64, into: &mut [u8]) -> Result<(), i32> {
        let mut rest = into;
        for piece in self.pieces(at, rest.len() as u64) {
            let len = match piece {
                Piece::Bytes(bytes) => bytes.len(),
                Piece::Hole(len) => len,
            };
            let (part, after) = rest.split_at_mut(len);
            match piece {
                Piece::Bytes(bytes) => part.copy_from_slice(bytes),
                Piece::Hole(_) => part.fill(0),
            }
            rest = after;
        }
        Ok(())
    }

    fn read_before(&self, at: u64, into: &mut [u8]) -> Result<(), i32> {
        let mut rest = into;
        for (chunk, page, range) in parts(at, rest.len() as u64) {
            let (part, after) = rest.split_at_mut(range.len());
            match self.page(chunk, page) {
                Some(page) => part.copy_from_slice(&page.before.as_ref().unwrap_or(&page.now)[range]),
                None => part.fill(0),
            }
            rest = after;
        }
        Ok(())
    }

    fn write(&mut self, at: u64, bytes: &[u8]) -> Result<(), i32> {
        let mut rest = bytes;
        for (chunk, page, range) in parts(at, rest.len() as u64) {
            let (part, after) = rest.split_at(range.len());
            let page = self.page_mut(chunk, page)?;
            if let Some(before) = &mut page.before {
                before[range.clone()].copy_from_slice(&page.now[range.clone()]);
            }
            page.now[range].copy_from_slice(part);
            rest = after;
        }
        Ok(())
    }

    fn zero(&mut self, at: u64, len: u64) -> Result<(), i32> {
        let end = at.saturating_add(len);
        let mut next = at / CHUNK;
        // From chunk to chunk that is there: a long range costs what is held, not what could be.
        while let Some((&index, chunk)) = self.chunks.range_mut(next..).next().filter(|(c, _)| **c * CHUNK < end) {
            next = index + 1;
            let from = at.max(index * CHUNK);
            let to = end.min((index + 1).saturating_mul(CHUNK));
            let mut freed = 0;
            for (_, page, range) in parts(from, to - from) {
                let slot = &mut chunk.pages[page];
                if range.len() == PAGE {
                    if let Some(page) = slot.take() {
                        chunk.held -= 1;
                        freed += (PAGE + if page.before.is_some() { PAGE } else { 0 }) as u64;
                    }
                } else if let Some(page) = slot {
                    page.now[range.clone()].fill(0);
                    if let Some(before) = &mut page.before {
                        before[range].fill(0);
                    }
                }
            }
            if chunk.held == 0 {
                self.chunks.remove(&index);
                freed += CHUNK_COST;
            }
            self.free(freed);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(memory: &Memory, at: u64, len: usize) -> Vec<u8> {
        let mut seen = vec![0xee; len];
        memory.read(at, &mut seen).unwrap();
        seen
    }

    #[test]
    fn what_does_not_fit_the_budget_is_refused_and_what_was_there_stays() {
        let budget = Budget::new(CHUNK_COST + PAGE as u64);
        let mut memory = Memory::new(budget.clone(), false);
        memory.write(10, &[1; 100]).unwrap();
        assert_eq!(memory.write(PAGE as u64, &[2; 1]), Err(ENOSPC));
        memory.write(20, &[3; 10]).unwrap();
        assert_eq!(read(&memory, 10, 10), [1; 10]);
        assert_eq!(read(&memory, 20, 10), [3; 10]);
        memory.zero(0, PAGE as u64).unwrap();
        assert_eq!(budget.held_bytes(), 0);
        memory.write(1 << 40, &[2; 1]).unwrap();
        drop(memory);
        assert_eq!(budget.held_bytes(), 0, "a store that is gone holds nothing");
    }

    #[test]
    fn provided_pages_are_zero_and_can_be_written_when_nothing_else_can() {
        let mut memory = Memory::new(Budget::new(CHUNK_COST + 2 * PAGE as u64), false);
        memory.write(0, &[9; PAGE]).unwrap();
        memory.provide(0, 2 * PAGE as u64).unwrap();
        assert_eq!(read(&memory, 0, 2 * PAGE), vec![0; 2 * PAGE]);
        assert_eq!(memory.extent(0, 1 << 30), (2 * PAGE as u64, true));
        assert_eq!(memory.write(3 * PAGE as u64, &[1]), Err(ENOSPC));
        memory.write(PAGE as u64, &[1]).unwrap();
    }

    #[test]
    fn what_was_there_before_the_last_write_is_kept_when_asked() {
        let mut memory = Memory::new(Budget::unlimited(), true);
        memory.write(0, &[1; 8]).unwrap();
        memory.write(4, &[2; 8]).unwrap();
        let mut before = [9; 12];
        memory.read_before(0, &mut before).unwrap();
        assert_eq!(before, [0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0]);
    }

    #[test]
    fn a_hole_of_a_terabyte_is_found_in_one_step_and_ends_where_something_is_held() {
        let mut memory = Memory::new(Budget::unlimited(), false);
        assert_eq!(memory.extent(5, 1 << 40), (1 << 40, false));
        memory.write(1 << 39, &[1]).unwrap();
        assert_eq!(memory.extent(0, 1 << 40), (1 << 39, false));
        assert_eq!(memory.extent(1 << 39, 1 << 20), (PAGE as u64, true));
    }

    proptest! {
        #[test]
        fn it_holds_what_a_plain_array_would(
            steps in prop::collection::vec((0_u8..3, 0_usize..600_000, 0_usize..20_000, any::<u8>()), 1..40),
        ) {
            const SIZE: usize = 620_000;
            let mut plain = vec![0_u8; SIZE];
            let budget = Budget::unlimited();
            let mut memory = Memory::new(budget.clone(), false);
            for (what, at, len, byte) in steps {
                let bytes = vec![byte; len];
                if what == 0 {
                    memory.zero(at as u64, len as u64).unwrap();
                    plain[at..at + len].fill(0);
                } else {
                    memory.write(at as u64, &bytes).unwrap();
                    plain[at..at + len].copy_from_slice(&bytes);
                }
                prop_assert_eq!(&read(&memory, 0, SIZE), &plain);
            }
            memory.zero(0, SIZE as u64 + PAGE as u64).unwrap();
            prop_assert_eq!(budget.held_bytes(), 0);
        }
    }
}

//! The write buffer: which blocks are dirty, in lines, in the order of their age and of their addresses.
//!
//! Dirty blocks are bits of a line, so a block that is written again costs nothing more (it coalesces), and blocks beside
//! each other leave as one write. 48 bytes a dirty line, a bit a block, and the line's place in the index: 64 MiB for a
//! million lines of 1 MiB with blocks of 4 KiB, however full they are.
//!
//! A line is *listed* by age as long as it has dirty blocks that no destage on its way covers. While a destage works on
//! it (its *job*, see destage.rs) it is not in the order of addresses.

use plimsoll_base::{Nanos, fetch_ahead};

use super::bits;
use crate::keys::{KeyMap, KeySet};
use crate::element::Position;

/// No line, no job.
pub(super) const NONE: u32 = u32::MAX;

/// A line with dirty blocks. 48 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct DirtyLine {
    pub(super) key: u64,
    /// Where it begins in its volume.
    pub(super) offset: u64,
    /// When its oldest dirty block became dirty.
    pub(super) since: Nanos,
    /// Neighbours in the list by age.
    older: u32,
    younger: u32,
    /// From where its writes came.
    pub(super) position: Position,
    pub(super) dirty: u32,
    pub(super) job: u32,
    listed: bool,
}

#[derive(Debug)]
pub(super) struct Buffer {
    lines: Vec<DirtyLine>,
    bits: Vec<u64>,
    words: usize,
    index: KeyMap,
    free: Vec<u32>,
    oldest: u32,
    /// Since when that one is dirty: asked for after every visit, when its line has long left the processor's cache.
    oldest_since: Nanos,
    youngest: u32,
    /// Lines without a job, by address.
    order: KeySet,
    /// Dirty blocks in all.
    pub(super) blocks: u64,
    /// Lines that a destage could begin with.
    pub(super) waiting_lines: u32,
}

impl Buffer {
    pub(super) fn new(words: usize) -> Buffer {
        Buffer {
            lines: Vec::new(),
            bits: Vec::new(),
            words,
            index: KeyMap::new(),
            free: Vec::new(),
            oldest: NONE,
            oldest_since: Nanos::ZERO,
            youngest: NONE,
            order: KeySet::default(),
            blocks: 0,
            waiting_lines: 0,
        }
    }

    /// Prefetches the memory that [`find`](Buffer::find) reads first.
    #[inline]
    pub(super) fn foresee(&self, key: u64) {
        self.index.foresee(key);
    }

    /// Prefetches the memory that a new line is written to.
    #[inline]
    pub(super) fn foresee_new(&self) {
        fetch_ahead(self.lines.as_ptr().wrapping_add(self.lines.len()));
        fetch_ahead(self.bits.as_ptr().wrapping_add(self.bits.len()));
        fetch_ahead(self.lines.as_ptr().wrapping_add(self.youngest as usize));
        self.order.foresee();
    }

    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<u32> {
        if self.blocks == 0 { None } else { self.index.get(key) }
    }

    pub(super) fn line(&self, slot: u32) -> &DirtyLine {
        &self.lines[slot as usize]
    }

    /// The dirty blocks of a line.
    #[inline]
    pub(super) fn bits(&self, slot: u32) -> &[u64] {
        let at = slot as usize * self.words;
        &self.bits[at..at + self.words]
    }

    #[inline]
    fn bits_mut(&mut self, slot: u32) -> &mut [u64] {
        let at = slot as usize * self.words;
        &mut self.bits[at..at + self.words]
    }

    /// How many of blocks `from..until` are not dirty yet.
    #[inline]
    pub(super) fn clean(&self, key: u64, from: u32, until: u32) -> u32 {
        until - from - self.find(key).map_or(0, |slot| bits::count(self.bits(slot), from, until))
    }

    /// Blocks `from..until` of a line become dirty; the line's slot.
    pub(super) fn dirty(&mut self, now: Nanos, at: (u64, u64, Position), from: u32, until: u32) -> u32 {
        let (key, offset, position) = at;
        let slot = match self.index.get(key) {
            Some(slot) => slot,
            None => {
                let line = DirtyLine {
                    key,
                    offset,
                    since: now,
                    older: NONE,
                    younger: NONE,
                    position,
                    dirty: 0,
                    job: NONE,
                    listed: false,
                };
                let slot = self.free.pop().unwrap_or_else(|| {
                    self.lines.push(line);
                    self.bits.resize(self.lines.len() * self.words, 0);
                    (self.lines.len() - 1) as u32
                });
                self.lines[slot as usize] = line;
                self.index.insert(key, slot);
                self.order.insert(key);
                self.waiting_lines += 1;
                self.list(slot, now);
                slot
            }
        };
        let fresh = bits::set(self.bits_mut(slot), from, until);
        self.lines[slot as usize].dirty += fresh;
        self.blocks += u64::from(fresh);
        slot
    }

    /// Puts a line at the young end of the list, unless it is in it.
    pub(super) fn list(&mut self, slot: u32, now: Nanos) {
        let line = &mut self.lines[slot as usize];
        if line.listed {
            return;
        }
        (line.listed, line.since, line.older, line.younger) = (true, now, self.youngest, NONE);
        match self.youngest {
            NONE => (self.oldest, self.oldest_since) = (slot, now),
            before => self.lines[before as usize].younger = slot,
        }
        self.youngest = slot;
    }

    fn unlist(&mut self, slot: u32) {
        let line = &mut self.lines[slot as usize];
        if !std::mem::take(&mut line.listed) {
            return;
        }
        let (older, younger) = (line.older, line.younger);
        match older {
            NONE => {
                self.oldest = younger;
                self.oldest_since = self.lines.get(younger as usize).map_or(Nanos::ZERO, |line| line.since);
            }
            older => self.lines[older as usize].younger = younger,
        }
        match younger {
            NONE => self.youngest = older,
            younger => self.lines[younger as usize].older = older,
        }
    }

    /// Since when the oldest listed line is dirty.
    #[inline]
    pub(super) fn oldest_since(&self) -> Option<Nanos> {
        (self.oldest != NONE).then_some(self.oldest_since)
    }

    /// The line without a job at or after `key` in the order of addresses, and round again.
    pub(super) fn next_by_address(&mut self, key: u64) -> Option<u32> {
        self.order.next_around(key).and_then(|key| self.index.get(key))
    }

    /// The oldest line without a job.
    pub(super) fn next_by_age(&self) -> Option<u32> {
        let mut at = self.oldest;
        // Lines with a job are few: no more than destages at once.
        while at != NONE && self.lines[at as usize].job != NONE {
            at = self.lines[at as usize].younger;
        }
        (at != NONE).then_some(at)
    }

    /// A destage begins to work on the line.
    pub(super) fn begin(&mut self, slot: u32, job: u32) {
        self.unlist(slot);
        self.order.remove(self.lines[slot as usize].key);
        self.lines[slot as usize].job = job;
        self.waiting_lines -= 1;
    }

    /// A destage has done with the line; what is dirty now waits for the next one.
    pub(super) fn end(&mut self, slot: u32, now: Nanos) {
        self.lines[slot as usize].job = NONE;
        self.order.insert(self.lines[slot as usize].key);
        self.waiting_lines += 1;
        if self.lines[slot as usize].dirty == 0 {
            self.remove(slot);
        } else {
            self.list(slot, now);
        }
    }

    /// Blocks `from..until` are not dirty any more, but for those in `keep`.
    pub(super) fn clean_up(&mut self, slot: u32, from: u32, until: u32, keep: Option<&[u64]>) {
        let gone = bits::clear(self.bits_mut(slot), from, until, keep);
        self.blocks -= u64::from(gone);
        let line = &mut self.lines[slot as usize];
        line.dirty -= gone;
        if line.dirty == 0 && line.job == NONE {
            self.remove(slot);
        }
    }

    /// A line without dirty blocks and without a job goes.
    fn remove(&mut self, slot: u32) {
        self.unlist(slot);
        let key = self.lines[slot as usize].key;
        self.order.remove(key);
        self.index.remove(key);
        self.waiting_lines -= 1;
        self.free.push(slot);
    }
}

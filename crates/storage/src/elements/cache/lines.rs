//! The read cache's block map: which lines are there, and which goes when another has to come in.
//!
//! * `lru`: the line that was used the longest time ago goes. A list through all lines.
//! * `clock`: a hand goes round; a line that was used since it last came by stays once more, the next one goes
//!   (Corbató 1968). What operating systems and many arrays use in place of LRU, for a use costs one bit.
//!
//! 16 bytes a line and its place in the index (16 to 32 bytes); with parts of lines also a bit for each block.
//!
//! A cache that begins warm holds lines that nobody has used yet. With `lru` they go before all that were used, in an
//! order that is known from the start, so a whole line is one bit until it is used (untouched_lines.rs).

use super::bits;
use super::spec::Policy;
use super::untouched_lines::UntouchedLines;
use crate::keys::KeyMap;

/// No slot.
const NONE: u32 = u32::MAX;
/// The key of a slot that holds no line.
const FREE: u64 = u64::MAX;

#[derive(Debug)]
pub(super) struct Lines {
    policy: Policy,
    capacity: u32,
    keys: Vec<u64>,
    /// Neighbours in the list of uses, more recent and less recent; with `clock` the first is 1 after a use.
    links: Vec<(u32, u32)>,
    index: KeyMap,
    free: Vec<u32>,
    newest: u32,
    oldest: u32,
    hand: u32,
    /// Which blocks of a line are there; empty when lines are there as a whole.
    present: Vec<u64>,
    /// How many bits of `present` are set.
    present_blocks: u64,
    words: usize,
    /// There from the start, whole, and not used since.
    untouched: UntouchedLines,
}

impl Lines {
    /// Room for `capacity` lines; `words` of 64 blocks each, or 0 when a line is there as a whole or not at all.
    pub(super) fn new(policy: Policy, capacity: u32, words: usize) -> Lines {
        Lines {
            policy,
            capacity,
            keys: Vec::new(),
            links: Vec::new(),
            index: KeyMap::new(),
            free: Vec::new(),
            newest: NONE,
            oldest: NONE,
            hand: 0,
            present: Vec::new(),
            present_blocks: 0,
            words,
            untouched: UntouchedLines::default(),
        }
    }

    /// As if the first lines of `volumes` (first line and number of lines of each, by first line) had come in, by turns until
    /// all room is taken: the first line of each, then the second of each; the last ones first, so that they are the first
    /// to go. `blocks` is how many a line has.
    pub(super) fn warm(&mut self, volumes: &[(u64, u64)], blocks: u32) {
        let mut untouched = UntouchedLines::new(volumes, u64::from(self.capacity));
        if self.policy == Policy::Lru && self.words == 0 {
            self.untouched = untouched;
            return;
        }
        // Where the hand of a clock stands depends on the places of the lines, and a line may lose a part unused.
        while let Some(key) = untouched.take_last() {
            self.fill(key, 0, blocks);
        }
    }

    pub(super) fn capacity(&self) -> u32 {
        self.capacity
    }

    /// How many are there.
    pub(super) fn len(&self) -> usize {
        self.keys.len() - self.free.len() + self.untouched.len() as usize
    }

    /// Blocks that are there; counted only when lines are there in parts.
    pub(super) fn present_blocks(&self) -> u64 {
        self.present_blocks
    }

    /// Prefetches the memory that [`use_line`](Lines::use_line) reads first.
    #[inline]
    pub(super) fn foresee(&self, key: u64) {
        self.untouched.foresee(key);
        self.index.foresee(key);
    }

    #[inline]
    fn find(&self, key: u64) -> Option<u32> {
        self.index.get(key)
    }

    /// Whether it is there.
    pub(super) fn holds(&self, key: u64) -> bool {
        self.untouched.holds(key) || self.find(key).is_some()
    }

    /// The line is used, if it is there.
    #[inline]
    pub(super) fn use_line(&mut self, key: u64) -> Option<u32> {
        if self.untouched.take(key) {
            return Some(self.bring_in(key));
        }
        let slot = self.find(key)?;
        self.touch(slot);
        Some(slot)
    }

    /// The blocks of a line that are there; none: all of them.
    #[inline]
    pub(super) fn blocks(&self, slot: u32) -> Option<&[u64]> {
        let at = slot as usize * self.words;
        (self.words > 0).then(|| &self.present[at..at + self.words])
    }

    /// The line is used.
    #[inline]
    fn touch(&mut self, slot: u32) {
        match self.policy {
            Policy::Clock => self.links[slot as usize].0 = 1,
            Policy::Lru if self.newest != slot => {
                self.unlink(slot);
                self.link(slot);
            }
            Policy::Lru => {}
        }
    }

    /// Blocks `from..until` of a line come in, and for them, if need be, another line goes.
    pub(super) fn fill(&mut self, key: u64, from: u32, until: u32) {
        if self.capacity == 0 {
            return;
        }
        let slot = self.use_line(key).unwrap_or_else(|| self.bring_in(key));
        if self.words > 0 {
            let at = slot as usize * self.words;
            self.present_blocks += u64::from(bits::set(&mut self.present[at..at + self.words], from, until));
        }
    }

    fn bring_in(&mut self, key: u64) -> u32 {
        if self.len() >= self.capacity as usize {
            self.untouched.take_last();
        }
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None if self.len() < self.capacity as usize => {
                self.keys.push(FREE);
                self.links.push((NONE, NONE));
                self.present.resize(self.keys.len() * self.words, 0);
                (self.keys.len() - 1) as u32
            }
            None => {
                let victim = self.victim();
                self.take_out(victim);
                victim
            }
        };
        self.keys[slot as usize] = key;
        self.index.insert(key, slot);
        match self.policy {
            Policy::Lru => self.link(slot),
            Policy::Clock => self.links[slot as usize].0 = 1,
        }
        slot
    }

    /// All slots hold lines.
    fn victim(&mut self) -> u32 {
        if self.policy == Policy::Lru {
            return self.oldest;
        }
        loop {
            let at = self.hand;
            self.hand = (at + 1) % self.keys.len() as u32;
            if self.links[at as usize].0 == 0 {
                return at;
            }
            self.links[at as usize].0 = 0;
        }
    }

    fn take_out(&mut self, slot: u32) {
        self.index.remove(self.keys[slot as usize]);
        self.keys[slot as usize] = FREE;
        if self.policy == Policy::Lru {
            self.unlink(slot);
        }
        let at = slot as usize * self.words;
        let blocks = &mut self.present[at..at + self.words];
        self.present_blocks -= blocks.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        blocks.fill(0);
    }

    /// Blocks `from..until` of a line are no longer true; a line that is only there as a whole goes as a whole.
    pub(super) fn forget(&mut self, key: u64, from: u32, until: u32) {
        if self.untouched.take(key) {
            return;
        }
        let Some(slot) = self.find(key) else { return };
        if self.words > 0 {
            let at = slot as usize * self.words;
            let blocks = &mut self.present[at..at + self.words];
            self.present_blocks -= u64::from(bits::clear(blocks, from, until, None));
            if blocks.iter().any(|word| *word != 0) {
                return;
            }
        }
        self.take_out(slot);
        self.free.push(slot);
    }

    fn link(&mut self, slot: u32) {
        self.links[slot as usize] = (NONE, self.newest);
        match self.newest {
            NONE => self.oldest = slot,
            newest => self.links[newest as usize].0 = slot,
        }
        self.newest = slot;
    }

    fn unlink(&mut self, slot: u32) {
        let (newer, older) = self.links[slot as usize];
        match newer {
            NONE => self.newest = older,
            newer => self.links[newer as usize].1 = older,
        }
        match older {
            NONE => self.oldest = newer,
            older => self.links[older as usize].0 = newer,
        }
    }
}

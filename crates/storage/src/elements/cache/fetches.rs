//! Fetches from behind into the read cache, and the requests that wait for them: a line that several requests need is
//! fetched once.
//!
//! A fetch is a child of the first of these requests; the others are listed with it. Slots are used again.

use crate::keys::KeyMap;
use crate::element::Token;

/// No slot.
const NONE: u32 = u32::MAX;

/// A fetch: blocks `from..until`, counted from the beginning of line `key`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fetch {
    pub(super) key: u64,
    lines: u64,
    pub(super) from: u32,
    pub(super) until: u32,
    /// Something of it was written behind meanwhile: it must not stay.
    pub(super) stale: bool,
    first_waiter: u32,
}

#[derive(Debug)]
pub(super) struct Fetches {
    /// Which fetch brings a line.
    by_line: KeyMap,
    fetches: Vec<Fetch>,
    free: Vec<u32>,
    waiters: Vec<(Token, u32)>,
    free_waiters: Vec<u32>,
    under_way: u32,
    /// Several fetches may bring parts of one line.
    parts: bool,
}

/// The line of a fetch that is over.
const OVER: u64 = u64::MAX;

impl Fetches {
    pub(super) fn new(parts: bool) -> Fetches {
        Fetches {
            parts,
            by_line: KeyMap::new(),
            fetches: Vec::new(),
            free: Vec::new(),
            waiters: Vec::new(),
            free_waiters: Vec::new(),
            under_way: 0,
        }
    }

    /// The fetch that brings all of blocks `from..until` of a line.
    #[inline]
    pub(super) fn bringing(&self, key: u64, from: u32, until: u32, blocks: u32) -> Option<u32> {
        if self.under_way == 0 {
            return None;
        }
        let index = self.by_line.get(key)?;
        let fetch = &self.fetches[index as usize];
        let before = (key - fetch.key) * u64::from(blocks);
        let all = u64::from(fetch.from) <= before + u64::from(from) && before + u64::from(until) <= u64::from(fetch.until);
        (all && !fetch.stale).then_some(index)
    }

    /// A new one.
    pub(super) fn begin(&mut self, key: u64, from: u32, until: u32, blocks: u32) -> u32 {
        let lines = u64::from(until.div_ceil(blocks));
        let fetch = Fetch { key, lines, from, until, stale: false, first_waiter: NONE };
        let index = self.free.pop().unwrap_or_else(|| {
            self.fetches.push(fetch);
            (self.fetches.len() - 1) as u32
        });
        self.fetches[index as usize] = fetch;
        self.under_way += 1;
        for line in key..key + lines {
            // One that brings another part of the line goes on; later requests find the newer.
            self.by_line.insert(line, index);
        }
        index
    }

    /// `token` waits for it too.
    pub(super) fn wait(&mut self, index: u32, token: Token) {
        let fetch = &mut self.fetches[index as usize];
        let waiter = (token, fetch.first_waiter);
        let slot = match self.free_waiters.pop() {
            Some(slot) => {
                self.waiters[slot as usize] = waiter;
                slot
            }
            None => {
                self.waiters.push(waiter);
                (self.waiters.len() - 1) as u32
            }
        };
        fetch.first_waiter = slot;
    }

    /// Something of the line is written behind: what is on its way may be older.
    #[inline]
    pub(super) fn spoil(&mut self, key: u64) {
        if self.under_way == 0 {
            return;
        }
        if self.parts {
            // Only the newest of a line is found by it. There are no more than outstanding reads.
            let brings = |fetch: &Fetch| fetch.key != OVER && key >= fetch.key && key - fetch.key < fetch.lines;
            self.fetches.iter_mut().filter(|fetch| brings(fetch)).for_each(|fetch| fetch.stale = true);
        } else if let Some(index) = self.by_line.get(key) {
            self.fetches[index as usize].stale = true;
        }
    }

    /// Ends a fetch and returns it. Its waiting requests are appended to `out`, first come first.
    pub(super) fn end(&mut self, index: u32, out: &mut Vec<Token>) -> Fetch {
        let fetch = self.fetches[index as usize];
        for line in fetch.key..fetch.key + fetch.lines {
            if self.by_line.get(line) == Some(index) {
                self.by_line.remove(line);
            }
        }
        let (mut at, first) = (fetch.first_waiter, out.len());
        while at != NONE {
            let (token, next) = self.waiters[at as usize];
            out.push(token);
            self.free_waiters.push(at);
            at = next;
        }
        out[first..].reverse();
        self.fetches[index as usize].key = OVER;
        self.free.push(index);
        self.under_way -= 1;
        fetch
    }
}

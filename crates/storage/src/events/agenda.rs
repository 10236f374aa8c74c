//! Events by instant: the next ones as a sorted list, near ones in buckets of time, all others in a heap.
//!
//! With thousands of elements at work a heap is half a dozen levels deep, and no branch predictor foresees which child
//! is the least. Here an event goes into the bucket of its time, which is one step, and a bucket of a few events is
//! sorted when its time comes near (a calendar queue: Brown, CACM 31 (1988) 1220). The width of a bucket follows the
//! density of events in time. Events that fit neither (far away, or among too many others) go into the heap and come
//! out of it by themselves, so no load makes a step dearer than the heap alone would.
//!
//! For prefetching, the sorted list holds at least the next [`LOOK_AHEAD`] events, as far as buckets hold any.

use super::heap::{Event, Heap};

/// Buckets. A power of two.
const BUCKETS: usize = 512;
/// Words of 64 bits, one for each bucket.
const WORDS: usize = BUCKETS / 64;
/// Events of a bucket, about: 2^2 to 2^3. Fewer would leave most buckets empty, more take longer to sort.
const OF_A_BUCKET: u32 = 2;
/// Events from one look at the width to the next.
const BETWEEN_LOOKS: u32 = 4096;
/// Events that are sorted before their turn, when prefetching is on.
pub(super) const LOOK_AHEAD: usize = 16;
/// Events that have left give up their places when these are so many, and half of all.
const MAX_STALE_ENTRIES: usize = 256;
/// An event that would have to go before more of the sorted ones than these goes into the heap.
const MAX_SKIPPED: usize = 64;

#[derive(Debug)]
pub(super) struct Agenda {
    /// When the first event is; `u64::MAX`: there is none.
    next: u64,
    /// In order, from `head` on: all that is before the first bucket.
    near: Vec<Event>,
    head: usize,
    /// A bucket is 2^`shift` ns wide; bucket number n begins at n · 2^`shift`, and the first that may hold events is `first`.
    shift: u32,
    first: u64,
    buckets: Vec<Vec<Event>>,
    /// A bit for each bucket that holds events.
    occupied: [u64; WORDS],
    in_buckets: usize,
    /// Lists that buckets do not need now.
    spare: Vec<Vec<Event>>,
    aside: Heap,
    /// When the first event of the heap is; `u64::MAX`: there is none.
    aside_next: u64,
    /// Events that are sorted before their turn.
    seen: usize,
    /// The instant of the last event that left.
    now: u64,
    /// Events that are to leave before the next look at the width, and the instant of the last look.
    until_look: u32,
    looked: u64,
}

impl Default for Agenda {
    fn default() -> Agenda {
        Agenda {
            next: u64::MAX,
            near: Vec::new(),
            head: 0,
            shift: 10,
            first: 0,
            buckets: (0..BUCKETS).map(|_| Vec::new()).collect(),
            occupied: [0; WORDS],
            in_buckets: 0,
            spare: Vec::new(),
            aside: Heap::default(),
            aside_next: u64::MAX,
            seen: 1,
            now: 0,
            until_look: BETWEEN_LOOKS,
            looked: 0,
        }
    }
}

impl Agenda {
    /// When the first event is.
    #[inline]
    pub(super) fn next(&self) -> u64 {
        self.next
    }

    /// The event that `later` others come before, if it is known by now. What the heap holds is not counted.
    #[inline]
    pub(super) fn peek(&self, later: usize) -> Option<&Event> {
        self.near.get(self.head + later)
    }

    /// Whether `event` is near enough for the buckets, and has been put there; others are for the heap.
    #[inline]
    pub(super) fn insert_near(&mut self, event: Event) -> bool {
        if self.near.is_empty() {
            // The buckets are empty, too: they begin behind the present.
            self.first = (self.now >> self.shift) + 1;
        }
        let bucket = event.at >> self.shift;
        if bucket >= self.first + BUCKETS as u64 {
            return false;
        }
        if bucket < self.first {
            self.put_near(event);
        } else {
            self.put_in_bucket(bucket, event);
        }
        self.next = self.next.min(event.at);
        true
    }

    #[inline]
    pub(super) fn insert(&mut self, event: Event) {
        if !self.insert_near(event) {
            self.put_aside(event);
        }
    }

    fn put_aside(&mut self, event: Event) {
        self.aside.push(event);
        self.aside_next = self.aside_next.min(event.at);
        self.next = self.next.min(event.at);
    }

    /// Among the sorted ones.
    #[inline]
    fn put_near(&mut self, event: Event) {
        let sorted = &self.near[self.head..];
        if sorted.len() > MAX_SKIPPED && event.before(&sorted[sorted.len() - MAX_SKIPPED]) {
            return self.put_aside(event);
        }
        self.near.push(event);
        let sorted = &mut self.near[self.head..];
        let mut at = sorted.len() - 1;
        while at > 0 && event.before(&sorted[at - 1]) {
            sorted[at] = sorted[at - 1];
            at -= 1;
        }
        sorted[at] = event;
    }

    #[inline]
    fn put_in_bucket(&mut self, bucket: u64, event: Event) {
        let index = bucket as usize % BUCKETS;
        let events = &mut self.buckets[index];
        if events.is_empty() {
            self.occupied[index / 64] |= 1 << (index % 64);
            if events.capacity() == 0 {
                *events = self.spare.pop().unwrap_or_default();
            }
        }
        events.push(event);
        self.in_buckets += 1;
        if self.near.is_empty() {
            self.refill();
        }
    }

    /// The first event, if it is at or before `now`.
    #[inline]
    pub(super) fn due(&mut self, now: u64) -> Option<Event> {
        if self.next > now || self.next == u64::MAX {
            return None;
        }
        let event = match self.near.get(self.head) {
            Some(near) if near.at < self.aside_next => self.take_near(*near),
            _ => self.take_from_either()?,
        };
        self.now = event.at;
        self.until_look -= 1;
        if self.until_look == 0 {
            self.look();
        }
        self.next = self.near.get(self.head).map_or(u64::MAX, |event| event.at).min(self.aside_next);
        Some(event)
    }

    #[cold]
    fn take_from_either(&mut self) -> Option<Event> {
        let aside = *self.aside.first()?;
        match self.near.get(self.head) {
            Some(near) if near.before(&aside) => Some(self.take_near(*near)),
            _ => {
                self.aside.remove_first();
                self.aside_next = self.aside.first().map_or(u64::MAX, |event| event.at);
                Some(aside)
            }
        }
    }

    #[inline]
    fn take_near(&mut self, event: Event) -> Event {
        self.head += 1;
        if self.near.len() - self.head < self.seen {
            if self.in_buckets > 0 {
                self.refill();
            } else if self.head == self.near.len() {
                self.near.clear();
                self.head = 0;
            }
        }
        // With a bucket so wide that everything comes before the next one: what has left is not kept.
        if self.head >= MAX_STALE_ENTRIES && self.head * 2 >= self.near.len() {
            self.near.drain(..self.head);
            self.head = 0;
        }
        event
    }

    /// From here on [`LOOK_AHEAD`] events are sorted before their turn, not one.
    pub(super) fn see(&mut self) {
        self.seen = LOOK_AHEAD;
    }

    /// Moves buckets to the sorted events, until these are enough.
    fn refill(&mut self) {
        self.near.drain(..self.head);
        self.head = 0;
        while self.near.len() < self.seen && self.in_buckets > 0 {
            let bucket = self.occupied_from(self.first);
            self.first = bucket + 1;
            let index = bucket as usize % BUCKETS;
            self.occupied[index / 64] &= !(1 << (index % 64));
            let mut events = std::mem::take(&mut self.buckets[index]);
            self.in_buckets -= events.len();
            events.sort_unstable_by_key(|event| (event.at, event.order));
            self.near.append(&mut events);
            self.spare.push(events);
        }
    }

    /// The number of the first bucket at or after `first` that holds events; there is one.
    fn occupied_from(&self, first: u64) -> u64 {
        let (begin, within) = (first as usize % BUCKETS / 64, first % 64);
        let mut word = self.occupied[begin] & (u64::MAX << within);
        let mut base = first - within;
        for step in 1..=WORDS {
            if word != 0 {
                break;
            }
            base += 64;
            word = self.occupied[(begin + step) % WORDS];
        }
        base + u64::from(word.trailing_zeros())
    }

    /// Whether buckets of another width suit better how close events are.
    #[cold]
    fn look(&mut self) {
        let apart = (self.now - self.looked) / u64::from(BETWEEN_LOOKS);
        (self.looked, self.until_look) = (self.now, BETWEEN_LOOKS);
        let shift = u64::BITS - apart.leading_zeros() + OF_A_BUCKET;
        // Between two widths it would go to and fro.
        if shift.abs_diff(self.shift) > 1 {
            self.change_width(shift.min(40));
        }
    }

    fn change_width(&mut self, shift: u32) {
        let mut all = self.near.split_off(self.head);
        self.near.clear();
        self.head = 0;
        self.buckets.iter_mut().for_each(|events| all.append(events));
        self.occupied = [0; WORDS];
        self.in_buckets = 0;
        self.shift = shift;
        // Nothing is sorted any more: they begin behind the present again.
        all.into_iter().for_each(|event| self.insert(event));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Buckets of a minute after a rare load, then a dense one with three at a time.
    #[test]
    fn what_has_left_is_not_kept_however_wide_a_bucket_is() {
        let mut agenda = Agenda::default();
        let mut now = 0;
        for order in 0..30_000 {
            let apart = if order < 10_000 { 10_000_000_000 } else { 1 };
            agenda.insert(Event { at: now + 3 * apart, order, slot: 0, line: 0 });
            if order >= 3 {
                now = agenda.next();
                assert_eq!(agenda.due(now).map(|event| event.at), Some(now));
            }
            assert!(agenda.near.len() <= 2 * MAX_STALE_ENTRIES, "{} of 3", agenda.near.len());
        }
    }
}

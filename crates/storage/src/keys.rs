//! A map from a number (a line of a cache, a token) to a small number, and a set of numbers in order.
//!
//! Both serve millions of lines as well as a handful of tokens: [`KeyMap`] takes 12 bytes a place and is up to three
//! quarters full, and [`KeySet`] one bit for each line of those stretches of the address space that were ever in it.
//! Neither allocates once it has its size; `BTreeMap` would, with every node that it splits.

use plimsoll_base::fetch_ahead;

/// In no place.
const EMPTY: u64 = u64::MAX;

/// Key and value of a place: 12 bytes, side by side, so that a look into a large map costs one miss of the processor's
/// cache and not two.
#[derive(Clone, Copy, Debug)]
struct Place([u32; 3]);

impl Place {
    const EMPTY: Place = Place([u32::MAX; 3]);

    #[inline]
    fn new(key: u64, value: u32) -> Place {
        Place([key as u32, (key >> 32) as u32, value])
    }
    #[inline]
    fn key(self) -> u64 {
        u64::from(self.0[1]) << 32 | u64::from(self.0[0])
    }
    #[inline]
    fn value(self) -> u32 {
        self.0[2]
    }
}

/// Open addressing with linear probing; what is removed leaves no tombstone (Knuth, TAOCP 3, 6.4, algorithm R).
#[derive(Debug)]
pub(crate) struct KeyMap {
    places: Vec<Place>,
    len: usize,
}

impl KeyMap {
    pub(crate) fn new() -> KeyMap {
        KeyMap { places: vec![Place::EMPTY; 16], len: 0 }
    }

    /// Where `key` would be first. Fibonacci hashing: lines one after the other spread evenly.
    #[inline]
    fn home(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - self.places.len().trailing_zeros())) as usize
    }

    /// Where `key` is, or the empty place where it would go.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.places.len() - 1;
        let mut at = self.home(key);
        loop {
            let found = self.places[at].key();
            if found == key || found == EMPTY {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<u32> {
        let place = self.places[self.place(key)];
        (place.key() == key).then_some(place.value())
    }

    /// Prefetches the place where a search for `key` begins.
    #[inline]
    pub(crate) fn foresee(&self, key: u64) {
        fetch_ahead(&raw const self.places[self.home(key)]);
    }

    pub(crate) fn insert(&mut self, key: u64, value: u32) {
        if (self.len + 1) * 4 > self.places.len() * 3 {
            self.grow();
        }
        let at = self.place(key);
        self.len += usize::from(self.places[at].key() == EMPTY);
        self.places[at] = Place::new(key, value);
    }

    #[cold]
    fn grow(&mut self) {
        let larger = self.places.len() * 2;
        let places = std::mem::replace(&mut self.places, vec![Place::EMPTY; larger]);
        for place in places.into_iter().filter(|place| place.key() != EMPTY) {
            let at = self.place(place.key());
            self.places[at] = place;
        }
    }

    pub(crate) fn remove(&mut self, key: u64) {
        let mask = self.places.len() - 1;
        let mut hole = self.place(key);
        if self.places[hole].key() == EMPTY {
            return;
        }
        self.len -= 1;
        let mut at = hole;
        loop {
            at = (at + 1) & mask;
            let place = self.places[at];
            if place.key() == EMPTY {
                break;
            }
            // It may move into the hole unless its home lies behind the hole, on the way to where it is.
            let from_home = at.wrapping_sub(self.home(place.key())) & mask;
            if from_home >= (at.wrapping_sub(hole) & mask) {
                self.places[hole] = place;
                hole = at;
            }
        }
        self.places[hole] = Place::EMPTY;
    }
}

/// Lines of one page of a [`KeySet`].
const PAGE: u64 = 64 * 64;

/// A set of line numbers that answers which comes next. Three levels of bits: a page is made when a line of it first
/// comes in. There are as many as were ever touched, whatever the numbers: a cache that a few of thousands of volumes use
/// keeps nothing for the others.
#[derive(Debug, Default)]
pub(crate) struct KeySet {
    numbers: Vec<u64>,
    pages: Vec<Page>,
    len: usize,
    /// Came in and are in no page yet: those of many are found together, so that the processor waits for the memory of all
    /// at once.
    fresh: Vec<u64>,
}

/// Numbers that enter the pages together.
const BATCH: usize = 64;

#[derive(Clone, Debug)]
struct Page {
    /// Which of `words` are not 0.
    used: u64,
    words: [u64; 64],
}

impl KeySet {
    #[inline]
    pub(crate) fn insert(&mut self, key: u64) {
        self.fresh.push(key);
        if self.fresh.len() == BATCH {
            self.settle();
        }
    }

    /// Prefetches the place of the next entry.
    #[inline]
    pub(crate) fn foresee(&self) {
        fetch_ahead(self.fresh.as_ptr().wrapping_add(self.fresh.len()));
    }

    /// Moves new entries into the pages.
    fn settle(&mut self) {
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.drain(..).for_each(|key| self.enter(key));
        self.fresh = fresh;
    }

    fn enter(&mut self, key: u64) {
        let number = key / PAGE;
        let index = self.numbers.partition_point(|other| *other < number);
        if self.numbers.get(index) != Some(&number) {
            self.numbers.insert(index, number);
            self.pages.insert(index, Page { used: 0, words: [0; 64] });
        }
        let page = &mut self.pages[index];
        let (word, bit) = (key % PAGE / 64, 1_u64 << (key % 64));
        self.len += usize::from(page.words[word as usize] & bit == 0);
        page.words[word as usize] |= bit;
        page.used |= 1 << word;
    }

    pub(crate) fn remove(&mut self, key: u64) {
        self.settle();
        let Ok(index) = self.numbers.binary_search(&(key / PAGE)) else { return };
        let page = &mut self.pages[index];
        let (word, bit) = (key % PAGE / 64, 1_u64 << (key % 64));
        self.len -= usize::from(page.words[word as usize] & bit != 0);
        page.words[word as usize] &= !bit;
        if page.words[word as usize] == 0 {
            page.used &= !(1 << word);
        }
    }

    /// The least at or above `from`; when there is none, the least of all.
    pub(crate) fn next_around(&mut self, from: u64) -> Option<u64> {
        self.settle();
        if self.len == 0 {
            return None;
        }
        self.next(from).or_else(|| self.next(0))
    }

    fn next(&self, from: u64) -> Option<u64> {
        let first = self.numbers.partition_point(|number| *number < from / PAGE);
        (first..self.pages.len()).find_map(|index| {
            let number = self.numbers[index];
            let page = Some(&self.pages[index]).filter(|page| page.used != 0)?;
            let within = if number == from / PAGE { from % PAGE } else { 0 };
            let word = within / 64;
            let here = page.words[word as usize] & (u64::MAX << (within % 64));
            let (word, bits) = if here != 0 {
                (word, here)
            } else {
                let later = page.used & u64::MAX.checked_shl(word as u32 + 1).unwrap_or(0);
                let word = u64::from(later.trailing_zeros());
                (word, *page.words.get(word as usize)?)
            };
            Some(number * PAGE + word * 64 + u64::from(bits.trailing_zeros()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    proptest! {
        #[test]
        fn a_key_map_is_a_map(steps in prop::collection::vec((0_u64..64, any::<u32>(), any::<bool>()), 1..300)) {
            let (mut map, mut plain) = (KeyMap::new(), BTreeMap::new());
            for (key, value, insert) in steps {
                // Multiples of a power of two share their low bits.
                let key = key * 4096;
                if insert {
                    map.insert(key, value);
                    plain.insert(key, value);
                } else {
                    map.remove(key);
                    plain.remove(&key);
                }
                prop_assert_eq!(map.len, plain.len());
                for key in (0..64).map(|k| k * 4096) {
                    prop_assert_eq!(map.get(key), plain.get(&key).copied());
                }
            }
        }

        #[test]
        fn a_key_set_goes_round_in_order(steps in prop::collection::vec((0_u64..20_000, any::<bool>(), 0_u64..20_000), 1..300)) {
            let (mut set, mut plain) = (KeySet::default(), BTreeSet::new());
            for (key, insert, from) in steps {
                // Few enough values that some are removed again.
                let key = key / 500 * 500 + key % 3;
                if insert {
                    set.insert(key);
                    plain.insert(key);
                } else {
                    set.remove(key);
                    plain.remove(&key);
                }
                let expected = plain.range(from..).next().or_else(|| plain.iter().next()).copied();
                prop_assert_eq!(set.next_around(from), expected);
            }
        }
    }
}

//! Lines that a warm cache holds from the start and that no request has used since: a bit each.
//!
//! They came in by turns, the first line of each volume, then the second of each, until all room was taken, the last
//! ones first. So the order in which they are evicted is known, and none of them needs a place in a list or an index:
//! two hundred caches of 45 GiB in lines of 1 MiB begin with a megabyte and not with three hundred.

use plimsoll_base::fetch_ahead;

/// A volume's part.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Its first line, and how many of its lines were there.
    first: u64,
    lines: u64,
    /// Where its bits begin.
    word: usize,
}

#[derive(Debug, Default)]
pub(super) struct UntouchedLines {
    /// By first line.
    parts: Vec<Part>,
    words: Vec<u64>,
    left: u64,
    /// Which goes next, unless it is gone: the line, and in `parts` the number behind its volume's.
    line: u64,
    turn: usize,
}

impl UntouchedLines {
    /// The first lines of `volumes` (first line, number of lines; by first line), by turns, `room` of them or all.
    pub(super) fn new(volumes: &[(u64, u64)], room: u64) -> UntouchedLines {
        let of_each = |most: u64| volumes.iter().map(|(_, lines)| (*lines).min(most)).sum::<u64>();
        // The most lines that each volume can have in full turns.
        let (mut turns, mut too_many) = (0, room + 1);
        while too_many - turns > 1 {
            let middle = turns + (too_many - turns) / 2;
            if of_each(middle) <= room { turns = middle } else { too_many = middle }
        }
        let mut further = room - of_each(turns);
        let mut of = UntouchedLines { turn: volumes.len(), ..UntouchedLines::default() };
        for &(first, all) in volumes {
            let one_more = all > turns && further > 0;
            further -= u64::from(one_more);
            let lines = all.min(turns) + u64::from(one_more);
            of.parts.push(Part { first, lines, word: of.words.len() });
            let words = (0..lines.div_ceil(64)).map(|word| u64::MAX >> (64 - (lines - word * 64).min(64)));
            of.words.extend(words);
            of.left += lines;
            of.line = of.line.max(lines.saturating_sub(1));
        }
        of
    }

    pub(super) fn len(&self) -> u64 {
        self.left
    }

    /// Word and bit of a line that was there.
    #[inline]
    fn place(&self, key: u64) -> Option<(usize, u64)> {
        let part = self.parts[..self.parts.partition_point(|part| part.first <= key)].last()?;
        let line = key - part.first;
        (line < part.lines).then(|| (part.word + (line / 64) as usize, 1 << (line % 64)))
    }

    /// Prefetches the bit of a line.
    #[inline]
    pub(super) fn foresee(&self, key: u64) {
        if let Some((word, _)) = self.place(key) {
            fetch_ahead(&raw const self.words[word]);
        }
    }

    #[inline]
    pub(super) fn holds(&self, key: u64) -> bool {
        self.left > 0 && self.place(key).is_some_and(|(word, bit)| self.words[word] & bit != 0)
    }

    /// Whether it was there; it is not any more.
    #[inline]
    pub(super) fn take(&mut self, key: u64) -> bool {
        if self.left == 0 {
            return false;
        }
        let Some((word, bit)) = self.place(key).filter(|(word, bit)| self.words[*word] & bit != 0) else { return false };
        self.words[word] &= !bit;
        self.left -= 1;
        true
    }

    /// The one that goes first.
    pub(super) fn take_last(&mut self) -> Option<u64> {
        while self.left > 0 {
            if self.turn == 0 {
                (self.line, self.turn) = (self.line.checked_sub(1)?, self.parts.len());
            }
            self.turn -= 1;
            let part = self.parts[self.turn];
            if self.line < part.lines && self.take(part.first + self.line) {
                return Some(part.first + self.line);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Against the list told by turns, from which the last one goes first.
        #[test]
        fn the_last_to_come_by_turns_is_the_first_to_go(
            sizes in prop::collection::vec(0_u64..200, 1..6), room in 0_u64..400,
            steps in prop::collection::vec((0_usize..6, 0_u64..200, any::<bool>()), 0..200),
        ) {
            let volumes: Vec<(u64, u64)> = sizes.iter().enumerate().map(|(v, lines)| (v as u64 * 201, *lines)).collect();
            let by_turns = (0..200).flat_map(|line| {
                volumes.iter().filter(move |(_, lines)| line < *lines).map(move |(first, _)| first + line)
            });
            let mut plain: Vec<u64> = by_turns.take(room as usize).collect();
            let mut untouched = UntouchedLines::new(&volumes, room);
            for (volume, line, takes_last) in steps {
                if takes_last {
                    prop_assert_eq!(untouched.take_last(), plain.pop());
                } else {
                    let key = volume as u64 * 201 + line;
                    prop_assert_eq!(untouched.holds(key), plain.contains(&key));
                    prop_assert_eq!(untouched.take(key), plain.contains(&key));
                    plain.retain(|other| *other != key);
                }
                prop_assert_eq!(untouched.len(), plain.len() as u64);
            }
            prop_assert_eq!(std::iter::from_fn(|| untouched.take_last()).count(), plain.len());
        }
    }
}

//! Small numbers for large ones: an element that a few of many volumes or clients use keeps a row for each of those few.
//!
//! A table over all would cost its length in every instance: 4,000 instances of a controller times 4,000 volumes. The
//! numbers come from one place, in any order; a row is made when a number is first seen. Sorted, because a binary search
//! over the handful that share an element is as fast as hashing, and its order is the same on every machine.

use plimsoll_base::fetch_ahead;

#[derive(Clone, Debug, Default)]
pub(crate) struct Locals {
    /// (number, row), by number.
    rows: Vec<(u32, u32)>,
    /// The last one asked for: requests come in runs.
    last: (u32, u32),
    /// First of the numbers that were announced: the row of each is its distance from this one.
    first: u32,
    dense: u32,
}

impl Locals {
    /// Rows 0, 1, 2 … for `numbers`, which is how many there are then; none, when they do not follow each other.
    pub(crate) fn learn(&mut self, numbers: impl ExactSizeIterator<Item = u32>) -> u32 {
        self.rows = numbers.enumerate().map(|(row, number)| (number, row as u32)).collect();
        let first = self.rows.first().map_or(0, |(first, _)| *first);
        if self.rows.iter().all(|(number, row)| number.wrapping_sub(first) == *row) {
            (self.first, self.dense) = (first, self.rows.len() as u32);
            self.last = (first, 0);
        } else {
            self.rows.clear();
        }
        self.dense
    }

    /// The row of `number`, if it has one.
    pub(crate) fn find(&self, number: u32) -> Option<usize> {
        self.rows.binary_search_by_key(&number, |(number, _)| *number).ok().map(|at| self.rows[at].1 as usize)
    }

    /// Prefetches the memory that [`row`](Locals::row) reads first.
    #[inline]
    pub(crate) fn foresee(&self) {
        fetch_ahead(self.rows.as_ptr());
    }

    /// The row of `number`; a new one is the number of rows so far.
    #[inline]
    pub(crate) fn row(&mut self, number: u32) -> usize {
        let distance = number.wrapping_sub(self.first);
        if distance < self.dense {
            return distance as usize;
        }
        if self.last.0 == number && !self.rows.is_empty() {
            return self.last.1 as usize;
        }
        // Numbers that share an element mostly form a run: the disks of a VM, the VMs of a host. Then the place is the
        // distance from the first, without a search whose branches cannot be predicted.
        let distance = self.rows.first().map_or(0, |(first, _)| number.wrapping_sub(*first) as usize);
        if let Some(&(_, row)) = self.rows.get(distance).filter(|(at, _)| *at == number) {
            self.last = (number, row);
            return row as usize;
        }
        let row = match self.rows.binary_search_by_key(&number, |(number, _)| *number) {
            Ok(at) => self.rows[at].1,
            Err(at) => {
                let row = self.rows.len() as u32;
                self.rows.insert(at, (number, row));
                row
            }
        };
        self.last = (number, row);
        row as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_keeps_the_row_it_got_first() {
        let mut locals = Locals::default();
        for _ in 0..2 {
            assert_eq!([7, 0, 7, 4_000_000_000, 3, 0].map(|n| locals.row(n)), [0, 1, 0, 2, 3, 1]);
        }
        // Announced numbers, and others that come in later.
        let mut locals = Locals::default();
        assert_eq!(locals.learn([5, 6, 7].into_iter()), 3);
        for _ in 0..2 {
            assert_eq!([6, 4, 9, 5, 7, 0].map(|n| locals.row(n)), [1, 3, 4, 0, 2, 5]);
            assert_eq!([6, 9, 8].map(|n| locals.find(n)), [Some(1), Some(4), None]);
        }
        assert_eq!(Locals::default().learn([5, 7].into_iter()), 0);
        // Numbers in a row, first seen out of order, and one beside them.
        let mut locals = Locals::default();
        for _ in 0..2 {
            assert_eq!([12, 14, 13, 11, 20, 12].map(|n| locals.row(n)), [0, 1, 2, 3, 4, 0]);
        }
    }
}

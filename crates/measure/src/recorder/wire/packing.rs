//! Filled buckets and ticks as bytes that are read in place, straight into sums.
//!
//! Numbers have 7 bits a byte, the lowest first (LEB128). A *bucket* is the number of empty ones before it, doubled,
//! and one more where a count follows; without one the count is 1. A *tick* is a bit mask of its figures that are not
//! zero, doubled, and one more where empty ticks come before it, whose number follows; then those figures. Figures that
//! nearly always go together are stored as differences: completed from arrived, judged from completed.
//!
//! Budget: a host that is one of hundreds fills some 4,000 buckets and 1,300 ticks a second. Each is 1 to 5 bytes, and
//! some 5 ns to read and add.

use super::error::WireError;
use crate::histogram::{self, BITS, BUCKETS, Spans};
use crate::objective::MAX_OBJECTIVES;
use crate::series::{ObjectiveTally, Tick};

/// Limit of ticks of a part: those of two minutes at their densest. 80 MB, whatever the bytes claim.
const MAX_TICKS: u64 = 1 << 18;

const TALLIES: usize = 9 * MAX_OBJECTIVES;
const FIGURES: usize = 3 + TALLIES + 3;

/// Figures that nearly every tick has: arrived, completed, failed, and the counts of the first objective. A bit mask of
/// them fits into one byte, with the empty ticks before.
const USUAL: u32 = 6;

const TOO_MANY: WireError = WireError::Damaged("it has more ticks than any Run");

fn write(mut number: u64, into: &mut Vec<u8>) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

/// Numbers in a row of bytes; it ends early where they are damaged.
#[derive(Clone, Debug)]
struct Numbers<'a>(std::slice::Iter<'a, u8>);

impl Iterator for Numbers<'_> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        let first = *self.0.next()?;
        if first < 0x80 { Some(first.into()) } else { self.long(first) }
    }
}

impl Numbers<'_> {
    fn long(&mut self, first: u8) -> Option<u64> {
        let mut number = u64::from(first & 0x7f);
        for shift in (7..64).step_by(7) {
            let byte = *self.0.next()?;
            // Of the tenth byte one bit is left.
            if shift == 63 && byte > 1 {
                return None;
            }
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn is_empty(&self) -> bool {
        self.0.len() == 0
    }
}

/// A difference of either sign as a number that is small where it is.
fn zigzag(of: u64, from: u64) -> u64 {
    let by = of.wrapping_sub(from) as i64;
    ((by << 1) ^ (by >> 63)) as u64
}

fn beside(from: u64, zigzag: u64) -> u64 {
    from.wrapping_add((zigzag >> 1) ^ (zigzag & 1).wrapping_neg())
}

/// Writes the filled buckets of a histogram.
pub(super) fn pack_buckets(spans: &Spans, into: &mut Vec<u8>) {
    if spans.is_empty() {
        return;
    }
    let mut next = 0;
    for filled in spans.iter_recorded() {
        let bucket = histogram::bucket::<BITS>(filled.value_iterated_to());
        let count = filled.count_since_last_iteration();
        write(((bucket - next) as u64) << 1 | u64::from(count != 1), into);
        if count != 1 {
            write(count, into);
        }
        next = bucket + 1;
    }
}

/// The filled buckets of a histogram in rising order, each with its count.
#[derive(Clone, Debug)]
pub struct FilledBuckets<'a> {
    numbers: Numbers<'a>,
    next: usize,
}

impl<'a> FilledBuckets<'a> {
    /// Buckets in bytes that were checked.
    pub(super) fn of(bytes: &'a [u8]) -> FilledBuckets<'a> {
        FilledBuckets { numbers: Numbers(bytes.iter()), next: 0 }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Adds them to a histogram.
    pub fn add_to(self, spans: &mut Spans) {
        for (bucket, count) in self {
            spans.saturating_record_n(histogram::largest::<BITS>(bucket), count);
        }
    }

    /// # Errors
    /// Bytes that are no buckets of ours.
    pub(super) fn check(mut self) -> Result<(), WireError> {
        while !self.numbers.is_empty() {
            let (bucket, _) = self.next().ok_or(WireError::Damaged("a bucket is cut short"))?;
            if bucket >= BUCKETS {
                return Err(WireError::Damaged("a value beyond the histogram's range"));
            }
        }
        Ok(())
    }
}

impl Iterator for FilledBuckets<'_> {
    type Item = (usize, u64);

    #[inline]
    fn next(&mut self) -> Option<(usize, u64)> {
        let head = self.numbers.next()?;
        let count = if head & 1 == 1 { self.numbers.next()? } else { 1 };
        let bucket = self.next.saturating_add((head >> 1) as usize);
        self.next = bucket.saturating_add(1);
        Some((bucket, count))
    }
}

/// Writes the ticks that are not empty.
pub(super) fn pack_ticks(ticks: &[Tick], into: &mut Vec<u8>) {
    let mut empty = 0;
    for tick in ticks {
        let mut row = [0; FIGURES];
        figures(tick).zip(&mut row).for_each(|(figure, place)| *place = figure);
        // Judged operations as a difference from the completed, and these from the arrived.
        row[3] = zigzag(row[3], row[1]);
        row[1] = zigzag(row[1], row[0]);
        let mask = row.iter().enumerate().fold(0, |mask, (at, figure)| mask | u64::from(*figure != 0) << at);
        if mask == 0 {
            empty += 1;
            continue;
        }
        write(mask << 1 | u64::from(empty > 0), into);
        if empty > 0 {
            write(std::mem::take(&mut empty), into);
        }
        row.iter().filter(|figure| **figure != 0).for_each(|figure| write(*figure, into));
    }
}

/// How many ticks there are, up to the last that is not empty.
///
/// # Errors
/// Bytes that are no ticks, or more than any Run has.
pub(super) fn check_ticks(bytes: &[u8]) -> Result<usize, WireError> {
    const SHORT_TICK: WireError = WireError::Damaged("a tick is cut short");
    let mut numbers = Numbers(bytes.iter());
    let mut count = 0_u64;
    while !numbers.is_empty() {
        let head = numbers.next().ok_or(SHORT_TICK)?;
        let empty = if head & 1 == 1 { numbers.next().ok_or(SHORT_TICK)? } else { 0 };
        let mask = head >> 1;
        if mask >> FIGURES != 0 {
            return Err(WireError::Damaged("a tick has more figures than any"));
        }
        for _ in 0..mask.count_ones() {
            numbers.next().ok_or(SHORT_TICK)?;
        }
        count = count.checked_add(empty).filter(|count| *count < MAX_TICKS).ok_or(TOO_MANY)? + 1;
    }
    Ok(count as usize)
}

/// Adds ticks that were checked, from number `first` on. Those beyond the end are left out.
pub(super) fn add_ticks(bytes: &[u8], ticks: &mut [Tick], first: usize) {
    let mut numbers = Numbers(bytes.iter());
    let mut at = first;
    while let Some(head) = numbers.next() {
        if head & 1 == 1 {
            at += numbers.next().unwrap_or(0) as usize;
        }
        let Some(tick) = ticks.get_mut(at) else { return };
        at += 1;
        let mask = head >> 1;
        let mut figure = |bit: u32| if mask >> bit & 1 == 1 { numbers.next().unwrap_or(0) } else { 0 };
        let arrived = figure(0);
        let completed = beside(arrived, figure(1));
        add(&mut tick.arrived, arrived);
        add(&mut tick.completed, completed);
        add(&mut tick.failed, figure(2));
        add(&mut tick.seen[0].judged, beside(completed, figure(3)));
        add(&mut tick.seen[0].exceeded, figure(4));
        add(&mut tick.seen[0].sum_ns, figure(5));
        let mut rest = mask >> USUAL << USUAL;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            add(place(tick, bit as usize), figure(bit));
            rest &= rest - 1;
        }
    }
}

fn add(sum: &mut u64, more: u64) {
    *sum = sum.saturating_add(more);
}

/// The figures of a tick, in one order.
fn figures(tick: &Tick) -> impl Iterator<Item = u64> {
    let seen =
        |all: [ObjectiveTally; MAX_OBJECTIVES]| all.into_iter().flat_map(|one| [one.judged, one.exceeded, one.sum_ns]);
    let counts = [tick.arrived, tick.completed, tick.failed];
    let syncs = [tick.syncs.arrived, tick.syncs.completed, tick.syncs.failed];
    counts.into_iter().chain(seen(tick.seen)).chain(seen(tick.disturbed)).chain(seen(tick.surely)).chain(syncs)
}

/// The figure of a tick at this place of that order.
fn place(tick: &mut Tick, at: usize) -> &mut u64 {
    match at {
        0 => return &mut tick.arrived,
        1 => return &mut tick.completed,
        2 => return &mut tick.failed,
        _ => {}
    }
    let (of, figure) = ((at - 3) / 3, (at - 3) % 3);
    if at >= 3 + TALLIES {
        return match figure {
            0 => &mut tick.syncs.arrived,
            1 => &mut tick.syncs.completed,
            _ => &mut tick.syncs.failed,
        };
    }
    let seen = match of / MAX_OBJECTIVES {
        0 => &mut tick.seen,
        1 => &mut tick.disturbed,
        _ => &mut tick.surely,
    };
    let seen = &mut seen[of % MAX_OBJECTIVES];
    match figure {
        0 => &mut seen.judged,
        1 => &mut seen.exceeded,
        _ => &mut seen.sum_ns,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::histogram::spans;

    fn tick_bytes(ticks: &[Tick]) -> Vec<u8> {
        let mut bytes = Vec::new();
        pack_ticks(ticks, &mut bytes);
        bytes
    }

    fn tick(of: [u64; 6]) -> Tick {
        Tick {
            failed: of[2],
            ..Tick::of_one(of[0], of[1], ObjectiveTally { judged: of[3], exceeded: of[4], sum_ns: of[5] })
        }
    }

    proptest! {
        /// Every figure of every tick comes back to its place, whatever is zero between them.
        #[test]
        fn ticks_survive_the_wire(filled in prop::collection::vec((0_usize..40, 0_usize..FIGURES, any::<u64>()), 0..60)) {
            let mut sent = vec![Tick::default(); 40];
            filled.iter().for_each(|(at, figure, value)| *place(&mut sent[*at], *figure) = *value);
            let bytes = tick_bytes(&sent);
            let count = check_ticks(&bytes).unwrap();
            let last = sent.iter().rposition(|tick| *tick != Tick::default());
            prop_assert_eq!(count, last.map_or(0, |last| last + 1), "nothing empty at the end");
            let mut read = vec![Tick::default(); 40];
            add_ticks(&bytes, &mut read, 0);
            prop_assert_eq!(&read, &sent);
            // Later in an interval; what lies beyond its end is left out.
            let mut shifted = vec![Tick::default(); 40];
            add_ticks(&bytes, &mut shifted, 15);
            prop_assert_eq!(&shifted[15..], &sent[..25]);
        }

        /// Every count of every bucket comes back, and no other.
        #[test]
        fn buckets_survive_the_wire(values in prop::collection::vec((0_u64..1 << 43, 1_u64..1000), 0..300)) {
            let mut sent = spans();
            values.iter().for_each(|(value, count)| sent.saturating_record_n(*value, *count));
            let mut bytes = Vec::new();
            pack_buckets(&sent, &mut bytes);
            FilledBuckets::of(&bytes).check().unwrap();
            let mut read = spans();
            FilledBuckets::of(&bytes).add_to(&mut read);
            prop_assert_eq!(&read, &sent);
            prop_assert_eq!(FilledBuckets::of(&bytes).is_empty(), sent.is_empty());
            for length in 0..bytes.len() {
                // Cut anywhere it is fewer buckets, or refused; never others.
                if FilledBuckets::of(&bytes[..length]).check().is_ok() {
                    prop_assert!(FilledBuckets::of(&bytes[..length]).eq(FilledBuckets::of(&bytes).take(FilledBuckets::of(&bytes[..length]).count())));
                }
            }
        }

        #[test]
        fn differences_of_either_sign_come_back(of in any::<u64>(), from in any::<u64>()) {
            prop_assert_eq!(beside(from, zigzag(of, from)), of);
        }
    }

    #[test]
    fn a_usual_tick_takes_five_bytes_or_fewer() {
        let one = tick([1, 1, 0, 1, 0, 100_000]);
        let (late, none) = (tick([1, 0, 0, 0, 0, 0]), Tick::default());
        assert_eq!(tick_bytes(&[one]).len(), 5);
        assert_eq!(tick_bytes(&[none, late]).len(), 4);
        assert_eq!(tick_bytes(&[none, none]).len(), 0);
    }

    #[test]
    fn ticks_beyond_any_run_are_refused_before_they_take_memory() {
        for empty in [u64::MAX, MAX_TICKS] {
            let mut bytes = vec![0b11];
            write(empty, &mut bytes);
            bytes.push(1);
            assert_eq!(check_ticks(&bytes).unwrap_err(), TOO_MANY, "{empty}");
        }
    }

    #[test]
    fn buckets_that_no_histogram_has_are_refused() {
        for empty in [BUCKETS as u64, u64::MAX >> 1] {
            let mut bytes = Vec::new();
            write(empty << 1, &mut bytes);
            assert!(FilledBuckets::of(&bytes).check().is_err(), "{empty}");
        }
        let mut last = Vec::new();
        write((BUCKETS as u64 - 1) << 1, &mut last);
        assert!(FilledBuckets::of(&last).check().is_ok());
        // A number without an end.
        assert!(FilledBuckets::of(&[0xff; 11]).check().is_err());
    }
}

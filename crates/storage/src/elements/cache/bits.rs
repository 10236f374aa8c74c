//! Ranges of bits in a slice of words: which blocks of a line are there, or dirty. Word by word, so that a whole line of
//! 256 blocks is four steps.

/// The words that bits `from..until` touch: index and mask of each.
#[inline]
fn words(from: u32, until: u32) -> impl Iterator<Item = (usize, u64)> {
    let last = until.div_ceil(64);
    (from / 64..last).filter(move |_| from < until).map(move |word| {
        let low = if word == from / 64 { u64::MAX << (from % 64) } else { u64::MAX };
        let high = if word + 1 == last && until % 64 != 0 { u64::MAX >> (64 - until % 64) } else { u64::MAX };
        (word as usize, low & high)
    })
}

/// How many of `from..until` are set.
#[inline]
pub(super) fn count(bits: &[u64], from: u32, until: u32) -> u32 {
    words(from, until).map(|(word, mask)| (bits[word] & mask).count_ones()).sum()
}

/// Sets `from..until`; how many were not set before.
#[inline]
pub(super) fn set(bits: &mut [u64], from: u32, until: u32) -> u32 {
    let mut fresh = 0;
    for (word, mask) in words(from, until) {
        fresh += (!bits[word] & mask).count_ones();
        bits[word] |= mask;
    }
    fresh
}

/// Clears those of `from..until` that are not set in `keep` (none: all); how many were set before.
#[inline]
pub(super) fn clear(bits: &mut [u64], from: u32, until: u32, keep: Option<&[u64]>) -> u32 {
    let mut gone = 0;
    for (word, mask) in words(from, until) {
        let mask = mask & !keep.map_or(0, |keep| keep[word]);
        gone += (bits[word] & mask).count_ones();
        bits[word] &= !mask;
    }
    gone
}

/// Whether each of `from..until` is set in one or the other; an absent slice has none set.
#[inline]
pub(super) fn is_covered(a: Option<&[u64]>, b: Option<&[u64]>, from: u32, until: u32) -> bool {
    words(from, until).all(|(word, mask)| {
        let have = a.map_or(0, |bits| bits[word]) | b.map_or(0, |bits| bits[word]);
        have & mask == mask
    })
}

/// The first run of set bits at or after `from`, within `0..end`.
pub(super) fn run(bits: &[u64], from: u32, end: u32) -> Option<(u32, u32)> {
    let first = next(bits, from, end, 0)?;
    Some((first, next(bits, first, end, u64::MAX).unwrap_or(end)))
}

/// The first bit at or after `from` that is set after an exclusive or with `flip`.
fn next(bits: &[u64], from: u32, end: u32, flip: u64) -> Option<u32> {
    let found = words(from, end).find_map(|(word, mask)| {
        let left = (bits[word] ^ flip) & mask;
        (left != 0).then(|| word as u32 * 64 + left.trailing_zeros())
    });
    found.filter(|bit| *bit < end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Against a vector of booleans.
        #[test]
        fn ranges_are_what_bit_by_bit_gives(steps in prop::collection::vec((0_u32..200, 0_u32..200, 0_u8..2), 1..40)) {
            let (mut bits, mut plain) = ([0_u64; 4], [false; 200]);
            for (a, b, what) in steps {
                let (from, until) = (a.min(b), a.max(b));
                let range = from as usize..until as usize;
                let before = plain[range.clone()].iter().filter(|b| **b).count() as u32;
                prop_assert_eq!(count(&bits, from, until), before);
                prop_assert_eq!(is_covered(Some(&bits), None, from, until), before == until - from);
                if what == 0 {
                    prop_assert_eq!(set(&mut bits, from, until), until - from - before);
                } else {
                    prop_assert_eq!(clear(&mut bits, from, until, None), before);
                }
                plain[range].fill(what == 0);
                let first = (from..200).find(|i| plain[*i as usize]);
                let expected = first.map(|s| (s, (s..200).find(|i| !plain[*i as usize]).unwrap_or(200)));
                prop_assert_eq!(run(&bits, from, 200), expected);
            }
        }
    }

    #[test]
    fn what_is_kept_is_not_cleared() {
        let mut bits = [0b1111];
        assert_eq!(clear(&mut bits, 0, 3, Some(&[0b0010])), 2);
        assert_eq!(bits, [0b1010]);
        assert!(is_covered(Some(&[0b01]), Some(&[0b10]), 0, 2) && !is_covered(Some(&[0b01]), None, 0, 2));
    }
}

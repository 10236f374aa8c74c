//! A bijection of the numbers below n that leaves no neighbours beside each other: from how hot a place is to where it is.
//!
//! Rounds of xor, odd multiplication and xor-shift, each invertible on b bits, permute the numbers below 2^b >= n;
//! results that are not below n go round again ("cycle walking", Black and Rogaway, CT-RSA 2002), which keeps it a
//! bijection. As 2^b < 2n, fewer than two turns are needed on average. It is keyed by the seed and no cipher: whoever wants
//! to know where the hot places are may.

use plimsoll_base::random::Random;
use rand::RngExt as _;

/// Odd constants of the golden ratio and of SplitMix64 and MurmurHash3's finalizers: their low bits, too, are well spread.
const ODD: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb, 0xff51_afd7_ed55_8ccd];

/// A bijection of the numbers below n.
#[derive(Clone, Debug)]
pub(super) struct Scatter {
    n: u64,
    mask: u64,
    shift: u32,
    keys: [u64; 4],
}

impl Scatter {
    /// Of the numbers below `n`, which is above 0.
    pub(super) fn new(n: u64, random: &mut Random) -> Scatter {
        let bits = u64::BITS - (n - 1).leading_zeros();
        let mask = if bits == 0 { 0 } else { u64::MAX >> (u64::BITS - bits) };
        let keys = std::array::from_fn(|_| random.random::<u64>() & mask);
        // A shift by half the bits, rounded up, is its own inverse; one by 0 would give 0 for everything.
        Scatter { n, mask, shift: bits.div_ceil(2).max(1), keys }
    }

    /// Where `rank` lies; both are below n (a rank that is not, by rounding, counts as the last).
    pub(super) fn place(&self, rank: u64) -> u64 {
        // A walk that starts outside need not come back inside.
        let mut x = rank.min(self.n - 1);
        loop {
            for (odd, key) in ODD.iter().zip(self.keys) {
                x = (x ^ key).wrapping_mul(*odd) & self.mask;
                x ^= x >> self.shift;
            }
            if x < self.n {
                return x;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_base::random::stream;

    #[test]
    fn every_place_has_one_rank() {
        for n in (1..70).chain([127, 128, 129, 1000, 4096, 65_537]) {
            let scatter = Scatter::new(n, &mut stream(5, "places", n));
            let mut seen = vec![false; n as usize];
            for rank in 0..n {
                let place = scatter.place(rank) as usize;
                assert!(!seen[place], "n {n}: place {place} twice");
                seen[place] = true;
            }
        }
    }

    #[test]
    fn hot_places_are_no_neighbours() {
        // For 1,000 independent pairs of uniform places the mean distance is n/3 with standard deviation
        // n/sqrt(18)/sqrt(1000) = 0.00745 n; neighbouring ranks share a place, which makes it at most sqrt(3) times that.
        // Five of them. The expected number of pairs closer than n/1000 is 2, of a Poisson kind; 15 is beyond 1e-8.
        for n in [100_000_u64, 262_144, 10_000_019, 1 << 40, (1 << 50) + 1] {
            for seed in 0..8 {
                let scatter = Scatter::new(n, &mut stream(seed, "places", 0));
                let places: Vec<u64> = (0..1001).map(|rank| scatter.place(rank)).collect();
                let distances = places.windows(2).map(|p| p[0].abs_diff(p[1]) as f64 / n as f64);
                let mean = distances.clone().sum::<f64>() / 1000.0;
                assert!((mean - 1.0 / 3.0).abs() < 5.0 * 3_f64.sqrt() * 0.007_45, "n {n}, seed {seed}: mean {mean}");
                let close = distances.filter(|d| *d < 0.001).count();
                assert!(close < 15, "n {n}, seed {seed}: {close} of 1000 neighbouring ranks lie close together");
            }
        }
    }

    #[test]
    fn another_seed_scatters_otherwise() {
        let hottest = |seed| Scatter::new(1 << 30, &mut stream(seed, "places", 0)).place(0);
        assert_eq!(hottest(1), hottest(1));
        assert_ne!(hottest(1), hottest(2));
    }
}

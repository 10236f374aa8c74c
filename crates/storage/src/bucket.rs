//! A token bucket without drift: rates and costs are integers, time is exact to a fraction of a nanosecond.
//!
//! Kept as the instant at which the bucket is full again (the virtual scheduling form of the continuous-state leaky
//! bucket, ITU-T I.371): taking cost c moves it c/rate later; a request may pass as soon as what is missing then leaves
//! room for its cost. Refill is continuous, there is no window to wait out. A cost above the depth passes when the
//! bucket is full and leaves a debt, so that the rate holds for any mix of costs and a depth of 0 is plain pacing: one
//! operation of whatever cost, then 1/rate apart.
//!
//! A bucket that may be overdrawn is QEMU's (util/throttle.c, there told as a level that leaks): a request passes
//! unless the bucket is below zero, whatever it costs, and pays afterwards. Between the two lies one request.

use plimsoll_base::Nanos;

const NS_PER_S: u128 = 1_000_000_000;

/// `ns + part / rate` nanoseconds, `part < rate`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Exact {
    ns: u64,
    part: u64,
}

/// See the module. Costs and depth are in the caller's units, the rate in those per second.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    rate_per_s: u64,
    depth: u64,
    /// A request may pass with its cost missing.
    overdraws: bool,
    full_again: Exact,
    /// Not full at the start, but holding so much then: the first request makes `full_again` from this.
    starts: Option<(Nanos, u64)>,
    /// Time that the last cost takes to refill, and how long before `full_again` it may pass. A workload has few
    /// different costs, so this saves two 128-bit divisions a request.
    cost: u64,
    refill: Exact,
    slack: Exact,
}

impl Bucket {
    /// A full bucket. The rate must not be 0.
    pub(crate) fn new(rate_per_s: u64, depth: u64, overdraws: bool) -> Bucket {
        assert!(rate_per_s > 0, "a bucket needs a rate");
        let mut bucket = Bucket {
            rate_per_s,
            depth,
            overdraws,
            full_again: Exact::default(),
            starts: None,
            cost: 0,
            refill: Exact::default(),
            slack: Exact::default(),
        };
        bucket.slack = bucket.span(depth);
        bucket
    }

    /// Starts at `now` with `held` units.
    pub(crate) fn start(&mut self, now: Nanos, held: u64) {
        self.starts = Some((now, held));
    }

    /// The time in which `units` are refilled.
    fn span(&self, units: u64) -> Exact {
        let rate = u128::from(self.rate_per_s);
        let total = u128::from(units) * NS_PER_S;
        // The quotient is below 2^64 unless a refill takes centuries; the remainder is below the rate.
        Exact { ns: u64::try_from(total / rate).unwrap_or(u64::MAX), part: (total % rate) as u64 }
    }

    fn plus(&self, a: Exact, b: Exact) -> Exact {
        let part = u128::from(a.part) + u128::from(b.part);
        let carry = part >= u128::from(self.rate_per_s);
        let part = if carry { part - u128::from(self.rate_per_s) } else { part };
        Exact { ns: a.ns.saturating_add(b.ns).saturating_add(u64::from(carry)), part: part as u64 }
    }

    fn minus(&self, a: Exact, b: Exact) -> Exact {
        if a <= b {
            return Exact::default();
        }
        if a.part >= b.part {
            Exact { ns: a.ns - b.ns, part: a.part - b.part }
        } else {
            Exact { ns: a.ns - b.ns - 1, part: self.rate_per_s - (b.part - a.part) }
        }
    }

    /// Units that have to be in the bucket for `cost` to pass.
    fn held_back(&self, cost: u64) -> u64 {
        if self.overdraws { 0 } else { cost }
    }

    /// When `cost` may pass: the exact instant rounded down and rounded up.
    #[inline]
    pub(crate) fn earliest(&mut self, cost: u64) -> (u64, u64) {
        if cost != self.cost {
            self.cost = cost;
            self.refill = self.span(cost);
            self.slack = self.span(self.depth.saturating_sub(self.held_back(cost)));
        }
        if let Some((at, held)) = self.starts {
            self.starts = None;
            let missing = self.depth.max(self.held_back(cost)).saturating_sub(held);
            self.full_again = self.plus(Exact { ns: at.0, part: 0 }, self.span(missing));
        }
        let at = self.minus(self.full_again, self.slack);
        (at.ns, at.ns.saturating_add(u64::from(at.part > 0)))
    }

    /// Takes the cost last asked about, at `at` (rounded *down*: what waited for this very bucket loses no fraction).
    #[inline]
    pub(crate) fn take(&mut self, at: u64) {
        if self.full_again.ns < at {
            self.full_again = Exact { ns: at, part: 0 };
        }
        self.full_again = self.plus(self.full_again, self.refill);
    }

    /// Time that the cost last asked about takes of the rate, in whole ns.
    #[inline]
    pub(crate) fn refill_ns(&self) -> u64 {
        self.refill.ns
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The textbook's bucket, in exact rational arithmetic: level in units of 1e-9, refilled `rate` of those per ns.
    fn oracle(rate: u64, depth: u64, held: u64, overdraws: bool, costs: &[(u64, u64)]) -> Vec<u64> {
        let full = i128::from(depth) * NS_PER_S as i128;
        let (mut level, mut now, mut admitted) = (i128::from(held) * NS_PER_S as i128, 0_u64, Vec::new());
        for &(gap, cost) in costs {
            now += gap;
            level = (level + i128::from(gap) * i128::from(rate)).min(full);
            let cost = i128::from(cost) * NS_PER_S as i128;
            let short = if overdraws { -level } else { cost.min(full) - level };
            let wait = if short > 0 { (short + i128::from(rate) - 1) / i128::from(rate) } else { 0 };
            // Waits are rounded up to a whole ns, and so is the refill, unless the bucket would overflow.
            now += wait as u64;
            level = (level + wait * i128::from(rate)).max(level) - cost;
            admitted.push(now);
        }
        admitted
    }

    proptest! {
        #[test]
        fn a_bucket_admits_as_exact_rational_arithmetic_does(
            rate in 1_u64..5_000_000, depth in 300_u64..2000, short in 0_u64..300, overdraws in any::<bool>(),
            costs in prop::collection::vec((0_u64..3_000_000, 1_u64..300), 1..60)
        ) {
            let mut bucket = Bucket::new(rate, depth, overdraws);
            bucket.start(Nanos::ZERO, depth - short);
            prop_assert_eq!(admission_times(bucket, &costs), oracle(rate, depth, depth - short, overdraws, &costs));
        }

        #[test]
        fn so_does_one_that_holds_less_than_a_request_costs(
            rate in 1_u64..5_000_000, depth in 0_u64..300, overdraws in any::<bool>(),
            costs in prop::collection::vec((0_u64..3_000_000, 1_u64..300), 1..60)
        ) {
            let bucket = Bucket::new(rate, depth, overdraws);
            prop_assert_eq!(admission_times(bucket, &costs), oracle(rate, depth, depth, overdraws, &costs));
        }
    }

    fn admission_times(mut bucket: Bucket, costs: &[(u64, u64)]) -> Vec<u64> {
        let (mut now, mut admitted) = (0_u64, Vec::new());
        for &(gap, cost) in costs {
            now += gap;
            let (floor, ceil) = bucket.earliest(cost);
            bucket.take(floor.max(now));
            now = now.max(ceil);
            admitted.push(now);
        }
        admitted
    }
}

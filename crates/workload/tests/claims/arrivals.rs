//! Schedules whose rate changes, bursts, and recorded ones. Schedules of one rate: beside the source.

use std::sync::Arc;

use plimsoll_base::Nanos;
use plimsoll_base::random::stream;
use plimsoll_workload::arrivals::{ArrivalPlan, Arrivals};
use plimsoll_workload::{ArrivalProcess, Bursts, Profile, Step};
use proptest::prelude::*;

const S: u64 = 1_000_000_000;

/// The instants before `until` of all workers, in order.
fn instants(plan: &ArrivalPlan, seed: u64, workers: u32, until: u64) -> Vec<u64> {
    let mut all = Vec::new();
    for index in 0..workers {
        let mut arrivals = Arrivals::new(plan, index, workers, stream(seed, "arrivals", u64::from(index)));
        all.extend(std::iter::repeat_with(|| arrivals.next_instant().0).take_while(|at| *at < until));
    }
    all.sort_unstable();
    all
}

/// A profile over Measure, from `from` to `to` seconds.
fn plan(process: ArrivalProcess, profile: Profile, from: u64, to: u64) -> ArrivalPlan {
    ArrivalPlan {
        profile,
        profile_from: Nanos(from * S),
        profile_for: Nanos((to - from) * S),
        ..ArrivalPlan::flat(process, 1.0)
    }
}

fn ramp(from_per_s: f64, to_per_s: f64) -> Profile {
    Profile::Ramp { from_per_s, to_per_s }
}

fn steps(steps: &[(f64, u64)]) -> Profile {
    let steps = steps.iter().map(|(rate_per_s, secs)| Step { rate_per_s: *rate_per_s, for_ns: Nanos(secs * S) });
    Profile::Steps { steps: steps.collect() }
}

/// Operations before `t` seconds on a ramp from `a` to `b` a second between `from` and `to` seconds.
fn ramp_count((a, b): (f64, f64), (from, to): (f64, f64), t: f64) -> f64 {
    let x = (t.clamp(from, to) - from) / (to - from);
    a * t.min(from) + (to - from) * (a * x + (b - a) * x * x / 2.0) + b * (t - to).max(0.0)
}

fn before(instants: &[u64], at: f64) -> usize {
    instants.partition_point(|instant| (*instant as f64) < at * 1e9)
}

#[test]
fn a_constant_ramp_has_exactly_the_count_of_its_integral_at_every_time() {
    for rates in [(1000.0, 5000.0), (5000.0, 1000.0), (0.0, 3000.0), (3000.0, 0.0), (777.0, 778.0)] {
        for workers in [1, 3] {
            let plan = plan(ArrivalProcess::Constant, ramp(rates.0, rates.1), 2, 10);
            let all = instants(&plan, 1, workers, 12 * S);
            for tenth in 1..=120 {
                let t = f64::from(tenth) / 10.0;
                // n operations lie before t when n-1 < count(t) <= n; rounding instants down to nanoseconds may let one
                // in that is due at t to the nanosecond.
                let expected = ramp_count(rates, (2.0, 10.0), t);
                let seen = before(&all, t) as f64;
                assert!(
                    (expected.ceil() - seen).abs() <= 1.0,
                    "{rates:?}, {workers} workers, at {t}: {seen}, {expected}"
                );
                let own = plan.expected_before(Nanos(tenth as u64 * S / 10));
                assert!((own - expected).abs() < 1e-6, "{rates:?} at {t}: {own}, {expected}");
            }
        }
    }
}

#[test]
fn constant_steps_have_exactly_their_counts_and_rests_have_none() {
    let profile = steps(&[(1000.0, 2), (0.0, 3), (250.0, 4), (0.0, 1), (3000.0, 1)]);
    for workers in [1, 4] {
        let plan = plan(ArrivalProcess::Constant, profile.clone(), 1, 12);
        let all = instants(&plan, 1, workers, 14 * S);
        // The first second at the first rate, then the steps, then the last rate.
        for (from, to, count) in
            [(0, 1, 1000), (1, 3, 2000), (3, 6, 0), (6, 10, 1000), (10, 11, 0), (11, 12, 3000), (12, 14, 6000)]
        {
            let seen = all.iter().filter(|at| (from * S..to * S).contains(*at)).count();
            assert_eq!(seen, count, "{from} to {to} s, {workers} workers");
        }
    }
}

#[test]
fn a_last_step_of_rest_ends_the_schedule() {
    for process in [ArrivalProcess::Constant, ArrivalProcess::Poisson] {
        let plan = plan(process, steps(&[(100.0, 2), (0.0, 1)]), 0, 5);
        let mut arrivals = Arrivals::new(&plan, 0, 1, stream(1, "arrivals", 0));
        let count = std::iter::repeat_with(|| arrivals.next_instant()).take_while(|at| *at < Nanos(2 * S)).count();
        // Poisson of mean 200, standard deviation 14.2; five of them.
        assert!((count as f64 - 200.0).abs() <= if process == ArrivalProcess::Constant { 0.0 } else { 71.0 });
        // The one that ended the count was already the end.
        assert_eq!(arrivals.next_instant(), Nanos::MAX);
    }
    let ends = plan(ArrivalProcess::Constant, ramp(100.0, 0.0), 0, 4);
    assert_eq!(instants(&ends, 1, 2, u64::MAX).len(), 200);
}

/// Kolmogorov-Smirnov distance of `gaps` from the exponential distribution of mean 1.
fn distance_from_exponential(gaps: &mut [f64]) -> f64 {
    gaps.sort_by(f64::total_cmp);
    let n = gaps.len() as f64;
    let cdf = |gap: f64| 1.0 - (-gap).exp();
    gaps.iter()
        .enumerate()
        .map(|(i, gap)| (cdf(*gap) - i as f64 / n).abs().max((cdf(*gap) - (i as f64 + 1.0) / n).abs()))
        .fold(0.0, f64::max)
}

#[test]
fn poisson_arrivals_of_a_ramp_are_poisson_in_the_time_of_its_integral() {
    // With time counted in expected operations, gaps are exponential of mean 1 for every shape of the rate; that is what
    // makes them a Poisson process of that rate (time change, Çinlar 1975). 1.95/sqrt(n) is the 0.1 % point of the KS test;
    // whole nanoseconds shift by up to rate/1e9, doubled for the two ends of a gap.
    for (rates, until) in [((1000.0, 50_000.0), 12.0), ((60_000.0, 0.0), 10.0), ((0.0, 20_000.0), 20.0)] {
        let plan = plan(ArrivalProcess::Poisson, ramp(rates.0, rates.1), 2, 10);
        let all = instants(&plan, 33, 1, (until * 1e9) as u64);
        let masses: Vec<f64> = all.iter().map(|at| ramp_count(rates, (2.0, 10.0), *at as f64 / 1e9)).collect();
        let mut gaps: Vec<f64> = masses.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let n = gaps.len() as f64;
        let expected = ramp_count(rates, (2.0, 10.0), until);
        assert!((n - expected).abs() < 5.0 * expected.sqrt(), "{rates:?}: {n} operations, {expected} expected");
        let mean = gaps.iter().sum::<f64>() / n;
        let var = gaps.iter().map(|gap| (gap - mean).powi(2)).sum::<f64>() / n;
        assert!((mean - 1.0).abs() < 5.0 / n.sqrt(), "{rates:?}: mean {mean}");
        assert!((var - 1.0).abs() < 5.0 * (8.0 / n).sqrt(), "{rates:?}: variance {var}");
        let worst = distance_from_exponential(&mut gaps);
        assert!(worst < 1.95 / n.sqrt() + 2.0 * rates.0.max(rates.1) / 1e9, "{rates:?}: KS {worst}");
    }
}

#[test]
fn several_workers_of_a_poisson_ramp_make_one_together() {
    let rates = (2000.0, 30_000.0);
    let plan = plan(ArrivalProcess::Poisson, ramp(rates.0, rates.1), 1, 9);
    let all = instants(&plan, 5, 8, 10 * S);
    let mut gaps: Vec<f64> = all
        .windows(2)
        .map(|pair| {
            ramp_count(rates, (1.0, 9.0), pair[1] as f64 / 1e9) - ramp_count(rates, (1.0, 9.0), pair[0] as f64 / 1e9)
        })
        .collect();
    let n = gaps.len() as f64;
    let worst = distance_from_exponential(&mut gaps);
    assert!(worst < 1.95 / n.sqrt() + 2.0 * rates.1 / 1e9, "KS {worst}");
}

#[test]
fn poisson_steps_have_their_counts_to_the_sampling_error() {
    let plan = plan(ArrivalProcess::Poisson, steps(&[(20_000.0, 2), (0.0, 3), (5000.0, 4), (50_000.0, 1)]), 1, 11);
    let all = instants(&plan, 1, 3, 12 * S);
    for (from, to, expected) in
        [(0, 1, 20_000.0), (1, 3, 40_000.0), (3, 6, 0.0), (6, 10, 20_000.0), (10, 11, 50_000.0), (11, 12, 50_000.0)]
    {
        let seen = all.iter().filter(|at| (from * S..to * S).contains(*at)).count() as f64;
        let expected: f64 = expected;
        assert!((seen - expected).abs() <= 5.0 * expected.sqrt(), "{from} to {to} s: {seen}, {expected} expected");
    }
}

#[test]
fn forty_eight_hours_do_not_drift() {
    // The instant of the n-th operation after two days, without stepping there: the steps before are one piece each.
    let two_days = 48 * 3600;
    let rate = 700_001.0;
    let profile = steps(&[(0.001, 1), (rate, two_days), (1.0, 1)]);
    let plan = plan(ArrivalProcess::Constant, profile, 0, two_days + 2);
    let at = Nanos((two_days + 1) * S);
    assert!((plan.expected_before(at) - (0.001 + rate * two_days as f64)).abs() < 1e-4);
    // One of very many workers comes to its second operation at the end of the two days: 121 billion after its first.
    let workers = 4_000_000_000;
    let mut arrivals = Arrivals::new(&plan, 7, workers, stream(1, "arrivals", 0));
    for n in 0..30_u64 {
        let count = 7 + n * u64::from(workers);
        // In whole numbers: 1 s, and count - 0.001 operations at 700,001 a second.
        let exact = u128::from(S) + (u128::from(count) * 1000 - 1) * u128::from(S) / (1000 * 700_001);
        let own = u128::from(arrivals.next_instant().0);
        assert!(own.abs_diff(exact) <= 1, "operation {count}: {own}, exactly {exact}");
    }
}

fn bursts(on_ms: u64, off_ms: u64) -> Bursts {
    Bursts { on_ns: Nanos::from_millis(on_ms), off_ns: Nanos::from_millis(off_ms) }
}

#[test]
fn bursts_keep_the_mean_and_rests_have_nothing() {
    for process in [ArrivalProcess::Constant, ArrivalProcess::Poisson] {
        for (on, off) in [(100, 900), (900, 100), (7, 3), (1000, 1000)] {
            let plan = ArrivalPlan { bursts: Some(bursts(on, off)), ..ArrivalPlan::flat(process, 20_000.0) };
            let all = instants(&plan, 2, 3, 20 * S);
            let turn = (on + off) * 1_000_000;
            assert!(all.iter().all(|at| at % turn < on * 1_000_000), "{process:?}, {on}/{off} ms: one in a rest");
            let expected = 400_000.0_f64;
            let tolerance = if process == ArrivalProcess::Constant { 3.0 } else { 5.0 * expected.sqrt() };
            assert!((all.len() as f64 - expected).abs() <= tolerance, "{process:?}, {on}/{off} ms: {}", all.len());
            // Inside a burst it is (on+off)/on times as fast: gaps of a Poisson process there are exponential still.
            if process == ArrivalProcess::Poisson {
                let rate = 20_000.0 * (on + off) as f64 / on as f64;
                let mut gaps: Vec<f64> = all
                    .windows(2)
                    .map(|pair| {
                        let rests = pair[1] / turn - pair[0] / turn;
                        (pair[1] - pair[0] - rests * off * 1_000_000) as f64 * rate / 1e9
                    })
                    .collect();
                let n = gaps.len() as f64;
                let worst = distance_from_exponential(&mut gaps);
                assert!(worst < 1.95 / n.sqrt() + 2.0 * rate / 1e9, "{on}/{off} ms: KS {worst}");
            }
        }
    }
}

#[test]
fn the_mean_rate_is_that_over_measure_even_when_it_cuts_a_burst() {
    let plan = ArrivalPlan {
        bursts: Some(bursts(1000, 3000)),
        profile_from: Nanos(4 * S),
        profile_for: Nanos(6 * S),
        ..ArrivalPlan::flat(ArrivalProcess::Constant, 500.0)
    };
    // Two bursts of 1 s at 2,000 a second in 6 s.
    let seen = instants(&plan, 1, 2, 10 * S).iter().filter(|at| **at >= 4 * S).count();
    assert_eq!(seen, 4000);
}

fn recorded_plan(instants: &[u64], span: u64) -> ArrivalPlan {
    let instants: Arc<[Nanos]> = instants.iter().map(|at| Nanos(*at)).collect();
    ArrivalPlan { recorded: Some((instants, Nanos(span))), ..ArrivalPlan::flat(ArrivalProcess::Trace, 1.0) }
}

#[test]
fn a_trace_is_dealt_out_in_turn_and_begun_again_after_its_span() {
    let plan = recorded_plan(&[0, 10, 10, 25, 70], 100);
    let whole: Vec<u64> = (0..4).flat_map(|round| [0, 10, 10, 25, 70].map(|at| 100 * round + at)).collect();
    for workers in [1, 2, 3, 5, 7, 12] {
        assert_eq!(instants(&plan, 1, workers, 400), whole, "{workers} workers");
    }
    let mut second = Arrivals::new(&plan, 1, 2, stream(1, "arrivals", 0));
    let dealt: Vec<u64> = (0..6).map(|_| second.next_instant().0).collect();
    assert_eq!(dealt, [10, 25, 100, 110, 170, 210]);
    for (at, expected) in [(0, 0.0), (1, 1.0), (11, 3.0), (100, 5.0), (126, 9.0), (400, 20.0)] {
        assert_eq!(plan.expected_before(Nanos(at)), expected, "before {at}");
    }
}

#[test]
fn a_trace_in_bursts_has_all_its_operations_and_no_rest_has_any() {
    let at: Vec<u64> = (0..5000).map(|i| i * i * 40).collect();
    let plan = ArrivalPlan { bursts: Some(bursts(100, 300)), ..recorded_plan(&at, S) };
    let all = instants(&plan, 1, 3, 4 * S);
    assert_eq!(all.len(), 20_000);
    assert!(all.iter().all(|at| at % 400_000_000 < 100_000_000));
    assert!((plan.expected_before(Nanos(2 * S)) - 10_000.0).abs() < 1e-9);
}

proptest! {
    #[test]
    fn instants_never_go_backwards_and_are_counted_as_expected(
        process in prop::sample::select(vec![ArrivalProcess::Constant, ArrivalProcess::Poisson, ArrivalProcess::Trace]),
        shape in 0..3,
        rates in prop::collection::vec(prop_oneof![Just(0.0), 0.5_f64..5e5], 2..6),
        from in 0_u64..2_000_000_000,
        lengths in 1_u64..3_000_000,
        turns in prop::option::of((1_u64..5_000_000, 0_u64..5_000_000)),
        workers in 1_u32..6,
    ) {
        let profile = match shape {
            0 => Profile::Flat,
            1 => Profile::Ramp { from_per_s: rates[0], to_per_s: rates[1] },
            _ => {
                let steps = rates.iter().map(|rate| Step { rate_per_s: *rate, for_ns: Nanos(lengths) });
                Profile::Steps { steps: steps.collect() }
            }
        };
        let trace: Arc<[Nanos]> = [0, 0, lengths / 2, lengths].map(Nanos).into();
        let plan = ArrivalPlan {
            process,
            rate_per_s: rates[0] + 1.0,
            profile,
            bursts: turns.map(|(on, off)| Bursts { on_ns: Nanos(on), off_ns: Nanos(off) }),
            profile_from: Nanos(from),
            profile_for: Nanos(3 * lengths),
            recorded: Some((trace, Nanos(lengths + lengths / 3 + 1))),
        };
        let mut merged = Vec::new();
        let mut earliest_end = u64::MAX;
        for index in 0..workers {
            let mut arrivals = Arrivals::new(&plan, index, workers, stream(3, "arrivals", u64::from(index)));
            let mut last = Nanos::ZERO;
            for _ in 0..300 {
                let next = arrivals.next_instant();
                prop_assert!(next >= last, "{:?} after {:?}", next, last);
                if let (Some((on, off)), true) = (turns, next < Nanos::MAX) {
                    prop_assert!(next.0 % (on + off) < on, "{:?} in a rest", next);
                }
                last = next;
                merged.push(next.0);
            }
            earliest_end = earliest_end.min(last.0);
        }
        if process != ArrivalProcess::Poisson {
            merged.retain(|at| *at < earliest_end);
            merged.sort_unstable();
            // Every operation finds as many before it as expected: its place in the order, to the operations of one instant
            // and to what the rate makes of a nanosecond of rounding, inside bursts too.
            let speed = turns.map_or(1.0, |(on, off)| (on + off) as f64 / on as f64);
            let slack = 1.0 + rates.iter().fold(0.0, |a: f64, b| a.max(*b)) * 2.0 * speed / 1e9;
            for (i, at) in merged.iter().enumerate() {
                let same = merged.iter().filter(|other| *other == at).count() as f64;
                let expected = plan.expected_before(Nanos(*at));
                prop_assert!((expected - i as f64).abs() <= slack + same, "{} expected, {} seen before {}", expected, i, at);
            }
        }
    }
}

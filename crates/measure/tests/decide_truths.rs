//! Decisions on series whose truth is plain: no queue needed.

use plimsoll_base::Nanos;
use plimsoll_base::random::{stream, unit};
use plimsoll_measure::decide::{
    Criterion, Evidence, Judgement, ProbeVerdict, Reason, Steady, integrated_autocorrelation_time,
};
use plimsoll_measure::objective::Objectives;
use plimsoll_measure::series::{ObjectiveTally, Tick};

fn evidence(objective: &str) -> Evidence {
    Evidence::new(Nanos::from_millis(10), Criterion::new(objective.parse::<Objectives>().unwrap()))
}

/// Arrived, completed and exceeded; every completion took 0.5 ms.
fn tick(arrived: u64, completed: u64, exceeded: u64) -> Tick {
    Tick::of_one(arrived, completed, ObjectiveTally { judged: completed, exceeded, sum_ns: completed * 500_000 })
}

/// Pushes ticks until the probe is decided; the operations it took.
fn decide(evidence: &mut Evidence, limit: u64, mut next: impl FnMut(u64) -> Tick) -> (Judgement, u64) {
    let mut operations = 0;
    for i in 0..limit {
        let tick = next(i);
        operations += tick.completed;
        evidence.push(tick);
        if evidence.judge().verdict != ProbeVerdict::Undecided {
            break;
        }
    }
    (evidence.judge(), operations)
}

#[test]
fn the_memory_of_an_autoregressive_series_is_found() {
    let n = 100_000;
    for phi in [0.0_f64, 0.5, 0.9] {
        let mut random = stream(11, "ar1", (phi * 10.0) as u64);
        let mut x = 0.0;
        let series: Vec<f64> = (0..n)
            .map(|_| {
                x = phi * x + unit(&mut random) - 0.5;
                x
            })
            .collect();
        let truth = (1.0 + phi) / (1.0 - phi);
        // Madras and Sokal (1988): the variance of the estimate is τ² (4W + 2) / n for a window of W lags; here W ~ 3 τ.
        let deviation = truth * ((12.0 * truth + 2.0) / f64::from(n)).sqrt();
        let found = integrated_autocorrelation_time(&series, 1e3).unwrap();
        assert!((found - truth).abs() < 4.0 * deviation, "φ {phi}: {found}, truth {truth} ± {deviation}");
        // A limit below the truth is told as such.
        assert_eq!(integrated_autocorrelation_time(&series, truth / 2.0), None);
    }
}

#[test]
fn without_any_variation_a_met_objective_passes_but_not_before_the_rule_of_three() {
    let mut evidence = evidence("p99 <= 1ms");
    let (said, operations) = decide(&mut evidence, 100_000, |_| tick(5, 5, 0));
    assert_eq!((said.verdict, said.reason), (ProbeVerdict::Pass, Reason::ObjectiveMet));
    assert_eq!(said.stationary.verdict, Steady::Yes);
    assert_eq!(said.estimate.value, 0.0);
    // Five operations of one tick may share their fate, so a tick counts once; at 95 % it takes ln(20) / 0.01 = 300 of
    // them, and a decision with looks on the way must take more.
    assert!(operations > 1_500, "{operations}");
    assert!(operations < 10_000, "{operations}");
    let json = serde_json::to_string(&said).unwrap();
    assert!(json.contains(r#""verdict":"pass","reason":"objective_met""#), "{json}");
}

#[test]
fn without_any_variation_a_missed_objective_fails() {
    for (objective, each) in [("p99 <= 100us", tick(5, 5, 5)), ("mean <= 499us", tick(5, 5, 0))] {
        let (said, _) = decide(&mut evidence(objective), 10_000, |_| each);
        assert_eq!(said.verdict, ProbeVerdict::Fail, "{objective}: {said:?}");
        assert_ne!(said.reason, Reason::CannotCarry);
    }
    let (said, _) = decide(&mut evidence("mean <= 501us"), 10_000, |_| tick(5, 5, 0));
    assert_eq!(said.verdict, ProbeVerdict::Pass, "{said:?}");
}

#[test]
fn half_a_percent_above_a_cap_is_seen_although_every_operation_is_in_time() {
    // 200 arrive and 199 complete per ten ticks.
    let (said, operations) =
        decide(&mut evidence("p99 <= 1s"), 100_000, |i| tick(20, if i % 10 == 9 { 19 } else { 20 }, 0));
    assert_eq!((said.verdict, said.reason), (ProbeVerdict::Fail, Reason::CannotCarry));
    assert!(operations < 20_000, "{operations}");
    // 0.1 operations per tick of 10 ms.
    assert!((said.stationary.backlog_slope_per_s - 10.0).abs() < 0.5, "{:?}", said.stationary);
}

#[test]
fn a_limiter_that_releases_in_slices_is_stationary() {
    // It serves 200 operations every 10.1 ticks or so, all at once; looked at once per tick, the sawtooth aliases.
    let mut waiting = 0;
    let (said, _) = decide(&mut evidence("p99 <= 1s"), 100_000, |i| {
        waiting += 20;
        let slice = (i + 1) * 100 / 1010 != i * 100 / 1010;
        let completed = if slice { waiting } else { 0 };
        waiting -= completed;
        tick(20, completed, 0)
    });
    assert_eq!((said.verdict, said.reason), (ProbeVerdict::Pass, Reason::ObjectiveMet), "{said:?}");
}

#[test]
fn an_empty_system_that_fills_is_not_taken_for_one_that_cannot_carry() {
    // Every operation takes 100 to 800 ticks, so the backlog climbs steadily to 2,000 or 16,000 and then stays.
    for service in [100, 400, 800] {
        let (said, _) = decide(&mut evidence("p99 <= 60s"), 400_000, |i| tick(20, if i < service { 0 } else { 20 }, 0));
        assert_eq!((said.verdict, said.reason), (ProbeVerdict::Pass, Reason::ObjectiveMet), "{service}: {said:?}");
    }
}

#[test]
fn a_stall_at_the_end_is_no_pass() {
    let mut evidence = evidence("p99 <= 1ms");
    for _ in 0..2_000 {
        evidence.push(tick(20, 20, 0));
    }
    assert_eq!(evidence.final_judgement().verdict, ProbeVerdict::Pass);
    // 2.5 % of the operations wait already, and none of them has completed to tell.
    for _ in 0..50 {
        evidence.push(tick(20, 0, 0));
    }
    assert_ne!(evidence.final_judgement().verdict, ProbeVerdict::Pass);
}

/// A tick of 20 independent operations, each beyond the bound with probability `share`.
fn independent(random: &mut plimsoll_base::random::Random, share: f64) -> Tick {
    tick(20, 20, (0..20).map(|_| u64::from(unit(random) < share)).sum())
}

#[test]
fn holds_of_independent_operations_at_the_line_err_as_often_as_promised() {
    let count = |holds: u64, ticks: u64, share: f64, verdict: ProbeVerdict| {
        (0..holds)
            .filter(|&seed| {
                let mut random = stream(seed, "hold", 0);
                let mut evidence = evidence("p99 <= 1ms");
                (0..ticks).for_each(|_| evidence.push(independent(&mut random, share)));
                evidence.final_judgement().verdict == verdict
            })
            .count() as f64
            / holds as f64
    };
    // At the line 2.5 % pass and 5 % fail at most; four deviations of a share of 400 are 3.1 % and 4.4 %.
    assert!(count(400, 1000, 0.01, ProbeVerdict::Pass) < 0.025 + 0.031);
    assert!(count(400, 1000, 0.01, ProbeVerdict::Fail) < 0.05 + 0.044);
    // 80,000 operations tell 0.5 % from 1 % (their standard error is 0.03 %), and hold 400 exceedances: enough of them that
    // the batches are believed when they say that operations of one tick are independent.
    assert_eq!(count(50, 4000, 0.005, ProbeVerdict::Pass), 1.0);
    assert_eq!(count(50, 4000, 0.015, ProbeVerdict::Fail), 1.0);
}

#[test]
fn wider_bins_say_the_same_of_the_same_data() {
    // 30,000 ticks are merged to 3,750 bins of 8; here they come merged by 2, 4 and 8 already.
    let mut random = stream(5, "bins", 0);
    let ticks: Vec<Tick> = (0..30_000).map(|_| independent(&mut random, 0.008)).collect();
    let said = [1, 2, 4, 8].map(|width| {
        let criterion = Criterion::new("p99 <= 1ms".parse::<Objectives>().unwrap());
        let mut evidence = Evidence::new(Nanos::from_millis(10 * width as u64), criterion);
        for some in ticks.chunks(width) {
            let mut sum = Tick::default();
            some.iter().for_each(|tick| sum += *tick);
            evidence.push(sum);
        }
        evidence.final_judgement()
    });
    for other in &said[1..] {
        // The bins are the same ones: so is everything that rests on them.
        assert_eq!(other.estimate.value, said[0].estimate.value);
        assert_eq!((other.verdict, other.batches), (said[0].verdict, said[0].batches));
        assert_eq!((other.cut_ns, other.batch_length_ns), (said[0].cut_ns, said[0].batch_length_ns));
        assert_eq!(other.operations, said[0].operations);
    }
    assert_eq!(said[0].verdict, ProbeVerdict::Pass);
}

#[test]
fn a_decision_stands_and_does_not_depend_on_how_often_it_is_asked_for() {
    let run = |asked: usize| {
        let mut random = stream(9, "asked", 0);
        let mut evidence = evidence("p99 <= 1ms");
        let mut verdicts = Vec::new();
        for _ in 0..3_000 {
            evidence.push(independent(&mut random, 0.005));
            for _ in 0..asked {
                evidence.judge();
            }
            verdicts.push(evidence.judge());
        }
        verdicts
    };
    let once = run(0);
    assert_eq!(once, run(2));
    let first = once.iter().position(|said| said.verdict == ProbeVerdict::Pass).unwrap();
    assert!(once[first..].iter().all(|said| *said == once[first]));
}

/// 20 operations a tick by two objectives: the share of each that is beyond its bound.
fn two(random: &mut plimsoll_base::random::Random, shares: [f64; 2]) -> Tick {
    let mut tick = tick(20, 20, 0);
    for (seen, share) in tick.seen.iter_mut().zip(shares) {
        let exceeded = (0..20).map(|_| u64::from(unit(random) < share)).sum();
        *seen = ObjectiveTally { judged: 20, exceeded, sum_ns: 0 };
    }
    tick
}

#[test]
fn several_objectives_pass_when_all_do_and_fail_when_one_does() {
    use ProbeVerdict::{Fail, Pass};
    for (shares, verdicts, overall) in
        [([0.005, 0.02], [Pass, Pass], Pass), ([0.02, 0.02], [Fail, Pass], Fail), ([0.005, 0.08], [Pass, Fail], Fail)]
    {
        let mut random = stream(3, "two", 0);
        let mut evidence = evidence("p99 <= 1ms and p95 <= 0.5ms");
        (0..6_000).for_each(|_| evidence.push(two(&mut random, shares)));
        let said = evidence.final_judgement();
        assert_eq!((said.verdict, said.objectives.len()), (overall, 2), "{said:?}");
        assert_eq!([0, 1].map(|i| said.objectives[i].verdict), verdicts, "{shares:?}");
        // The one told as the estimate is the one that decides.
        let deciding = if verdicts[1] == Fail { 1 } else { 0 };
        if overall == Fail {
            assert_eq!(said.estimate, said.objectives[deciding].estimate);
        }
    }
}

#[test]
fn two_objectives_at_their_lines_err_no_more_often_than_one() {
    let holds = 400;
    let mut wrong = [0.0, 0.0];
    for seed in 0..holds {
        let mut random = stream(seed, "both", 0);
        let mut evidence = evidence("p99 <= 1ms and p95 <= 0.5ms");
        // The first is far from its bound in the first half of the holds: the second alone can go wrong there.
        let shares = if seed % 2 == 0 { [0.003, 0.05] } else { [0.01, 0.05] };
        (0..1000).for_each(|_| evidence.push(two(&mut random, shares)));
        let verdict = evidence.final_judgement().verdict;
        wrong[0] += f64::from(u8::from(verdict == ProbeVerdict::Pass)) / holds as f64;
        wrong[1] += f64::from(u8::from(verdict == ProbeVerdict::Fail)) / holds as f64;
    }
    // 2.5 % pass and 5 % fail at most, as with one: four deviations of a share of 400 are 3.1 % and 4.4 %.
    assert!(wrong[0] < 0.025 + 0.031 && wrong[1] < 0.05 + 0.044, "{wrong:?}");
}

#[test]
fn levels_of_one_statistic_err_no_more_often_than_one_and_are_missed_on_the_same_evidence() {
    // The stricter level is missed by far, at its line, or met by far; the looser one is at its line.
    let holds = 400;
    let mut wrong = 0.0;
    for seed in 0..holds {
        let mut random = stream(seed, "levels", 0);
        let mut evidence = evidence("p99 <= 1ms and p99 <= 2ms");
        let shares = [[0.03, 0.01], [0.01, 0.01], [0.01, 0.002], [0.012, 0.01]][seed as usize % 4];
        (0..1000).for_each(|_| evidence.push(two(&mut random, shares)));
        let said = evidence.final_judgement();
        let true_of = |level: usize| shares[level] <= 0.01;
        let failed = |level: usize| said.objectives[level].verdict == ProbeVerdict::Fail;
        assert!(failed(0) || !failed(1), "the looser level alone is missed: {said:?}");
        wrong += f64::from(u8::from((0..2).any(|level| true_of(level) && failed(level)))) / holds as f64;
    }
    assert!(wrong < 0.05 + 0.044, "{wrong}");

    for seed in 0..20 {
        let mut random = stream(seed, "same", 0);
        let (mut alone, mut both) = (evidence("p99 <= 1ms"), evidence("p99 <= 1ms and p99 <= 2ms"));
        for _ in 0..1000 {
            let tick = two(&mut random, [0.0125, 0.002]);
            alone.push(tick);
            both.push(tick);
        }
        let (alone, both) = (alone.final_judgement(), both.final_judgement());
        assert_eq!(both.objectives[0].verdict, alone.verdict);
        assert_eq!(both.objectives[0].estimate, alone.estimate);
    }
}

#[test]
fn a_maximum_is_judged_by_its_periods() {
    // Ticks of 10 ms, periods of one second. One slow operation in each twenty-fifth period, in each fifth, in each.
    for (every, verdict) in [(25, ProbeVerdict::Pass), (5, ProbeVerdict::Fail), (1, ProbeVerdict::Fail)] {
        let slow = |i: u64| u64::from(i % 100 == 50 && (i / 100) % every == 0);
        let (said, _) = decide(&mut evidence("max over 1s <= 50ms"), 100_000, |i| tick(20, 20, slow(i)));
        assert_eq!(said.verdict, verdict, "{said:?}");
        let share = 1.0 / every as f64;
        assert!((said.estimate.value - share).abs() < 0.1 && said.estimate.allowed == 0.1, "{said:?}");
    }
    // The same share of operations beyond the bound, in one period of twenty-five: a percentile would not tell them apart.
    let clumped = |i: u64| u64::from((i / 100) % 25 == 0) * u64::from(i % 100 < 10);
    assert_eq!(
        decide(&mut evidence("max over 1s <= 50ms"), 100_000, |i| tick(20, 20, clumped(i))).0.verdict,
        ProbeVerdict::Pass
    );
    // Two periods decide nothing.
    let mut short = evidence("max over 1s <= 50ms");
    (0..250).for_each(|_| short.push(tick(20, 20, 0)));
    assert_eq!(short.final_judgement().verdict, ProbeVerdict::Undecided);
}

#[test]
fn errors_and_what_is_achieved_are_judged() {
    let mut random = stream(4, "errors", 0);
    let mut failing = |share: f64| {
        let failed = (0..20).map(|_| u64::from(unit(&mut random) < share)).sum();
        Tick { failed, ..Tick::of_one(20, 20, ObjectiveTally { judged: 20, exceeded: failed, sum_ns: 0 }) }
    };
    for (objective, share, verdict) in [
        ("errors <= 1%", 0.005, ProbeVerdict::Pass),
        ("errors <= 1%", 0.02, ProbeVerdict::Fail),
        ("achieved >= 99%", 0.005, ProbeVerdict::Pass),
        ("achieved >= 99%", 0.02, ProbeVerdict::Fail),
    ] {
        let (said, _) = decide(&mut evidence(objective), 20_000, |_| failing(share));
        assert_eq!(said.verdict, verdict, "{objective} at {share}: {said:?}");
        assert!((said.estimate.value - share).abs() < 0.005, "{objective}: {said:?}");
    }
}

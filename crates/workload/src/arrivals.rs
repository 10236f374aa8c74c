//! Intended instants of an open load, one worker's share.
//!
//! Every schedule is a process of unit rate, seen through the cumulative rate Λ(t) of the load: the n-th instant is where Λ
//! reaches n (constant), or where it reaches a sum of n exponential gaps of mean 1 (Poisson; Çinlar, "Introduction to
//! Stochastic Processes", 1975, ch. 4). At one rate, which is most loads, that is a product and is computed on the spot:
//! constant from n, so that rounding never adds up; Poisson by adding gaps in floating nanoseconds (a double holds 48 hours
//! to 0.03 ns), so that the mean rate carries no bias from rounding gaps to whole units, which is what makes other
//! generators run several percent fast at high rates. Ramps and steps invert Λ in closed form (`curve`).
//!
//! Bursts come last: the schedule without them is squeezed into the times of load (`bursts`), be it made or recorded.
//! Recorded instants are dealt out to the workers in turn.

mod bursts;
mod curve;

use plimsoll_base::Nanos;
use plimsoll_base::random::Random;
use rand_distr::{Distribution, Exp1};

use std::sync::Arc;

use crate::load::{Bursts, Profile};
use crate::spec::ArrivalProcess;
use bursts::Turns;
use curve::Curve;

/// Arrivals that the workers of an open load share.
#[derive(Clone, Debug)]
pub struct ArrivalPlan {
    /// How operations are spaced.
    pub process: ArrivalProcess,
    /// Operations per second over all workers, mean over time.
    pub rate_per_s: f64,
    /// How the rate changes.
    pub profile: Profile,
    /// Load and rest by turns.
    pub bursts: Option<Bursts>,
    /// When the profile begins, since the start of the Run: the start of Measure.
    pub profile_from: Nanos,
    /// How long the profile lasts: the length of Measure.
    pub profile_for: Nanos,
    /// Recorded instants since the start of the trace, stretched already, in order; and its span.
    pub recorded: Option<(Arc<[Nanos]>, Nanos)>,
}

impl ArrivalPlan {
    /// One rate, no extras.
    pub fn flat(process: ArrivalProcess, rate_per_s: f64) -> ArrivalPlan {
        ArrivalPlan {
            process,
            rate_per_s,
            profile: Profile::Flat,
            bursts: None,
            profile_from: Nanos::ZERO,
            profile_for: Nanos::ZERO,
            recorded: None,
        }
    }

    /// Operations over all workers that are intended before `at`, since the start of the Run: how many when recorded or
    /// constant (to less than one), the mean of them when Poisson.
    pub fn expected_before(&self, at: Nanos) -> f64 {
        let at_ns = self.bursts.map_or(at.0 as f64, |bursts| Turns::new(bursts).load_before(at));
        match (&self.recorded, self.process) {
            (Some((instants, span)), ArrivalProcess::Trace) => {
                let rounds = (at_ns / span.0.max(1) as f64).floor();
                let rest = at_ns - rounds * span.0 as f64;
                rounds * instants.len() as f64 + instants.partition_point(|instant| (instant.0 as f64) < rest) as f64
            }
            _ => self.curve().count_before(at_ns),
        }
    }

    fn curve(&self) -> Curve {
        Curve::new(&self.profile, self.rate_per_s, self.profile_from, self.profile_for)
    }
}

/// One worker's schedule: an endless, non-decreasing series of instants since the start of the Run. A schedule that
/// ends (the last step is a rest) gives [`Nanos::MAX`] from there on.
#[derive(Clone, Debug)]
pub struct Arrivals {
    route: Route,
    gaps: Gaps,
    random: Random,
}

/// The schedule of one rate.
#[derive(Clone, Debug)]
struct Gaps {
    mean_gap_ns: f64,
    /// Constant: the worker's shift, so that the workers interleave. Poisson: the last instant.
    base_ns: f64,
    count: u64,
}

#[derive(Clone, Debug)]
enum Route {
    /// One rate, equal gaps.
    Constant,
    /// One rate, exponential gaps.
    Poisson,
    /// All that is not one rate throughout.
    Shaped(Box<Shape>),
}

/// A schedule that is not one rate throughout.
#[derive(Clone, Debug)]
struct Shape {
    process: ArrivalProcess,
    source: Source,
    turns: Option<Turns>,
}

#[derive(Clone, Debug)]
enum Source {
    /// One rate, in bursts.
    Flat,
    /// A profile. `mass`: operations over all workers up to this worker's next (constant) or last (Poisson).
    Profile { curve: Curve, mass: f64, workers: f64 },
    /// Recorded instants: the position of this worker's next one, and when its round of the trace began.
    Recorded { instants: Arc<[Nanos]>, span: u64, at: usize, began: u64, workers: usize },
}

impl Arrivals {
    /// The share of worker `index` of `workers` in `plan`.
    ///
    /// # Panics
    /// When a recorded load comes without its instants.
    pub fn new(plan: &ArrivalPlan, index: u32, workers: u32, random: Random) -> Arrivals {
        let process = plan.process;
        let mean_gap_ns = 1e9 * f64::from(workers) / plan.rate_per_s;
        let base_ns = match process {
            ArrivalProcess::Constant => mean_gap_ns * f64::from(index) / f64::from(workers),
            _ => 0.0,
        };
        let source = match (process, &plan.profile) {
            (ArrivalProcess::Trace, _) => {
                let (instants, span) = plan.recorded.clone().unwrap_or_default();
                assert!(!instants.is_empty(), "a recorded load without its instants");
                Source::Recorded { instants, span: span.0, at: index as usize, began: 0, workers: workers as usize }
            }
            (_, Profile::Flat) => Source::Flat,
            _ => {
                let mass = if process == ArrivalProcess::Constant { f64::from(index) } else { 0.0 };
                Source::Profile { curve: plan.curve(), mass, workers: f64::from(workers) }
            }
        };
        let turns = plan.bursts.filter(|bursts| bursts.off_ns > Nanos::ZERO).map(Turns::new);
        let route = match (&source, turns, process) {
            (Source::Flat, None, ArrivalProcess::Constant) => Route::Constant,
            (Source::Flat, None, _) => Route::Poisson,
            _ => Route::Shaped(Box::new(Shape { process, source, turns })),
        };
        Arrivals { route, gaps: Gaps { mean_gap_ns, base_ns, count: 0 }, random }
    }

    /// The next instant. Budget: 6 ns at one rate, 30 ns otherwise.
    #[inline]
    pub fn next_instant(&mut self) -> Nanos {
        let Arrivals { route, gaps, random } = self;
        match route {
            Route::Constant => gaps.constant(),
            Route::Poisson => gaps.poisson(random),
            Route::Shaped(shape) => shape.next(gaps, random),
        }
    }
}

impl Gaps {
    #[inline]
    fn constant(&mut self) -> Nanos {
        let at = self.base_ns + self.count as f64 * self.mean_gap_ns;
        self.count += 1;
        Nanos(at as u64)
    }

    #[inline]
    fn poisson(&mut self, random: &mut Random) -> Nanos {
        let gap: f64 = Exp1.sample(random);
        self.base_ns += gap * self.mean_gap_ns;
        Nanos(self.base_ns as u64)
    }
}

impl Shape {
    fn next(&mut self, gaps: &mut Gaps, random: &mut Random) -> Nanos {
        let constant = self.process == ArrivalProcess::Constant;
        let at = match &mut self.source {
            Source::Flat if constant => gaps.constant(),
            Source::Flat => gaps.poisson(random),
            Source::Profile { curve, mass, workers } => {
                let reached = if constant {
                    std::mem::replace(mass, *mass + *workers)
                } else {
                    let gap: f64 = Exp1.sample(random);
                    *mass += gap * *workers;
                    *mass
                };
                curve.reaches(reached)
            }
            Source::Recorded { instants, span, at, began, workers } => {
                let rounds = *at / instants.len();
                *at %= instants.len();
                *began = began.saturating_add(span.saturating_mul(rounds as u64));
                let instant = Nanos(*began) + instants[*at];
                *at += *workers;
                instant
            }
        };
        self.turns.as_ref().map_or(at, |turns| turns.squeeze(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_base::random::stream;
    use proptest::prelude::*;

    fn instants(process: ArrivalProcess, rate: f64, workers: u32, per_worker: usize) -> Vec<u64> {
        let mut all = Vec::new();
        for index in 0..workers {
            let mut arrivals = Arrivals::new(
                &ArrivalPlan::flat(process, rate),
                index,
                workers,
                stream(7, "arrivals", u64::from(index)),
            );
            all.extend((0..per_worker).map(|_| arrivals.next_instant().0));
        }
        all.sort_unstable();
        all
    }

    #[test]
    fn constant_arrivals_of_several_workers_interleave_evenly() {
        let all = instants(ArrivalProcess::Constant, 10_000.0, 4, 1000);
        for pair in all.windows(2) {
            let gap = pair[1] - pair[0];
            assert!((99_999..=100_001).contains(&gap), "gap {gap}");
        }
    }

    #[test]
    fn a_rate_that_does_not_divide_a_second_does_not_drift() {
        let mut arrivals =
            Arrivals::new(&ArrivalPlan::flat(ArrivalProcess::Constant, 3000.0), 0, 1, stream(1, "arrivals", 0));
        let last = (0..=3000 * 3600).map(|_| arrivals.next_instant()).last();
        assert_eq!(last, Some(Nanos::from_secs(3600)));
    }

    #[test]
    fn poisson_arrivals_have_the_offered_mean_and_exponential_gaps() {
        // n gaps: the mean has standard error 1/sqrt(n), the coefficient of variation about 1/sqrt(n); four of them.
        let n = 400_000;
        for rate in [1_000.0, 50_000.0, 700_000.0] {
            let all = instants(ArrivalProcess::Poisson, rate, 1, n);
            let mean = all[n - 1] as f64 / n as f64;
            let tolerance = 4.0 / (n as f64).sqrt();
            assert!((mean * rate / 1e9 - 1.0).abs() < tolerance, "rate {rate}: mean gap {mean}");
            let mut gaps: Vec<f64> = all.windows(2).map(|p| (p[1] - p[0]) as f64 * rate / 1e9).collect();
            let var = gaps.iter().map(|g| (g - 1.0).powi(2)).sum::<f64>() / gaps.len() as f64;
            // Var of the sample variance of an exponential is (mu4 - 1)/n = 8/n; truncation to whole ns adds rate/1e9.
            assert!(
                (var - 1.0).abs() < 4.0 * (8.0 / n as f64).sqrt() + 2.0 * rate / 1e9,
                "rate {rate}: variance {var}"
            );
            // Kolmogorov-Smirnov against 1-exp(-x): 1.95/sqrt(n) is the 0.1 % point; truncation shifts by up to rate/1e9.
            gaps.sort_by(f64::total_cmp);
            let worst = gaps
                .iter()
                .enumerate()
                .map(|(i, g)| ((1.0 - (-g).exp()) - i as f64 / gaps.len() as f64).abs())
                .fold(0.0, f64::max);
            assert!(worst < 1.95 / (n as f64).sqrt() + rate / 1e9, "rate {rate}: KS {worst}");
        }
    }

    proptest! {
        #[test]
        fn instants_never_go_backwards(rate in 0.1_f64..5e6, workers in 1_u32..9, poisson: bool) {
            let process = if poisson { ArrivalProcess::Poisson } else { ArrivalProcess::Constant };
            for index in 0..workers {
                let mut arrivals = Arrivals::new(&ArrivalPlan::flat(process, rate), index, workers, stream(3, "arrivals", 0));
                let mut last = Nanos::ZERO;
                for _ in 0..200 {
                    let next = arrivals.next_instant();
                    prop_assert!(next >= last);
                    last = next;
                }
            }
        }
    }
}

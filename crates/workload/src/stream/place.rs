//! Where random operations go: a place is a start, counted in units of the alignment from the working set's offset.
//!
//! | distribution | how it is drawn | source |
//! |---|---|---|
//! | uniform | multiply-shift | Lemire, ACM TOMACS 29(1), 2019 |
//! | once | the numbers in turn, scattered; scattered anew for each round | [`super::scatter`] |
//! | zipf | rejection-inversion, then scattered | [`super::zipf`], [`super::scatter`] |
//! | pareto | u^(ln h / ln(1-h)) of the places, then scattered | self-similar of Gray et al., SIGMOD 1994 |
//! | normal | ziggurat, or by rejection from uniform when it is wide; what lies outside is drawn again | |
//! | zones | the zone by its share, then uniform in it | |
//!
//! Sizes of a mix share their places: what is hot for one is hot for the other. An operation too long for a scattered
//! place near the end of the working set starts earlier, so that it still covers the place.

use plimsoll_base::random::{Random, stream, unit};
use rand::RngExt as _;
use rand_distr::{Distribution as _, StandardNormal};

use super::mix::{WHOLE, threshold};
use super::scatter::Scatter;
use super::zipf::Zipf;
use crate::pattern::{Distribution, Zone};
use crate::spec::Workload;

/// A whole number below `n`: uniform to within n/2^64.
#[inline]
pub(super) fn below(random: &mut Random, n: u64) -> u64 {
    ((u128::from(random.random::<u64>()) * u128::from(n)) >> 64) as u64
}

/// Above this a normal distribution is drawn by rejection from the uniform one, below it by rejection from the
/// unlimited normal one: the two accept equally often where stddev * sqrt(2 pi) = 1.
const WIDE: f64 = 0.398_942_280_401_432_7;

/// Random places of a working set.
#[derive(Clone, Debug)]
pub(super) enum Places {
    Uniform,
    /// The next of a round, and how this round is scattered.
    Once {
        next: u64,
        places: u64,
        scatter: Scatter,
    },
    Zipf {
        ranks: Zipf,
        scatter: Scatter,
    },
    Pareto {
        exponent: f64,
        places: u64,
        scatter: Scatter,
    },
    /// Standard deviation as a share of the working set.
    Normal {
        stddev: f64,
    },
    Zones(Box<[Span]>),
}

/// A zone in units, and its share of the draws.
#[derive(Clone, Debug)]
pub(super) struct Span {
    /// A draw of 32 bits below this goes here, if it went nowhere before.
    below: u64,
    from: u64,
    to: u64,
}

/// First unit and end of every zone in a working set of `units` places.
pub(crate) fn zone_units(zones: &[Zone], units: u64) -> Vec<(u64, u64)> {
    let mut percent = 0.0;
    let mut from = 0;
    zones
        .iter()
        .map(|zone| {
            percent += zone.space_percent;
            let to = ((percent / 100.0 * units as f64).round() as u64).clamp(from, units);
            let span = (from, to);
            from = to;
            span
        })
        .collect()
}

impl Places {
    /// As the workload's pattern says. What is scattered is scattered by `seed`, for all workers alike.
    pub(super) fn new(workload: &Workload, seed: u64) -> Places {
        let align = workload.align_bytes.0.max(1);
        let set = workload.working_set_bytes.0;
        let places = set.saturating_sub(workload.smallest_block().0) / align + 1;
        let scatter = || Scatter::new(places, &mut stream(seed, "places", 0));
        match &workload.pattern.distribution {
            Distribution::Uniform => Places::Uniform,
            // Every worker has an order of its own: it is drawn when its first round begins.
            Distribution::Once => Places::Once { next: places, places, scatter: scatter() },
            Distribution::Zipf { theta } => Places::Zipf { ranks: Zipf::new(places, *theta), scatter: scatter() },
            // P(rank < h n) = P(u^e < h) = h^(1/e) = 1-h for e = ln h / ln(1-h).
            Distribution::Pareto { h } => {
                Places::Pareto { exponent: h.ln() / (-h).ln_1p(), places, scatter: scatter() }
            }
            Distribution::Normal { stddev_percent } => Places::Normal { stddev: stddev_percent / 100.0 },
            Distribution::Zones(zones) => {
                let mut percent = 0.0;
                let spans = zones.iter().zip(zone_units(zones, set / align)).map(|(zone, (from, to))| {
                    percent += zone.operations_percent;
                    Span { below: threshold(percent), from, to }
                });
                let mut spans: Vec<Span> = spans.collect();
                if let Some(last) = spans.last_mut() {
                    last.below = WHOLE;
                }
                Places::Zones(spans.into())
            }
        }
    }

    /// The start of an operation that may start at `positions` places.
    pub(super) fn draw(&mut self, random: &mut Random, positions: u64) -> u64 {
        match self {
            Places::Uniform => below(random, positions),
            Places::Once { next, places, scatter } => {
                if *next >= *places {
                    *next = 0;
                    *scatter = Scatter::new(*places, random);
                }
                let place = scatter.place(*next);
                *next += 1;
                place.min(positions - 1)
            }
            Places::Zipf { ranks, scatter } => scatter.place(ranks.draw(random) - 1).min(positions - 1),
            Places::Pareto { exponent, places, scatter } => {
                let rank = (unit(random).powf(*exponent) * *places as f64) as u64;
                scatter.place(rank).min(positions - 1)
            }
            Places::Normal { stddev } => {
                let share = normal(random, *stddev);
                ((share * positions as f64) as u64).min(positions - 1)
            }
            Places::Zones(spans) => {
                let draw = u64::from(random.random::<u32>());
                let Some(span) = spans.iter().find(|span| draw < span.below) else { return 0 };
                let room = span.to.min(positions).saturating_sub(span.from);
                (span.from + below(random, room)).min(positions - 1)
            }
        }
    }
}

/// From 0 to 1 around a half, with the standard deviation that it had if it were not cut.
fn normal(random: &mut Random, stddev: f64) -> f64 {
    if stddev < WIDE {
        loop {
            let z: f64 = StandardNormal.sample(random);
            let share = 0.5 + stddev * z;
            if (0.0..1.0).contains(&share) {
                return share;
            }
        }
    }
    loop {
        let share = unit(random);
        let z = (share - 0.5) / stddev;
        if unit(random) < (-0.5 * z * z).exp() {
            return share;
        }
    }
}

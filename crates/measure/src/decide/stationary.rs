//! Is the system stationary? Tested from both sides, because failing to show a drift shows nothing.
//!
//! *It is not*: over the whole probe the backlog grew by more than a random walk with the increments seen explains. In
//! a saturated queue the backlog is such a walk with drift δ per span and the deviation grows like δ √T / σ; in a
//! stationary queue the increments cancel and the deviation goes to zero; exactly at saturation it is that of |N(0, 1)|.
//! *It is*: the backlog was seen to forget itself a hundred times (the caller's business), and the slope fitted to its
//! batch means leaves no room for a drift worth speaking of.

use super::bins::{Bin, total};
use super::quantile;

/// Batches for the drift test: enough for a variance with 31 degrees of freedom, few enough to be long.
const DRIFT_BATCHES: usize = 32;
/// Level of the drift test at each look, as a share of the probe's error budget: 40 looks spend 4 % of the budget. The
/// t value at 95 % confidence is 4.5.
const DRIFT_SHARE: f64 = 1e-3;
/// Both halves must show the growth: a single burst or a slow period grows in one of them only.
const HALF_DEVIATIONS: f64 = 2.5;
/// Variance of a batch's increment that counting whole operations makes on its own (two ends, each within one).
const GRAIN_VARIANCE: f64 = 0.5;
/// A growth of less than this share of the offered rate counts as none: half a percent above a cap must be seen.
pub(super) const DRIFT_TOLERANCE: f64 = 0.002;

/// The drift over a whole probe.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Drift {
    /// Operations per bin.
    pub(super) per_bin: f64,
    /// In standard deviations of the random walk.
    pub(super) deviations: f64,
    /// True: no stationary system does this.
    pub(super) cannot_carry: bool,
}

/// Tests for a drift in every complete bin of a probe, each of `width_ticks`. `alpha` is the error budget of the probe.
pub(super) fn drift(bins: &[Bin], width_ticks: u64, alpha: f64) -> Drift {
    // The first quarter holds the filling of an empty system: with a service time of S the backlog climbs for S.
    let window = &bins[bins.len() / 4..];
    let length = window.len() / DRIFT_BATCHES;
    if length == 0 {
        return Drift::default();
    }
    let window = &window[window.len() - length * DRIFT_BATCHES..];
    let batches: Vec<Bin> = window.chunks_exact(length).map(total).collect();
    let steps: Vec<f64> = batches.iter().map(|batch| batch.tick.arrived as f64 - batch.tick.completed as f64).collect();
    let count = DRIFT_BATCHES as f64;
    let grown: f64 = steps.iter().sum();
    let mean = grown / count;
    let covariance = |lag: usize| -> f64 {
        steps[lag..].iter().zip(&steps).map(|(a, b)| (a - mean) * (b - mean)).sum::<f64>() / (count - 1.0)
    };
    // Slow periods of the target make the increments alike over several batches; that widens the walk.
    let variance = covariance(0) + 2.0 * covariance(1).max(0.0) + 2.0 * covariance(2).max(0.0);
    let deviation = variance.max(GRAIN_VARIANCE).sqrt();
    let deviations = grown / (deviation * count.sqrt());
    let (first, second) = steps.split_at(DRIFT_BATCHES / 2);
    let halves = [first, second].map(|half| half.iter().sum::<f64>() / (deviation * (count / 2.0).sqrt()));

    // Sampling the end of a batch can walk up a sawtooth (a limiter that releases in slices); the means cannot.
    let quarter = DRIFT_BATCHES / 4;
    let level = |part: &[Bin]| part.iter().map(|b| b.backlog_sum).sum::<f64>();
    let ticks = (quarter * length) as f64 * width_ticks as f64;
    let rise = (level(&batches[3 * quarter..]) - level(&batches[..quarter])) / ticks;
    let rises = rise >= 0.5 * 0.75 * grown;
    // While an empty system fills, completions still speed up; a saturated one completes evenly.
    let done = |part: &[Bin]| total(part).tick.completed as f64;
    let even = done(&batches[2 * quarter..3 * quarter]) >= 0.8 * done(&batches[3 * quarter..])
        && done(&batches[2 * quarter..3 * quarter]) > 0.0;
    let threshold = quantile::student(alpha * DRIFT_SHARE, count - 1.0);
    Drift {
        per_bin: mean / length as f64,
        deviations,
        cannot_carry: deviations >= threshold && halves.iter().all(|&z| z >= HALF_DEVIATIONS) && rises && even,
    }
}

/// A straight line through batch means: slope per batch and the half-width of its interval at `alpha` on each side.
pub(super) fn slope(means: &[f64], alpha: f64) -> (f64, f64) {
    let n = means.len() as f64;
    let middle = (n - 1.0) / 2.0;
    let mean = means.iter().sum::<f64>() / n;
    let spread: f64 = (0..means.len()).map(|i| (i as f64 - middle).powi(2)).sum();
    let slope = means.iter().enumerate().map(|(i, y)| (i as f64 - middle) * (y - mean)).sum::<f64>() / spread;
    let rest: f64 = means.iter().enumerate().map(|(i, y)| (y - mean - slope * (i as f64 - middle)).powi(2)).sum();
    let error = (rest / (n - 2.0) / spread).sqrt();
    (slope, quantile::student(alpha, n - 2.0) * error)
}

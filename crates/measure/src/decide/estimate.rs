//! The statistic of the objective and its confidence bounds, from batches long enough to be independent.
//!
//! Nearly all objectives are ratios over the judged operations: exceedances (or failures) per operation (a percentile p NN is within its
//! bound exactly when at most 1 − NN/100 of the operations lie above it), nanoseconds per operation, or what is missing per
//! arrived operation. (A maximum is not: see `periods`.) The variance of a ratio comes from the residuals of the batches. Plain `estimate ± t·error` would be wrong where it matters: both
//! are skewed, so a sample that happens to be low also looks precise, and it would pass too often. Hence:
//!
//! * a share gets exact binomial bounds at its effective sample size (Korn and Graubard, Survey Methodology 1998);
//! * a mean gets an error that grows with the mean that is tested, as it does in a queue;
//! * what is missing of the offered rate may be negative and is not skewed: it gets the plain interval.

use super::bins::{Bin, total};
use super::judgement::Estimate;
use super::quantile;
use crate::objective::{Objective, Statistic};
use crate::series::Tick;

/// With fewer clumps of exceedances than this, the batches do not show how large clumps are: a sample that happens to
/// hold small ones would look both low and precise. Each memory then counts as one operation.
const CLUMPS: f64 = 100.0;

/// Share of a look's level that a pass gets. At the line itself, where a valid rule passes 5 % of probes, simulation finds
/// up to 7 % without it: the estimate of the variance is low in just those samples whose statistic is low.
const PASS_SHARE: f64 = 0.5;

/// Levels of the two bounds at one look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Levels {
    /// Error of the lower bound: a failure of one objective fails all, so several share the budget.
    pub(super) fail: f64,
    /// Error of the upper bound: all must pass, so each has the whole budget.
    pub(super) pass: f64,
}

/// Numerator and denominator of a ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    /// Operations beyond the bound, or failed, per judged operation.
    Share,
    /// Nanoseconds per judged operation.
    Mean,
    /// Operations of data that arrived and were not completed without error, per arrived one. Syncs follow them: beside
    /// as many syncs, half of a shortfall would be hidden.
    Shortfall,
}

/// The objective as a ratio.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ratio {
    form: Form,
    /// Its place in a tick.
    slot: usize,
    /// The allowed share, or the allowed mean in nanoseconds.
    pub(super) allowed: f64,
}

impl Ratio {
    /// The ratio of the objective in this slot. That of a maximum is the share of operations beyond its bound, and
    /// serves for its memory alone: its decisions rest on `periods`.
    pub(super) fn of(slot: usize, objective: &Objective) -> Ratio {
        let (form, allowed) = match objective {
            Objective::Latency(latency) => match latency.statistic {
                Statistic::Percentile(percent) => (Form::Share, (100.0 - percent) / 100.0),
                Statistic::Max(_) => (Form::Share, 1.0),
                Statistic::Mean => (Form::Mean, latency.bound.0 as f64),
            },
            Objective::Errors { percent, .. } => (Form::Share, percent / 100.0),
            Objective::Achieved { percent } => (Form::Shortfall, (100.0 - percent) / 100.0),
        };
        Ratio { form, slot, allowed }
    }

    /// Its place in a tick.
    pub(super) fn slot(self) -> usize {
        self.slot
    }

    fn numerator(self, tick: &Tick) -> f64 {
        let seen = &tick.seen[self.slot];
        match self.form {
            Form::Share => seen.exceeded as f64,
            Form::Mean => seen.sum_ns as f64,
            Form::Shortfall => {
                let data = tick.data();
                data.arrived as f64 - data.completed as f64 + data.failed as f64
            }
        }
    }

    /// Operations that the statistic rests on.
    pub(super) fn sample_size(self, tick: &Tick) -> u64 {
        if self.form == Form::Shortfall { tick.data().arrived } else { tick.seen[self.slot].judged }
    }

    /// The statistic over a tick; zero when nothing was judged.
    pub(super) fn value(self, tick: &Tick) -> f64 {
        match self.sample_size(tick) {
            0 => 0.0,
            judged => self.numerator(tick) / judged as f64,
        }
    }

    /// How much a tick lies above (or below) its due at the ratio `value`.
    pub(super) fn residual(self, tick: &Tick, value: f64) -> f64 {
        self.numerator(tick) - value * self.sample_size(tick) as f64
    }

    /// True when the statistic lies so far beyond its bound that correlation is no excuse.
    ///
    /// By Markov's inequality a stationary system that meets the objective shows k times the allowed with a probability
    /// of at most 1/k, however its operations are correlated; and k1 and k2 times in the two halves of a probe with at
    /// most 1/(k1 k2), provided only that the halves are independent of each other. `long` states that they are. Either
    /// must reach 1/`alpha`. A shortfall can be negative, where the inequality does not apply.
    pub(super) fn far_beyond(self, halves: [&Tick; 2], long: bool, alpha: f64) -> bool {
        if self.form == Form::Shortfall {
            return false;
        }
        let [first, second] = halves.map(|tick| self.value(tick) / self.allowed);
        let mut all = *halves[0];
        all += *halves[1];
        let in_both = long && first.min(second) > 1.0 && first * second * alpha >= 1.0;
        in_both || self.value(&all) / self.allowed * alpha >= 1.0
    }

    /// The statistic, its lower bound at level `fail_alpha` and its upper one at half of `pass_alpha`.
    ///
    /// `pending` operations are late already and count as beyond the bound in the upper one; `memory_operations` is
    /// the number of operations in one autocorrelation time.
    pub(super) fn estimate(self, batches: &[Bin], pending: f64, memory_operations: f64, levels: Levels) -> Estimate {
        let all = total(batches).tick;
        let n = self.sample_size(&all) as f64;
        let value = self.value(&all);
        let count = batches.len() as f64;
        let squares: f64 = batches.iter().map(|batch| self.residual(&batch.tick, value).powi(2)).sum();
        let variance = squares * count / (count - 1.0) / (n * n).max(1.0);
        let (careful, alpha, freedom) = (levels.pass * PASS_SHARE, levels.fail, count - 1.0);
        if self.form == Form::Shortfall {
            let error = variance.sqrt();
            return Estimate {
                value,
                low: Some(value - quantile::student(alpha, freedom) * error),
                high: Some(value + quantile::student(careful, freedom) * error),
                allowed: self.allowed,
                effective_operations: None,
            };
        }
        if self.form == Form::Mean {
            let late = (value * n + 2.0 * self.allowed * pending) / (n + pending).max(1.0);
            // high = late + error (high / value)^2, solved for high: in a queue the error of the mean grows with its
            // square, for the spread and the memory grow with it.
            let relative = quantile::student(careful, freedom) * variance.sqrt() * late / (value * value).max(1.0);
            let error = quantile::student(alpha, freedom) * variance.sqrt();
            return Estimate {
                value,
                low: Some(value / (1.0 + error / value.max(1.0))),
                high: (relative < 0.25).then(|| late * 2.0 / (1.0 + (1.0 - 4.0 * relative).sqrt())),
                allowed: self.allowed,
                effective_operations: None,
            };
        }
        let by_memory = n / memory_operations.max(1.0);
        // Fewer degrees of freedom count as fewer operations (Korn and Graubard).
        let shrink = |level: f64| (quantile::normal(level) / quantile::student(level, freedom)).powi(2);
        let by_batches =
            if variance > 0.0 { value * (1.0 - value) / variance * shrink(levels.pass) } else { by_memory };
        let effective = if value * by_batches < CLUMPS { by_batches.min(by_memory) } else { by_batches };
        let effective = effective.clamp(1.0, n.max(1.0));
        let late = (value * n + pending) / (n + pending).max(1.0);
        Estimate {
            value,
            low: Some(quantile::binomial_low(value, effective, alpha)),
            high: Some(quantile::binomial_high(late.max(value), effective, careful)),
            allowed: self.allowed,
            effective_operations: Some(effective),
        }
    }
}

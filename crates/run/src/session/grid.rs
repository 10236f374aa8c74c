//! How long the intervals and ticks of a Run are.

use plimsoll_base::Nanos;
use plimsoll_measure::recorder::Grid;

use crate::spec::RunSpec;

/// Operations of a tick at the offered rate: what the error rates of docs/truth.md were simulated with. Coarser ticks
/// hide the system's memory below one of them.
const OPERATIONS_PER_TICK: f64 = 20.0;

/// Ticks of an interval: at least, so that a slow Run is seen finely enough; at most, so that its parts stay small.
const TICKS_PER_INTERVAL: (u64, u64) = (20, 2048);

/// Ticks of a Run, at least, however short and slow it is: fewer than 128 are not judged.
const MIN_TICKS: u64 = 512;

/// Intervals and ticks of a Run, and the planned end of its Measure. A function of the spec: every host of a Run has the
/// same.
pub(crate) fn grid(spec: &RunSpec, run_start: Nanos) -> (Grid, Nanos) {
    let measure_start = run_start + spec.phases.warmup_ns;
    let (least, most) = TICKS_PER_INTERVAL;
    let interval = spec.phases.interval_ns.0;
    let by_length = u128::from(MIN_TICKS) * u128::from(interval) / u128::from(spec.phases.measure_ns.0.max(1));
    let by_rate = spec.load.offered_rate_per_s().map_or(0.0, |rate| rate * interval as f64 / 1e9 / OPERATIONS_PER_TICK);
    let per_interval = (by_rate as u64).max(by_length as u64);
    let ticks = per_interval.clamp(least, most);
    // The interval is a whole number of ticks: longer than asked by less than 2 us, never shorter, so that no
    // sliver of an interval is left at the end.
    let tick = Nanos(interval.div_ceil(ticks).max(1));
    let grid = Grid { run_start, measure_start, interval: Nanos(tick.0 * ticks), tick };
    (grid, measure_start + spec.phases.measure_ns)
}

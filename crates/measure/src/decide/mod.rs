//! The decision on a probe: from the ticks of one offered rate, is the system stationary and is the objective met?
//!
//! Exceedances of a percentile come in clumps as long as the system's memory, and the memory grows without bound as the
//! load nears saturation. Counting them as independent passes most probes 5 % above a line at 95 % load. So a probe
//! passes only when (1) its memory is known and was outlasted a hundred times, (2) the backlog leaves no room for a
//! drift, and (3) the upper confidence bound of the statistic, from batches at least ten memories long, lies within the
//! objective. It fails when the lower bound lies beyond the objective, when the backlog grows, or when the statistic is
//! so far off that no correlation explains it. Everything else is undecided, and never a pass.
//!
//! Of several objectives all must be met. A wrong pass needs a wrong pass of the one that is missed, so each is tested
//! with the whole error budget; a wrong fail may come from any of them, so they share the budget for that. Levels of
//! one statistic need not share it: they are tested in turn, the strictest first, and a looser one fails only where all
//! stricter ones have. Only a fail of the strictest level that is truly met is an error (a test in a fixed sequence:
//! Maurer, Hothorn and Lehmacher 1995), so each has the whole of its statistic's part.
//!
//! [`Evidence`] takes ticks as they are sealed. [`Evidence::judge`] may be called after every one and looks at the data
//! only when there is 1.3 times as much of it as at the look before, with an error budget that is spent over the looks.
//! All of it is a pure function of the ticks and the times of the calls. The rule, its rejected alternatives and the
//! reasons are in decision 0010-deciding-a-probe, simulated error rates in docs/truth.md.
//!
//! Later events stay unseen: a cliff (a cache that fills, credits that run out) beyond the span of the probe. That is
//! the horizon of the result, and the business of holds.

mod bins;
mod correlation;
mod estimate;
mod judgement;
mod periods;
pub(crate) mod quantile;
mod stationary;
mod views;

use plimsoll_base::Nanos;

use crate::objective::{Latency, Objective, Objectives, Statistic};
use crate::series::Tick;
use bins::{Bin, Bins, total};
use estimate::{Levels, Ratio};
use periods::Periods;

pub use correlation::integrated_autocorrelation_time;
pub use judgement::{Estimate, Judgement, ObjectiveFinding, ProbeVerdict, Reason, Stationarity, Steady};
pub use views::{IntervalCounts, ObjectiveCounts, Pause, StorageCounts, StorageTime, Views};

/// Autocorrelation times that must be seen before an interval is believed: ten batches of ten.
pub const SPANS: f64 = 100.0;
/// Memories that a sample must span before a probe may pass. With few of them the estimate of the memory itself is
/// loose, and low in just those samples that look good.
const PASS_SPANS: f64 = 200.0;
/// A batch holds at least this many autocorrelation times.
const BATCH_SPANS: f64 = 10.0;
/// Batches: never fewer, for the variance; never more, because longer batches are safer and 63 degrees of freedom do.
const BATCHES: (usize, usize) = (10, 64);
/// Autocorrelation times cut from the start: the memory of the empty system has decayed to e^-5 or so.
const CUT_SPANS: f64 = 5.0;
/// Growth of the data between two looks.
const LOOK_RATIO: f64 = 1.3;
/// Looks that share the first four fifths of the error budget evenly: 1.3^24 is 500 times the data of the first.
const EVEN_LOOKS: u32 = 24;
/// No look before this many ticks, of which 96 enter the drift test.
const MIN_TICKS: u64 = 128;
/// No look before this many operations.
const MIN_OPERATIONS: u64 = 1000;
/// Share of the error budget that Markov's inequality gets: at 95 % confidence a p99 fails at once when 50 % exceed.
const FAR_BEYOND_SHARE: f64 = 0.4;
/// Ticks before the two halves of a probe may speak as two witnesses: shorter ones share one slow spell.
const HALVES_TICKS: u64 = 512;

/// The question of a probe, and the confidence of its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Criterion {
    /// The objectives. All must be met.
    pub objectives: Objectives,
    /// One minus the bound on the probability of a wrong pass, and likewise of a wrong fail, over all looks of a probe.
    pub confidence: f64,
}

impl Criterion {
    /// The objectives at 95 % confidence.
    pub fn new(objectives: impl Into<Objectives>) -> Criterion {
        Criterion { objectives: objectives.into(), confidence: 0.95 }
    }

    fn alpha(&self) -> f64 {
        (1.0 - self.confidence).clamp(1e-6, 0.49)
    }
}

/// One objective as it is decided.
#[derive(Clone, Copy, Debug)]
struct Part {
    objective: Objective,
    ratio: Ratio,
    /// The periods of a maximum.
    periods: Option<Periods>,
    /// The periods of the storage alone.
    periods_alone: Option<Periods>,
}

impl Part {
    fn of(objectives: &Objectives, tick_ns: u64) -> Vec<Part> {
        let one = |(slot, objective): (usize, &Objective)| {
            let periods = match objective {
                Objective::Latency(Latency { statistic: Statistic::Max(period), .. }) => {
                    Some(Periods::new(slot, period.0, tick_ns))
                }
                _ => None,
            };
            let ratio = Ratio::of(slot, objective);
            Part { objective: *objective, ratio, periods, periods_alone: periods }
        };
        objectives.all().iter().enumerate().map(one).collect()
    }

    fn allowed_ratio(&self) -> f64 {
        if self.periods.is_some() { periods::ALLOWED } else { self.ratio.allowed }
    }

    /// The statistic over everything seen.
    fn value(&self, all: &Tick) -> f64 {
        self.periods.map_or_else(|| self.ratio.value(all), |periods| periods.value())
    }

    /// The value of the storage alone.
    fn value_alone(&self, all: &Tick) -> f64 {
        self.periods_alone.map_or_else(|| self.ratio.value(&all.alone()), |periods| periods.value())
    }

    /// Whether our own lateness had a part in the operations of the objective.
    fn is_disturbed(&self, all: &Tick) -> bool {
        all.disturbed[self.ratio.slot()].judged > 0
    }

    fn finding(&self, judgement: &Judgement) -> ObjectiveFinding {
        let Judgement { verdict, reason, estimate, alone, .. } = *judgement;
        ObjectiveFinding { objective: self.objective, verdict, reason, estimate, alone }
    }
}

/// The evidence of one probe so far, in bounded memory.
#[derive(Clone, Debug)]
pub struct Evidence {
    tick_ns: u64,
    criterion: Criterion,
    parts: Vec<Part>,
    bins: Bins,
    operations: u64,
    next_look: u64,
    looks: u32,
    /// Looks at which the memory was known, so that part of the budget was spent.
    spent: u32,
    last: Judgement,
}

impl Evidence {
    /// Nothing seen yet; each tick to come lasts `tick`.
    pub fn new(tick: Nanos, criterion: Criterion) -> Evidence {
        let tick_ns = tick.0.max(1);
        let parts = Part::of(&criterion.objectives, tick_ns);
        let allowed = parts.first().map_or(1.0, Part::allowed_ratio);
        Evidence {
            tick_ns,
            bins: Bins::new(),
            operations: 0,
            next_look: MIN_TICKS,
            looks: 0,
            spent: 0,
            last: Judgement::nothing(criterion.confidence, allowed),
            criterion,
            parts,
        }
    }

    /// Nothing seen, under the same question.
    pub fn afresh(&self) -> Evidence {
        Evidence::new(Nanos(self.tick_ns), self.criterion.clone())
    }

    /// Adds the next tick of the Run's clock.
    pub fn push(&mut self, tick: Tick) {
        // Operations of the objective with the most.
        self.operations += self.parts.iter().map(|part| part.ratio.sample_size(&tick)).max().unwrap_or(0);
        for part in &mut self.parts {
            if let Some((periods, alone)) = part.periods.as_mut().zip(part.periods_alone.as_mut()) {
                periods.push(&tick);
                alone.push(&tick.alone());
            }
        }
        self.bins.push(tick);
    }

    /// The present judgement. Cheap between looks, and final once the probe is decided.
    pub fn judge(&mut self) -> Judgement {
        let due = self.bins.ticks() >= self.next_look && self.operations >= MIN_OPERATIONS;
        if !due || self.last.verdict != ProbeVerdict::Undecided {
            return self.last.clone();
        }
        self.next_look = (self.bins.ticks() as f64 * LOOK_RATIO).ceil() as u64;
        self.looks += 1;
        let (looked, known) = self.look(level(self.criterion.alpha(), self.spent));
        self.spent += u32::from(known);
        self.last = looked.clone();
        looked
    }

    /// The judgement of a hold of fixed length: one look at everything, at the full confidence, whatever looks came
    /// before.
    ///
    /// Right only where the length did not depend on the data.
    pub fn final_judgement(&self) -> Judgement {
        self.look(self.criterion.alpha()).0
    }

    /// One look: intervals at `alpha` on each side; and whether the memory of any objective was known, so that the level
    /// was made use of.
    fn look(&self, alpha: f64) -> (Judgement, bool) {
        let budget = self.criterion.alpha();
        let bins = self.bins.complete();
        let bin_ns = self.bins.width_ticks() * self.tick_ns;
        let per_second = 1e9 / bin_ns as f64;
        let mut judgement =
            Judgement::nothing(self.criterion.confidence, self.parts.first().map_or(1.0, Part::allowed_ratio));
        judgement.looks = self.looks;
        judgement.operations = self.operations;
        judgement.span_ns = self.bins.ticks() * self.tick_ns;
        if (bins.len() as u64) < MIN_TICKS || self.operations < MIN_OPERATIONS {
            return (judgement, false);
        }

        let all = total(bins);
        let drift = stationary::drift(bins, self.bins.width_ticks(), budget);
        judgement.stationary.backlog_slope_per_s = drift.per_bin * per_second;
        judgement.stationary.drift_deviations = drift.deviations;
        judgement.stationary.backlog_mean = self.mean_backlog(&all, bins.len());
        judgement.stationary.achieved_per_offered = achieved_share(&all);
        if drift.cannot_carry {
            judgement.stationary.verdict = Steady::No;
        }
        let levels = Levels { fail: alpha / self.statistics(), pass: alpha };
        let mut each: Vec<Judgement> =
            self.parts.iter().map(|part| self.part(part, &all.tick, levels, judgement.clone())).collect();
        self.in_turn(&mut each);
        let objectives = self.parts.iter().zip(&each).map(|(part, judgement)| part.finding(judgement)).collect();
        let known = each.iter().any(|judgement| judgement.batches > 0);
        let deciding = each.into_iter().max_by(|a, b| severity(a).total_cmp(&severity(b)));
        (Judgement { objectives, ..deciding.unwrap_or(judgement) }, known)
    }

    /// How many wrong fails there can be: one for each statistic, however many levels of it there are.
    fn statistics(&self) -> f64 {
        self.criterion.objectives.statistics() as f64
    }

    /// A missed level stays open while a stricter one of the same statistic is: deciding it now would be a second
    /// chance to be wrong.
    fn in_turn(&self, each: &mut [Judgement]) {
        let open: Vec<bool> = (0..each.len())
            .map(|level| {
                let mut stricter = self.criterion.objectives.stricter(level);
                each[level].verdict == ProbeVerdict::Fail
                    && stricter.any(|other| each[other].verdict != ProbeVerdict::Fail)
            })
            .collect();
        for (judgement, _) in each.iter_mut().zip(open).filter(|(_, open)| *open) {
            *judgement = judgement.clone().with(ProbeVerdict::Undecided, Reason::TooClose);
        }
    }

    /// The judgement of one objective.
    fn part(&self, part: &Part, all: &Tick, levels: Levels, mut judgement: Judgement) -> Judgement {
        let (bins, ratio, budget) = (self.bins.complete(), part.ratio, self.criterion.alpha());
        judgement.estimate.value = part.value(all);
        judgement.estimate.allowed = part.allowed_ratio();
        judgement.alone =
            part.is_disturbed(all).then(|| Estimate { value: part.value_alone(all), ..judgement.estimate });
        let least = if part.periods.is_none() { ratio.value(&all.at_least()) } else { 0.0 };
        judgement.leans_to_fail =
            judgement.alone.unwrap_or(judgement.estimate).value.max(least) > judgement.estimate.allowed;
        if judgement.stationary.verdict == Steady::No {
            return judgement.with(ProbeVerdict::Fail, Reason::CannotCarry);
        }
        if ratio.sample_size(all) < MIN_OPERATIONS {
            return judgement.with(ProbeVerdict::Undecided, Reason::TooShort);
        }
        // From an empty start the statistic climbs to its stationary value, so nothing is cut here: a cut would only
        // make the inequality easier to meet.
        let (first, second) = bins.split_at(bins.len() / 2);
        let long = bins.len() as u64 >= HALVES_TICKS;
        let share = FAR_BEYOND_SHARE * budget / self.statistics();
        if part.periods.is_none() {
            let halves = [total(first).tick, total(second).tick];
            let far = |ticks: [Tick; 2]| ratio.far_beyond([&ticks[0], &ticks[1]], long, share);
            let enough = ratio.sample_size(&all.alone()) >= MIN_OPERATIONS;
            if (enough && far(halves.map(|tick| tick.alone()))) || far(halves.map(|tick| tick.at_least())) {
                return judgement.with(ProbeVerdict::Fail, Reason::FarBeyondObjective);
            }
        }
        let Some(batched) = self.cut_batches(ratio) else {
            return judgement.with(ProbeVerdict::Undecided, Reason::TooCorrelated);
        };
        self.weigh(part, &batched, levels, judgement)
    }

    /// Whether the slope over the batches leaves no room for a drift worth speaking of; with it, the stationary figures.
    fn is_steady(&self, batched: &BatchSample, all: &Bin, levels: Levels, judgement: &mut Judgement) -> bool {
        let batches = &batched.batches;
        let means: Vec<f64> = batches.iter().map(|batch| self.mean_backlog(batch, batched.length)).collect();
        let (slope, margin) = stationary::slope(&means, levels.pass);
        let per_second = 1e9 / judgement.batch_length_ns as f64;
        // The mean of a steady backlog of whole operations is known to one operation over the span at best.
        let grain = 1.0 / batches.len() as f64;
        let (slope_low, slope_high) = (slope - margin, slope + margin.max(grain));
        let offered = all.tick.data().arrived as f64 / batches.len() as f64;
        let steady = slope_high <= stationary::DRIFT_TOLERANCE * offered;
        let found = &mut judgement.stationary;
        found.verdict = if steady { Steady::Yes } else { Steady::Unknown };
        found.backlog_mean = means.iter().sum::<f64>() / means.len() as f64;
        found.backlog_slope_per_s = slope * per_second;
        found.slope_low = Some(slope_low * per_second);
        found.slope_high = Some(slope_high * per_second);
        found.achieved_per_offered = achieved_share(all);
        steady
    }

    /// The verdict once the memory is known.
    fn weigh(&self, part: &Part, batched: &BatchSample, levels: Levels, mut judgement: Judgement) -> Judgement {
        let allowed = part.allowed_ratio();
        let bin_ns = self.bins.width_ticks() * self.tick_ns;
        let batches = &batched.batches;
        let all = total(batches);
        judgement.autocorrelation_ns = Some(batched.memory_bins * bin_ns as f64);
        judgement.batches = batches.len() as u32;
        judgement.batch_length_ns = batched.length as u64 * bin_ns;
        judgement.cut_ns = batched.cut as u64 * bin_ns;

        let steady = self.is_steady(batched, &all, levels, &mut judgement);
        // Operations that wait at the end beyond the usual number may be a stall that no completion shows yet.
        let pending = (all.backlog_end as f64 - judgement.stationary.backlog_mean).max(0.0);
        let estimate = |periods: &Option<Periods>, batches: &[Bin]| match periods {
            Some(periods) => {
                let memory_ticks = batched.memory_bins * self.bins.width_ticks() as f64;
                periods.estimate(memory_ticks, levels.fail, levels.pass)
            }
            None => part.ratio.estimate(batches, pending, batched.memory_operations, levels),
        };
        judgement.estimate = estimate(&part.periods, batches);
        judgement.alone = part.is_disturbed(&all.tick).then(|| {
            let alone: Vec<Bin> = batches.iter().map(|b| Bin { tick: b.tick.alone(), ..*b }).collect();
            let found = estimate(&part.periods_alone, &alone);
            // A few operations that happened to be left are no sample of the storage.
            let enough = part.ratio.sample_size(&total(&alone).tick) >= MIN_OPERATIONS;
            if enough { found } else { Estimate { low: None, high: None, ..found } }
        });
        // Evidence is one-sided (decision 0007-own-lateness): what is met with our lateness inside is met; what is
        // missed must be missed without it.
        let storage = judgement.alone.unwrap_or(judgement.estimate);
        // In overload there is no end to getting over a late moment, and nothing is left of the storage alone; but what is late
        // by more than our lateness can have made it is late without us.
        let least = match (judgement.alone.is_some(), &part.periods) {
            (true, None) => {
                let least: Vec<Bin> = batches.iter().map(|b| Bin { tick: b.tick.at_least(), ..*b }).collect();
                Some(estimate(&None, &least))
            }
            _ => None,
        };
        judgement.leans_to_fail = storage.value > allowed || least.is_some_and(|least| least.value > allowed);
        let missed = [Some(storage), least].into_iter().flatten().any(|e| e.low.is_some_and(|low| low > allowed));
        let met = judgement.estimate.high.is_some_and(|high| high <= allowed);
        if !met && missed {
            judgement.with(ProbeVerdict::Fail, Reason::ObjectiveMissed)
        } else if judgement.estimate.low.is_some_and(|low| low > allowed) {
            judgement.with(ProbeVerdict::Undecided, Reason::OwnLag)
        } else if !met {
            judgement.with(ProbeVerdict::Undecided, Reason::TooClose)
        } else if !steady {
            judgement.with(ProbeVerdict::Undecided, Reason::NotYetSteady)
        } else if batched.spans < PASS_SPANS {
            judgement.with(ProbeVerdict::Undecided, Reason::TooCorrelated)
        } else {
            judgement.with(ProbeVerdict::Pass, Reason::ObjectiveMet)
        }
    }

    /// Cuts the transient and cuts the rest into independent batches; none while the memory is not known.
    fn cut_batches(&self, ratio: Ratio) -> Option<BatchSample> {
        let bins = self.bins.complete();
        let all = total(bins);
        // An empty system needs about its response time to fill (backlog over arrival rate, by Little's law); twice
        // that is left out before its memory is measured.
        let arrivals_per_bin = all.tick.arrived as f64 / bins.len() as f64;
        let fill = 2.0 * self.mean_backlog(&all, bins.len()).max(0.0) / arrivals_per_bin.max(1e-9);
        let fill = (fill.ceil() as usize).min(bins.len() / 4);
        let memory = Memory::of(&bins[fill..], self.bins.width_ticks(), ratio)?;
        let memory_bins = memory.bins;
        let cut = fill + (CUT_SPANS * memory_bins).ceil() as usize;
        let rest = bins.len().checked_sub(cut)?;
        if (rest as f64) < SPANS * memory_bins {
            return None;
        }
        let count = ((rest as f64 / (BATCH_SPANS * memory_bins)) as usize).clamp(BATCHES.0, BATCHES.1);
        let length = rest / count;
        let cut = bins.len() - count * length;
        let batches: Vec<Bin> = bins[cut..].chunks_exact(length).map(total).collect();

        let judged_per_bin = ratio.sample_size(&all.tick) as f64 / bins.len() as f64;
        let memory_operations = memory.backlog_bins * judged_per_bin;
        Some(BatchSample { batches, length, cut, memory_bins, memory_operations, spans: rest as f64 / memory_bins })
    }

    fn mean_backlog(&self, sum: &Bin, bins: usize) -> f64 {
        sum.backlog_sum / (bins as f64 * self.bins.width_ticks() as f64)
    }
}

/// The sample after the cut.
struct BatchSample {
    batches: Vec<Bin>,
    /// Bins per batch.
    length: usize,
    /// Bins left out at the start.
    cut: usize,
    memory_bins: f64,
    memory_operations: f64,
    /// Autocorrelation times in the sample.
    spans: f64,
}

/// How long the system remembers.
struct Memory {
    /// The longer of the autocorrelation times of the backlog and of the objective's metric; at least one bin.
    bins: f64,
    /// The autocorrelation time of the backlog, also where it is less than a bin; at least one tick.
    backlog_bins: f64,
}

impl Memory {
    /// None when fewer than [`SPANS`] autocorrelation times lie in `bins`, each of `width_ticks`.
    fn of(bins: &[Bin], width_ticks: u64, ratio: Ratio) -> Option<Memory> {
        let limit = bins.len() as f64 / SPANS;
        let width = width_ticks as f64;
        let sum = total(bins);
        let value = ratio.value(&sum.tick);
        let metric: Vec<f64> = bins.iter().map(|bin| ratio.residual(&bin.tick, value)).collect();
        let of_metric = integrated_autocorrelation_time(&metric, limit)?;
        let backlog: Vec<f64> = bins.iter().map(|bin| bin.backlog_sum / width).collect();
        let (least, most) = backlog.iter().fold((f64::MAX, f64::MIN), |(a, b), &x| (a.min(x), b.max(x)));
        if most - least <= 2.0 {
            // Evenly spaced arrivals beat against the ticks, slowly: a backlog that moves by no more than two
            // operations shows nothing else.
            return Some(Memory { bins: of_metric.max(1.0), backlog_bins: 1.0 / width });
        }
        let of_backlog = integrated_autocorrelation_time(&backlog, limit)?;
        // The long-run variance is the same at every bin width, the variance itself is that of the ticks.
        let n = bins.len() as f64;
        let mean = sum.backlog_sum / (n * width);
        let of_bins = backlog.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
        let of_ticks = sum.backlog_squares / (n * width) - mean * mean;
        let backlog_bins = (of_backlog * (of_bins / of_ticks).min(1.0)).max(1.0 / width);
        Some(Memory { bins: of_backlog.max(of_metric).max(1.0), backlog_bins })
    }
}

/// Orders judgements of objectives: a failure before an open one before a pass, and then the one farther beyond its
/// bound.
fn severity(judgement: &Judgement) -> f64 {
    let Estimate { value, allowed, .. } = judgement.estimate;
    // From 0 to 1, 1/2 at the bound: shares and means have one order.
    let beyond = if value <= 0.0 { 0.0 } else { value / (value + allowed) };
    let grave = match judgement.verdict {
        ProbeVerdict::Fail => 2.0,
        ProbeVerdict::Undecided => 1.0,
        ProbeVerdict::Pass => 0.0,
    };
    grave + 0.999 * beyond
}

fn achieved_share(sum: &Bin) -> f64 {
    let data = sum.tick.data();
    if data.arrived == 0 { 0.0 } else { data.completed as f64 / data.arrived as f64 }
}

/// The level of the look after `spent` others: 24 equal parts of four fifths, then 1/2, 1/6, 1/12 … of the last fifth.
fn level(alpha: f64, spent: u32) -> f64 {
    if spent < EVEN_LOOKS {
        return 0.8 * alpha / f64::from(EVEN_LOOKS);
    }
    let late = f64::from(spent - EVEN_LOOKS + 1);
    0.2 * alpha / (late * (late + 1.0))
}

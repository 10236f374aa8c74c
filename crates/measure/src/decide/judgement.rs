//! The result of a look at the evidence, as a document.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::objective::Objective;

/// What a probe says about its offered rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProbeVerdict {
    /// Stationary, and the objective is met, both at the confidence asked for.
    Pass,
    /// Not stationary, or the objective is missed.
    Fail,
    /// The evidence does not carry an answer yet; never to be read as a pass.
    Undecided,
}

/// Why the verdict is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Pass: stationary, and the upper confidence bound of the statistic lies within the objective.
    ObjectiveMet,
    /// Fail: the lower confidence bound of the statistic lies beyond the objective.
    ObjectiveMissed,
    /// Fail: so far beyond the objective that no correlation can explain it (Markov's inequality).
    FarBeyondObjective,
    /// Fail: the backlog grows; the target does not keep up with the offered rate.
    CannotCarry,
    /// Undecided: fewer than a hundred correlation times were seen.
    TooCorrelated,
    /// Undecided: too few ticks or operations to say anything.
    TooShort,
    /// Undecided: the confidence interval still holds the objective.
    TooClose,
    /// Undecided: the objective looks met, but the backlog may still be growing.
    NotYetSteady,
    /// Undecided: missed as seen from this machine, whose own lateness is in it; not shown to be missed without that.
    OwnLag,
}

/// Whether the backlog stays where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Steady {
    /// Many correlation times were seen and no drift worth speaking of is compatible with them.
    Yes,
    /// It grows, beyond what chance explains.
    No,
    /// Neither is shown.
    Unknown,
}

/// The evidence about the backlog (arrived − completed, in operations).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stationarity {
    /// The finding.
    pub verdict: Steady,
    /// Mean backlog after the cut, relative to that at the start of the probe.
    pub backlog_mean: f64,
    /// Growth of the backlog in operations per second, fitted to batch means; over the whole probe while there are none.
    pub backlog_slope_per_s: f64,
    /// Lower confidence bound of the growth; none while the correlation is not resolved.
    pub slope_low: Option<f64>,
    /// Upper confidence bound of the growth; none while the correlation is not resolved.
    pub slope_high: Option<f64>,
    /// Completed per arrived operation of data after the cut.
    pub achieved_per_offered: f64,
    /// Growth over the whole probe in standard deviations of a random walk with the increments seen.
    pub drift_deviations: f64,
}

/// The statistic that an objective bounds: the share of operations beyond the bound, or failed, or missing of what was
/// offered; the mean in nanoseconds; or the share of periods whose maximum lies beyond the bound.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Estimate {
    /// The estimate, after the cut.
    pub value: f64,
    /// Lower confidence bound at the level of this look; none while the correlation is not resolved.
    pub low: Option<f64>,
    /// Upper confidence bound at the level of this look; none while the correlation is not resolved, or when there is none.
    pub high: Option<f64>,
    /// What the objective allows.
    pub allowed: f64,
    /// How many independent operations the sample is worth; none for means and while the correlation is not resolved.
    pub effective_operations: Option<f64>,
}

/// What is said about one of the objectives.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ObjectiveFinding {
    /// Which one.
    pub objective: Objective,
    /// Whether it is met.
    pub verdict: ProbeVerdict,
    /// Why.
    pub reason: Reason,
    /// Its statistic, our own lateness inside.
    pub estimate: Estimate,
    /// The same of the storage alone, without the operations that our lateness had a part in; none where there were none.
    #[serde(default)]
    pub alone: Option<Estimate>,
}

/// What a look at the evidence of one probe says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Judgement {
    /// The answer.
    pub verdict: ProbeVerdict,
    /// Why.
    pub reason: Reason,
    /// The confidence of the whole probe that was asked for.
    pub confidence: f64,
    /// Whether the backlog stays where it is.
    pub stationary: Stationarity,
    /// The statistic of the objective; of several, of the one that decides (that failed, or is nearest to failing).
    pub estimate: Estimate,
    /// The same of the storage alone, without the operations that our lateness had a part in; none where there were none.
    #[serde(default)]
    pub alone: Option<Estimate>,
    /// Every objective by itself, in the order given. All must pass for a pass; one that fails fails all.
    #[serde(default)]
    pub objectives: Vec<ObjectiveFinding>,
    /// True when the estimate lies beyond the objective: a hint for a search, not a finding.
    pub leans_to_fail: bool,
    /// The longest integrated autocorrelation time found (backlog, metric); none when it is not resolved.
    pub autocorrelation_ns: Option<f64>,
    /// Batches that the intervals rest on; 0 while the correlation is not resolved.
    pub batches: u32,
    /// Length of a batch; 0 while the correlation is not resolved.
    pub batch_length_ns: u64,
    /// What was cut from the start as transient.
    pub cut_ns: u64,
    /// Span of the evidence, the cut included.
    pub span_ns: u64,
    /// Judged operations in the evidence, the cut included.
    pub operations: u64,
    /// Looks taken at the evidence so far.
    pub looks: u32,
}

impl Judgement {
    /// Before anything was seen.
    pub(super) fn nothing(confidence: f64, allowed: f64) -> Judgement {
        Judgement {
            verdict: ProbeVerdict::Undecided,
            reason: Reason::TooShort,
            confidence,
            stationary: Stationarity {
                verdict: Steady::Unknown,
                backlog_mean: 0.0,
                backlog_slope_per_s: 0.0,
                slope_low: None,
                slope_high: None,
                achieved_per_offered: 0.0,
                drift_deviations: 0.0,
            },
            estimate: Estimate { value: 0.0, low: None, high: None, allowed, effective_operations: None },
            alone: None,
            objectives: Vec::new(),
            leans_to_fail: false,
            autocorrelation_ns: None,
            batches: 0,
            batch_length_ns: 0,
            cut_ns: 0,
            span_ns: 0,
            operations: 0,
            looks: 0,
        }
    }

    pub(super) fn with(mut self, verdict: ProbeVerdict, reason: Reason) -> Judgement {
        self.verdict = verdict;
        self.reason = reason;
        self
    }
}

//! Checks of single operations against objectives, on the hot path: a few comparisons each, no allocation.

use plimsoll_base::OpKind;

use crate::instants::Instants;
use crate::objective::{Metric, Objective, Objectives};
use crate::series::ObjectiveTally;

/// The check of one objective, resolved so that the hot path only compares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OperationCheck {
    /// Its place in a tick.
    pub(crate) slot: usize,
    /// The span and its bound, ns; none for errors.
    span: Option<(Metric, u64)>,
    /// None means every kind.
    kind: Option<OpKind>,
    /// To a bound on a span, an operation that failed is one that never finished, unless errors have a bound of their own.
    failures_exceed: bool,
}

impl OperationCheck {
    /// Objectives that need something of each operation: `achieved` lives on the counts of a tick.
    pub(crate) fn of(objectives: &Objectives) -> Vec<OperationCheck> {
        let bounded = objectives.bounds_errors();
        let one = |(slot, objective): (usize, &Objective)| match *objective {
            Objective::Achieved { .. } => None,
            Objective::Errors { kind, .. } => Some(OperationCheck { slot, span: None, kind, failures_exceed: true }),
            Objective::Latency(latency) => Some(OperationCheck {
                slot,
                span: Some((latency.metric, latency.bound.0)),
                kind: latency.kind,
                // Beside a bound on errors, spans are those of operations that succeeded.
                failures_exceed: !bounded,
            }),
        };
        objectives.all().iter().enumerate().filter_map(one).collect()
    }

    /// Counts a successful operation of the objective.
    #[inline]
    pub(crate) fn count_success(&self, seen: &mut ObjectiveTally, at: &Instants) {
        self.enter(seen, at, 0);
    }

    /// Counts a disturbed operation without all that our lateness may have added: no more than the storage alone would
    /// have shown.
    pub(crate) fn surely(&self, seen: &mut ObjectiveTally, at: &Instants) {
        self.enter(seen, at, at.later_by_at_most.0);
    }

    #[inline]
    fn enter(&self, seen: &mut ObjectiveTally, at: &Instants, ours: u64) {
        seen.judged += 1;
        if let Some((metric, bound)) = self.span {
            let value = match metric {
                Metric::ResponseTime => at.completed - at.intended,
                Metric::CompletionLatency => at.completed - at.submitted,
            };
            let value = value.0.saturating_sub(ours);
            seen.exceeded += u64::from(value > bound);
            seen.sum_ns = seen.sum_ns.saturating_add(value);
        }
    }

    /// Counts a failed operation of the objective.
    pub(crate) fn count_failure(&self, seen: &mut ObjectiveTally) {
        if self.failures_exceed {
            seen.judged += 1;
            seen.exceeded += 1;
            seen.sum_ns = seen.sum_ns.saturating_add(crate::histogram::LONGEST_NS);
        }
    }

    /// Whether the objective applies to operations of this kind.
    #[inline]
    pub(crate) fn speaks_of(&self, kind: OpKind) -> bool {
        self.kind.is_none_or(|k| k == kind)
    }
}

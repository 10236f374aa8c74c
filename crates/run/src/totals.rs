//! Merged data of a Run before anything is computed from it: totals, ages, phases, the first error. Data alone: writers
//! ([`crate::control`], [`crate::worker`]) and readers ([`crate::outcome`], [`crate::share`]) are independent.

use plimsoll_base::{Nanos, OpKind};
use plimsoll_measure::histogram::{Spans, spans};
use plimsoll_measure::recorder::{KindCounts, KindSpans, Part};

use crate::issuer::UnfinishedOperation;

/// Ages of counted operations that never finished, by kind: response time, completion latency, slot wait.
pub(crate) type Ages = [Option<Box<[Spans; 3]>>; 4];

/// The totals of a Run: what its figures are computed from.
#[derive(Debug, Default)]
pub(crate) struct Totals {
    /// Spans of counted operations by kind.
    pub(crate) kinds: [Option<Box<KindSpans>>; 4],
    /// Ages of counted operations that never finished.
    pub(crate) ages: Ages,
    /// Issued, completed, bytes and errors inside Measure, by kind.
    pub(crate) inside: [KindCounts; 4],
    /// Counts over all phases.
    pub(crate) overall: [KindCounts; 4],
    /// Integral of outstanding I/O over Measure.
    pub(crate) outstanding_ns: u128,
    /// Largest number outstanding in Measure.
    pub(crate) outstanding_max: u64,
    /// Whether operations of a worker here waited for a slot at the end of Measure: its share of the in-flight cap was out.
    pub(crate) worker_at_cap: bool,
    /// Operations intended inside Measure.
    pub(crate) arrived: u64,
    /// Intended and not completed at the end of Measure.
    pub(crate) backlog_at_end: u64,
}

impl Totals {
    pub(crate) fn add_spans(&mut self, part: &Part) {
        for (kind, spans) in part.kinds.iter().enumerate() {
            if let Some(spans) = spans {
                self.kinds[kind].get_or_insert_with(Default::default).merge(spans);
            }
        }
    }

    /// Adds what a part inside Measure has counted.
    pub(crate) fn add_counts(&mut self, part: &Part) {
        for (total, more) in self.inside.iter_mut().zip(&part.counts) {
            total.add(more);
        }
        self.outstanding_ns += part.outstanding_ns;
        self.arrived += part.arrived;
    }
}

/// Spans of the phases as they fell out.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PhaseSpans {
    pub(crate) warmup: Nanos,
    pub(crate) measure: Nanos,
    pub(crate) drain: Nanos,
}

/// The first error of a Run.
#[derive(Clone, Debug)]
pub(crate) struct FirstError {
    /// When it was found.
    pub(crate) at: Nanos,
    pub(crate) kind: OpKind,
    pub(crate) errno: i32,
}

/// Enters an operation that never finished: at least so old.
pub(crate) fn write_age(ages: &mut Ages, op: &UnfinishedOperation, now: Nanos) {
    let [response, completion, slot_wait] =
        &mut **ages[op.kind.index()].get_or_insert_with(|| Box::new([spans(), spans(), spans()]));
    response.saturating_record((now - op.intended).0);
    slot_wait.saturating_record((op.ready.unwrap_or(now) - op.intended).0);
    if let Some(submitted) = op.submitted {
        completion.saturating_record((now - submitted).0);
    }
}

//! Assembles the record of a Run, for both clocks.

use std::collections::BTreeMap;

use plimsoll_base::{Nanos, OpKind};
use plimsoll_host::{Fingerprint, Neighbours, SystemLoad};
use plimsoll_measure::histogram::encode;

use super::ProbeResult;
use crate::beats::Beats;
use crate::control::{Control, MergedRun};
use crate::figures;
use crate::outcome::{self, Circumstances};
use crate::record::{GeneratorCpu, Interval, Measured, RunRecord, SCHEMA, Verified, Version};
use crate::spec::RunSpec;
use crate::totals::{FirstError, PhaseSpans, Totals};

/// The figures of a Run, and what they were made of.
pub(super) struct Observations {
    pub(super) measured: Measured,
    totals: Totals,
    intervals: Vec<Interval>,
}

/// Parts of a record beside the figures. On the virtual clock there are only notes.
#[derive(Default)]
pub(crate) struct Surroundings {
    pub(crate) notes: Vec<String>,
    pub(crate) host: Option<Fingerprint>,
    pub(crate) started_at_ns: Option<u64>,
    pub(crate) wall_clock_leapt_s: Option<f64>,
    pub(crate) measure_started_ns: Option<u64>,
    pub(crate) memory_bytes: u64,
    pub(crate) verified: Option<Verified>,
    pub(crate) neighbours: Option<Neighbours>,
}

impl Observations {
    /// Starts a record from all that was merged, over these spans.
    pub(super) fn new(
        spec: &RunSpec,
        control: Control,
        spans: PhaseSpans,
        beats: Option<&Beats>,
        errors: (&[(i32, u64)], Option<&FirstError>),
        run_start: Nanos,
    ) -> Observations {
        let steady = control.steady_verdict();
        let MergedRun { totals, judgement, storage_time, undisturbed_response_time, intervals } = control.finish();
        let mut measured = figures::figures(spec, &totals, spans, judgement);
        measured.storage_time = storage_time;
        measured.undisturbed_response_time_ns = undisturbed_response_time;
        measured.steady = steady;
        measured.machine = beats.and_then(|beats| beats.figures(spans.measure));
        figures::name_errors(&mut measured, errors.0, errors.1, run_start);
        Observations { measured, totals, intervals }
    }

    /// The record, with its outcome decided.
    pub(super) fn record(self, spec: &RunSpec, around: Circumstances, beside: Surroundings) -> ProbeResult {
        let Observations { measured, totals, intervals } = self;
        let (outcome, because, limited_by) = outcome::decide(spec, &measured, &around);
        let operations = totals.inside.iter().map(|c| c.completed + c.errors).sum();
        let record = RunRecord {
            schema: SCHEMA.into(),
            outcome,
            because: because.to_string(),
            reason: Some(because.reason()),
            measured,
            generator_cpu_ns_per_io: around.load.as_ref().and_then(|load| cpu_per_operation(load, operations)),
            system_load: around.load,
            neighbours: beside.neighbours,
            limited_by,
            intervals,
            notes: beside.notes,
            spec: spec.clone(),
            host: beside.host,
            version: version(),
            seed: spec.seed,
            started_at_ns: beside.started_at_ns,
            wall_clock_leapt_s: beside.wall_clock_leapt_s,
            measure_started_ns: beside.measure_started_ns,
            memory_bytes: beside.memory_bytes,
            verified: beside.verified,
            real_s: 0.0,
        };
        ProbeResult {
            record,
            histograms: histograms(&totals),
            #[cfg(feature = "measure")]
            segment: None,
        }
    }
}

fn cpu_per_operation(load: &SystemLoad, operations: u64) -> Option<GeneratorCpu> {
    let per = |ns: u64| ns as f64 / operations as f64;
    let process = (operations > 0).then_some(&load.process)?;
    Some(GeneratorCpu { user: per(process.user_ns?), system: per(process.system_ns?) })
}

fn version() -> Version {
    Version {
        plimsoll: env!("CARGO_PKG_VERSION").into(),
        build: if cfg!(debug_assertions) { "debug".into() } else { "release".into() },
    }
}

fn histograms(totals: &Totals) -> BTreeMap<String, Vec<u8>> {
    let mut named = BTreeMap::new();
    for kind in OpKind::ALL {
        if let Some(spans) = &totals.kinds[kind.index()] {
            for (span, histogram) in spans.named_spans() {
                named.insert(format!("{}.{span}", kind.name()), encode(histogram));
            }
        }
        if let Some(ages) = &totals.ages[kind.index()] {
            named.insert(format!("{}.unfinished", kind.name()), encode(&ages[0]));
        }
    }
    named
}

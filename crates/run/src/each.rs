//! Counts and latencies of each client (VM) of a simulated Run.
//!
//! Clients of one kind share a recorder, so thousands of them need the histograms of one. Beside it each has counters
//! and one compact distribution ([`plimsoll_measure::compact`]), 18 KiB in all, written once per completed operation.
//! Completions are queued and entered together, as in the recorder: the counters of a thousand clients do not fit the
//! nearest cache, and in a row their lines are fetched side by side.
//!
//! Up to [`CLIENTS_TOLD_APART`] clients are counted by default, at 1 to 4 % of the time of an operation. A thousand
//! cost 18 %, so larger fleets are counted on request only, [`MAX_CLIENTS`] at most. A probe that stops when it is decided
//! keeps none (decision 0003-figures-per-worker).

use plimsoll_base::Nanos;
use plimsoll_measure::compact::{BUCKETS, bucket, expand_counters};
use plimsoll_measure::histogram::{Spans, Summary, spans, summarise};
use plimsoll_storage::Topology;

use crate::error::RunError;
use crate::record::{Each, EachFigures, EachOf};
use crate::rules::CLIENTS_TOLD_APART;
use crate::spec::{ClientGroup, RunSpec, StopRule};
use crate::totals::PhaseSpans;

/// Limit of clients with figures of their own.
pub(crate) const MAX_CLIENTS: u32 = 4096;

/// Checks that these clients can have figures of their own.
///
/// # Errors
/// There are none, or too many.
pub(crate) fn told_apart(clients: &[ClientGroup]) -> Result<(), RunError> {
    let number: u64 = clients.iter().map(|group| u64::from(group.clients)).sum();
    if number == 0 {
        return Err(RunError::usage(
            "figures for each client need a described stack with clients, on the virtual clock",
        ));
    }
    if number > u64::from(MAX_CLIENTS) {
        return Err(RunError::usage(format!("figures for each of {number} clients are too many: up to {MAX_CLIENTS}")));
    }
    Ok(())
}

/// Operations that are entered together.
const BATCH: usize = 512;

/// Counts of one client, without its response times.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// Completed inside Measure, whenever intended, and their bytes.
    completed: u64,
    bytes: u64,
    /// Response times of the counted operations, added up.
    sum_ns: u64,
    /// Counted operations that ended with an error.
    errors: u64,
}

/// An operation that has ended and is not entered yet.
#[derive(Clone, Copy, Debug)]
struct EndedOperation {
    client: u32,
    /// Bytes of one that completed inside Measure.
    bytes: u32,
    /// Response time of one that was intended inside it.
    span_ns: u64,
    inside: bool,
    counted: bool,
}

/// Counts and latencies of every client; empty when clients have no figures of their own.
#[derive(Debug, Default)]
pub(crate) struct Tallies {
    waiting: Vec<EndedOperation>,
    counts: Vec<Counts>,
    /// [`BUCKETS`] for each client.
    response_times: Vec<u32>,
    /// Ages of counted operations that never finished, by client; mostly there are none.
    ages: std::collections::BTreeMap<u32, Box<Spans>>,
}

impl Tallies {
    /// As a Run of `spec` on `topology` needs them.
    pub(crate) fn of(spec: &RunSpec, topology: &Topology) -> Tallies {
        let clients = topology.clients.len();
        let most = if spec.per_client { MAX_CLIENTS } else { CLIENTS_TOLD_APART as u32 };
        let whole = matches!(spec.stop, StopRule::Fixed { .. }) && !spec.clients.is_empty();
        if !whole || !(2..=most as usize).contains(&clients) {
            return Tallies::default();
        }
        Tallies {
            waiting: Vec::with_capacity(BATCH),
            counts: vec![Counts::default(); clients],
            response_times: vec![0; clients * BUCKETS],
            ages: Default::default(),
        }
    }

    /// Whether clients have figures of their own.
    #[inline]
    pub(crate) fn is_active(&self) -> bool {
        !self.counts.is_empty()
    }

    /// An operation of `client` has ended after `span`: `counted` when it was intended inside Measure, `inside` when it
    /// ended there and is one of data.
    #[inline]
    pub(crate) fn record_completion(
        &mut self,
        client: u32,
        span: Nanos,
        result: Result<u32, i32>,
        counted: bool,
        inside: bool,
    ) {
        let Ok(bytes) = result else {
            self.counts[client as usize].errors += u64::from(counted);
            return;
        };
        self.waiting.push(EndedOperation { client, bytes, span_ns: span.0, inside, counted });
        if self.waiting.len() == BATCH {
            self.enter();
        }
    }

    /// Enters what waits.
    fn enter(&mut self) {
        for ended in self.waiting.drain(..) {
            let client = ended.client as usize;
            let counts = &mut self.counts[client];
            if ended.inside {
                counts.completed += 1;
                counts.bytes += u64::from(ended.bytes);
            }
            if ended.counted {
                counts.sum_ns = counts.sum_ns.saturating_add(ended.span_ns);
                let counter = &mut self.response_times[client * BUCKETS + bucket(ended.span_ns)];
                *counter = counter.saturating_add(1);
            }
        }
    }

    /// A counted operation of this age never finished.
    pub(crate) fn add_age(&mut self, client: u32, age: Nanos) {
        if self.is_active() {
            self.ages.entry(client).or_insert_with(|| Box::new(spans())).saturating_record(age.0);
        }
    }

    /// The figures of every client, when they were kept. A kind's offered rate is split evenly, as its schedules are.
    pub(crate) fn figures(mut self, topology: &Topology, groups: &[ClientGroup], spans_of: PhaseSpans) -> Option<Each> {
        self.enter();
        let offered = |name: &str| {
            let group = groups.iter().find(|group| group.name == name)?;
            group.load.offered_rate_per_s().map(|rate| rate / f64::from(group.clients.max(1)))
        };
        let figures = topology.clients.iter().enumerate().map(|(number, client)| EachFigures {
            name: client.name.clone(),
            group: Some(client.group.clone()),
            offered_rate_per_s: offered(&client.group),
            ..self.figures_of(number, spans_of.measure.as_secs_f64())
        });
        self.is_active().then(|| Each { of: EachOf::Client, figures: figures.collect() })
    }

    fn figures_of(&self, client: usize, seconds: f64) -> EachFigures {
        let per_second = |count: u64| if seconds > 0.0 { count as f64 / seconds } else { 0.0 };
        let counts = &self.counts[client];
        let response_time = expand_counters(&self.response_times[client * BUCKETS..(client + 1) * BUCKETS]);
        let ages = self.ages.get(&(client as u32)).map(|ages| &**ages);
        let unfinished = ages.map_or(0, Spans::len);
        let mut summary = summarise(&response_time, ages);
        if ages.is_none() && !response_time.is_empty() {
            // Exact: two digits are coarse for a mean.
            summary.mean = Some(counts.sum_ns as f64 / response_time.len() as f64);
        }
        EachFigures {
            count: response_time.len() + unfinished + counts.errors,
            unfinished,
            errors: counts.errors,
            completed: counts.completed,
            achieved_rate_per_s: per_second(counts.completed),
            bytes_per_s: per_second(counts.bytes),
            ..figures_of(&summary)
        }
    }
}

/// The figures of a distribution of response times, the rest empty.
pub(crate) fn figures_of(response_time: &Summary) -> EachFigures {
    let told = ["mean", "p50", "p99", "max"];
    EachFigures {
        mean_ns: response_time.mean,
        p50_ns: response_time.p50,
        p99_ns: response_time.p99,
        max_ns: response_time.max,
        at_least: response_time.at_least.iter().filter(|name| told.contains(&name.as_str())).cloned().collect(),
        ..EachFigures::default()
    }
}

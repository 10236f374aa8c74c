//! Figures of an element: sums are counted on the way, and divided on demand.

use std::collections::BTreeMap;

use plimsoll_base::Nanos;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an element has done since the figures were last restarted: all its instances together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ElementFigures {
    /// Its name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// How many of it there are, each with its own queue.
    pub instances: u32,
    /// How long that is.
    pub elapsed_ns: Nanos,
    /// Requests that arrived.
    pub arrivals: u64,
    /// Requests that left, those rejected included.
    pub departures: u64,
    /// Requests of its own that it sent to the next element.
    pub injected: u64,
    /// Mean wait of those that left; none when none has.
    pub mean_wait_ns: Option<f64>,
    /// Mean own work on those that left; none when none has.
    pub mean_service_ns: Option<f64>,
    /// Mean time that those that left spent in what lies behind it while it held them (the copies of a mirror); none
    /// when none has left.
    pub mean_behind_ns: Option<f64>,
    /// Share of its capacity that was used: busy servers of a device, used rate of a limit. A limit that spends what it
    /// has saved up is above 1. Mean over its instances.
    pub utilisation: f64,
    /// The most used of its instances: its share.
    pub utilisation_max: f64,
    /// Which instance that is.
    pub busiest: String,
    /// Time average of the requests in it, waiting or in service, over all instances.
    pub mean_queue: f64,
    /// The most requests in one instance at once.
    pub max_queue: u32,
    /// Share of the clients' completion latency that passed waiting in it, 0 to 1; none when no operation has ended.
    pub share_waiting: Option<f64>,
    /// Share of the clients' completion latency that was its own work.
    pub share_working: Option<f64>,
    /// What elements of its type tell beside that, names ending in their unit.
    pub own: BTreeMap<String, f64>,
}

/// Running totals. The present number is integrated over time on its own, so that Little's law is a real check.
///
/// The order of the fields keeps what an arrival touches beside the element's address in one line of the processor's
/// cache, and what a departure adds in the next one (see `stack::Node`).
#[derive(Clone, Debug, Default)]
#[repr(C)]
pub(crate) struct Totals {
    /// Integral of `present` over time.
    area_ns: u128,
    pub(crate) arrivals: u64,
    pub(crate) departures: u64,
    changed: Nanos,
    present: u32,
    max_present: u32,
    /// Work of all that arrived, also what is still to be done.
    work_ns: u128,
    wait_ns: u128,
    service_ns: u128,
    behind_ns: u128,
}

/// Totals that few visits change.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seldom {
    pub(crate) injected: u64,
    /// Sum over the traced operations.
    traced_wait_ns: u128,
    traced_service_ns: u128,
}

impl Seldom {
    pub(crate) fn add_trace(&mut self, wait_ns: u64, service_ns: u64) {
        self.traced_wait_ns += u128::from(wait_ns);
        self.traced_service_ns += u128::from(service_ns);
    }
}

impl Totals {
    /// Nothing yet, counted from `now`.
    pub(crate) fn starting(now: Nanos) -> Totals {
        Totals { changed: now, ..Totals::default() }
    }

    #[inline]
    fn count(&mut self, now: Nanos) {
        self.area_ns += u128::from(self.present) * u128::from((now - self.changed).0);
        self.changed = now;
    }

    #[inline]
    pub(crate) fn arrive(&mut self, now: Nanos, work_ns: u64) {
        self.count(now);
        self.arrivals += 1;
        self.work_ns += u128::from(work_ns);
        self.present += 1;
        self.max_present = self.max_present.max(self.present);
    }

    /// A request goes on at once; counted when it is on its way down.
    #[inline]
    pub(crate) fn pass(&mut self, now: Nanos, work_ns: u64, counts: bool) {
        if counts {
            self.count(now);
            self.arrivals += 1;
            self.departures += 1;
            self.max_present = self.max_present.max(self.present + 1);
        }
        self.work(work_ns);
    }

    /// A request arrives to stay, or comes to wait for its turn at this instant only.
    #[inline]
    pub(crate) fn come(&mut self, now: Nanos, work_ns: u64, stays: bool) {
        if stays {
            self.arrive(now, work_ns);
        } else {
            self.work(work_ns);
        }
    }

    /// A held request goes on: now its work is known.
    #[inline]
    pub(crate) fn work(&mut self, work_ns: u64) {
        self.work_ns += u128::from(work_ns);
    }

    #[inline]
    pub(crate) fn depart(&mut self, now: Nanos, wait_ns: u64, service_ns: u64, behind_ns: u64) {
        self.count(now);
        self.departures += 1;
        self.service_ns += u128::from(service_ns);
        self.wait_ns += u128::from(wait_ns);
        self.behind_ns += u128::from(behind_ns);
        self.present -= 1;
    }

    /// As of `now`, with `still_to_do_ns` of the work of those that have not left.
    pub(crate) fn as_of(&self, now: Nanos, still_to_do_ns: u128) -> Totals {
        let mut totals = self.clone();
        totals.count(now);
        totals.work_ns = totals.work_ns.saturating_sub(still_to_do_ns);
        totals
    }

    /// From here on, the most at once is counted anew.
    pub(crate) fn restart_max(&mut self) {
        self.max_present = self.present;
    }

    fn elapsed(&self, base: &Totals) -> Nanos {
        self.changed - base.changed
    }
}

/// An instance as the figures see it.
pub(crate) struct InstanceCounts<'a> {
    pub(crate) name: &'a str,
    /// Both settled.
    pub(crate) now: (Totals, &'a Seldom),
    pub(crate) base: &'a (Totals, Seldom),
    pub(crate) servers: u32,
    pub(crate) own: Vec<(&'static str, f64)>,
}

/// The figures of an element from those of its instances (at least one); `response_ns` is the traced response time.
pub(crate) fn figures(name: &str, kind: &str, counted: &[InstanceCounts<'_>], response_ns: u128) -> ElementFigures {
    let sum = |field: fn(&Totals) -> u128| -> f64 {
        counted.iter().map(|c| field(&c.now.0).saturating_sub(field(&c.base.0))).sum::<u128>() as f64
    };
    let seldom = |field: fn(&Seldom) -> u128| -> f64 {
        counted.iter().map(|c| field(c.now.1).saturating_sub(field(&c.base.1))).sum::<u128>() as f64
    };
    let count = |field: fn(&Totals) -> u64| counted.iter().map(|c| field(&c.now.0) - field(&c.base.0)).sum::<u64>();
    let elapsed = counted.first().map_or(Nanos::ZERO, |c| c.now.0.elapsed(&c.base.0));
    let per_time = |ns: f64| if elapsed == Nanos::ZERO { 0.0 } else { ns / elapsed.0 as f64 };
    let departures = count(|t| t.departures);
    let mean = |total: f64| (departures > 0).then(|| total / departures as f64);
    let share = |total: f64| (response_ns > 0).then(|| total / response_ns as f64);
    let worked = |c: &InstanceCounts<'_>| c.now.0.work_ns.saturating_sub(c.base.0.work_ns) as f64;
    let used = |c: &InstanceCounts<'_>| per_time(worked(c)) / f64::from(c.servers.max(1));
    let busiest = counted.iter().map(|c| (used(c), c.name)).max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)));
    let mut own: BTreeMap<String, f64> = BTreeMap::new();
    for (name, value) in counted.iter().flat_map(|c| &c.own) {
        *own.entry((*name).to_string()).or_default() += value;
    }
    ElementFigures {
        name: name.into(),
        kind: kind.into(),
        instances: counted.len() as u32,
        elapsed_ns: elapsed,
        arrivals: count(|t| t.arrivals),
        departures,
        injected: counted.iter().map(|c| c.now.1.injected - c.base.1.injected).sum(),
        mean_wait_ns: mean(sum(|t| t.wait_ns)),
        mean_service_ns: mean(sum(|t| t.service_ns)),
        mean_behind_ns: mean(sum(|t| t.behind_ns)),
        utilisation: counted.iter().map(used).sum::<f64>() / counted.len().max(1) as f64,
        utilisation_max: busiest.map_or(0.0, |(used, _)| used),
        busiest: busiest.map_or_else(String::new, |(_, name)| name.into()),
        mean_queue: per_time(sum(|t| t.area_ns)),
        max_queue: counted.iter().map(|c| c.now.0.max_present).max().unwrap_or(0),
        share_waiting: share(seldom(|t| t.traced_wait_ns)),
        share_working: share(seldom(|t| t.traced_service_ns)),
        own,
    }
}

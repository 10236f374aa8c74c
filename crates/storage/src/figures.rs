//! What an element has done: counted on the way, divided when asked.

use plimsoll_base::Nanos;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::element::Departure;

/// What an element has done since the figures were last restarted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ElementFigures {
    /// Its name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
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
    /// Share of its capacity that was used: busy servers of a device, used rate of a limit. A limit that spends what it
    /// has saved up is above 1.
    pub utilisation: f64,
    /// Time average of the requests in it, waiting or in service.
    pub mean_queue: f64,
    /// The most requests in it at once.
    pub max_queue: u32,
}

/// Running totals. The present number is integrated over time on its own, so that Little's law is a real check.
#[derive(Clone, Debug, Default)]
pub(crate) struct Totals {
    pub(crate) arrivals: u64,
    pub(crate) departures: u64,
    pub(crate) injected: u64,
    wait_ns: u128,
    service_ns: u128,
    /// Work of all that arrived, also what is still to be done.
    work_ns: u128,
    /// Integral of `present` over time.
    area_ns: u128,
    present: u32,
    max_present: u32,
    changed: Nanos,
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
    pub(crate) fn arrive(&mut self, now: Nanos, departure: &Departure) {
        self.count(now);
        self.arrivals += 1;
        self.work_ns += u128::from(departure.work_ns);
        self.present += 1;
        self.max_present = self.max_present.max(self.present);
    }

    #[inline]
    pub(crate) fn depart(&mut self, now: Nanos, stay_ns: u64, service_ns: u64) {
        self.count(now);
        self.departures += 1;
        self.service_ns += u128::from(service_ns);
        self.wait_ns += u128::from(stay_ns - service_ns);
        self.present -= 1;
    }

    /// As of `now`, with `still_to_do_ns` of the work of those that have not left.
    pub(crate) fn settled(&self, now: Nanos, still_to_do_ns: u128) -> Totals {
        let mut totals = self.clone();
        totals.count(now);
        totals.work_ns = totals.work_ns.saturating_sub(still_to_do_ns);
        totals
    }

    /// From here on, the most at once is counted anew.
    pub(crate) fn restart_max(&mut self) {
        self.max_present = self.present;
    }

    /// The figures from `base` to these, both settled.
    pub(crate) fn since(&self, base: &Totals, name: &str, kind: &str, servers: u32) -> ElementFigures {
        let elapsed = self.changed - base.changed;
        let departures = self.departures - base.departures;
        let mean = |now: u128, then: u128| (departures > 0).then(|| (now - then) as f64 / departures as f64);
        let per_time = |now: u128, then: u128| {
            let used = now.saturating_sub(then) as f64;
            if elapsed == Nanos::ZERO { 0.0 } else { used / elapsed.0 as f64 }
        };
        ElementFigures {
            name: name.into(),
            kind: kind.into(),
            elapsed_ns: elapsed,
            arrivals: self.arrivals - base.arrivals,
            departures,
            injected: self.injected - base.injected,
            mean_wait_ns: mean(self.wait_ns, base.wait_ns),
            mean_service_ns: mean(self.service_ns, base.service_ns),
            utilisation: per_time(self.work_ns, base.work_ns) / f64::from(servers.max(1)),
            mean_queue: per_time(self.area_ns, base.area_ns),
            max_queue: self.max_present,
        }
    }
}

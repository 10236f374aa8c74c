//! The laws: how many operations an instance lets through, by what of it is used up first, and why.

use plimsoll_base::Nanos;

use super::document::{BoundReason, BoundReasonKind};
use super::walk::Sums;

/// The resource of an instance that runs out first.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Means {
    Servers,
    Second,
    Depth,
}

/// Demand of an operation on an instance, and the instance's capacity in a second.
pub(super) struct Need {
    pub(super) means: Means,
    pub(super) capacity: f64,
    pub(super) ns_per_op: f64,
}

/// Demand of `of` on an instance like `like`, of which `own` is taken off.
pub(super) fn needs(of: &Sums, like: &Sums, own: &Sums) -> [Need; 4] {
    let need = |means, capacity: f64, taken_ns: f64, ns_per_op| Need {
        means,
        capacity: (capacity - taken_ns / 1e9).max(0.0),
        ns_per_op,
    };
    let ([reads, others], [own_reads, own_others]) = (of.work_ns, own.work_ns);
    let [first, second] = match like.apart {
        true => [(own_reads, reads), (own_others, others)],
        false => [(own_reads + own_others, reads + others), (0.0, 0.0)],
    };
    let depth = like.depth.map_or((0.0, 0.0), |depth| (f64::from(depth), of.behind_ns));
    [
        need(Means::Servers, like.servers, first.0, first.1),
        need(Means::Servers, like.servers, second.0, second.1),
        need(Means::Second, 1.0, own.second_ns, of.second_ns),
        need(Means::Depth, depth.0, own.behind_ns, depth.1),
    ]
}

/// Operations per second that an instance lets through when `own` is taken off, and what of it that uses up.
pub(super) fn of_instance(of: &Sums, own: &Sums) -> Option<(f64, Means)> {
    let taken = needs(of, of, own).into_iter().filter(|need| need.ns_per_op > 0.0);
    taken.map(|need| (need.capacity / need.ns_per_op * 1e9, need.means)).min_by(|a, b| a.0.total_cmp(&b.0))
}

/// The arithmetic of a bound; `requests`: of an operation, at all instances.
pub(super) fn reason(of: &Sums, own: &Sums, means: Means, requests: f64) -> BoundReason {
    let busy_ns: f64 = of.work_ns.iter().sum();
    let (kind, count, time_ns) = match means {
        Means::Servers if of.servers > 1.0 => (BoundReasonKind::Servers, of.servers, busy_ns),
        Means::Servers => (BoundReasonKind::Time, 1.0, busy_ns),
        Means::Second => (BoundReasonKind::Time, 1.0, of.second_ns),
        Means::Depth => (BoundReasonKind::InFlight, f64::from(of.depth.unwrap_or(0)), of.behind_ns),
    };
    BoundReason { kind, count, time_ns: time_ns / of.requests, requests_per_operation: requests, background: own.any() }
}

/// Three digits are enough for a picture: "428us".
pub(crate) fn short(time: Nanos) -> Nanos {
    let mut unit = 1;
    while time.0 / unit >= 1000 {
        unit *= 10;
    }
    Nanos((time.0 + unit / 2) / unit * unit)
}

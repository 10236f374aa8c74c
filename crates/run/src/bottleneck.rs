//! The bottleneck of a described stack under a load, and whether the clients themselves are full.

use plimsoll_storage::ElementFigures;
use plimsoll_workload::Load;

use crate::because::{Because, Most};
use crate::record::{Bottleneck, KindFigures, Measured};
use crate::rules::ELEMENT_FULL_SHARE;
use crate::spec::RunSpec;

/// Waiting that is so large a share of the response time is what holds the load back.
const WAITING_SHARE: f64 = 0.25;

/// A burst that spends what was saved up is no ceiling.
const SPENDING: f64 = 1.02;
/// An element that takes less than this share of the clients' time does not limit them, however full it is.
const NOTICED_SHARE: f64 = 0.02;

pub(crate) fn bottleneck(elements: &[ElementFigures], spec: &RunSpec, measured: &Measured) -> Bottleneck {
    let at = |element: Option<&ElementFigures>, because: Because| Bottleneck {
        element: element.map(|e| e.name.clone()),
        because: because.to_string(),
        reason: Some(because.reason()),
    };
    if let Some(because) = client_bound(spec, measured) {
        return at(None, because);
    }
    let within = elements.iter().filter(|e| e.utilisation_max <= SPENDING);
    let busiest = within.max_by(|a, b| a.utilisation_max.total_cmp(&b.utilisation_max));
    let noticed =
        |e: &&ElementFigures| e.share_waiting.unwrap_or(0.0) + e.share_working.unwrap_or(0.0) >= NOTICED_SHARE;
    let full = elements.iter().filter(|e| (ELEMENT_FULL_SHARE..=SPENDING).contains(&e.utilisation_max)).filter(noticed);
    // The last one on the way, unless it is less full: what is full before it may be so only because nothing gets on.
    let last = full.fold(None, |best: Option<&ElementFigures>, e| match best {
        Some(best) if e.utilisation_max < best.utilisation_max - 0.01 => Some(best),
        _ => Some(e),
    });
    if let Some(e) = last {
        let instance = (e.busiest != e.name).then(|| e.busiest.clone());
        return at(Some(e), Because::ElementFull { name: e.name.clone(), instance, used: e.utilisation_max });
    }
    let waiting = |e: &ElementFigures| e.share_waiting.unwrap_or(0.0);
    let longest = elements.iter().max_by(|a, b| waiting(a).total_cmp(&waiting(b)));
    if let Some(e) = longest.filter(|e| waiting(e) >= WAITING_SHARE) {
        return at(Some(e), Because::ElementWaiting { name: e.name.clone(), share: waiting(e) });
    }
    let working = |e: &ElementFigures| e.share_working.unwrap_or(0.0);
    let most = elements.iter().max_by(|a, b| working(a).total_cmp(&working(b)));
    let most = busiest.zip(most.filter(|e| working(e) > 0.0)).map(|(busy, most)| Most {
        busiest: busy.name.clone(),
        used: busy.utilisation_max,
        longest: most.name.clone(),
        share: working(most),
    });
    at(None, Because::NothingFull { most })
}

/// Whether the clients themselves are full, and of what.
pub(crate) fn client_bound(spec: &RunSpec, measured: &Measured) -> Option<Because> {
    let cpu_ns = spec.target.stack.as_ref().map_or(0, |stack| stack.client().cpu_ns_per_io);
    let (name, cpu_ns) = spec.clients.first().map_or(("the generator", cpu_ns), |c| (c.name.as_str(), c.cpu_ns_per_io));
    // A sync costs a client as much as any operation.
    let rate = |all: &KindFigures| all.completed as f64 / measured.measure_s.max(f64::MIN_POSITIVE);
    let alone = (name, spec.load.workers(), rate(&measured.all), cpu_ns);
    let groups = spec.clients.iter().zip(&measured.clients);
    let of =
        groups.map(|(group, got)| (group.name.as_str(), group.load.workers(), rate(&got.all), group.cpu_ns_per_io));
    let all: Vec<_> = if measured.clients.is_empty() { vec![alone] } else { of.collect() };
    for (name, workers, rate, cpu_ns) in all {
        let used = rate * cpu_ns as f64 / 1e9 / f64::from(workers.max(1));
        if used >= ELEMENT_FULL_SHARE {
            return Some(Because::ClientFull { name: name.to_owned(), used });
        }
    }
    match spec.load {
        Load::Open { max_outstanding, .. } if measured.outstanding_max >= u64::from(max_outstanding) => {
            Some(Because::ClientCapReached { outstanding: max_outstanding })
        }
        _ => None,
    }
}

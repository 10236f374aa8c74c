//! The chain of queues: how many operations each layer lets through at once, and which one is the narrowest.
//!
//! The clients have so many outstanding; every element with a depth on the way lets through what is left of them, spread
//! evenly over the volumes that share an instance. Counted in operations of the clients: a queue that an operation comes
//! to with three requests lets a third through, one of four paths lets four times its own.

use std::collections::BTreeMap;

use super::client_load::Shares;
use super::document::{ElementBound, Link};
use super::walk::Paper;
use crate::topology::Topology;

pub(super) fn links(
    topology: &Topology,
    shares: &Shares<'_>,
    paper: &Paper<'_>,
    elements: &[ElementBound],
) -> Vec<Link> {
    let asked: Vec<usize> = (0..topology.volumes.len()).filter(|v| shares.of_volume[*v] > 0.0).collect();
    let mut through: Vec<f64> = shares.outstanding.clone();
    let total = |through: &[f64]| asked.iter().map(|v| through[*v]).sum::<f64>();
    // A millionth of an operation is the error of adding up shares.
    let finite = |x: f64| x.is_finite().then(|| (x * 1e6).round() / 1e6);
    let response_ns = shares.mean(&paper.response_ns) + shares.mean(&shares.cpu_ns);
    let mut links = vec![Link {
        element: None,
        scope: None,
        instances: topology.clients.len().max(1) as u32,
        depth: None,
        lets_through: finite(total(&through)),
        bound_per_s: finite(total(&through)).filter(|_| response_ns > 0.0).map(|n| n * 1e9 / response_ns),
        narrowest: false,
    }];
    // By instance: the volumes that come to it, and with how many requests for an operation.
    let mut coming: BTreeMap<u32, Vec<(usize, f64)>> = BTreeMap::new();
    for ((instance, volume), requests) in &paper.at_depth {
        coming.entry(*instance).or_default().push((*volume as usize, *requests));
    }
    for (of, (_, instances)) in elements.iter().zip(&paper.elements) {
        let Some(depth) = of.depth else { continue };
        for volumes in instances.iter().filter_map(|i| coming.get(i)) {
            level(&mut through, volumes, f64::from(depth));
        }
        links.push(Link {
            element: Some(of.name.clone()),
            scope: Some(of.scope),
            instances: of.instances,
            depth: Some(depth),
            lets_through: finite(total(&through)),
            bound_per_s: of.bound_per_s,
            narrowest: false,
        });
    }
    // The first that lets no more through than the last: what comes behind it narrows nothing.
    let last = links.last().and_then(|link| link.lets_through);
    if let Some(last) = last {
        let narrow = |link: &&mut Link| link.lets_through.is_some_and(|n| n <= last * (1.0 + 1e-9));
        if let Some(link) = links.iter_mut().find(narrow) {
            link.narrowest = true;
        }
    }
    links
}

/// Lowers what comes from `volumes` until their requests fit into `depth`: all to the same level, those below it stay.
fn level(through: &mut [f64], volumes: &[(usize, f64)], depth: f64) {
    let needs = |level: f64| volumes.iter().map(|(v, per_op)| through[*v].min(level) * per_op).sum::<f64>();
    if needs(f64::INFINITY) <= depth {
        return;
    }
    // Volumes in the order of what they bring: those that bring less than the level keep it.
    let mut order: Vec<(f64, f64)> = volumes.iter().map(|(v, per_op)| (through[*v], *per_op)).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut left, mut weight) = (depth, order.iter().map(|(_, per_op)| per_op).sum::<f64>());
    let mut at = left / weight;
    for (brings, per_op) in order {
        at = left / weight;
        if brings >= at {
            break;
        }
        left -= brings * per_op;
        weight -= per_op;
    }
    for (v, _) in volumes {
        through[*v] = through[*v].min(at);
    }
}

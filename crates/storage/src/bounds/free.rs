//! The bounds of kinds of clients that ask in any mix: a walk along the routes for each kind, and the best mix of them.

use super::client_load::Shares;
use super::document::{Bound, BoundReason, BoundSource, ElementBound, Narrowest, OtherBound};
use super::laws::{needs, of_instance, reason};
use super::mix::{Best, Row, best};
use super::walk::{Paper, Sums};
use crate::spec::StackSpec;
use crate::topology::Topology;

/// Kinds of clients, each as if it asked alone.
pub(super) struct Groups<'a> {
    each: Vec<(Shares<'a>, Paper<'a>)>,
}

/// Bounds that no element sets, with the demand of an operation of each kind.
struct Others {
    bounds: Vec<OtherBound>,
    rows: Vec<Row>,
}

impl<'a> Groups<'a> {
    /// None where operations come in one mix.
    pub(super) fn of(spec: &'a StackSpec, topology: &'a Topology, shares: &Shares<'a>) -> Option<Groups<'a>> {
        let alone = |group: &String| {
            let own = shares.only(topology, group);
            let paper = Paper::of(spec, topology, &own);
            (own, paper)
        };
        let each: Vec<_> = shares.free.iter().map(alone).collect();
        (!each.is_empty()).then_some(Groups { each })
    }

    /// Puts the bounds of any mix into `elements`. Returns the bounds of the whole, and the narrowest of them.
    pub(super) fn bind(&self, topology: &Topology, paper: &Paper<'_>, elements: &mut [ElementBound]) -> Bound {
        let mut rows: Vec<Row> = Vec::new();
        for (owner, (_, instances)) in paper.elements.iter().enumerate() {
            let own = self.of_instances(owner, instances, paper);
            let alone = best(&own, self.each.len());
            let (of, bound) = (&mut elements[owner], alone.as_ref().map(|found| found.total_per_s));
            of.bound_per_s = bound;
            of.reason = None;
            if let Some((at, reason)) = alone.and_then(|found| self.reason(&found, instances, paper)) {
                of.busiest = topology.instances[at as usize].name.clone();
                of.reason = Some(reason);
            }
            rows.extend(own);
        }
        let kinds = self.each.len();
        let of_clients = self.clients(topology, elements.len());
        let of_hosts = self.hosts(topology, elements.len() + of_clients.bounds.len());
        rows.extend(of_hosts.rows);
        let system = best(&rows, kinds).map(|found| found.total_per_s);
        rows.extend(of_clients.rows);
        let others: Vec<OtherBound> = of_clients.bounds.into_iter().chain(of_hosts.bounds).collect();
        let narrowest = best(&rows, kinds).map(|found| self.narrowest(&found, elements, &others, paper));
        (others, narrowest, system)
    }

    /// Operations per second of the best mix of those kinds that come to an element of which it also does what is left to
    /// be done; none where nothing is left to it.
    pub(super) fn for_good(&self, owner: usize, paper: &Paper<'_>) -> Option<f64> {
        let left = |i: &&u32| paper.later[**i as usize].any();
        let instances: Vec<u32> = paper.elements[owner].1.iter().filter(left).copied().collect();
        let rows = self.rows(owner, &instances, paper, |of, at| of.asked[at].plus(&of.later[at]));
        if rows.is_empty() {
            return None;
        }
        best(&of_those_that_come(&rows), self.each.len()).map(|found| found.total_per_s)
    }

    /// Capacity of an element's instances, and the demand of an operation of each kind.
    fn of_instances(&self, owner: usize, instances: &[u32], paper: &Paper<'_>) -> Vec<Row> {
        self.rows(owner, instances, paper, |of, at| of.asked[at].clone())
    }

    /// Rows of the instances, from the sums that `taken` returns for each.
    fn rows(
        &self,
        owner: usize,
        instances: &[u32],
        paper: &Paper<'_>,
        taken: impl Fn(&Paper<'_>, usize) -> Sums,
    ) -> Vec<Row> {
        let mut rows = Vec::new();
        for at in instances.iter().map(|i| *i as usize) {
            let (like, own) = (&taken(paper, at), &paper.own[at]);
            let by_kind: Vec<_> = self.each.iter().map(|(_, of)| needs(&taken(of, at), like, own)).collect();
            for (n, need) in needs(like, like, own).iter().enumerate().filter(|(_, need)| need.ns_per_op > 0.0) {
                let per_op = by_kind.iter().map(|of| of[n].ns_per_op / 1e9).collect();
                rows.push(Row { owner, per_op, capacity: need.capacity });
            }
        }
        rows
    }

    /// The instance of an element that binds in a mix, and the arithmetic of its bound.
    fn reason(&self, found: &Best, instances: &[u32], paper: &Paper<'_>) -> Option<(u32, BoundReason)> {
        let mixed = |i: u32| {
            let parts = self.each.iter().zip(&found.mix);
            parts.fold(Sums::default(), |sum, ((_, of), part)| sum.plus(&of.asked[i as usize].times(*part)))
        };
        let requests: f64 = instances.iter().map(|i| mixed(*i).requests).sum();
        let bound = |i: u32| of_instance(&mixed(i), &paper.own[i as usize]).map(|(rate, means)| (rate, means, i));
        let (_, means, at) = instances.iter().filter_map(|i| bound(*i)).min_by(|a, b| a.0.total_cmp(&b.0))?;
        Some((at, reason(&mixed(at), &paper.own[at as usize], means, requests)))
    }

    /// By what the clients have outstanding, and by their processors: each kind by itself.
    fn clients(&self, topology: &Topology, owners: usize) -> Others {
        let (mut bounds, mut rows) = (Vec::new(), Vec::new());
        for (kind, (shares, paper)) in self.each.iter().enumerate() {
            for of in shares.clients(topology, &paper.response_ns) {
                let mut per_op = vec![0.0; self.each.len()];
                per_op[kind] = 1.0;
                rows.push(Row { owner: owners + bounds.len(), per_op, capacity: of.bound_per_s });
                bounds.push(of);
            }
        }
        Others { bounds, rows }
    }

    /// The processors of hosts of which the cores are known.
    fn hosts(&self, topology: &Topology, owners: usize) -> Others {
        let mut found: Vec<(BoundSource, Vec<Row>)> = Vec::new();
        for (at, host) in topology.hosts.iter().enumerate() {
            let per_op: Vec<f64> = self.each.iter().map(|(_, paper)| paper.cpu_ns[at] / 1e9).collect();
            let (Some(cores), true) = (host.cores, per_op.iter().any(|ns| *ns > 0.0)) else { continue };
            let source = BoundSource::host_cores(&host.group, cores);
            let index = found.iter().position(|(known, _)| *known == source).unwrap_or_else(|| {
                found.push((source, Vec::new()));
                found.len() - 1
            });
            found[index].1.push(Row { owner: 0, per_op, capacity: f64::from(cores) });
        }
        let (mut bounds, mut rows) = (Vec::new(), Vec::new());
        for (source, own) in found {
            let Some(all) = best(&of_those_that_come(&own), self.each.len()) else { continue };
            let owner = owners + bounds.len();
            rows.extend(own.into_iter().map(|row| Row { owner, ..row }));
            bounds.push(OtherBound { source, bound_per_s: all.total_per_s, of_clients: false });
        }
        Others { bounds, rows }
    }

    /// The owner of most of the bound, and the one of the rest.
    fn narrowest(
        &self,
        found: &Best,
        elements: &[ElementBound],
        others: &[OtherBound],
        paper: &Paper<'_>,
    ) -> Narrowest {
        let decides = |owner: usize| found.decides_per_s.get(owner).copied().unwrap_or(0.0);
        let owners = 0..elements.len() + others.len();
        // Of equal owners the first on the way.
        let most = owners.clone().rev().max_by(|a, b| decides(*a).total_cmp(&decides(*b))).unwrap_or(0);
        let source = |owner: usize| match elements.get(owner) {
            Some(element) => BoundSource::element(&element.name),
            None => others[owner - elements.len()].source.clone(),
        };
        let instances = paper.elements.get(most).map(|(_, instances)| instances);
        Narrowest {
            source: source(most),
            bound_per_s: found.total_per_s,
            reason: instances.and_then(|of| self.reason(found, of, paper)).map(|(_, reason)| reason),
            others: owners.filter(|o| *o != most && decides(*o) > 1e-6 * found.total_per_s).map(source).collect(),
        }
    }
}

/// The rows without kinds that take nothing of them.
fn of_those_that_come(rows: &[Row]) -> Vec<Row> {
    let kinds = rows.first().map_or(0, |row| row.per_op.len());
    let absent = |kind: &usize| rows.iter().all(|row| row.per_op[*kind] == 0.0);
    let none = |kind: usize| {
        let mut per_op = vec![0.0; kinds];
        per_op[kind] = 1.0;
        Row { owner: 0, per_op, capacity: 0.0 }
    };
    rows.iter().cloned().chain((0..kinds).filter(absent).map(none)).collect()
}

//! The load of the clients, and the share of all operations that comes from each volume.

use plimsoll_base::Op;

use super::document::{BoundNoteKind, BoundSource, BoundSourceKind, OtherBound};
use crate::spec::StackSpec;
use crate::topology::{NONE, Topology};

/// The load of one kind of client.
#[derive(Clone, Debug, PartialEq)]
pub struct ClientLoad {
    /// Name of the client group; none: of volumes without a client, and of groups that are not listed.
    pub client: Option<String>,
    /// Operations, and the share of each, adding up to 1; offsets have no meaning.
    pub ops: Vec<(Op, f64)>,
    /// Operations per second that one client offers; none: a closed loop.
    pub rate_per_s: Option<f64>,
    /// Operations that one client has outstanding at most; none: any number.
    pub outstanding: Option<f64>,
    /// Issuers of one client, each with a processor of its own.
    pub workers: f64,
}

/// The operations of all clients, spread over the volumes.
#[derive(Clone)]
pub(super) struct Shares<'a> {
    asked: &'a [ClientLoad],
    /// By volume: which of `asked`.
    which: Vec<usize>,
    /// By volume: its share of all operations.
    pub(super) of_volume: Vec<f64>,
    /// By volume: processor time of the client for an operation.
    pub(super) cpu_ns: Vec<f64>,
    /// By volume: operations that it can have outstanding, when its client spreads them evenly.
    pub(super) outstanding: Vec<f64>,
    most: Option<u32>,
    spec: &'a StackSpec,
    pub(super) notes: Vec<BoundNoteKind>,
    /// Groups of clients whose mix is open; none where there is one kind, or every one has a rate.
    pub(super) free: Vec<String>,
}

const NO_OPS: &[(Op, f64)] = &[];

impl<'a> Shares<'a> {
    pub(super) fn of(spec: &'a StackSpec, topology: &Topology, asked: &'a [ClientLoad]) -> Shares<'a> {
        let group = |client: u32| topology.clients.get(client as usize).map(|c| c.group.as_str());
        let find = |name: Option<&str>| asked.iter().position(|a| a.client.as_deref() == name);
        let which: Vec<usize> = topology
            .volumes
            .iter()
            .map(|v| find(group(v.client)).or_else(|| find(None)).unwrap_or(usize::MAX))
            .collect();
        let mut volumes_of = vec![0_u32; topology.clients.len()];
        for volume in &topology.volumes {
            if let Some(count) = volumes_of.get_mut(volume.client as usize) {
                *count += 1;
            }
        }
        // Weights follow the rates when every client has one. Otherwise each client weighs the same in means; the
        // bounds hold for any mix of the groups.
        let rates = |v: usize| asked.get(which[v]).and_then(|a| a.rate_per_s);
        let driven = |v: usize| topology.clients.is_empty() || topology.volumes[v].client != NONE;
        let all: Vec<usize> = (0..topology.volumes.len()).filter(|v| driven(*v)).collect();
        let by_rate = !topology.clients.is_empty() && all.iter().all(|v| rates(*v).is_some());
        let count = |v: usize| volumes_of.get(topology.volumes[v].client as usize).copied().unwrap_or(1).max(1);
        let weight = |v: usize| if by_rate { rates(v).unwrap_or(0.0) } else { 1.0 } / f64::from(count(v));
        let sum: f64 = all.iter().map(|v| weight(*v)).sum();
        let mut notes = Vec::new();
        if all.len() < topology.volumes.len() {
            notes.push(BoundNoteKind::UnusedVolumes);
        }
        let free = if by_rate { Vec::new() } else { groups(topology) };
        if !free.is_empty() {
            notes.push(BoundNoteKind::AnyMix);
        }
        let of_volume: Vec<f64> =
            (0..topology.volumes.len()).map(|v| if driven(v) && sum > 0.0 { weight(v) / sum } else { 0.0 }).collect();
        let sharing: Vec<u32> = (0..topology.volumes.len())
            // One generator drives the volumes without a client.
            .map(|v| if topology.clients.is_empty() { topology.volumes.len() as u32 } else { count(v) })
            .collect();
        let mut made = Shares {
            asked,
            which,
            of_volume,
            cpu_ns: vec![0.0; topology.volumes.len()],
            outstanding: vec![0.0; topology.volumes.len()],
            most: spec.client().max_outstanding,
            spec,
            notes,
            free,
        };
        for v in all {
            let vm = group(topology.volumes[v].client).and_then(|name| spec.clients().get(name));
            let own = vm.and_then(|vm| vm.cpu_ns_per_io).unwrap_or(spec.client().cpu_ns_per_io);
            made.cpu_ns[v] = own as f64;
            made.outstanding[v] = made.outstanding_of(v, group(topology.volumes[v].client)) / f64::from(sharing[v]);
        }
        made
    }

    /// The same, asked by the clients of one group alone.
    pub(super) fn only(&self, topology: &Topology, group: &str) -> Shares<'a> {
        let of = |v: usize| topology.clients.get(topology.volumes[v].client as usize);
        let own = |v: usize| of(v).is_some_and(|client| client.group == group);
        let kept = |(v, share): (usize, &f64)| if own(v) { *share } else { 0.0 };
        let of_volume: Vec<f64> = self.of_volume.iter().enumerate().map(kept).collect();
        let sum: f64 = of_volume.iter().sum();
        Shares { of_volume: of_volume.into_iter().map(|share| share / sum).collect(), ..self.clone() }
    }

    /// Outstanding operations of the client that has volume `v`.
    fn outstanding_of(&self, v: usize, group: Option<&str>) -> f64 {
        let asked = self.asked.get(self.which[v]).and_then(|a| a.outstanding).unwrap_or(f64::INFINITY);
        let vm = group.and_then(|name| self.spec.clients().get(name));
        let most = vm.and_then(|vm| vm.max_outstanding).or(self.most);
        asked.min(most.map_or(f64::INFINITY, f64::from))
    }

    pub(super) fn ops(&self, volume: usize) -> &'a [(Op, f64)] {
        self.asked.get(self.which[volume]).map_or(NO_OPS, |a| &a.ops)
    }

    /// The mean over all operations of something that is known by volume.
    pub(super) fn mean(&self, by_volume: &[f64]) -> f64 {
        self.of_volume.iter().zip(by_volume).map(|(share, x)| share * x).sum()
    }

    /// The bounds of the clients themselves: by what they have outstanding, by their processors.
    pub(super) fn clients(&self, topology: &Topology, response_ns: &[f64]) -> Vec<OtherBound> {
        let names = client_groups(topology);
        if names.is_empty() {
            return self.group(topology, None, response_ns);
        }
        names.into_iter().flat_map(|group| self.group(topology, Some(group), response_ns)).collect()
    }

    fn group(&self, topology: &Topology, group: Option<&str>, response_ns: &[f64]) -> Vec<OtherBound> {
        // The first client of it stands for the others: they have the same volumes, and the same share.
        let first = topology.clients.iter().position(|c| Some(c.group.as_str()) == group).map_or(NONE, |c| c as u32);
        let own = |v: &usize| first == NONE || topology.volumes[*v].client == first;
        let volumes: Vec<usize> = (0..topology.volumes.len()).filter(own).collect();
        let share: f64 = volumes.iter().map(|v| self.of_volume[*v]).sum();
        let Some(v) = volumes.first().copied().filter(|_| share > 0.0) else { return Vec::new() };
        let mean = |x: &[f64]| volumes.iter().map(|v| self.of_volume[*v] * x[*v]).sum::<f64>() / share;
        let (cpu_ns, response_ns) = (mean(&self.cpu_ns), mean(response_ns));
        let outstanding = self.outstanding_of(v, group);
        let workers = self.asked.get(self.which[v]).map_or(1.0, |a| a.workers);
        let source = |kind, figure| BoundSource { kind, name: group.map(str::to_owned), figure: Some(figure) };
        let mut found = Vec::new();
        if outstanding.is_finite() && response_ns + cpu_ns > 0.0 {
            let bound_per_s = outstanding * 1e9 / (response_ns + cpu_ns) / share;
            found.push(OtherBound {
                source: source(BoundSourceKind::ClientOutstanding, outstanding),
                bound_per_s,
                of_clients: true,
            });
        }
        if cpu_ns > 0.0 {
            found.push(OtherBound {
                source: source(BoundSourceKind::ClientProcessor, cpu_ns),
                bound_per_s: workers * 1e9 / cpu_ns / share,
                of_clients: true,
            });
        }
        found
    }
}

/// The groups of clients, in order.
fn client_groups(topology: &Topology) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for client in &topology.clients {
        if !found.contains(&client.group.as_str()) {
            found.push(&client.group);
        }
    }
    found
}

/// The groups that have volumes, where there are several.
fn groups(topology: &Topology) -> Vec<String> {
    let of = |volume: &crate::topology::VolumeInfo| topology.clients.get(volume.client as usize);
    let has = |name: &&str| topology.volumes.iter().filter_map(of).any(|client| client.group == **name);
    let found: Vec<String> = client_groups(topology).into_iter().filter(has).map(str::to_owned).collect();
    if found.len() > 1 { found } else { Vec::new() }
}

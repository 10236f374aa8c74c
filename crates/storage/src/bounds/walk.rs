//! The walk along the routes: what an operation takes of every instance, and how long it takes when nothing waits.

use std::collections::{BTreeMap, BTreeSet};

use plimsoll_base::{Op, OpKind};

use super::client_load::Shares;
use crate::element::{Exit, Surroundings};
use crate::spec::StackSpec;
use crate::topology::{NONE, Topology};
use crate::wiring::Visit;

/// Demand on an instance: of an average operation of the clients, or of a second of load that elements make.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    pub(super) requests: f64,
    /// Busy time of its servers: of reads, of all others.
    pub(super) work_ns: [f64; 2],
    pub(super) second_ns: f64,
    pub(super) servers: f64,
    /// Whether reads and others have the servers each.
    pub(super) apart: bool,
    pub(super) stay_ns: f64,
    pub(super) depth: Option<u32>,
    /// Time that its requests spend behind it.
    pub(super) behind_ns: f64,
}

impl Sums {
    /// Both together.
    pub(super) fn plus(&self, other: &Sums) -> Sums {
        Sums {
            requests: self.requests + other.requests,
            work_ns: [self.work_ns[0] + other.work_ns[0], self.work_ns[1] + other.work_ns[1]],
            second_ns: self.second_ns + other.second_ns,
            servers: self.servers.max(other.servers),
            apart: self.apart || other.apart,
            stay_ns: self.stay_ns + other.stay_ns,
            depth: self.depth.or(other.depth),
            behind_ns: self.behind_ns + other.behind_ns,
        }
    }

    /// The demand of `many` of them.
    pub(super) fn times(&self, many: f64) -> Sums {
        Sums {
            requests: self.requests * many,
            work_ns: self.work_ns.map(|ns| ns * many),
            second_ns: self.second_ns * many,
            stay_ns: self.stay_ns * many,
            behind_ns: self.behind_ns * many,
            ..self.clone()
        }
    }

    pub(super) fn any(&self) -> bool {
        self.requests > 0.0
    }

    /// Whether this load of a second leaves nothing of the servers of `of`.
    pub(super) fn overloads(&self, of: &Sums) -> bool {
        let servers = of.servers.max(self.servers).max(1.0);
        self.work_ns.iter().sum::<f64>() > servers * 1e9 || self.second_ns > 1e9
    }
}

/// The stack on paper.
pub(super) struct Paper<'a> {
    spec: &'a StackSpec,
    topology: &'a Topology,
    clients: Vec<String>,
    volumes: Vec<String>,
    client_groups: Vec<String>,
    volume_groups: Vec<String>,
    /// By instance: of an average operation.
    pub(super) asked: Vec<Sums>,
    /// By instance: of what an average operation leaves to be done when it is answered (a destage, a late copy).
    pub(super) later: Vec<Sums>,
    /// By instance: of a second of what elements send on their own.
    pub(super) own: Vec<Sums>,
    /// By volume: unloaded response time of one of its operations.
    pub(super) response_ns: Vec<f64>,
    /// By host: processor time of an average operation of the whole system.
    pub(super) cpu_ns: Vec<f64>,
    /// Awaited requests of an operation at instances that bound how many are behind them: (instance, volume).
    pub(super) at_depth: BTreeMap<(u32, u32), f64>,
    /// Elements and their instances, in the order of the routes.
    pub(super) elements: Vec<(String, Vec<u32>)>,
}

/// A request on its way.
#[derive(Clone, Copy)]
struct Step {
    place: u32,
    op: Op,
    /// How many there are of it.
    count: f64,
    /// How many for an operation of the volume, when the client waits for them; 0 otherwise.
    awaited: f64,
    /// Load of an element's own.
    own: bool,
    /// The client's operation is answered without it.
    later: bool,
}

impl<'a> Paper<'a> {
    pub(super) fn of(spec: &'a StackSpec, topology: &'a Topology, shares: &Shares<'_>) -> Paper<'a> {
        let mut paper = Paper {
            spec,
            topology,
            clients: topology.clients.iter().map(|c| c.name.clone()).collect(),
            volumes: topology.volumes.iter().map(|v| v.name.clone()).collect(),
            client_groups: topology.clients.iter().map(|c| c.group.clone()).collect(),
            volume_groups: topology.volumes.iter().map(|v| v.group.clone()).collect(),
            asked: vec![Sums::default(); topology.instances.len()],
            later: vec![Sums::default(); topology.instances.len()],
            own: vec![Sums::default(); topology.instances.len()],
            response_ns: vec![0.0; topology.volumes.len()],
            cpu_ns: vec![0.0; topology.hosts.len()],
            at_depth: BTreeMap::new(),
            elements: Vec::new(),
        };
        let mut position: BTreeMap<&str, usize> = BTreeMap::new();
        for (index, info) in topology.instances.iter().enumerate() {
            let at = *position.entry(&info.element).or_insert_with(|| {
                paper.elements.push((info.element.clone(), Vec::new()));
                paper.elements.len() - 1
            });
            paper.elements[at].1.push(index as u32);
        }
        let rank = ranks(topology);
        paper.elements.sort_by_key(|(_, instances)| {
            instances.iter().map(|i| rank[&topology.instances[*i as usize].element]).max().unwrap_or(0)
        });
        for (v, volume) in topology.volumes.iter().enumerate() {
            for (op, share) in shares.ops(v) {
                let count = shares.of_volume[v] * share;
                let step = Step { place: volume.entry, op: *op, count, awaited: *share, own: false, later: false };
                paper.response_ns[v] += share * paper.walk(step);
            }
            if let Some(host) = topology.clients.get(volume.client as usize).map(|c| c.host) {
                paper.processor(host, shares.of_volume[v] * shares.cpu_ns[v]);
            }
        }
        for info in &topology.instances {
            let own = paper.spec.element(&info.element).wiring().own_load();
            let place = topology.places[info.first_place as usize].next;
            for (rate, op) in own.into_iter().filter(|(rate, _)| *rate > 0.0 && place != NONE) {
                paper.walk(Step { place, op, count: rate, awaited: 0.0, own: true, later: false });
            }
        }
        paper
    }

    fn around(&self, instance: u32) -> Surroundings<'_> {
        let info = &self.topology.instances[instance as usize];
        Surroundings {
            name: &info.name,
            seed: 0,
            volume_bytes: info.volume_bytes,
            first_volume_bytes: self.topology.volumes[info.first_volume as usize].size_bytes,
            address_end: self.topology.address_end,
            members: info.members,
            clients: &self.clients,
            volumes: &self.volumes,
            client_groups: &self.client_groups,
            volume_groups: &self.volume_groups,
        }
    }

    fn processor(&mut self, host: u32, ns: f64) {
        if let Some(sum) = self.cpu_ns.get_mut(host as usize) {
            *sum += ns;
        }
    }

    /// Counts a request at a place and behind it, and returns its time without any waiting.
    fn walk(&mut self, step: Step) -> f64 {
        let Step { place, op, count, awaited, own, later } = step;
        let at = self.topology.places[place as usize];
        let wiring = self.spec.element(&self.topology.instances[at.instance as usize].element).wiring();
        let around = self.around(at.instance);
        let (demand, second_ns) = (wiring.demand(&op, &around), wiring.second_work_ns(&op, &around));
        let second_ns = second_ns + demand.back_ns;
        let visits = wiring.visits(&op, &around);
        let mut behind = Behind::default();
        for visit in visits {
            let next = match visit.exit {
                Exit::Next => at.next,
                Exit::Member(index) => self.topology.members_of(place).get(usize::from(index)).copied().unwrap_or(NONE),
                Exit::Back | Exit::Held => NONE,
            };
            if next == NONE || visit.count <= 0.0 {
                continue;
            }
            let awaits = if visit.awaited { awaited * visit.count } else { 0.0 };
            let later = later || (!own && !visit.awaited);
            let count = count * visit.count;
            let response = self.walk(Step { place: next, op: visit.op, count, awaited: awaits, own, later });
            behind.add(&visit, response);
        }
        let behind_ns = behind.ns();
        let host = if at.node == NONE {
            let client = self.topology.volumes[at.volume as usize].client;
            self.topology.clients.get(client as usize).map_or(NONE, |c| c.host)
        } else {
            at.node
        };
        if !own {
            self.processor(host, count * demand.cpu_ns);
            if demand.depth.is_some() && awaited > 0.0 {
                *self.at_depth.entry((at.instance, at.volume)).or_default() += awaited;
            }
        }
        let sums = match (own, later) {
            (true, _) => &mut self.own,
            (false, true) => &mut self.later,
            (false, false) => &mut self.asked,
        };
        let sums = &mut sums[at.instance as usize];
        sums.requests += count;
        sums.work_ns[usize::from(op.kind != OpKind::Read)] += count * demand.work_ns;
        sums.second_ns += count * second_ns;
        sums.servers = sums.servers.max(demand.servers);
        sums.apart = wiring.kinds_apart();
        sums.stay_ns += count * demand.stay_ns;
        sums.depth = demand.depth.or(sums.depth);
        sums.behind_ns += count * behind_ns;
        demand.stay_ns + behind_ns
    }
}

/// How many elements lie at most between an element and the clients: what comes first on the routes has less.
fn ranks(topology: &Topology) -> BTreeMap<&String, usize> {
    let name = |place: u32| &topology.instances[topology.places[place as usize].instance as usize].element;
    let mut rank: BTreeMap<&String, usize> = topology.instances.iter().map(|i| (&i.element, 0)).collect();
    let before: BTreeSet<(&String, &String)> = (0..topology.places.len() as u32)
        .filter(|place| topology.places[*place as usize].up != NONE)
        .map(|place| (name(topology.places[place as usize].up), name(place)))
        .collect();
    // Where routes pass two elements in opposite orders nothing settles: as many rounds as there are elements.
    for _ in 0..rank.len() {
        let least = before.iter().map(|(up, down)| (*down, rank[up] + 1)).collect::<Vec<_>>();
        let mut moved = false;
        for (down, least) in least {
            if let Some(at) = rank.get_mut(down).filter(|at| **at < least) {
                *at = least;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    rank
}

/// How long a request waits for what it caused, from below: see the head of `bounds.rs`. By kind of operation.
#[derive(Default)]
struct Behind {
    /// The slowest of those that are always there: they are under way side by side.
    slowest: [f64; 4],
    /// Alternatives with their weights: the parts that only some requests have.
    sometimes: [(f64, f64); 4],
}

impl Behind {
    fn add(&mut self, visit: &Visit, response_ns: f64) {
        if !visit.awaited {
            return;
        }
        let kind = visit.op.kind.index();
        if visit.count >= 1.0 {
            self.slowest[kind] = self.slowest[kind].max(response_ns);
        } else {
            let (sum, weight) = &mut self.sometimes[kind];
            *sum += visit.count * response_ns;
            *weight += visit.count;
        }
    }

    fn ns(&self) -> f64 {
        let of = |kind: usize| {
            // More than one on average: they are under way side by side, and each takes its own time at least.
            let (sum, weight) = self.sometimes[kind];
            self.slowest[kind].max(sum / weight.max(1.0))
        };
        (0..4).map(of).sum()
    }
}

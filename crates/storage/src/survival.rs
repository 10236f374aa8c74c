//! The state of volumes when hosts are down: which are whole, which lack copies, which are lost; and over all sets of
//! so many hosts, how many volumes go with the worst of them (the blast radius).
//!
//! Computed from the topology alone, so it holds for every load and costs no simulated time. A part of a volume is gone
//! when it is placed on a host that is down; a part on no particular host (an array behind a network) is always there.
//! A mirror is there with one copy (with a quorum, when it is reached), a stripe with all its members, an array by its
//! level; of paths one will do. Hosts that run clients count apart: a volume whose client is down has no reader, but
//! may be whole.
//!
//! The duration, and the effect of a rebuild, are left out. Dirty blocks in a cache that is lost are not counted as
//! lost data: such a volume is degraded here.

use std::collections::{BTreeMap, BTreeSet};

use plimsoll_base::random::{Random, stream, unit};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::spec::StackSpec;
use crate::topology::{NONE, Topology};

/// What is left of the data of a volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DataState {
    /// Everything is there.
    Whole,
    /// The data are there, but not as many copies as described.
    Degraded,
    /// Data are missing, or can't be reached: requests fail.
    Lost,
}

/// Copies or members of one element of a volume.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Copies {
    /// Name of the element.
    pub element: String,
    /// Members that are there.
    pub there: u32,
    /// Members that have to be there.
    pub needed: u32,
    /// Members as described.
    pub of: u32,
}

/// A volume with some hosts down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VolumeState {
    /// Its number in the topology.
    pub volume: u32,
    /// Its name.
    pub name: String,
    /// Of its data.
    pub state: DataState,
    /// Whether the host of its client is down.
    pub client_down: bool,
    /// Of the element that has the fewest members to spare; none when nothing is kept on members.
    pub copies: Option<Copies>,
    /// Hosts on which parts of it lie, by name.
    pub hosts: Vec<String>,
    /// Those of them that are down.
    pub hosts_down: Vec<String>,
}

/// How many volumes so many hosts take with them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlastRadius {
    /// Hosts down at once.
    pub hosts_down: u32,
    /// Hosts that hold data.
    pub hosts: u32,
    /// Volumes.
    pub volumes: u32,
    /// Sets of so many hosts that there are.
    pub combinations: f64,
    /// Sets that were looked at for the means.
    pub examined: u64,
    /// Whether these were all. Otherwise the means are of a sample, and the worst may not be the worst there is.
    pub exact: bool,
    /// Volumes lost, mean over the sets.
    pub lost_mean: f64,
    /// Volumes that lack copies and are not lost, mean over the sets.
    pub degraded_mean: f64,
    /// Share of the sets in which a volume is lost at all.
    pub sets_with_loss_share: f64,
    /// The most volumes lost.
    pub lost_worst: u32,
    /// The hosts of that set, by name; the first such set.
    pub worst_hosts: Vec<String>,
    /// The volumes lost with them, by name.
    pub worst_volumes: Vec<String>,
}

/// More sets than these are sampled.
const MAX_SETS: u64 = 20_000;

/// Every volume of a stack with the hosts `down` (numbers in [`Topology::hosts`]) down.
pub fn survival(spec: &StackSpec, topology: &Topology, down: &[u32]) -> Vec<VolumeState> {
    let walk = Walk::new(spec, topology);
    let is_down = |host: u32| down.contains(&host);
    let name = |host: &u32| topology.hosts[*host as usize].name.clone();
    let of = |(index, volume): (usize, &crate::topology::VolumeInfo)| {
        let mut weakest = None;
        let state = walk.state(volume.entry, &is_down, &mut weakest);
        let client = topology.clients.get(volume.client as usize);
        let hosts = walk.hosts(index as u32);
        VolumeState {
            volume: index as u32,
            name: volume.name.clone(),
            state,
            client_down: client.is_some_and(|client| is_down(client.host)),
            copies: weakest,
            hosts: hosts.iter().map(name).collect(),
            hosts_down: hosts.iter().filter(|host| is_down(**host)).map(name).collect(),
        }
    };
    topology.volumes.iter().enumerate().map(of).collect()
}

/// The losses when any `count` hosts that hold data are down together: over all such sets, or over 20,000 drawn ones
/// when there are more. `count` above the number of hosts means all of them.
pub fn blast_radius(spec: &StackSpec, topology: &Topology, count: u32) -> BlastRadius {
    let hosts: Vec<u32> = (0..topology.hosts.len() as u32).filter(|h| topology.hosts[*h as usize].holds_data).collect();
    let count = (count as usize).min(hosts.len());
    let walk = Walk::new(spec, topology);
    let mut look = Look::new(&walk);
    let combinations = choose(hosts.len(), count);
    let exact = combinations <= MAX_SETS as f64;
    let mut set = Vec::with_capacity(count);
    if exact {
        each_subset(&hosts, count, &mut |set| {
            look.at(set, true);
            true
        });
    } else {
        let mut random = stream(0, "blast radius", count as u64);
        for _ in 0..MAX_SETS {
            draw(&hosts, count, &mut random, &mut set);
            look.at(&set, true);
        }
        // Hosts that share a volume are where the worst lies, and few of all sets: these are looked at beside, one
        // volume's after the other, and do not count in the means.
        let mut left = MAX_SETS;
        for volume in 0..topology.volumes.len() as u32 {
            each_subset(&walk.hosts(volume), count, &mut |set| {
                look.at(set, false);
                left -= 1;
                left > 0
            });
            if left == 0 {
                break;
            }
        }
    }
    let mean = |total: u64| if look.examined == 0 { 0.0 } else { total as f64 / look.examined as f64 };
    BlastRadius {
        hosts_down: count as u32,
        hosts: hosts.len() as u32,
        volumes: topology.volumes.len() as u32,
        combinations,
        examined: look.examined,
        exact,
        lost_mean: mean(look.lost),
        degraded_mean: mean(look.degraded),
        sets_with_loss_share: mean(look.sets_with_loss),
        lost_worst: look.worst.len() as u32,
        worst_hosts: look.worst_set.iter().map(|host| topology.hosts[*host as usize].name.clone()).collect(),
        worst_volumes: look.worst.iter().map(|volume| topology.volumes[*volume as usize].name.clone()).collect(),
    }
}

/// The number of subsets of `k` of `n`.
fn choose(n: usize, k: usize) -> f64 {
    (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product::<f64>().round()
}

/// Calls `with` for each subset of `k` of `from`, in order, as long as it returns true.
fn each_subset(from: &[u32], k: usize, with: &mut impl FnMut(&[u32]) -> bool) {
    if k > from.len() {
        return;
    }
    let mut at: Vec<usize> = (0..k).collect();
    let mut set = vec![0; k];
    loop {
        for (place, index) in set.iter_mut().zip(&at) {
            *place = from[*index];
        }
        // The last index that can still move on; those behind it follow it.
        let Some(moves) = with(&set).then(|| (0..k).rev().find(|i| at[*i] < from.len() - k + i)).flatten() else {
            return;
        };
        at[moves] += 1;
        for i in moves + 1..k {
            at[i] = at[i - 1] + 1;
        }
    }
}

/// Draws `k` different ones of `from` (Floyd's way: as many draws as are needed).
fn draw(from: &[u32], k: usize, random: &mut Random, set: &mut Vec<u32>) {
    set.clear();
    for upto in from.len() - k..from.len() {
        let drawn = from[(unit(random) * (upto + 1) as f64) as usize];
        set.push(if set.contains(&drawn) { from[upto] } else { drawn });
    }
    set.sort_unstable();
}

/// The tree of places of each volume.
struct Walk<'a> {
    spec: &'a StackSpec,
    topology: &'a Topology,
    /// Whether each element's members hold its data, by the element's name; looked up once.
    holds: BTreeMap<&'a str, Kind>,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Passes requests on, or holds the data.
    Plain,
    /// Members that hold the data.
    Holds,
    /// Members of which one will do.
    Ways,
    /// A member beside what follows.
    Beside,
}

impl<'a> Walk<'a> {
    fn new(spec: &'a StackSpec, topology: &'a Topology) -> Walk<'a> {
        let kind = |(name, element): (&'a String, &'a crate::elements::ElementSpec)| {
            let kind = match element.members() {
                None => Kind::Plain,
                Some(members) if members.beside() => Kind::Beside,
                Some(_) if element.wiring().required_members().is_some() => Kind::Holds,
                Some(_) => Kind::Ways,
            };
            (name.as_str(), kind)
        };
        Walk { spec, topology, holds: spec.elements().iter().map(kind).collect() }
    }

    /// Hosts on which parts of a volume lie, in their order.
    fn hosts(&self, volume: u32) -> Vec<u32> {
        let entry = |volume: u32| self.topology.volumes.get(volume as usize).map(|volume| volume.entry as usize);
        // The places of a volume are laid one after the other, from its entry on.
        let end = entry(volume + 1).unwrap_or(self.topology.places.len());
        let places = &self.topology.places[entry(volume).unwrap_or(end)..end];
        let nodes: BTreeSet<u32> = places.iter().map(|place| place.node).filter(|node| *node != NONE).collect();
        nodes.into_iter().collect()
    }

    /// The state of the data at `place` and behind; `weakest` is the element with the least to spare.
    fn state(&self, place: u32, down: &impl Fn(u32) -> bool, weakest: &mut Option<Copies>) -> DataState {
        let here = &self.topology.places[place as usize];
        if here.node != NONE && down(here.node) {
            return DataState::Lost;
        }
        let name = self.topology.instances[here.instance as usize].element.as_str();
        let kind = self.holds[name];
        let mut state = DataState::Whole;
        if kind != Kind::Plain {
            let of: Vec<DataState> =
                self.topology.members_of(place).iter().map(|member| self.state(*member, down, weakest)).collect();
            state = self.of_members(name, kind, &of, weakest);
        }
        if here.next != NONE {
            state = state.max(self.state(here.next, down, weakest));
        }
        state
    }

    fn of_members(&self, name: &str, kind: Kind, of: &[DataState], weakest: &mut Option<Copies>) -> DataState {
        let all = of.iter().max().copied().unwrap_or(DataState::Whole);
        let short = if all == DataState::Whole { DataState::Whole } else { DataState::Degraded };
        match kind {
            Kind::Plain => DataState::Whole,
            Kind::Beside => short,
            Kind::Ways if of.iter().all(|state| *state == DataState::Lost) => DataState::Lost,
            Kind::Ways => short,
            Kind::Holds => {
                let wiring = self.spec.element(name).wiring();
                let there: Vec<bool> = of.iter().map(|state| *state != DataState::Lost).collect();
                let copies = Copies {
                    element: name.into(),
                    there: there.iter().filter(|there| **there).count() as u32,
                    needed: wiring.required_members().unwrap_or(0),
                    of: of.len() as u32,
                };
                let spare = |copies: &Copies| i64::from(copies.there) - i64::from(copies.needed);
                if weakest.as_ref().is_none_or(|other| spare(&copies) < spare(other)) {
                    *weakest = Some(copies);
                }
                if !wiring.survives(&there) {
                    DataState::Lost
                } else if wiring.lacks_a_member() {
                    DataState::Degraded
                } else {
                    short
                }
            }
        }
    }
}

/// Sums over sets of hosts.
struct Look<'a> {
    walk: &'a Walk<'a>,
    /// Volumes with a part on each host.
    on: Vec<Vec<u32>>,
    /// The state of each volume with all hosts up.
    before: Vec<DataState>,
    lost_before: Vec<u32>,
    degraded_before: u64,
    concerned: Vec<u32>,
    lost_now: Vec<u32>,
    examined: u64,
    lost: u64,
    degraded: u64,
    sets_with_loss: u64,
    worst: Vec<u32>,
    worst_set: Vec<u32>,
}

impl<'a> Look<'a> {
    fn new(walk: &'a Walk<'a>) -> Look<'a> {
        let topology = walk.topology;
        let mut on = vec![Vec::new(); topology.hosts.len()];
        for volume in 0..topology.volumes.len() as u32 {
            walk.hosts(volume).into_iter().for_each(|host| on[host as usize].push(volume));
        }
        let before: Vec<DataState> =
            topology.volumes.iter().map(|volume| walk.state(volume.entry, &|_| false, &mut None)).collect();
        let lost_before: Vec<u32> =
            (0..before.len() as u32).filter(|v| before[*v as usize] == DataState::Lost).collect();
        Look {
            walk,
            on,
            degraded_before: before.iter().filter(|state| **state == DataState::Degraded).count() as u64,
            worst: lost_before.clone(),
            lost_before,
            before,
            concerned: Vec::new(),
            lost_now: Vec::new(),
            examined: 0,
            lost: 0,
            degraded: 0,
            sets_with_loss: 0,
            worst_set: Vec::new(),
        }
    }

    /// Looks at one set; `counts`: in the means.
    fn at(&mut self, set: &[u32], counts: bool) {
        // Only volumes with a part on one of them can be worse off than before.
        self.concerned.clear();
        set.iter().for_each(|host| self.concerned.extend(&self.on[*host as usize]));
        self.concerned.sort_unstable();
        self.concerned.dedup();
        self.lost_now.clone_from(&self.lost_before);
        let mut degraded = self.degraded_before;
        for volume in &self.concerned {
            let before = self.before[*volume as usize];
            let entry = self.walk.topology.volumes[*volume as usize].entry;
            let now = self.walk.state(entry, &|host| set.contains(&host), &mut None);
            degraded += u64::from(now == DataState::Degraded);
            degraded -= u64::from(before == DataState::Degraded);
            if now == DataState::Lost && before != DataState::Lost {
                self.lost_now.push(*volume);
            }
        }
        if counts {
            self.examined += 1;
            self.lost += self.lost_now.len() as u64;
            self.degraded += degraded;
            self.sets_with_loss += u64::from(!self.lost_now.is_empty());
        }
        if self.lost_now.len() > self.worst.len() || self.worst_set.is_empty() {
            self.lost_now.sort_unstable();
            self.worst.clone_from(&self.lost_now);
            self.worst_set = set.to_vec();
        }
    }
}

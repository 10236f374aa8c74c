//! What is lost when hosts are down: which volumes have lost copies, which have lost data, and which hosts would be the
//! worst ones to lose.
//!
//! Walks the places of each volume: what lies on a host that is down is gone; an element with members is there as long
//! as enough of them are ([`Wiring::members_needed`](crate::wiring::Wiring)). What it does not do: rebuilds, and hosts
//! that come back.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::spec::StackSpec;
use crate::topology::{NONE, Topology};

/// How a volume is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Everything is there.
    Whole,
    /// The data are there, but not all the copies.
    Degraded,
    /// The data are not there.
    Lost,
}

/// What is lost while some hosts are down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Loss {
    /// The hosts that are down.
    pub down: Vec<String>,
    /// Number of volumes in all.
    pub volumes: usize,
    /// Volumes that have lost copies, not data.
    pub degraded: Vec<String>,
    /// Volumes that have lost their data.
    pub lost: Vec<String>,
    /// Clients that have no host to run on.
    pub clients_down: Vec<String>,
    /// The worst that the loss of as many hosts can do.
    pub worst: Option<Worst>,
}

/// A loss of hosts that no other loss of as many exceeds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Worst {
    /// Which.
    pub hosts: Vec<String>,
    /// Volumes lost.
    pub lost: usize,
    /// Volumes that have lost copies, not data.
    pub degraded: usize,
    /// Volumes lost by the loss of any as many hosts, on average.
    pub mean_lost: f64,
    /// Sets of hosts that were looked at.
    pub looked_at: u64,
}

/// More sets of hosts than this are not looked at: the worst is then not told.
const MOST_SETS: u64 = 20_000;

/// What is lost when the hosts named in `down` are; Err: a name that no host has, with those that there are.
pub fn loss(spec: &StackSpec, topology: &Topology, down: &[String]) -> Result<Loss, String> {
    let mut hosts = Vec::new();
    for name in down {
        match topology.hosts.iter().position(|host| host.name == *name) {
            Some(host) if !hosts.contains(&(host as u32)) => hosts.push(host as u32),
            Some(_) => {}
            None => return Err(unknown(topology, name)),
        }
    }
    let states = states(spec, topology, &hosts);
    let of = |wanted: State| {
        let named = topology.volumes.iter().zip(&states).filter(|(_, state)| **state == wanted);
        named.map(|(volume, _)| volume.name.clone()).collect()
    };
    let name = |host: &u32| topology.hosts[*host as usize].name.clone();
    Ok(Loss {
        down: hosts.iter().map(name).collect(),
        volumes: topology.volumes.len(),
        degraded: of(State::Degraded),
        lost: of(State::Lost),
        clients_down: topology.clients.iter().filter(|c| hosts.contains(&c.host)).map(|c| c.name.clone()).collect(),
        worst: worst(spec, topology, hosts.len()),
    })
}

fn unknown(topology: &Topology, name: &str) -> String {
    let mut known: Vec<&str> = topology.hosts.iter().map(|h| h.name.as_str()).collect();
    let count = known.len();
    known.truncate(12);
    let more = if count > known.len() { format!(", … ({count} in all)") } else { String::new() };
    let known =
        if known.is_empty() { "the stack has none".into() } else { format!("known: {}{more}", known.join(", ")) };
    format!("no host is called '{name}'; {known}")
}

/// By volume, how it is while `down` are. The one place that decides what is lost.
fn states(spec: &StackSpec, topology: &Topology, down: &[u32]) -> Vec<State> {
    topology.volumes.iter().map(|volume| state(spec, topology, down, volume.entry)).collect()
}

/// Of what lies at a place and behind it.
fn state(spec: &StackSpec, topology: &Topology, down: &[u32], place: u32) -> State {
    if place == NONE {
        return State::Whole;
    }
    let at = &topology.places[place as usize];
    if at.node != NONE && down.contains(&at.node) {
        return State::Lost;
    }
    let next = state(spec, topology, down, at.next);
    let members: Vec<State> =
        topology.members_of(place).iter().map(|member| state(spec, topology, down, *member)).collect();
    if members.is_empty() {
        return next;
    }
    let element = spec.element(&topology.instances[at.instance as usize].element);
    let there: Vec<bool> = members.iter().map(|state| *state != State::Lost).collect();
    // Members that hold no data, such as paths, do with one.
    let survives = match element.wiring().members_needed() {
        Some(_) => element.wiring().survives(&there),
        None => there.contains(&true),
    };
    let of_members = match () {
        () if !survives => State::Lost,
        () if members.iter().all(|state| *state == State::Whole) => State::Whole,
        () => State::Degraded,
    };
    next.max(of_members)
}

/// Over all sets of `count` hosts on which something lies.
fn worst(spec: &StackSpec, topology: &Topology, count: usize) -> Option<Worst> {
    let mut used: Vec<u32> = topology.places.iter().map(|place| place.node).filter(|node| *node != NONE).collect();
    used.sort_unstable();
    used.dedup();
    let sets = (0..count as u64).try_fold(1_u64, |sets, i| {
        // Exact at each step: a product of i + 1 numbers in a row is divisible by (i + 1)!.
        Some(sets.checked_mul((used.len() as u64).checked_sub(i)?)? / (i + 1))
    })?;
    if sets == 0
        || count == 0
        || sets.saturating_mul(topology.places.len() as u64) > MOST_SETS * 10_000
        || sets > MOST_SETS
    {
        return None;
    }
    let mut chosen: Vec<usize> = (0..count).collect();
    let (mut found, mut sum): (Option<(usize, usize, Vec<u32>)>, usize) = (None, 0);
    loop {
        let hosts: Vec<u32> = chosen.iter().map(|i| used[*i]).collect();
        let states = states(spec, topology, &hosts);
        let number = |wanted: State| states.iter().filter(|state| **state == wanted).count();
        let (lost, degraded) = (number(State::Lost), number(State::Degraded));
        sum += lost;
        if found.as_ref().is_none_or(|(worst, also, _)| (lost, degraded) > (*worst, *also)) {
            found = Some((lost, degraded, hosts));
        }
        // The next set in the order of the numbers: the last that can move on does, those behind it follow.
        let Some(at) = (0..count).rev().find(|i| chosen[*i] < used.len() - (count - i)) else { break };
        chosen[at] += 1;
        for i in at + 1..count {
            chosen[i] = chosen[i - 1] + 1;
        }
    }
    found.map(|(lost, degraded, hosts)| Worst {
        hosts: hosts.iter().map(|host| topology.hosts[*host as usize].name.clone()).collect(),
        lost,
        degraded,
        mean_lost: sum as f64 / sets as f64,
        looked_at: sets,
    })
}

/// Names on one line, the first few of many.
fn some(names: &[String]) -> String {
    const SHOWN: usize = 6;
    let shown = names.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
    match names.len() {
        0 => "none".into(),
        n if n > SHOWN => format!("{n}: {shown}, …"),
        n => format!("{n}: {shown}"),
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "down       {}", some(&self.down))?;
        writeln!(f, "lost       {} (of {} volumes)", some(&self.lost), self.volumes)?;
        writeln!(f, "degraded   {}", some(&self.degraded))?;
        writeln!(
            f,
            "no host    {}",
            if self.clients_down.is_empty() { "no client".into() } else { some(&self.clients_down) }
        )?;
        match &self.worst {
            Some(worst) => writeln!(
                f,
                "worst      the loss of {}: {} volumes lost, {} degraded; {:.2} lost on average over all {} sets of {}",
                worst.hosts.join(", "),
                worst.lost,
                worst.degraded,
                worst.mean_lost,
                worst.looked_at,
                worst.hosts.len()
            ),
            None => Ok(()),
        }
    }
}

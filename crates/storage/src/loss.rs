//! The losses when named hosts are down, for readers: which volumes have lost copies, which have lost data, and which
//! hosts would be the worst ones to lose. `survival.rs` computes them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::spec::StackSpec;
use crate::survival::{BlastRadius, DataState, blast_radius, survival};
use crate::topology::Topology;

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
    pub worst: Option<BlastRadius>,
}

/// The losses when the hosts in `down` are down. Err: a name that no host has, with the names that exist.
pub fn loss(spec: &StackSpec, topology: &Topology, down: &[String]) -> Result<Loss, String> {
    let mut hosts = Vec::new();
    for name in down {
        match topology.hosts.iter().position(|host| host.name == *name) {
            Some(host) if !hosts.contains(&(host as u32)) => hosts.push(host as u32),
            Some(_) => {}
            None => return Err(unknown_host(topology, name)),
        }
    }
    let states = survival(spec, topology, &hosts);
    let of = |wanted: DataState| states.iter().filter(|v| v.state == wanted).map(|v| v.name.clone()).collect();
    let name = |host: &u32| topology.hosts[*host as usize].name.clone();
    Ok(Loss {
        down: hosts.iter().map(name).collect(),
        volumes: topology.volumes.len(),
        degraded: of(DataState::Degraded),
        lost: of(DataState::Lost),
        clients_down: topology.clients.iter().filter(|c| hosts.contains(&c.host)).map(|c| c.name.clone()).collect(),
        worst: (!hosts.is_empty()).then(|| blast_radius(spec, topology, hosts.len() as u32)),
    })
}

fn unknown_host(topology: &Topology, name: &str) -> String {
    let mut known: Vec<&str> = topology.hosts.iter().map(|h| h.name.as_str()).collect();
    let count = known.len();
    known.truncate(12);
    let more = if count > known.len() { format!(", … ({count} in all)") } else { String::new() };
    let known =
        if known.is_empty() { "the stack has none".into() } else { format!("known: {}{more}", known.join(", ")) };
    format!("no host is called '{name}'; {known}")
}

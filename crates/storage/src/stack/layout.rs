//! The layout of a stack: its elements, and the places on the routes through them. Elements learn once of their
//! surroundings.

use plimsoll_base::Nanos;

use super::node::Node;
use crate::element::{FOLLOWS, Position, Site, Surroundings, VolumeHere};
use crate::figures::{Seldom, Totals};
use crate::spec::StackSpec;
use crate::topology::{NONE, Topology};

/// A place at work. 32 bytes, never across two lines of the processor's cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Place {
    pub(super) instance: u32,
    pub(super) next: u32,
    /// The nearest place before it that sees returns; [`NONE`]: the client.
    pub(super) returns_to: u32,
    pub(super) members: u32,
    pub(super) depth: u16,
    /// The member of `returns_to` in which it lies.
    pub(super) within: u16,
    /// On a host that is down.
    pub(super) down: bool,
    /// In a copy of the data of which something was spoilt here.
    pub(super) spoilt: bool,
    /// On the client's own host.
    pub(super) local: bool,
    /// Its element acts on its own.
    pub(super) keeps_time: bool,
    /// Its element looks ahead.
    pub(super) foresees: bool,
    /// Its element does nothing with what passes on its way back.
    pub(super) lets_back: bool,
    /// Its element may only count what passes, on the way down or back.
    pub(super) may_let_through: bool,
    pub(super) may_let_back: bool,
    pub(super) volume: u32,
}

/// The fields of an element that few visits need.
#[derive(Debug)]
pub(super) struct InstanceState {
    /// When the event for its timer is scheduled.
    pub(super) timer_at: Option<Nanos>,
    pub(super) seldom: Seldom,
    /// Since the figures were last restarted.
    pub(super) base: (Totals, Seldom),
    pub(super) name: String,
    pub(super) first_place: u32,
}

pub(super) struct Layout {
    pub(super) nodes: Vec<Node>,
    /// By instance, as `nodes`.
    pub(super) beside: Vec<InstanceState>,
    /// From the clients to the data, on whichever route an element lies deepest.
    pub(super) elements: Vec<Instances>,
    pub(super) places: Vec<Place>,
}

impl Layout {
    /// The stack that `spec` describes, in its initial state, with some hosts down.
    pub(super) fn of(spec: &StackSpec, topology: &Topology, seed: u64, down: &[u32]) -> Layout {
        let (mut nodes, beside, mut elements) = nodes_of(spec, topology, seed);
        let places = places_of(topology, &nodes, down);
        let mut deepest = vec![0; nodes.len()];
        places.iter().for_each(|p| deepest[p.instance as usize] = p.depth.max(deepest[p.instance as usize]));
        elements.sort_by_key(|(.., instances)| instances.iter().map(|i| deepest[*i as usize]).max());
        tell_volumes(&mut nodes, topology);
        introduce(&mut nodes, spec, topology);
        Layout { nodes, beside, elements, places }
    }
}

/// The places of a topology at work.
fn places_of(topology: &Topology, nodes: &[Node], down: &[u32]) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::with_capacity(topology.places.len());
    for (index, place) in topology.places.iter().enumerate() {
        let up = places.get(place.up as usize);
        let member = || topology.members_of(place.up).iter().position(|entry| *entry as usize == index);
        // A place is laid after the one before it.
        let (returns_to, within) = match up {
            Some(up) if nodes[up.instance as usize].element.sees_returns() => {
                (place.up, member().map_or(FOLLOWS, |member| member as u16))
            }
            Some(up) => (up.returns_to, up.within),
            None => (NONE, FOLLOWS),
        };
        let client = topology.volumes[place.volume as usize].client;
        let host = topology.clients.get(client as usize).map_or(NONE, |client| client.host);
        let (local, element) = (host != NONE && host == place.node, &nodes[place.instance as usize].element);
        places.push(Place {
            instance: place.instance,
            next: place.next,
            returns_to,
            members: place.members,
            depth: place.depth,
            within,
            down: down.contains(&place.node),
            spoilt: false,
            local,
            keeps_time: element.keeps_time(),
            foresees: element.foresees(),
            lets_back: element.lets_back(local),
            may_let_through: element.may_let_through(local),
            may_let_back: element.may_let_back(),
            volume: place.volume,
        });
    }
    places
}

/// An element's name, its type and its instances.
pub(super) type Instances = (String, &'static str, Vec<u32>);

/// The instances of a topology in their initial state, and which of them are whose.
fn nodes_of(spec: &StackSpec, topology: &Topology, seed: u64) -> (Vec<Node>, Vec<InstanceState>, Vec<Instances>) {
    let clients: Vec<String> = topology.clients.iter().map(|c| c.name.clone()).collect();
    let volumes: Vec<String> = topology.volumes.iter().map(|v| v.name.clone()).collect();
    let client_groups: Vec<String> = topology.clients.iter().map(|c| c.group.clone()).collect();
    let volume_groups: Vec<String> = topology.volumes.iter().map(|v| v.group.clone()).collect();
    let mut elements: Vec<Instances> = Vec::new();
    let mut nodes = Vec::with_capacity(topology.instances.len());
    let mut beside = Vec::with_capacity(topology.instances.len());
    for (index, info) in topology.instances.iter().enumerate() {
        let described = spec.element(&info.element);
        let element = described.build(&Surroundings {
            name: &info.name,
            seed,
            volume_bytes: info.volume_bytes,
            first_volume_bytes: topology.volumes[info.first_volume as usize].size_bytes,
            address_end: topology.address_end,
            members: info.members,
            clients: &clients,
            volumes: &volumes,
            client_groups: &client_groups,
            volume_groups: &volume_groups,
        });
        match elements.iter_mut().find(|(name, ..)| *name == info.element) {
            Some((.., instances)) => instances.push(index as u32),
            None => elements.push((info.element.clone(), described.kind().name, vec![index as u32])),
        }
        nodes.push(Node { element, totals: Totals::default() });
        beside.push(InstanceState {
            timer_at: None,
            seldom: Seldom::default(),
            base: Default::default(),
            name: info.name.clone(),
            first_place: info.first_place,
        });
    }
    (nodes, beside, elements)
}

/// Passes to each element the volumes whose requests come to it.
fn tell_volumes(nodes: &mut [Node], topology: &Topology) {
    let mut here: Vec<(u32, u32)> = topology.places.iter().map(|place| (place.instance, place.volume)).collect();
    here.sort_unstable();
    here.dedup();
    let mut learnt = Vec::new();
    for of_instance in here.chunk_by(|a, b| a.0 == b.0) {
        learnt.clear();
        learnt.extend(of_instance.iter().map(|(_, volume)| {
            let of = &topology.volumes[*volume as usize];
            VolumeHere { number: *volume, base: of.base, size_bytes: of.size_bytes }
        }));
        nodes[of_instance[0].0 as usize].element.learn_volumes(&learnt);
    }
}

/// Passes to each element with members its places.
fn introduce(nodes: &mut [Node], spec: &StackSpec, topology: &Topology) {
    // A place is laid after the one before it, so its size is known there.
    let mut bytes: Vec<u64> = Vec::with_capacity(topology.places.len());
    let mut members: Vec<u32> = Vec::new();
    for (index, place) in topology.places.iter().enumerate() {
        let up = topology.places.get(place.up as usize);
        bytes.push(match up {
            None => topology.volumes[place.volume as usize].size_bytes,
            Some(up) if up.next == index as u32 => bytes[place.up as usize],
            Some(up) => {
                let element = &topology.instances[up.instance as usize].element;
                spec.element(element).wiring().member_bytes(bytes[place.up as usize])
            }
        });
        if place.member_count == 0 {
            continue;
        }
        members.clear();
        members.extend(topology.members_of(index as u32).iter().map(|member| topology.places[*member as usize].node));
        let client = topology.clients.get(topology.volumes[place.volume as usize].client as usize);
        let site = Site {
            position: Position(index as u32),
            bytes: bytes[index],
            client_host: client.map_or(NONE, |client| client.host),
            member_hosts: &members,
        };
        nodes[place.instance as usize].element.lies_at(&site);
    }
}

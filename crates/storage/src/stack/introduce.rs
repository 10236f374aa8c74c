//! Where elements lie: told to each once, when a stack is built.

use super::node::Node;
use crate::element::{Position, Site};
use crate::spec::StackSpec;
use crate::topology::{NONE, Topology};

/// Tells each element that has members about its places.
pub(super) fn introduce(nodes: &mut [Node], spec: &StackSpec, topology: &Topology) {
    // A place is laid after the one before it, so what lies before it knows its size.
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

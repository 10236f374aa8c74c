//! A stack as a picture: text for a terminal, SVG for a page. Both draw the same routes, with what each element is, what
//! it carries, the bound that it puts on the whole, and the narrowest one marked by a word and not by colour alone.
//!
//! Volumes of one name that clients of one name have are drawn once, with how many there are; so are the members that an
//! element places on hosts. What each element is comes from the file as it was written, since that is what its reader
//! knows; figures come from `bounds.rs`.
//!
//! What it does not do: positions of single copies on single hosts (that is the topology), and waiting.

mod graph;
mod layers;
mod svg;
mod text;
mod words;

use plimsoll_base::units::rate;

use crate::bounds::{BoundSource, ElementBound, StackBounds};
use crate::spec::{Number, StackSpec};
use crate::topology::{NONE, Topology};

pub use svg::svg;
pub use text::text;
pub use words::ElementTexts;

/// The subject of a picture.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The description.
    pub spec: &'a StackSpec,
    /// The same spec, expanded.
    pub topology: &'a Topology,
    /// Its bounds.
    pub bounds: &'a StackBounds,
    /// How its elements were written.
    pub written: &'a ElementTexts,
    /// The load, in words: "4k, 70 % reads".
    pub asked: &'a str,
}

/// Volumes that are drawn once.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Volumes<'a> {
    /// Name of the volume's table.
    pub(crate) name: &'a str,
    /// Name of the client's table.
    pub(crate) client: Option<&'a str>,
    /// How many there are in all.
    pub(crate) count: usize,
}

impl<'a> Subject<'a> {
    /// Volumes in the order of the topology.
    pub(crate) fn volumes(&self) -> Vec<Volumes<'a>> {
        let mut groups: Vec<Volumes<'a>> = Vec::new();
        for volume in &self.topology.volumes {
            let client = self.topology.clients.get(volume.client as usize).map(|c| c.group.as_str());
            match groups.last_mut() {
                Some(last) if last.name == volume.group && last.client == client => last.count += 1,
                // Clients come one after the other, and each may have volumes of several names.
                _ => match groups.iter_mut().find(|g| g.name == volume.group && g.client == client) {
                    Some(group) => group.count += 1,
                    None => groups.push(Volumes { name: &volume.group, client, count: 1 }),
                },
            }
        }
        groups
    }

    pub(crate) fn bound(&self, element: &str) -> Option<&'a ElementBound> {
        self.bounds.elements.iter().find(|e| e.name == element)
    }

    pub(crate) fn is_narrowest(&self, element: &str) -> bool {
        self.bounds.narrowest.as_ref().is_some_and(|n| n.source == BoundSource::element(element))
    }

    /// "16 × vm on 8 × esx", and what they have outstanding and pay for an operation.
    pub(crate) fn client(&self, group: &str) -> (usize, Vec<String>) {
        let count = self.topology.clients.iter().filter(|c| c.group == group).count();
        let mut keys = Vec::new();
        if let Some(vm) = self.spec.clients().get(group) {
            if let Number::PerHost(n) = vm.number {
                keys.push(format!("{n} per host"));
            }
            keys.extend(self.client_keys(vm.cpu_ns_per_io, vm.max_outstanding));
        }
        (count, keys)
    }

    /// Cost and in-flight cap of a client, by its own keys or those of all.
    pub(crate) fn client_keys(&self, cpu_ns_per_io: Option<u64>, max_outstanding: Option<u32>) -> Vec<String> {
        let all = self.spec.client();
        let cpu = plimsoll_base::Nanos(cpu_ns_per_io.unwrap_or(all.cpu_ns_per_io));
        let cpu = (cpu.0 > 0).then(|| format!("cpu {cpu} per I/O"));
        cpu.into_iter().chain(max_outstanding.or(all.max_outstanding).map(|n| format!("{n} outstanding"))).collect()
    }

    /// "8 × esx, 16 cores": the hosts of a client group; none where the stack has none.
    pub(crate) fn hosts(&self, group: &str) -> Vec<String> {
        let of_group = self.topology.clients.iter().filter(|c| c.group == group && c.host != NONE);
        let mut hosts: Vec<u32> = of_group.map(|c| c.host).collect();
        hosts.sort_unstable();
        hosts.dedup();
        let mut groups: Vec<(String, usize)> = Vec::new();
        for host in hosts.iter().map(|h| &self.topology.hosts[*h as usize]) {
            let cores = host.cores.map_or_else(String::new, |n| format!(", {n} cores"));
            let name = format!("{}{cores}", host.group);
            match groups.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => groups.push((name, 1)),
            }
        }
        groups.into_iter().map(|(name, count)| times(count, &name)).collect()
    }
}

/// "8 × esx", or "esx" when there is one.
pub(crate) fn times(count: usize, name: &str) -> String {
    if count == 1 { name.into() } else { format!("{} × {name}", rate(count as f64)) }
}

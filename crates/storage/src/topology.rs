//! The stack written out: every host, client, volume and instance of an element, and the routes between them.
//!
//! The one place that decides how many there are of what, who shares it, and where copies lie. The stack at work, the
//! picture of it, the bounds and the look at what is lost when hosts are down all read this.
//!
//! Routes become a tree of [`Place`]s for each volume, so that the way back from any place is known: an element that
//! several routes pass has a place on each of them, and one instance behind all.

use std::collections::{BTreeMap, BTreeSet};

use plimsoll_base::random::{stream, unit};

use crate::spec::{Number, StackSpec};
use crate::wiring::{Members, Scope};

/// No place, no host, no client.
pub const NONE: u32 = u32::MAX;

/// A host.
#[derive(Clone, Debug, PartialEq)]
pub struct HostInfo {
    /// "esx3", or the name alone when there is one.
    pub name: String,
    /// Name of its table.
    pub group: String,
    /// Processor cores, when the stack tells.
    pub cores: Option<u32>,
    /// Whether clients run on it.
    pub runs_clients: bool,
    /// Whether members of placed elements may lie on it.
    pub holds_data: bool,
}

/// A client (VM).
#[derive(Clone, Debug, PartialEq)]
pub struct ClientInfo {
    /// "vm3", or the name alone when there is one.
    pub name: String,
    /// Name of its table.
    pub group: String,
    /// Where it runs; [`NONE`] when the stack has no hosts.
    pub host: u32,
}

/// A volume.
#[derive(Clone, Debug, PartialEq)]
pub struct VolumeInfo {
    /// "data", "data2", or "vm3.data2" when several clients have one.
    pub name: String,
    /// Name of its table.
    pub group: String,
    /// Bytes that can be addressed.
    pub size_bytes: u64,
    /// Smallest unit of I/O.
    pub logical_block_bytes: u32,
    /// The client that has it; [`NONE`]: nobody.
    pub client: u32,
    /// Where it begins in an address space that no two volumes share.
    pub base: u64,
    /// Where its requests enter.
    pub entry: u32,
}

/// An instance of an element.
#[derive(Clone, Debug, PartialEq)]
pub struct InstanceInfo {
    /// The element's name, with its scope where it has one: "policy@vm2.data".
    pub name: String,
    /// The element's name.
    pub element: String,
    /// The host on which it lies, for scope node; [`NONE`] otherwise.
    pub node: u32,
    /// The client's host, for scope host; [`NONE`] otherwise.
    pub host: u32,
    /// Bytes of the volumes whose requests come here.
    pub volume_bytes: u64,
    /// The first of them.
    pub first_volume: u32,
    /// Its first place.
    pub first_place: u32,
    /// Members at each of its places.
    pub members: u32,
}

/// An element as the requests of one volume come to it along one route. 28 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Which instance.
    pub instance: u32,
    /// The place behind; [`NONE`]: it ends here, or goes on in members only.
    pub next: u32,
    /// The place before; [`NONE`]: the client.
    pub up: u32,
    /// First of its members in [`Topology::members`].
    pub members: u32,
    /// How many.
    pub member_count: u16,
    /// Places between it and the client.
    pub depth: u16,
    /// The host on which what lies here lies, inside a placed member; [`NONE`] otherwise.
    pub node: u32,
    /// The volume whose requests come here.
    pub volume: u32,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct Topology {
    /// Hosts.
    pub hosts: Vec<HostInfo>,
    /// Clients, in the order of their tables' names.
    pub clients: Vec<ClientInfo>,
    /// Volumes: those of the first client first, those that nobody owns last.
    pub volumes: Vec<VolumeInfo>,
    /// Instances, in the order in which routes come to them.
    pub instances: Vec<InstanceInfo>,
    /// Places, each after the one before it on its route.
    pub places: Vec<Place>,
    /// Entries of members.
    pub members: Vec<u32>,
    /// The end of the address space that the volumes share.
    pub address_end: u64,
}

/// The continuation of a route whose own elements have come to an end.
#[derive(Clone, Copy)]
struct Rest<'a, 'r> {
    route: &'a [String],
    rest: Option<&'r Rest<'a, 'r>>,
    on: &'r On,
}

/// Where a route lies: hosts for its members, the nearest first; empty outside of placed members.
#[derive(Clone)]
struct On {
    hosts: Vec<u32>,
    placed: bool,
}

impl On {
    fn node(&self) -> u32 {
        if self.placed { self.hosts.first().copied().unwrap_or(NONE) } else { NONE }
    }
}

struct Builder<'a> {
    spec: &'a StackSpec,
    made: Topology,
    /// By name and what shares it.
    instances: BTreeMap<(&'a str, u32), u32>,
    /// Which volumes come to which instance.
    seen: BTreeSet<(u32, u32)>,
    /// Members on each host so far: new ones go where there are fewest.
    placed_on: Vec<u32>,
    /// Whether any element places members on hosts.
    places: bool,
    volume: u32,
}

/// "name3", or "name" when there is one.
fn numbered_name(name: &str, index: u32, count: u32) -> String {
    if count == 1 { name.into() } else { format!("{name}{}", index + 1) }
}

impl Topology {
    /// `spec` written out. A function of the description alone: no seed of a Run moves a copy to another host.
    pub fn of(spec: &StackSpec) -> Topology {
        let mut made = Topology::default();
        for (group, host) in spec.hosts() {
            made.hosts.extend((0..host.count).map(|i| HostInfo {
                name: numbered_name(group, i, host.count),
                group: group.clone(),
                cores: host.cores,
                runs_clients: host.runs_clients,
                holds_data: host.holds_data,
            }));
        }
        for (group, vm) in spec.clients() {
            let fits = |h: &HostInfo| h.runs_clients && (vm.hosts.is_empty() || vm.hosts.contains(&h.group));
            let hosts: Vec<u32> = (0..made.hosts.len() as u32).filter(|h| fits(&made.hosts[*h as usize])).collect();
            // No overflow: a checked description has 1,000,000 clients at most.
            let count = match vm.number {
                Number::InAll(n) => n,
                Number::PerHost(n) => n.saturating_mul(hosts.len() as u32),
            };
            let on = |i: u32| match vm.number {
                _ if hosts.is_empty() => NONE,
                Number::InAll(_) => hosts[i as usize % hosts.len()],
                Number::PerHost(n) => hosts[(i / n) as usize],
            };
            let of = |i| ClientInfo { name: numbered_name(group, i, count), group: group.clone(), host: on(i) };
            made.clients.extend((0..count).map(of));
        }
        let placed_on = vec![0; made.hosts.len()];
        let places = spec.elements().values().any(|e| matches!(e.members(), Some(Members::Placed { .. })));
        let mut builder =
            Builder { spec, made, instances: BTreeMap::new(), seen: BTreeSet::new(), placed_on, places, volume: 0 };
        let mut in_group: BTreeMap<String, u32> = BTreeMap::new();
        for client in &builder.made.clients {
            match in_group.get_mut(&client.group) {
                Some(count) => *count += 1,
                None => drop(in_group.insert(client.group.clone(), 1)),
            }
        }
        for client in 0..builder.made.clients.len() as u32 {
            let group = builder.made.clients[client as usize].group.clone();
            let alone = in_group[&group] == 1;
            for volume in &spec.clients()[&group].volumes {
                builder.volumes(volume, client, alone);
            }
        }
        let owned: BTreeSet<&String> = spec.clients().values().flat_map(|vm| &vm.volumes).collect();
        for name in spec.volumes().keys().filter(|name| !owned.contains(name)) {
            builder.volumes(name, NONE, true);
        }
        builder.made
    }

    /// Entries of the members of a place.
    pub fn members_of(&self, place: u32) -> &[u32] {
        let place = &self.places[place as usize];
        &self.members[place.members as usize..place.members as usize + usize::from(place.member_count)]
    }
}

impl<'a> Builder<'a> {
    /// The volumes of one table that `client` has; `alone`: the only one of its group, so that they need not name it.
    fn volumes(&mut self, group: &'a str, client: u32, alone: bool) {
        let spec = &self.spec.volumes()[group];
        for index in 0..spec.count {
            let own = numbered_name(group, index, spec.count);
            let of = self.made.clients.get(client as usize);
            let name = match of {
                Some(of) if !alone => format!("{}.{own}", of.name),
                _ => own,
            };
            self.volume = self.made.volumes.len() as u32;
            let base = self.made.address_end;
            self.made.address_end += spec.size_bytes.0;
            self.made.volumes.push(VolumeInfo {
                name,
                group: group.into(),
                size_bytes: spec.size_bytes.0,
                logical_block_bytes: spec.logical_block_bytes,
                client,
                base,
                entry: NONE,
            });
            let on = On { hosts: self.hosts_for_data(), placed: false };
            let entry = self.route(&spec.path, None, &on, NONE, 0);
            self.made.volumes[self.volume as usize].entry = entry;
        }
    }

    /// Hosts that hold data: those with the fewest members first, by lot among equals.
    fn hosts_for_data(&self) -> Vec<u32> {
        if !self.places {
            return Vec::new();
        }
        let mut lot = stream(0, "placement", u64::from(self.volume));
        let holds = |h: &u32| self.made.hosts[*h as usize].holds_data;
        let hosts = (0..self.made.hosts.len() as u32).filter(holds);
        let mut drawn: Vec<(u32, u64, u32)> =
            hosts.map(|h| (self.placed_on[h as usize], (unit(&mut lot) * 2_f64.powi(53)) as u64, h)).collect();
        drawn.sort_unstable();
        drawn.into_iter().map(|(_, _, host)| host).collect()
    }

    /// Lays `route` behind `up`; the answer is its first place.
    fn route(&mut self, route: &'a [String], rest: Option<&Rest<'a, '_>>, on: &On, up: u32, depth: u16) -> u32 {
        let Some((name, behind)) = route.split_first() else {
            return rest.map_or(NONE, |rest| self.route(rest.route, rest.rest, rest.on, up, depth));
        };
        let element = self.spec.element(name);
        let members = element.members();
        let instance = self.instance(name, on, members.map_or(0, Members::count) as u32);
        let (at, volume) = (self.made.places.len() as u32, self.volume);
        self.made.places.push(Place {
            instance,
            next: NONE,
            up,
            members: 0,
            member_count: 0,
            depth,
            node: on.node(),
            volume,
        });
        let first = &mut self.made.instances[instance as usize].first_place;
        if *first == NONE {
            *first = at;
        }
        let follows = Rest { route: behind, rest, on };
        let entries: Vec<u32> = match members {
            None => Vec::new(),
            Some(Members::Beside { route }) => vec![self.route(route, None, on, at, depth + 1)],
            Some(Members::Listed { routes }) => {
                routes.iter().map(|member| self.route(member, Some(&follows), on, at, depth + 1)).collect()
            }
            Some(Members::Placed { count, route }) => {
                let innermost = !self.places_members(route);
                let laid = |member| {
                    let on = share(on, member as usize, *count as usize);
                    // A stripe in a mirror: the parts of a copy lie on hosts, the copy as such does not.
                    if let Some(placed) = self.placed_on.get_mut(on.node() as usize).filter(|_| innermost) {
                        *placed += 1;
                    }
                    self.route(route, Some(&follows), &on, at, depth + 1)
                };
                (0..*count).map(laid).collect()
            }
        };
        if members.is_none_or(Members::beside) && !element.kind().ends_path {
            self.made.places[at as usize].next = self.route(behind, rest, on, at, depth + 1);
        }
        let place = &mut self.made.places[at as usize];
        (place.members, place.member_count) = (self.made.members.len() as u32, entries.len() as u16);
        self.made.members.extend(entries);
        at
    }

    /// Whether an element of `route` places members on hosts.
    fn places_members(&self, route: &[String]) -> bool {
        route.iter().any(|name| match self.spec.element(name).members() {
            Some(Members::Placed { .. }) => true,
            Some(Members::Listed { routes }) => routes.iter().any(|member| self.places_members(member)),
            Some(Members::Beside { .. }) | None => false,
        })
    }

    /// The instance of `name` for the present volume at `on`; made when there is none yet.
    fn instance(&mut self, name: &'a str, on: &On, members: u32) -> u32 {
        let volume = &self.made.volumes[self.volume as usize];
        let client = self.made.clients.get(volume.client as usize);
        let host = client.map_or(NONE, |client| client.host);
        let scope = self.spec.scope(name);
        let (key, shared_by) = match scope {
            Scope::Group => (NONE, None),
            Scope::Disk => (self.volume, Some(&volume.name)),
            Scope::Vm => (volume.client, client.map(|client| &client.name)),
            Scope::Host => (host, self.made.hosts.get(host as usize).map(|host| &host.name)),
            Scope::Node => (on.node(), self.made.hosts.get(on.node() as usize).map(|host| &host.name)),
        };
        let info = InstanceInfo {
            name: shared_by.map_or_else(|| name.to_string(), |by| format!("{name}@{by}")),
            element: name.into(),
            node: if scope == Scope::Node { on.node() } else { NONE },
            host: if scope == Scope::Host { host } else { NONE },
            volume_bytes: 0,
            first_volume: self.volume,
            first_place: NONE,
            members,
        };
        let size = volume.size_bytes;
        let instances = &mut self.made.instances;
        let index = *self.instances.entry((name, key)).or_insert_with(|| {
            instances.push(info);
            (instances.len() - 1) as u32
        });
        if self.seen.insert((index, self.volume)) {
            instances[index as usize].volume_bytes += size;
        }
        index
    }
}

/// Where member `index` of `count` lies: every count-th host, so that no two members have one in common.
fn share(on: &On, index: usize, count: usize) -> On {
    let mut hosts: Vec<u32> = on.hosts.iter().copied().skip(index).step_by(count).collect();
    if let (true, false) = (hosts.is_empty(), on.hosts.is_empty()) {
        // More members than hosts: by turns.
        hosts.push(on.hosts[index % on.hosts.len()]);
    }
    On { hosts, placed: true }
}

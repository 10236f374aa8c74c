//! How large a description may be: counted by arithmetic before anything is built.
//!
//! A few lines of a file can mean more places than any machine has memory for: members multiply where they are nested,
//! clients multiply volumes. So the tree behind an element is never walked here. What follows an element in a path comes
//! again behind each of its members that goes on, so the places of a route are a + b · x, x being those of what follows:
//! the two numbers of an element are computed once, however often a route leads to it.
//!
//! Numbers stay at the largest one instead of running over. A circle of routes is not an error here: the walk that
//! follows ends at it.

use std::collections::BTreeMap;

use super::{Number, StackDocument, WiringError};
use crate::elements::ElementSpec;
use crate::wiring::Members;

/// The most elements from a client to the data, and in one path or route.
pub(super) const LONGEST_ROUTE: usize = 256;
/// The most places: 32 bytes each, and about 200 of the stack at work.
const MAX_PLACES: u64 = 8_000_000;
const MAX_CLIENTS: u64 = 1_000_000;
const MAX_HOSTS: u64 = 100_000;
const MAX_VOLUMES: u64 = 4_000_000;
/// Each volume draws an order of the hosts for its members: 10^8 draws take some ten seconds.
const MAX_DRAWS: u64 = 100_000_000;
/// A write buffer has a word for each 4096 lines of the addresses below the highest one: 2 GiB.
const MAX_LINES: u64 = 1 << 40;
/// The longest name: it becomes the name of a file, of which most file systems take 255 bytes, with a number and an ending.
pub(super) const LONGEST_NAME: usize = 200;

/// Size of the storage behind an element or along a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extent {
    /// Places of its own.
    places: u64,
    /// How often what follows comes behind it.
    exits: u64,
    /// The longest way inside it.
    deepest: usize,
    /// The longest way through it to what follows.
    through: usize,
}

impl Extent {
    /// A route without elements.
    const NOTHING: Extent = Extent { places: 0, exits: 1, deepest: 0, through: 0 };

    /// This, and `next` behind each of its ends that goes on.
    fn then(self, next: Extent) -> Extent {
        let goes_on = self.exits > 0;
        Extent {
            places: self.places.saturating_add(self.exits.saturating_mul(next.places)),
            exits: self.exits.saturating_mul(next.exits),
            deepest: self.deepest.max(if goes_on { self.through.saturating_add(next.deepest) } else { 0 }),
            through: if goes_on { self.through.saturating_add(next.through) } else { 0 },
        }
    }

    /// This and `other` side by side.
    fn beside(self, other: Extent) -> Extent {
        Extent {
            places: self.places.saturating_add(other.places),
            exits: self.exits.saturating_add(other.exits),
            deepest: self.deepest.max(other.deepest),
            through: self.through.max(other.through),
        }
    }

    fn times(self, n: u64) -> Extent {
        Extent { places: self.places.saturating_mul(n), exits: self.exits.saturating_mul(n), ..self }
    }
}

/// The extents of the elements, as far as they are known.
struct Extents<'a> {
    elements: &'a BTreeMap<String, ElementSpec>,
    known: BTreeMap<&'a str, Extent>,
    /// Elements whose members are being counted.
    open: Vec<&'a str>,
}

/// A way that is too long.
struct TooLong;

impl<'a> Extents<'a> {
    fn route(&mut self, route: &'a [String]) -> Result<Extent, TooLong> {
        if route.len() > LONGEST_ROUTE {
            return Err(TooLong);
        }
        let mut all = Extent::NOTHING;
        for name in route {
            all = all.then(self.element(name)?);
        }
        if all.deepest.max(all.through) > LONGEST_ROUTE { Err(TooLong) } else { Ok(all) }
    }

    fn element(&mut self, name: &'a str) -> Result<Extent, TooLong> {
        if let Some(known) = self.known.get(name) {
            return Ok(*known);
        }
        let one = Extent { places: 1, exits: 1, deepest: 1, through: 1 };
        let end = Extent { exits: 0, through: 0, ..one };
        // The walk reports unknown names and circles.
        let Some(element) = self.elements.get(name).filter(|_| !self.open.contains(&name)) else { return Ok(one) };
        if self.open.len() >= LONGEST_ROUTE {
            return Err(TooLong);
        }
        let itself = if element.kind().ends_path { end } else { one };
        self.open.push(name);
        let extent = match element.members() {
            None => itself,
            Some(Members::Beside { route }) => {
                let beside = self.route(route)?;
                itself.beside(Extent { exits: 0, through: 0, deepest: 1 + beside.deepest, ..beside })
            }
            Some(Members::Listed { routes }) => {
                let mut all = Extent { exits: 0, through: 0, ..Extent::NOTHING };
                for route in routes {
                    all = all.beside(self.route(route)?);
                }
                one.then(all)
            }
            Some(Members::Placed { count, route }) => one.then(self.route(route)?.times(u64::from(*count))),
        };
        self.open.pop();
        self.known.insert(name, extent);
        Ok(extent)
    }
}

/// Why a name cannot be one of a volume, a host or a client.
fn unfit(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("the name is empty".into());
    }
    if name == "." || name == ".." {
        return Some(format!("'{name}' means a folder"));
    }
    if name.len() > LONGEST_NAME {
        let start: String = name.chars().take(20).collect();
        return Some(format!(
            "the name '{}…' has {} bytes, more than {LONGEST_NAME}",
            start.escape_debug(),
            name.len()
        ));
    }
    let wrong = name.chars().find(|c| matches!(c, '/' | '\\') || c.is_control())?;
    Some(format!("the name '{}' holds '{}'", name.escape_debug(), wrong.escape_debug()))
}

impl StackDocument {
    /// Names become names of files and of exports.
    pub(super) fn check_names(&self) -> Result<(), WiringError> {
        let volumes = self.volumes.keys().map(|name| ("named volume", "volume", name));
        let hosts = self.hosts.keys().map(|name| ("host", "host", name));
        let clients = self.clients.keys().map(|name| ("client", "client", name));
        for (at, what, name) in volumes.chain(hosts).chain(clients) {
            if let Some(why) = unfit(name) {
                let why = format!(
                    "{what}: {why}: names become names of files, write 1 to {LONGEST_NAME} bytes without / \\ and control \
                     characters"
                );
                return Err(WiringError { at, key: name.clone(), why });
            }
        }
        for (name, vm) in &self.clients {
            if let Some(volume) = vm.volumes.iter().find(|volume| name.len() + volume.len() > LONGEST_NAME) {
                let all = name.len() + volume.len();
                let why = format!(
                    "client '{name}': its name and that of its volume '{volume}' have {all} bytes together, and stand together \
                     in the names of files: write up to {LONGEST_NAME}"
                );
                return Err(WiringError { at: "client", key: name.clone(), why });
            }
        }
        Ok(())
    }

    /// Whether all of it can be built. Names that are not known count as nothing here.
    pub(super) fn check_extent(&self) -> Result<(), WiringError> {
        let mut hosts = 0_u64;
        for (name, host) in &self.hosts {
            hosts = hosts.saturating_add(u64::from(host.count));
            most("host", name, hosts, MAX_HOSTS, "hosts in all", "lower count")?;
        }
        let mut clients = 0_u64;
        let mut owned: BTreeMap<&str, u64> = BTreeMap::new();
        for (name, vm) in &self.clients {
            let fit = |(group, host): &(&String, &super::HostSpec)| {
                host.runs_clients && (vm.hosts.is_empty() || vm.hosts.contains(group))
            };
            let count = match vm.number {
                Number::InAll(n) => u64::from(n),
                Number::PerHost(n) => {
                    let on: u64 = self.hosts.iter().filter(fit).map(|(_, host)| u64::from(host.count)).sum();
                    u64::from(n).saturating_mul(on)
                }
            };
            clients = clients.saturating_add(count);
            most("client", name, clients, MAX_CLIENTS, "clients in all", "lower count or per_host")?;
            for volume in &vm.volumes {
                owned.insert(volume, count);
            }
        }
        let mut extents = Extents { elements: &self.elements, known: BTreeMap::new(), open: Vec::new() };
        let (mut volumes, mut places, mut bytes) = (0_u64, 0_u64, 0_u64);
        for (name, volume) in &self.volumes {
            let count = u64::from(volume.count).saturating_mul(owned.get(name.as_str()).copied().unwrap_or(1));
            volumes = volumes.saturating_add(count);
            most("volume", name, volumes, MAX_VOLUMES, "volumes in all", "lower count, or have fewer clients")?;
            let Ok(extent) = extents.route(&volume.path) else {
                let why = format!(
                    "volume '{name}': the way to its data passes more than {LONGEST_ROUTE} elements: shorten the path or the \
                     routes of members"
                );
                return Err(WiringError { at: "volume", key: name.clone(), why });
            };
            places = places.saturating_add(count.saturating_mul(extent.places));
            let what = "places of elements on all paths (members multiply, and so do volumes)";
            most("volume", name, places, MAX_PLACES, what, "have fewer volumes, clients or members")?;
            bytes = bytes.saturating_add(count.saturating_mul(volume.size_bytes.0));
            let what = "bytes of volumes in all";
            most("volume", name, bytes, i64::MAX as u64, what, "make volumes smaller or have fewer")?;
        }
        self.check_placement(volumes, bytes)
    }

    /// Checks the numbers that grow with the volumes and the hosts, or with the addresses.
    fn check_placement(&self, volumes: u64, bytes: u64) -> Result<(), WiringError> {
        let holding = self.hosts.values().filter(|host| host.holds_data).map(|host| u64::from(host.count)).sum::<u64>();
        for (name, element) in &self.elements {
            if matches!(element.members(), Some(Members::Placed { .. })) {
                let what = "volumes times hosts that hold data, which each volume draws from";
                most("element", name, volumes.saturating_mul(holding), MAX_DRAWS, what, "have fewer of either")?;
            }
            if let Some(line) = element.wiring().line_bytes() {
                let lines = bytes / line.max(1);
                most("element", name, lines, MAX_LINES, "lines of the volumes' bytes", "write a larger line")?;
            }
        }
        Ok(())
    }
}

/// Refuses `n` above `most`.
fn most(at: &'static str, key: &str, n: u64, most: u64, what: &str, instead: &str) -> Result<(), WiringError> {
    if n <= most {
        return Ok(());
    }
    // A number at the maximum stands for that or more.
    let n = if n == u64::MAX { "more".to_string() } else { n.to_string() };
    let kind = at;
    Err(WiringError {
        at,
        key: key.into(),
        why: format!("{kind} '{key}' brings the number to {n} {what}; the limit is {most}: {instead}"),
    })
}

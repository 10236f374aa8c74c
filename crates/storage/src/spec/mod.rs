//! A stack as a document: read from TOML, every default filled in, its wiring checked.
//!
//! ```toml
//! fitted = "…"                      # what of it is fitted and to what: said wherever its figures stand
//! [limit.policy]                    # table = type of element, sub-table = its name
//! ops_per_s = 3000
//! scope = "disk"                    # each volume has its own; any element can be had per group, disk, vm, host or node
//! [device.disk]
//! service = "100us"
//! servers = 32
//! [volume.data]                     # what a client sees
//! size = "100g"
//! path = ["policy", "disk"]         # from the client to the data
//! [host.esx]                        # where clients run and members are placed
//! count = 8
//! [client]                          # what holds for all clients, on the virtual clock
//! cpu_per_io = "2us"
//! [client.vm]                       # clients: each has its own `data`, on hosts by turns
//! count = 16
//! volumes = ["data"]
//! workload = { block_size = "8k", read = 70 }
//! load = { queue_depth = 8 }
//! ```
//!
//! Volumes and elements are maps by name, and names are shared by all types, so that a path or a list of members can
//! refer to any of them. How many instances there are of what is decided in `topology.rs`, nowhere else.

mod client;
mod extent;
mod file_schema;
mod host;
pub(crate) mod parameters;
mod volume;

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toml::de::DeValue;

use crate::element::ElementKind;
use crate::elements::{ELEMENTS, ElementSpec};
use crate::error::StackError;
use crate::read::{Section, Source, line_ends};
use crate::wiring::{Members, Route, SCOPES, Scope};

use client::NamedClient;
pub use client::{ClientSpec, Number, VmSpec};
pub use file_schema::file_schema;
pub use host::HostSpec;
pub use volume::VolumeSpec;

/// A described storage system, resolved. What is in here can be built: every way to get one checks it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "StackDocument", into = "StackDocument")]
pub struct StackSpec(StackDocument);

/// The document behind a [`StackSpec`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "StackSpec")]
#[serde(deny_unknown_fields)]
struct StackDocument {
    /// Name of the description.
    name: String,
    /// What of it is fitted and to what, in a sentence that stands beside its figures; none: it says nothing of that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fitted: Option<String>,
    /// Elements by name.
    elements: BTreeMap<String, ElementSpec>,
    /// What shares an element, where it is not what its type says.
    #[serde(default)]
    scopes: BTreeMap<String, Scope>,
    /// Volumes by name.
    volumes: BTreeMap<String, VolumeSpec>,
    /// Hosts by name.
    #[serde(default)]
    hosts: BTreeMap<String, HostSpec>,
    /// What holds for all clients.
    client: ClientSpec,
    /// Clients by name.
    #[serde(default)]
    clients: BTreeMap<String, VmSpec>,
}

impl From<StackSpec> for StackDocument {
    fn from(spec: StackSpec) -> StackDocument {
        spec.0
    }
}

impl TryFrom<StackDocument> for StackSpec {
    type Error = StackError;
    fn try_from(resolved: StackDocument) -> Result<StackSpec, StackError> {
        let stack = &resolved.name;
        let record = |subject: String, why: String| StackError::Record { stack: stack.clone(), subject, why };
        for (name, element) in &resolved.elements {
            element.check().map_err(|(key, why)| record(format!("{name}, '{key}'"), why))?;
        }
        for (name, volume) in &resolved.volumes {
            volume.check().map_err(|(key, why)| record(format!("{name}, '{key}'"), why))?;
        }
        for (name, host) in &resolved.hosts {
            host.check().map_err(|(key, why)| record(format!("{name}, '{key}'"), why))?;
        }
        resolved.client.check().map_err(|(key, why)| record(format!("client, '{key}'"), why))?;
        for (name, vm) in &resolved.clients {
            vm.check().map_err(|(key, why)| record(format!("{name}, '{key}'"), why))?;
        }
        resolved.check_wiring().map_err(|WiringError { key, why, .. }| record(key, why))?;
        Ok(StackSpec(resolved))
    }
}

impl StackSpec {
    /// Reads a stack file; `name` is what errors and records call it.
    pub fn from_toml(text: &str, name: &str) -> Result<StackSpec, StackError> {
        StackSpec::from_toml_with(text, name, &[])
    }

    /// Reads a stack file with parameters from outside, each as `NAME.KEY=VALUE`: they override the file, and the name
    /// of the description lists them.
    pub fn from_toml_with(text: &str, name: &str, parameters: &[String]) -> Result<StackSpec, StackError> {
        let with = || StackSpec::read(text, name, parameters);
        if parameters.is_empty() {
            return with();
        }
        with().map_err(|error| match (error, StackSpec::from_toml(text, name)) {
            // The file is valid without the parameters, so the error is theirs.
            (error @ StackError::Parameter { .. }, _) | (error, Err(_)) => error,
            (error, Ok(_)) => StackError::With { parameters: parameters.join(", "), error: Box::new(error) },
        })
    }

    fn read(text: &str, name: &str, parameters: &[String]) -> Result<StackSpec, StackError> {
        let ends = line_ends(text);
        let source = Source { file: name, text, ends: &ends };
        let document = parameters::document(source, parameters)?;
        let mut stack = StackDocument {
            name: name_with_parameters(name, parameters),
            fitted: None,
            elements: BTreeMap::new(),
            scopes: BTreeMap::new(),
            volumes: BTreeMap::new(),
            hosts: BTreeMap::new(),
            client: ClientSpec::default(),
            clients: BTreeMap::new(),
        };
        let mut lines = Lines::new();
        for (key, value) in document.get_ref() {
            let line = source.line(key.span());
            if key.get_ref() == FITTED {
                stack.fitted = Some(sentence(source, line, value.get_ref())?);
                continue;
            }
            let table = Section::new(source, key.get_ref().to_string(), value);
            match (&**key.get_ref(), ELEMENTS.iter().find(|kind| kind.name == key.get_ref())) {
                (_, Some(kind)) => stack.read_elements(kind, source, &table?, &mut lines)?,
                ("volume", _) => stack.read_volumes(&table?, &mut lines)?,
                ("host", _) => {
                    for (name, section) in table?.sections()? {
                        stack.hosts.insert(name.into(), HostSpec::read(&section)?);
                        lines.insert(format!("host {name}"), section.line);
                    }
                }
                ("client", _) => {
                    let (client, vms) = ClientSpec::read(&table?)?;
                    stack.client = client;
                    for NamedClient { name, line, vm } in vms {
                        lines.insert(format!("client {name}"), line);
                        stack.clients.insert(name, vm);
                    }
                }
                (unknown, _) => {
                    let known = ELEMENTS.iter().map(|k| k.name).collect::<Vec<_>>().join(", ");
                    return Err(StackError::UnknownElement { file: name.into(), line, key: unknown.into(), known });
                }
            }
        }
        stack.check_wiring().map_err(|WiringError { at, key, why }| {
            wiring(source, lines.get(&format!("{at} {key}")).copied().unwrap_or(1), &key, why)
        })?;
        Ok(StackSpec(stack))
    }

    /// Name of the description.
    pub fn name(&self) -> &str {
        &self.0.name
    }
    /// A sentence about fitted values and their source.
    pub fn fit_note(&self) -> Option<&str> {
        self.0.fitted.as_deref()
    }
    /// Elements by name.
    pub fn elements(&self) -> &BTreeMap<String, ElementSpec> {
        &self.0.elements
    }
    /// Volumes by name.
    pub fn volumes(&self) -> &BTreeMap<String, VolumeSpec> {
        &self.0.volumes
    }
    /// Hosts by name.
    pub fn hosts(&self) -> &BTreeMap<String, HostSpec> {
        &self.0.hosts
    }
    /// What holds for all clients.
    pub fn client(&self) -> &ClientSpec {
        &self.0.client
    }
    /// Clients by name.
    pub fn clients(&self) -> &BTreeMap<String, VmSpec> {
        &self.0.clients
    }
    /// Line of a key in the workload or the load of a client, for errors; none in a resolved description.
    pub fn client_line(&self, client: &str, table: &str, key: &str) -> Option<usize> {
        let lines = &self.0.clients.get(client)?.lines.0;
        lines.get(&format!("{table}.{key}")).or_else(|| lines.get(table)).copied()
    }
    /// The scope of one instance of the element `name`.
    pub fn scope(&self, name: &str) -> Scope {
        self.0.scope(name)
    }
    /// The first volume in the order of names.
    fn volume(&self) -> &VolumeSpec {
        match self.0.volumes.values().next() {
            Some(volume) => volume,
            None => unreachable!("a checked stack has a volume"),
        }
    }
    /// Bytes of the first volume.
    pub fn size_bytes(&self) -> u64 {
        self.volume().size_bytes.0
    }
    /// Smallest unit of I/O of the first volume, in bytes.
    pub fn logical_block_size(&self) -> u32 {
        self.volume().logical_block_bytes
    }
    pub(crate) fn element(&self, name: &str) -> &ElementSpec {
        &self.0.elements[name]
    }
}

/// The key of a stack file, outside any table, for the note about fitted values.
const FITTED: &str = "fitted";

/// The text of a key outside any table.
fn sentence(source: Source<'_>, line: usize, value: &DeValue<'_>) -> Result<String, StackError> {
    let wrong = |why: &str| StackError::Value {
        file: source.file.into(),
        line,
        key: FITTED.into(),
        table: "the stack".into(),
        why: why.into(),
    };
    match value {
        DeValue::String(text) if text.trim().is_empty() => Err(wrong("is empty: say what was fitted and to what")),
        DeValue::String(text) => Ok(text.trim().into()),
        _ => Err(wrong("has to be a sentence in quotes that says what was fitted and to what")),
    }
}

/// A wiring error: "element" or "volume" (its path; "named volume": its table), its name, and the reason.
struct WiringError {
    at: &'static str,
    key: String,
    why: String,
}

/// The name of a description with parameters from outside.
pub fn name_with_parameters(name: &str, parameters: &[String]) -> String {
    match parameters {
        [] => name.into(),
        set => format!("{name} with {}", set.join(", ")),
    }
}

fn wiring(source: Source<'_>, line: usize, key: &str, why: String) -> StackError {
    StackError::Wiring { file: source.file.into(), line, key: key.into(), why }
}

/// Where in the file is what errors speak of.
type Lines = BTreeMap<String, usize>;

impl StackDocument {
    /// Reads the elements of one type.
    fn read_elements(
        &mut self,
        kind: &ElementKind,
        source: Source<'_>,
        table: &Section<'_>,
        lines: &mut Lines,
    ) -> Result<(), StackError> {
        for (name, section) in table.sections()? {
            section.only(&kind.keys())?;
            let spec = ElementSpec::read(kind, &section)?;
            spec.check().map_err(|(key, why)| section.wrong(key, why))?;
            if let Some(scope) = section.choice("scope", &SCOPES)? {
                self.scopes.insert(name.into(), scope);
            }
            if self.elements.insert(name.into(), spec).is_some() {
                let why = format!("a second element is called '{name}': a path could mean either, rename one");
                return Err(wiring(source, section.line, name, why));
            }
            lines.insert(format!("element {name}"), section.line);
        }
        Ok(())
    }

    fn read_volumes(&mut self, table: &Section<'_>, lines: &mut Lines) -> Result<(), StackError> {
        for (name, section) in table.sections()? {
            self.volumes.insert(name.into(), VolumeSpec::read(&section)?);
            lines.insert(format!("volume {name}"), section.line_of("path"));
            lines.insert(format!("named volume {name}"), section.line);
        }
        Ok(())
    }

    fn scope(&self, name: &str) -> Scope {
        let own = self.elements.get(name).map_or(Scope::Group, |element| element.kind().scope);
        self.scopes.get(name).copied().unwrap_or(own)
    }

    /// The rules between elements, volumes, hosts and clients.
    fn check_wiring(&self) -> Result<(), WiringError> {
        if self.volumes.is_empty() {
            let why = "the stack has no volume: add [volume.<name>] with size and path".to_string();
            return Err(WiringError { at: "volume", key: "volume".into(), why });
        }
        self.check_names()?;
        self.check_extent()?;
        let mut used = BTreeSet::new();
        for (name, volume) in &self.volumes {
            if volume.path.is_empty() {
                let why = format!("volume '{name}': the path is empty; known elements: {}", name_list(&self.elements));
                return Err(WiringError { at: "volume", key: name.clone(), why });
            }
            let holding = self.hosts.values().filter(|host| host.holds_data);
            let hosts = holding.map(|host| host.count as usize).sum();
            let mut walk = Walk { stack: self, volume: name, open: Vec::new(), hosts, used: &mut used };
            let ends = walk.route(&volume.path, false)?;
            if !ends {
                let last = volume.path.last().cloned().unwrap_or_default();
                let kind = self.elements.get(&last).map_or("", |element| element.kind().name);
                let why = "a path has to end where the data are: in a device";
                let why = format!("volume '{name}': the path ends in '{last}', a {kind}; {why}");
                return Err(WiringError { at: "volume", key: name.clone(), why });
            }
        }
        if let Some(name) = self.elements.keys().find(|name| !used.contains(*name)) {
            let why = format!("no volume's path leads through '{name}': add it to a path or leave it out");
            return Err(WiringError { at: "element", key: name.clone(), why });
        }
        for (name, element) in &self.elements {
            for (scope, named) in element.wiring().names() {
                let (what, groups) = match scope {
                    Scope::Disk => ("volume", name_list(&self.volumes)),
                    _ => ("client", name_list(&self.clients)),
                };
                if !self.is_named(scope, named) {
                    let why = format!("'{name}' names '{named}', but no {what} is called so; known: {groups}");
                    return Err(WiringError { at: "element", key: name.clone(), why });
                }
            }
        }
        self.check_clients()
    }

    /// Whether a client or a volume is called `name`: as its table, with its number ("vm3"), or both ("vm3.data").
    fn is_named(&self, scope: Scope, name: &str) -> bool {
        let is = |name: &str, groups: &mut dyn Iterator<Item = &String>| {
            let mut rests = groups.filter_map(|group| name.strip_prefix(group.as_str()));
            rests.any(|rest| rest.bytes().all(|b| b.is_ascii_digit()))
        };
        match (scope, name.split_once('.')) {
            (Scope::Disk, Some((vm, volume))) => {
                is(vm, &mut self.clients.keys()) && is(volume, &mut self.volumes.keys())
            }
            (Scope::Disk, None) => is(name, &mut self.volumes.keys()),
            _ => is(name, &mut self.clients.keys()),
        }
    }

    fn check_clients(&self) -> Result<(), WiringError> {
        let mut owners: BTreeMap<&str, &str> = BTreeMap::new();
        for (name, vm) in &self.clients {
            let wrong = |why: String| {
                Err(WiringError { at: "client", key: name.clone(), why: format!("client '{name}': {why}") })
            };
            for volume in &vm.volumes {
                if !self.volumes.contains_key(volume) {
                    return wrong(format!("no volume is called '{volume}'; known: {}", name_list(&self.volumes)));
                }
                if let Some(other) = owners.insert(volume, name) {
                    let why =
                        format!("'{volume}' is already {other}'s: each client has its own volumes, give it another");
                    return wrong(if other == name { format!("names '{volume}' twice") } else { why });
                }
            }
            for host in &vm.hosts {
                match self.hosts.get(host) {
                    None => return wrong(format!("no host is called '{host}'; known: {}", name_list(&self.hosts))),
                    Some(spec) if !spec.runs_clients => {
                        return wrong(format!(
                            "'{host}' does not run clients: leave it out, or its runs_clients = false"
                        ));
                    }
                    Some(_) => {}
                }
            }
            let somewhere = self.hosts.values().any(|host| host.runs_clients);
            if matches!(vm.number, Number::PerHost(_)) && !somewhere {
                return wrong("has per_host, but no host runs clients: add [host.<name>], or write count".into());
            }
        }
        Ok(())
    }
}

fn name_list<T>(names: &BTreeMap<String, T>) -> String {
    match names.is_empty() {
        true => "none".to_string(),
        false => names.keys().cloned().collect::<Vec<_>>().join(", "),
    }
}

/// A walk along the routes of a volume.
struct Walk<'a> {
    stack: &'a StackDocument,
    volume: &'a str,
    /// Elements whose members are being walked.
    open: Vec<&'a str>,
    /// Hosts that members can be placed on here.
    hosts: usize,
    used: &'a mut BTreeSet<String>,
}

impl<'a> Walk<'a> {
    fn wrong<T>(&self, why: String) -> Result<T, WiringError> {
        let key = self.volume.to_string();
        Err(WiringError { at: "volume", why: format!("volume '{key}': {why}"), key })
    }

    /// Whether the route ends where data are; `placed`: on hosts that hold data.
    fn route(&mut self, route: &'a Route, placed: bool) -> Result<bool, WiringError> {
        let mut ended: Option<&str> = None;
        for (position, step) in route.iter().enumerate() {
            let Some((name, element)) = self.stack.elements.get_key_value(step) else {
                return self
                    .wrong(format!("no element is called '{step}'; known: {}", name_list(&self.stack.elements)));
            };
            if let Some(end) = ended {
                let kind = self.stack.elements[end].kind().name;
                let why = "holds the data, nothing can lie behind it: make it the last";
                return self.wrong(format!("'{end}' is a {kind} and {why}"));
            }
            if route[..position].contains(step) || self.open.contains(&name.as_str()) {
                return self.wrong(format!("the path passes '{step}' twice: name each element once"));
            }
            if self.stack.scope(step) == Scope::Node && !placed {
                return self.wrong(format!(
                    "'{step}' has scope = \"node\", but lies on no node here: put it into the `each` of an element that \
                     places its members on hosts"
                ));
            }
            self.used.insert(step.clone());
            if self.ends(element, name, placed)? {
                ended = Some(name);
            }
        }
        Ok(ended.is_some())
    }

    /// Whether what reaches the element goes no further than it or its members.
    fn ends(&mut self, element: &'a ElementSpec, name: &'a str, placed: bool) -> Result<bool, WiringError> {
        let Some(members) = element.members() else { return Ok(element.kind().ends_path) };
        let hosts = self.hosts;
        let mut on_hosts = placed;
        if let Members::Placed { count, .. } = members {
            let count = *count as usize;
            // Two copies on one host are none; parts of a stripe may share one.
            let redundant = element.wiring().required_members().is_some_and(|needed| (needed as usize) < count);
            let least = if redundant { count } else { 1 };
            if hosts < least {
                return self.wrong(format!(
                    "'{name}' places {count} members on {least} different hosts, but there are {hosts} here that hold \
                     data: add hosts ([host.<name>] with count), or name the members one by one with `members`"
                ));
            }
            on_hosts = true;
            // The members share the hosts evenly; what is placed within one of them has that share.
            self.hosts = (hosts / count).max(1);
        }
        self.open.push(name);
        let mut ends = Vec::new();
        for route in members.routes() {
            ends.push(self.route(route, on_hosts)?);
        }
        self.open.pop();
        self.hosts = hosts;
        if members.beside() {
            if ends != [true] {
                return self.wrong(format!("the route beside '{name}' has to end where data are, in a device"));
            }
            return Ok(element.kind().ends_path);
        }
        if ends.iter().any(|end| *end != ends[0]) {
            let why = "some members end in a device and some go on with what follows: make all end, or none";
            return self.wrong(format!("'{name}': {why}"));
        }
        Ok(ends.first().copied().unwrap_or(false))
    }
}

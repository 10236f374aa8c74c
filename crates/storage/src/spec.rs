//! A stack as a document: read from TOML, every default filled in, its wiring checked.
//!
//! ```toml
//! [limit.policy]                    # table = type of element, sub-table = its name
//! ops_per_s = 3000
//! [device.disk]
//! service = "100us"
//! servers = 32
//! [volume.data]                     # what a client sees
//! size = "100g"
//! path = ["policy", "disk"]         # from the client to the data
//! [client]                          # the client itself, on the virtual clock
//! cpu_per_io = "2us"
//! ```
//!
//! Volumes and elements are maps by name, and names are shared by all types, so that a path, and later a member list, can
//! refer to any of them. A stack has one volume for now.

use std::collections::BTreeMap;

use plimsoll_base::{Bytes, Nanos};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toml::de::DeTable;

use crate::elements::{ELEMENTS, ElementSpec};
use crate::error::StackError;
use crate::read::{Section, Source};

/// What a client sees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VolumeSpec {
    /// Bytes that can be addressed.
    pub size_bytes: Bytes,
    /// Smallest unit of I/O.
    pub logical_block_bytes: u32,
    /// Elements that a request passes, from the client to the data.
    pub path: Vec<String>,
}

/// The client of a stack. Used only on the virtual clock: on the real one the client is a real one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClientSpec {
    /// Processor time that an operation costs the client.
    pub cpu_ns_per_io: u64,
    /// The most operations that it has outstanding; none: as many as the load asks for.
    pub max_outstanding: Option<u32>,
}

/// A described storage system, resolved. What is in here can be built: every way to get one checks it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Resolved", into = "Resolved")]
pub struct StackSpec(Resolved);

/// The document behind a [`StackSpec`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "StackSpec")]
#[serde(deny_unknown_fields)]
struct Resolved {
    /// Name of the description.
    name: String,
    /// Elements by name.
    elements: BTreeMap<String, ElementSpec>,
    /// Volumes by name; one for now.
    volumes: BTreeMap<String, VolumeSpec>,
    /// The client.
    client: ClientSpec,
}

impl From<StackSpec> for Resolved {
    fn from(spec: StackSpec) -> Resolved {
        spec.0
    }
}

impl TryFrom<Resolved> for StackSpec {
    type Error = StackError;
    fn try_from(resolved: Resolved) -> Result<StackSpec, StackError> {
        let stack = &resolved.name;
        let record = |subject: String, why: String| StackError::Record { stack: stack.clone(), subject, why };
        for (name, element) in &resolved.elements {
            element.check().map_err(|(key, why)| record(format!("{name}, '{key}'"), why))?;
        }
        for (name, volume) in &resolved.volumes {
            volume.check().map_err(|(key, why)| record(format!("{name}, '{key}'"), why))?;
        }
        resolved.client.check().map_err(|(key, why)| record(format!("client, '{key}'"), why))?;
        resolved.check_wiring().map_err(|Miswired { key, why, .. }| record(key, why))?;
        Ok(StackSpec(resolved))
    }
}

const VOLUME_KEYS: [&str; 3] = ["size", "path", "logical_block_size"];
const CLIENT_KEYS: [&str; 2] = ["cpu_per_io", "max_outstanding"];

impl StackSpec {
    /// Reads a stack file; `name` is what errors and records call it.
    pub fn from_toml(text: &str, name: &str) -> Result<StackSpec, StackError> {
        let source = Source { file: name, text };
        let document = DeTable::parse(text).map_err(|e| StackError::Syntax {
            file: name.into(),
            line: source.line(e.span().unwrap_or(0..0)),
            message: e.message().into(),
        })?;
        let mut stack = Resolved {
            name: name.into(),
            elements: BTreeMap::new(),
            volumes: BTreeMap::new(),
            client: ClientSpec::default(),
        };
        let mut lines = BTreeMap::new();
        for (key, value) in document.get_ref() {
            let line = source.line(key.span());
            let table = Section::new(source, key.get_ref().to_string(), value);
            match (&**key.get_ref(), ELEMENTS.iter().find(|kind| kind.name == key.get_ref())) {
                (_, Some(kind)) => {
                    for (name, section) in table?.sections()? {
                        section.only(&kind.keys())?;
                        let spec = (kind.read)(&section)?;
                        spec.check().map_err(|(key, why)| section.wrong(key, why))?;
                        if stack.elements.insert(name.into(), spec).is_some() {
                            let why =
                                format!("a second element is called '{name}': a path could mean either, rename one");
                            return Err(wiring(source, section.line, name, why));
                        }
                        lines.insert(format!("element {name}"), section.line);
                    }
                }
                ("volume", _) => {
                    for (name, section) in table?.sections()? {
                        stack.volumes.insert(name.into(), VolumeSpec::read(&section)?);
                        lines.insert(format!("volume {name}"), section.line_of("path"));
                    }
                }
                ("client", _) => stack.client = ClientSpec::read(&table?)?,
                (unknown, _) => {
                    let known = ELEMENTS.iter().map(|k| k.name).collect::<Vec<_>>().join(", ");
                    return Err(StackError::UnknownElement { file: name.into(), line, key: unknown.into(), known });
                }
            }
        }
        stack.check_wiring().map_err(|Miswired { at, key, why }| {
            wiring(source, lines.get(&format!("{at} {key}")).copied().unwrap_or(1), &key, why)
        })?;
        Ok(StackSpec(stack))
    }

    /// Name of the description.
    pub fn name(&self) -> &str {
        &self.0.name
    }
    /// Elements by name.
    pub fn elements(&self) -> &BTreeMap<String, ElementSpec> {
        &self.0.elements
    }
    /// Volumes by name; exactly one for now.
    pub fn volumes(&self) -> &BTreeMap<String, VolumeSpec> {
        &self.0.volumes
    }
    /// The volume.
    pub fn volume(&self) -> &VolumeSpec {
        match self.0.volumes.values().next() {
            Some(volume) => volume,
            None => unreachable!("a checked stack has a volume"),
        }
    }
    /// Bytes that can be addressed.
    pub fn size_bytes(&self) -> u64 {
        self.volume().size_bytes.0
    }
    /// Smallest unit of I/O, in bytes.
    pub fn logical_block_size(&self) -> u32 {
        self.volume().logical_block_bytes
    }
    /// The client.
    pub fn client(&self) -> &ClientSpec {
        &self.0.client
    }
    /// Names of the elements that a request passes.
    pub fn path(&self) -> &[String] {
        &self.volume().path
    }
    pub(crate) fn element(&self, name: &str) -> &ElementSpec {
        &self.0.elements[name]
    }
}

/// What doesn't fit: "element" or "volume", its name, why.
struct Miswired {
    at: &'static str,
    key: String,
    why: String,
}

fn wiring(source: Source<'_>, line: usize, key: &str, why: String) -> StackError {
    StackError::Wiring { file: source.file.into(), line, key: key.into(), why }
}

impl Resolved {
    /// The rules between elements and volumes.
    fn check_wiring(&self) -> Result<(), Miswired> {
        let known = || match self.elements.is_empty() {
            true => "none".to_string(),
            false => self.elements.keys().cloned().collect::<Vec<_>>().join(", "),
        };
        for (name, volume) in &self.volumes {
            let miswired = |why: String| Err(Miswired { at: "volume", key: name.clone(), why });
            for (position, step) in volume.path.iter().enumerate() {
                let Some(element) = self.elements.get(step) else {
                    return miswired(format!("volume '{name}': no element is called '{step}'; known: {}", known()));
                };
                if volume.path[..position].contains(step) {
                    return miswired(format!(
                        "volume '{name}': the path passes '{step}' twice: name each element once"
                    ));
                }
                let last = position + 1 == volume.path.len();
                let kind = element.kind();
                if kind.ends_path && !last {
                    let why = "holds the data, nothing can lie behind it: make it the last";
                    return miswired(format!("volume '{name}': '{step}' is a {} and {why}", kind.name));
                }
                if !kind.ends_path && last {
                    let why = "a path has to end where the data are: in a device";
                    return miswired(format!("volume '{name}': the path ends in '{step}', a {}; {why}", kind.name));
                }
            }
            if volume.path.is_empty() {
                return miswired(format!("volume '{name}': the path is empty; known elements: {}", known()));
            }
        }
        let used = |name: &String| self.volumes.values().any(|v| v.path.contains(name));
        match (self.volumes.len(), self.elements.keys().find(|name| !used(name))) {
            (0, _) => {
                let why = "the stack has no volume: add [volume.<name>] with size and path".to_string();
                Err(Miswired { at: "volume", key: "volume".into(), why })
            }
            (1, None) => Ok(()),
            (1, Some(name)) => {
                let why = format!("no volume's path leads through '{name}': add it to a path or leave it out");
                Err(Miswired { at: "element", key: name.clone(), why })
            }
            (n, _) => {
                let names = self.volumes.keys().cloned().collect::<Vec<_>>().join(", ");
                let second = self.volumes.keys().nth(1).cloned().unwrap_or_default();
                let why = format!("the stack has {n} volumes ({names}), but one is supported: leave the others out");
                Err(Miswired { at: "volume", key: second, why })
            }
        }
    }
}

impl VolumeSpec {
    fn read(from: &Section<'_>) -> Result<VolumeSpec, StackError> {
        from.only(&VOLUME_KEYS)?;
        let size =
            from.size("size")?.ok_or_else(|| from.missing("size", "bytes that can be addressed, such as \"1g\""))?;
        let path = from.list("path")?;
        let block = from.size("logical_block_size")?.unwrap_or(Bytes(512)).0;
        let volume = VolumeSpec {
            size_bytes: size,
            logical_block_bytes: u32::try_from(block).unwrap_or(u32::MAX),
            path: path.ok_or_else(|| from.missing("path", "names of elements, from the client to the data"))?,
        };
        volume.check().map_err(|(key, why)| from.wrong(key, why))?;
        Ok(volume)
    }

    fn check(&self) -> Result<(), (&'static str, String)> {
        let block = self.logical_block_bytes;
        if !block.is_power_of_two() || !(512..=65536).contains(&block) {
            return Err(("logical_block_size", format!("{block} is not a block size: a power of 2 from 512 to 64k")));
        }
        if self.size_bytes.0 == 0 || self.size_bytes.0 % u64::from(block) != 0 || self.size_bytes.0 > i64::MAX as u64 {
            let why = format!("{} is not a size: a whole number of blocks of {block}, above 0", self.size_bytes);
            return Err(("size", why));
        }
        Ok(())
    }
}

impl ClientSpec {
    fn read(from: &Section<'_>) -> Result<ClientSpec, StackError> {
        from.only(&CLIENT_KEYS)?;
        let client = ClientSpec {
            cpu_ns_per_io: from.time("cpu_per_io")?.unwrap_or(Nanos::ZERO).0,
            max_outstanding: from.whole("max_outstanding", u64::from(u32::MAX))?.map(|n| n as u32),
        };
        client.check().map_err(|(key, why)| from.wrong(key, why))?;
        Ok(client)
    }

    fn check(&self) -> Result<(), (&'static str, String)> {
        if self.max_outstanding == Some(0) {
            return Err(("max_outstanding", "0 lets nothing start: write 1 or more, or leave it out".into()));
        }
        if self.cpu_ns_per_io > 1_000_000_000 {
            let why = format!("{} is not the cost of an operation: up to 1s", Nanos(self.cpu_ns_per_io));
            return Err(("cpu_per_io", why));
        }
        Ok(())
    }
}
